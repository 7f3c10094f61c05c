"""A number and a signature beside what came of scoring again: what agrees, and what does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from equimask.core.errors import OptionError, near_matches, shorten
from equimask.core.result import BiasResult
from equimask.core.signature import Signature, split_name
from equimask.metrics import Measure

TOLERANCE = 1e-6
"""Numbers are one that differ by less, or by less of themselves where they are larger than 1:
another processor rounds otherwise."""

SAME_MODEL = "the same model under another name"
Expected = str | float | None
COMMIT = re.compile("[0-9a-f]{40}")


@dataclass(frozen=True)
class ComparedNumber:
    """A number of the result under its key, beside what was expected."""

    key: str
    expected: Expected
    came: float | None
    hint: str = ""

    @property
    def agrees(self) -> bool:
        """Whether they are one at the digits that were given."""
        return agree(self.expected, self.came)


@dataclass(frozen=True)
class FieldDifference:
    """A field that is not the same in both signatures; None where one has no such field.

    `matters` is False where it names the same thing otherwise.
    """

    name: str
    expected: str | None
    came: str | None
    note: str
    matters: bool = True


@dataclass(frozen=True)
class Reproduction:
    """What came of scoring a signature again."""

    signature: str
    """As it was given."""
    result: BiasResult = field(repr=False)
    numbers: tuple[ComparedNumber, ...] = ()
    fields: tuple[FieldDifference, ...] = ()

    @property
    def same_signature(self) -> bool:
        """To the last character."""
        return self.signature == self.result.signature

    @property
    def reproduced(self) -> bool:
        """Whether all numbers agree, and all fields that say what was scored and how."""
        return not self._wrong

    @property
    def outcome(self) -> str:
        """In a line."""
        if self._wrong:
            return f"not reproduced: {', '.join(self._wrong)}"
        if not self.numbers:
            return "reproduced: the signature; no number was given to compare"
        return "reproduced"

    @property
    def _wrong(self) -> list[str]:
        numbers = [f"another {one.key}" for one in self.numbers if not one.agrees]
        return [*numbers, *(one.note for one in self.fields if one.matters)]

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, without the rows."""
        return {
            "reproduced": self.reproduced,
            "outcome": self.outcome,
            "numbers": [{**asdict(one), "agrees": one.agrees} for one in self.numbers],
            "fields": [asdict(one) for one in self.fields],
            "expected_signature": self.signature,
            "same_signature": self.same_signature,
            "result": self.result.as_dict(rows=False),
        }


def agree(expected: Expected, came: float | None) -> bool:
    """Whether a number is the expected one, within `TOLERANCE` or as far as the digits of a text
    tell.
    """
    if expected is None or came is None:
        return expected is came
    told = decimal_of(expected)
    distance = abs(Decimal(repr(float(came))) - told)
    allowed = Decimal(TOLERANCE) * max(Decimal(1), abs(told))
    if isinstance(expected, str):
        half_of_last_digit = Decimal(5).scaleb(int(told.as_tuple().exponent) - 1)
        allowed = max(allowed, half_of_last_digit)
    return distance <= allowed


def decimal_of(expected: str | float) -> Decimal:
    """A number as it was written, with the digits that it has."""
    text = expected if isinstance(expected, str) else repr(float(expected))
    try:
        found = Decimal(text.strip().removesuffix("%").rstrip().replace("\N{MINUS SIGN}", "-"))
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite():
        raise OptionError(
            expected="a number to compare, such as 52.7 or -2.31e-3",
            got=shorten(expected),
            fix="Write it with a decimal point, in as many digits as are to be compared.",
        )
    return found


def compared_numbers(
    measure: Measure, result: BiasResult, expected: Mapping[str, Expected]
) -> tuple[ComparedNumber, ...]:
    """Every expected number beside that of the result; an empty key is the headline."""
    flat = result.as_dict(rows=False)
    numbers = {
        key: value
        for key, value in flat.items()
        if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))
    }
    found = []
    for name, value in expected.items():
        key = name or result.metric
        if key not in numbers:
            raise OptionError(
                expected="the key of a number in the result",
                got=repr(key),
                fix=near_matches(key, numbers),
            )
        found.append(ComparedNumber(key, value, numbers[key], _hint(measure, value, numbers[key])))
    return tuple(found)


