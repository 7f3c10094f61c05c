"""Whose words are looked at: in counts that were brought, or in blanks that are asked here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from equimask.core.embedded import EMBEDDED
from equimask.core.errors import DataError
from equimask.inputs.packaged import packaged_table
from equimask.papers.politicians import words
from equimask.papers.politicians.families import MONOLINGUAL, MULTILINGUAL
from equimask.papers.politicians.words import (
    RENAMED,
    added,
    names_in_data,
    sides_of,
    words_of,
)
from equimask.papers.politicians.work import merged
from equimask.papers.request import PaperModel
from tests.papers.politicians import made

OURS = (PaperModel("one", "lab/one", ("en",)), PaperModel("two", "lab/two"))


def labels(models: Any) -> list[str]:
    return [model.label for model in models]


def test_counts_of_several_models_add_up() -> None:
    found = made.work(made.counts()).words
    one = found.of("RoBERTa-base", "en", "ADJ")
    assert one is not None
    both = added([one, one])
    assert both is not None and both.words == one.words and (both.counts == 2 * one.counts).all()
    assert one.genders == ("male", "female", "non-binary")
    assert found.of("RoBERTa-base", "es", "ADJ") is None  # asked in English alone
    assert added([]) is None


def test_the_papers_models_are_in_its_setups() -> None:
    found = made.work(made.counts()).words
    assert labels(found.setup(MONOLINGUAL)[0]) == labels(made.MONOLINGUAL)
    assert labels(found.setup(MULTILINGUAL)[0]) == labels(made.MULTILINGUAL)


def test_other_models_are_in_the_setup_that_they_were_asked_in() -> None:
    found = made.work(made.counts(OURS), models=OURS).words
    assert labels(found.setup(MONOLINGUAL)[0]) == ["one"]
    assert labels(found.setup(MULTILINGUAL)[0]) == ["two"]


def test_without_an_english_model_all_that_know_english_stand_in() -> None:
    found = made.work(made.counts(OURS[1:]), models=OURS[1:]).words
    models, told = found.setup(MONOLINGUAL)
    assert labels(models) == ["two"]
    assert "stand in" in told


def test_a_model_is_found_by_the_last_part_of_its_name() -> None:
    ours = [PaperModel("bert-base-uncased", "/models/bert-base-uncased")]
    there = ["google-bert/bert-base-uncased@0123", "lab/other@4567"]
    assert names_in_data(ours, there) == {"bert-base-uncased": there[0]}
    embedded = [PaperModel(EMBEDDED, EMBEDDED)]
    assert names_in_data(embedded, ["lab_model@0123"]) == {EMBEDDED: "lab_model@0123"}


def test_a_model_of_two_revisions_must_be_named_with_one() -> None:
    there = ["lab/one@0123", "lab/one@4567"]
    with pytest.raises(DataError, match="one model in the completions"):
        names_in_data(OURS[:1], there)
    named = PaperModel("one", "lab/one@0123")
    assert names_in_data([named], there) == {"one": "lab/one@0123"}


def test_two_models_cannot_share_their_completions() -> None:
    both = (PaperModel("a", "here/one"), PaperModel("b", "there/one"))
    with pytest.raises(DataError, match="lab/one@0123 for a and b"):
        names_in_data(both, ["lab/one@0123"])


def test_a_model_without_completions_is_told() -> None:
    found = made.work(made.counts(OURS[:1]), models=OURS).words
    assert labels(found.models) == ["one"]
    assert found.told == ("The completions have no words of two.",)


def test_a_model_that_is_named_for_a_language_has_words_of_it_alone() -> None:
    spanish = PaperModel("two", "lab/two", ("es",))
    found = made.work(made.counts(OURS), models=[OURS[0], spanish]).words
    assert found.languages_of("two") == ("es",)


def test_completions_of_other_models_are_an_error_that_names_them() -> None:
    with pytest.raises(DataError, match=r"completions of one.*lab/three"):
        names_in_data(OURS[:1], ["lab/three@0123"])


def test_a_language_that_was_not_counted_is_an_error() -> None:
    with pytest.raises(DataError, match=r"counts in hi.*ar, en, es"):
        _ = made.work(made.counts(), languages=("hi",)).words


def test_a_model_that_is_named_for_two_languages_is_one() -> None:
    twice = [PaperModel("x", "lab/x", ("es",)), PaperModel("x", "lab/x", ("ar",))]
    assert merged(twice) == (PaperModel("x", "lab/x", ("es", "ar")),)
    known = PaperModel("BERT-base", "google-bert/bert-base-uncased")
    assert merged([known])[0].languages == ("en",)
    with pytest.raises(DataError, match="names differ in their last part"):
        merged([PaperModel("x", "a/x"), PaperModel("x", "b/x")])


def test_sentences_are_asked_once_under_every_name() -> None:
    sides = sides_of("en")
    pairs = list(zip(sides["male"], sides["female"], strict=True))
    assert len(set(pairs)) == len(pairs)
    assert len(packaged_table("en")) < len(pairs) < (RENAMED + 1) * len(packaged_table("en"))


def test_what_was_asked_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def answered(mlm: Any, sides: Any, language: str) -> dict[str, list[str]]:
        calls.append(language)
        return {"word": ["a", "b", "a"], "gender": ["male", "female", "male"]}

    monkeypatch.setattr(words, "words_in_blanks", answered)
    models = (PaperModel(EMBEDDED, EMBEDDED),)
    for _ in range(2):
        request = made.request(models, folder=tmp_path, languages=("en", "ko"))
        found = words_of(request, made.work(models=models).brought)
        assert found.languages_of(EMBEDDED) == ("en",)  # no sentences are packaged in Korean
        table = found.of(EMBEDDED, "en", "ADJ")
        assert table is not None and table.counts.tolist() == [[2, 0], [0, 1]]
    assert calls == ["en"]
    assert "nothing of politicians" in found.told[0]
