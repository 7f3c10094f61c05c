"""The builder on the real sources, where they are at hand: published counts, known defects."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import main
from builders.crows_pairs_multilingual.build import BUILDER
from builders.crows_pairs_multilingual.readers import FILIPINO, INDIBIAS, REVISED
from builders.kit.builder import BuildOptions
from builders.kit.run import build
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.files import sha256
from tests.builders.real_sources import committed_receipt, real_sources

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sources_folder(shared: Path) -> Path:
    return real_sources(shared, "pairs")


def run(root: Path, source: Path, out: Path) -> dict[str, Any]:
    folder = root / "builders" / "crows_pairs_multilingual"
    return build(folder, BUILDER, out, BuildOptions(source=source))


@pytest.fixture(scope="module")
def real(
    root: Path, sources_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], Path]:
    out = tmp_path_factory.mktemp("crows")
    return run(root, sources_folder, out), out


@pytest.fixture(scope="module")
def tables(real: tuple[dict[str, Any], Path]) -> dict[str, list[dict[str, str]]]:
    import pyarrow.parquet as pq

    receipt, out = real
    return {
        lang: pq.read_table(out / "data" / f"{lang}.parquet").to_pylist()
        for lang in receipt["configs"]
    }


Tables = dict[str, list[dict[str, str]]]


def of_source(tables: Tables, lang: str, source: str) -> list[dict[str, str]]:
    return [row for row in tables[lang] if row["source"] == source]


@pytest.mark.parametrize("lang", ["ar", "de", "en", "fi", "fr", "id", "ko", "th", "vi", "zh"])
def test_every_steinborn_file_has_212_rows_122_of_them_stereo(tables: Tables, lang: str) -> None:
    rows = of_source(tables, lang, "steinborn")
    assert Counter(row["direction"] for row in rows) == {"stereo": 122, "antistereo": 90}


def test_crows_pairs_has_its_published_type_counts(tables: Tables) -> None:
    rows = of_source(tables, "en", "crows")
    assert Counter(row["bias_type"] for row in rows) == {
        "race-color": 516,
        "gender": 262,
        "socioeconomic": 172,
        "nationality": 159,
        "religion": 105,
        "age": 87,
        "sexual-orientation": 84,
        "physical-appearance": 63,
        "disability": 60,
    }
    gender = Counter(row["direction"] for row in rows if row["bias_type"] == "gender")
    assert gender == {"stereo": 159, "antistereo": 103}
    assert not [row for row in rows if "identical" in row["audit"]]


@pytest.mark.parametrize(
    ("lang", "source", "count"),
    [
        ("en", "revised", 1467),
        ("fr", "french", 1462),
        ("nl", "dutch", 1463),
        ("ja", "kaneko", 262),
        ("ru", "kaneko", 262),
        ("hi", "indibias", 561),
        ("tl", "filipino", 204),
        ("mt", "fort", 1677),
    ],
)
def test_every_source_is_whole(tables: Tables, lang: str, source: str, count: int) -> None:
    assert len(of_source(tables, lang, source)) == count


@pytest.mark.parametrize(
    ("lang", "number", "flag"),
    [
        ("en", 319, "attribute_changed"),
        ("en", 891, "attribute_changed"),
        ("en", 1474, "attribute_changed"),
        ("en", 360, "non_minimal"),
        ("en", 1042, "non_minimal"),
        ("id", 29, "identical"),
    ],
)
def test_the_known_defects_are_found(tables: Tables, lang: str, number: int, flag: str) -> None:
    (row,) = [row for row in tables[lang] if row["id"] == f"steinborn-{number}"]
    assert flag in row["audit"].split(",")


def test_in_the_english_steinborn_file_only_the_known_pairs_are_not_minimal(
    tables: Tables,
) -> None:
    rows = of_source(tables, "en", "steinborn")
    found = {row["id"] for row in rows if "non_minimal" in row["audit"]}
    assert found == {f"steinborn-{number}" for number in (319, 360, 891, 1042, 1474)}


def test_gender_is_known_for_at_least_the_195_rows_of_the_published_count(tables: Tables) -> None:
    rows = of_source(tables, "en", "steinborn")
    counts = Counter((row["direction"], row["gender_more"]) for row in rows)
    assert counts["stereo", "female"] >= 92
    assert counts["stereo", "male"] >= 18
    assert counts["antistereo", "female"] >= 12
    assert counts["antistereo", "male"] >= 73
    assert counts["stereo", ""] + counts["antistereo", ""] <= 17


def test_the_slipped_dutch_directions_are_flagged(tables: Tables) -> None:
    english = {row["id"]: row["direction"] for row in of_source(tables, "en", "crows")}
    dutch = of_source(tables, "nl", "dutch")
    differing = {
        row["id"]
        for row in dutch
        if row["direction"] != english[row["id"].replace("dutch", "crows")]
    }
    assert len(differing) == 313
    assert differing <= {row["id"] for row in dutch if "label_conflict" in row["audit"]}


DUTCH_COPY = "pairs/dutch-crows-pairs/datasets/crows_dutch.utf8.csv"
FILIPINO_COPY = "pairs/filipino/crowspairs_tl.utf8.csv"


def texts_of_copy(path: Path, number: str, more: str, less: str) -> dict[str, tuple[str, str]]:
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    return {row[number]: (row[more].strip(), row[less].strip()) for row in rows}


def texts_built(rows: list[dict[str, str]]) -> dict[str, tuple[str, str]]:
    return {row["id"].split("-")[1]: (row["sent_more"], row["sent_less"]) for row in rows}


def test_the_repaired_dutch_equals_the_utf8_copy(tables: Tables, sources_folder: Path) -> None:
    expected = texts_of_copy(sources_folder / DUTCH_COPY, "id", "sent_more", "sent_less")
    assert texts_built(of_source(tables, "nl", "dutch")) == expected


def test_the_repaired_filipino_equals_the_utf8_copy(tables: Tables, sources_folder: Path) -> None:
    copy = sources_folder / FILIPINO_COPY
    expected = texts_of_copy(copy, "", "sent_more_bias", "sent_less_bias")
    assert texts_built(of_source(tables, "tl", "filipino")) == expected


def steinborn_csv(sources_folder: Path, lang: str) -> list[dict[str, str]]:
    path = sources_folder / f"pairs/steinborn/cps_translated_{lang}_formatted.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("lang", "differing"), [("fi", 130), ("ar", 61)])
def test_steinborns_sentences_are_there_as_released_and_without_their_edge_spaces(
    tables: Tables, sources_folder: Path, lang: str, differing: int
) -> None:
    raw = [(row["A_x"], row["B_x"]) for row in steinborn_csv(sources_folder, lang)]
    rows = of_source(tables, lang, "steinborn")
    published = [(r["sent_more_as_published"], r["sent_less_as_published"]) for r in rows]
    repaired = [(r["sent_more"], r["sent_less"]) for r in rows]
    assert published == raw
    assert repaired == [(more.strip(), less.strip()) for more, less in raw]
    both = zip(published, repaired, strict=True)
    assert sum(a != b for p, r in both for a, b in zip(p, r, strict=True)) == differing


@pytest.mark.parametrize(("lang", "name"), [("ja", "japanese"), ("ru", "russian")])
def test_kanekos_sentences_are_there_with_their_escapes(
    tables: Tables, sources_folder: Path, lang: str, name: str
) -> None:
    raw = json.loads((sources_folder / f"pairs/kaneko/{name}.json").read_text(encoding="utf-8"))
    rows = of_source(tables, lang, "kaneko")
    published = [(r["sent_more_as_published"], r["sent_less_as_published"]) for r in rows]
    assert published == [(row["stereotype"], row["anti-stereotype"]) for row in raw]


def test_the_dutch_as_published_is_decoded_and_not_stripped(
    tables: Tables, sources_folder: Path
) -> None:
    text = (sources_folder / DUTCH_COPY).read_text(encoding="utf-8")
    copy = [(r["sent_more"], r["sent_less"]) for r in csv.DictReader(io.StringIO(text))]
    rows = of_source(tables, "nl", "dutch")
    assert [(r["sent_more_as_published"], r["sent_less_as_published"]) for r in rows] == copy


def test_maltese_is_numbered_like_the_revised_english_and_goes_on_with_french_items(
    tables: Tables,
) -> None:
    maltese = {row["cluster"]: row for row in of_source(tables, "mt", "fort")}
    revised = {row["cluster"]: row for row in of_source(tables, "en", "revised")}
    assert len(maltese) == 1677 and len(revised) == 1467
    assert {c for c in maltese if not c.startswith("fort-fr_FR")} == set(revised)
    assert all(maltese[c]["direction"] == revised[c]["direction"] for c in revised)
    types = Counter(row["bias_type"] for row in maltese.values())
    assert (types["gender"], types["other"], types[""]) == (320, 11, 1)


def test_the_items_of_the_three_english_sources_are_those_of_crows_pairs(tables: Tables) -> None:
    sources: dict[str, set[str]] = defaultdict(set)
    for row in tables["en"]:
        assert row["cluster"] not in sources[row["source"]]
        sources[row["source"]].add(row["cluster"])
    assert set(sources) == {"crows", "revised", "steinborn"}
    assert sources["revised"] | sources["steinborn"] <= sources["crows"]


def test_kanekos_people_have_native_names(real: tuple[dict[str, Any], Path]) -> None:
    receipt, out = real
    counts = receipt["summary"]["kaneko_names"]
    card = (out / "README.md").read_text(encoding="utf-8")
    for lang in ("ja", "ru"):
        named, native, transliterated = (
            counts[lang][key] for key in ("named", "native", "transliterated")
        )
        assert native > 0.9 * named and transliterated < 0.1 * named
        assert f"| {lang} | {named} | {native} | {transliterated} |" in card


def test_the_declared_sizes_are_those_of_the_files(root: Path, sources_folder: Path) -> None:
    declared = read_sources(root / "builders/crows_pairs_multilingual/source.toml").files
    sizes = {file.name: file.size for file in declared if not file.packaged and file.size}
    assert len(sizes) == 20
    assert sizes == {name: (sources_folder / name).stat().st_size for name in sizes}


def test_a_whole_build_says_what_keeps_it_from_being_published(
    sources_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["crows_pairs_multilingual", "--source", str(sources_folder), "--out"]
    assert main([*arguments, str(tmp_path / "whole")]) == 0
    (note,) = capsys.readouterr().err.splitlines()
    assert note.startswith("note: not to be published")
    assert all(name in note for name in (FILIPINO, INDIBIAS, REVISED))
    assert "--redistributable-only" in note
    assert main([*arguments, str(tmp_path / "part"), "--redistributable-only"]) == 0
    assert capsys.readouterr().err == ""


def test_what_has_a_licence_can_be_published(
    root: Path, sources_folder: Path, tmp_path: Path
) -> None:
    folder = root / "builders" / "crows_pairs_multilingual"
    options = BuildOptions(source=sources_folder, redistributable_only=True)
    receipt = build(folder, BUILDER, tmp_path, options)
    assert receipt["redistributable"] is True
    sources = {s for of_lang in receipt["summary"]["languages"].values() for s in of_lang}
    assert sources == {"crows", "dutch", "fort", "french", "kaneko", "steinborn"}
    assert {"fr", "mt", "nl"} <= set(receipt["configs"])


def test_the_receipt_counts_the_repairs(real: tuple[dict[str, Any], Path]) -> None:
    receipt, _ = real
    assert receipt["repaired"]["dutch nl"]["mac_roman characters decoded"] == 125
    assert receipt["repaired"]["filipino tl"]["cp1252 characters decoded"] == 14
    assert receipt["dropped"] == {"french fr": {"one side is empty": 1}}
    assert receipt["redistributable"] is False
    restricted = {source["name"] for source in receipt["sources"] if not source["redistributable"]}
    assert restricted == {FILIPINO, INDIBIAS, REVISED}


def test_a_second_build_has_the_same_content_hash_and_the_committed_one(
    real: tuple[dict[str, Any], Path], root: Path, sources_folder: Path, tmp_path: Path
) -> None:
    receipt, _ = real
    again = run(root, sources_folder / "pairs", tmp_path)
    assert again["content_hash"] == receipt["content_hash"]
    committed = committed_receipt(root, "crows_pairs_multilingual")
    assert committed["content_hash"] == receipt["content_hash"], (
        "rebuild it: python -m builders crows_pairs_multilingual --source DIR"
    )


def test_a_corrupted_source_file_is_refused_with_both_hashes(
    root: Path, sources_folder: Path, tmp_path: Path
) -> None:
    name = "pairs/steinborn/cps_translated_ar_formatted.csv"
    data = (sources_folder / name).read_bytes()
    corrupted = tmp_path / name
    corrupted.parent.mkdir(parents=True)
    corrupted.write_bytes(data[:-1] + b"?")
    with pytest.raises(DataError) as refusal:
        run(root, tmp_path, tmp_path / "out")
    assert sha256(data) in str(refusal.value)
    assert sha256(data[:-1] + b"?") in str(refusal.value)
