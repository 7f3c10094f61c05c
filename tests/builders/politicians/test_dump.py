"""Dumps that are cut short, damaged or strange; options that do not go together."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from builders.politicians import dump, pieces
from builders.politicians.entities import entity_person
from tests.builders.politicians import builds
from tests.builders.politicians.wikidata_records import Record, crowd, dump_text, entity, person

ENGLISH = ["--language", "en", "--processes", "1"]


def names(out: Path) -> list[str]:
    return [row["name"] for row in builds.rows(out, "en")]


def test_lines_that_are_no_entity_are_counted(tmp_path: Path) -> None:
    lines = dump_text([person(1), person(2)]).splitlines()
    lines[1:1] = [
        '{"id": "Q3", "claims": {"P106": [82955',
        '{"id": "Q4", "claims": {"P31": 82955}},',
    ]
    path = tmp_path / "all.json"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert names(tmp_path / "out") == ["Person Q1", "Person Q2"]
    dropped = builds.receipt(tmp_path / "out")["dropped"]["people"]
    assert dropped == {"a line that is no entity": 2}


@pytest.mark.parametrize("ending", ["\r\n", "\n\n"])
def test_line_ends_and_empty_lines_do_not_matter(ending: str, tmp_path: Path) -> None:
    text = dump_text([person(1), person(2)]).replace("\n", ending)
    path = tmp_path / "all.json"
    path.write_bytes(text.encode())
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert len(names(tmp_path / "out")) == 2


def test_a_dump_without_brackets_will_do(tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    path.write_text("\n".join(dump_text([person(1), person(2)]).splitlines()[1:-1]), "utf-8")
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert len(names(tmp_path / "out")) == 2


def test_a_name_of_another_language_is_gathered_where_it_may_stand_in(tmp_path: Path) -> None:
    hindi = person(2, labels={"hi": "व्यक्ति", "en": "Person Q2"})
    path = builds.write_dump(tmp_path / "all.json", [person(1), hindi])
    only_hindi = ["--language", "hi", "--processes", "1"]
    for out, more, expected in (
        ("plain", (), ["व्यक्ति"]),
        ("fallback", ("--label-fallback", "en"), ["Person Q1", "व्यक्ति"]),
    ):
        assert builds.build(tmp_path / out, "--dump", str(path), *only_hindi, *more) == 0
        assert [row["name"] for row in builds.rows(tmp_path / out, "hi")] == expected


def test_somebody_who_comes_twice_has_one_row(tmp_path: Path) -> None:
    again = person(1, labels={"en": "Person again"})
    path = builds.write_dump(tmp_path / "all.json", [person(1), person(2), again])
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert names(tmp_path / "out") == ["Person Q1", "Person Q2"]
    dropped = builds.receipt(tmp_path / "out")["dropped"]["people"]
    assert dropped == {"the same person a second time": 1}


def test_a_dump_that_is_cut_short_is_told_and_what_is_finished_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = crowd(50, seed=9)
    whole = gzip.compress(dump_text(records).encode())
    path = tmp_path / "all.json.gz"
    path.write_bytes(whole[: len(whole) // 2])
    arguments = ["--dump", str(path), "--piece-bytes", "4000", *ENGLISH]
    assert builds.build(tmp_path / "out", *arguments) == 2
    assert "cut short" in capsys.readouterr().err
    assert list((tmp_path / "out").glob(".shards/*/*.jsonl.gz"))
    assert not (tmp_path / "out" / "data").exists()


def test_a_dump_that_ends_at_a_line_but_without_its_bracket_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "all.json"
    path.write_text("\n".join(dump_text([person(1), person(2)]).splitlines()[:-2]), "utf-8")
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 2
    assert "a closing bracket at the end of all.json" in capsys.readouterr().err


def test_pieces_with_much_to_parse_end_earlier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = builds.write_dump(tmp_path / "all.json", crowd(40, seed=10))
    sizes: list[int] = []
    honest = dump.parse_lines

    def noting(lines: list[bytes], codes: frozenset[str]) -> Any:
        sizes.append(len(lines))
        return honest(lines, codes)

    monkeypatch.setattr(dump, "parse_lines", noting)
    monkeypatch.setattr(pieces, "_MOST_CANDIDATES", 10_000)
    monkeypatch.setattr(pieces, "_BLOCK", 2_000)
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert sum(sizes) == 40 and 1 < max(sizes) < 15


def test_only_lines_that_may_be_about_politicians_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [person(number, occupations=["Q40348"]) for number in range(10, 30)]
    path = builds.write_dump(tmp_path / "all.json", [*others, person(1)])
    seen: list[bytes] = []
    honest = dump.parse_lines

    def noting(lines: list[bytes], codes: frozenset[str]) -> Any:
        seen.extend(lines)
        return honest(lines, codes)

    monkeypatch.setattr(dump, "parse_lines", noting)
    assert builds.build(tmp_path / "out", "--dump", str(path), *ENGLISH) == 0
    assert len(seen) == 1


def test_entities_of_the_oldest_dumps_have_numbers_only() -> None:
    old = entity(person(1))
    for statements in old["claims"].values():
        for statement in statements:
            statement["mainsnak"].get("datavalue", {}).get("value", {}).pop("id", None)
    assert entity_person(old, ["en"]) == entity_person(entity(person(1)), ["en"])


@pytest.mark.parametrize("other", [None, [], {"id": "P31"}, {"id": "L5"}, {"id": "Q7"}])
def test_what_is_no_item_about_a_politician_is_passed_over(other: object) -> None:
    assert entity_person(other, ["en"]) is None


def test_an_empty_entity_is_no_politician() -> None:
    nobody = Record(7, genders=(), births=(), occupations=(), instance_of=())
    assert entity_person(entity(nobody), ["en"]) is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--dump", "no-such-file.json"], "Get latest-all.json.gz"),
        (["--dump", "x.json", "--source", "."], "--source and --dump"),
        (["--endpoint", "http://127.0.0.1/", "--dump", "x.json"], "--dump and --endpoint"),
        (["--dump", "x.json", "--language", "xx"], "a BCP 47 tag"),
        (["--dump", "x.json", "--processes", "0"], "at least 1 for --processes"),
        (["--dump", "x.json", "--pause", "-1"], "at least 0 for --pause"),
        (["--dump", "x.json", "--piece-bytes", "0"], "at least 1 for --piece-bytes"),
    ],
)
def test_options_that_cannot_be_are_told(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert builds.build(tmp_path, *arguments) == 2
    assert words in capsys.readouterr().err


def test_a_dump_without_politicians_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = builds.write_dump(tmp_path / "all.json", [person(1, occupations=[])])
    assert builds.build(tmp_path / "out", "--dump", str(path), "--processes", "1") == 2
    assert "at least one row" in capsys.readouterr().err


def test_the_help_teaches_the_three_ways(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        builds.build(Path("out"), "--help")
    text = " ".join(capsys.readouterr().out.split())
    for words in ("--endpoint URL", "--dump FILE", "--source DIR", "goes on where it stopped"):
        assert words in text
