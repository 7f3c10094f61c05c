"""Ranks and differences of several models."""

from __future__ import annotations

from dataclasses import replace

from equimask.audits.results import Audit
from equimask.reports.html.side_by_side import difference_maps, difference_sheet, rank_sheets
from equimask.reports.html.views import Entry
from tests.reports.html.document import text_of
from tests.reports.html.fake_audit import fake_audit

THREE = ("lab/one@1", "lab/two@2", "lab/three@3")
AUDIT = fake_audit(("ar", "de"), ("cps", "sbm"), models=THREE, baseline=None, reliability=False)


def ranked(audit: Audit, ranks: dict[str, tuple[tuple[int, int, int], ...]]) -> Audit:
    """Of CPS alone: (rank, low, high) of each model in every place."""
    own = [rank for rank in AUDIT.ranks if rank.measure == "cps"]
    found = []
    for rank in own:
        place, low, high = ranks[rank.model][AUDIT.places.index(rank.place)]
        found.append(replace(rank, rank=place, low=low, high=high))
    return replace(audit, ranks=tuple(found))


def test_ranks_over_places_say_the_mean_and_what_is_sure() -> None:
    audit = ranked(
        AUDIT,
        {
            "lab/one": ((1, 1, 1), (2, 1, 3)),
            "lab/two": ((2, 2, 3), (1, 1, 2)),
            "lab/three": ((3, 3, 3), (3, 3, 3)),
        },
    )
    over, by_place = rank_sheets(audit)
    assert [column.name for column in over.columns] == ["model", "CPS"]
    assert [(row[0], text_of(row[1])) for row in over.rows] == [
        ("lab/one", "1.5 (1, 0)"),
        ("lab/two", "1.5 (0, 0)"),
        ("lab/three", "3.0 (0, 2)"),
    ]
    told = over.rows[0][1]
    assert isinstance(told, Entry) and told.told == "surely most in 1 and least in 0 of 2"
    assert [tuple(map(text_of, row)) for row in by_place.rows][:3] == [
        ("Arabic", "lab/one", "1 (1)"),
        ("Arabic", "lab/two", "2 (2–3)"),
        ("Arabic", "lab/three", "3 (3)"),
    ]


def test_the_last_of_those_that_were_ranked_is_the_last() -> None:
    audit = ranked(
        AUDIT, {key: ((place, place, place),) * 2 for place, key in enumerate(AUDIT.model_keys, 1)}
    )
    last, there = audit.model_keys[-2], audit.places[0]
    without = [
        rank for rank in audit.ranks if rank.place != there or rank.model != audit.model_keys[-1]
    ]
    over, _ = rank_sheets(replace(audit, ranks=tuple(without)))
    (entry,) = [row[1] for row in over.rows if row[0] == last]
    assert isinstance(entry, Entry) and entry.told == "surely most in 0 and least in 1 of 2"


def test_one_place_has_ranks_and_no_mean_of_them() -> None:
    audit = fake_audit(("de",), ("cps",), models=THREE, baseline=None, reliability=False)
    (only,) = rank_sheets(audit)
    assert [row[0] for row in only.rows] == list(audit.model_keys)


def test_one_model_has_neither_ranks_nor_differences() -> None:
    alone = fake_audit(("de",), ("cps",), baseline=None, reliability=False)
    assert (rank_sheets(alone), difference_maps(alone), difference_sheet(alone)) == ((), [], None)


def test_every_two_models_have_a_map_of_their_differences() -> None:
    maps = difference_maps(AUDIT)
    assert [sheet.caption.partition(":")[0] for sheet in maps] == [
        "lab/one minus lab/two", "lab/one minus lab/three", "lab/two minus lab/three",
    ]  # fmt: skip
    found = {(c.model, c.other, c.place.name, c.measure): c for c in AUDIT.comparisons}
    for sheet in maps:
        model, _, other = sheet.caption.partition(":")[0].partition(" minus ")
        for row in sheet.rows:
            for measure, entry in zip(AUDIT.measures, row[1:], strict=True):
                one = found[model, other, str(row[0]), measure]
                assert isinstance(entry, Entry) and entry.told == one.verdict.short
                assert ("quiet" in entry.look) == (not one.verdict.is_finding)
                assert text_of(entry) == f"{one.difference:.1f}".replace("-0.0", "0.0")


def test_all_differences_have_their_interval_in_one_table() -> None:
    sheet = difference_sheet(AUDIT)
    assert sheet is not None and len(sheet.rows) == len(AUDIT.comparisons)
    columns = [column.name for column in sheet.columns]
    assert columns[:6] == [
        "language",
        "measure",
        "models",
        "difference",
        "interval",
        "leans more to",
    ]
    baseline = difference_sheet(fake_audit(("ar", "de"), ("cps",), reliability=False))
    assert baseline is not None and baseline.caption == "lab/tiny-bert minus lab/other-bert"
    assert "models" not in [column.name for column in baseline.columns]
