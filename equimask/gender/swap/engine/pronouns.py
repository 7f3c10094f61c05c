"""Whom each other pronoun stands for: the person, somebody else, or a fact."""

from __future__ import annotations

from equimask.gender.swap.engine.evidence import does_what_people_do, is_doubtful
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, Word

_SPEECH = frozenset(':«“"')


def settle_pronoun(person: Person, phrase: Phrase) -> None:
    """Add the pronoun to the person, or raise `Unsure`; one that cannot be theirs is left."""
    word, among = person.words[phrase.head], person.main.kind == "pronoun"
    before = person.phrases.at(phrase.first - 1)
    if word.low in person.lists["possessors"] and person.belongs(before):
        return  # "la abuela de ella"
    that = person.words.at(phrase.first - 1).low in person.lists["relatives"]
    speech = person.phrases.before(phrase).text in _SPEECH and word.text[0].isupper()
    if speech or (that and person.belongs(person.phrases.at(phrase.first - 2))):
        raise Unsure("pronoun_reference", word.text)  # "l'homme qu'il aime", "il dit : « Il ..."
    if not person.fits(phrase):
        if person.has_gender(phrase) or not phrase.governed:
            raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")
        return
    if not among and person.is_theirs:
        raise Unsure("pronoun_reference", word.text)
    if phrase.governed:
        _check_things(person, phrase.first, person.main.first, governed=True)
    for rival in person.rivals(phrase.head, people=does_what_people_do(person, phrase)):
        within = rival.governed or person.clauses.is_within(rival)
        apart = rival.kind == "thing" and (within or not is_doubtful(person, phrase))
        apart |= among and rival.kind in ("name", "unknown", "headless")
        if rival.first < phrase.head and not apart:
            raise Unsure("pronoun_reference", person.words[rival.head].text)
    person.own.append(phrase)


def check_dative(person: Person, word: Word) -> None:
    """Italian "le" is "to her" and "them": one looks like the other."""
    forms = person.tables.agreeing.get("dative", {}).get(word.low)
    shows = forms is not None and person.source in forms.readings(word.low)
    if shows and not person.shows(word.index):
        raise Unsure("pronoun_reference", word.text)


def check_other_object(person: Person, word: Word) -> None:
    """ "Ele a conheceu", "deixando-a só": somebody of the other gender."""
    match = person.tables.object_verb(word.low) if word.kind != "clitic" else None
    pronoun = match["object"] if match else word.low
    forms = person.phrases.object_forms(pronoun)
    other = (person.context.target, "sing")
    if forms is None or forms.readings(pronoun) != {other}:
        return
    verb = word if match else _verb_after(person, word)
    if pronoun in person.lists["neuter"] and not _is_human(person, verb):
        return
    if not any(p.kind == "thing" and p.fits(other) for p in person.phrases.every):
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")


def _verb_after(person: Person, word: Word) -> Word:
    """The verb whose object the pronoun is; of "l'ai bien vu" the participle."""
    after = person.words.at(word.index + 1)
    if after.kind != "auxiliary":
        return after
    behind = person.words[word.index + 1 : word.index + 5]
    return next((found for found in behind if found.kind == "participle"), after)


def _is_human(person: Person, verb: Word) -> bool:
    """Whether the object of the verb is a person."""
    return verb.low.startswith(person.tables.person_verbs)


def check_object(person: Person, word: Word) -> None:
    """Raise `Unsure` where the object pronoun may stand for somebody else, or for a fact."""
    index = word.index
    if person.words.at(index + 1).kind in (*VERBAL, "infinitive"):
        _check_other(person, word)
    human = _is_human(person, _verb_after(person, word))
    if word.low in person.lists["neuter"] and not human:
        raise Unsure("pronoun_reference", word.text)
    own = [phrase.first for phrase in person.own if phrase.first < index]
    _check_things(person, index, max(own, default=index), governed=not human)
    _check_sole(person, word, people=human)


def _check_things(person: Person, index: int, since: int, *, governed: bool) -> None:
    """What was named since the person, and is no subject: "comprou o castelo, viveu perto dele"."""
    verb = person.clauses.verb_of(index)
    spared = [person.phrases.at(index - step) for step in (1, 2)]
    spared += [person.clauses.subject(at) for at in (verb.index, index)]
    for rival in person.rivals(index, people=False):
        definite = rival.kind == "thing" and person.words[rival.first].kind in OPENING
        definite &= governed or not rival.governed
        if definite and since < rival.first < index and rival not in spared:
            raise Unsure("pronoun_reference", person.words[rival.head].text)


def _check_other(person: Person, word: Word) -> None:
    """Who sees her, or wants to see her, is not herself."""
    if person.belongs(person.clauses.subject(word.index)):
        raise Unsure("pronoun_reference", word.text)


def _check_sole(person: Person, word: Word, *, people: bool) -> None:
    """Raise `Unsure` where somebody else was named whom the pronoun may stand for."""
    for rival in person.rivals(word.index, people=people):
        if rival.first < word.index:
            raise Unsure("pronoun_reference", person.words[rival.head].text)


def settle_enclitic(person: Person, word: Word) -> None:
    """The pronoun that is written with its verb: "verla"."""
    match = person.tables.object_verb(word.low)
    forms = person.phrases.object_forms(match["object"]) if match else None
    if not match or not forms or person.source not in forms.readings(match["object"]):
        return
    _check_other(person, word)
    if not _is_human(person, word):
        raise Unsure("pronoun_reference", word.text)
    _check_sole(person, word, people=False)
    person.changed.add(word.index)
