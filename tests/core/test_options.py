"""Options: unknown names get near matches, bad values get the valid ones."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.core.errors import OptionError
from equimask.core.options import parse_options


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
