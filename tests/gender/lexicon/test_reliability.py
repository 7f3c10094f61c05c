from __future__ import annotations

import pytest

from equimask.gender.lexicon.records import parse_pairs
from equimask.gender.lexicon.reliability import merged, reading_of, reliable
from equimask.gender.lexicon.types import Reading

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
MAN, WOMAN = Reading("male", True, "noun"), Reading("female", True, "noun")
PERHAPS_MAN, PERHAPS_WOMAN = Reading("male", False, "noun"), Reading("female", False, "noun")


def test_doubt_of_one_side_leaves_the_other() -> None:
    (pair,) = parse_pairs("de", HEADER + "er\tsie\the\tpron\tsing\tnom\tfemale side: also they\n")
    assert reliable([pair], "male") == (pair,)
    assert reliable([pair], "female") == ()


def test_a_doubtful_plural_leaves_the_singular() -> None:
    text = HEADER + "Enkel\tEnkelin\tx\tnoun\tsing\tnom+acc\t\n"
    text += "Enkel\tEnkelinnen\tx\tnoun\tplur\tnom+acc\tmale side: generic\n"
    singular, plural = parse_pairs("de", text)
    assert reliable([singular, plural], "male") == (singular,)


def test_a_doubtful_reading_of_the_same_form_spoils_it() -> None:
    text = HEADER + "a\tb\tx\tnoun\tsing\tnom+acc\t\na\tc\tx\tnoun\tsing\tacc\tmale side: x\n"
    assert reliable(parse_pairs("de", text), "male") == ()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (MAN, MAN, MAN),
        (MAN, PERHAPS_MAN, MAN),
        (MAN, PERHAPS_WOMAN, MAN),
        (MAN, WOMAN, Reading("", False, "noun")),
        (PERHAPS_MAN, PERHAPS_WOMAN, Reading("", False, "noun")),
        (Reading("male", True, "name"), PERHAPS_MAN, MAN),
    ],
)
def test_two_readings_of_one_word(one: Reading, other: Reading, expected: Reading) -> None:
    assert merged(one, other) == expected
    assert merged(other, one) == expected


def test_possessives_and_object_pronouns_are_oblique() -> None:
    text = HEADER + "".join(f"a\tb\tx\t{cell}\t\n" for cell in CELLS)
    kinds = [reading_of(pair, "male").kind for pair in parse_pairs("de", text)]
    assert kinds == list(CELLS.values())


CELLS = {
    "pron\tsing\tnom": "noun",
    "pron\tsing\t-": "noun",
    "pron\tsing\tacc": "oblique",
    "det\t-\tnom": "oblique",
    "noun\tsing\tacc": "noun",
}
