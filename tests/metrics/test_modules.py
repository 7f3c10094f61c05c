"""The `evaluate` modules, loaded and called as users do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import evaluate
import pytest
import torch

from equimask.core.errors import DataError, InputError, OptionError
from equimask.evaluation import score
from tests import tiny

COLUMNS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
METRICS = ("s_jsd", "cps")


@pytest.fixture(scope="module")
def live() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    return {"model": tiny.tiny_bert(len(tokenizer)), "tokenizer": tokenizer, "progress": False}


@pytest.fixture(scope="module", params=METRICS)
def module(request: pytest.FixtureRequest, root: Path) -> Any:
    return evaluate.load(str(root / "metrics" / request.param), "de")


def test_compute_equals_the_engine(module: Any, live: dict[str, Any]) -> None:
    result = module.compute(**COLUMNS, **live)
    assert result == score(module.metric, COLUMNS, language="de", **live).as_dict()
    json.dumps(result)  # plain numbers, lists and strings only


def test_a_live_model_in_training_is_given_back_as_it_was(
    module: Any, live: dict[str, Any]
) -> None:
    model = live["model"]
    model.train()
    model.bert.embeddings.eval()
    before = [m.training for m in model.modules()]
    module.compute(**COLUMNS, **live)
    assert [m.training for m in model.modules()] == before
    loss = model(torch.tensor([[2, 9, 3]]), labels=torch.tensor([[2, 9, 3]])).loss
    loss.backward()  # the scoring pass left nothing behind that would break training


def test_weights_may_change_between_calls(module: Any, live: dict[str, Any]) -> None:
    first = module.compute(**COLUMNS, **live)
    with torch.no_grad():
        live["model"].bert.embeddings.word_embeddings.weight.mul_(1.5)
    second = module.compute(**COLUMNS, **live)
    assert first["signature"] != second["signature"]
    assert first[module.metric] != second[module.metric] or first["rows"] != second["rows"]


def test_no_sentences_means_the_packaged_pairs(module: Any, bert_folder: Path) -> None:
    result = module.compute(model=str(bert_folder), progress=False, return_rows=False)
    assert "equimask_pairs@" in result["signature"]
    assert "|lang:de|" in result["signature"]
    assert "rows" not in result


def test_rows_may_be_added_in_batches(module: Any, live: dict[str, Any]) -> None:
    module.add_batch(sent_more=tiny.MORE[:3], sent_less=tiny.LESS[:3])
    module.add_batch(sent_more=tiny.MORE[3:], sent_less=tiny.LESS[3:])
    assert module.compute(**live) == module.compute(**COLUMNS, **live)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"sent_more": ["a"]}, InputError, "no `sent_less`"),
        ({"sent_more": ["a", None], "sent_less": ["b", "c"]}, InputError, "None in row 1"),
        ({"sent_more": ["a", ""], "sent_less": ["b", "c"]}, InputError, "'' in row 1"),
        ({"sent_more": ["a"], "sent_less": ["b", "c"]}, InputError, "1 in `sent_more`"),
        ({"predictions": ["a"]}, InputError, "`predictions`"),
        ({"sentence": ["a"], "gender": ["male"]}, InputError, "got `sentence` and `gender`"),
        ({"sent_mor": ["a"], "sent_less": ["b"]}, OptionError, "'sent_more'"),
        ({"modle": "x"}, OptionError, "Did you mean 'model'"),
        ({}, OptionError, "model=None"),
    ],
)
def test_wrong_calls_get_a_clear_error(
    module: Any, arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        module.compute(**arguments)
    assert message in str(caught.value)


def test_after_an_error_the_module_works_again_at_once(module: Any, live: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        module.compute(sent_more=["a"], sent_less=["a"], **live)
    assert module.compute(**COLUMNS, **live)["n"] == len(tiny.MORE)


def test_an_unknown_language_is_refused_at_load(root: Path) -> None:
    with pytest.raises(OptionError, match="'klingon'"):
        evaluate.load(str(root / "metrics" / "cps"), "klingon")


def test_modules_combine_with_shared_options_and_foreign_columns(
    root: Path, live: dict[str, Any]
) -> None:
    both = evaluate.combine([evaluate.load(str(root / "metrics" / name)) for name in METRICS])
    merged = both.compute(**COLUMNS, male=["x"], female=["y"], weights="cosine", **live)
    assert merged["cps"] == score("cps", COLUMNS, **live).value
    assert merged["s_jsd"] == score("s_jsd", COLUMNS, **live).value


@pytest.mark.parametrize(("config", "code"), [("sv", "sv"), ("pt_br", "pt-BR")])
def test_any_language_loads_and_scores_rows_of_ones_own(
    root: Path, live: dict[str, Any], config: str, code: str
) -> None:
    module = evaluate.load(str(root / "metrics" / "cps"), config)
    assert f"|lang:{code}|" in module.compute(**COLUMNS, **live)["signature"]
    with pytest.raises(DataError, match="a language with packaged pairs"):
        module.compute(**live)
