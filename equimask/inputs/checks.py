"""Checks of what a user passes in; every error names the column, the row and the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equimask.core.errors import InputError, check_characters, check_length, shorten
from equimask.core.options import OPTIONS, Options, options_in
from equimask.core.schema import CLUSTER, GENDERS, MASK, PAIR_ID
from equimask.inputs.live import ordered
from equimask.inputs.specification import Crossed, text_of
from equimask.metrics import MetricSpec


def checked_rows(spec: MetricSpec, given: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """The columns of a metric and what is known beside them: by option, or among the columns."""
    checked: dict[str, Any] = check_columns(given, tuple(spec.columns))
    n = len(next(iter(checked.values())))
    _check_masks(checked.get("masked_sentence", ()))
    if spec.needs_model and "gender" in checked:
        checked["gender"] = check_labels("gender", checked["gender"], n, GENDERS)
    for name in options_in("column"):
        value = getattr(options, name)
        if value is None and (name != "origin" or options.published):  # nobody else reads it
            value = given.get(name, given.get(OPTIONS[name].column))
            value = _numbers(value) if name == "counts" and value is not None else value
        if name not in spec.options or value is None:
            continue
        if name == PAIR_ID:
            checked |= check_pair_ids(value, checked["gender"])
        elif name == CLUSTER:
            checked |= check_clusters(value, n)
        elif name == "counts":
            checked[name] = value  # checked where they are added up
        else:
            checked[name] = check_labels(name, value, n, GENDERS)
    if PAIR_ID in checked and "gender_more" in checked:
        _check_pairs_agree(checked[PAIR_ID], checked["gender_more"])
    if PAIR_ID in checked and CLUSTER in checked:
        _check_pairs_in_clusters(checked[PAIR_ID], checked[CLUSTER])
    return checked


def _check_pairs_in_clusters(ids: Sequence[str], clusters: Sequence[Sequence[str]]) -> None:
    """Versions of a sentence share whatever it shares with others."""
    first: dict[str, int] = {}
    for row, name in enumerate(ids):
        other = first.setdefault(name, row)
        if name and clusters[row] != clusters[other]:
            raise InputError(
                expected=f"both sentences of a `{PAIR_ID}` in one `{CLUSTER}`",
                got=f"{shorten(name)} in {shorten(', '.join(clusters[other]))} (row {other}) and "
                f"in {shorten(', '.join(clusters[row]))} (row {row})",
                fix=f"Give both the same `{CLUSTER}`, '' where they share nothing with others.",
            )


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
    checked = {name: _cells(name, columns[name]) for name in names}
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
            where = f"row {row} of `{name}`"
            check_length(value, where)
            check_characters(value, where)
    return checked


def _check_masks(sentences: Sequence[str]) -> None:
    for row, sentence in enumerate(sentences):
        if sentence.count(MASK) != 1:
            raise InputError(
                expected=f"exactly one {MASK} in every row of `masked_sentence`",
                got=f"{sentence.count(MASK)} in row {row}: {shorten(sentence)}",
                fix=f"Write {MASK} where the gender word stood; it becomes the model's own mask.",
            )


def check_labels(name: str, values: Sequence[Any], n: int, valid: Sequence[str]) -> list[str]:
    """A label column beside the data: as long as it, and only known labels ('' = unknown)."""
    labels = _cells(name, values)
    if len(labels) != n:
        raise InputError(
            expected=f"`{name}` to have one label for each of the {_counted(n, 'row')}",
            got=_counted(len(labels), "label"),
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


def check_pair_ids(values: Sequence[Any], genders: Sequence[str]) -> dict[str, list[str]]:
    """The column `pair_id`: '' for a sentence alone, else an id that one man and one woman share.

    Empty where no two sentences share an id.
    """
    ids = ["" if _is_missing(name) else str(name).strip() for name in _cells(PAIR_ID, values)]
    if len(ids) != len(genders):
        raise InputError(
            expected=f"`{PAIR_ID}` to have one id for each of the "
            f"{_counted(len(genders), 'sentence')}",
            got=_counted(len(ids), "id"),
            fix="Pass one id per sentence; '' where it has no partner.",
        )
    first: dict[tuple[str, str], int] = {}
    for row, (name, gender) in enumerate(zip(ids, genders, strict=True)):
        if name and first.setdefault((name, gender), row) != row:
            raise InputError(
                expected=f"one male and one female sentence for each `{PAIR_ID}`",
                got=f"{shorten(name)} for a second {gender} sentence in row {row} (the first is "
                f"row {first[name, gender]})",
                fix=f"Give every pair an id of its own; leave `{PAIR_ID}` out for unrelated bags.",
            )
    shared = {name for name, gender in first if gender == "male"} & {
        name for name, gender in first if gender == "female"
    }
    if any(ids) and not shared:
        raise InputError(
            expected=f"a `{PAIR_ID}` that a male and a female sentence share",
            got=f"none among {len(ids)} sentences",
            fix=f"Leave `{PAIR_ID}` out: the bags are unrelated.",
        )
    return {PAIR_ID: ids} if shared else {}


def _check_pairs_agree(ids: Sequence[str], about: Sequence[str]) -> None:
    """Two versions of a sentence are about one stereotype; their own gender is another column."""
    first: dict[str, int] = {}
    for row, name in enumerate(ids):
        if name and about[first.setdefault(name, row)] != about[row]:
            raise InputError(
                expected=f"one `gender_more` for both sentences of a `{PAIR_ID}`: whom their "
                "stereotype is about",
                got=f"{about[first[name]]!r} in row {first[name]} and {about[row]!r} in row {row} "
                f"for {shorten(name)}",
                fix="Correct the label; whom a sentence names stands in `gender`.",
            )


def _numbers(cells: Any) -> list[Any]:
    """Whole numbers where a file has them as text."""
    return [
        int(cell) if isinstance(cell, str) and cell.strip().isdecimal() else cell
        for cell in ordered("counts", cells) or []
    ]


def check_clusters(value: Sequence[Any], n: int) -> dict[str, list[Any]]:
    """The column `cluster`, or several that are crossed: a label for each row, '' for one alone.

    Empty where no two rows share a label: then they are independent.
    """
    columns = cluster_columns(value)
    for column in columns:
        if len(column) != n:
            raise InputError(
                expected=f"`{CLUSTER}` to have one label for each of the {n} rows",
                got=f"{len(column)} labels",
                fix="Pass a label per row, '' for a row alone; several columns as a list of them.",
            )
    shared = [column for column in columns if is_shared(column)]
    return {CLUSTER: [list(row) for row in zip(*shared, strict=True)]} if shared else {}


def cluster_columns(value: Sequence[Any]) -> list[list[str]]:
    """Each of the columns that `cluster` is, whether they came as a list or as one of a table."""
    cells = _cells(CLUSTER, value)
    if cells and all(isinstance(one, Crossed) for one in cells):
        return [list(labels) for labels in zip(*cells, strict=True)]
    several = bool(cells) and all(_is_column(one) for one in cells)
    return [[text_of(cell) for cell in one] for one in (cells if several else [cells])]


def _is_column(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) == 1


def is_shared(labels: Sequence[str]) -> bool:
    """Whether any two rows have one label."""
    known = [label for label in labels if label]
    return len(set(known)) < len(known)


def _is_missing(value: Any) -> bool:
    """Whether it is a gap in a table: None, NaN, or pandas' own NA and NaT."""
    import pandas as pd  # evaluate needs it anyway, but not before there are ids to check

    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _cells(name: str, values: Any) -> list[Any]:
    return ordered(name, values) or []
