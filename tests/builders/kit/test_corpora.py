from __future__ import annotations

import pytest

from builders.kit.parallel import check_corpora, corpus_file
from equimask.core.errors import DataError, OptionError


@pytest.mark.parametrize(
    ("name", "corpus", "lang", "code"),
    [
        ("parallel/wmt-news/en-zh.tsv.gz", "wmt-news", "zh", "zh"),
        ("opus/TED2020-v1/en-zh_cn.txt.zip", "ted2020", "zh", "zh_cn"),
        ("opus/GlobalVoices-v2017q3/en-jp.txt.zip", "globalvoices", "ja", "jp"),
        ("tatoeba/en-de.tsv", "tatoeba", "de", "de"),
    ],
)
def test_a_source_is_known_by_its_name(name: str, corpus: str, lang: str, code: str):
    file = corpus_file(name)
    assert file is not None
    assert (file.corpus, file.lang, file.code) == (corpus, lang, code)


def test_word_lists_are_no_corpora_and_odd_names_are_refused():
    assert corpus_file("gender_lexicon/en.tsv") is None
    with pytest.raises(DataError, match=r"de-fr\.tsv"):
        corpus_file("parallel/x/de-fr.tsv")


def test_an_unknown_corpus_is_refused_with_near_matches():
    check_corpora(["ntrex"], {"ntrex", "ted2020"})
    with pytest.raises(OptionError, match=r"'ted2021'.*ted2020"):
        check_corpora(["ted2021", "ntrex"], {"ntrex", "ted2020"})
