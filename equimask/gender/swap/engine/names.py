"""Names that forbid a swap: who is called Robert is no queen."""

from __future__ import annotations

from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.tables import every_first_name
from equimask.gender.swap.engine.words import VERBAL, Kind, Word

_OPENS = frozenset(",(:—–-")
_COMPLEMENT: frozenset[Kind] = frozenset({
    "preposition", "adjective", "noun", "name", "article", "numeral", "fixed", "unknown", "gender",
    "conjunction", "adverb",
})  # fmt: skip


def check_names(person: Person) -> None:
    """Raise `Unsure` where a name stands beside a phrase of the person and tells their gender."""
    _after_title(person, person.main)
    _title_of_thing(person, person.main)
    for phrase in person.own:
        if phrase.kind in ("gender", "role", "common", "headless"):
            _apposed(person, phrase)
    if person.main.kind == "pronoun" or person.main.first == person.main.head:
        for earlier in person.phrases.every:
            text = person.words[earlier.first].text
            free = earlier.first < person.main.first and not earlier.governed
            if earlier.kind == "name" and free and text in every_first_name():
                raise Unsure("name_as_antecedent", text)
    for word in person.words:
        verb = person.clauses.verb_before(word.index) if word.kind == "name" else None
        if (
            verb is None
            or person.words[verb].kind != "copula"
            or not tells(person.words, word.index, 1)
        ):
            continue
        if person.belongs(person.clauses.subject(verb)):
            raise Unsure("name_beside", word.text)  # "la actriz era Florence Stanley"


def _apposed(person: Person, phrase: Phrase) -> None:
    """ "el presidente de la cámara, Robert Gates", "Robert Gates, presidente", "fue Mojmir I"."""
    words, at = person.words, phrase.last + 1
    if phrase is not person.main and phrase.head < phrase.last:
        _refuse_name(words, phrase.last, phrase.last + 1, most=1)
    while at < len(words) and _complements(person, at):
        if words[at].text == "(":
            at = next((w.index for w in words[at:] if w.text == ")"), at)
        if words[at].kind == "name" and _is_called(person, at):
            thing = words[at - 1].low in person.lists["called"]  # "partido Telugu Desam"
            if tells(words, at, len(words) if thing else 1):
                raise Unsure("name_beside", words[at].text)
        first = words[at].text in every_first_name() and words[at - 1].kind == "name"
        if first and words[at - 1].text not in every_first_name():
            raise Unsure("name_beside", words[at].text)  # "presidente de Estados Unidos Donald"
        at += 1
        if at < len(words) and words[at].text == "(":
            _refuse_name(words, at + 1, at + 2, most=1)
            at = next((i for i in range(at, len(words)) if words[i].text == ")"), at) + 1
    before = words[phrase.first - 1] if phrase.first else None
    if before is not None and before.low in person.lists["as"] and phrase.first > 1:
        _refuse_name(words, phrase.first - 2, phrase.first - 1, most=1)
    theirs = any(words[i].low in person.lists["their"] for i in range(phrase.first, phrase.head))
    if theirs and phrase.last + 2 < len(words) and words[phrase.last + 1].text == ",":
        _refuse_name(words, phrase.last + 2, phrase.last + 3, most=0)
    if at < len(words) and words[at].text in _OPENS:
        at += at + 1 < len(words) and words[at + 1].text in _OPENS  # two dashes
        closed = _named(words, at + 1, 1)
        closes = closed >= len(words) or words[closed].kind in ("mark", *VERBAL)
        follows = [word.kind for word in words[closed : closed + 2]]
        of = follows in (["article", "name"], ["preposition", "name"])
        of = of and words[closed].low in person.lists["of"]  # "Itamar da Silva"
        _refuse_name(words, at + 1, at + 2, most=0 if of else 1 if closes else len(words))
    elif at < len(words) and words[at].kind == "copula" and not phrase.governed:
        _refuse_name(words, at + 1, at + 2, most=0)
    at = phrase.first - 1
    while at > 0 and (words[at].text in _OPENS or words[at].kind in ("adverb", "numeral")):
        at -= 1  # "Moretti, 39, engenheiro", "Patricia Schroeder, alors députée"
    earlier = person.phrases.of.get(at)
    if earlier is not None and any(w.text in _OPENS for w in words[at + 1 : phrase.first]):
        complement = earlier.kind == "thing" and earlier.governed
        _refuse_name(words, at, at + 1, most=len(words) if complement else 1)


