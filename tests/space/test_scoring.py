"""From the fields to a result: the same number as everywhere, and a word on what was scored."""

from __future__ import annotations

import pytest

from equimask.core.embedded import EMBEDDED, embedded_languages, embedded_model_path
from equimask.core.errors import EquimaskError, InputError
from equimask.core.languages import get_language
from equimask.evaluation import score
from equimask.space.pasted import example
from equimask.space.scoring import measure

LANGUAGE = embedded_languages()[0]


def test_an_empty_field_scores_the_packaged_rows_as_everywhere() -> None:
    measured = measure("cps", EMBEDDED, LANGUAGE, " \n")
    expected = score("cps", language=LANGUAGE, model=str(embedded_model_path()), progress=False)
    assert measured.result == expected
    name = get_language(LANGUAGE).name
    rows = len(measured.columns["sent_more"])
    assert (
        measured.story == f"Nothing was pasted, so the {rows} packaged rows in {name} were scored."
    )
    assert not measured.warning


def test_pasted_rows_are_scored_and_signed_as_ones_own() -> None:
    measured = measure("s_jsd", EMBEDDED, LANGUAGE, example("s_jsd", LANGUAGE))
    assert measured.result.n == len(measured.columns["sent_more"]) == 8
    assert "|data:custom@" in measured.result.signature
    assert measured.story.startswith("8 pasted rows were scored")


def test_untrained_copies_give_a_metric_its_neutral_point() -> None:
    text = example("dcbm", LANGUAGE)
    assert measure("dcbm", EMBEDDED, LANGUAGE, text).result.neutral is None
    calibrated = measure("dcbm", EMBEDDED, LANGUAGE, text, calibrate=True).result
    assert calibrated.neutral == calibrated.null is not None


def test_words_need_no_model_and_keep_their_counts() -> None:
    measured = measure("latent_pmi", None, "en", example("latent_pmi", "en"))
    assert "|model:none|" in measured.result.signature
    assert measured.result.n > len(measured.columns["word"])


def test_words_are_asked_for_where_none_are_packaged() -> None:
    with pytest.raises(InputError, match=r"but got an empty field\. .*Show an example"):
        measure("latent_pmi", None, "en", "")


def test_a_language_that_the_embedded_model_does_not_know_is_a_warning() -> None:
    unknown = "sv"
    assert unknown not in embedded_languages()
    measured = measure("sbm", EMBEDDED, unknown, "Er kocht.\tSie kocht.\nEr singt.\tSie singt.")
    assert measured.warning == (
        f"The embedded model has not learnt {get_language(unknown).name}: this score means nothing."
    )


def test_a_language_without_packaged_rows_is_a_clear_error() -> None:
    with pytest.raises(EquimaskError, match="a language with packaged pairs"):
        measure("cps", EMBEDDED, "it", "")
