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
_NAMES = {"Name": "person", "Surn": "person", "Patr": "person", "Geox": "place", "Orgn": "place"}
_RARE = {"NOUN": 0.15}  # a share below it is no homonym; of other parts, one in fifty


class Reading(NamedTuple):
    """One way to read a word; what the form does not show is empty."""

    pos: str
    gender: str  # male, female, neuter, either
    number: str
    case: str
    living: bool
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


@lru_cache(maxsize=1)
def _analyzer() -> MorphAnalyzer:
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@lru_cache(maxsize=1)
def dictionary_version() -> str:
    """What decides the forms beside our own tables."""
    return f"{version('pymorphy3')} {version('pymorphy3-dicts-ru')}"


def _case(tag: OpencorporaTag) -> str:
    return _CASES.get(str(tag.case or ""), str(tag.case or ""))


@lru_cache(maxsize=1 << 16)
def readings(low: str) -> tuple[Reading, ...]:
    """The readings of a word in lower case, likeliest first, without those that hardly occur."""
    parses = _analyzer().parse(low)
    # any unknown word in -ов or -ин may be somebody's
    parses = [p for p in parses if "Poss" not in p.tag or is_known(low)] or parses
    every = [Reading(*_features(p.tag), plain(p.normal_form), p.score, p.word) for p in parses]
    shares: dict[tuple[str, str], float] = {}
    for one in every:
        shares[one.lemma, one.pos] = shares.get((one.lemma, one.pos), 0.0) + one.score
    good = [r for r in every if shares[r.lemma, r.pos] >= _RARE.get(r.pos, 0.02)]
    return tuple(good) or tuple(every[:1])


@lru_cache(maxsize=1 << 12)
def _features(tag: OpencorporaTag) -> tuple[str, str, str, str, bool, bool, bool, str]:
    return (
        str(tag.POS or ""),
        "either" if "ms-f" in tag.grammemes else _GENDERS.get(tag.gender, ""),
        str(tag.number or ""),
        _case(tag),
        tag.animacy == "anim",
        tag.transitivity == "tran",
        tag.voice == "pssv",
        next((kind for name, kind in _NAMES.items() if name in tag.grammemes), ""),
    )


@lru_cache(maxsize=1 << 14)
def is_known(low: str) -> bool:
    """Whether the dictionaries have the word; else its ending is all that is known."""
    return bool(_analyzer().word_is_known(low))


@lru_cache(maxsize=1 << 12)
def agreeing(low: str, gender: Gender, target: Gender, case: str) -> str | None:
    """An adjective, participle or verb in the other gender, said of a person."""
    for parse in sorted(_analyzer().parse(low), key=lambda p: p.tag.POS == "ADJS"):
        tag, found = parse.tag, _case(parse.tag)
        if tag.gender != _TAGS[gender] or tag.number != "sing" or tag.POS in ("NOUN", "NPRO"):
            continue
        if case and found and found != case:
            continue
        features = {_TAGS[target], "sing", *filter(None, [found])}
        if case == "accs" and target == "male":
            features.add("anim")
        changed = parse.inflect(features)
        if changed is None:
            return None
        # of "лучшая" the superlatives of all stems are one lexeme
        like = [p.word for p in parse.lexeme if p.tag == changed.tag]
        return str(next((form for form in like if form[:3] == low[:3]), changed.word))
    return None


@lru_cache(maxsize=1 << 12)
def noun_form(lemma: str, case: str) -> str | None:
    """A noun in a case of the singular."""
    parse = next(parse for parse in _analyzer().parse(lemma) if "nomn" in parse.tag)
    changed = parse.inflect({case, "sing"}) if case else None
    return str(changed.word) if changed else None
