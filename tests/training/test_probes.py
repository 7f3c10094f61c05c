"""What is asked: the same rows every time, both genders alike, never more than allowed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import datasets
from equimask.core.options import Options
from equimask.evaluation import evaluate
from equimask.evaluation.rerun import rerun
from equimask.evaluation.sampled import balanced_sample
from equimask.inputs.checks import checked_rows
from equimask.inputs.packaged import packaged_rows
from equimask.inputs.pairs import load_pairs
from equimask.inputs.specification import Choice
from equimask.metrics import spec_of
from equimask.models import load_mlm
from equimask.training.probes import Probe, choose_probes
from tests.inputs.worlds import write

GROUPS = st.lists(st.sampled_from(["male", "female", ""]), max_size=40)


def chosen(metrics: Any, languages: Any, data: Any, most: int, **options: Any) -> list[Probe]:
    return choose_probes(metrics, languages, data, Choice(), most, Options(**options))


@given(GROUPS, st.integers(2, 50), st.integers(0, 9))
def test_a_sample_is_bounded_balanced_and_in_order(groups: list[str], most: int, seed: int) -> None:
    names = [f"row {i}" for i in range(len(groups))]
    chosen = balanced_sample(names, groups, most, seed)
    assert len(chosen) == min(most, len(groups))
    assert chosen == sorted(set(chosen))
    counts, all_counts = Counter(groups[row] for row in chosen), Counter(groups)
    for group in all_counts:  # fewer of one than of another only where there are no more
        if counts[group] < max(counts.values()) - 1:
            assert counts[group] == all_counts[group]


@given(st.permutations(list(range(12))), st.integers(2, 12))
def test_a_sample_does_not_depend_on_the_order_of_the_rows(order: list[int], most: int) -> None:
    names, groups = [f"row {i}" for i in range(12)], ["male", "female"] * 6
    straight = {names[row] for row in balanced_sample(names, groups, most, 0)}
    mixed = [names[i] for i in order]
    chosen = balanced_sample(mixed, [groups[i] for i in order], most, 0)
    assert {mixed[row] for row in chosen} == straight


def test_another_seed_is_another_sample() -> None:
    names, groups = [str(i) for i in range(100)], [""] * 100
    assert balanced_sample(names, groups, 10, 0) != balanced_sample(names, groups, 10, 1)


def test_packaged_pairs_are_the_same_ones_in_every_language() -> None:
    probes = chosen("s_jsd", ("en", "th"), None, 10)
    for probe in probes:
        pairs = {(pair.sent_more, pair.sent_less): pair for pair in load_pairs(probe.name)}
        rows = zip(probe.columns["sent_more"], probe.columns["sent_less"], strict=True)
        asked = [pairs[row] for row in rows]
        assert Counter(pair.gender_more for pair in asked) == {"male": 5, "female": 5}
        if probe.name == "en":
            ids = [pair.id for pair in asked]
        assert [pair.id for pair in asked] == ids


def test_without_a_bound_that_bites_the_default_data_are_asked() -> None:
    for probe in chosen(("s_jsd", "mbe", "dcbm"), "en", None, 1000):
        spec = spec_of(probe.metric)
        columns, label = packaged_rows(spec, "en")
        assert (probe.columns, probe.data) == (checked_rows(spec, columns, Options()), label)


def test_a_table_is_asked_by_the_metrics_it_has_columns_for() -> None:
    bags = {"sentence": ["He left.", "She left."], "gender": ["male", "female"]}
    table = {"sent_more": ["A b."], "sent_less": ["C b."]}
    probes = chosen(("s_jsd", "mbe"), None, {"pairs": table, "de": bags}, 10)
    assert [(probe.key, probe.language) for probe in probes] == [
        ("s_jsd_pairs", None),
        ("mbe_de", "de"),
    ]


def test_a_dataset_is_a_table_and_its_genders_balance_the_sample() -> None:
    n = 30
    dataset = datasets.Dataset.from_dict(
        {
            "sent_more": [f"He has {i}." for i in range(n)],
            "sent_less": [f"She has {i}." for i in range(n)],
            "gender_more": ["male"] * 26 + ["female"] * 4,
        }
    )
    (probe,) = chosen("cps", None, {"own": dataset}, 8)
    numbers = [int(text.split()[-1][:-1]) for text in probe.columns["sent_more"]]
    assert len(numbers) == 8
    assert sum(number >= 26 for number in numbers) == 4


def test_a_pair_is_two_sentences_to_mbe() -> None:
    bags = {"sentence": [f"Line {i}." for i in range(40)], "gender": ["male", "female"] * 20}
    (probe,) = chosen("mbe", None, {"own": bags}, 5)
    assert Counter(probe.columns["gender"]) == {"male": 5, "female": 5}


def test_a_word_that_carries_a_bag_is_told_beside_the_points_too() -> None:
    data = {
        "sentence": [f"{name} is here {i}." for i in range(4) for name in ("Tom", "She")],
        "gender": ["male", "female"] * 4,
        "words": ["Tom", "she"] * 4,
    }
    (probe,) = chosen("mbe", None, {"mine": data}, 2)
    (note,) = probe.job(Options()).notes
    assert note.startswith("'Tom' is in 100 % of the male sentences")


def test_versions_of_one_sentence_are_chosen_together() -> None:
    n = 30
    table = {
        "sentence": [f"He left {i}." for i in range(n)] + [f"She left {i}." for i in range(n)],
        "gender": ["male"] * n + ["female"] * n,
        "pair_id": [str(i) for i in range(n)] * 2,
    }
    (probe,) = chosen("mbe", None, {"mine": table}, 10)
    ids = probe.columns["pair_id"]
    assert len(ids) == 20
    assert ids[:10] == ids[10:]
    assert [text.split()[-1] for text in probe.columns["sentence"]] == [f"{i}." for i in ids]


def test_sides_are_pairs_to_all_metrics_that_can_read_them() -> None:
    n = 30
    table = {
        "male": [f"He left {i}." for i in range(n)],
        "female": [f"She left {i}." for i in range(n)],
        "gender_more": ["male"] * 20 + ["female"] * 10,
    }
    sbm, mbe = chosen(("sbm", "mbe"), None, {"mine": table}, 8)
    men, women = sbm.columns["male"], sbm.columns["female"]
    assert mbe.columns["sentence"] == [*men, *women]  # the same pairs
    assert mbe.columns["gender"] == ["male"] * 8 + ["female"] * 8
    assert mbe.columns["pair_id"][:8] == mbe.columns["pair_id"][8:]
    assert sum(table["gender_more"][table["male"].index(man)] == "male" for man in men) == 4


def test_the_rows_that_are_asked_are_those_that_are_signed() -> None:
    table = {"sent_more": [f"He {i}." for i in range(9)], "sent_less": ["She."] * 9}
    (few,) = chosen("cps", None, {"mine": table}, 4)
    (same,) = chosen("cps", None, {"mine": dict(few.columns)}, 4)
    (all_of_them,) = chosen("cps", None, {"mine": table}, 9)
    assert few.data == same.data != all_of_them.data
    assert few.data.startswith("mine@")


def test_the_text_as_published_is_asked_where_the_protocol_is_theirs() -> None:
    table = {
        "sent_more": ["He is strong.", "He left."],
        "sent_less": ["She is strong.", "She left."],
        "sent_more_as_published": [" He is strong. ", ""],
    }
    (mended,) = chosen("cps", None, table, 4)
    (theirs,) = chosen("cps", None, table, 4, protocol="published")
    assert mended.columns["sent_more"] == ["He is strong.", "He left."]
    assert theirs.columns["sent_more"] == [" He is strong. ", "He left."]
    assert mended.data != theirs.data


def test_languages_are_named_by_their_canonical_tags() -> None:
    probes = chosen("cps", ("DE", "de", "deu"), None, 8)
    assert [(probe.name, probe.language) for probe in probes] == [("de", "de")]


@pytest.mark.parametrize("metric", ["aul", "sbm", "mbe", "dcbm"])
def test_a_sample_is_scored_again_by_its_signature(metric: str, tmp_path: Path) -> None:
    options = Options(n_resamples=49, seed=2, progress=False, device="cpu")
    records = [{"male": f"James {i} ran.", "female": f"Olivia {i} ran."} for i in range(9)]
    own = write(tmp_path / "mine.csv", records)
    mlm = load_mlm("embedded", device="cpu")
    for data, languages in ((None, "de"), (own, None)):
        if data is not None and metric in ("aul", "dcbm"):
            continue  # they read other columns
        (probe,) = choose_probes(metric, languages, data, Choice(), 7, options)
        result = evaluate(probe.job(options), mlm.in_language(probe.language))
        assert "|max_pairs:7|" in result.signature
        again = rerun(result.signature, data=data, expect=result.value, progress=False)
        assert again.same_signature and again.reproduced
    (whole,) = choose_probes(metric, "de", None, Choice(), 500, options)
    assert "max_pairs" not in whole.chosen
