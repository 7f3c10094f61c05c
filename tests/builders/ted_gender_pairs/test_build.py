"""The builder on small made-up texts, and on a sample of the real ones where they are at hand."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import main
from builders.kit.arguments import Folder, PerLanguage
from builders.kit.builder import BuildOptions
from builders.kit.run import build
from builders.kit.sources import SourceFile
from builders.ted_gender_pairs.build import BUILDER
from equimask.core.errors import DataError, OptionError
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.swap import GenderLexicon, apply
from equimask.studies.pair_making.records import load_edits, original_of
from tests import tiny
from tests.builders.made import made, written
from tests.builders.real_sources import committed_receipt, real_sources
from tests.studies.pair_making.heads import biased

TSV = "parallel/ntrex/en-de.tsv.gz"
LINES = [
    ("The old king  slept.", "Der alte König schlief."),
    ("The queen slept.", "Die Königin schlief."),
    ("The king sang.", "Der König sang."),
    ("The lamp fell.", "Die Lampe fiel."),
    ("The king met the queen.", "Der König traf die Königin."),
    ("The old king slept.", "Der alte König schlief."),
    ("The boy sang.", "Der Junge sang."),
    ("She sang.", "Sie sang."),
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    path = tmp_path / TSV
    path.parent.mkdir(parents=True)
    lines = "".join(f"{english}\t{german}\n" for english, german in LINES) + "no tab\n"
    path.write_bytes(gzip.compress(lines.encode()))
    return {TSV: path}


Rows = list[dict[str, Any]]


def built(
    files: dict[str, Path], *languages: str, **extra: Any
) -> tuple[Rows, dict[str, Any], BuildOptions]:
    rows, summary, options = made(BUILDER, files, *(languages or ("de",)), **extra)
    return rows, summary["languages"], options


def check(rows: Rows, lang: str) -> None:
    """Columns, edits there and back, and the origin by the lexicon."""
    lexicon = GenderLexicon.load(lang)
    for row in rows:
        assert tuple(row) == DATASET_COLUMNS["ted_gender_pairs"]
        edits = load_edits(row["edits"])
        original = original_of(row["male"], edits["male"])
        for side in ("male", "female"):
            assert original_of(row[side], edits[side]).encode() == original.encode()
            assert apply(original, edits[side]) == row[side]
        (word,) = lexicon.find(original)
        assert word.gender == row["origin_gender"]
        assert row["masked_sentence"].replace("[MASK]", word.text) == original
        assert row["male"] != row["female"]


def test_rows_are_pairs_with_ids_and_repetitions_count_once(files: dict[str, Path]):
    rows, languages, options = built(files, balance=False)
    check(rows, "de")
    assert [row["id"] for row in rows] == [f"ntrex-{n}-lexicon" for n in (1, 2, 3, 7, 8)]
    assert [row["cluster"] for row in rows] == [f"ntrex-{n}" for n in (1, 2, 3, 7, 8)]
    assert {row["corpus"] for row in rows} == {"ntrex"}
    assert (rows[0]["male"], rows[0]["female"]) == (
        "Der alte König schlief.",
        "Die alte Königin schlief.",
    )
    facts = languages["de"]
    assert (facts["lines"], facts["repeated"]) == ({"ntrex": 8}, 1)
    assert facts["one_word_origins"] == {"male": 3, "female": 2}
    assert facts["outcomes"] == {"several_gender_words": 1, "swapped": 5}
    assert facts["coverage"]["sentences"] == 7
    assert facts["model"] is None
    assert options.notes["dropped", TSV, "not two columns (first: line 9)"] == 1


def test_origins_are_balanced_by_the_seed(files: dict[str, Path]):
    rows, languages, _ = built(files)
    assert Counter(row["origin_gender"] for row in rows) == {"male": 2, "female": 2}
    assert languages["de"]["lexicon"]["balanced_away"] == 1
    assert languages["de"]["lexicon"]["truncation"] == 0.2
    assert built(files, seed=5)[0] == built(files, seed=5)[0]
    kept = {tuple(row["id"] for row in built(files, seed=seed)[0]) for seed in range(12)}
    assert len(kept) == 3


def test_each_corpus_is_balanced_by_itself(files: dict[str, Path], tmp_path: Path):
    more = "parallel/pud/en-de.tsv.gz"
    lines = [("A woman sang.", "Eine Frau sang."), ("A girl sang.", "Eine Tante sang.")]
    text = "".join(f"{english}\t{german}\n" for english, german in lines)
    both = {**files, **written(tmp_path, {more: gzip.compress(text.encode())})}
    rows, languages, _ = built(both)
    assert languages["de"]["swapped_origins"] == {"male": 3, "female": 4}
    assert Counter((row["corpus"], row["origin_gender"]) for row in rows) == {
        ("ntrex", "male"): 2,
        ("ntrex", "female"): 2,
    }
    assert languages["de"]["lexicon_rows"] == {"ntrex": 4}


def test_english_is_the_english_side(files: dict[str, Path]):
    rows, languages, _ = built(files, "en", balance=False)
    check(rows, "en")
    assert rows[0]["id"] == "ntrex-de-1-lexicon"
    assert rows[0]["female"] == "The old queen slept."
    assert languages["en"]["coverage"] is None
    both = built(files, "de", "en", balance=False)
    assert both[0] == built(files, "de", balance=False)[0] + rows
    assert dict(both[2].notes) == {("dropped", TSV, "not two columns (first: line 9)"): 1}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    mlm = biased({"lamp": 9.0, "man": 8.0, "mother": 7.0})
    return tiny.save(tmp_path / "secret" / "tiny-english", mlm.model, mlm.tokenizer)


def test_model_based_rows_follow_and_name_the_model_without_its_path(
    files: dict[str, Path], model: Path
):
    choice = PerLanguage(f"en={model}")
    assert json.dumps(choice) == '"en=tiny-english"'
    rows, languages, _ = built(files, "en", model=[choice])
    check(rows, "en")
    made = [row for row in rows if row["method"] == "model"]
    assert rows[-len(made) :] == made
    assert [row["id"] for row in made] == [f"ntrex-de-{n}-model" for n in (1, 2, 3, 7)]
    assert made[0]["male"] == "The old man slept."
    assert made[0]["female"] == "The old mother slept."
    assert made[0]["p_male"] > made[0]["p_female"] > 0
    assert made[0]["model"].startswith("tiny-english@")
    facts = languages["en"]["model"]
    assert facts["sides"] == {"none": 1, "one": 0, "both": 4}  # "She" wants a pronoun
    assert facts["truncation"] == 0.2
    assert "secret" not in json.dumps(languages)
    sampled = built(files, "en", model=[choice], model_sentences=2)[1]["en"]["model"]
    assert sampled["masked"] == 2


@pytest.mark.slow
def test_the_command_reads_plain_text_and_writes_card_receipt_and_figures(
    tmp_path: Path, model: Path
):
    text = tmp_path / "secret" / "talks.txt"
    text.write_text("The king sang.\n\nThe queen sang.\nThe lamp fell.\n", encoding="utf-8")
    out = tmp_path / "out"
    how = ["--language", "en", "--text", f"en={text}", "--out", str(out)]
    assert main(["ted_gender_pairs", *how]) == 0
    receipt = json.loads((out / "receipt.json").read_text("utf-8"))
    card = (out / "README.md").read_text("utf-8")
    assert receipt["rows"] == 2
    assert receipt["figures"] == ["words.svg"]
    assert "lexicon-based pairs only: no model was given" in card
    assert "must not be published" in card
    assert main(["ted_gender_pairs", *how, "--model", f"en={model}"]) == 0
    card = (out / "README.md").read_text("utf-8")
    assert "figures/coverage.svg" in card and (out / "figures" / "coverage.svg").is_file()
    everything = card + (out / "receipt.json").read_text("utf-8")
    assert "secret" not in everything and str(tmp_path) not in everything


def ready(**extra: Any) -> BuildOptions:
    return BUILDER.ready(BuildOptions(extra=extra))


def test_wrong_options_are_refused(files: dict[str, Path]):
    source = SourceFile(TSV, "CC0-1.0", True, url="https://example.org", sha256="0" * 64)
    with pytest.raises(OptionError, match="ntrex"):
        BUILDER.choose([source], ready(corpus=["ntrecks"]))
    with pytest.raises(OptionError, match="language of this build"):
        built(files, "de", model=[PerLanguage("fi=some/model")])
    missing = ready(text=[PerLanguage("de=missing.txt")])
    with (
        pytest.raises(DataError, match="a sentence per line"),
        BUILDER.further_files(missing, Path(), {}),
    ):
        pass
    with pytest.raises(DataError, match="UDPipe"):
        built(files, "de", udpipe=Folder("no-such-folder"))


@pytest.mark.slow
def test_real_text_gives_right_pairs_twice_the_same(root: Path, shared: Path, tmp_path: Path):
    import pyarrow.parquet as pq

    sources = real_sources(shared, "parallel")
    folder = root / "builders" / "ted_gender_pairs"
    languages = ("de", "es", "fr", "pt", "zh")
    extra = {"corpus": ["pud"], "method": ["lexicon", "published"]}
    options = BuildOptions(languages, source=sources, extra=extra)
    receipts = [build(folder, BUILDER, tmp_path / str(n), options) for n in range(2)]
    assert receipts[0] == receipts[1]
    for lang in languages:
        rows = pq.read_table(tmp_path / "0" / "data" / f"{lang}.parquet").to_pylist()
        check([row for row in rows if row["method"] == "lexicon"], lang)
        for method in ("lexicon", "published"):
            origins = Counter(row["origin_gender"] for row in rows if row["method"] == method)
            assert origins["male"] == origins["female"] > 5
        assert len({row["id"] for row in rows}) == len(rows)


def test_the_committed_receipt_has_the_papers_tables(root: Path):
    languages = committed_receipt(root, "ted_gender_pairs")["summary"]["languages"]
    assert list(languages) == ["de", "en", "es", "fr", "pt", "zh"]
    for lang, facts in languages.items():
        origins = facts["lexicon"]["origins"]
        assert origins["male"] == origins["female"] > 100, lang
        lost = facts["lexicon"]["refused"] + facts["lexicon"]["balanced_away"]
        assert facts["lexicon"]["rows"] + lost == facts["one_word"]
        plain = facts["published"]
        assert plain["rows"] + plain["balanced_away"] == plain["one_word"]
        assert sum(plain["verdicts"].values()) == plain["rows"] == 2 * plain["origins"]["male"]
    model = languages["en"]["model"]
    assert model["sides"]["none"] + model["agreement_refused"] + model["rows"] == model["masked"]
    assert model["coverage_by_k"] == sorted(model["coverage_by_k"])
