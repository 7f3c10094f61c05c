"""Wild files: what may lie behind a name that ends in .csv, .tsv, .jsonl, .json or .parquet."""

from __future__ import annotations

import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st

from tests.hardening.strategies import broken_text, long_text, wild_text

SUFFIXES = (".csv", ".tsv", ".jsonl", ".json", ".parquet")
NAMES = ("sent_more", "sent_less")

suffixes = st.sampled_from(SUFFIXES)
text_suffixes = st.sampled_from((".csv", ".tsv"))
headings = st.one_of(st.sampled_from((*NAMES, "gender_more", "count", "Sent_More", "")), wild_text)
line_ends = st.sampled_from(("\n", "\r\n", "\r", "\n\n", "\u2028", ""))
encodings = st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"))

_ROW = {"sent_more": "Olivia repaired the engine.", "sent_less": "James repaired the engine."}
_SOUND_CSV = "sent_more,sent_less\n" + f'"{_ROW["sent_more"]}","{_ROW["sent_less"]}"\n' * 3
SOUND: dict[str, bytes] = {
    ".csv": _SOUND_CSV.encode(),
    ".tsv": _SOUND_CSV.replace('"', "").replace(",", "\t").encode(),
    ".jsonl": (json.dumps(_ROW) + "\n").encode() * 3,
    ".json": (json.dumps(_ROW) + "\n").encode() * 3,
}


def parquet(table: pa.Table, **options: Any) -> bytes:
    """The file as bytes."""
    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


SOUND[".parquet"] = parquet(pa.table({name: [text] * 3 for name, text in _ROW.items()}))


@st.composite
def separated(draw: st.DrawFn) -> bytes:
    """Lines of cells: ragged, quoted or not, with any heading, line end and encoding."""
    mark = draw(st.sampled_from((",", "\t", ";")))
    cells = st.one_of(long_text, st.sampled_from(("=1+1", '"', '""', "\r", "NA", "1", "x" * 5000)))
    lines = [draw(st.one_of(st.just(list(NAMES)), st.lists(headings, max_size=4)))]
    lines += draw(st.lists(st.lists(cells, max_size=4), max_size=4))
    quoted = draw(st.booleans())

    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if quoted else text

    text = draw(line_ends).join(mark.join(map(cell, line)) for line in lines)
    return text.encode(draw(encodings), "replace")


_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    broken_text,
    st.just(10**400),
)
json_values = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(headings, inner, max_size=3)
    ),
    max_leaves=6,
)
_objects = st.one_of(
    st.fixed_dictionaries(dict.fromkeys(NAMES, json_values)),
    st.dictionaries(headings, json_values, max_size=4),
)


@st.composite
def json_lines(draw: st.DrawFn) -> bytes:
    """Objects of any values, mostly one per line; escapes for half surrogates, NaN and all."""
    items = draw(st.lists(st.one_of(_objects, _objects, json_values), max_size=4))
    end = draw(line_ends)
    dumped = [json.dumps(item) for item in items]
    text = draw(st.sampled_from((end.join(dumped), end.join(dumped) + end, json.dumps(items))))
    return text.encode(draw(encodings), "replace")


_TYPES: tuple[tuple[Any, Any], ...] = (
    (pa.string(), wild_text),
    (pa.large_string(), wild_text),
    (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    (pa.float64(), st.floats()),
    (pa.bool_(), st.booleans()),
    (pa.binary(), st.binary(max_size=9)),
    (pa.null(), st.none()),
    (pa.timestamp("us"), st.integers(-(2**62), 2**62)),
    (pa.timestamp("ns"), st.integers(-(2**62), 2**62)),
    (pa.timestamp("s", tz="no/such/place"), st.integers(0, 2**33)),
    (pa.date64(), st.integers(-(2**36), 2**36).map(lambda day: day * 86_400_000)),
    (pa.duration("ns"), st.integers(-(2**62), 2**62)),
    (pa.list_(pa.string()), st.lists(wild_text, max_size=2)),
    (pa.struct({"a": pa.string()}), st.fixed_dictionaries({"a": wild_text})),
    (pa.map_(pa.string(), pa.int64()), st.just([("a", 1)])),
    (pa.dictionary(pa.int32(), pa.string()), wild_text),
    (pa.decimal128(5, 2), st.none()),
)


@st.composite
def column(draw: st.DrawFn, n: int) -> pa.Array:
    """A column of any type; a string column may hold bytes that are no UTF-8."""
    kind, values = draw(st.sampled_from(_TYPES))
    filled = [draw(st.one_of(values, values, st.none())) for _ in range(n)]
    array = pa.array(filled, type=kind)
    if kind == pa.binary() and draw(st.booleans()):
        return array.view(pa.string())
    return array


@st.composite
def parquet_files(draw: st.DrawFn) -> bytes:
    """A table of any columns, whole, cut off or with a byte changed."""
    n = draw(st.integers(0, 3))
    names = draw(st.one_of(st.just(list(NAMES)), st.lists(headings, max_size=4)))
    table = pa.Table.from_arrays([draw(column(n)) for _ in names], names=names)
    return draw(damaged(parquet(table, use_dictionary=draw(st.booleans()))))


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """The content as it is, cut off, or with some bytes overwritten."""
    how = draw(st.sampled_from(("whole", "cut", "overwritten")))
    if not content or how == "whole":
        return content
    at = draw(st.integers(0, len(content) - 1))
    if how == "cut":
        return content[:at]
    noise = draw(st.binary(min_size=1, max_size=4))
    return content[:at] + noise + content[at + len(noise) :]


def contents(suffix: str) -> st.SearchStrategy[bytes]:
    """What may lie in a file of that name."""
    own = {".csv": separated(), ".tsv": separated(), ".parquet": parquet_files()}
    return st.one_of(own.get(suffix, json_lines()), damaged(SOUND[suffix]), st.binary(max_size=200))


named_contents = suffixes.flatmap(lambda suffix: st.tuples(st.just(suffix), contents(suffix)))
