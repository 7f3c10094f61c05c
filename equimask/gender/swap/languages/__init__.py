"""What changes with a gender word, by language: each has an `agree`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from equimask.core.packaged import packaged
from equimask.gender.lexicon.types import Choice, GenderWord, Refusal, SwapContext
from equimask.gender.swap.engine.rule import rule_by_tables
from equimask.gender.swap.engine.tables import tables_hash, tables_of
from equimask.gender.swap.languages.plain import agree as plain_agree

_NOTHING_AGREES = frozenset({"fi", "id", "ja", "th", "tl", "vi", "zh"})
# What the rules must know of a word's form; a packaged record says it, one's own may not.
_NEEDED: dict[str, tuple[str, ...]] = dict.fromkeys(("ar", "es", "fr", "it", "pt"), ("number",))
_NEEDED |= dict.fromkeys(("de", "hi", "ru"), ("number", "case"))

Rule = Callable[[SwapContext], Choice | Refusal]
MainWord = Callable[[str, Sequence[GenderWord]], GenderWord | Refusal]
Persons = Callable[[str, Sequence[GenderWord]], list[GenderWord] | Refusal]


@lru_cache(maxsize=32)
def by_tables(lang: str) -> bool:
    """Whether the language is tables for the engine (`swap/engine`)."""
    return packaged("agreement", lang, "language.toml").is_file()


@lru_cache(maxsize=32)
def settled_of(lang: str) -> frozenset[str]:
    """The parts of speech of the words that the language's rules settle themselves.

    Whether such a word stands for a person, and which words of a sentence are one person's.
    """
    if by_tables(lang):
        return frozenset({"pron"})
    return frozenset(getattr(_module(lang), "SETTLED", ()))


@lru_cache(maxsize=32)
def rule_of(lang: str) -> Rule:
    """The language's agreement rules, or those of languages in which nothing agrees."""
    if by_tables(lang):
        return rule_by_tables(lang)
    module = _module(lang)
    if module is None:
        return plain_agree if lang in _NOTHING_AGREES else _refuse
    rule: Rule = module.agree
    return rule


def has_rules(lang: str) -> bool:
    """Whether the swap knows what agrees with a gender word of the language, if anything does."""
    return by_tables(lang) or _module(lang) is not None or lang in _NOTHING_AGREES


def needed_of(lang: str) -> tuple[str, ...]:
    """The fields of a record without which the language's rules cannot swap its words."""
    return _NEEDED.get(lang, ())


@lru_cache(maxsize=32)
def referring_of(lang: str) -> frozenset[str]:
    """The pronouns that the language's rules change, or refuse, beside a gender word."""
    if by_tables(lang):
        return tables_of(lang).referring
    return frozenset(getattr(_module(lang), "REFERRING", ()))


@lru_cache(maxsize=32)
def persons_of(lang: str) -> Persons | None:
    """What says which gender words are swapped together, each as if it were alone, if anything."""
    persons: Persons | None = getattr(_module(lang), "one_person", None)
    return persons


@lru_cache(maxsize=32)
def main_word_of(lang: str) -> MainWord | None:
    """What chooses the word of the person, where the rules judge the whole sentence themselves."""
    main_word: MainWord | None = getattr(_module(lang), "main_word", None)
    return main_word


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
