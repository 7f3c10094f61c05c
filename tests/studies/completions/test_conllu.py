"""CoNLL-U files, packed or not, and what is wrong with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.studies.completions.conllu import TreebankWord, read_words
from tests.studies.completions.treebanks import SENTENCE, written


def line(form: str, lemma: str, upos: str) -> str:
    return f"1\t{form}\t{lemma}\t{upos}\t_\t_\t0\troot\t_\t_\n"


def test_contractions_empty_nodes_and_comments_are_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, SENTENCE)
    assert list(read_words(path)) == [
        TreebankWord("dar", "dar", "VERB", "VerbForm=Inf"),
        TreebankWord("lo", "él", "PRON", "_"),
        TreebankWord("Bonita", "bonito", "ADJ", "_"),
    ]


def test_packed_files_windows_lines_and_a_byte_order_mark_read_the_same(tmp_path: Path) -> None:
    plain = list(read_words(written(tmp_path, SENTENCE)))
    odd = b"\xef\xbb\xbf" + SENTENCE.replace("\n", "\r\n").encode() + b" \r\n\r\n"
    assert list(read_words(written(tmp_path, odd, "es_y-ud-test.conllu"))) == plain
    assert list(read_words(written(tmp_path, SENTENCE, "es_z-ud-test.conllu.gz"))) == plain


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (b"1\tdar\tdar\tVERB\n", r"10 columns .*es_x-ud-test\.conllu, line 8"),
        (line("dar", "dar", "VRB").encode(), r"part-of-speech tag .*es_x-ud-test\.conllu, line 8"),
        (b"x" + line("dar", "dar", "VERB").encode(), r"word id .*es_x-ud-test\.conllu, line 8"),
        (line("", "dar", "VERB").encode(), r"word form .*es_x-ud-test\.conllu, line 8"),
        (b"1\tda\xe9\n", r"UTF-8 .*es_x-ud-test\.conllu, line 8"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, bad: bytes, says: str) -> None:
    path = written(tmp_path, SENTENCE.encode() + bad)
    with pytest.raises(DataError, match=says):
        list(read_words(path))


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, SENTENCE * 50, "es_z-ud-test.conllu.gz")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DataError, match="cut short"):
        list(read_words(path))
