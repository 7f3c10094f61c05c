"""German paradigms against hand-written forms, and the rules that a table of swaps cannot show."""

from __future__ import annotations

from itertools import product

import pytest

from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.swap import GenderLexicon, Refusal, revert
from equimask.gender.swap.languages.de.rule import REFERRING
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import CASES, tables

# case by case, each masculine, feminine, neuter, plural
PARADIGMS = {
    "der": "der die das die | den die das die | dem der dem den | des der des der",
    "dieser": "dieser diese dieses diese | diesen diese dieses diese"
    " | diesem dieser diesem diesen | dieses dieser dieses dieser",
    "kein": "kein keine kein keine | keinen keine kein keine"
    " | keinem keiner keinem keinen | keines keiner keines keiner",
    "euer": "euer eure euer eure | euren eure euer eure"
    " | eurem eurer eurem euren | eures eurer eures eurer",
    "derselbe": "derselbe dieselbe dasselbe dieselben | denselben dieselbe dasselbe dieselben"
    " | demselben derselben demselben denselben | desselben derselben desselben derselben",
}
ADJECTIVES = {
    "weak": "gute gute gute guten | guten gute gute guten"
    " | guten guten guten guten | guten guten guten guten",
    "mixed": "guter gute gutes guten | guten gute gutes guten"
    " | guten guten guten guten | guten guten guten guten",
    "strong": "guter gute gutes gute | guten gute gutes gute"
    " | gutem guter gutem guten | guten guter guten guter",
}
CELLS = list(product(CASES, ("male", "female", "neuter", "plural")))


def other_side(sentence: str) -> str | Refusal:
    swap = GenderLexicon.load("de").try_swap(sentence)
    if isinstance(swap, Refusal):
        return swap
    assert revert(swap) == sentence
    return swap.female if swap.origin == "male" else swap.male


def forms(paradigm: str) -> dict[tuple[str, str], str]:
    return dict(zip(CELLS, paradigm.replace("|", " ").split(), strict=True))


@pytest.mark.parametrize("basic", PARADIGMS)
def test_a_determiner_has_the_forms_of_the_grammar_book(basic: str) -> None:
    found = next(f for _, f in tables().determiners[basic] if f.basic("male", "nom") == basic)
    assert {(case, gender): found.basic(gender, case) for case, gender in CELLS} == forms(
        PARADIGMS[basic]
    )


@pytest.mark.parametrize("kind", ADJECTIVES)
def test_adjective_endings_are_complete(kind: str) -> None:
    made = {(c, g): "gut" + tables().paradigms[kind][0].basic(g, c) for c, g in CELLS}
    assert made == forms(ADJECTIVES[kind])


def test_every_form_of_a_determiner_is_read_in_its_own_cell() -> None:
    for form, listed in tables().determiners.items():
        for _, paradigm in listed:
            for cell in paradigm.readings(form):
                assert paradigm.basic(*cell) == form


@pytest.mark.parametrize(
    ("contraction", "other"),
    [
        ("vom", "von der"), ("beim", "bei der"), ("im", "in der"), ("am", "an der"),
        ("zum", "zur"), ("hinterm", "hinter der"), ("vorm", "vor der"), ("unterm", "unter der"),
        ("überm", "über der"),
    ],
)  # fmt: skip
def test_a_contraction_opens_before_a_woman(contraction: str, other: str) -> None:
    assert other_side(f"Das Kind stand {contraction} König.") == f"Das Kind stand {other} Königin."


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sieht", "sg"), ("sahen", "pl"), ("kenne", "one"), ("arbeitete", "sg"), ("seid", "you"),
        ("aufstand", "sg"), ("zurückkehrten", "pl"), ("kandidierte", "sg"), ("verstanden", "pl"),
    ],
)  # fmt: skip
def test_verb_forms_tell_their_number(word: str, expected: str) -> None:
    assert tables().verb(word)[0] == expected


