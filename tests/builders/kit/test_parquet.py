from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.kit import parquet
from builders.kit.parquet import (
    column_types,
    replace_parquet,
    text_bytes,
    total_hash,
    write_config,
    write_languages,
)
from equimask.core.errors import DataError
from equimask.core.rows import canonical_line, canonical_lines, content_hash

TYPES = {"id": "string", "lang": "string", "score": "float64"}
VALUES = st.one_of(st.text(), st.integers(), st.floats(allow_nan=False, allow_infinity=False))


def row(number: int, lang: str = "en", score: float | None = 0.5) -> dict[str, Any]:
    return {"id": f"r-{number}", "lang": lang, "score": score}


@given(st.lists(st.dictionaries(st.text(), VALUES, max_size=4), max_size=4))
def test_the_hash_depends_on_values_and_not_on_the_order_of_keys(
    rows: list[dict[str, Any]],
) -> None:
    turned = [dict(reversed(list(entry.items()))) for entry in rows]
    assert content_hash(rows) == content_hash(turned)


@given(st.lists(st.text(), min_size=1, max_size=4), st.data())
def test_any_changed_value_changes_the_hash(texts: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(texts) - 1))
    other = data.draw(st.text().filter(lambda text: text != texts[at]))
    changed = [*texts[:at], other, *texts[at + 1 :]]
    assert content_hash({"t": t} for t in texts) != content_hash({"t": t} for t in changed)


def test_the_hash_is_that_of_canonical_json_lines() -> None:
    import hashlib

    line = b'{"a":"\\u00e9","b":1}\n'
    assert content_hash([{"b": 1, "a": "é"}]) == hashlib.sha256(line).hexdigest()


@given(st.data(), st.lists(st.text(), min_size=1, max_size=3, unique=True))
def test_lines_made_by_column_are_those_of_the_rows(data: st.DataObject, names: list[str]) -> None:
    cells = st.one_of(VALUES, st.booleans(), st.none(), st.sampled_from([0, 0.0, -0.0, 1, 1.0]))
    kinds = data.draw(st.sampled_from([cells, st.text(), st.integers(), st.floats(-1, 1)]))
    rows = data.draw(st.lists(st.fixed_dictionaries(dict.fromkeys(names, kinds)), max_size=5))
    columns = {name: [row[name] for row in rows] for name in names}
    assert canonical_lines(columns) == b"".join(map(canonical_line, rows))


def test_lines_hold_no_number_that_json_has_not() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_lines({"a": [1.0, float("nan")]})


def test_the_order_of_rows_counts_and_the_order_of_configs_does_not() -> None:
    assert content_hash([row(1), row(2)]) != content_hash([row(2), row(1)])
    assert total_hash({"en": "a", "de": "b"}) == total_hash({"de": "b", "en": "a"})


def test_rows_come_back_from_one_file_per_language(tmp_path: Path) -> None:
    rows = [row(1), row(2, score=None), row(1, "de")]
    assert list(write_languages(rows, TYPES, tmp_path)) == ["de", "en"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["de.parquet", "en.parquet"]
    table = pq.read_table(tmp_path / "en.parquet")
    assert table.to_pylist() == rows[:2]
    assert [str(kind) for kind in table.schema.types] == ["string", "string", "double"]
    assert not (table.schema.metadata or {}).get(b"huggingface")


def test_what_is_written_in_groups_has_the_hash_and_size_of_all_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROWS_PER_GROUP", 3)
    rows = {lang: [row(n, lang) | {"id": f"{n}\u2028é"} for n in range(7)] for lang in ("de", "fr")}
    facts = write_languages((one for group in rows.values() for one in group), TYPES, tmp_path)
    for lang, group in rows.items():
        assert facts[lang].rows == 7
        assert facts[lang].content_hash == content_hash(group)
        assert facts[lang].bytes == sum(text_bytes(list(one.values())) for one in group)
        assert pq.read_table(tmp_path / f"{lang}.parquet").to_pylist() == group
        assert pq.ParquetFile(tmp_path / f"{lang}.parquet").num_row_groups == 3


def test_parquet_of_an_earlier_build_goes(tmp_path: Path) -> None:
    for name, rows in (("one", [row(1), row(1, "de")]), ("two", [row(2)])):
        (tmp_path / name).mkdir()
        write_languages(rows, TYPES, tmp_path / name)
        replace_parquet(tmp_path / name, tmp_path / "data")
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["en.parquet"]
    assert pq.read_table(tmp_path / "data" / "en.parquet").to_pylist() == [row(2)]


def test_a_language_that_comes_back_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="rows of de"):
        write_languages([row(1, "de"), row(1, "fr"), row(2, "de")], TYPES, tmp_path)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"lang": "en", "id": "r", "score": 1.0}, "in this order"),
        ({"lang": "en", "id": "r"}, "the columns id, lang, score"),
        ({"id": 7, "lang": "en", "score": 1.0}, "string in column id"),
        ({"id": None, "lang": "en", "score": 1.0}, "string in column id"),
        ({"id": "r", "lang": "en", "score": True}, "float64 in column score"),
        ({"id": "r", "lang": "en", "score": "high"}, "float64 in column score"),
    ],
)
def test_a_row_that_breaks_the_schema_is_refused(
    bad: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=message):
        write_languages([bad], TYPES, tmp_path)


def test_an_id_may_come_again_in_another_language_only(tmp_path: Path) -> None:
    write_languages([row(1), row(1, "de")], TYPES, tmp_path)
    with pytest.raises(DataError, match="unique in en, but got 'r-1' more than once"):
        write_languages([row(1), row(2), row(1)], TYPES, tmp_path)


def test_ids_that_only_share_a_hash_are_no_repetition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_hash", lambda value: 7)
    facts = write_languages([row(1), row(2)], TYPES, tmp_path)
    assert facts["en"].rows == 2
    with pytest.raises(DataError, match="'r-2' more than once"):
        write_languages([row(1), row(2), row(2)], TYPES, tmp_path)


def test_without_a_column_of_ids_rows_may_be_equal(tmp_path: Path) -> None:
    rows = iter([{"lang": "en"}, {"lang": "en"}])
    assert write_config(rows, {"lang": "string"}, tmp_path / "en.parquet").rows == 2


def test_columns_are_strings_unless_declared() -> None:
    assert column_types(("id", "n"), {"n": "int64"}) == {"id": "string", "n": "int64"}
    with pytest.raises(DataError, match="list"):
        column_types(("id",), {"id": "list"})


def test_size_counts_utf8_bytes_and_eight_a_number() -> None:
    assert text_bytes(["é", 1.5, None, "\ud800"]) == 2 + 8 + 8 + 3
