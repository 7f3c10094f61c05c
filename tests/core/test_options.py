"""Options: unknown names get near matches, bad values get the valid ones."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.core.errors import OptionError
from equimask.core.options import OPTIONS, parse_options


def test_defaults_are_the_contract() -> None:
    options = parse_options({})
    assert (options.unit, options.protocol, options.dtype) == ("token", "corrected", "float32")
    assert (options.n_resamples, options.confidence_level, options.seed) == (9999, 0.95, 0)
    assert (options.progress, options.return_rows, options.calibrate) == (True, True, False)


def test_an_unknown_name_is_an_error_that_offers_the_nearest() -> None:
    with pytest.raises(OptionError, match="Did you mean 'confidence_level'"):
        parse_options({"confidence_levle": 0.9})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("unit", "sentence"),
        ("protocol", "original"),
        ("dtype", "int8"),
        ("confidence_level", 95),
        ("confidence_level", "high"),
        ("n_resamples", 0),
        ("n_resamples", 1),  # has no spread
        ("n_resamples", 99.0),
        ("n_twins", 2.5),
        ("seed", 1.0),
        ("batch_tokens", 100.5),
        ("seed", -1),
        ("seed", None),
        ("batch_tokens", 0),
        ("perturb", "typo"),
    ],
)
def test_a_bad_value_is_an_error_that_names_option_and_value(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=name) as caught:
        parse_options({name: value})
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("min_similarity", 1, "1.0"),
        ("min_similarity", 1.0, "1.0"),
        ("confidence_level", 0.1 + 0.2, "0.30000000000000004"),
        ("n_resamples", 99, "99"),
        ("calibrate", True, "True"),
        ("weights", "dot", "dot"),
    ],
)
def test_what_is_written_into_a_signature_is_read_again(name: str, value: Any, text: str) -> None:
    assert OPTIONS[name].written(value) == text
    assert OPTIONS[name].read(text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("calibrate", "yes"), ("seed", "1.5"), ("l1", "0.1,"), ("seed", "-1"), ("unit", "sentence")],
)
def test_what_no_signature_can_say_is_refused(name: str, text: str) -> None:
    with pytest.raises(OptionError, match=name):
        OPTIONS[name].read(text)
