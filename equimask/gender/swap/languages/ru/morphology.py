"""What pymorphy3 says of a Russian word, and the word in another gender."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.tagset import OpencorporaTag

    from equimask.gender.lexicon.types import Gender

_GENDERS = {"masc": "male", "femn": "female", "neut": "neuter", "ms-f": "either"}
_TAGS: dict[Gender, str] = {"male": "masc", "female": "femn"}
_CASES = {"gen2": "gent", "acc2": "accs", "loc2": "loct", "gen1": "gent", "voct": "nomn"}
_NAMES = ("Name", "Surn", "Patr")
_PLACES = ("Geox", "Orgn")
_RARE_NOUN = 0.15
_RARE = 0.02  # a homonym that one in fifty has is no homonym here


class Reading(NamedTuple):
    """One way to read a word; what the form does not show is empty."""

    pos: str
    gender: str  # male, female, neuter, either
    number: str
    case: str
    living: bool | None
    transitive: bool
    passive: bool
    name: str  # person, place
    lemma: str
    score: float
    form: str  # with the dots of ё

    def is_one(self, gender: str) -> bool:
        """Whether it is a singular of that gender."""
        return self.number == "sing" and self.gender in (gender, "either")


def plain(word: str) -> str:
    """In lower case, without the dots of ё: Russian texts write both."""
    return word.lower().replace("ё", "е")


def shared(one: str, other: str) -> int:
    """How many letters two words begin with, in either case."""
    pairs = enumerate(zip(one.lower(), other.lower(), strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(maxsize=1)
def _analyzer() -> MorphAnalyzer:
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@lru_cache(maxsize=1)
def dictionary_version() -> str:
    """What decides the forms beside our own tables."""
    return f"{version('pymorphy3')} {version('pymorphy3-dicts-ru')}"


@lru_cache(maxsize=1 << 12)
def _features(tag: OpencorporaTag) -> tuple[str, str, str, str, bool | None, bool, bool, str]:
    """What a reading takes from the tag."""
    grammemes = tag.grammemes
    name = "place" if any(n in grammemes for n in _PLACES) else ""
    return (
        str(tag.POS or ""),
        "either" if "ms-f" in grammemes else _GENDERS.get(str(tag.gender or ""), ""),
        str(tag.number or ""),
        _CASES.get(str(tag.case or ""), str(tag.case or "")),
        None if tag.animacy is None else tag.animacy == "anim",
        tag.transitivity == "tran",
        tag.voice == "pssv",
        "person" if any(n in grammemes for n in _NAMES) else name,
    )


@lru_cache(maxsize=1 << 16)
def readings(low: str) -> tuple[Reading, ...]:
    """The readings of a word in lower case, likeliest first, without those that hardly occur."""
    parses = _analyzer().parse(low)
    found: list[Reading] = []
    shares: dict[tuple[str, str], float] = {}
    # any unknown word in -ов or -ин may be somebody's
    parses = [p for p in parses if "Poss" not in p.tag or is_known(low)] or parses
    for parse in parses:
        key = (parse.normal_form, str(parse.tag.POS))
        shares[key] = shares.get(key, 0.0) + parse.score
    for parse in parses:
        tag = parse.tag
        share = shares[parse.normal_form, str(tag.POS)]
        if found and share < (_RARE_NOUN if tag.POS == "NOUN" else _RARE):
            continue
        found.append(Reading(*_features(tag), plain(parse.normal_form), parse.score, parse.word))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def is_known(low: str) -> bool:
    """Whether the dictionaries have the word; else its ending is all that is known."""
    return bool(_analyzer().word_is_known(low))


@lru_cache(maxsize=1 << 12)
def agreeing(low: str, gender: Gender, target: Gender, case: str) -> str | None:
    """An adjective, participle or verb in the other gender, said of a person."""
    wanted = {_TAGS[target], "sing"}
    for parse in sorted(_analyzer().parse(low), key=lambda p: p.tag.POS == "ADJS"):
        tag = parse.tag
        if tag.gender != _TAGS[gender] or tag.number != "sing" or tag.POS in ("NOUN", "NPRO"):
            continue
        found = _CASES.get(str(tag.case or ""), str(tag.case or ""))
        if case and found and found != case:
            continue
        features = wanted | ({found} if found else set())
        if case == "accs" and target == "male":
            features.add("anim")
        changed = parse.inflect(features)
        if changed is None:
            return None
        # of "лучшая" the superlatives of all stems are one lexeme
        like = (p.word for p in parse.lexeme if p.tag == changed.tag)
        return str(max(like, key=lambda form: shared(form, low), default=changed.word))
    return None


@lru_cache(maxsize=1 << 12)
def noun_form(lemma: str, case: str, number: str) -> str | None:
    """A noun in a case."""
    for parse in _analyzer().parse(lemma):
        if parse.tag.POS in ("NOUN", "ADJF", "PRTF") and "nomn" in parse.tag:
            changed = parse.inflect({case, number})
            return str(changed.word) if changed else None
    return None


@lru_cache(maxsize=1 << 12)
def is_written_without_dots(low: str) -> bool:
    """Whether the word would have a ё that is not there."""
    return "е" in low and "ё" not in low and "ё" in readings(low)[0].form
