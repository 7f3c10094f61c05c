"""Treebanks are found by their names, with their terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.studies.completions.treebank import WordList
from equimask.studies.completions.treebank_files import (
    NOT_STATED,
    find_treebanks,
    licence_in,
    may_be_passed_on,
)
from tests.studies.completions.treebanks import SENTENCE, treebanks, written


def test_files_are_found_by_their_names_with_their_terms(tmp_path: Path) -> None:
    for folder, name, licence in (
        ("UD_Spanish-X", "es_x-ud-test.conllu", "Attribution-NonCommercial-ShareAlike 4.0"),
        ("UD_Spanish-Y", "es_y-ud-train-a.conllu.gz", ""),
        ("UD_Thai-Z", "th_z-ud-dev.conllu", "http://creativecommons.org/licenses/by-sa/4.0/x"),
    ):
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, SENTENCE, name)
        if licence:
            (tmp_path / folder / "LICENSE.txt").write_text(licence, encoding="utf-8")
    found = find_treebanks([tmp_path])
    assert [(file.name, file.lang, file.licence) for file in found] == [
        ("es_x-ud-test.conllu", "es", "CC-BY-NC-SA-4.0"),
        ("es_y-ud-train-a.conllu", "es", NOT_STATED),
        ("th_z-ud-dev.conllu", "th", "CC-BY-SA-4.0"),
    ]
    assert [file.lang for file in find_treebanks([found[2].path])] == ["th"]
    written(tmp_path / "UD_Thai-Z", SENTENCE, "es_x-ud-test.conllu.gz")
    with pytest.raises(DataError, match="count double"):
        find_treebanks([tmp_path])


def test_missing_and_unnamed_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Unpack a release"):
        find_treebanks([tmp_path])
    with pytest.raises(DataError, match="not there"):
        find_treebanks([tmp_path / "es_x-ud-test.conllu"])
    with pytest.raises(DataError, match="tell the language"):
        find_treebanks([written(tmp_path, SENTENCE, "words.conllu")])
    with pytest.raises(DataError, match="words in the treebanks of 'es'"):
        WordList.read("es", [written(tmp_path, "# nothing\n\n")])


@pytest.mark.parametrize(
    ("text", "licence", "free"),
    [
        ("Creative Commons Attribution-ShareAlike 3.0\nInternational", "CC-BY-SA-3.0", True),
        ("Lesser General Public License For\nLinguistic Resources", "LGPLLR", True),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0", True),
        ("Attribution-NonCommercial-NoDerivatives 4.0", "CC-BY-NC-ND-4.0", False),
        ("creativecommons.org/licenses/by-nc-nd/3.0", "CC-BY-NC-ND-3.0", False),
        ("All rights reserved.", NOT_STATED, False),
    ],
)
def test_licences_are_known_by_their_words(text: str, licence: str, free: bool) -> None:
    assert licence_in(text) == licence
    assert may_be_passed_on(licence) is free


def test_the_real_treebanks_have_known_languages_and_terms(shared: Path) -> None:
    files = treebanks(shared)
    assert {"ar", "de", "en", "es", "fi", "fr", "hi", "id", "ja", "pt", "ru", "th", "zh"} == {
        file.lang for file in files
    }
    terms = {file.name.split("-")[0]: file.licence for file in files}
    assert terms["fr_partut"] == terms["en_partut"] == "CC-BY-NC-SA-4.0"
    assert terms["fr_sequoia"] == "LGPLLR"
    assert terms["ar_pud"] == "CC-BY-SA-3.0" and terms["th_tud"] == "CC-BY-SA-4.0"
    assert NOT_STATED not in terms.values()
