"""Names that forbid a swap: who is called Robert is no queen."""

from __future__ import annotations

from functools import lru_cache

from equimask.core.packaged import packaged_languages
from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase

_OPENS = frozenset(",(:—–-")
_COMPLEMENT = frozenset(
    {"preposition", "adjective", "noun", "name", "article", "numeral", "fixed", "unknown", "gender"}
)


def check_names(person: Person) -> None:
    """Raise `Unsure` where a name stands beside a phrase of the person and tells their gender."""
    _after_title(person, person.main)
    _title_of_thing(person, person.main)
    for phrase in person.own:
        if phrase.kind in ("gender", "role", "common", "headless"):
            _apposed(person, phrase)


def _apposed(person: Person, phrase: Phrase) -> None:
    """ "el presidente de la cámara, Robert Gates", "Robert Gates, presidente", "fue Mojmir I"."""
    words, at = person.words, phrase.last + 1
    while at < len(words) and words[at].kind in _COMPLEMENT:
        if words[at].text in _first_names() and words[at - 1].kind not in ("preposition", "name"):
            raise Unsure("name_beside", words[at].text)
        at += 1
    if at < len(words) and words[at].text in _OPENS:
        _refuse_name(person, at + 1, most=1 if at == phrase.last + 1 else len(words))
    elif at < len(words) and words[at].kind == "copula" and not phrase.governed:
        _refuse_name(person, at + 1, most=0)
    if phrase.first and words[phrase.first - 1].text in _OPENS:
        _refuse_name(person, phrase.first - 2, most=1)


def _refuse_name(person: Person, index: int, *, most: int) -> None:
    """A first name, or a name of more words than tell no gender."""
    phrase = person.phrases.of.get(index)
    if phrase is None or phrase.kind != "name" or person.belongs(phrase):
        return
    named = [person.words[i] for i in range(phrase.first, phrase.last + 1)]
    named = [word for word in named if word.kind == "name"]
    if len(named) > most or named[0].text in _first_names():
        raise Unsure("name_beside", named[0].text)


@lru_cache(maxsize=1)
def _first_names() -> frozenset[str]:
    """Those of all languages: news and encyclopedias speak of foreigners."""
    every = (load_names(lang) for lang in packaged_languages("first_names"))
    return frozenset(name for names in every for name in names)


def _after_title(person: Person, phrase: Phrase) -> None:
    """A surname may follow a title ("la señora García"); any other name forbids the swap."""
    title = person.pair.pos == "title" or person.words[phrase.head].low in person.lists["titles"]
    named = [i for i in range(phrase.head + 1, phrase.last + 1) if person.words[i].kind == "name"]
    if named and not title:
        raise Unsure("name_beside", person.words[named[0]].text)
    if len(named) > 1:
        raise Unsure("name_beside", person.words[named[0]].text)
    stems = tuple(person.lists["naming"])
    for verb in person.words:
        if stems and verb.kind == "verb" and verb.low.startswith(stems):
            after = person.words[verb.index + 1 : verb.index + 3]
            if any(word.kind == "name" for word in after):
                raise Unsure("name_beside", after[0].text)


def _title_of_thing(person: Person, phrase: Phrase) -> None:
    """ "las conferencias Mujeres de Fe": a capital inside a sentence, and no article."""
    word = person.words[phrase.head]
    if word.found is None or not word.text[0].isupper() or word.text.isupper():
        return
    if phrase.first == phrase.head and word.index and person.words[word.index - 1].kind in (
        "noun", "name", "preposition",
    ) and person.pair.pos == "noun":  # fmt: skip
        raise Unsure("proper_name", word.text)
