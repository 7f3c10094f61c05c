"""A table in the form that a metric reads: pairs, sides, bags or masks.

What is packaged, what a builder has built and what a user brings go the same way.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from typing import Any, NamedTuple

from equimask.core.errors import DataError, InputError, near_matches, shorten
from equimask.core.options import OPTIONS, options_in
from equimask.core.schema import (
    AS_PUBLISHED,
    BIAS_TYPE,
    CATEGORY,
    CLUSTER,
    GENDERS,
    GROUP_COLUMNS,
    LANGUAGE_COLUMN,
    PAIR_COLUMNS,
    PAIR_ID,
    WORDS,
)
from equimask.inputs.checks import check_columns
from equimask.inputs.live import OWN
from equimask.inputs.shared_context import shared_context
from equimask.inputs.specification import text_of
from equimask.inputs.table import Table, separated_otherwise
from equimask.metrics import MetricSpec, all_specs

Columns = dict[str, list[Any]]
_MASKS = ("masked_sentence", *WORDS)
_BAGS = ("sentence", "gender")


class Data(NamedTuple):
    """Columns, and their `name@hash` for the signature."""

    columns: Mapping[str, list[Any]]
    label: str


class _Form(NamedTuple):
    """Columns out of which the form can be made, and how."""

    needs: tuple[str, ...]
    make: Callable[[Mapping[str, list[Any]]], Columns]
    row_by_row: bool = True


def _as_they_are(*names: str) -> _Form:
    return _Form(names, lambda columns: {name: columns[name] for name in names})


def _bags_of_sides(columns: Mapping[str, list[Any]]) -> Columns:
    """Both versions of a sentence share an id, and the cluster of their pair."""
    n = len(columns["male"])
    ids = columns.get("id")
    known = ids if ids is not None and len({*map(str, ids)}) == n else range(n)
    about = columns.get("gender_more")
    clusters = {CLUSTER: [*columns[CLUSTER], *columns[CLUSTER]]} if CLUSTER in columns else {}
    return {
        "sentence": [*columns["male"], *columns["female"]],
        "gender": ["male"] * n + ["female"] * n,
        PAIR_ID: [str(one) for one in known] * 2,
        **({} if about is None else {"gender_more": [*about, *about]}),
        **clusters,
    }


def _masks_of_sides(columns: Mapping[str, list[Any]]) -> Columns:
    """One sentence for each pair, masked at the gender word, with what agrees with it hidden."""
    texts = check_columns(columns, (*GENDERS, *WORDS))
    contexts = [shared_context(*row) for row in zip(*texts.values(), strict=True)]
    return {"masked_sentence": contexts, **{name: columns[name] for name in WORDS}}


# Each form as it may stand in a table, best first.
_FORMS: Mapping[str, tuple[_Form, ...]] = {
    "pairs": (_as_they_are(*PAIR_COLUMNS),),
    "sides": (_as_they_are(*GENDERS),),
    "bags": (_as_they_are(*_BAGS), _Form(GENDERS, _bags_of_sides, row_by_row=False)),
    "masks": (_as_they_are(*_MASKS), _Form((*GENDERS, *WORDS), _masks_of_sides)),
}


def _forms(spec: MetricSpec) -> tuple[_Form, ...]:
    own = _as_they_are(*spec.columns)
    return _FORMS.get(str(spec.rows_from), (own,))


@cache
def readable_columns() -> frozenset[str]:
    """All names under which something is read."""
    beside = {text for name in options_in("column") for text in (name, OPTIONS[name].column)}
    specs = all_specs().values()
    needed = {name for spec in specs for form in _forms(spec) for name in form.needs}
    told = {"id", "words", LANGUAGE_COLUMN, CATEGORY, CLUSTER, BIAS_TYPE, *GROUP_COLUMNS}
    return frozenset({*needed, *beside, *told, *(f"{name}{AS_PUBLISHED}" for name in needed)})


def can_read(spec: MetricSpec, table: Table) -> bool:
    """Whether the table has the columns out of which the metric's can be made."""
    return any(set(form.needs) <= set(table.columns) for form in _forms(spec))


