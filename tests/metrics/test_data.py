"""`compute(data=...)`: modules read what `score` reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import evaluate
import pandas as pd
import pytest

import equimask
from equimask.core.errors import DataError, InputError, OptionError
from equimask.evaluation import score
from tests import tiny
from tests.inputs.worlds import built, columns_of, write

RECORDS = [
    {"A_x": more, "B_x": less, "source": source}
    for more, less, source in zip(tiny.MORE, tiny.LESS, "xyxxy", strict=True)
]
NAMES = {"sent_more": "A_x", "sent_less": "B_x"}
PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
LABELS = list("xyxxy")


@pytest.fixture(scope="module")
def live() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    return {"model": model, "tokenizer": tokenizer, "progress": False, "n_resamples": 200}


@pytest.fixture
def cps(root: Path) -> Any:
    return evaluate.load(str(root / "metrics" / "cps"))


@pytest.mark.parametrize("kind", ["file", "folder", "frame", "records"])
def test_data_of_any_kind_are_those_of_score(
    cps: Any, live: dict[str, Any], tmp_path: Path, kind: str
) -> None:
    data = {
        "file": write(tmp_path / "pairs.csv", RECORDS),
        "folder": built(tmp_path / "made", {"de": RECORDS}),
        "frame": pd.DataFrame(RECORDS),
        "records": RECORDS,
    }[kind]
    told = {"columns": NAMES, "where": {"source": "x"}}
    result = cps.compute(data=data, **told, **live)
    assert result == score("cps", data, **told, **live).as_dict()
    assert result["n"] == 3
    json.dumps(result)


def test_the_language_of_the_module_picks_the_config(live: dict[str, Any], tmp_path: Path) -> None:
    pairs = [dict(zip(PAIRS, texts, strict=True)) for texts in zip(*PAIRS.values(), strict=True)]
    made = built(tmp_path / "made", {"de": pairs, "fi": pairs[:2]})
    result = equimask.load("cps", "fi").compute(data=str(made), **live)
    assert result["n"] == 2
    assert "|lang:fi|" in result["signature"]
    with pytest.raises(DataError, match="2: de, fi"):
        equimask.load("cps").compute(data=str(made), **live)


def test_groups_are_a_dict_for_each(cps: Any, live: dict[str, Any]) -> None:
    apart = cps.compute(data=RECORDS, columns=NAMES, group="source", **live)["groups"]
    assert list(apart) == ["source=x", "source=y"]
    alone = cps.compute(data=RECORDS, columns=NAMES, where="source=y", **live)
    assert apart["source=y"] == alone
    bare = cps.compute(data=RECORDS, columns=NAMES, group="source", return_rows=False, **live)[
        "groups"
    ]["source=y"]
    assert "rows" in alone and "rows" not in bare
    with pytest.raises(DataError, match="one `source`"):
        cps.compute(data=RECORDS, columns=NAMES, **live)


def test_rows_under_their_names_may_have_labels_beside(cps: Any, live: dict[str, Any]) -> None:
    apart = cps.compute(**PAIRS, group=LABELS, **live)["groups"]
    assert {name: result["n"] for name, result in apart.items()} == {"group=x": 3, "group=y": 2}
    cps.add_batch(**PAIRS)
    assert cps.compute(group=LABELS, **live)["groups"] == apart


def test_rows_under_their_names_can_be_chosen(cps: Any, live: dict[str, Any]) -> None:
    result = cps.compute(**PAIRS, where={"sent_more": tiny.MORE[0]}, **live)
    assert result["n"] == 1


@pytest.mark.parametrize("name", ["sent_more", "predictions", "references"])
def test_data_and_rows_are_not_both_taken(cps: Any, live: dict[str, Any], name: str) -> None:
    with pytest.raises(InputError, match=f"both: data and `{name}`"):
        cps.compute(data=RECORDS, columns=NAMES, **{name: ["a"]}, **live)


def test_data_do_not_cost_the_rows_that_were_added(cps: Any, live: dict[str, Any]) -> None:
    cps.add_batch(**PAIRS)
    with pytest.raises(InputError, match="both: data and rows that were added"):
        cps.compute(data=RECORDS, columns=NAMES, **live)
    assert cps.compute(**live)["n"] == len(tiny.MORE)


def test_no_data_are_none(cps: Any, live: dict[str, Any]) -> None:
    assert cps.compute(data=None, **PAIRS, **live) == cps.compute(**PAIRS, **live)
    cps.add_batch(**PAIRS)
    assert cps.compute(data=None, where=None, **live) == cps.compute(**PAIRS, **live)


def test_mistakes_are_said(cps: Any, live: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="Did you mean 'data'"):
        cps.compute(dta=RECORDS, **live)
    with pytest.raises(InputError, match="belongs to rows of your own"):
        cps.compute(where="source=x", **live)
    with pytest.raises(OptionError, match=r"where the module is loaded.*load\('cps', LANGUAGE\)"):
        cps.compute(data=RECORDS, language="sv", **live)


def test_modules_combine_on_the_same_data(root: Path, live: dict[str, Any]) -> None:
    both = evaluate.combine([evaluate.load(str(root / "metrics" / n)) for n in ("cps", "aul")])
    told = {"columns": NAMES, "where": "source=x"}
    merged = both.compute(data=RECORDS, **told, **live)
    for name in ("cps", "aul"):
        alone = score(name, RECORDS, **told, **live)
        assert merged[name] == alone.value
        assert merged[f"{name}_signature"] == alone.signature
    apart = both.compute(data=RECORDS, columns=NAMES, group="source", **live)
    assert apart["cps_groups"]["source=x"]["cps"] == merged["cps"]


def test_words_and_counts_come_under_the_names_of_the_data(root: Path, tmp_path: Path) -> None:
    words = [
        {"lemma": "warm", "gender": "female", "count": 90},
        {"lemma": "warm", "gender": "male", "count": 10},
        {"lemma": "bold", "gender": "female", "count": 20},
        {"lemma": "bold", "gender": "male", "count": 200},
    ]
    module = evaluate.load(str(root / "metrics" / "latent_pmi"), "en")
    options = {"l1": 0.001, "n_resamples": 99, "progress": False}
    made = built(tmp_path / "completions", {"counts": words})
    result = module.compute(data=f"{made}:counts", columns={"word": "lemma"}, **options)
    assert result["n"] == 320
    columns = columns_of(words)
    by_columns = module.compute(
        word=columns["lemma"], gender=columns["gender"], counts=columns["count"], **options
    )
    assert {**result, "signature": ""} == {**by_columns, "signature": ""}
