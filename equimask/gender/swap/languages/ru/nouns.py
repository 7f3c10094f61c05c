"""The gender word that is a noun: its record, its case, and the names that forbid its swap."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import BREAKS, VERBAL, Phrase

_CASES = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}
_BARE = {"nomn", "gent", "datv", "accs", "ablt"}  # without a preposition


def introduce(person: Person, found: GenderWord) -> WordPair:
    """The record of the noun that first names the person, who stands there from now on."""
    phrase = next((p for p in person.sentence.phrases if p.head.end == found.end), None)
    good = reliable(found.pairs, found.gender)
    if phrase is None or not good or good[0].pos == "adj":
        raise Unsure("ambiguous_word", found.text)
    _refuse_names(person, phrase)
    before = person.sentence.at(phrase.first.index - 1)
    if before.kind in ("numeral", "ordinal"):
        raise Unsure("collective_numeral", before.text)
    allowed = _by_place(person, phrase)
    readings = [r for r in phrase.readings if r.case in allowed] or phrase.readings
    shown = {(r.number, r.case) for r in readings}
    pairs = [p for p in good if any((p.number, case) in shown for case in _cases_of(p))]
    if len({p.side(person.target) for p in pairs}) != 1 or len({r.number for r in readings}) != 1:
        raise Unsure("case_undecided", found.text)
    if pairs[0].number == "plur":
        raise Unsure("generic", found.text)  # what is said of women may not hold of men
    cases = {r.case for r in readings if any(r.case in _cases_of(p) for p in pairs)}
    made = cases == {"ablt"} and not phrase.preposition and person.ruling(person.words)
    if made or before.lemmas & person.tables["nouns.capacities"]:
        raise Unsure("predicate_noun", found.text)  # "Мария Кюри была женщиной"
    person.mentions[phrase.head], person.named = cases, True
    if before.low in ("о", "об") and not phrase.modifiers:
        person.new[before] = "об" if pairs[0].side(person.target)[0] in "аиоуэ" else "о"
    return pairs[0]


def _by_place(person: Person, phrase: Phrase) -> set[str]:
    """The cases in which a noun may stand where the phrase does; "отца" shows two of them."""
    before = person.sentence.before(phrase.first, "small")
    if phrase.preposition:
        return person.tables.governed(phrase.preposition)
    if before.kind in BREAKS and len({r.number for r in phrase.readings}) == 1:
        return {"nomn"}
    verbs = [w for w in phrase.head.segment if w.kind in ("verb", "short")]
    if before.phrase and not any(r.number == "plur" for w in verbs for r in w.readings):
        return {"gent", "datv"}
    negated = any(w.low in person.tables["words.negations"] for w in phrase.head.segment)
    subject = "nomn" in phrase.cases and before.reads(person.gender, ("VERB",))
    rules = before.kind in VERBAL and before.transitive and not negated and not subject
    return {"accs"} if rules else _BARE


def _refuse_names(person: Person, phrase: Phrase) -> None:
    """A name beside the noun is the person's and would stay; in another case it is another's."""
    related = phrase.head.lemmas & person.tables["nouns.relations"]
    for word in person.words:
        beside = phrase.first.index - 3 < word.index < phrase.head.index + 3
        theirs = word.phrase.cases if word.phrase else phrase.cases
        same = theirs & phrase.cases or (
            word.index == phrase.head.index + 1 and "gent" not in theirs
        )
        apposed = beside if related else same
        if (word.name == "foreign" and beside) or (word.name == "person" and same and apposed):
            raise Unsure("name_beside", word.text)
        other = any(r.living and r.is_one(person.target) for r in word.readings)
        shows = word.name == "person" or other or word.predicates(person.target)
        if shows and phrase.head.lemmas & person.tables["nouns.spouses"]:
            raise Unsure("other_person", word.text)  # whose wife it is


def _cases_of(pair: WordPair) -> set[str]:
    return {_CASES.get(case, case) for case in pair.cases}
