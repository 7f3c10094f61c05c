"""Treebanks: a made-up one of a sentence, and the real ones among the shared sources."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from equimask.studies.completions.treebank import TreebankFile, find_treebanks

SENTENCE = """\
# sent_id = 1
# text = ...
1-2	darlo	_	_	_	_	_	_	_	_
1	dar	dar	VERB	_	VerbForm=Inf	0	root	_	_
2	lo	él	PRON	_	_	1	obj	_	_
2.1	nada	nada	VERB	_	_	_	_	0:root	_
3	Bonita	bonito	ADJ	_	_	1	xcomp	_	_
"""


def written(folder: Path, text: str | bytes, name: str = "es_x-ud-test.conllu") -> Path:
    path = folder / name
    data = text.encode() if isinstance(text, str) else text
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def treebanks(shared: Path) -> list[TreebankFile]:
    folder = shared / "sources" / "ud"
    if not folder.is_dir():
        pytest.skip("no treebanks among the shared sources")
    return find_treebanks([folder])
