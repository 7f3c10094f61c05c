"""What would be a wrong number in silence is refused, or signed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import equimask
from equimask.core.errors import InputError, OptionError
from equimask.core.signature import Signature
from tests import tiny

QUICK: dict[str, Any] = {"n_resamples": 99, "progress": False}


def test_added_rows_survive_a_mistyped_option_and_are_missed_after_another_error(
    bert_folder: Path,
) -> None:
    module = equimask.load("cps", "en")
    module.add_batch(sent_more=tiny.MORE, sent_less=tiny.LESS)
    with pytest.raises(OptionError, match="modle"):
        module.compute(modle=str(bert_folder))
    assert module.compute(model=str(bert_folder), **QUICK)["n"] == len(tiny.MORE)
    module.add_batch(sent_more=tiny.MORE, sent_less=tiny.LESS)
    with pytest.raises(equimask.EquimaskError, match="no folder"):
        module.compute(model="./nowhere", **QUICK)
    with pytest.raises(InputError, match="went with the last error"):
        module.compute(model=str(bert_folder), **QUICK)


@pytest.mark.parametrize(
    ("metric", "beside"),
    [("s_jsd", {"gender_more": ["male"]}), ("sbm", {"origin": ["male"], "protocol": "published"})],
)
def test_what_is_known_of_rows_is_refused_without_the_rows(
    bert_folder: Path, metric: str, beside: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match="alone, which belongs to rows of your own"):
        equimask.score(metric, model=str(bert_folder), **beside, **QUICK)


def test_a_table_of_counts_is_counted_by_either_name() -> None:
    words = {"word": ["kind", "kind", "bold", "bold"], "gender": ["female", "male"] * 2}
    counts = [90, 10, 20, 200]
    by_option = equimask.score("latent_pmi", words, counts=counts, **QUICK)
    for name in ("count", "counts"):
        assert equimask.score("latent_pmi", {**words, name: counts}, **QUICK) == by_option
    assert by_option.n == sum(counts)


def test_the_origins_of_balanced_subsets_are_signed_and_read_by_that_protocol_alone(
    bert_folder: Path,
) -> None:
    sides = {"male": [*tiny.MORE] * 2, "female": [*tiny.LESS] * 2}
    n = len(sides["male"])
    options = {"model": str(bert_folder), **QUICK}
    unrelated = equimask.score("sbm", {**sides, "origin": ["TED"] * n}, **options)
    assert "origin" not in dict(Signature.parse(unrelated.signature).fields)
    signed = {
        equimask.score(
            "sbm", {**sides, "origin": origin}, protocol="published", calibrate=True, **options
        ).signature
        for origin in (["male", "female"] * (n // 2), ["female", "male"] * (n // 2))
    }
    assert len(signed) == 2
    assert all("calibrate" not in text for text in signed)


def test_a_measure_is_asked_for_by_its_own_name_too(bert_folder: Path) -> None:
    pairs = {"sent_more": tiny.MORE, "sent_less": tiny.LESS}
    options = {"model": str(bert_folder), **QUICK}
    s_jsd = equimask.score("s_jsd", pairs, **options)
    binarised = equimask.load("b_s_jsd").compute(**pairs, **options)
    assert binarised["b_s_jsd"] == s_jsd.details["b_s_jsd"]
    assert binarised["signature"].startswith("b_s_jsd|")
    assert equimask.score("aula", pairs, **options) == equimask.score("aul", pairs, **options)
