"""Every signature of an audit scores again to the same number and the same string."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimask.audits.measures import scoring_options
from equimask.audits.run import audit
from equimask.core.errors import EquimaskError, OptionError
from equimask.core.result_files import RESULTS
from equimask.evaluation.rerun_results import Rerun, rerun_results
from tests import tiny
from tests.evaluation.test_rerun import rows
from tests.inputs.worlds import built, write

QUICK: dict[str, Any] = {"progress": False, "device": "cpu"}
USUAL: dict[str, Any] = {"n_resamples": 49, **QUICK}
OFF_DEFAULT: dict[str, Any] = {
    "unit": "word", "protocol": "published", "weights": "none", "min_similarity": -0.9,
    "length_matched": False, "balanced_draws": 0, "min_probability": 1e-12, "control": "names",
    "calibrate": True, "n_twins": 2, "confidence_level": 0.9, "n_resamples": 29, "seed": 7,
    "equivalence": 0.4,
}  # fmt: skip
"""Of mbe, some of them are refused together."""
OF_BAGS: dict[str, Any] = {"length_matched": True, "balanced_draws": 3, "weights": "dot"}


def all_again(folder: Path, *models: Path, data: Any = ()) -> list[Rerun]:
    found = list(rerun_results(folder / RESULTS, list(map(str, models)), data, **QUICK))
    content = json.loads((folder / RESULTS).read_text())
    entries = [*content["results"], *content["other_results"]]
    assert len(found) == len(entries)
    for one, entry in zip(found, entries, strict=True):
        assert one.reproduction is not None, one.error
        assert one.reproduced, one.outcome
        assert one.reproduction.result.signature == entry["signature"] == one.signature
        assert one.reproduction.result.value == entry[one.reproduction.result.metric]
    return found


def test_every_option_of_an_audit_off_its_default(tmp_path: Path) -> None:
    assert set(OFF_DEFAULT) == set(scoring_options())
    data = write(tmp_path / "mine.csv", rows())
    done = audit("embedded", "en", data=data, out=tmp_path, dtype="float64", **OFF_DEFAULT, **QUICK)
    assert {cell.measure for cell in done.cells} == set(done.measures)
    assert any("|control:names" in cell.result.signature for cell in done.cells)
    assert all("|equivalence:0.4" in cell.result.signature for cell in done.cells)
    all_again(tmp_path, data=[str(data)])


def test_options_of_bags_in_an_audit(tmp_path: Path) -> None:
    data = write(tmp_path / "mine.csv", rows())
    audit(
        "embedded", "en", "mbe", data=data, out=tmp_path, calibrate=True, n_twins=2,
        **OF_BAGS, **USUAL,
    )  # fmt: skip
    all_again(tmp_path, data=[str(data)])


def test_the_packaged_pairs_of_an_audit(tmp_path: Path) -> None:
    metrics = ["aul", "sbm", "mbe", "dcbm"]  # what is read unmasked is quick
    audit("embedded", "zh", metrics, out=tmp_path, **USUAL)
    assert len(all_again(tmp_path)) == 5


def test_sources_languages_and_a_baseline_apart(bert_folder: Path, tmp_path: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    other = tiny.save(tmp_path / "other", tiny.tiny_bert(len(tokenizer), seed=5), tokenizer)
    records = [
        {"A": more, "B": less, "source": source, "bias_type": kind, "name": name}
        for more, less, source, kind, name in zip(
            tiny.MORE, tiny.LESS, "xyxyx", ["gender"] * 4 + ["age"], "aabbb", strict=True
        )
    ]
    made = built(tmp_path / "made", {"de": records, "fi": records[:4]})
    mine = write(tmp_path / "mine.csv", [dict(one, corpus="c") for one in records])
    audit(
        str(bert_folder),
        metrics=["cps", "aul"],
        data=[str(made), str(mine)],
        columns={"sent_more": "A", "sent_less": "B", "cluster": "name"},
        baseline=str(other),
        out=tmp_path,
        **USUAL,
    )
    found = all_again(tmp_path, bert_folder, other, data=[str(made), str(mine)])
    assert len(found) == 2 * 3 * 2 * 3  # models, measures, sources, tables
    swapped = rerun_results(tmp_path / RESULTS, [str(other)], [str(mine)], **QUICK)
    wrong = {one.outcome.partition(":")[0] for one in swapped if not one.reproduced}
    assert wrong == {"not reproduced"}  # one is taken whatever it is called


def test_a_result_that_cannot_be_found_is_an_error_of_its_own(
    bert_folder: Path, tmp_path: Path
) -> None:
    data = write(tmp_path / "mine.csv", rows()[:5])
    audit(str(bert_folder), "en", ["cps"], data=data, out=tmp_path, **USUAL)
    (found,) = rerun_results(tmp_path / RESULTS, [str(bert_folder)], **QUICK)
    assert found.reproduction is None and not found.reproduced
    assert found.outcome.startswith("error: Expected the data 'mine'")
    namesake = tmp_path / "elsewhere" / bert_folder.name
    namesake.mkdir(parents=True)
    (found,) = rerun_results(tmp_path / RESULTS, [str(bert_folder), str(namesake)], **QUICK)
    assert "got 2 of them. Rerun each of these signatures by itself" in found.outcome
    with pytest.raises(OptionError, match="an option that no signature holds"):
        rerun_results(tmp_path / RESULTS, unit="word")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[", "a JSON file with results"),
        ("[]", "at least one result"),
        ('{"results": [{"cps": 1.0}]}', r"in results\[0\]"),
        ('{"results": 5}', "at least one result"),
        ('[{"signature": "cps|n:1"}]', "in result 0"),
        ('[{"cps": 1.0, "signature": "cps|nonsense"}]', "'nonsense'"),
        ('[{"cps": {"a": 1}, "signature": "cps|n:1"}]', "a number, but got {'a': 1} in result 0"),
        ('[{"cps": NaN, "signature": "cps|n:1"}]', "a number, but got nan in result 0"),
        ('[{"cps": 1.0, "null": "x", "signature": "cps|n:1"}]', "a number, but got 'x'"),
        (f'[{{"cps": 1{"0" * 400}, "signature": "cps|n:1"}}]', "a number, but got 1000"),
    ],
)
def test_a_file_without_results_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(EquimaskError, match=message):
        rerun_results(path)
