"""Names that forbid a swap: who is called Robert is no queen."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.tables import every_first_name
from equimask.gender.swap.engine.words import ENDING, VERBAL, Kind, Words

_OPENS = frozenset(",(:—–-")
_BESIDE = frozenset('(«»"“”')
_COMPLEMENT: frozenset[Kind] = frozenset({
    "preposition", "adjective", "noun", "name", "article", "numeral", "fixed", "unknown", "gender",
    "conjunction", "adverb",
})  # fmt: skip


def check_names(person: Person) -> None:
    """Raise `Unsure` where a name stands beside a phrase of the person and tells their gender."""
    _after_title(person, person.main)
    _called(person)
    _title_of_thing(person, person.main)
    _in_title(person, person.main)
    for phrase in person.own:
        if phrase.kind in ("gender", "role", "common", "headless"):
            _apposed(person, phrase)
    among = person.main.kind == "pronoun"
    if among or person.main.bare or person.is_stated:
        for earlier in person.phrases.every:
            text = person.words[earlier.first].text
            free = earlier.first < person.main.first and (among or not earlier.governed)
            if earlier.kind == "name" and free and text in every_first_name():
                raise Unsure("name_as_antecedent", text)
    for word in person.words:
        if word.kind == "name" and tells(person.words, word.index, 1):
            verb = person.clauses.verb_before(word.index)
            first = tells(person.words, word.index, len(person.words))
            ours = person.belongs(person.clauses.subject(verb.index))
            if verb.kind == "copula" and (first or ours):
                raise Unsure("name_beside", word.text)  # "la actriz era Florence Stanley"


def _apposed(person: Person, phrase: Phrase) -> None:
    """ "el presidente de la cámara, Robert Gates", "Robert Gates, presidente", "fue Mojmir I"."""
    words, before = person.words, person.phrases.before(phrase)
    if phrase is not person.main and phrase.head < phrase.last:
        _refuse_name(words, phrase.last, most=1)
    at = _past_complement(person, phrase.last + 1)
    while words.at(at).text == "," and person.phrases.at(at + 1).kind == "thing":
        at = _past_complement(person, at + 1)  # "del departamento de agua, suelo y aire, Ana Ruiz"
    titled = words[person.phrases.at(phrase.first - 2).first].kind == "article"
    if before.low in person.lists["as"] and not titled:
        _refuse_name(words, phrase.first - 2, most=1)
    theirs = any(w.low in person.lists["their"] for w in words[phrase.first : phrase.head])
    if theirs and person.phrases.after(phrase).text == ",":
        _refuse_name(words, phrase.last + 2, most=0)
    if words.at(at).text in _OPENS:
        at += words.at(at + 1).text in _OPENS | _BESIDE  # two dashes, or a quotation
        closed = words.at(_named(words, at + 1, 1))
        most = len(words) if closed.kind in ("conjunction", "unknown") else 1
        _refuse_name(words, at + 1, most=0 if closed.low in person.lists["of"] else most)
    elif words.at(at).kind == "copula" and not phrase.governed:
        _refuse_name(words, at + 1, most=0)
    _named_further(person, phrase)
    at = phrase.first - 1
    while at > 0 and (words[at].text in (*_OPENS, ")") or words[at].kind in ("adverb", "numeral")):
        # "Moretti, 39, engenheiro", "Patricia Schroeder (CDU), alors députée"
        at = words.past_brackets(at) if words[at].text == ")" else at - 1
    earlier = person.phrases.at(at)
    if earlier and any(w.text in _OPENS for w in words[at + 1 : phrase.first]):
        complement = earlier.kind == "thing" and earlier.governed
        of = words[earlier.head]  # "en la sede del Partido Popular, el presidente"
        complement &= of.text[0].isupper() or of.low in person.lists["called"]
        _refuse_name(words, at, most=len(words) if complement else 1)


def _named_further(person: Person, phrase: Phrase) -> None:
    """ "su esposo, la voz de la banda, Tommy Lee": a name, or a title, before the next verb."""
    for word in person.words[phrase.last + 1 :]:
        if word.kind in VERBAL or word.text in ENDING - {",", ")"}:
            return
        apposed = person.phrases.at(word.index + 1)
        if word.text != "," or apposed.kind != "name" or apposed.governed:
            continue
        titled = person.phrases.readings(apposed.first) == {person.source}
        if titled or tells(person.words, apposed.first, len(person.words)):
            raise Unsure("name_beside", person.words[apposed.head].text)


def _past_complement(person: Person, at: int) -> int:
    """The place behind "de la cámara (BSA)"; a name in it may be that of the person."""
    words, firsts = person.words, every_first_name()
    while _complements(person, at):
        if words[at].text == "(":
            _refuse_name(words, at + 1, most=1)
            at = next((w.index for w in words[at:] if w.text == ")"), at)
        elif words[at].text in _BESIDE:
            at = next((w.index for w in words[at + 1 :] if w.text in _BESIDE), at)
        elif words[at].kind == "name":
            thing = words[at - 1].low in person.lists["called"]  # "partido Telugu Desam"
            called = _is_called(person, at) and tells(words, at, len(words) if thing else 1)
            surname = words[at - 1].kind == "name" and words[at - 1].text not in firsts
            if called or (surname and words[at].text in firsts):
                raise Unsure("name_beside", words[at].text)  # "de Estados Unidos Donald"
        at += 1
    return at


def _complements(person: Person, at: int) -> bool:
    """Whether the word may stand between somebody and their name: "le chef de l'État (ONU) X"."""
    word = person.words.at(at)
    known = word.kind in _COMPLEMENT or word.text in _BESIDE or word.low in person.tables.nouns
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


def _refuse_name(words: Words, at: int, *, most: int) -> None:
    """Raise `Unsure` where a name that may tell the gender stands around that place."""
    first = _named(words, at, -1) + 1
    if first <= at and tells(words, first, most):
        raise Unsure("name_beside", words[first].text)


def tells(words: Words, first: int, most: int) -> bool:
    """Whether the name there is a first name, or has more words than tell no gender."""
    name = words[first : _named(words, first, 1)]
    length = sum(word.kind == "name" for word in name)
    called = words.at(first).text.partition("-")[0]  # "Karl-Theodor"
    return length > most or called in every_first_name()


def _named(words: Words, at: int, step: int) -> int:
    """Where the name ends that the place is in, in that direction: "John D. Eastwood"."""
    while words.at(at).kind == "name" or _abbreviates(words, at):
        at += step
    return at


def _abbreviates(words: Words, at: int) -> bool:
    """ "EE. UU."."""
    return words.at(at).text == "." and words.at(at - 1).text.isupper()


def _after_title(person: Person, phrase: Phrase) -> None:
    """A surname may follow a title ("la señora García"); any other name forbids the swap."""
    title = person.pair.pos == "title" or person.phrases.is_of("titles", phrase)
    follows = person.words[phrase.head + 1 : phrase.last + 1]
    named = [word.text for word in follows if word.kind == "name"]
    if named and (not title or len(named) > 1 or named[0] in every_first_name()):
        raise Unsure("name_beside", named[0])


def _called(person: Person) -> None:
    """ "se llama Juan", "un hombre llamado Juan", "el personaje de Ana es una niña"."""
    verb = person.phrases.before(person.main)
    subject = person.clauses.subject(verb.index)
    for word in person.words:
        names = word.kind == "verb" or (word.kind == "adjective" and person.shows(word.index))
        if names and person.lists.begins("naming", word.low):
            as_what = person.words.at(word.index + 1).low in person.lists["as"]
            name = person.words.at(word.index + 1 + as_what)
            if name.kind == "name":
                raise Unsure("name_beside", name.text)
        of = person.words.at(word.index + 1).low in person.lists["of"]
        stated = word.low in person.lists["names"]  # "el nombre de Yusuf"
        stated |= word.index == subject.head and verb.kind == "copula"
        if of and stated and tells(person.words, word.index + 2, len(person.words)):
            raise Unsure("name_beside", person.words[word.index + 2].text)


def _title_of_thing(person: Person, phrase: Phrase) -> None:
    """ "las conferencias Mujeres de Fe": a capital inside a sentence, and no article."""
    word, before = person.words[phrase.head], person.phrases.before(phrase)
    if not word.text[0].isupper() or word.text.isupper() or phrase.kind == "pronoun":
        return
    title = phrase.governed and _of_name(person, phrase)  # "la Copa del Rey"
    if phrase.bare:
        listed = before.text == "," and person.words.at(before.index - 1).kind == "name"
        streets = before.kind in ("noun", "name") or listed
        streets |= before.kind == "preposition" and person.pair.pos != "title"
        verb = person.phrases.after(phrase).kind in VERBAL
        starts = before.kind == "mark" and person.pair.pos == "noun"
        title |= streets or (starts and verb)  # "Zapatero ve"
    if title:
        raise Unsure("proper_name", word.text)


def _in_title(person: Person, phrase: Phrase) -> None:
    """ "su novela La chica marciana": an article with a capital inside the sentence."""
    for word in reversed(person.words[1 : phrase.head]):
        before = person.words[word.index - 1]
        if word.kind in VERBAL or word.text in ENDING or phrase.kind == "pronoun":
            return
        begins = before.is_word or before.text == ","
        after = word.index + 1  # "Des Moines"
        described = after == phrase.head or person.words[after].text[0].islower()
        if word.kind == "article" and word.text[0].isupper() and begins and described:
            raise Unsure("proper_name", word.text)


def _of_name(person: Person, phrase: Phrase) -> bool:
    """Whether a capital word that does not begin the sentence rules the phrase."""
    before = person.phrases.before(phrase)
    if before.low in person.lists["of"]:
        before = person.words.at(before.index - 1)
    return before.index > 0 and before.text[0].isupper()
