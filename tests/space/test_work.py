"""Work is counted before it is begun: rows x tokens² x parameters, for every twin again."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.errors import InputError
from equimask.metrics import spec_of
from equimask.models.checkpoints import parameter_count
from equimask.space import work
from equimask.space.models import Found

ROWS = {"sent_more": ["She cooks."] * 3, "sent_less": ["He cooks."] * 3}


def tokens(folder: Path) -> int:
    tokenizer = work.load_tokenizer(str(folder), None, False)
    return sum(len(tokenizer(text)["input_ids"]) ** 2 for side in ROWS.values() for text in side)


@pytest.mark.parametrize(("calibrate", "times"), [(False, 1), (True, 9)])
def test_the_largest_job_is_done_and_one_row_more_is_not(
    bert_folder: Path, monkeypatch: pytest.MonkeyPatch, calibrate: bool, times: int
) -> None:
    needed = times * parameter_count(str(bert_folder)) * tokens(bert_folder)
    asked = (spec_of("cps"), ROWS, Found(str(bert_folder)), calibrate)
    monkeypatch.setattr(work, "MAX_WORK", needed)
    work.check_work(*asked)
    monkeypatch.setattr(work, "MAX_WORK", needed - 1)
    with pytest.raises(InputError, match=r"rows x tokens² x parameters.*6 texts") as caught:
        work.check_work(*asked)
    assert ("untrained copies" in caught.value.fix) is calibrate


def test_half_a_character_is_the_texts_fault_and_not_the_models(bert_folder: Path) -> None:
    rows = {**ROWS, "sent_less": ["He cooks.", "He \ud83d cooks.", "He cooks."]}
    with pytest.raises(InputError, match="whole Unicode characters in row 1 of `sent_less`"):
        work.check_work(spec_of("cps"), rows, Found(str(bert_folder)), False)