def _complements(person: Person, at: int) -> bool:
    """Whether the word may stand between somebody and their name: "le chef de l'État (ONU) X"."""
    word = person.words[at]
    known = word.kind in _COMPLEMENT or word.text == "(" or word.low in person.tables.nouns
    return known or _abbreviates(person.words, at)


def _is_called(person: Person, at: int) -> bool:
    """Whether a name begins there: "trabajo Monika Lamperth", "Estado Condoleezza Rice"."""
    before, tables = person.words[at - 1], person.tables
    if before.kind != "name":
        return before.kind in ("gender", "noun", "adjective", "unknown")
    known = (
        tables.content(word.low).is_noun or word.low in tables.adjectives
        for word in (before, person.words[at])
    )
    return list(known) == [True, False]


def _refuse_name(words: list[Word], first: int, last: int, *, most: int) -> None:
    """Raise `Unsure` where a name that may tell the gender stands around those words."""
    first = _named(words, first, -1) + 1
    if first < last and tells(words, first, most):
        raise Unsure("name_beside", words[first].text)


def tells(words: list[Word], first: int, most: int) -> bool:
    """Whether the name there is a first name, or has more words than tell no gender."""
    name = words[first : _named(words, first, 1)]
    length = sum(word.kind == "name" for word in name)
    return length > most or (length > 0 and words[first].text in every_first_name())


def _named(words: list[Word], at: int, step: int) -> int:
    """Where the name ends that the place is in, in that direction: "John D. Eastwood"."""
    while 0 <= at < len(words) and (words[at].kind == "name" or _abbreviates(words, at)):
        at += step
    return at


def _abbreviates(words: list[Word], at: int) -> bool:
    """ "EE. UU."."""
    return words[at].text == "." and at > 0 and words[at - 1].text.isupper()


def _after_title(person: Person, phrase: Phrase) -> None:
    """A surname may follow a title ("la señora García"); any other name forbids the swap."""
    addressed = person.pair.pos == "title"  # "Mr Duncan" is no first name
    firsts = load_names(person.tables.lang) if addressed else every_first_name()
    title = addressed or person.words[phrase.head].low in person.lists["titles"]
    named = [i for i in range(phrase.head + 1, phrase.last + 1) if person.words[i].kind == "name"]
    after = person.words[phrase.last + 1 : phrase.last + 3]
    of = len(after) == 2 and after[0].low in person.lists["of"] and after[1].kind == "name"
    alone = len(named) == 1 and person.words[named[0]].text not in firsts
    if named and (of or not (title and alone)):
        raise Unsure("name_beside", person.words[named[0]].text)
    stems = tuple(person.lists["naming"]) or ("\0",)
    for verb in person.words:
        names = verb.kind == "verb" or (verb.kind == "adjective" and person.shows(verb.index))
        if names and verb.low.startswith(stems):
            after = person.words[verb.index + 1 : verb.index + 3]
            if after and after[0].low in person.lists["as"]:
                after = after[1:]
            if after and after[0].kind == "name":
                raise Unsure("name_beside", after[0].text)


def _title_of_thing(person: Person, phrase: Phrase) -> None:
    """ "las conferencias Mujeres de Fe": a capital inside a sentence, and no article."""
    word = person.words[phrase.head]
    if word.found is None or not word.text[0].isupper() or word.text.isupper():
        return
    behind = person.words[phrase.first - 1] if phrase.first > 1 else None
    if phrase.kind == "pronoun" and behind is not None and behind.kind == "name":
        raise Unsure("proper_name", word.text)  # "Kim Jong Il"
    if phrase.kind != "pronoun" and phrase.governed and behind is not None:
        if behind.low in person.lists["of"]:
            behind = person.words[behind.index - 1]
        if behind.index and behind.text[0].isupper() and behind.kind in ("name", "noun"):
            raise Unsure("proper_name", word.text)  # "la Copa del Rey"
    if phrase.first < phrase.head or phrase.kind == "pronoun":
        return
    before = person.words[word.index - 1].kind if word.index else "mark"
    streets = ("noun", "name") if person.pair.pos == "title" else ("noun", "name", "preposition")
    if before in streets:
        raise Unsure("proper_name", word.text)
    after = person.words[phrase.last + 1] if phrase.last + 1 < len(person.words) else None
    if before == "mark" and person.pair.pos == "noun" and after and after.kind in VERBAL:
        raise Unsure("proper_name", word.text)  # "Zapatero ve"
