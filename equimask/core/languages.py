"""Any language by its BCP 47 tag: its English name, and how its script is written.

What a tag means, its name and its likely script come from `langcodes` (IANA's registry, CLDR),
which is loaded when first asked.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from equimask.core.errors import OptionError, shorten


@dataclass(frozen=True)
class Language:
    """What the engine has to know about a language; `code` is its canonical tag."""

    code: str
    spaced: bool = True
    right_to_left: bool = False
    script: str = "Latn"

    @cached_property
    def name(self) -> str:
        """In English; CLDR's names of all languages are read when one is first asked for."""
        import langcodes

        return langcodes.Language.get(self.code).display_name()


# Scripts that write words without spaces, and where their letters stand: a tokenizer's piece is
# the only word boundary there is.
_UNSPACED = {
    "Thai": ((0x0E00, 0x0E7F),),
    "Laoo": ((0x0E80, 0x0EFF),),
    "Mymr": ((0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)),
    "Khmr": ((0x1780, 0x17FF),),
    "Tale": ((0x1950, 0x197F),),
    "Talu": ((0x1980, 0x19DF),),
    "Lana": ((0x1A20, 0x1AAF),),
    "Bali": ((0x1B00, 0x1B7F),),
    "Java": ((0xA980, 0xA9DF),),
    "Tavt": ((0xAA80, 0xAADF),),
    "Hira": ((0x3040, 0x309F),),
    "Kana": ((0x30A0, 0x30FF), (0x31F0, 0x31FF)),
    "Hani": ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3134F)),
}
_KINDS_OF_HAN = frozenset({"Hans", "Hant", "Hanb", "Jpan"})
_RIGHT_TO_LEFT = frozenset(
    "Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc "
    "Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Thaa "
    "Yezi".split()
)
_UNSPACED_TEXT = re.compile(
    "[{}]*".format(
        "".join(f"{chr(low)}-{chr(high)}" for spans in _UNSPACED.values() for low, high in spans)
    )
)
_NO_SINGLE_LANGUAGE = frozenset({None, "mul", "mis", "zxx"})
# Distances of `langcodes`: between two codes of a language, and between its regions.
_SAME_LANGUAGE, _SAME_WRITING = 1, 9
_LONGEST_TAG = 100  # characters: what is longer is a text, in which names are sought for hours


def get_language(tag: str) -> Language:
    """The language behind a BCP 47 tag, however that is spelled: `pt_br` is `pt-BR`."""
    found = _read(tag) if isinstance(tag, str) else None
    if found is None:
        near = _meant(tag) if isinstance(tag, str) else None
        raise OptionError(
            expected="a BCP 47 tag of a language",
            got=shorten(tag),
            fix=(f"Did you mean {near!r}? " if near else "")
            + "Tags look like 'sv', 'pt-BR' or 'zh-Hant'.",
        )
    return found


def is_language(tag: str) -> bool:
    """Whether this is the canonical tag of a language."""
    found = _read(tag)
    return found is not None and found.code == tag


def nearest(tag: str, others: Iterable[str]) -> str | None:
    """The same language among others, in another region or under another code.

    `pt` for `pt-BR`, `zh_TW` for `zh-Hant`; never another language, however close it is.
    """
    return _nearest(tag, tuple(others))


def unspaced(text: str) -> bool:
    """Whether all of the text is in scripts that write words without spaces between them."""
    return _UNSPACED_TEXT.fullmatch(text) is not None


def _read(tag: str) -> Language | None:
    return _known(tag) if len(tag) <= _LONGEST_TAG else None


@lru_cache(maxsize=1024)
def _known(tag: str) -> Language | None:
    import langcodes

    try:
        found = langcodes.Language.get(tag)
    except ValueError:
        return None
    known = tag.isascii() and found.is_valid() and not found.extlangs
    if not known or found.language in _NO_SINGLE_LANGUAGE:
        return None
    code = found.to_tag()
    # CLDR reads Tagalog as Filipino; the registry has both, and data are published under `tl`
    if re.split("[-_]", tag.lower())[0] in ("tl", "tgl"):
        code = f"tl{code.removeprefix('fil')}"
    script = found.maximize().script or "Latn"
    return Language(
        code,
        spaced=script not in _UNSPACED and script not in _KINDS_OF_HAN,
        right_to_left=script in _RIGHT_TO_LEFT,
        script=script,
    )


@lru_cache(maxsize=256)
def _nearest(tag: str, others: tuple[str, ...]) -> str | None:
    import langcodes

    wanted = _read(tag)
    by_code: dict[str, str] = {}
    for other in others:
        if known := _read(other):
            by_code.setdefault(known.code, other)
    if wanted is None or not by_code:
        return None
    match, _ = langcodes.closest_match(wanted.code, list(by_code), max_distance=_SAME_WRITING)
    ours, theirs = (code.partition("-")[0] for code in (wanted.code, match))
    is_same = langcodes.tag_distance(ours, theirs) <= _SAME_LANGUAGE
    return by_code.get(match) if is_same else None


def _meant(text: str) -> str | None:
    """The tag that somebody may have meant who wrote a language's name or a country's code."""
    import langcodes
    from langcodes.data_dicts import LIKELY_SUBTAGS

    bare = text.strip().partition(".")[0]  # en_US.UTF-8
    guesses = [bare, LIKELY_SUBTAGS.get(f"und-{bare.upper()}", "").partition("-")[0]]
    if len(bare) <= _LONGEST_TAG and bare.isprintable():  # the table of names ends its keys by NUL
        with contextlib.suppress(LookupError, ValueError):
            guesses.append(langcodes.find(bare).to_tag())
    return next((known.code for guess in guesses if (known := _read(guess))), None)
