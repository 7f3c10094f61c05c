"""Signatures survive a round trip and tell different content apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.core.signature import Signature, columns_hash, content_hash

texts = st.text(st.characters(), max_size=30)  # file names may hold lone surrogates


@given(texts, st.lists(st.tuples(texts.filter(bool), texts), min_size=1, max_size=5))
def test_parse_is_the_inverse_of_str(metric: str, fields: list[tuple[str, str]]) -> None:
    signature = Signature(metric, tuple(fields))
    assert Signature.parse(str(signature)) == signature
    assert "\n" not in str(signature)


def test_a_plain_signature_reads_as_the_contract_shows_it() -> None:
    signature = Signature("s_jsd", (("model", "org/name@abc"), ("lang", "de"), ("n", "212")))
    assert str(signature) == "s_jsd|model:org/name@abc|lang:de|n:212"
    assert signature["lang"] == "de"


def test_a_broken_signature_is_refused_with_the_part_that_is_wrong() -> None:
    with pytest.raises(InputError, match="'nonsense'"):
        Signature.parse("s_jsd|nonsense")
    with pytest.raises(InputError, match="'%ff'"):
        Signature.parse("s_jsd|n:%ff")
    for fragment in ("", "hello"):
        with pytest.raises(InputError, match="Copy the whole signature"):
            Signature.parse(fragment)


@given(st.lists(texts, max_size=4), st.lists(texts, max_size=4))
def test_content_hash_differs_when_the_parts_differ(a: list[str], b: list[str]) -> None:
    assert (content_hash(a) == content_hash(b)) == (a == b)


def test_columns_hash_knows_where_a_column_ends() -> None:
    assert columns_hash([["a"], ["b", "c"]]) != columns_hash([["a", "b"], ["c"]])
