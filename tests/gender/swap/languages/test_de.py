"""German paradigms against hand-written forms, and the rules that a table of swaps cannot show."""

from __future__ import annotations

import csv
from itertools import pairwise, product
from pathlib import Path

import pytest

from equimask.gender.lexicon.types import Edit, ParsedToken, Refusal
from equimask.gender.swap.edits import apply, inverse
from equimask.gender.swap.languages.de.declension import (
    DETERMINERS,
    adjective_ending,
    cased_like,
    determiner_readings,
    is_determiner,
)
from equimask.gender.swap.languages.de.rule import REFERRING
from equimask.gender.swap.languages.de.tables import (
    CASES,
    CONTRACTED,
    CONTRACTIONS,
    DEFINITE,
    GENDERS,
    PREPOSITION_CASES,
)
from equimask.gender.swap.languages.de.verbs import (
    is_infinitive,
    is_participle,
    is_zu_infinitive,
    numbers,
)
from tests.gender.swap.languages.german_swapper import swap

# case by case, each masculine, feminine, neuter, plural
PARADIGMS = {
    "der": "der die das die | den die das die | dem der dem den | des der des der",
    "dies": "dieser diese dieses diese | diesen diese dieses diese"
    " | diesem dieser diesem diesen | dieses dieser dieses dieser",
    "kein": "kein keine kein keine | keinen keine kein keine"
    " | keinem keiner keinem keinen | keines keiner keines keiner",
    "euer": "euer eure euer eure | euren eure euer eure"
    " | eurem eurer eurem euren | eures eurer eures eurer",
    "selb": "derselbe dieselbe dasselbe dieselben | denselben dieselbe dasselbe dieselben"
    " | demselben derselben demselben denselben | desselben derselben desselben derselben",
    "jenig": "derjenige diejenige dasjenige diejenigen | denjenigen diejenige dasjenige diejenigen"
    " | demjenigen derjenigen demjenigen denjenigen"
    " | desjenigen derjenigen desjenigen derjenigen",
}
ADJECTIVES = {
    "weak": "gute gute gute guten | guten gute gute guten"
    " | guten guten guten guten | guten guten guten guten",
    "mixed": "guter gute gutes guten | guten gute gutes guten"
    " | guten guten guten guten | guten guten guten guten",
    "strong": "guter gute gutes gute | guten gute gutes gute"
    " | gutem guter gutem guten | guten guter guten guter",
}
CELLS = list(product(CASES, GENDERS))


def forms(paradigm: str) -> dict[tuple[str, str], str]:
    return dict(zip(CELLS, paradigm.replace("|", " ").split(), strict=True))


@pytest.mark.parametrize("stem", PARADIGMS)
def test_a_determiner_has_the_forms_of_the_grammar_book(stem: str) -> None:
    determiner = next(d for d in DETERMINERS if d.stem == stem.replace("der", ""))
    assert {cell: determiner.form(*cell) for cell in CELLS} == forms(PARADIGMS[stem])


@pytest.mark.parametrize("kind", ADJECTIVES)
def test_adjective_endings_are_complete(kind: str) -> None:
    assert {cell: "gut" + adjective_ending(kind, *cell) for cell in CELLS} == forms(
        ADJECTIVES[kind]
    )


@pytest.mark.parametrize("determiner", DETERMINERS, ids=lambda d: f"{d.kind}-{d.stem}")
def test_every_form_is_read_in_its_own_cell(determiner) -> None:
    for cell in determiner.cells():
        assert cell in determiner_readings(determiner.form(*cell))[determiner]


@pytest.mark.parametrize("determiner", DETERMINERS, ids=lambda d: f"{d.kind}-{d.stem}")
def test_a_form_goes_to_another_gender_and_comes_back(determiner) -> None:
    genders = sorted({gender for _, gender in determiner.cells()} - {"p"})
    for case, one, other in product(CASES, genders, genders):
        there = determiner.form(case, other)
        assert (case, other) in determiner_readings(there)[determiner]
        back = next(d for d in determiner_readings(there) if d == determiner).form(case, one)
        assert back == determiner.form(case, one)


@pytest.mark.parametrize(
    ("short", "full"), [("unsre", "unsere"), ("unserm", "unserem"), ("eurem", "eurem")]
)
def test_short_forms_are_read_like_full_ones(short: str, full: str) -> None:
    assert determiner_readings(short) == determiner_readings(full)


def test_no_pronoun_or_preposition_is_a_determiner() -> None:
    assert not any(map(is_determiner, ["ich", "er", "sie", "ihn", "ihm", "von", "und", "nicht"]))


@pytest.mark.parametrize("contraction", CONTRACTIONS)
def test_a_contraction_is_a_preposition_and_an_article(contraction: str) -> None:
    preposition, case, genders = CONTRACTIONS[contraction]
    assert case in PREPOSITION_CASES[preposition]
    letters = {DEFINITE[case, gender][-1] for gender in genders}
    assert letters == {contraction[-1]}


