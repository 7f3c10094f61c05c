"""What changes with a gender word, by language: each has an `agree`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from equimask.core.packaged import packaged
from equimask.gender.lexicon.types import Choice, GenderWord, Refusal, SwapContext
from equimask.gender.swap.engine.rule import rule_by_tables
from equimask.gender.swap.engine.tables import tables_hash, tables_of
from equimask.gender.swap.languages.plain import agree as plain_agree

_NOTHING_AGREES = frozenset({"fi", "id", "ja", "th", "tl", "vi", "zh"})
# What the rules must know of a word's form; a packaged record says it, one's own may not.
_NEEDED: dict[str, tuple[str, ...]] = dict.fromkeys(("ar", "es", "fr", "it", "pt"), ("number",))
_NEEDED |= dict.fromkeys(("de", "hi", "ru"), ("number", "case"))


class Rules(NamedTuple):
    """How the gender words of a language are swapped.

    The rules settle themselves whether a word of the parts of speech in `settled` stands for a
    person, and which words of a sentence are one person's. They change, or refuse, the pronouns
    in `referring` beside a gender word. `one_person` says which words are swapped together, each
    as if it were alone; `main_word` chooses the word of the person, where the whole sentence is
    judged. `needed` are the fields of a record without which its word cannot be swapped.
    """

    agree: Callable[[SwapContext], Choice | Refusal]
    needed: tuple[str, ...] = ()
    settled: frozenset[str] = frozenset()
    referring: frozenset[str] = frozenset()
    one_person: Callable[[str, Sequence[GenderWord]], list[GenderWord] | Refusal] | None = None
    main_word: Callable[[str, Sequence[GenderWord]], GenderWord | Refusal] | None = None


@lru_cache(maxsize=32)
def rules_of(lang: str) -> Rules:
    """The language's rules; a language is tables for the engine, a module, or has nothing."""
    needed, module = _NEEDED.get(lang, ()), _module(lang)
    if packaged("agreement", lang, "language.toml").is_file():
        referring = tables_of(lang).referring
        return Rules(rule_by_tables(lang), needed, frozenset({"pron"}), referring)
    if module is None:
        return Rules(plain_agree if lang in _NOTHING_AGREES else _refuse)
    given: dict[str, Any] = {
        name: getattr(module, name.upper(), frozenset()) for name in ("settled", "referring")
    }
    given |= {name: getattr(module, name, None) for name in ("one_person", "main_word")}
    return Rules(module.agree, needed, **given)


def has_rules(lang: str) -> bool:
    """Whether the swap knows what agrees with a gender word of the language, if anything does."""
    return rules_of(lang).agree is not _refuse


def _refuse(context: SwapContext) -> Refusal:
    """A swap without the language's rules would break sentences."""
    return Refusal("no_agreement_rules", context.word.text)


def _module(lang: str) -> ModuleType | None:
    """A folder with a `rule`, or a single file."""
    name = f"{__name__}.{lang}"
    if find_spec(name) is None:
        return None
    found = import_module(name)
    return import_module(f"{name}.rule") if hasattr(found, "__path__") else found


@lru_cache(maxsize=32)
def rules_hash(lang: str) -> str:
    """A short hash of the language's tables and of all code that swaps: what decides a swap."""
    digest = hashlib.sha256(tables_hash(lang).encode())
    root = Path(__file__).parent.parent
    digest.update(getattr(_module(lang), "dictionary_version", str)().encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
