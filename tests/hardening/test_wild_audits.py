"""`equimask audit` with wild options and places to write to: a report or a message."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from equimask.audits.run import audit
from equimask.core.result_files import RESULTS
from tests import tiny
from tests.hardening.examples import inputs
from tests.hardening.strategies import wild_text
from tests.hardening.test_wild_commands import run

_ODD = ("", "-1", "nan", "--", "[/b]", "x" * 300)
_OPTIONS: dict[str, st.SearchStrategy[str]] = {
    "--language": st.sampled_from(("xx", "EN-GB", *_ODD)),
    "--metric": st.sampled_from(("latent_pmi", "CPS", *_ODD)),
    "--baseline": st.sampled_from(("nobody/model", "/absent", *_ODD)),
    "--unit": st.sampled_from(("letter", *_ODD)),
    "--protocol": st.sampled_from(("original", *_ODD)),
    "--device": st.sampled_from(("meta", "cuda:99", *_ODD)),
    "--dtype": st.sampled_from(("int8", *_ODD)),
}
options = st.one_of(
    st.tuples(st.just("--seed"), st.sampled_from((str(2**70), *_ODD))),  # wild text may be a number
    st.sampled_from(sorted(_OPTIONS)).flatmap(
        lambda name: st.tuples(st.just(name), st.one_of(_OPTIONS[name], wild_text))
    ),
)


@inputs(40, options)
def test_odd_options_get_a_message_before_anything_is_written(
    bert_folder: Path, tmp_path: Path, option: tuple[str, str]
) -> None:
    place = ("--out", str(tmp_path / "out"))
    assert run("audit", str(bert_folder), "-l", "en", "-m", "cps", *place, *option).exit_code == 2
    assert not (tmp_path / "out" / RESULTS).exists()


@pytest.mark.parametrize("taken", ["out", "out/cells"])
def test_a_file_where_a_folder_should_be_is_named_and_kept(
    tmp_path: Path, bert_folder: Path, taken: str
) -> None:
    path = tmp_path / taken
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    result = run("audit", str(bert_folder), "-l", "en", "-m", "cps", "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert path.name in " ".join(result.stderr.split())
    assert path.read_text() == "mine"


def test_results_are_written_as_a_whole_or_not_at_all(
    tmp_path: Path, bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / RESULTS).write_text('{"of": "an earlier audit"}')
    replace = os.replace

    def full_disk(source: str, target: Path) -> None:
        if target.name == RESULTS:
            raise OSError(errno.ENOSPC, "No space left on device", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", full_disk)
    result = run("audit", str(bert_folder), "-l", "en", "-m", "cps", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "No space left" in " ".join(result.stderr.split())
    assert json.loads((tmp_path / RESULTS).read_text()) == {"of": "an earlier audit"}
    assert [path.name for path in tmp_path.glob("*.*")] == [RESULTS]


@pytest.mark.slow
def test_flipped_bits_of_what_is_kept_change_no_number(tmp_path: Path, bert_folder: Path) -> None:
    data = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}

    def once() -> bytes:
        audit(str(bert_folder), data=data, metrics=["cps"], progress=False, out=tmp_path)
        return (tmp_path / RESULTS).read_bytes()

    undisturbed, random = once(), Random(0)
    (kept,) = (tmp_path / "cells").glob("*.json")
    for _ in range(12):
        content = bytearray(kept.read_bytes())
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        kept.write_bytes(content)
        with pytest.warns(UserWarning, match="scored anew"):
            assert once() == undisturbed
    for _ in range(4):
        kept.write_bytes(kept.read_bytes()[: random.randrange(len(undisturbed) // 4)])
        with pytest.warns(UserWarning, match="scored anew"):
            assert once() == undisturbed
    assert {path.name for path in (tmp_path / "cells").iterdir()} == {".gitignore", kept.name}