def test_contracted_forms_are_datives() -> None:
    for preposition, contraction in CONTRACTED.items():
        assert CONTRACTIONS[contraction] == (preposition, "dat", "mn")


@pytest.mark.parametrize(
    ("contraction", "other"),
    [
        ("vom", "von der"), ("beim", "bei der"), ("im", "in der"), ("am", "an der"),
        ("zum", "zur"), ("hinterm", "hinter der"), ("vorm", "vor der"), ("unterm", "unter der"),
        ("überm", "über der"),
    ],
)  # fmt: skip
def test_a_contraction_opens_before_a_woman(contraction: str, other: str) -> None:
    sentence = f"Das Kind stand {contraction} König."
    result = swap(sentence)
    assert not isinstance(result, Refusal)
    assert result[0] == f"Das Kind stand {other} Königin."


@pytest.mark.parametrize(
    ("model", "word", "expected"),
    [
        ("Der", "die", "Die"),
        ("der", "die", "die"),
        ("DER", "die", "DIE"),
        ("Vom", "von der", "Von der"),
    ],
)
def test_casing_is_kept(model: str, word: str, expected: str) -> None:
    assert cased_like(model, word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sieht", {"3sg"}), ("sahen", {"pl"}), ("kenne", {"1sg"}), ("arbeitete", {"3sg"}),
        ("lächelst", {"2sg"}), ("seid", {"2pl"}), ("aufstand", {"3sg"}), ("verstanden", {"pl"}),
        ("Haus", set()),
    ],
)  # fmt: skip
def test_verb_forms_tell_person_and_number(word: str, expected: set[str]) -> None:
    assert numbers(word) == expected


def test_infinitives_and_participles_are_known() -> None:
    assert is_infinitive("besuchen") and not is_infinitive("besuchte")
    assert is_participle("gesehen") and is_participle("verstanden") and not is_participle("sah")
    assert is_zu_infinitive("anzusehen") and not is_zu_infinitive("zusehen")


def test_pronouns_are_claimed_from_the_core() -> None:
    assert {"er", "sie", "ihn", "ihm", "ihr", "seinem", "ihren", "sein"} <= REFERRING
    assert not {"ich", "wir", "der", "die", "uns"} & REFERRING


def parse(sentence: str, word: str, case: str, deprel: str) -> tuple[ParsedToken, ...]:
    start = sentence.index(word)
    token = ParsedToken(
        word, start, start + len(word), word, "NOUN", {"Case": case}, -1, deprel
    )  # fmt: skip
    return (token,)


@pytest.mark.parametrize(
    ("case", "deprel", "expected"),
    [
        ("Nom", "nsubj", "Die neue Brücke besichtigte der König."),
        ("Acc", "obj", "Die neue Brücke besichtigte den König."),
    ],
)
def test_a_parse_decides_what_the_rules_leave_open(case: str, deprel: str, expected: str) -> None:
    sentence = "Die neue Brücke besichtigte die Königin."
    assert swap(sentence) == Refusal("case_undecided", "Königin")
    result = swap(sentence, parse(sentence, "Königin", case, deprel))
    assert not isinstance(result, Refusal)
    assert result[0] == expected


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("König Ludwig war reich.", "name_beside"),
        ("Die Ärztin, eine Deutsche, half uns.", "apposition"),
        ("Die Königin ist eine gute Spürnase.", "predicate_noun"),
        ("Die Sportlerin war die beste.", "predicate_adjective"),
        ("Der Lehrer nahm den Ball und warf ihn.", "pronoun_reference"),
        ("Ich mag dich mehr als die Chefin.", "case_undecided"),
        ("Der Lehrer sah ihn.", "several_gender_words"),
        ("Kennt er den Titel „Die Königin der Nacht“?", "quoted_title"),
    ],
)
def test_a_refusal_says_why(sentence: str, reason: str) -> None:
    result = swap(sentence)
    assert isinstance(result, Refusal)
    assert result.reason == reason


def table() -> list[str]:
    path = Path(__file__).parent / "cases" / "de.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row["sentence"] for row in rows if row["expected"]]


@pytest.mark.parametrize("sentence", table())
def test_edits_stand_at_their_offsets_and_lead_back(sentence: str) -> None:
    result = swap(sentence)
    assert not isinstance(result, Refusal)
    swapped, edits = result
    ordered: list[Edit] = sorted(edits, key=lambda edit: edit.start)
    assert all(sentence[edit.start : edit.end] == edit.old != edit.new for edit in ordered)
    assert all(one.end <= two.start for one, two in pairwise(ordered))
    assert apply(swapped, inverse(edits)) == sentence
