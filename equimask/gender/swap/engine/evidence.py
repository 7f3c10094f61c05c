"""Whether a pronoun stands for a person: what its verb says, and what else it might stand for."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.swap.engine.person import Person
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, Kind, Word

_SMALL: frozenset[Kind] = frozenset({"adverb", "negation", "object", "clitic", "auxiliary"})


def is_doubtful(person: Person, phrase: Phrase) -> bool:
    """Whether the pronoun may as well stand for a thing."""
    found = person.words[phrase.head].found
    if found is None or found.text in person.lists["surely_people"]:
        return False
    return not reliable(found.pairs, found.gender)


def does_what_people_do(person: Person, phrase: Phrase) -> bool:
    """Whether the verb after the pronoun is one that only people do."""
    verb = person.words.at(person.words.after(phrase.last, _SMALL))
    return verb.low.startswith(person.tables.human_verbs)


def stands_for_somebody(person: Person) -> bool:
    """Whether the pronoun surely stands for a person: its verb, or a role, says so."""
    main, phrases, lists = person.main, person.phrases, person.lists
    described = person.tables.adjectives  # "elle est responsable"
    stated = any(
        phrase.kind not in ("pronoun", "headless") and main_word not in described
        for phrase in person.own
        for main_word in [person.words[phrase.head].low]
    )
    single, sure = person.source[1] == "sing", not is_doubtful(person, main)
    if main.kind != "pronoun" or (stated and single):
        return True
    placed = phrases.before(main).low in lists["place_prepositions"]
    if placed or phrases.is_of("place_pronouns", main) or not (single or sure):
        return False
    if main.governed or not single:
        return not _may_be_thing(person)
    if sure:
        return True
    earlier = (rival for rival in person.rivals(-1, people=False) if rival.first < main.first)
    free = (r for r in earlier if not r.governed and not person.clauses.is_within(r))
    if any(person.words[r.first].kind in OPENING for r in free):
        return False  # "la vaca ... y ella volvió"
    others = (p for p in person.own if p is not main)
    if any(p.governed or not phrases.is_of("thing_pronouns", p) for p in others):
        return True
    if any(person.words[i].low in lists["personal"] for i in person.changed):
        return True
    return any(_is_human(person, word) and _does(person, word.index) for word in person.words)


def _may_be_thing(person: Person) -> bool:
    """Whether something was named before that a governed pronoun may stand for."""
    main, phrases = person.main, person.phrases
    fitting = [p for p in phrases.every if p.first < main.first and person.fits(p)]
    if person.source[1] == "plur" and any(p.governed for p in fitting):
        return True
    owned = [phrases.at(main.head - step) for step in (1, 2)]  # "la réponse d'elle"
    rivals = (r for r in person.rivals(main.head, people=False) if r not in owned)
    earlier = (r for r in rivals if r.first < main.first)
    # No name, but for "la Maison-Blanche" where people's names have no article.
    return any(r.kind != "name" or person.words[r.first].kind == "article" for r in earlier)


def _is_human(person: Person, word: Word) -> bool:
    """Whether only people do what the verb says, be it in the passive: "il est utilisé"."""
    if word.low in person.lists["human_nouns"]:
        return True
    if word.kind not in ("verb", "participle", "infinitive", "adjective"):
        return False
    if word.kind == "adjective" and word.index in person.phrases.of:
        return False  # "de niveaux élevés"
    before = person.clauses.verb_before(word.index)
    passive = before.kind in ("copula", "participle") and word.kind in ("participle", "adjective")
    done = passive and person.lists.begins("done_to_things", word.low)
    return word.low.startswith(person.tables.human_verbs) and not done


def _does(person: Person, index: int) -> bool:
    """Whether the person does what the verb, or the participle after one, says."""
    if index in person.changed:
        return True
    at = index
    while person.words[at].kind != "verb" and person.words.at(at - 1).kind in (
        *_SMALL, "verb", "preposition",
    ):  # fmt: skip
        at -= 1
        if person.lists.begins("letting", person.words[at].low):
            return False  # "elle lui permet d'obtenir"
    return person.belongs(person.clauses.subject(at))
