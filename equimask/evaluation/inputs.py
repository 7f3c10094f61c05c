"""Checks of what a user passes in; every error names the column, the row and the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equimask.columns import as_list
from equimask.errors import InputError, check_characters, shorten


def check_columns(columns: Mapping[str, Any], names: Sequence[str]) -> dict[str, list[str]]:
    """All columns there, equally long, and nothing but non-empty strings in them."""
    wanted = " and ".join(f"`{name}`" for name in names)
    missing = [name for name in names if columns.get(name) is None]
    if missing:
        raise InputError(
            expected=f"the columns {wanted}",
            got=f"no {' and no '.join(f'`{name}`' for name in missing)}",
            fix=f"Pass {', '.join(f'{name}=[...]' for name in missing)} as lists of sentences.",
        )
    checked = {name: _as_list(name, columns[name]) for name in names}
    lengths = {name: len(values) for name, values in checked.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(
            expected=f"{wanted} to have the same length",
            got=" and ".join(f"{count} in `{name}`" for name, count in lengths.items()),
            fix=f"Row {min(lengths.values())} is the first without a partner.",
        )
    if not next(iter(lengths.values())):
        raise InputError(expected="at least one row", got="empty columns", fix="Pass sentences.")
    for name, values in checked.items():
        for row, value in enumerate(values):
            if not isinstance(value, str) or not value.strip():
                raise InputError(
                    expected=f"a non-empty string in every row of `{name}`",
                    got=f"{shorten(value)} in row {row}",
                    fix="Mend or drop this row.",
                )
            check_characters(value, f"row {row} of `{name}`")
    return checked


def check_labels(name: str, values: Sequence[Any], n: int, valid: Sequence[str]) -> list[str]:
    """A label column beside the data: as long as it, and only known labels ('' = unknown)."""
    labels = _as_list(name, values)
    if len(labels) != n:
        raise InputError(
            expected=f"`{name}` to have one label for each of the {n} rows",
            got=f"{len(labels)} labels",
            fix="Pass one label per row; '' where it is unknown.",
        )
    for row, label in enumerate(labels):
        if label not in ("", None, *valid):
            raise InputError(
                expected=f"{' or '.join(map(repr, valid))} or '' in `{name}`",
                got=f"{shorten(label)} in row {row}",
                fix="Correct the label.",
            )
    return [label or "" for label in labels]


def check_pair_ids(values: Sequence[Any], genders: Sequence[str]) -> list[str]:
    """An id for every sentence ('' = no partner), each at most once for men and once for women."""
    ids = _as_list("pair_id", values)
    if len(ids) != len(genders):
        raise InputError(
            expected=f"`pair_id` to have one id for each of the {len(genders)} sentences",
            got=f"{len(ids)} ids",
            fix="Pass one id per sentence; '' where it has no partner.",
        )
    names = ["" if name is None else str(name) for name in ids]
    seen: dict[tuple[str, str], int] = {}
    for row, place in enumerate(zip(names, genders, strict=True)):
        if place[0] and seen.setdefault(place, row) != row:
            raise InputError(
                expected="one male and one female sentence for each `pair_id`",
                got=f"{shorten(place[0])} for a second {place[1]} sentence in row {row} (the first "
                f"is row {seen[place]})",
                fix="Give every pair an id of its own; leave `pair_id` out for unrelated bags.",
            )
    if not {name for name, gender in seen if gender == "male"} & {
        name for name, gender in seen if gender == "female"
    }:
        raise InputError(
            expected="a `pair_id` that a male and a female sentence share",
            got=f"none among {len(names)} sentences",
            fix="Leave `pair_id` out: the bags are unrelated.",
        )
    return names


def _as_list(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise InputError(
            expected=f"`{name}` to be a list of strings",
            got=shorten(values),
            fix=f"Wrap a single sentence in a list: {name}=[...].",
        )
    return as_list(values)
