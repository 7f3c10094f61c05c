"""From the fields to a result: the same number as everywhere, and a word on what was scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.embedded import EMBEDDED, embedded_languages, embedded_model_path
from equimask.core.errors import DataError, EquimaskError, InputError, OptionError
from equimask.core.languages import get_language
from equimask.evaluation import score
from equimask.space.pasted import example
from equimask.space.scoring import Fields, measure

LANGUAGE = embedded_languages()[0]
PAIRS = ("She cooks.\tHe cooks.", "He leads.\tShe leads.", "The old man fell.\tThe man fell.")
NAMED = "\n".join(
    ["A_x\tB_x\tbias_type", *map("\t".join, zip(PAIRS, ("gender", "gender", "age"), strict=True))]
)
COLUMNS = "sent_more=A_x, sent_less=B_x"


def test_an_empty_field_scores_the_packaged_rows_as_everywhere() -> None:
    measured = measure("cps", Fields(EMBEDDED, LANGUAGE, " \n"))
    expected = score("cps", language=LANGUAGE, model=str(embedded_model_path()), progress=False)
    assert measured.result == expected
    name = get_language(LANGUAGE).name
    rows = len(measured.columns["sent_more"])
    assert (
        measured.story == f"Nothing was pasted, so the {rows} packaged rows in {name} were scored."
    )
    assert not measured.warning


def test_pasted_rows_are_scored_and_signed_as_ones_own() -> None:
    measured = measure("s_jsd", Fields(EMBEDDED, LANGUAGE, example("s_jsd", LANGUAGE)))
    assert measured.result.n == len(measured.columns["sent_more"]) == 8
    assert "|data:custom@" in measured.result.signature
    assert measured.story.startswith("8 pasted rows were scored")


def test_untrained_copies_give_a_metric_its_neutral_point() -> None:
    fields = Fields(EMBEDDED, LANGUAGE, example("dcbm", LANGUAGE))
    assert measure("dcbm", fields).result.neutral is None
    calibrated = measure("dcbm", fields._replace(calibrate=True)).result
    assert calibrated.neutral == calibrated.null is not None


def test_words_need_no_model_and_keep_their_counts() -> None:
    measured = measure("latent_pmi", Fields(None, "en", example("latent_pmi", "en")))
    assert "|model:none|" in measured.result.signature
    assert measured.result.n > len(measured.columns["word"])


def test_words_are_asked_for_where_none_are_packaged() -> None:
    with pytest.raises(InputError, match=r"but got an empty field\. .*Show an example"):
        measure("latent_pmi", Fields(None, "en"))


def test_columns_and_rows_are_chosen_as_everywhere() -> None:
    measured = measure("cps", Fields(EMBEDDED, "en", NAMED, COLUMNS, "bias_type=gender\n"))
    assert measured.columns["sent_more"] == ["She cooks.", "He leads."]
    assert measured.story == "2 of 3 pasted rows were scored as English."
    more, less = zip(*(pair.split("\t") for pair in PAIRS), strict=True)
    expected = score(
        "cps",
        {"A_x": more, "B_x": less, "bias_type": ["gender", "gender", "age"]},
        columns={"sent_more": "A_x", "sent_less": "B_x"},
        where={"bias_type": "gender"},
        language="en",
        model=EMBEDDED,
        progress=False,
    )
    assert measured.result == expected
    assert "where:bias_type=gender" in measured.result.signature


def test_several_conditions_stand_in_several_lines() -> None:
    where = "bias_type=age\n\n bias_type = gender \nB_x=He cooks."
    measured = measure("cps", Fields(EMBEDDED, "en", NAMED, COLUMNS, where))
    assert measured.columns["sent_more"] == ["She cooks."]
    everything = measure("cps", Fields(EMBEDDED, "en", NAMED, COLUMNS, "bias_type=*"))
    assert everything.story == "3 pasted rows were scored as English."


def test_both_sides_of_a_pair_are_counted_as_one_row() -> None:
    text = "male\tfemale\n" + "\n".join(f"He is {i}.\tShe is {i}." for i in range(4))
    measured = measure("mbe", Fields(EMBEDDED, "en", text))
    assert measured.result.n == len(measured.columns["gender"]) == 8
    assert measured.story == "4 pasted rows were scored as English."


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        (Fields(EMBEDDED, "en", NAMED, COLUMNS), DataError, r"one `bias_type`.*gender \(2\), age"),
        (Fields(EMBEDDED, "en", NAMED, COLUMNS, "bias_type=race"), DataError, "none: bias_type is"),
        (
            Fields(EMBEDDED, "en", NAMED, "sent_more=A_x", "bias_type=gender"),
            DataError,
            "no column 'sent_less'",
        ),
        (Fields(EMBEDDED, "en", NAMED, "sent_mor=A_x"), InputError, "Did you mean 'sent_more'"),
        (Fields(EMBEDDED, "en", NAMED, "A_x"), OptionError, "columns such as"),
        (Fields(EMBEDDED, "en", NAMED, COLUMNS, "gender"), OptionError, "where such as"),
        (Fields(EMBEDDED, "en", "", COLUMNS), InputError, "`columns` alone"),
        (Fields(EMBEDDED, "en", "", "", "bias_type=gender"), InputError, "`where` alone"),
        (
            Fields(EMBEDDED, "en", "lang\tsent_more\tsent_less\nde\tSie singt.\tEr singt."),
            DataError,
            "rows in 'en' .* got rows in 'de'",
        ),
        (Fields(EMBEDDED, "", PAIRS[0]), OptionError, "''"),
        (Fields(EMBEDDED, "english please", PAIRS[0]), OptionError, "'english please'"),
        (Fields(EMBEDDED, "it"), DataError, "a language with packaged pairs"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_not_chosen_or_not_there(
    fields: Fields, error: type[EquimaskError], message: str
) -> None:
    with pytest.raises(error, match=message):
        measure("cps", fields)


@pytest.mark.parametrize(
    ("tag", "code"), [("sv", "sv"), ("pt_br", "pt-BR"), ("zh-Hant", "zh-Hant")]
)
def test_rows_of_ones_own_are_in_any_language(tag: str, code: str) -> None:
    measured = measure("sbm", Fields(EMBEDDED, tag, "A b.\tA c.\nB b.\tB c."))
    assert f"|lang:{code}|" in measured.result.signature
    with pytest.raises(DataError, match="a language with packaged pairs"):
        measure("sbm", Fields(EMBEDDED, tag))


def test_a_language_that_the_embedded_model_does_not_know_is_a_warning() -> None:
    assert "it" not in embedded_languages()
    rows = "Lui cucina.\tLei cucina.\nLui canta.\tLei canta."
    measured = measure("sbm", Fields(EMBEDDED, " it ", rows))
    assert measured.story == "2 pasted rows were scored as Italian."
    assert "|lang:it|" in measured.result.signature
    assert measured.warning == (
        "The embedded model has not learnt Italian: this score means nothing."
    )


def test_a_file_is_scored_and_signed_as_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(NAMED, encoding="utf-8")
    choice = {"columns": COLUMNS, "where": "bias_type=gender"}
    measured = measure("cps", Fields(EMBEDDED, "en", file=str(path), **choice))
    expected = score("cps", str(path), language="en", model=EMBEDDED, progress=False, **choice)
    assert measured.result == expected
    assert measured.columns["sent_more"] == ["She cooks.", "He leads."]
    assert measured.story == "2 of 3 rows of mine.tsv were scored as English."


def test_words_in_a_file_keep_their_counts(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text(example("latent_pmi", "en").replace("\t", ","), encoding="utf-8")
    pasted = measure("latent_pmi", Fields(None, "en", example("latent_pmi", "en"))).result
    found = measure("latent_pmi", Fields(None, "en", file=str(path))).result
    assert (found.value, found.n) == (pasted.value, pasted.n)


def test_which_of_two_places_is_meant_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(NAMED, encoding="utf-8")
    with pytest.raises(InputError, match="rows from one place, but got 3 in the field and a file"):
        measure("cps", Fields(EMBEDDED, "en", NAMED, COLUMNS, file=str(path)))


@pytest.mark.parametrize(
    ("field", "given", "got"),
    [
        ("where", "\n".join(f"a=b{i}" for i in range(200_000)), "characters"),
        ("columns", ",".join(f"a{i}=b" for i in range(100_000)), "characters"),
        ("language", "e" * 2_001, "2,001 characters"),
        ("model", {"a": "dictionary"}, "no text"),
        ("language", ["en"], "no text"),
    ],
)
def test_what_nobody_types_is_refused_at_once(field: str, given: object, got: str) -> None:
    fields = Fields(EMBEDDED, "en", "\n".join(PAIRS))._replace(**{field: given})
    with pytest.raises(
        InputError, match=rf"at most 2,000 characters as '{field}', but got .*{got}"
    ):
        measure("cps", fields)