def _hint(measure: Measure, expected: Expected, came: float | None) -> str:
    """What is to be said of a number as tables show it."""
    if measure.factor == 1.0 or expected is None or came is None or agree(expected, came):
        return ""
    if agree(expected, measure.factor * came):
        return f"tables show {measure.factor:g} times the score"
    return ""


def field_differences(
    expected: Signature, came: Signature, content: str = ""
) -> tuple[FieldDifference, ...]:
    """All fields that differ, in their order, each with what that means.

    `content` is the hash of the model that came, which its signature has not where it has a commit.
    """
    one, other = ({"metric": s.metric, **dict(s.fields)} for s in (expected, came))
    names = dict.fromkeys((*one, *other))
    changed = [name for name in names if one.get(name) != other.get(name)]
    same_rows = _revision(one, "data") == _revision(other, "data") or (
        "table" in one and one.get("table") == other.get("table")
    )
    found = []
    for name in changed:
        told = _TOLD.get(name, _other_option)
        note, matters = told(name, one, other, same_rows)
        if name == "model" and content == _revision(one, name):
            note, matters = SAME_MODEL, False
        found.append(FieldDifference(name, one.get(name), other.get(name), note, matters))
    return tuple(found)


_Fields = Mapping[str, str]
_Told = tuple[str, bool]


def _revision(fields: _Fields, name: str) -> str:
    return split_name(fields.get(name, ""))[1]


def _version(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
    return "another version of equimask", False


def _model(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
    signed, came = _revision(one, name), _revision(other, name)
    if signed == came:
        return SAME_MODEL, False
    if bool(COMMIT.fullmatch(signed)) != bool(COMMIT.fullmatch(came)):
        return "a commit and a content: nobody can tell whether they are one model", True
    return "another model", True


def _data(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
    return ("the same rows under another name", False) if same_rows else ("other rows", True)


def _choice(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
    return f"another {name}" + (", the same rows" if same_rows else ""), not same_rows


def _given(flags: str) -> Callable[[str, _Fields, _Fields, bool], _Told]:
    def told(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
        return f"another {name} ({flags})", True

    return told


def _other_option(name: str, one: _Fields, other: _Fields, same_rows: bool) -> _Told:
    return f"another {name}", True


_TOLD: Mapping[str, Callable[[str, _Fields, _Fields, bool], _Told]] = {
    "equimask": _version,
    "model": _model,
    "data": _data,
    **dict.fromkeys(("config", "revision", "split", "where", "columns", "template"), _choice),
    "tok": _given("--tokenizer or --mask-token as it was"),
    "code": _given("--trust-remote-code as it was"),
    "pairs": _given("a column pair_id as it was"),
    "clusters": _given("--columns cluster=… as it was"),
    "origin": _given("a column origin_gender as it was"),
    "sentiment": _given("--sentiment as it was"),
}


def reproduction(
    measure: Measure,
    signature: Signature,
    text: str,
    result: BiasResult,
    expected: Mapping[str, Expected],
    content: str = "",
) -> Reproduction:
    """All that is compared."""
    return Reproduction(
        text,
        result,
        compared_numbers(measure, result, expected),
        field_differences(signature, Signature.parse(result.signature), content),
    )


def expected_numbers(given: Any) -> dict[str, Expected]:
    """A number, `KEY=VALUE`, several of them, or a mapping; checked before anything is scored."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        pairs = [(str(key), value) for key, value in given.items()]
    else:
        several: Sequence[Any] = given if isinstance(given, (list, tuple)) else [given]
        pairs = [_key_and_value(one) for one in several]
    for _, value in pairs:
        if value is not None:
            decimal_of(value)
    return dict(pairs)


def _key_and_value(given: Any) -> tuple[str, Any]:
    if not isinstance(given, str):
        return "", given
    key, sign, value = given.rpartition("=")
    return (key.strip(), value) if sign else ("", given)
