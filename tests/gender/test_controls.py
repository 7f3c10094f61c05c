"""Control pairs hold what they should, and nothing else differs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.gender.controls import (
    CASE_UNKNOWN,
    NO_OTHER_NAME,
    PER_ROW,
    Controls,
    name_controls,
    neutral_controls,
    other_names,
)
from equimask.gender.lexicon.records import load_names
from equimask.gender.named_rows import NamedRow, NamedSide, NameFinder
from equimask.gender.neutral_contexts import Frame, neutral_contexts
from equimask.inputs.pairs import load_pairs, pair_languages


def packaged(language: str) -> dict[int, NamedRow]:
    finder = NameFinder(language)
    found = (finder.in_pair(pair.sent_more, pair.sent_less) for pair in load_pairs(language))
    return {row: one for row, one in enumerate(found) if not isinstance(one, str)}


def both(language: str) -> tuple[dict[int, NamedRow], Controls, Controls]:
    rows = packaged(language)
    return rows, neutral_controls(rows, language), name_controls(rows, language)


@pytest.mark.parametrize("language", pair_languages())
def test_most_packaged_pairs_have_controls_of_both_kinds(language: str) -> None:
    rows, neutral, names = both(language)
    n = len(load_pairs(language))
    print(f"{language}: {len(rows)} of {n} pairs")
    assert len(rows) >= n / 2
    assert Counter(pair.row for pair in neutral.pairs) == dict.fromkeys(rows, PER_ROW)
    assert Counter(pair.row for pair in names.pairs) == dict.fromkeys(rows, PER_ROW)
    assert neutral.left_out == names.left_out == {}


@pytest.mark.parametrize("language", pair_languages())
def test_neutral_controls_hold_the_names_of_their_row_each_in_its_gender(language: str) -> None:
    rows, neutral, _ = both(language)
    contexts = neutral_contexts(language)
    for pair in neutral.pairs:
        first, second = rows[pair.row]
        assert pair.names == (first.name, second.name)
        assert any(
            pair.frames == (context.of(first.gender), context.of(second.gender))
            for context in contexts
        )


@pytest.mark.parametrize("language", pair_languages())
def test_neutral_contexts_are_used_about_equally_often(language: str) -> None:
    _, neutral, _ = both(language)
    used = Counter(pair.frames[0].after for pair in neutral.pairs if pair.frames[0].after)
    turns = Counter(pair.row for pair in neutral.pairs)
    assert sum(used.values()) == sum(turns.values())
    assert max(used.values()) - min(used.values()) <= PER_ROW * len(turns) // 40


@pytest.mark.parametrize("language", pair_languages())
def test_name_controls_keep_sentence_and_gender(language: str) -> None:
    rows, _, controls = both(language)
    gender = load_names(language)
    for pair in controls.pairs:
        sides = rows[pair.row]
        assert pair.frames[0] == pair.frames[1]
        assert gender[pair.names[0]] == gender[pair.names[1]]
        assert pair.names[0] != pair.names[1]
        kept = [i for i in (0, 1) if pair.names[i] == sides[i].name]
        assert len(kept) == 1  # the name stays on its own side
        assert pair.frames[0] == sides[kept[0]].frame


@pytest.mark.parametrize("language", pair_languages())
def test_every_name_is_put_in_as_often_as_it_was_there(language: str) -> None:
    rows, _, controls = both(language)
    there = Counter(side.name for row in rows.values() for side in row)
    put_in = Counter(
        name
        for pair in controls.pairs
        for name, side in zip(pair.names, rows[pair.row], strict=True)
        if name != side.name
    )
    assert put_in == {name: PER_ROW // 2 * count for name, count in there.items()}


@given(
    own=st.lists(st.sampled_from("ABCDEFGH"), max_size=30),
    spare=st.lists(st.sampled_from("FGHIJK"), unique=True),
    count=st.integers(1, 3),
    refused=st.sets(st.sampled_from("ABCDEFGHIJK")),
)
@settings(deadline=None)
def test_other_names_are_others_that_fit(
    own: list[str], spare: list[str], count: int, refused: set[str]
) -> None:
    found = other_names(own, spare, lambda _, name: name not in refused, count)
    assert found == other_names(own, spare, lambda _, name: name not in refused, count)
    assert len(found) == len(own)
    for name, others in zip(own, found, strict=True):
        possible = ({*own, *spare} - refused) - {name}
        assert len(others) == len(set(others)) == min(count, len(possible))
        assert set(others) <= possible


@given(st.lists(st.sampled_from("ABCDEFGH"), min_size=3, max_size=40))
def test_a_round_in_which_no_name_is_too_frequent_gives_each_as_often_as_it_is_there(
    own: list[str],
) -> None:
    there = Counter(own)
    if max(there.values()) <= len(own) // 3:
        found = other_names(own, [], lambda slot, name: True, 2)
        # two turns that meet give way to the next name, once for each name at most
        put_in = Counter(name for names in found for name in names)
        assert sum(put_in.values()) == 2 * len(own)
        assert all(abs(put_in[name] - 2 * there[name]) <= 2 * max(there.values()) for name in there)


def test_the_packaged_names_step_in_where_the_rows_have_too_few() -> None:
    row = NamedRow(
        NamedSide("Anna", "female", Frame("", " kocht.")),
        NamedSide("Peter", "male", Frame("", " kocht.")),
    )
    controls = name_controls({7: row}, "de")
    assert len(controls.pairs) == PER_ROW
    gender = load_names("de")
    assert [gender[pair.names[1]] for pair in controls.pairs[:2]] == ["female"] * 2
    assert [gender[pair.names[0]] for pair in controls.pairs[2:]] == ["male"] * 2


def _pair(language: str, first: str, second: str) -> Controls:
    found = NameFinder(language).in_pair(first, second)
    assert isinstance(found, NamedRow), found
    return name_controls({0: found}, language)


def test_a_name_in_an_unknown_case_is_left_out() -> None:
    assert _pair("en", "It is James' car.", "It is Mary's car.").left_out == {0: CASE_UNKNOWN}
    assert not _pair("en", "It is James's car.", "It is Mary's car.").left_out


def test_french_words_before_the_name_keep_their_form() -> None:
    elided = _pair("fr", "Le sac d'Alain est là.", "Le sac d'Anne est là.").pairs
    whole = _pair("fr", "Le sac de Paul est là.", "Le sac de Marie est là.").pairs
    vowels = "AÉEIOUHY"
    assert all(name[0] in vowels for pair in elided for name in pair.names)
    assert not any(name[0] in "AÉEIOU" for pair in whole for name in pair.names)


def test_a_name_that_stands_elsewhere_in_the_sentence_is_not_put_in() -> None:
    everybody = " ".join(name for name, of in load_names("de").items() if of == "female")
    first, second = (
        NamedSide(name, gender, Frame("", f" grüßt {everybody}."))  # type: ignore[arg-type]
        for name, gender in (("Xenia", "female"), ("Xaver", "male"))
    )
    assert name_controls({0: NamedRow(first, second)}, "de").left_out == {0: NO_OTHER_NAME}


def test_controls_are_the_same_every_time() -> None:
    assert both("hi") == both("hi")
