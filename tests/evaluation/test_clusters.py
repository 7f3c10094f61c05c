"""Rows that share a name, a template or an item are drawn and tested together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equimask import stats
from equimask.core.errors import DataError, InputError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.packaged import packaged_table
from tests.audits.worlds import quick_audit

GERMAN = packaged_table("de").columns
PAIRS = {name: GERMAN[name] for name in ("sent_more", "sent_less")}
ITEMS = [str(i // 4) for i in range(112)]
QUICK: dict[str, Any] = {"model": "embedded", "n_resamples": 199, "progress": False}


@pytest.mark.parametrize(
    ("metric", "data"),
    [
        ("s_jsd", PAIRS),
        ("cps", PAIRS),
        ("aul", PAIRS),
        ("sbm", {name: GERMAN[name] for name in ("male", "female")}),
        ("dcbm", {n: GERMAN[n] for n in ("male", "female", "male_word", "female_word")}),
    ],
)
def test_every_metric_that_averages_rows_knows_clusters(metric: str, data: Any) -> None:
    alone = score(metric, data, **QUICK)
    together = score(metric, {**data, "cluster": ITEMS}, **QUICK)
    assert together.value == alone.value and together.rows == alone.rows
    assert (alone.as_dict()["n_clusters"], together.n_clusters) == (alone.n, 28)
    assert "clusters" in together.test and together.stderr != alone.stderr
    assert together.mde is not None and alone.mde is not None
    signed = Signature.parse(together.signature)
    assert signed["clusters"] and signed["data"] == Signature.parse(alone.signature)["data"]


@pytest.mark.parametrize("metric", ["s_jsd", "cps", "aul", "mbe", "sbm", "dcbm"])
def test_packaged_rows_are_in_the_clusters_of_their_words(metric: str) -> None:
    found = score(metric, language="de", **QUICK)
    assert found.n_clusters == 55 and "clusters" in found.test
    assert Signature.parse(found.signature)["clusters"]


def test_the_interval_is_that_of_the_rows_in_their_clusters() -> None:
    found = score("s_jsd", {**PAIRS, "cluster": ITEMS}, **QUICK)
    rows = np.array(found.rows["s_jsd"])
    told = stats.clustered_mean(rows, [ITEMS], 0.0, 0.95, 199, np.random.default_rng(0))
    assert (found.stderr, found.ci_low, found.ci_high) == told.interval
    assert found.p_value == told.p_value


def test_versions_of_one_item_count_as_one() -> None:
    """Three copies of every row tell no more than one: the error bar says so."""
    once = score("cps", PAIRS, **QUICK)
    thrice = {name: cells * 3 for name, cells in PAIRS.items()}
    pooled = score("cps", thrice, **QUICK)
    told = score("cps", {**thrice, "cluster": list(range(112)) * 3}, **QUICK)
    assert (told.n, told.n_clusters) == (336, 112)
    assert pooled.stderr is not None and once.stderr is not None and told.stderr is not None
    assert pooled.stderr < 0.65 * once.stderr
    assert told.stderr == pytest.approx(once.stderr, rel=0.1)


def test_labels_that_nobody_shares_change_nothing() -> None:
    own = [str(i) for i in range(111)] + [""]
    assert score("cps", {**PAIRS, "cluster": own}, **QUICK) == score("cps", PAIRS, **QUICK)


def test_several_columns_are_crossed() -> None:
    columns = [ITEMS, [str(i % 7) for i in range(112)]]
    found = score("cps", PAIRS, cluster=columns, **QUICK)
    assert "wild cluster bootstrap" in found.test and found.n_clusters == 7
    with pytest.raises(InputError, match="one label for each of the 112 rows"):
        score("cps", PAIRS, cluster=["a", "b"], **QUICK)


@pytest.mark.parametrize("metric", ["cps", "mbe"])
def test_columns_of_a_table_are_crossed_as_those_of_a_list(metric: str) -> None:
    known = {"name": ITEMS, "place": [i % 7 for i in range(112)]}
    data = {**{n: GERMAN[n] for n in ("male", "female", "gender_more")}, **PAIRS, **known}
    names = ["name", "place"]
    found = score(metric, data, columns={"cluster": names}, **QUICK)
    bags = 2 if metric == "mbe" else 1
    listed = score(metric, data, cluster=[known[name] * bags for name in names], **QUICK)
    assert (found.stderr, found.n_clusters) == (listed.stderr, 7)
    typed = score(metric, pd.DataFrame(data), columns="cluster=name,cluster=place", **QUICK)
    assert typed == found
    signed = Signature.parse(found.signature)
    assert signed["columns"] == "cluster=name|place"
    assert signed["clusters"] == Signature.parse(listed.signature)["clusters"]


def test_crossed_columns_are_arrays_or_series_too_and_go_with_chosen_rows() -> None:
    frame = pd.DataFrame({**PAIRS, "name": ITEMS, "place": [str(i % 7) for i in range(112)]})
    listed = [list(frame["name"]), list(frame["place"])]
    found = score("cps", PAIRS, cluster=listed, **QUICK)
    assert score("cps", PAIRS, cluster=[frame["name"], frame["place"]], **QUICK) == found
    assert score("cps", PAIRS, cluster=list(map(np.array, listed)), **QUICK) == found
    chosen: Any = {"where": {"place": ["1", "2", "3"]}, **QUICK}
    one = score("cps", frame, cluster=listed, **chosen)
    other = score("cps", frame, columns={"cluster": ["name", "place"]}, **chosen)
    assert (one.n, one.n_clusters, one.ci_low) == (other.n, other.n_clusters, other.ci_low)
    with pytest.raises(InputError, match="same length"):
        score("cps", frame, cluster=[ITEMS, ["1"]], **chosen)


@pytest.mark.parametrize("names", ["template", ["name", "template"]])
def test_who_names_templates_as_clusters_scores_them_as_one(names: Any) -> None:
    data = {**PAIRS, "name": ITEMS, "template": [str(i % 11) for i in range(112)]}
    found = score("cps", data, columns={"cluster": names}, **QUICK)
    assert (found.n, found.n_clusters) == (112, 11)
    audited = quick_audit(data={"mine": data}, metrics=["cps"], columns={"cluster": names})
    assert [(cell.result.n, cell.result.n_clusters) for cell in audited.cells] == [(112, 11)]
    with pytest.raises(DataError, match="one `template`"):
        score("cps", data, columns={"cluster": "name"}, **QUICK)


def test_an_audit_compares_by_all_columns_of_clusters(bert_folder: Path) -> None:
    data = {**PAIRS, "name": ITEMS, "place": [str(i % 11) for i in range(112)]}
    fixed: Any = {"data": {"mine": data}, "metrics": ["cps"], "baseline": bert_folder}
    choices = (None, {"cluster": "name"}, {"cluster": "place"}, {"cluster": ["name", "place"]})
    alone, *one_way, crossed = (
        quick_audit(**fixed, columns=columns).comparisons[0].stderr for columns in choices
    )
    assert crossed == pytest.approx(max(one_way)) and crossed not in (alone, min(one_way))


def test_a_distance_from_twins_is_as_sure_as_clusters_make_it() -> None:
    options = {**QUICK, "calibrate": True, "n_twins": 2}
    alone = score("s_jsd", PAIRS, **options)
    thrice = {name: cells * 3 for name, cells in PAIRS.items()}
    told = score("s_jsd", {**thrice, "cluster": list(range(112)) * 3}, **options)
    assert told.null == pytest.approx(alone.null, abs=1e-6)
    assert told.p_value == pytest.approx(alone.p_value, rel=0.3)


@pytest.mark.parametrize("metric", ["s_jsd", "cps"])
@pytest.mark.parametrize("calibrate", [False, True])
def test_few_clusters_claim_no_more_than_they_can_show(metric: str, calibrate: bool) -> None:
    """112 rows of one item are one item, however far they are from neutral or from twins."""
    options = {**QUICK, "calibrate": calibrate, "n_twins": 2}
    one = score(metric, {**PAIRS, "cluster": ["a"] * 112}, **options)
    assert (one.n_clusters, one.p_value, one.mde) == (1, None, None)
    assert any("one cluster" in note for note in one.notes)
    for labels in (["a"] * 111 + ["b"], ["a", "b"] * 56):
        two = score(metric, {**PAIRS, "cluster": labels}, **options)
        assert two.p_value is not None and two.p_value >= stats.attainable_p(2) == 0.5
        assert "2 clusters are few: no p below 0.5 can be attained" in two.notes


@pytest.mark.parametrize("n", [2, 6, 9, 10, 28])
def test_few_clusters_are_told(n: int) -> None:
    found = score("cps", {**PAIRS, "cluster": [str(i % n) for i in range(112)]}, **QUICK)
    told = [note for note in found.notes if "clusters are few" in note]
    assert bool(told) == (n < stats.FEW_CLUSTERS)
    if told:
        assert f"{n} clusters" in told[0] and f"{stats.attainable_p(n):.2g}" in told[0]


def test_an_audit_draws_clusters_in_scores_and_in_comparisons() -> None:
    data = {**PAIRS, "cluster": ITEMS}
    found = quick_audit(data={"mine": data}, metrics=["cps"], baseline="embedded")
    assert {cell.result.n_clusters for cell in found.cells} == {28}
    (one,) = found.comparisons
    assert (one.difference, one.p_value, one.n_clusters) == (0.0, 1.0, 28)


def test_an_audit_of_bags_claims_no_more_than_few_clusters_can_show(bert_folder: Path) -> None:
    sides = {name: GERMAN[name] for name in ("male", "female")}
    data = {"mine": {**sides, "cluster": [str(i % 4) for i in range(112)]}}
    found = quick_audit(data=data, metrics=["mbe"], baseline=bert_folder)
    assert {cell.result.n_clusters for cell in found.cells} == {4}
    assert found.comparisons
    for one in found.comparisons:
        assert one.p_value is not None and one.p_value >= 0.125 and one.stderr is not None
        assert (one.n_clusters, one.ci_low, one.verdict) == (4, None, "too_few")
    assert any("4 clusters are few" in note for note in found.notes)
