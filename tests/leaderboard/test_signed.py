"""No number is listed without a signature that parses, is known and agrees with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import EquimaskError
from equimask.core.signature import Signature
from equimask.leaderboard.signed import agree, read_signature
from equimask.version import __version__

GOOD = (
    "cps|equimask:0.1.0|model:lab/model@abc|tok:def|data:lab/pairs@123|where:source=crows|lang:de|"
    "unit:token|protocol:corrected|dtype:float32|n:112|skipped:0|seed:0"
)


def test_a_signature_names_all_that_a_row_shows() -> None:
    signed = read_signature(GOOD)
    assert signed.measure.name == "cps"
    assert (signed.model, signed.revision) == ("lab/model", "abc")
    assert (signed.data, signed.data_revision, signed.part) == ("lab/pairs", "123", "source=crows")
    assert (signed.language, signed.equimask, signed.n) == ("de", "0.1.0", 112)
    assert signed.text == GOOD


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        (GOOD.replace("cps|", "b_s_jsd|"), "b_s_jsd"),
        (GOOD.replace("cps|", "aul|"), "aula"),
        (GOOD.replace("cps|", "aul|") + "|likelihood:aul", "aul"),
    ],
)
def test_a_measure_is_known_by_its_key_and_by_what_it_fixes(text: str, measure: str) -> None:
    assert read_signature(text).measure.name == measure


def test_data_without_a_certain_language_have_none() -> None:
    assert read_signature(GOOD.replace("lang:de", "lang:und")).language is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "a signature"),
        ("", "a signature"),
        (7, "a signature"),
        ("cps", "metric|key:value"),
        ("cps|model", "metric|key:value"),
        (GOOD.replace("cps|", "made_up|"), "a measure: s_jsd"),
        (GOOD.replace("|equimask:0.1.0", ""), "with equimask"),
        (GOOD.replace("|model:lab/model@abc", ""), "with model"),
        (GOOD.replace("|lang:de", ""), "with lang"),
        (GOOD + "|n:5", "one n in it"),
        (GOOD.replace("0.1.0", "99.0.0"), f"a version of equimask up to {__version__}"),
        (GOOD.replace("0.1.0", "new"), f"a version of equimask up to {__version__}"),
        (GOOD.replace("@abc", ""), "a model as NAME@REVISION"),
        (GOOD.replace("lab/pairs@123", "lab/pairs"), "a data as NAME@REVISION"),
        (GOOD.replace("lang:de", "lang:klingonese"), "BCP 47"),
        (GOOD.replace("n:112", "n:-3"), "a number of rows"),
        (GOOD.replace("lab/model", "lab/mo'del"), "as it is written"),
        (GOOD.replace("lab/model", "lab/<b>"), "as it is written"),
        (GOOD.replace("lab/model", "lab/%ED%A0%80"), "whole Unicode characters"),
    ],
)
def test_what_is_no_signature_is_refused(text: Any, expected: str) -> None:
    with pytest.raises(EquimaskError) as caught:
        read_signature(text)
    assert expected in caught.value.expected
    assert caught.value.fix


@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=30))
def test_wild_signatures_are_read_or_refused(metric: str, key: str, value: str) -> None:
    for text in (metric, f"{metric}|{key}:{value}", str(Signature(metric, ((key, value),)))):
        with pytest.raises(EquimaskError):
            read_signature(text)


def test_what_disagrees_is_told_with_both_sides() -> None:
    agree("language", "de", "de")
    with pytest.raises(EquimaskError, match="the language of the signature, 'de', but got 'en'"):
        agree("language", "de", "en")
