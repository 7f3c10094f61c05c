"""The snapshot: a small table written here, and the real one where it is at hand."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from builders.politicians.routes import read_snapshot
from equimask.core.errors import DataError
from equimask.core.files import sha256_of_file
from tests.builders.politicians import builds
from tests.builders.real_sources import committed_receipt

TABLE = """\
qid\tname\tlang\tgender\tbirth\tcountry
Q12\tPerson  Twelve\ten\tmale\t1950-03-04\tSomewhere
Q12\tЛицо\tru\tmale\t1950-03-04\tSomewhere
Q2\tPerson Two\ten\ttransgender female\t1949\tElsewhere
Q3\tPerson Three\ten\tfemale\t\tElsewhere
Q4\tPerson Four\ten\tfemale\t2001-02-03\tElsewhere
Q5\tPerson Five\ten\tfemale\t1970-00\tElsewhere
Q6\tPerson Six\ten\tfemale\t1970-05\tElsewhere
Q6\tPerson Six again\ten\tfemale\t1970-05\tElsewhere
Q6\tPerson Six\txx\tfemale\t1970-05\tElsewhere
Q7\t \ten\tmale\t1970\tElsewhere
Q8\tPerson Eight\ten\tsomething else\t1970\tElsewhere
Q9\tPerson Nine\ten\t\t1970\tElsewhere
P9\tNo person\ten\tmale\t1970\tElsewhere
Q10\ttoo few columns
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "politicians.tsv.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


