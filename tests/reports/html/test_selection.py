"""Which measures have a figure of their pairs, and what languages are called."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.reports.html.selection import is_right_to_left, language_name, paired_measures


def test_only_measures_with_sizes_have_a_distribution(audit: Audit) -> None:
    assert paired_measures(audit) == ["s_jsd"]


def test_any_language_has_a_name_and_a_direction() -> None:
    codes = ("sv", "pt-BR", "fa", "something else")
    assert [language_name(code) for code in codes] == [
        "Swedish",
        "Portuguese (Brazil)",
        "Persian",
        "something else",
    ]
    assert [is_right_to_left(code) for code in codes] == [False, False, True, False]
