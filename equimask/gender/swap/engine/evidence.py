"""Whether a pronoun stands for a person: what its verb says, and what else it might stand for."""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.swap.engine.person import Person
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, Word


def is_doubtful(person: Person, phrase: Phrase) -> bool:
    """Whether the pronoun may as well stand for a thing."""
    found = person.words[phrase.head].found
    if found is None or found.text in person.lists["surely_people"]:
        return False
    return not reliable(found.pairs, found.gender)


def does_what_people_do(person: Person, phrase: Phrase) -> bool:
    """Whether the verb after the pronoun is one that only people do."""
    at = phrase.last + 1
    while at < len(person.words) and person.words[at].kind in (
        "adverb", "negation", "object", "clitic", "auxiliary",
    ):  # fmt: skip
        at += 1
    return at < len(person.words) and person.words[at].low.startswith(person.tables.human_verbs)


def stands_for_somebody(person: Person) -> bool:
    """Whether the pronoun surely stands for a person: its verb, or a role, says so."""
    sure = not is_doubtful(person, person.main)
    if person.main.kind != "pronoun":
        return True
    head = person.words[person.main.head]
    before = person.words[person.main.first - 1].low if person.main.first else ""
    stated = any(phrase.kind not in ("pronoun", "headless") for phrase in person.own)
    if stated and person.source[1] == "sing":
        return True
    placed = before in person.lists["place_prepositions"]
    if (person.source[1] == "plur" and not sure) or placed:
        return False
    if head.low in person.lists["place_pronouns"]:
        return False
    if person.main.governed or person.source[1] == "plur":
        earlier = [
            p for p in person.phrases.every if p.first < person.main.first and person.fits(p)
        ]
        if any(person.words[phrase.head].low in person.lists["personae"] for phrase in earlier):
            return False
        if person.source[1] == "plur" and any(phrase.governed for phrase in earlier):
            return False
        # "la réponse d'elle", "o sonho dele"
        owned = [person.phrases.of.get(head.index - step) for step in (1, 2)]
        until = -1 if before in person.lists["opinions"] else head.index  # "segundo ele"
        rivals = (r for r in person.rivals(until, people=False) if _is_thing(person, r))
        return not any(r.first < person.main.first and r not in owned for r in rivals)
    if sure:
        return True
    if any(r.first < person.main.first for r in _leading_things(person)):
        return False
    if len(person.own) > 1:
        return True
    if any(person.words[i].low in person.lists["personal"] for i in person.changed):
        return True
    human, passive = person.tables.human_verbs, tuple(person.lists["done_to_things"]) or ("\0",)
    return any(
        word.kind in ("verb", "participle", "infinitive", "adjective")
        and word.low.startswith(human)
        and not (_is_passive(person, word) and word.low.startswith(passive))
        and _does(person, word.index)
        for word in person.words
    )


def _is_thing(person: Person, rival: Phrase) -> bool:
    """No name, but for "la Maison-Blanche" where people's names have no article."""
    article = person.words[rival.first].kind == "article"
    return rival.kind != "name" or (article and not person.lists["named_articles"])


def _is_passive(person: Person, word: Word) -> bool:
    """ "il est utilisé"."""
    before = person.clauses.verb_before(word.index)
    stated = before is not None and person.words[before].kind in ("copula", "participle")
    return stated and word.kind in ("participle", "adjective")


def _leading_things(person: Person) -> Iterator[Phrase]:
    """What the sentence spoke of first: "la vaca ... y ella volvió"."""
    for rival in person.rivals(-1, people=False):
        free = not rival.governed and not person.clauses.is_within(rival)
        thing = rival.kind in ("thing", "name") and _is_thing(person, rival)
        if thing and free and person.words[rival.first].kind in OPENING:
            yield rival


def _does(person: Person, index: int) -> bool:
    """Whether the person does what the verb, or the participle after one, says."""
    if index in person.changed:
        return True
    at = index
    while at > 0 and person.words[at - 1].kind in (
        "adverb", "negation", "object", "clitic", "auxiliary", "verb", "preposition",
    ) and person.words[at].kind != "verb":  # fmt: skip
        at -= 1
    if person.words[at].kind == "copula":
        return False
    return person.belongs(person.clauses.subject(at))
