"""Counts that know whose words they are: subgroups without another pass over the completions.

`counts` of `politician_completions` has a row per lemma and gender, too coarse for part of the
people; a row per lemma and person would be as long as the completions themselves.
`counts_by_person` has a row per person, model and part of speech, with all lemmas in one cell from
the most probable down: `great|bold|great`. `counted` adds up either, of everybody or of some.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from equimask.core.errors import InputError, shorten

SEPARATOR = "|"
_ESCAPE = "\\"


def pack(lemmas: Iterable[str]) -> str:
    """The lemmas in one cell; one that is said twice, in two forms, stands there twice."""
    return SEPARATOR.join(
        lemma.replace(_ESCAPE, _ESCAPE * 2).replace(SEPARATOR, _ESCAPE + SEPARATOR)
        for lemma in lemmas
    )


def unpack(cell: str) -> list[str]:
    """The lemmas of a cell, in their order."""
    if not cell:
        return []
    found = [""]
    for part in re.findall(r"\\.|\||[^\\|]+", cell, flags=re.DOTALL):
        if part == SEPARATOR:
            found.append("")
        else:
            found[-1] += part[1:] if part[0] == _ESCAPE else part
    return found


class Counted(NamedTuple):
    """What `latent_pmi` and `count_rows` take: a word, a gender, and how often.

    `people` had words; `absent` were asked for and had none. Both are None of counts without `qid`.
    """

    word: list[str]
    gender: list[str]
    counts: list[int]
    people: int | None
    absent: int | None


def counted(
    rows: Iterable[Mapping[str, Any]],
    qids: Collection[str] | None = None,
    where: Mapping[str, str] | None = None,
) -> Counted:
    """Add up rows of `counts_by_person`, of `counts`, or of completions, in one pass.

    `where` chooses rows by their columns: {"lang": "en", "model": ..., "upos": "ADJ"}. `qids`
    are the people whose words count, say `subgroups.people_of(...)`; without them, everybody's.
    """
    wanted = None if qids is None else frozenset(qids)
    chosen = dict(where or {})
    cells: Counter[tuple[str, str]] = Counter()
    people: set[str] = set()
    knows_people = True
    for number, row in enumerate(rows):
        if any(_cell(row, name, number) != value for name, value in chosen.items()):
            continue
        qid = row.get("qid")
        knows_people &= qid is not None
        if wanted is not None:
            if qid is None:
                raise InputError(
                    expected="rows that tell whose words they are, in a column `qid`",
                    got=f"row {number} without one",
                    fix="Read the config `counts_by_person`; where a build is older than that, "
                    "build it again (finished parts are kept), or pass the completions themselves.",
                )
            if qid not in wanted:
                continue
        if qid is not None:
            people.add(qid)
        gender = str(_cell(row, "gender", number))
        if "lemmas" in row:
            cells.update((lemma, gender) for lemma in unpack(row["lemmas"]))
        else:
            cells[str(_cell(row, "lemma", number)), gender] += int(row.get("count", 1))
    if not cells:
        raise InputError(
            expected="words of the people and rows that were chosen",
            got="none",
            fix="Check `qids` and `where` against the columns of the rows.",
        )
    keys = sorted(cells)
    return Counted(
        [word for word, _ in keys],
        [gender for _, gender in keys],
        [cells[key] for key in keys],
        len(people) if knows_people else None,
        len(wanted - people) if wanted is not None else (0 if knows_people else None),
    )


def _cell(row: Mapping[str, Any], name: str, number: int) -> Any:
    if name not in row:
        raise InputError(
            expected=f"a column {name!r} in every row",
            got=f"row {number} with {shorten(list(row))}",
            fix="Pass `counts_by_person`, `counts` or a language of `politician_completions`.",
        )
    return row[name]
