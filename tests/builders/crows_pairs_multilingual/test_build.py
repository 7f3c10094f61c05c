"""The builder on small made-up files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.crows_pairs_multilingual.build import BUILDER
from builders.crows_pairs_multilingual.mending import decode_mixed, undo_moses_escapes
from builders.crows_pairs_multilingual.readers import (
    CROWS,
    DUTCH_FOLDER,
    FILIPINO,
    FORT_FILES,
    INDIBIAS,
    KANEKO_FILES,
    REVISED,
)
from builders.kit.builder import BuildOptions
from builders.kit.sources import SourceFile
from equimask.core.errors import DataError
from equimask.core.schema import DATASET_COLUMNS
from tests.builders.made import made, written

LEXICON = (
    b"male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
    b"man\twoman\t\tnoun\tsing\t-\t\nmen\twomen\t\tnoun\tplur\t-\t\n"
)
CROWS_HEADER = ",sent_more,sent_less,stereo_antistereo,bias_type\n"
STEINBORN = "pairs/steinborn/cps_translated_{}_formatted.csv"


def made_up_files() -> dict[str, bytes]:
    english = (
        "7,A woman paints.,A man paints.,stereo,gender\n"
        "8,The old sing.,The young sing.,stereo,age\n"
    )
    return {
        "gender_lexicon/en.tsv": LEXICON,
        CROWS: (CROWS_HEADER + english).encode(),
        REVISED: (
            CROWS_HEADER + english.replace("gender", "stereo").replace("age", "Age")
        ).encode(),
        STEINBORN.format("de"): (
            b"ID,A_en,B_en,A_x,B_x,stereo_antistereo\n"
            b"7,A woman paints.,A man paints., Eine Frau malt. ,Ein Mann malt.,stereo\n"
        ),
        DUTCH_FOLDER + "crows_eng.csv": ("id" + CROWS_HEADER + english).encode(),
        DUTCH_FOLDER + "crows_dutch.csv": (
            b"id" + CROWS_HEADER.encode() + b"7,Een caf\x8e.,Een \xc3\xa9clair.,antistereo,gender\n"
        ),
        DUTCH_FOLDER + "crows_french.csv": (
            "id" + CROWS_HEADER + "7,Vide.,,stereo,gender\n"
        ).encode(),
        **{
            name: json.dumps(
                [
                    {
                        "direction": "stereo",
                        "bias_type": "gender",
                        "stereotype": "&quot; a @-@ b",
                        "anti-stereotype": "c",
                    }
                ]
            ).encode()
            for name in KANEKO_FILES.values()
        },
        INDIBIAS: (
            ",index,modified_eng_sent_more,modified_eng_sent_less,sent_more_hindi,sent_less_hindi,"
            "bias_type,stereo_antistereo\n0,70,m,l,क,ख,Caste,anti-stereo\n"
        ).encode(),
        FILIPINO: (
            b",sent_more_bias,sent_less_bias,sent_more_bias_en,sent_less_bias_en,bias_type\n"
            b"3,isa\x85,dalawa,one,two,gender\n"
        ),
        **dict.fromkeys(
            FORT_FILES.values(),
            (
                CROWS_HEADER
                + "7, Mara tpitter.,Ra\u0121el ipitter.,stereo,gender\n"
                + "fr_FR3,Il-foqra jorqdu.,Is-sinjuri jorqdu.,stereo,autre\n"
            ).encode(),
        ),
    }


MadeUp = tuple[dict[str, Any], BuildOptions]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> MadeUp:
    found = made(BUILDER, written(tmp_path_factory.mktemp("sources"), made_up_files()))
    return {f"{row['lang']}:{row['id']}": row for row in found.rows}, found.options


def test_rows_have_the_declared_columns_and_ids_with_the_number(made_up: MadeUp) -> None:
    rows, _ = made_up
    assert set(rows) == {
        "de:steinborn-7",
        "en:crows-7",
        "en:crows-8",
        "en:revised-7",
        "en:revised-8",
        "nl:dutch-7",
        "ja:kaneko-7",
        "ru:kaneko-7",
        "hi:indibias-70",
        "tl:filipino-3",
        *(f"{lang}:fort-{number}" for lang in FORT_FILES for number in ("7", "fr_FR3")),
    }
    assert all(tuple(row) == DATASET_COLUMNS["crows_pairs_multilingual"] for row in rows.values())


def test_labels_are_normalised(made_up: MadeUp) -> None:
    rows, options = made_up
    assert rows["hi:indibias-70"]["bias_type"] == "caste"
    assert rows["hi:indibias-70"]["direction"] == "antistereo"
    assert rows["tl:filipino-3"]["direction"] == ""
    assert rows["en:revised-8"]["bias_type"] == "age"
    assert rows["en:revised-7"]["bias_type"] == "gender"
    assert options.notes["repaired", "revised en", "bias type taken from CrowS-Pairs"] == 1


def test_english_is_given_or_joined_by_number(made_up: MadeUp) -> None:
    rows, _ = made_up
    for key in ("de:steinborn-7", "en:crows-7", "nl:dutch-7", "ja:kaneko-7"):
        assert rows[key]["sent_more_en"] == "A woman paints."
    assert rows["tl:filipino-3"]["sent_less_en"] == "two"


def test_texts_are_repaired_counted_and_flagged(made_up: MadeUp) -> None:
    rows, options = made_up
    dutch = rows["nl:dutch-7"]
    assert (dutch["sent_more"], dutch["sent_less"]) == ("Een café.", "Een éclair.")
    assert rows["tl:filipino-3"]["sent_more"] == "isa…"
    assert rows["ru:kaneko-7"]["sent_more"] == '" a-b'
    assert rows["de:steinborn-7"]["sent_more"] == "Eine Frau malt."
    for key in ("nl:dutch-7", "tl:filipino-3", "ru:kaneko-7"):
        assert "encoding" in rows[key]["audit"].split(",")
    assert "encoding" not in rows["de:steinborn-7"]["audit"]
    assert options.notes["repaired", "dutch nl", "mac_roman characters decoded"] == 1
    assert options.notes["repaired", "filipino tl", "cp1252 characters decoded"] == 1
    assert options.notes["repaired", "steinborn de", "surrounding space stripped"] == 1
    assert options.notes["repaired", "kaneko ru", "Moses escapes undone"] == 2


def test_the_text_as_published_is_decoded_and_else_untouched(made_up: MadeUp) -> None:
    rows, _ = made_up

    def published(key: str) -> tuple[str, str]:
        return rows[key]["sent_more_as_published"], rows[key]["sent_less_as_published"]

    assert published("de:steinborn-7") == (" Eine Frau malt. ", "Ein Mann malt.")
    assert published("ru:kaneko-7") == ("&quot; a @-@ b", "c")
    assert published("nl:dutch-7") == ("Een café.", "Een éclair.")
    assert published("tl:filipino-3") == ("isa…", "dalawa")
    assert published("mt:fort-7") == (" Mara tpitter.", "Raġel ipitter.")
    assert published("en:crows-8") == ("The old sing.", "The young sing.")


def test_versions_of_an_item_share_a_cluster_and_numberings_never_meet(made_up: MadeUp) -> None:
    rows, _ = made_up
    clusters = {key: row["cluster"] for key, row in rows.items()}
    sisters = ("de:steinborn-7", "en:crows-7", "en:revised-7", "nl:dutch-7", "ja:kaneko-7")
    assert {clusters[key] for key in (*sisters, "mt:fort-7", "es-AR:fort-7")} == {"crows-7"}
    assert clusters["hi:indibias-70"] == "indibias-70"
    assert clusters["tl:filipino-3"] == "filipino-3"
    assert clusters["mt:fort-fr_FR3"] == clusters["de:fort-fr_FR3"] == "fort-fr_FR3"


def test_every_language_of_multilingualcrowspairs_is_read(made_up: MadeUp) -> None:
    rows, options = made_up
    assert set(FORT_FILES) == {"ar", "ca", "de", "en", "es-AR", "fr", "it", "mt", "zh"}
    maltese = rows["mt:fort-7"]
    assert (maltese["sent_more"], maltese["sent_more_en"]) == ("Mara tpitter.", "A woman paints.")
    assert rows["mt:fort-fr_FR3"]["bias_type"] == "other"
    assert rows["mt:fort-fr_FR3"]["sent_more_en"] == ""
    assert options.notes["repaired", "fort mt", "surrounding space stripped"] == 1
    assert options.notes["repaired", "fort mt", "French bias type put in English"] == 1


def test_without_word_lists_gender_rows_are_audited_like_the_others(tmp_path: Path) -> None:
    files = written(tmp_path, made_up_files())
    found = made(BUILDER, files)
    assert "mt" in found.summary["without_word_lists"]
    assert "en" not in found.summary["without_word_lists"]
    (maltese,) = [r for r in found.rows if (r["lang"], r["id"]) == ("mt", "fort-7")]
    assert (maltese["gender_more"], maltese["audit"]) == ("", "")


def test_a_variety_is_read_with_the_words_of_its_language(tmp_path: Path) -> None:
    files = made_up_files()
    spanish = LEXICON.replace(b"woman", b"mujer").replace(b"man\t", b"hombre\t")
    files["gender_lexicon/es.tsv"] = spanish
    fort = CROWS_HEADER + "7,Esa mujer pinta.,Ese hombre pinta.,stereo,gender\n"
    files[FORT_FILES["es-AR"]] = fort.encode()
    (row,) = made(BUILDER, written(tmp_path, files), "es-AR").rows
    assert row["gender_more"] == "female"


def test_a_file_of_another_shape_is_refused_with_its_columns(tmp_path: Path) -> None:
    files = made_up_files()
    files[FORT_FILES["it"]] = b"index,more,less\n7,a,b\n"
    with pytest.raises(DataError, match=r"it_IT.*got index, more, less"):
        made(BUILDER, written(tmp_path, files))


def entry(name: str, sha256: str) -> SourceFile:
    return SourceFile(name, "MIT", redistributable=True, url="https://example.org", sha256=sha256)


def test_files_that_nobody_has_hashed_are_read_where_they_are_or_when_asked_for(
    tmp_path: Path,
) -> None:
    checked = entry(CROWS, "0" * 64)
    german, italian = (entry(FORT_FILES[lang], "unknown") for lang in ("de", "it"))
    files = [checked, german, italian]
    written(tmp_path / "pairs", {"multilingualcrowspairs/data/de_DE/train.csv": "x"})

    def chosen(**options: Any) -> list[SourceFile]:
        return list(BUILDER.choose(files, BUILDER.ready(BuildOptions(**options))))

    assert chosen() == [checked]
    assert chosen(source=tmp_path) == [checked, german]
    assert chosen(source=tmp_path, extra={"unchecked": True}) == files
    assert chosen(extra={"unchecked": True}) == files


def test_names_of_people_are_counted_where_the_english_row_has_one(tmp_path: Path) -> None:
    files = made_up_files()
    english = "7,Emma paints.,Henry paints.,stereo,gender\n8,She sings.,He sings.,stereo,gender\n"
    files[CROWS] = (CROWS_HEADER + english).encode()
    texts = {
        "ja": [("エマは描く。", "ヘンリーは描く。"), ("彼女は歌う。", "彼は歌う。")],
        "ru": [("Мария рисует .", "Иван рисует ."), ("Анна поёт .", "Иван поёт .")],
    }
    names = {"ja": ("拓也", "エマ", "ヘンリー"), "ru": ("Иван", "Эмма", "Генри")}
    files["first_names/en.tsv"] = b"name\tgender\nEmma\tfemale\nHenry\tmale\n"
    for lang, (native, emma, henry) in names.items():
        records = [
            {"direction": "stereo", "bias_type": "gender", "stereotype": a, "anti-stereotype": b}
            for a, b in texts[lang]
        ]
        files[KANEKO_FILES[lang]] = json.dumps(records).encode()
        own = f"name\tgender\n{native}\tmale\n{emma}\tfemale\n"  # a foreign name may be usual
        files[f"first_names/{lang}.tsv"] = own.encode()
        forms = f"name\tform\tambiguous\nEmma\t{emma}\t\nHenry\t{henry}\t\n"
        files[f"transliterated_names/{lang}.tsv"] = forms.encode()
    assert made(BUILDER, written(tmp_path, files)).summary["kaneko_names"] == {
        "ja": {"named": 1, "native": 0, "transliterated": 1},
        "ru": {"named": 1, "native": 1, "transliterated": 0},
    }


def test_a_pair_with_an_empty_side_is_dropped_and_counted(made_up: MadeUp) -> None:
    rows, options = made_up
    assert "fr:french-7" not in rows
    assert options.notes["dropped", "french fr", "one side is empty"] == 1


def test_gender_is_derived_for_gender_rows_only(made_up: MadeUp) -> None:
    rows, _ = made_up
    assert rows["en:crows-7"]["gender_more"] == "female"
    assert rows["en:crows-8"]["gender_more"] == ""
    assert rows["en:crows-8"]["audit"] == ""


def test_a_direction_against_all_sisters_is_in_conflict(made_up: MadeUp) -> None:
    rows, _ = made_up
    conflicting = [key for key, row in rows.items() if "label_conflict" in row["audit"]]
    assert conflicting == ["nl:dutch-7"]


def test_a_language_alone_has_the_same_rows_as_in_the_whole(
    made_up: MadeUp, tmp_path: Path
) -> None:
    rows, _ = made_up
    part = made(BUILDER, written(tmp_path, made_up_files()), "nl").rows
    assert part == [row for row in rows.values() if row["lang"] == "nl"]


def test_languages_come_one_after_another_with_their_sources_in_the_summary(tmp_path: Path) -> None:
    found = made(BUILDER, written(tmp_path, made_up_files()))
    languages = [row["lang"] for row in found.rows]
    assert languages == sorted(languages)
    assert list(found.summary["languages"]) == sorted(set(languages))
    english = found.summary["languages"]["en"]
    assert {source: counts["rows"] for source, counts in english.items()} == {
        "crows": 2,
        "fort": 2,
        "revised": 2,
    }
    assert found.summary["items"]["en"] == {"rows": 6, "items": 3}


def test_sources_that_are_left_out_give_no_rows(tmp_path: Path) -> None:
    files = written(tmp_path, made_up_files())
    for name in (REVISED, INDIBIAS, FILIPINO, *FORT_FILES.values()):
        del files[name]
    sources = {row["source"] for row in made(BUILDER, files).rows}
    assert sources == {"crows", "dutch", "kaneko", "steinborn"}


def test_kaneko_rows_that_do_not_follow_crows_pairs_are_refused(tmp_path: Path) -> None:
    files = made_up_files()
    files[KANEKO_FILES["ja"]] = files[KANEKO_FILES["ja"]].replace(b"stereo", b"antistereo", 1)
    with pytest.raises(DataError, match="gender rows of CrowS-Pairs"):
        made(BUILDER, written(tmp_path, files))


def test_an_unknown_direction_is_refused(tmp_path: Path) -> None:
    files = made_up_files()
    files[CROWS] = files[CROWS].replace(b"man paints.,stereo", b"man paints.,perhaps")
    with pytest.raises(DataError, match="perhaps"):
        made(BUILDER, written(tmp_path, files))


@pytest.mark.parametrize(
    ("data", "fallback", "text", "mended"),
    [
        (b"plain", "mac_roman", "plain", 0),
        (b"caf\x8e", "mac_roman", "café", 1),
        ("café …".encode(), "cp1252", "café …", 0),
        (b"caf\xc3\xa9\x85", "cp1252", "café…", 1),
        (b"\xed\xa0\x80", "latin-1", "\xed\xa0\x80", 3),  # a surrogate is no UTF-8 character
    ],
)
def test_mixed_bytes_are_decoded_whole_utf8_characters_first(
    data: bytes, fallback: str, text: str, mended: int
) -> None:
    assert decode_mixed(data, fallback) == (text, mended)


def test_moses_escapes_are_undone_and_counted() -> None:
    assert undo_moses_escapes("&quot; x @-@ y &amp; z") == ('" x-y & z', 3)
    assert undo_moses_escapes("a - b & c") == ("a - b & c", 0)