def built(table: Path, out: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Path:
    # The declared sha256 is that of the real table.
    monkeypatch.setattr("builders.kit.fetch._checked", lambda file, path, *_: sha256_of_file(path))
    assert builds.build(out, "--source", str(table.parent), *arguments) == 0
    return out


def test_the_table_becomes_rows_by_the_same_rule(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = built(table, tmp_path / "out", monkeypatch)
    assert builds.rows(out, "en") == [
        {
            "qid": "Q2",
            "lang": "en",
            "name": "Person Two",
            "gender": "female",
            "wikidata_gender": "trans woman",
            "birth_year": 1949,
            "country": "Elsewhere",
            "sitelinks": None,
        },
        {
            "qid": "Q6",
            "lang": "en",
            "name": "Person Six",
            "gender": "female",
            "wikidata_gender": "female",
            "birth_year": 1970,
            "country": "Elsewhere",
            "sitelinks": None,
        },
        {
            "qid": "Q12",
            "lang": "en",
            "name": "Person Twelve",
            "gender": "male",
            "wikidata_gender": "male",
            "birth_year": 1950,
            "country": "Somewhere",
            "sitelinks": None,
        },
    ]
    assert [row["name"] for row in builds.rows(out, "ru")] == ["Лицо"]


def test_who_has_no_name_in_a_language_may_have_that_of_another(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = built(table, tmp_path / "out", monkeypatch, "--label-fallback", "en")
    names = {row["qid"]: row["name"] for row in builds.rows(out, "ru")}
    assert names == {"Q2": "Person Two", "Q6": "Person Six", "Q12": "Лицо"}
    assert {row["lang"] for row in builds.rows(out, "ru")} == {"ru"}
    receipt = builds.receipt(out)
    assert receipt["options"]["label_fallback"] == ["en"]
    russian = receipt["summary"]["languages"]["ru"]
    assert russian["labels"] == {"ru": 1}
    assert russian["fallback"] == {"names": 2, "other_script": 2, "labels": {"en": 2}}
    english = receipt["summary"]["languages"]["en"]["fallback"]
    assert english == {"names": 0, "other_script": 0, "labels": {}}
    card = (out / "README.md").read_text("utf-8")
    assert "This build has names of other languages" in card
    assert "| ru | 2 | 66.7 | 2 | `en` 2 |" in card
    assert "| en | 0 | 0.0 | 0 |  |" in card


def test_without_the_option_receipt_and_card_tell_of_no_other_languages(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = built(table, tmp_path / "out", monkeypatch)
    receipt = builds.receipt(out)
    assert "label_fallback" not in receipt["options"]
    assert all("fallback" not in facts for facts in receipt["summary"]["languages"].values())
    card = (out / "README.md").read_text("utf-8")
    assert (
        "This build has names of other languages" not in card and "`--label-fallback CODE`" in card
    )


def test_a_fallback_that_is_no_language_is_refused(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(table.parent)
    assert builds.build(tmp_path / "out", "--source", source, "--label-fallback", "no-tag") != 0
    assert "no-tag" in capsys.readouterr().err


def test_what_is_left_out_is_counted(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = builds.receipt(built(table, tmp_path / "out", monkeypatch))
    assert receipt["dropped"] == {
        "en": {"a name of nothing but white space": 1},
        "lines": {
            "no tag of a language": 1,
            "a line without an id and six columns": 2,
            "a second name in the same language": 1,
        },
        "people": {
            "born in 2001 or later": 1,
            "gender: a value that the table does not list: something else": 1,
            "no date of birth": 1,
            "no gender": 1,
            "no name in the languages of this build": 1,
            "no usable date of birth": 1,
        },
    }


def test_the_card_says_that_this_is_a_snapshot(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = built(table, tmp_path / "out", monkeypatch)
    card = (out / "README.md").read_text("utf-8")
    assert "not from a live query" in card
    assert builds.receipt(out)["summary"]["route"] == "snapshot"


def test_one_language_or_the_rule_of_the_paper_may_be_chosen(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = ("--language", "en", "--genders", "stanczak")
    out = built(table, tmp_path / "out", monkeypatch, *chosen)
    genders = {row["qid"]: row["gender"] for row in builds.rows(out, "en")}
    assert list(builds.all_rows(out)) == ["en"]
    assert genders["Q2"] == genders["Q8"] == "non-binary"


def test_a_file_that_is_no_such_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "politicians.tsv"
    path.write_text("id\tname\nQ1\tPerson\n", encoding="utf-8")
    with pytest.raises(DataError, match="the columns qid, name, lang"):
        read_snapshot(path)


def test_a_table_of_another_hash_is_refused(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert builds.build(tmp_path / "out", "--source", str(table.parent)) == 2
    assert "sha256" in capsys.readouterr().err


@pytest.fixture(scope="module")
def real(shared: Path) -> Path:
    path = shared / "sources" / "politicians" / "politicians.tsv.gz"
    if not path.is_file():
        pytest.skip("no politicians among the shared sources")
    return path


@pytest.mark.slow
def test_the_real_table_is_read_as_a_naive_reader_reads_it(real: Path) -> None:
    people: dict[str, tuple[str, str]] = {}
    names: dict[tuple[str, str], str] = {}
    with gzip.open(real, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            qid, name, lang, gender, birth, _ = line.rstrip("\n").split("\t")
            people[qid] = gender, birth
            names[qid, lang] = name
    snapshot = read_snapshot(real)
    wanted = {qid for qid, (_, birth) in people.items() if birth and int(birth[:4]) < 2001}
    assert {person.qid for person in snapshot.people} == wanted
    assert snapshot.left_out["no date of birth"] == sum(not birth for _, birth in people.values())
    assert sum(snapshot.left_out.values()) + len(wanted) == len(people)
    assert {
        (person.qid, lang): name
        for person in snapshot.people
        for lang, name in person.labels.items()
    } == {key: name for key, name in names.items() if key[0] in wanted}


@pytest.mark.slow
def test_the_committed_receipt_is_that_of_the_real_table(
    real: Path, root: Path, tmp_path: Path
) -> None:
    committed = committed_receipt(root, "politicians")
    assert builds.build(tmp_path, "--source", str(real.parent), "--language", "th") == 0
    configs = builds.receipt(tmp_path)["configs"]
    assert configs["th"] == committed["configs"]["th"]
    assert len(committed["configs"]) == 15
