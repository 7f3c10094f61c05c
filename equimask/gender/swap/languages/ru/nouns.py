"""The gender word that is a noun: its record, its case, and the names that forbid its swap."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import VERBAL, Phrase

_CASES = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}
_BARE = {"nomn", "gent", "datv", "accs", "ablt"}  # without a preposition


def introduce(person: Person, found: GenderWord) -> WordPair:
    """The record of the noun that first names the person, who stands there from now on."""
    phrase = next(
        (p for p in person.sentence.phrases if person.words[p.head].end == found.end), None
    )
    if phrase is None:
        raise Unsure("compound_word", found.text)
    _refuse_names(person, phrase)
    before, reliably = person.sentence.at(phrase.first - 1), reliable(found.pairs, found.gender)
    if before.kind in ("numeral", "ordinal"):
        raise Unsure("collective_numeral", before.text)
    allowed = _by_place(person, phrase)
    readings = [r for r in phrase.readings if r.case in allowed] or phrase.readings
    shown = {(r.number, r.case) for r in readings}
    pairs = [p for p in reliably if any((p.number, case) in shown for case in _cases_of(p))]
    if not reliably or any(p.pos == "adj" for p in reliably):
        raise Unsure("ambiguous_word", found.text)
    numbers = {r.number for r in readings}
    if len({p.side(person.target) for p in pairs}) != 1 or len(numbers) != 1:
        raise Unsure("case_undecided", found.text)
    if pairs[0].number == "plur":
        raise Unsure("generic", found.text)  # what is said of women may not hold of men
    cases = {r.case for r in readings if any(r.case in _cases_of(p) for p in pairs)}
    ruling = person.ruling(person.sentence.segment(person.words[phrase.head]))
    if cases == {"ablt"} and not phrase.preposition and ruling:
        raise Unsure("predicate_noun", found.text)  # "Мария Кюри была женщиной"
    person.mentions[phrase.head], person.named = cases, True
    if before.low in ("о", "об") and phrase.first == phrase.head:
        person.new[before.index] = "об" if pairs[0].side(person.target)[0] in "аиоуэ" else "о"
    return pairs[0]


def _by_place(person: Person, phrase: Phrase) -> set[str]:
    """The cases in which a noun may stand where the phrase does; "отца" shows two of them."""
    before = person.sentence.before(phrase.first)
    if phrase.preposition:
        return person.tables.governed(phrase.preposition)
    if before.kind in ("mark", "conjunction") and len({r.number for r in phrase.readings}) == 1:
        return {"nomn"}
    if before.phrase:
        return {"gent", "datv"}
    segment = person.sentence.segment(person.words[phrase.head])
    negated = any(w.low in person.tables["words.negations"] for w in segment)
    subject = "nomn" in phrase.cases and before.reads(person.gender, ("VERB",))
    rules = before.kind in VERBAL and before.transitive and not negated and not subject
    return {"accs"} if rules else _BARE


def _refuse_names(person: Person, phrase: Phrase) -> None:
    """A name beside the noun is the person's and would stay; in another case it is another's."""
    head = person.words[phrase.head]
    for word in person.words:
        beside = phrase.first - 3 < word.index < phrase.head + 3
        same = word.head is None or word.head.cases & phrase.cases
        other = same and not head.lemmas & person.tables["nouns.relations"]
        if (word.name == "foreign" and beside) or (
            word.name == "person" and (other or (beside and same))
        ):
            raise Unsure("name_beside", word.text)
        if head.lemmas & person.tables["nouns.spouses"] and word.predicates(person.target):
            raise Unsure("other_person", word.text)  # whose husband it is


def _cases_of(pair: WordPair) -> set[str]:
    return {_CASES.get(case, case) for case in pair.cases}
