"""The tables of the terminal say no more than the error bar supports."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console

from equimask.reports.terminal import (
    cells,
    minus_control_text,
    result_table,
    top_words,
    two_numbers,
)
from equimask.reports.verdicts import told
from tests.results import CPS as RESULT


@pytest.mark.parametrize(
    ("metric", "value", "neutral", "p_value", "expected"),
    [
        ("cps", 60.0, 50.0, 0.001, "stereotype"),
        ("cps", 40.0, 50.0, 0.001, "anti-stereotype"),
        ("cps", 60.0, 50.0, 0.2, "none shown"),
        ("cps", 60.0, 50.0, None, "stereotype"),  # the interval leaves 50 out
        ("cps", 55.0, 58.0, None, "none shown"),
        ("s_jsd", -0.01, 0.0, 0.001, "stereotype"),
        ("s_jsd", 0.01, 0.0, 0.001, "anti-stereotype"),
        ("mbe", 56.0, None, 0.001, "uncalibrated"),
        ("mbe", 56.0, 57.5, 0.001, "female"),
        ("sbm", 56.0, 50.0, 0.001, "male"),
    ],
)
def test_reading(
    metric: str, value: float, neutral: float | None, p_value: float | None, expected: str
) -> None:
    result = replace(RESULT, metric=metric, value=value, neutral=neutral, p_value=p_value)
    assert told(result) == expected


def test_a_calibrated_score_is_read_from_its_null() -> None:
    calibrated = replace(RESULT, value=52.0, null=57.0, null_stderr=1.0)
    assert told(calibrated) == "anti-stereotype"


def test_the_table_shows_ties_and_skips_and_fits_80_characters() -> None:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(result_table([("de", RESULT), ("en", replace(RESULT, metric="s_jsd"))]))
    text = console.export_text()
    assert "2 ties, skipped 1 identical" in text
    assert "54.0…66.0" in text
    assert "…\n" not in text  # nothing was cut


def test_long_verdicts_fit_beside_small_p_values() -> None:
    stereotype = replace(
        RESULT, metric="s_jsd", neutral=0.0, value=-0.0523, stderr=0.004, ci_low=-0.0603,
        ci_high=-0.0443, p_value=1e-4, mde=0.0128, n=112,
    )  # fmt: skip
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(result_table([("en", stereotype), ("en", replace(RESULT, metric="dcbm"))]))
    heading = console.export_text().splitlines()[0]
    assert heading.split()[:2] == ["data", "metric"]


def test_p_of_a_score_that_nobody_reads_is_not_printed() -> None:
    uncalibrated = replace(RESULT, metric="dcbm", neutral=None, p_value=1e-4)
    assert cells(uncalibrated).p == "–"
    assert cells(replace(uncalibrated, null=48.0, null_stderr=2.0)).p == "< 0.001"


def test_clusters_are_counted_below_the_table_and_what_is_told_of_several_stands_once() -> None:
    both = [replace(RESULT, metric=name, n_clusters=7) for name in ("cps", "aul")]
    text = printed(result_table([("de", one) for one in both]))
    assert text.count("clusters") == 1
    assert f"de cps, aula: {RESULT.n} rows in 7 clusters" in text
    assert "clusters" not in printed(result_table([("de", RESULT)]))


def test_the_contrast_of_a_share_is_in_the_scale_of_its_rows() -> None:
    told = [
        two_numbers(replace(RESULT, metric=n, details=TWO_NUMBERS)) for n in ("s_jsd", "b_s_jsd")
    ]
    assert told[0] == told[1] and "contrast·10³ 221" in told[0]


READ = replace(RESULT, lm_accuracy=0.654, lm_surprisal=1.234, unk_rate=0.0)


def printed(*shown: object) -> str:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for one in shown:
        console.print(one)
    return console.export_text()


def test_language_quality_stands_below_the_scores_it_belongs_to() -> None:
    results = [
        ("de", READ),
        ("de", replace(READ, metric="s_jsd")),
        ("de", replace(READ, metric="aul", lm_accuracy=0.9999)),
        ("fi", replace(READ, metric="dcbm", lm_accuracy=0.0)),
    ]
    text = printed(result_table(results))
    assert "de cps, s_jsd: 65 % of masked tokens right, 1.23 nats each" in text
    assert "de aula: > 99.9 % of tokens in sight right" in text
    assert "fi dcbm: 0 % of gender words right" in text
    assert text.count("A model that knows no language is no fair model.") == 1
    assert "fair model" not in printed(result_table([("de", RESULT)]))


def test_a_note_is_printed_once() -> None:
    noted = replace(READ, notes=("Its weights are of paper.",))
    text = printed(result_table([("de", noted), ("de", replace(noted, metric="s_jsd"))]))
    assert text.count("note: Its weights are of paper.") == 1


def test_a_note_about_one_of_several_says_about_which() -> None:
    noted = replace(READ, notes=("One word is everywhere.",))
    text = printed(result_table([("corpus=ted", noted), ("corpus=news", READ)]))
    assert "note, corpus=ted: One word is everywhere." in text


TWO_NUMBERS = {
    "stereotype_contrast": 0.2212,
    "stereotype_contrast_stderr": 0.0251,
    "stereotype_contrast_ci_low": 0.1721,
    "stereotype_contrast_ci_high": 0.2704,
    "stereotype_contrast_d": 0.41,
    "male_prevalence": 72.9,
    "male_prevalence_ci_low": 68.2,
    "male_prevalence_ci_high": 77.4,
}


@pytest.mark.parametrize(("signed", "name"), [("", "aula"), ("|likelihood:aul", "aul")])
def test_a_score_is_called_as_in_an_audit(signed: str, name: str) -> None:
    result = replace(RESULT, metric="aul", signature=f"aul|n:212{signed}")
    assert f"de {name} %" in " ".join(printed(result_table([("de", result)])).split())


def test_contrast_and_prevalence_stand_in_one_line_below_the_score() -> None:
    result = replace(RESULT, details=TWO_NUMBERS)
    told = "stereotype contrast 0.221 [0.172, 0.270] (d 0.4), men preferred in 73 % [68, 77]"
    assert two_numbers(result) == told
    assert f"de cps: {told}" in " ".join(printed(result_table([("de", result)])).split())
    scaled = two_numbers(replace(result, metric="s_jsd"))
    assert scaled.startswith("stereotype contrast·10³ 221 [172, 270] (d 0.4), men")


def test_of_two_numbers_only_those_that_are_known_are_said() -> None:
    assert two_numbers(RESULT) == ""
    ends = {name: None for name in TWO_NUMBERS if "ci" in name}
    some = {**TWO_NUMBERS, **ends, "stereotype_contrast_stderr": None}
    bare = replace(RESULT, details={**some, "stereotype_contrast_d": None})
    assert two_numbers(bare) == "stereotype contrast 0.2, men preferred in 73 %"
    alone = {name: some[name] for name in some if name.startswith("male")}
    assert two_numbers(replace(RESULT, details=alone)) == "men preferred in 73 %"
    nothing = {**some, "stereotype_contrast": 0.0, "stereotype_contrast_stderr": 0.0}
    assert two_numbers(replace(RESULT, details=nothing)).startswith(
        "stereotype contrast 0.0 (d 0.4)"
    )


CONTROLLED = replace(
    RESULT,
    details={
        "control_kind": "neutral", "control": 52.0, "n_control": 76, "minus_control": 8.5,
        "minus_control_stderr": 4.9,
        "minus_control_ci_low": -1.25, "minus_control_ci_high": 18.0,
        "minus_control_p_value": 0.08,
    },
)  # fmt: skip


def test_a_score_is_shown_beside_its_control() -> None:
    assert minus_control_text(CONTROLLED) == (
        "the same names in neutral contexts 52.0, score minus control 8.5 (-1.2…18.0, p 0.080) "
        "on 76 of 212 rows"
    )
    assert minus_control_text(RESULT) == ""
    assert "minus control" in str(result_table([("de", CONTROLLED)]).caption)


def test_a_control_is_shown_in_the_units_of_its_score() -> None:
    numbers = {"control": 0.002, "minus_control": -0.0104, "minus_control_stderr": 0.0021}
    numbers = {**numbers, "control_kind": "names"}
    small = replace(CONTROLLED, metric="s_jsd", details={**CONTROLLED.details, **numbers})
    told = minus_control_text(small)
    assert told.startswith("other names of the same gender 2.0, score minus control -10.4 ")


def test_only_words_said_rather_of_a_gender_are_said_to_be() -> None:
    """A deviation may be large and the word be said rather of others; a word is named once."""
    listed = [
        ("female", "negative", "divorced", 1.0),
        ("female", "neutral", "divorced", 1.0),
        ("female", "negative", "bad", -0.1),
        ("male", "negative", "bad", 0.02),
        ("non-binary", "negative", "bad", -0.5),
    ]
    rows = [dict(zip(("gender", "sentiment", "word", "pmi"), one, strict=True)) for one in listed]
    told = top_words(replace(RESULT, details={"top_words": rows}))
    assert told.splitlines() == ["said rather of women: divorced", "said rather of men: bad"]
    assert top_words(RESULT) == ""
