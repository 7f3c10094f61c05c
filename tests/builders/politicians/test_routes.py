"""The odd cases of Wikidata by both ways: the same rows, the same people left out."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.builders.politicians import builds
from tests.builders.politicians.wikidata_cases import CASES, TRANS_MAN, UNLISTED, special_records
from tests.builders.politicians.wikidata_records import Record, crowd
from tests.builders.politicians.wikidata_server import serving

LANGUAGES = ("en", "ru", "zh", "pt", "ar", "hi", "th", "ja", "ko", "de")
WANTED = [word for lang in LANGUAGES for word in ("--language", lang)]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    made = special_records() + crowd(60, seed=1)
    random.Random(2).shuffle(made)
    return made


@pytest.fixture(scope="module")
def from_endpoint(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("endpoint")
    with serving(records) as server:
        patient = ["--timeout", "60"]  # a slow machine is no fault of the service
        assert builds.build_from_endpoint(server.url, out, "--limit", "5", *patient, *WANTED) == 0
        assert server.most_at_once == 1
        assert all(agent.startswith("equimask/") for agent in server.agents)
    return out


@pytest.fixture(scope="module")
def from_dump(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dump")
    path = builds.write_dump(tmp_path_factory.mktemp("source") / "all.json.gz", records)
    chunks = ["--piece-bytes", "4000", "--processes", "1"]
    assert builds.build(out, "--dump", str(path), *chunks, *WANTED) == 0
    return out


@pytest.fixture(params=["endpoint", "dump"])
def out(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.getfixturevalue(f"from_{request.param}")
    return folder


@pytest.mark.parametrize(
    ("record", "expected", "reason"), CASES, ids=[record.qid for record, _, _ in CASES]
)
def test_every_case_becomes_the_row_it_should(
    out: Path, record: Record, expected: dict[str, Any] | None, reason: str
) -> None:
    found = [row for row in builds.rows(out, "en") if row["qid"] == record.qid]
    if expected is None:
        assert found == []
    else:
        (row,) = found
        assert {key: row[key] for key in expected} == expected
    if reason:
        assert builds.receipt(out)["dropped"]["people"][reason] >= 1


def test_people_are_left_out_for_the_reasons_of_their_cases(
    out: Path, records: list[Record]
) -> None:
    wanted = Counter(reason for _, _, reason in CASES if reason)
    late = sum(
        int(str(record.births[0].json)[1:5]) > 2000  # type: ignore[union-attr]
        for record in records
        if record.number < 900000
    )
    wanted["born in 2001 or later"] += late
    dropped = dict(builds.receipt(out)["dropped"]["people"])
    assert dropped.pop("no name in the languages of this build") > 0
    assert dropped == dict(sorted(wanted.items()))
    assert builds.receipt(out)["dropped"]["en"] == {"a name of nothing but white space": 1}


def test_the_people_that_are_counted_are_those_with_a_row(out: Path) -> None:
    named = {row["qid"] for lang in LANGUAGES for row in builds.rows(out, lang)}
    assert sum(builds.receipt(out)["summary"]["people"].values()) == len(named)


def test_names_fall_back_to_varieties_of_the_language(out: Path) -> None:
    names = {
        lang: {row["qid"]: row["name"] for row in builds.rows(out, lang)} for lang in LANGUAGES
    }
    assert names["zh"]["Q910001"] == "人"
    assert names["zh"]["Q910002"] == "简"
    assert names["zh"]["Q910003"] == "中"
    assert "Q910004" not in names["zh"]
    assert names["pt"]["Q910005"] == "Pessoa"
    assert names["en"]["Q910003"] == "Nobody"
    assert names["th"] == {"Q910005": "คน"}
    assert names["ar"] == {"Q910001": "شخص"}


def test_both_ways_give_the_same_rows(from_endpoint: Path, from_dump: Path) -> None:
    assert builds.all_rows(from_endpoint) == builds.all_rows(from_dump)
    one, other = builds.receipt(from_endpoint), builds.receipt(from_dump)
    assert one["content_hash"] == other["content_hash"]
    for key in ("people", "languages", "odd", "wikidata_genders"):
        assert one["summary"][key] == other["summary"][key]


def test_rows_stand_by_number_and_people_only_once(out: Path) -> None:
    for lang, rows in builds.all_rows(out).items():
        numbers = [int(row["qid"][1:]) for row in rows]
        assert numbers == sorted(set(numbers)), lang


def test_the_service_counts_what_was_gathered(from_endpoint: Path) -> None:
    completeness = builds.receipt(from_endpoint)["summary"]["completeness"]
    assert completeness["counted"] == completeness["gathered"]
    assert completeness["counted"]["people"] > completeness["counted"]["en"] > 60
    assert "counted by the service" in (from_endpoint / "README.md").read_text("utf-8")


def test_nothing_but_the_dataset_stays(out: Path) -> None:
    found = {path.name for path in out.iterdir()}
    assert found - {"figures"} == {"README.md", "data", "receipt.json"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [".json", ".json.bz2"])
def test_the_dump_may_be_packed_in_any_way_and_read_by_any_number_of_processes(
    kind: str, records: list[Record], from_dump: Path, tmp_path: Path
) -> None:
    path = builds.write_dump(tmp_path / f"all{kind}", records)
    chunks = ["--piece-bytes", "4000", "--processes", "2"]
    assert builds.build(tmp_path / "out", "--dump", str(path), *chunks, *WANTED) == 0
    assert (
        builds.receipt(tmp_path / "out")["content_hash"]
        == builds.receipt(from_dump)["content_hash"]
    )


def test_the_rule_of_the_paper_calls_trans_people_non_binary(
    records: list[Record], tmp_path: Path
) -> None:
    path = builds.write_dump(tmp_path / "all.json", records)
    chosen = ["--language", "en", "--genders", "stanczak", "--processes", "1"]
    assert builds.build(tmp_path / "out", "--dump", str(path), *chosen) == 0
    genders = {row["qid"]: row["gender"] for row in builds.rows(tmp_path / "out", "en")}
    for record, expected, _ in CASES:
        if record.genders in ([TRANS_MAN], [UNLISTED]):
            assert genders[record.qid] == "non-binary"
        elif expected and expected.get("wikidata_gender") == "female":
            assert genders[record.qid] == "female"


def test_the_default_languages_are_those_of_the_paper(tmp_path: Path) -> None:
    labels = {code: f"Person {code}" for code in ("ar", "de", "en", "es", "fr", "hi", "ru", "zh")}
    path = builds.write_dump(tmp_path / "all.json", [Record(5, labels)])
    assert builds.build(tmp_path / "out", "--dump", str(path), "--processes", "1") == 0
    assert sorted(builds.all_rows(tmp_path / "out")) == ["ar", "en", "es", "fr", "hi", "ru", "zh"]
    assert builds.receipt(tmp_path / "out")["options"]["languages"] == []
