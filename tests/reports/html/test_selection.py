"""Which measures have a figure of their pairs, and what places are called."""

from __future__ import annotations

from equimask.audits.places import Place, packaged_place
from equimask.audits.results import Audit
from equimask.reports.html.selection import is_right_to_left, noun_of, paired_measures, told_apart


def test_only_measures_with_sizes_have_a_distribution(audit: Audit) -> None:
    assert paired_measures(audit) == ["s_jsd"]


def test_any_place_has_a_direction() -> None:
    tags = ("sv", "pt-BR", "fa", None)
    places = [Place("mine", "mine", tag, "mine") for tag in tags]
    assert [is_right_to_left(place) for place in places] == [False, False, True, False]


def test_what_all_names_begin_with_is_left_out() -> None:
    assert told_apart(["ted, German, pud", "ted, English, pud"], ", ") == [
        "German, pud",
        "English, pud",
    ]
    assert told_apart(["ted, German", "crows, German"], ", ") == ["ted, German", "crows, German"]
    assert told_apart(["ted", "ted, German"], ", ") == ["ted", "ted, German"]
    assert told_apart(["ted, German"], ", ") == ["ted, German"]


def test_places_are_languages_as_long_as_all_of_them_are_packaged() -> None:
    packaged, own = packaged_place("de"), Place("de", "German", "de", "mine")
    assert noun_of([packaged]) == "language"
    assert noun_of([packaged, own]) == "data set"
