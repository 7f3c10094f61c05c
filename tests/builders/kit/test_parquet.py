from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.kit.parquet import by_language, column_types, text_bytes, total_hash, write_configs
from equimask.core.errors import DataError
from equimask.core.rows import content_hash

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


def test_the_order_of_rows_counts_and_the_order_of_configs_does_not() -> None:
    assert content_hash([row(1), row(2)]) != content_hash([row(2), row(1)])
    assert total_hash({"en": "a", "de": "b"}) == total_hash({"de": "b", "en": "a"})


def test_rows_come_back_from_one_file_per_language(tmp_path: Path) -> None:
    rows = [row(1), row(1, "de"), row(2, score=None)]
    configs = by_language(rows, TYPES)
    write_configs(configs, TYPES, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["de.parquet", "en.parquet"]
    table = pq.read_table(tmp_path / "en.parquet")
    assert table.to_pylist() == [rows[0], rows[2]]
    assert [str(kind) for kind in table.schema.types] == ["string", "string", "double"]
    assert not (table.schema.metadata or {}).get(b"huggingface")


def test_parquet_of_an_earlier_build_goes(tmp_path: Path) -> None:
    write_configs(by_language([row(1), row(1, "de")], TYPES), TYPES, tmp_path)
    write_configs(by_language([row(1)], TYPES), TYPES, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["en.parquet"]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"lang": "en", "id": "r", "score": 1.0}, "in this order"),
        ({"id": 7, "lang": "en", "score": 1.0}, "string in column id"),
        ({"id": None, "lang": "en", "score": 1.0}, "string in column id"),
        ({"id": "r", "lang": "en", "score": True}, "float64 in column score"),
        ({"id": "r", "lang": "en", "score": "high"}, "float64 in column score"),
    ],
)
def test_a_row_that_breaks_the_schema_is_refused(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        by_language([bad], TYPES)


def test_an_id_may_come_again_in_another_language_only() -> None:
    by_language([row(1), row(1, "de")], TYPES)
    with pytest.raises(DataError, match="r-1"):
        by_language([row(1), row(1)], TYPES)


def test_columns_are_strings_unless_declared() -> None:
    assert column_types(("id", "n"), {"n": "int64"}) == {"id": "string", "n": "int64"}
    with pytest.raises(DataError, match="list"):
        column_types(("id",), {"id": "list"})


def test_size_counts_utf8_bytes_and_eight_a_number() -> None:
    assert text_bytes([{"a": "é", "b": 1.5}]) == 2 + 8
