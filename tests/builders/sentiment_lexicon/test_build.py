"""The builder on small made-up lexica: readers, the rules of joining, rows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import main
from builders.kit.arguments import PerLanguage
from builders.kit.builder import BuildOptions
from builders.kit.run import card_of
from builders.kit.sources import read_sources
from builders.sentiment_lexicon import readers
from builders.sentiment_lexicon.build import BUILDER
from builders.sentiment_lexicon.facts import (
    VARIANTS,
    Language,
    facts_of,
    leads_of,
    leave_one_out,
    tally,
    trials,
)
from builders.sentiment_lexicon.lexica import (
    BOTH_SIDES,
    JOINED,
    LEXICA,
    MALFORMED,
    NO_WORD,
    OTHER_SCRIPT,
    SEVERAL_WORDS,
    Lexicon,
    read_lexicon,
    why_not,
)
from equimask.core.errors import DataError, OptionError
from equimask.core.packaged import packaged
from equimask.core.schema import DATASET_COLUMNS, SENTIMENTS
from equimask.inputs.sentiment_lexicon import read_lexicon as read_built
from equimask.studies.sentiment.observations import Kind
from equimask.studies.sentiment.settings import Settings
from equimask.studies.sentiment.training import fit
from tests.builders.made import made
from tests.builders.real_sources import committed_receipt
from tests.studies.sentiment.packaged_seeds import packaged_seeds
from tests.studies.sentiment.test_training import SEEDS, planted


@pytest.mark.parametrize(
    ("word", "lang", "reason"),
    [
        ("naïve", "en", ""),
        ("2-faced", "en", ""),
        ("don't", "en", ""),
        ("सुंदर", "hi", ""),
        ("très bien", "fr", SEVERAL_WORDS),
        ("a_priori", "en", SEVERAL_WORDS),
        (":-)", "en", NO_WORD),
        ("10", "en", NO_WORD),
        ("", "en", NO_WORD),
        ("good", "ar", OTHER_SCRIPT),
        ("好", "zh", ""),
    ],
)
def test_what_is_a_word(word: str, lang: str, reason: str) -> None:
    assert why_not(word, lang) == reason


@pytest.mark.parametrize(
    ("read", "data", "entries"),
    [
        (readers.sides("pos", "neg"), "a\tpos\nb\tneg\nc\tmaybe\nd\n",
         [("a", (1.0,)), ("b", (0.0,)), ("c", None), ("d", None)]),
        (readers.sides("1", "-1", ",", header=True), 'ngram,polarity\n"x, y",1\nz,-1\n',
         [("x, y", (1.0,)), ("z", (0.0,))]),
        (readers.words_of_one_side(0.0), "; note\n\nbad\n", [("bad", (0.0,))]),
        (readers.whole_numbers(5), "great fun\t4\nbad\t-5\nodd\t0\nworse\t-6\nx\n",
         [("great fun", (0.8,)), ("bad", (-1.0,)), ("odd", (0.0,)), ("worse", None), ("x", None)]),
        (readers.strengths(5, 1), "word\tweight\r\nisak\t-5\r\n", [("isak", (0.0, 1.0))]),
        (readers.vader, "ok\t1.0\t0.5\t[1, 1, -4, 0]\nno\t1\t1\t[9]\n",
         [("ok", (1.0, 0, 0, 0, 1.0, 2.0, 0, 0, 0)), ("no", None)]),
        (readers.sentiws, "\ufeffAbbau|NN\t-0.058\tAbbaus,Abbaue\r\nGut|NN\t0.004\t\r\nx\r\n",
         [("Abbau", (0.0,)), ("Abbaus", (0.0,)), ("Abbaue", (0.0,)), ("Gut", (1.0,)), ("x", None)]),
        (readers.sentilex,
         "abanar.PoS=V;TG=HUM:N0:N1;POL:N0=1;POL:N1=-1;ANOT=MAN\nx.PoS=N;POL:N0=8;ANOT=MAN\n",
         [("abanar", (1.0, 0.0, 1.0)), ("x", None)]),
        (readers.rusentilex,
         'атака, Noun, атака, postive, fact, "A, B"\nбайка, Noun, байка, positive/negative, fact\n'
         "x, Noun\n",
         [("атака", (0, 0, 1.0, 0)), ("байка", (0, 0, 0, 1.0)), ("x", None)]),
        (readers.hindi_sentiwordnet, "POS ID\na 1 0.25 0.5 अ,आ\na 2 x 0 इ\n",
         [("अ", (0.25, 0.5)), ("आ", (0.25, 0.5)), ("a 2 x 0 इ", None)]),
        (readers.ml_senticon, '<s><l><lemma pol="-0.5"> malo </lemma><lemma>x</lemma></l></s>',
         [(" malo ", (-0.5,)), ("x", None)]),
    ],
)  # fmt: skip
def test_every_format_is_read_and_a_malformed_line_has_no_value(
    read: readers.Reader, data: str, entries: list[tuple[str, Any]]
) -> None:
    assert list(read(data.encode())) == entries


def test_xml_with_entities_or_faults_and_other_encodings_are_refused() -> None:
    bomb = b'<!DOCTYPE s [<!ENTITY a "aa">]><s>&a;</s>'
    with pytest.raises(DataError, match="document type"):
        list(readers.ml_senticon(bomb))
    with pytest.raises(DataError, match="well-formed"):
        list(readers.ml_senticon(b"<s>"))
    with pytest.raises(DataError, match="UTF-8"):
        list(readers.vader(b"caf\xe9\t1"))


def merged(tmp_path: Path, kind: Kind, files: dict[str, tuple[readers.Reader, str]]) -> Any:
    options = BuildOptions()
    for name, (_, text) in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    lexicon = Lexicon("made-up", "en", kind, {name: read for name, (read, _) in files.items()})
    found = read_lexicon(lexicon, {name: tmp_path / name for name in files}, options)
    return found, {what: n for (_, _, what), n in options.notes.items()}


def test_a_word_on_both_sides_is_dropped_and_everything_is_counted(tmp_path: Path) -> None:
    text = "Good\tpos\ngood\tpos\nodd\tpos\nodd\tneg\n:)\tpos\nvery good\tpos\nx\tperhaps\n"
    found, notes = merged(tmp_path, Kind.BINARY, {"a": (readers.sides("pos", "neg"), text)})
    assert found.values == {"good": (1.0,)}
    assert notes == {JOINED: 2, BOTH_SIDES: 1, NO_WORD: 1, SEVERAL_WORDS: 1, MALFORMED: 1}


def test_numbers_are_averaged_and_two_lists_make_a_pair(tmp_path: Path) -> None:
    found, _ = merged(tmp_path, Kind.REAL, {"a": (readers.whole_numbers(5), "x\t5\nx\t-1\n")})
    assert found.values["x"] == pytest.approx((0.4,))
    lists = {
        "p": (readers.strengths(5, 0), "word\tweight\nada\t4\nada\t2\nbaik\t5\n"),
        "n": (readers.strengths(5, 1), "word\tweight\nada\t-3\n"),
    }
    found, _ = merged(tmp_path, Kind.PAIR, lists)
    assert found.values["ada"] == pytest.approx((0.6, 0.6))
    assert found.values["baik"] == (1.0, 0.0)


def test_a_lexicon_without_words_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="words in the lexicon made-up"):
        merged(tmp_path, Kind.BINARY, {"a": (readers.sides("pos", "neg"), ":)\tpos\n")})


def test_a_lexicon_with_a_file_missing_is_left_out(tmp_path: Path) -> None:
    two_files = next(lexicon for lexicon in LEXICA if lexicon.name == "inset")
    assert read_lexicon(two_files, {}, BuildOptions()) is None


@pytest.fixture
def italian(tmp_path: Path) -> dict[str, Path]:
    """Two lexica that hold the seed words and agree."""
    names = {"pos": "lexica/chen-skiena/it.tsv", "+1": "lexica/unisent/ita_unisent_lexicon.txt"}
    files = {"sentiment_seeds/it.tsv": packaged() / "sentiment_seeds" / "it.tsv"}
    for good, name in names.items():
        bad = {"pos": "neg", "+1": "-1"}[good]
        labels = [bad, good, good]
        path = tmp_path / Path(name).name
        lines = [f"{word}\t{labels[place]}\n" for word, place in packaged_seeds("it").items()]
        path.write_text("".join(lines), encoding="utf-8")
        files[name] = path
    return files


def test_rows_have_the_columns_sum_to_one_and_are_the_same_again(
    italian: dict[str, Path],
) -> None:
    rows, summary, _ = made(BUILDER, italian, "it")
    assert all(tuple(row) == DATASET_COLUMNS["sentiment_lexicon"] for row in rows)
    assert [row["word"] for row in rows] == sorted(packaged_seeds("it"))
    for row in rows:
        shares = [float(str(row[name])) for name in ("negative", "neutral", "positive")]
        assert sum(shares) == pytest.approx(1, abs=1e-9)
        assert max(shares) <= 0.6 + 1e-9 and min(shares) >= 0
    by_word = {row["word"]: row for row in rows}
    assert float(str(by_word["odio"]["negative"])) > float(str(by_word["odio"]["positive"]))
    assert made(BUILDER, italian, "it").rows == rows
    facts = summary["languages"]["it"]
    assert facts["n_sources"] == {"2": len(rows)}
    assert summary["settings"]["kl_weight"] == 0
    assert facts["validation"] == []


def test_held_out_comparisons_are_told_won_tied_and_lost() -> None:
    records = leave_one_out(planted(), SEEDS, Settings())
    assert Counter(record["held_out"] for record in records) == dict.fromkeys(
        ("sides", "numbers", "votes", "strengths"), 5
    )
    counts = tally(records)
    assert set(counts) == {"all", "covered", "own"}
    assert sum(counts["all"]["auc"]["average"]) == 4
    assert "single" not in counts["covered"]["auc"]
    assert leave_one_out(planted()[:2], SEEDS, Settings()) == []


def test_facts_tell_strengths_classes_seed_words_and_gradation() -> None:
    facts = facts_of(planted(), SEEDS, fit(planted(), SEEDS), [])
    assert facts["largest"] == {"negative": 12, "neutral": 12, "positive": 12}
    assert facts["seeds"] == {name: [3, 3] for name in SENTIMENTS}
    assert max(lexicon["strength"] for lexicon in facts["lexica"].values()) == 1
    assert facts["gradation"] == {}  # no word stands in one lexicon alone
    alone = planted()[1:2]
    graded = facts_of(alone, {}, fit(alone), [])["gradation"]
    assert graded == {"numbers": {"n": 36, "spearman": 1.0}}


def test_a_tally_goes_by_the_figures_that_are_printed() -> None:
    figures = {"fused": 0.9, "average": 0.9, "single": 0.95, "best": "x"}
    record = {"words": "all", **dict.fromkeys(("auc", "concordance", "spearman"), figures)}
    assert tally([record])["all"]["auc"] == {"average": [0, 1, 0], "single": [0, 0, 1]}


def test_leads_are_told_with_their_sign_and_whether_they_are_clear() -> None:
    def record(words: str, difference: float, clear: bool) -> dict[str, Any]:
        told = {"difference": difference, "stderr": 0.01, "clear": clear}
        return {"words": words, "leads": {"average": told, "single": None}}

    records = [record("all", 0.1, True), record("all", -0.05, True), record("all", 0.01, False)]
    assert leads_of([*records, {"words": "covered"}]) == {
        "average": {"smallest": -0.05, "clearly_ahead": 1, "clearly_behind": 1}
    }
    assert leads_of([]) == {}


def test_other_settings_are_tried_on_development_languages_alone() -> None:
    tried = trials([Language("es", planted(), SEEDS), Language("fr", planted(), SEEDS)], Settings())
    assert [trial["name"] for trial in tried] == list(VARIANTS)
    for trial in tried:
        assert list(trial["likelihood"]) == ["es"]
        assert sum(trial["auc"]["average"]) == 4
    assert len({trial["likelihood"]["es"] for trial in tried}) > 1
    assert trials([Language("fr", planted(), SEEDS)], Settings()) == []


def test_what_the_card_says_of_comparisons_is_counted_in_the_receipt(root: Path) -> None:
    folder = root / "builders" / "sentiment_lexicon"
    sources = read_sources(folder / "source.toml")
    receipt = committed_receipt(root, "sentiment_lexicon")
    receipt["summary"]["tally"]["other"]["all"]["auc"]["average"] = [1, 2, 3]
    receipt["summary"]["leads"]["other"]["average"]["smallest"] = -0.0123
    said = "1 of 6 comparisons won, 2 tied, 3 lost (smallest lead -0.0123;"
    assert said in card_of(folder, sources, receipt)
    receipt["summary"]["tally"]["other"] = {}
    assert "the other languages:" not in card_of(folder, sources, receipt)


def test_every_file_of_a_lexicon_is_declared_and_the_other_way_round(root: Path) -> None:
    sources = read_sources(root / "builders" / "sentiment_lexicon" / "source.toml")
    declared = {file.name for file in sources.files if not file.packaged}
    assert declared == {name for lexicon in LEXICA for name in lexicon.files}


def test_no_derivative_of_unisent_and_nothing_without_a_licence_is_for_publishing(
    root: Path,
) -> None:
    sources = read_sources(root / "builders" / "sentiment_lexicon" / "source.toml")
    for file in sources.files:
        open_terms = file.licence in {"GPL-3.0", "Apache-2.0", "CC-BY-4.0", "MIT", "CC0-1.0"}
        assert file.redistributable is open_terms, file.name


def own_file(folder: Path, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text("word,polarity\nGlad,0.8\nsur,-0.7\nlagom,0.1\n", encoding="utf-8")
    return path


def test_a_language_of_ones_own_lexica_alone_needs_no_source_and_no_seed_words(
    tmp_path: Path, root: Path
) -> None:
    out = tmp_path / "out"
    given = ["--lexicon", f"sv={own_file(tmp_path)}", "--language", "sv", "--out", str(out)]
    assert main(["sentiment_lexicon", "--only-own", *given]) == 0
    found = read_built(out / "data" / "sv.parquet")
    assert sorted(found) == ["glad", "lagom", "sur"]
    assert [max(range(3), key=found[word].__getitem__) for word in sorted(found)] == [2, 1, 0]
    receipt = json.loads((out / "receipt.json").read_text(encoding="utf-8"))
    assert receipt["options"]["lexicon"] == ["sv=mine.csv"]
    assert receipt["redistributable"] is False
    assert [file["name"] for file in receipt["sources"]] == ["lexicon/sv/mine.csv"]
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "| lexicon/sv/mine.csv, named on the command line | not stated |" in card
    assert str(tmp_path) not in card + json.dumps(receipt)


def test_ones_own_lexicon_joins_the_published_ones_and_hoyles_form_is_read(
    italian: dict[str, Path], tmp_path: Path
) -> None:
    text = ",alpha_1,alpha_2,alpha_3\n" + "".join(
        f"{word},{2 - place / 2},{1 + place / 2},1.0\n"
        for word, place in packaged_seeds("it").items()
    )
    path = tmp_path / "hoyle.csv"
    path.write_text(text, encoding="utf-8")
    rows, summary, _ = made(BUILDER, italian, "it", lexicon=[PerLanguage(f"it={path}")])
    facts = summary["languages"]["it"]
    assert facts["lexica"]["hoyle"]["kind"] == "counts"
    assert facts["n_sources"] == {"3": len(rows)}
    assert facts["seeds"]["negative"][0] == facts["seeds"]["negative"][1]


def test_a_weight_of_the_divergence_is_an_option_and_is_told(italian: dict[str, Path]) -> None:
    _, summary, options = made(BUILDER, italian, "it", kl_weight=0.3)
    assert summary["settings"]["kl_weight"] == options.extra["kl_weight"] == 0.3


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"kl_weight": -1.0}, "weight of the divergence"),
        ({"only_own": True}, "files of --lexicon with --only-own"),
        ({"lexicon": [PerLanguage("xx-nothing=a.csv")]}, "BCP 47"),
        ({"lexicon": [PerLanguage("it=unisent.csv")]}, "'unisent' twice"),
        ({"lexicon": [PerLanguage("sv=a/b.csv"), PerLanguage("sv=c/b.tsv")]}, "'b' twice"),
    ],
)
def test_options_without_meaning_are_refused_before_any_work(
    extra: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        BUILDER.ready(BuildOptions(extra=extra))


def test_ones_own_files_are_not_called_redistributable() -> None:
    given = {"lexicon": [PerLanguage("sv=a.csv")]}
    with pytest.raises(OptionError, match="terms of your files"):
        BUILDER.ready(BuildOptions(redistributable_only=True, extra=given))


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Any) -> None:
    given = ["--lexicon", "sv=absent.csv", "--out", str(tmp_path / "out")]
    assert main(["sentiment_lexicon", "--only-own", *given]) == 2
    assert "'absent.csv'" in capsys.readouterr().err