def test_a_participle_that_looks_like_a_past_is_not_surely_finite() -> None:
    assert tables().verb("erzogen") == ("pl", False)
    assert tables().verb("zogen") == ("pl", True)
    assert tables().is_participle("gesehen") and not tables().is_participle("sah")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("1938 verließ sie das Land.", "she"),
        ("Weil sie krank war, blieb das Haus leer.", "she"),
        ("Sie zogen nach Triest.", "they"),
        ("Niemand kannte sie.", "her"),
        ("Es erwartete sie ein Sturm.", "her"),
        ("Der Hund kam und biss sie.", "her"),
        ("Die Frau, die sie kannte, schwieg.", ""),
    ],
)
def test_the_verb_tells_what_sie_is(sentence: str, expected: str) -> None:
    parts = Sentence(tokenize(sentence, "de"), tables().records)
    index = next(word.index for word in parts.words if word.low == "sie")
    assert parts.sie(index) == expected


@pytest.mark.parametrize(
    ("noun", "male", "female"),
    [
        ("Musikdirektor", "direktor", "direktorin"),
        ("Hilfsastronomin", "astronom", "astronomin"),
        ("Stahlarbeiterin", "arbeiter", "arbeiterin"),
        ("Vorsitzender", "vorsitzend", "vorsitzend"),
        ("Tierärztin", "tierarzt", "tierärztin"),
    ],
)
def test_a_compound_is_the_role_that_it_ends_with(noun: str, male: str, female: str) -> None:
    every = tables().roles(noun)
    assert every
    for one in every:
        other = one.other if isinstance(one.other, str) else one.other.basic("sing", "nom")
        assert other == (female if one.gender == "male" else male)


@pytest.mark.parametrize("noun", ["Medizin", "Berlin", "Körper", "Parlament", "Enthaltsamkeit"])
def test_what_only_ends_like_a_role_is_none(noun: str) -> None:
    assert tables().roles(noun) == ()


def test_pronouns_are_claimed_from_the_core() -> None:
    assert {"er", "sie", "ihn", "ihm", "ihr", "seinem", "ihren", "sein"} <= REFERRING
    assert not {"ich", "wir", "der", "die", "uns"} & REFERRING


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Er ist Stahlarbeiter.", "Sie ist Stahlarbeiterin."),
        (
            "Nachdem sie als Lehrerin gearbeitet hatte, wurde sie zur Direktorin ernannt.",
            "Nachdem er als Lehrer gearbeitet hatte, wurde er zum Direktor ernannt.",
        ),
        ("Man bot ihr einen Lehrstuhl an.", "Man bot ihm einen Lehrstuhl an."),
        (
            "Nach ihrer Rückkehr schrieb Bahl ihre Memoiren.",
            "Nach seiner Rückkehr schrieb Bahl seine Memoiren.",
        ),
    ],
)
def test_all_that_speaks_of_one_person_changes_together(sentence: str, expected: str) -> None:
    assert other_side(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Die Königin ist eine gute Spürnase.", "predicate_noun"),
        ("Er war einer der besten Spieler.", "one_other"),
        ("Der Autor, den wir kennen, schweigt.", "pronoun_reference"),
        ("In Riga traf sie Lenz, mit dem sie ihr zweites Buch schrieb.", "pronoun_reference"),
        ("Die Regierung sagte, sie arbeite daran.", "pronoun_reference"),
        ("Obwohl sie bewohnbar war, war die Venus leer.", "pronoun_reference"),
        ("Je kleiner ein Stern ist, desto länger lebt er.", "pronoun_reference"),
        ("Woods, der gestern verlor, sagte, dass er müde ist.", "name_as_antecedent"),
        ("Der Verein verlegte seinen Sitz.", "pronoun_reference"),
        ("Sie wurde zum Wahrzeichen der Stadt erklärt.", "ambiguous_word"),
        ("Er kam auf die Liste der reichsten Männer.", "several_gender_words"),
        ("Die Studenten besetzten den Saal.", "number_undecided"),
        ("Mit Mann und Maus ging das Schiff unter.", "number_undecided"),
        ("Gestern sprach die Mutter Gottes zu ihnen.", "idiom"),
        ("Er war Abgeordneter, von 1990 bis 1998 Staatssekretär.", "role"),
        ("Sie war die Frau eines Müllers.", "wife"),
        ("Ich mag dich mehr als die Chefin.", "case_undecided"),
        ("Wer das tut, weiß, dass er recht hat.", "pronoun_reference"),
        ("Am wichtigsten ist den beiden das Wohl ihrer Töchter.", "pronoun_reference"),
    ],
)
def test_a_refusal_says_why(sentence: str, reason: str) -> None:
    result = other_side(sentence)
    assert isinstance(result, Refusal), result
    assert result.reason == reason