def rows_of(spec: MetricSpec, table: Table, published: bool = False) -> Data:
    """The columns of the metric, and those beside them that it may know.

    `published` takes the text as its authors scored it, where the table has it.
    """
    form = _form_in(spec, table)
    columns = as_published(table.columns) if published else table.columns
    made = form.make(columns)
    label = table.label({name: made[name] for name in spec.columns})
    if form.row_by_row:  # what is known of a row is still known
        beside = {text for n in spec.options if n in OPTIONS for text in (n, OPTIONS[n].column)}
        made |= {name: table.columns[name] for name in beside & set(table.columns) - set(made)}
    return Data(made, label)


def refuse_idle(spec: MetricSpec, table: Table) -> None:
    """Refuse a column that was named for a form that is not read, since a better one is there.

    The score would not be the one that was asked for.
    """
    needs = _form_in(spec, table).needs
    others = {name for form in _forms(spec) for name in form.needs if name not in needs}
    for new, old in table.named.items():
        if new in others:
            raise InputError(
                expected=f"columns that {spec.name} reads here ({', '.join(needs)})",
                got=f"{new}={old}",
                fix="Leave it out, or name one of these.",
            )


def _form_in(spec: MetricSpec, table: Table) -> _Form:
    form = next((form for form in _forms(spec) if set(form.needs) <= set(table.columns)), None)
    if form is None:
        raise _missing(spec, table)
    return form


def as_published(columns: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """With the texts that their authors scored, where they are known."""
    known = {
        name: f"{name}{AS_PUBLISHED}" for name in columns if f"{name}{AS_PUBLISHED}" in columns
    }
    scored = {
        name: [
            own if text_of(own) else repaired
            for own, repaired in zip(columns[own_name], columns[name], strict=True)
        ]
        for name, own_name in known.items()
    }
    return {**columns, **scored}


def texts_of(table: Table) -> list[tuple[str, str]]:
    """Both texts of every row, for people to look at; none of bags.

    The more stereotypical one comes first; where that is not known, the male one.
    """
    columns = table.columns
    if set(PAIR_COLUMNS) <= set(columns):
        return list(zip(*(columns[name] for name in PAIR_COLUMNS), strict=True))
    if set(GENDERS) <= set(columns):
        sides = list(zip(*(columns[name] for name in GENDERS), strict=True))
    elif set(_MASKS) <= set(columns):
        rows = zip(*(columns[name] for name in _MASKS), strict=True)
        sides = [(f"{text}: {male}", f"{text}: {female}") for text, male, female in rows]
    else:
        return []
    more = map(text_of, columns.get("gender_more", [""] * len(sides)))
    return [
        (female, male) if gender == "female" else (male, female)
        for gender, (male, female) in zip(more, sides, strict=True)
    ]


def _missing(spec: MetricSpec, table: Table) -> DataError | InputError:
    needed = [form.needs for form in _forms(spec)]
    # of the form that lacks least
    form, missing = min(
        ((names, [name for name in names if name not in table.columns]) for names in needed),
        key=lambda one: len(one[1]),
    )
    if table.name == OWN and not set(table.there) - readable_columns():
        return InputError(
            expected=f"the columns {' and '.join(f'`{name}`' for name in form)}",
            got=f"no {' and no '.join(f'`{name}`' for name in missing)}",
            fix=f"Pass {', '.join(f'{name}=[...]' for name in missing)} as lists.",
        )
    wanted = ", or ".join(", ".join(names) for names in needed)
    return DataError(
        expected=f"the columns {wanted} in {shorten(table.name)}",
        got=" and ".join(f"no column {name!r}" for name in missing) if table.there else "no rows",
        fix=_how_to_name(missing, {*itertools.chain(*needed)}, table),
    )


def _how_to_name(missing: Sequence[str], names: Set[str], table: Table) -> str:
    there = table.there
    if otherwise := separated_otherwise(there):
        return otherwise
    spare = [name for name in there if name not in names]  # the others have their own use
    if not spare:
        return f"Add {missing[0]!r}; the first line of a file names its columns."
    python = ", ".join(f"{name!r}: NAME" for name in missing)
    typed = ",".join(f"{name}=NAME" for name in missing)
    which = "it" if len(missing) == 1 else "them"
    near = near_matches(missing[0], spare)
    told = f"{near} Name {which} so: columns={{{python}}} (--columns {typed})."
    if table.template:
        return f"{told} The template makes male, female, their words and masked_sentence."
    if "male" in names:
        told += " Of sentences alone, template='[He|She] said: {COLUMN}' (--template) makes them."
    return told
