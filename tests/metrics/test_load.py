"""`equimask.load`: the module that `evaluate.load` gives in a clone, out of the package alone."""

from __future__ import annotations

import pickle
from pathlib import Path

import evaluate
import pytest

import equimask
from equimask.core.errors import OptionError
from equimask.metrics import all_specs
from tests import tiny

COLUMNS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}


@pytest.mark.parametrize("metric", all_specs())
def test_it_is_the_module_of_the_clone(metric: str, root: Path) -> None:
    ours = equimask.load(metric, "de")
    theirs = evaluate.load(str(root / "metrics" / metric), "de")
    for name in ("name", "config_name", "description", "citation", "features", "reference_urls"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ours.name == metric
    assert str(ours) == str(theirs)
    assert ours.compute.__doc__ == theirs.compute.__doc__


def test_rows_may_be_given_added_and_combined(bert_folder: Path) -> None:
    options = {"model": str(bert_folder), "progress": False}
    cps, aul = (equimask.load(name) for name in ("cps", "aul"))
    given = cps.compute(**COLUMNS, **options)
    cps.add(sent_more=tiny.MORE[0], sent_less=tiny.LESS[0])
    cps.add_batch(sent_more=tiny.MORE[1:], sent_less=tiny.LESS[1:])
    assert cps.compute(**options) == given == equimask.score("cps", COLUMNS, **options).as_dict()
    assert evaluate.combine([cps, aul]).compute(**COLUMNS, **options)["cps"] == given["cps"]


def test_it_can_be_sent_to_another_process(bert_folder: Path) -> None:
    sent = pickle.loads(pickle.dumps(equimask.load("aul", "de")))
    options = {"model": str(bert_folder), "progress": False, "return_rows": False}
    assert "|lang:de|" in sent.compute(**COLUMNS, **options)["signature"]


def test_a_cache_that_cannot_be_written_to_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bert_folder: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", tmp_path / "file" / "metrics")
    cps = equimask.load("cps", "en")
    cps.add_batch(**COLUMNS)
    assert cps.compute(model=str(bert_folder), progress=False)["n"] == len(tiny.MORE)
    with pytest.raises(OSError, match="file"):  # processes would not find each other's rows
        equimask.load("cps", num_process=2, process_id=1)


def test_unknown_names_get_near_matches() -> None:
    with pytest.raises(OptionError, match="Did you mean 's_jsd'"):
        equimask.load("s_jds")
    with pytest.raises(OptionError, match="'klingon'"):
        equimask.load("cps", "klingon")
