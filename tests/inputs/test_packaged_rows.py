"""The packaged pairs in the form that each metric reads."""

from __future__ import annotations

import pytest
from equimask.inputs.packaged_rows import packaged_rows, rows_of

from equimask.core.errors import DataError
from equimask.core.schema import HIDDEN, MASK
from equimask.inputs.pairs import load_pairs
from equimask.metrics import all_specs, spec_of

PAIRS = load_pairs("de")
AUDITED = [name for name, spec in all_specs().items() if spec.audited]


@pytest.mark.parametrize("metric", AUDITED)
def test_every_column_of_the_metric_is_there_and_all_are_equally_long(metric: str) -> None:
    spec = spec_of(metric)
    columns, label = packaged_rows(spec, "de")
    assert set(spec.columns) <= set(columns)
    assert set(columns) - set(spec.columns) <= set(spec.options)  # known beside: read too
    assert len({len(values) for values in columns.values()}) == 1
    assert label == packaged_rows(spec_of("cps"), "de").label  # one version, whatever the form


def test_some_pairs_are_another_version_of_the_data() -> None:
    some, all_of_them = rows_of(spec_of("cps"), PAIRS[:5]), rows_of(spec_of("cps"), PAIRS)
    assert some.label != all_of_them.label
    assert some.columns["sent_more"] == all_of_them.columns["sent_more"][:5]


def test_bags_hold_both_sides_of_every_pair_under_its_id() -> None:
    columns = rows_of(spec_of("mbe"), PAIRS[:2]).columns
    first, second = PAIRS[:2]
    assert columns["sentence"] == [first.male, second.male, first.female, second.female]
    assert columns["gender"] == ["male", "male", "female", "female"]
    assert columns["pair_id"] == [first.id, second.id] * 2


def test_masks_stand_for_the_gender_word_and_hide_what_agrees_with_it() -> None:
    columns = rows_of(spec_of("dcbm"), PAIRS).columns
    assert all(sentence.count(MASK) == 1 for sentence in columns["masked_sentence"])
    for sentence, pair in zip(columns["masked_sentence"], PAIRS, strict=True):
        filled = [sentence.replace(MASK, word) for word in (pair.male_word, pair.female_word)]
        if HIDDEN not in sentence:
            assert filled == [pair.male, pair.female]


def test_where_nothing_packaged_fits_it_says_what_to_build() -> None:
    with pytest.raises(DataError, match=r"`word` and `gender`.*builders politician_completions"):
        packaged_rows(spec_of("latent_pmi"), "en")
