"""Plain replacement and own word lists in the builder, on made-up texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import main
from builders.kit.arguments import PerLanguage
from builders.kit.builder import BuildOptions
from builders.kit.sources import SourceFile
from builders.ted_gender_pairs.build import BUILDER
from builders.ted_gender_pairs.lexicons import LexiconFile
from equimask.core.errors import DataError, OptionError
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.swap import GenderLexicon
from equimask.studies.pair_making.records import load_edits, original_of
from tests.builders.made import made, written

Rows = list[dict[str, Any]]

TEXTS = {
    "en": ["She sang.", "Her hat fell.", "The sheet fell there.", "He saw her.", "THE KING SANG."],
    "de": ["Der alte König schlief.", "Die Frau sang.", "Sie sang.", "Die Königin sah ihn."],
    "es": ["La reina vieja duerme.", "El rey duerme.", "La lámpara cae."],
    "zh": ["他走了。", "他们走了。", "国王走了。", "她走了。"],
}
PAIRS = {
    "en": {"He sang.", "Him hat fell.", "THE QUEEN SANG."},
    "de": {"Der alte Königin schlief.", "Die Mann sang.", "Die König sah ihn."},
    "es": {"La rey vieja duerme.", "El reina duerme."},
    "zh": {"她走了。", "女王走了。", "他走了。"},
}


def text(tmp_path: Path, lang: str, lines: list[str]) -> dict[str, Path]:
    content = "\n".join(lines) + "\n"
    return written(tmp_path, {f"text/{lang}/talks.txt": content})


def built(files: dict[str, Path], lang: str, **extra: Any) -> tuple[Rows, dict[str, Any]]:
    rows, summary, _ = made(BUILDER, files, lang, **extra)
    return rows, summary["languages"][lang]


def replaced(rows: Rows) -> set[str]:
    return {row["female" if row["origin_gender"] == "male" else "male"] for row in rows}


@pytest.mark.parametrize("lang", sorted(TEXTS))
def test_the_word_alone_is_replaced_and_nothing_refused(tmp_path: Path, lang: str):
    files = text(tmp_path, lang, TEXTS[lang])
    rows, facts = built(files, lang, method=["published"], balance=False)
    assert replaced(rows) == PAIRS[lang]
    assert {row["method"] for row in rows} == {"published"}
    assert facts["published"]["rows"] == facts["published"]["one_word"] == len(rows)
    assert facts["published"]["truncation"] == 0
    for row in rows:
        assert tuple(row) == DATASET_COLUMNS["ted_gender_pairs"]
        edits = load_edits(row["edits"])
        sides = {original_of(row[side], edits[side]) for side in ("male", "female")}
        assert sides == {row[row["origin_gender"]]} <= set(TEXTS[lang])
        assert (row["p_male"], row["p_female"], row["model"]) == (None, None, "")


def test_both_methods_stand_side_by_side_and_share_their_sentences(tmp_path: Path):
    files = text(tmp_path, "de", [*TEXTS["de"], "Ein König lachte."])
    both, facts = built(files, "de", method=["published", "lexicon"])
    ours, theirs = (
        [row for row in both if row["method"] == method] for method in ("lexicon", "published")
    )
    assert both == ours + theirs
    assert built(files, "de")[0] == ours  # by default
    assert built(files, "de", method=["published"])[0] == theirs
    assert [row["id"] for row in ours] == [f"{row['cluster']}-lexicon" for row in ours]
    assert len({row["id"] for row in both}) == len(both)
    assert {row["cluster"] for row in ours} & {row["cluster"] for row in theirs}
    # of one word: four each, two men and two women
    assert (facts["one_word"], facts["lexicon"]["rows"]) == (4, 4)
    assert (facts["published"]["one_word"], facts["published"]["rows"]) == (4, 4)
    assert facts["published"]["verdicts"] == {
        "same": 0,
        "lacks_agreement": 3,
        "other_word": 0,
        "several_gendered": 1,
        "doubtful": 0,
        "refused": 0,
    }
    assert set(facts["audit"]) == {"lexicon", "published"}


def test_published_origins_are_thinned_by_the_seed(tmp_path: Path):
    files = text(tmp_path, "en", ["She sang.", *(f"He sang {n} songs." for n in range(9))])
    rows, facts = built(files, "en", method=["published"])
    assert facts["published"]["origins"] == {"male": 1, "female": 1}
    assert facts["published"]["balanced_away"] == 8
    assert rows == built(files, "en", method=["published"])[0]
    drawn = {built(files, "en", method=["published"], seed=n)[0][1]["male"] for n in range(8)}
    assert len(drawn) > 2


def test_the_papers_figures_are_those_of_the_tables(tmp_path: Path):
    _, summary, _ = made(BUILDER, text(tmp_path, "de", TEXTS["de"]), "de")
    assert summary["paper"]["de"]["lexicon_lost"] == 2.17
    assert summary["paper"]["en"]["total"] == 34970


WORDS = {
    "words.csv": "male,female\nTroll,Trollin\nKönig,Königin\n",
    "words.tsv": "lang\tmale\tfemale\nsv\tkung\tdrottning\nde\tTroll\tTrollin\n"
    "de\tKönig\tKönigin\n",
    "pairs.json": '[["Troll", "Trollin"], ["König", "Königin"]]',
    "columns.json": '{"male": ["Troll", "König"], "female": ["Trollin", "Königin"]}',
    "words.jsonl": '{"male": "Troll", "female": "Trollin"}\n{"male": "König", "female": "Königin"}',
    # the authors' headings; a neutral word falls out with its counterpart, no row slips
    "German.csv": "\ufeffMale Words,Female Words,Neutral Words\nGast,Gästin,gast\nTroll,Trollin,\n"
    "König,Königin,Person\n,,Mensch\n",
    "Spanish.csv": "M,F,Neutral\nTroll,Trollin,\nKönig,Königin,\n",
}


@pytest.mark.parametrize("name", sorted(WORDS))
def test_words_of_ones_own(tmp_path: Path, name: str):
    lines = ["Der Troll sang.", "Eine Trollin sang.", "Die Frau sang.", "Der König sang."]
    files = text(tmp_path, "de", [*lines, "Ein Gast sang."])
    list_file = written(tmp_path, {name: WORDS[name]})[name]
    option = LexiconFile(f"de={list_file}")
    assert option == f"de={name}"
    rows, facts = built(
        files, "de", lexicon=[option], method=["lexicon", "published"], balance=False
    )
    by_method = {
        m: {r["cluster"] for r in rows if r["method"] == m} for m in ("lexicon", "published")
    }
    # the form of "Troll" is not known, that of "König" is the packaged list's
    assert by_method == {
        "lexicon": {"talks-4"},
        "published": {"talks-1", "talks-2", "talks-4"},
    }
    assert facts["lexicon_file"] == f"de={name}"
    assert facts["lexicon_hash"] != GenderLexicon.load("de").signature()
    assert facts["outcomes"]["unknown_form"] == 2
    assert facts["lexicon_settled"] == ({"neutral": 1} if name == "German.csv" else {})


def test_a_list_of_ones_own_is_replaced_by_as_it_stands_and_settled(tmp_path: Path):
    words = "male,female\nactor,actress\nhis,her\nhim,her\nactor,actress\nlover,lover\n"
    list_file = written(tmp_path, {"en.csv": words})["en.csv"]
    files = text(tmp_path, "en", ["The actor bowed.", "Her hat fell.", "The lover sang."])
    rows, facts = built(
        files, "en", lexicon=[LexiconFile(str(list_file))], method=["published"], balance=False
    )
    assert replaced(rows) == {"The actress bowed.", "His hat fell."}
    assert facts["outcomes"]["ambiguous_word"] == 1  # the swap doubts the actor
    assert facts["lexicon_settled"] == {"both_sides": 1, "repeated": 1}
    assert facts["published"]["several_counterparts"] == 1


def test_wrong_lists_are_refused(tmp_path: Path):
    files = {**text(tmp_path, "de", TEXTS["de"]), **text(tmp_path, "en", TEXTS["en"])}

    def fails(name: str, content: str | bytes, option: str = "de={}", *languages: str) -> str:
        path = written(tmp_path, {name: content})[name]
        given = LexiconFile(option.format(path))
        with pytest.raises((DataError, OptionError)) as error:
            read(given, languages or ("de",))
        return str(error.value)

    def read(given: LexiconFile, languages: tuple[str, ...]) -> None:
        options = BUILDER.ready(BuildOptions(extra={"lexicon": [given]}))
        with BUILDER.further_files(options, tmp_path, {}):
            made(BUILDER, files, *languages, lexicon=[given])

    assert "male and female" in fails("a.csv", "man,woman\nX,Y\n")
    assert "a male word in every row, but got '' in row 1" in fails(
        "b.csv", "male,female\nX,Y\n,Z\n"
    )
    assert "pickled lists are not read" in fails("only_male_words_de", b"\x80")
    assert "readable .json" in fails("c.json", "{")
    assert "readable .jsonl" in fails("c.jsonl", "[" * 100_000)
    assert "readable .csv" in fails("d.csv", b"male,female\n\xff,Y\n")
    assert "no pair of words" in fails("e.json", '["X", "Y"]')
    assert "language of this build (de)" in fails("f.csv", "male,female\nX,Y\n", "fi={}")
    assert "the language of g.csv" in fails("g.csv", "male,female\nX,Y\n", "{}", "de", "en")


def test_a_language_without_texts_is_refused_with_those_that_have_some():
    def source(name: str) -> SourceFile:
        return SourceFile(name, "CC0-1.0", True, url="https://example.org", sha256="0" * 64)

    files = [source("opus/TED2020-v1/de-en.txt.zip"), source("opus/TED2020-v1/en-es.txt.zip")]
    for lang in ("it", "sv"):
        options = BUILDER.ready(BuildOptions(languages=(lang,)))
        with pytest.raises(OptionError, match=rf"'{lang}'.*--text {lang}=.*one of de, en, es\."):
            BUILDER.choose(files, options)
    own = BUILDER.ready(BuildOptions(("sv",), extra={"text": [PerLanguage("sv=talks.txt")]}))
    assert BUILDER.choose(files, own) == []


def test_a_language_without_word_pairs_asks_for_some(tmp_path: Path):
    files = text(tmp_path, "sv", ["Där gick en kung."])
    with pytest.raises(OptionError, match=r"'sv'.*--lexicon sv=FILE"):
        made(BUILDER, files, "sv")


@pytest.mark.slow
def test_the_command_takes_any_language_and_its_receipt_tells_no_path(tmp_path: Path):
    words = written(tmp_path, {"secret/words.csv": "male,female\nkung,drottning\n"})
    talks = written(tmp_path, {"secret/talks.txt": "En kung sov.\nEn drottning sov.\n"})
    out = tmp_path / "out"
    how = ["--language", "sv", "--text", f"sv={talks['secret/talks.txt']}"]
    how += ["--lexicon", f"sv={words['secret/words.csv']}", "--out", str(out)]
    methods = ["--method", "published", "--method", "lexicon"]
    assert main(["ted_gender_pairs", *how, *methods]) == 0
    receipt = json.loads((out / "receipt.json").read_text("utf-8"))
    card = (out / "README.md").read_text("utf-8")
    assert receipt["rows"] == 4
    assert receipt["options"]["lexicon"] == ["sv=words.csv"]
    listed = {source["name"]: source for source in receipt["sources"]}
    assert len(listed["lexicon/sv/words.csv"]["sha256"]) == 64
    assert not receipt["redistributable"]
    assert "sv=words.csv" in card and "Swedish" in card
    assert str(tmp_path) not in card + json.dumps(receipt)
    assert main(["ted_gender_pairs", *how, *methods, "--verify"]) == 0
