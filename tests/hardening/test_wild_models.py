"""Model folders with damage anywhere: the model answers as before, or is refused with a message."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from equimask.core.errors import EquimaskError, ModelError
from equimask.models import load_mlm
from equimask.plans.masks import plan_masks
from tests.hardening.examples import inputs
from tests.hardening.files import damaged, json_values

FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors")
_ODD = st.sampled_from((None, True, -1, 0, 2, 2.5, "", "x", [], {}, [1], {"a": 1}, float("nan")))


@st.composite
def damages(draw: st.DrawFn, folder: Path) -> tuple[str, bytes | None]:
    """The name of one of the model's files and what it now holds; None: it is gone."""
    name = draw(st.sampled_from(FILES))
    content = (folder / name).read_bytes()
    how = draw(st.sampled_from(("gone", "damaged", "damaged", "value", "value", "other")))
    if how == "gone":
        return name, None
    if how == "other":
        return name, json.dumps(draw(json_values)).encode()
    if how == "damaged" or name.endswith("safetensors"):
        return name, draw(damaged(content))
    fields = json.loads(content)
    return name, json.dumps({**fields, draw(st.sampled_from(sorted(fields))): draw(_ODD)}).encode()


@inputs(40, st.data())
def test_a_damaged_model_folder_answers_or_is_refused(
    bert_folder: Path, tmp_path: Path, data: st.DataObject
) -> None:
    folder = tmp_path / "wild"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(bert_folder, folder)
    name, content = data.draw(damages(bert_folder))
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    try:
        mlm = load_mlm(folder)
        sentences = mlm.encode(["The nurse helped her patient."])
        answers = mlm.answer_masks(sentences, plan_masks(sentences, [[1]]))
        mlm.read_sentences(sentences)
    except EquimaskError as error:
        assert str(error).isprintable()  # noqa: PT017 - most folders are refused, some are not
    else:
        assert len(answers.log_probs) == 1


@pytest.mark.parametrize("limit", ["x", [], float("nan"), float("inf"), -1])
def test_a_tokenizer_must_say_how_much_it_reads(
    bert_folder: Path, tmp_path: Path, limit: Any
) -> None:
    folder = Path(shutil.copytree(bert_folder, tmp_path / "wild"))
    path = folder / "tokenizer_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "model_max_length": limit}))
    with pytest.raises(ModelError, match=r"model_max_length|tokenizer"):
        load_mlm(folder)


@pytest.mark.parametrize("name", ["", "\0", "a\0/b", "x" * 5000, "../../x", "~", "a//b", "\ud800"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ModelError):
        load_mlm(name)
