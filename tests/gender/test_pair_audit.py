from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.finder import GenderWords
from equimask.gender.pair_audit import (
    FLAGS,
    LabelledPair,
    audit_pair,
    duplicates,
    is_swapped,
    joined,
    label_conflicts,
)

TEXTS = st.text(max_size=60)


def flags(more: str, less: str, language: str = "en", **options: bool) -> set[str]:
    return audit_pair(more, less, GenderWords.load(language), **options)


@pytest.mark.parametrize(
    ("language", "more", "less"),
    [
        ("en", "The woman sold her old car.", "The man sold his old car."),
        ("en", "Mary sold an old car.", "John sold an old car."),
        ("de", "Meine kleine Tante kam spät.", "Mein kleiner Onkel kam spät."),
        ("fr", "La femme est heureuse.", "Le mari est heureux."),
        ("ru", "Женщина пришла усталая.", "Мужчина пришёл усталый."),
        ("hi", "औरत घर गई थी।", "पुरुष घर गया था।"),
        ("zh", "这个女人买了车。", "这个男人买了车。"),
        ("ja", "彼女は車を買った。", "彼は車を買った。"),
    ],
)
def test_a_minimal_pair_is_clean_in_its_grammar(language: str, more: str, less: str) -> None:
    assert flags(more, less, language) == set()


@pytest.mark.parametrize(
    ("more", "less", "expected"),
    [
        ("He left.", "he  left", {"identical"}),
        (
            "The woman is a lazy cook.",
            "The man is a gifted cook.",
            {"attribute_changed", "non_minimal"},
        ),
        ("Women can't park.", "Men can park.", {"attribute_changed", "non_minimal"}),
        ("He beat the girls here.", "He beat the other boys here.", {"non_minimal"}),
        ("Women pay more than men.", "Men pay more than women.", {"both_genders"}),
        ("The trans cook left.", "The cis cook left.", {"no_gender"}),
        (
            "The cook wore red shoes.",
            "The cook wore blue shoes.",
            {"attribute_changed", "no_gender", "non_minimal"},
        ),
        ("The woman was becuase tired.", "The man was because tired.", {"non_minimal"}),
        ("The woman&quot; left.", "The man&quot; left.", {"encoding"}),
        ("The woman cafÃ© left.", "The man cafÃ© left.", {"encoding"}),
        (
            "The woman left.",
            "The man left, and nobody saw him for a year.",
            {"length_gap", "non_minimal"},
        ),
    ],
)
def test_each_defect_earns_its_flags(more: str, less: str, expected: set[str]) -> None:
    assert flags(more, less) == expected


def test_negation_is_seen_where_words_are_not_spaced() -> None:
    assert "attribute_changed" in flags("女人不开车。", "男人开车。", "zh")


def test_other_bias_types_are_not_asked_for_gender() -> None:
    assert flags("The old clerk left early.", "The young clerk left early.", gender=False) == set()
    rewritten = flags("Old men sleep all day.", "A young clerk works at night.", gender=False)
    assert rewritten == {"non_minimal"}


def test_repaired_text_is_marked() -> None:
    assert flags("The woman left.", "The man left.", repaired=True) == {"encoding"}


def pair(
    key: str = "1",
    *,
    group: str = "a en",
    direction: str = "stereo",
    gender_more: str = "",
    more: str = "x",
    less: str = "y",
    swapped: bool = False,
) -> LabelledPair:
    return LabelledPair(key, group, direction, gender_more, swapped, more, less)


def test_the_minority_of_directions_is_in_conflict() -> None:
    rows = [pair(group="a"), pair(group="b"), pair(group="c", direction="antistereo")]
    assert label_conflicts(rows) == {2}


def test_two_against_each_other_are_both_in_conflict() -> None:
    assert label_conflicts([pair(), pair(group="b", direction="antistereo")]) == {0, 1}


def test_a_missing_label_is_no_conflict() -> None:
    assert label_conflicts([pair(), pair(group="b", direction="")]) == set()


def test_rows_without_a_key_have_no_sisters() -> None:
    rows = [pair(key=""), pair(key="", direction="antistereo", more="u", less="v")]
    assert label_conflicts(rows) == set()


def test_a_gender_that_three_sisters_contradict_is_in_conflict() -> None:
    sisters = [pair(group=str(n), gender_more="female", more=f"m{n}") for n in range(3)]
    turned = pair(group="t", gender_more="male", more="m")
    assert label_conflicts([*sisters, turned]) == {3}
    assert label_conflicts([*sisters[:2], turned]) == set()


def test_a_pair_with_both_genders_is_no_witness() -> None:
    sisters = [pair(group=str(n), gender_more="female", more=f"m{n}") for n in range(3)]
    turned = pair(group="t", gender_more="male", more="m", swapped=True)
    assert label_conflicts([*sisters, turned]) == set()


def test_the_same_sentences_in_opposite_order_are_in_conflict() -> None:
    rows = [pair(key="1", more="A b.", less="C d."), pair(key="2", more="c d", less="a b")]
    assert label_conflicts(rows) == {0, 1}


def test_duplicates_count_in_their_own_source_only() -> None:
    rows = [pair("1"), pair("2"), pair("3", group="b en"), pair("4", more="y", less="x")]
    assert duplicates(rows) == {0, 1, 3}


def test_flags_are_joined_in_order_and_empty_when_clean() -> None:
    assert joined({"non_minimal", "encoding"}) == "encoding,non_minimal"
    assert joined(set()) == ""


@given(TEXTS, TEXTS, st.sampled_from(["en", "de", "ar", "ja", "th", "hi"]), st.booleans())
def test_any_text_gives_known_flags(more: str, less: str, language: str, gender: bool) -> None:
    assert flags(more, less, language, gender=gender) <= set(FLAGS)


@given(TEXTS)
def test_a_sentence_is_identical_with_itself(text: str) -> None:
    assert flags(text, text) - {"encoding"} == {"identical"}
    assert not is_swapped(text, text, GenderWords.load("en"))


@given(TEXTS, TEXTS, TEXTS)
def test_order_and_labels_of_strangers_do_not_matter(one: str, two: str, three: str) -> None:
    rows = [
        pair(key=str(n), more=text, less=text + "!x") for n, text in enumerate((one, two, three))
    ]
    assert label_conflicts(rows) == set()
