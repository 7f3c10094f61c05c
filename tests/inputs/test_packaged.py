"""The packaged pairs in the form that each metric reads."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from equimask.core.errors import DataError
from equimask.core.schema import HIDDEN, MASK
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_rows, table_of
from equimask.inputs.pairs import load_pairs, pair_languages
from equimask.metrics import all_specs, spec_of

PAIRS = load_pairs("de")
TABLE = table_of(PAIRS, "de")
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
    some = rows_of(spec_of("cps"), table_of(PAIRS[:5], "de"))
    all_of_them = rows_of(spec_of("cps"), TABLE)
    assert some.label != all_of_them.label
    assert some.columns["sent_more"] == all_of_them.columns["sent_more"][:5]
    assert rows_of(spec_of("cps"), TABLE.rows(range(5))).label == some.label


def test_bags_hold_both_sides_of_every_pair_under_its_id() -> None:
    columns = rows_of(spec_of("mbe"), table_of(PAIRS[:2], "de")).columns
    first, second = PAIRS[:2]
    assert columns["sentence"] == [first.male, second.male, first.female, second.female]
    assert columns["gender"] == ["male", "male", "female", "female"]
    assert columns["pair_id"] == [first.id, second.id] * 2


@pytest.mark.parametrize("metric", AUDITED)
def test_pairs_that_share_their_gender_words_are_one_cluster(metric: str) -> None:
    columns = packaged_rows(spec_of(metric), "de").columns
    words = [(pair.male_word, pair.female_word) for pair in PAIRS]
    doubled = words * (len(columns["cluster"]) // len(words))  # bags have both versions of a pair
    shared = {frozenset(np.flatnonzero([one == other for other in doubled])) for one in doubled}
    labels = columns["cluster"]
    assert shared == {frozenset(np.flatnonzero([a == b for b in labels])) for a in labels}
    assert len(set(labels)) == 55


@pytest.mark.parametrize("language", pair_languages())
def test_no_packaged_cluster_is_large(language: str) -> None:
    sizes = Counter(pair.cluster for pair in load_pairs(language))
    assert len(sizes) >= 45 and max(sizes.values()) <= 4


def test_masks_stand_for_the_gender_word_and_hide_what_agrees_with_it() -> None:
    columns = rows_of(spec_of("dcbm"), TABLE).columns
    assert all(sentence.count(MASK) == 1 for sentence in columns["masked_sentence"])
    for sentence, pair in zip(columns["masked_sentence"], PAIRS, strict=True):
        filled = [sentence.replace(MASK, word) for word in (pair.male_word, pair.female_word)]
        if HIDDEN not in sentence:
            assert filled == [pair.male, pair.female]


def test_where_nothing_packaged_fits_it_says_what_to_build() -> None:
    with pytest.raises(DataError, match=r"`word` and `gender`.*builders politician_completions"):
        packaged_rows(spec_of("latent_pmi"), "en")
