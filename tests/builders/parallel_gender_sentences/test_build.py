"""The builder on small made-up corpora."""

from __future__ import annotations

import gzip
import tracemalloc
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.parallel_stream import CORPUS, measure, write_corpus
from builders.kit.builder import BuildOptions
from builders.kit.sources import SourceFile
from builders.parallel_gender_sentences.build import BUILDER
from equimask.core.errors import DataError, OptionError
from equimask.core.packaged import packaged
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.preservation import Preservation
from tests.builders.made import Made, made, written

TSV = "parallel/ntrex/en-de.tsv.gz"
ZIP = "opus/TED2020-v1/de-en.txt.zip"
NEWS = [
    ("He  left.", " Er ging."),
    ("The lamp fell.", "Die Lampe fiel."),
    ("She sang.", "Sie sang."),
    ("My son slept.", "Mein Sohn schlief."),
    ("He saw her.", "Er sah sie."),
    ("My sister slept.", "Meine Schwester schlief."),
    ("He called.", "Man rief an."),
    ("She called.", "Man rief an."),
    ("The king ate.", "Der König aß."),
    ("His dog ate.", "Er ging."),
]
TALKS = [
    ("He left.", "Er ging."),
    ("Her boat sank.", "Ihr Boot sank."),
    ("Tom swam.", "Tom schwamm."),
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    found = {
        name: packaged() / name
        for name in ("gender_lexicon/en.tsv", "gender_lexicon/de.tsv", "first_names/en.tsv")
    }
    for name in (TSV, ZIP):
        found[name] = tmp_path / name
        found[name].parent.mkdir(parents=True)
    lines = "".join(f"{english}\t{german}\n" for english, german in NEWS) + "no tab\n"
    found[TSV].write_bytes(gzip.compress(lines.encode()))
    with zipfile.ZipFile(found[ZIP], "w") as archive:
        for code, side in (("en", 0), ("de", 1)):
            text = "".join(f"{pair[side]}\n" for pair in TALKS)
            archive.writestr(f"TED2020.de-en.{code}", text)
    return found


def built(files: dict[str, Path], *languages: str, **extra: Any) -> Made:
    return made(BUILDER, files, *(languages or ("de",)), **extra)


def test_rows_have_the_declared_columns_ids_and_words(files: dict[str, Path]):
    rows, _, _ = built(files, balance=False)
    assert all(tuple(row) == DATASET_COLUMNS["parallel_gender_sentences"] for row in rows)
    assert [(row["id"], row["gender"], row["words"]) for row in rows] == [
        ("ntrex-1", "male", "he"),
        ("ntrex-3", "female", "she"),
        ("ntrex-4", "male", "son"),
        ("ntrex-6", "female", "sister"),
        ("ntrex-9", "male", "king"),
        ("ted2020-2", "female", "her"),
        ("ted2020-3", "male", "Tom"),
    ]
    assert (rows[0]["sentence"], rows[0]["english"]) == ("Er ging.", "He left.")


def test_counts_say_what_was_found_removed_and_kept(files: dict[str, Path]):
    _, summary, options = built(files)
    news = summary["languages"]["de"]["corpora"]["ntrex"]
    assert news["pairs"] == 10
    assert news["left out"] == {"no gender word": 1, "words of both genders": 1}
    assert news["male"] == {
        "found": 5,
        "in both sets": 1,
        "duplicates": 1,
        "before balancing": 3,
        "rows": 2,
    }
    assert news["female"]["rows"] == 2
    talks = summary["languages"]["de"]["corpora"]["ted2020"]
    assert talks["male"]["duplicates"] == 1  # stands in the news already
    assert options.notes["dropped", TSV, "not two columns (first: line 11)"] == 1


@pytest.mark.parametrize("languages", [("de",), ("en",), ("de", "en")])
def test_an_unreadable_line_is_counted_once(files: dict[str, Path], languages: tuple[str, ...]):
    _, _, options = built(files, *languages)
    assert dict(options.notes) == {("dropped", TSV, "not two columns (first: line 11)"): 1}


def test_sets_are_balanced_per_corpus_by_the_seed(files: dict[str, Path]):
    rows, _, _ = built(files)
    assert Counter((row["corpus"], row["gender"]) for row in rows) == {
        ("ntrex", "male"): 2,
        ("ntrex", "female"): 2,
        ("ted2020", "male"): 1,
        ("ted2020", "female"): 1,
    }
    assert built(files, seed=3)[0] == built(files, seed=3)[0]
    kept = {tuple(row["id"] for row in built(files, seed=seed)[0]) for seed in range(12)}
    assert len(kept) == 3  # each of the three male sentences is left out by some seed


def test_english_is_the_english_side_of_all_files(files: dict[str, Path]):
    rows, summary, _ = built(files, "en", balance=False)
    assert all(row["sentence"] == row["english"] and row["lang"] == "en" for row in rows)
    assert rows[0]["id"] == "ntrex-de-1"
    # "He left." of the talks repeats the news; "He called." and "She called." are two sentences
    assert [row["id"] for row in rows if row["corpus"] == "ted2020"] == [
        "ted2020-de-2",
        "ted2020-de-3",
    ]
    assert summary["languages"]["en"]["corpora"]["ntrex"]["male"]["in both sets"] == 0


def test_languages_come_one_after_another_and_alone_have_the_same_rows(files: dict[str, Path]):
    both, _, _ = built(files, "de", "en")
    assert both == built(files, "de")[0] + built(files, "en")[0]


def test_the_summary_says_whether_the_gender_is_kept(files: dict[str, Path]):
    _, summary, _ = built(files, balance=False)
    language = summary["languages"]["de"]
    assert language["words"]["female"] == {"her": 1, "she": 1, "sister": 1}
    male, female = (language["preservation"]["sure"][gender] for gender in ("male", "female"))
    assert male == {"same": 0.75, "other": 0.0, "both": 0.0, "none": 0.25, "kept": 1.0}  # Tom
    assert female["same"] == 0.3333  # sie and ihr are doubtful
    assert language["preservation"]["listed"]["female"]["same"] == 1.0


def test_the_summary_has_the_reading_of_the_paper_beside_ours(files: dict[str, Path]):
    _, summary, _ = built(files, balance=False)
    language = summary["languages"]["de"]
    assert language["pronouns"]["all"] == {"sentences": 2, "kept": 1.0}
    assert language["corpora"]["ted2020"]["pronouns"]["all"] == {"sentences": 0, "kept": None}
    assert set(BUILDER.figures(summary)) == {"preservation.svg", "pronouns.svg"}


def test_a_word_that_carries_a_bag_is_told_once(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
):
    _, summary, _ = built(files, balance=False)
    talks = summary["languages"]["de"]["corpora"]["ted2020"]
    assert talks["words"] == {"male": {"Tom": 1}, "female": {"her": 1}}
    assert talks["dominant"] == [
        {"gender": "female", "word": "her", "sentences": 1, "share": 1.0, "pronoun": True},
        {"gender": "male", "word": "Tom", "sentences": 1, "share": 1.0, "pronoun": False},
    ]
    (line,) = capsys.readouterr().err.splitlines()
    assert "more than a tenth of a bag: Tom in 100 % of the male de ted2020" in line
    assert "her" not in line


def test_words_that_carry_no_bag_are_not_told(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
):
    people = [f"The {word} of Ulm." for word in ("king", "duke", "prince", "monk", "lord", "uncle")]
    people += [f"My {word} ran." for word in ("brother", "son", "father", "nephew", "husband")]
    lines = [f"{english}\tSatz {n}.\n" for n, english in enumerate([*people, *["He ran."] * 9])]
    lines += ["She sang.\tSie sang.\n"]
    files[TSV].write_bytes(gzip.compress("".join(lines).encode()))
    del files[ZIP]
    _, summary, _ = built(files, balance=False)
    dominant = summary["languages"]["de"]["corpora"]["ntrex"]["dominant"]
    assert {one["word"] for one in dominant} == {"he", "she"}
    assert capsys.readouterr().err == ""


def test_translations_of_one_english_sentence_are_a_cluster(files: dict[str, Path]):
    lines = "He left.\tEr ging.\nHe  left.\tEr ist weg.\nHe ran.\tEr lief.\n"
    files[TSV].write_bytes(gzip.compress(lines.encode()))
    rows, _, _ = built(files, "de", balance=False)
    first, second, third, *_ = (row["cluster"] for row in rows)
    assert first == second != third
    english, _, _ = built(files, "en", balance=False)
    assert english[0]["cluster"] == first  # whatever the language and the file


THEIRS = {
    "gender/gn_glove_male_word_file.txt": "he\nactor\nking\n",
    "gender/gn_glove_female_word_file.txt": "she\nfilly\n",
    "pairs/crows_pairs/crows_pairs_anonymized.csv": "sent_more,sent_less\nMary ate.,Ann ate.\n",
}


def test_the_words_of_the_paper_choose_by_its_rule(files: dict[str, Path], tmp_path: Path):
    files |= written(tmp_path, THEIRS)
    lines = [
        "The actor slept.\tEr schlief.", "My son slept.\tDer Sohn.", "Mary sang.\tMaria sang.",
        "Tom sang.\tTom sang.", "The King.\tDer König.", "He saw Mary.\tEr sah Maria.",
    ]  # fmt: skip
    files[TSV].write_bytes(gzip.compress("\n".join(lines).encode()))
    rows, summary, _ = built(files, words="published", balance=False, corpus=["ntrex"])
    chosen = [(row["gender"], row["words"]) for row in rows if row["corpus"] == "ntrex"]
    assert chosen == [("male", "actor"), ("female", "Mary"), ("male", "king")]
    left_out = summary["languages"]["de"]["corpora"]["ntrex"]["left out"]
    assert left_out == {"no gender word": 2, "words of both genders": 1}
    assert summary["published list"]["words"] == {"male": 3, "female": 2}
    assert "published list" not in built(files)[1]
    del files["gender/gn_glove_male_word_file.txt"]
    with pytest.raises(DataError, match=r"gn_glove_male_word_file.*--words published"):
        built(files, words="published")


def declared(name: str) -> SourceFile:
    url = "" if name.startswith(("gender_lexicon", "first")) else "https://example.org/x"
    return SourceFile(name=name, licence="MIT", redistributable=True, url=url)


def test_only_what_a_build_needs_is_chosen():
    names = [TSV, ZIP, "parallel/ntrex/en-fr.tsv.gz", "first_names/en.tsv"]
    names += [f"gender_lexicon/{lang}.tsv" for lang in ("de", "en", "fr", "nl")]
    ours = set(names)
    names += THEIRS

    def chosen(*languages: str, **extra: Any) -> set[str]:
        options = BUILDER.ready(BuildOptions(languages=languages, extra=extra))
        return {file.name for file in BUILDER.choose(list(map(declared, names)), options)}

    assert chosen() == chosen("en") == ours - {"gender_lexicon/nl.tsv"}
    assert chosen(words="published") == set(names) - {"gender_lexicon/nl.tsv"}
    assert chosen("de", corpus=["ted2020"]) == {
        ZIP,
        "first_names/en.tsv",
        "gender_lexicon/de.tsv",
        "gender_lexicon/en.tsv",
    }
    with pytest.raises(OptionError, match="ted2020"):
        chosen(corpus=["ted2021"])
    with pytest.raises(OptionError, match="languages of the sources: de, en, fr, but got it, nl"):
        chosen("nl", "it", "de")
    with pytest.raises(OptionError, match="languages of the sources: de, en, but got fr"):
        chosen("fr", corpus=["ted2020"])


@pytest.mark.slow
def test_memory_does_not_grow_with_the_corpus(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Preservation, "count", lambda *_: None)  # slow, and holds nothing
    lists = {name: path for name, path in files.items() if name.endswith(".tsv")}
    peaks, rows = [], []
    for lines in (10_000, 60_000):
        path = tmp_path / f"{lines}.zip"
        write_corpus(path, lines)
        options = BUILDER.ready(BuildOptions(languages=("de",)))
        stream = BUILDER.rows({**lists, CORPUS: path}, options, {})
        tracemalloc.start()
        rows.append(sum(1 for _ in stream))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # 7,000 candidates more cost some 80 bytes each at the peak; as rows they would be 5 MB
    assert rows == [1400, 8400]
    assert peaks[1] - peaks[0] < 1_500_000


@pytest.mark.slow
def test_a_build_from_200_000_lines_stays_small(tmp_path: Path):
    figures = measure(200_000, tmp_path)
    assert figures["rows"] == 28_000
    assert figures["peak_mb"] < 400
