"""An audit of thirteen languages and all measures without a model: real pairs, drawn scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from equimask.audits.measures import choose_measures
from equimask.audits.places import packaged_place
from equimask.audits.results import (
    Agreement,
    Audit,
    Cell,
    Comparison,
    Flip,
    ModelEntry,
    PairTexts,
    Part,
    Rank,
    Reliability,
)
from equimask.core.result import BiasResult
from equimask.inputs.pairs import Pair, load_pairs, pair_languages
from equimask.metrics import measure_of

PERTURBATIONS = ("last_character", "casing", "name_swap")


def fake_audit(
    languages: Sequence[str] = tuple(pair_languages()),
    measures: Sequence[str] = tuple(m.name for m in choose_measures(None)),
    *,
    models: Sequence[str] = ("lab/tiny-bert@1a2b3c4d5e6f",),
    baseline: str | None = "lab/other-bert@aabbccddeeff",
    calibrate: bool = True,
    reliability: bool = True,
    two_numbers: bool = True,
) -> Audit:
    """Every field is filled; every other language leans clearly.

    Models are name@revision; a baseline that is not among them comes last.
    """
    pairs = {language: load_pairs(language) for language in languages}
    signed = list(dict.fromkeys((*models, *([] if baseline is None else [baseline]))))
    entries = [
        ModelEntry(one.partition("@")[0], one, "float32", 10**7 * (number + 1))
        for number, one in enumerate(signed)
    ]
    cells = [
        _cell(entry, language, measure, pairs[language], calibrate, two_numbers)
        for entry in entries
        for language in languages
        for measure in measures
    ]
    audit = Audit(
        equimask="0.1.0",
        models=tuple(entries),
        baseline=None if baseline is None else baseline.partition("@")[0],
        places=tuple(map(packaged_place, languages)),
        measures=tuple(measures),
        options={
            "unit": "token",
            "protocol": "corrected",
            "calibrate": calibrate,
            "confidence_level": 0.95,
            "n_resamples": 9999,
            "seed": 0,
            "dtype": "float32",
            "reliability": list(PERTURBATIONS) if reliability else [],
        },
        cells=tuple(cells),
        pairs={language: tuple(map(_texts, own)) for language, own in pairs.items()},
        notes=("th dcbm: 3 pairs have no single place for a mask.",),
    )
    return replace(
        audit,
        comparisons=_comparisons(audit),
        ranks=_ranks(audit) if len(entries) > 1 else (),
        agreement=_agreement(audit),
        flips=_flips(audit),
        reliability=_reliability(audit) if reliability else (),
    )


def _rng(*parts: str) -> np.random.Generator:
    return np.random.default_rng(list("|".join(parts).encode()))


def _texts(pair: Pair) -> PairTexts:
    return PairTexts(pair.id, pair.category, pair.gender_more, pair.sent_more, pair.sent_less)


def _scale(measure: str) -> tuple[float, float]:
    """Neutral point and size of a usual score."""
    return (0.0, 0.004) if measure == "s_jsd" else (50.0, 4.0)


def _cell(
    entry: ModelEntry,
    language: str,
    measure: str,
    pairs: list[Pair],
    calibrate: bool,
    two_numbers: bool,
) -> Cell:
    rng = _rng(entry.key, language, measure)
    made = measure_of(measure)
    neutral, size = _scale(measure)
    is_mbe = measure == "mbe"
    null = neutral + size * float(rng.normal()) * 0.5 if calibrate else None
    shift = float(rng.normal(1.5 if len(language) and ord(language[0]) % 2 else 0.1, 0.8))
    value = neutral + made.direction * size * shift
    reference = (null if calibrate else None) if is_mbe else neutral
    off = (value - (neutral if null is None else null)) / size
    p_value = float(np.exp(-0.7 * off**2))
    effects = None
    if not is_mbe:
        drawn = rng.standard_t(3, len(pairs)) * (0.03 if measure == "s_jsd" else 0.8)
        if measure == "b_s_jsd":
            drawn = np.sign(drawn) / 2
        effects = np.array([np.nan, *drawn[1:]])
    result = BiasResult(
        metric=made.key,
        value=value,
        neutral=reference,
        stderr=size,
        ci_low=value - 1.96 * size,
        ci_high=value + 1.96 * size,
        p_value=None if reference is None else p_value,
        test="exact sign test of 50 %",
        n=len(pairs) - 1,
        n_ties=1,
        skipped={"identical": 1},
        mde=2.8 * size,
        signature=f"{made.metric}|equimask:0.1.0|model:{entry.signed}|tok:0011223344ff|data:equimask_pairs@"
        f"99887766aabb|lang:{language}|unit:token|protocol:corrected|dtype:float32|n:111|skipped:1",
        null=null,
        null_stderr=None if null is None else size / 2,
        lm_accuracy=0.4 + ord(language[0]) / 1000,
        lm_surprisal=3.0 - ord(language[0]) / 100,
        unk_rate=0.004,
        details={
            "lm_read": "in_sight" if made.metric in ("aul", "sbm", "mbe") else "masked",
            **(
                {}
                if is_mbe or not two_numbers
                else _two_numbers(_rng("two", entry.key, language, measure))
            ),
        },
    )
    parts = {
        kind: tuple(
            _part(name, neutral if reference is not None else None, size, null, rng)
            for name in names
        )
        for kind, names in (
            ("category", sorted({pair.category for pair in pairs})),
            ("direction", ["female", "male"]),
        )
    }
    q_value = None if reference is None else min(1.0, 2 * p_value)
    return Cell(
        entry.key,
        packaged_place(language),
        measure,
        made.claim,
        result,
        q_value,
        effects,
        parts["category"],
        parts["direction"],
    )


def _two_numbers(rng: np.random.Generator) -> dict[str, float]:
    """How often men win, and what stereotypes move."""
    share, effect = float(rng.normal(58.0, 8.0)), float(rng.normal(0.5, 0.4))
    told = {}
    for name, value, error in (
        ("male_prevalence", share, 4.5),
        ("stereotype_contrast", 0.8 * effect, 0.15),
        ("stereotype_contrast_d", effect, 0.2),
    ):
        ends = {f"{name}_ci_low": value - 2 * error, f"{name}_ci_high": value + 2 * error}
        told |= {name: value, f"{name}_stderr": error, **ends}
    return told | {"stereotype_contrast_p_value": float(np.exp(-2 * (effect / 0.2) ** 2))}


def _part(
    name: str, neutral: float | None, size: float, null: float | None, rng: np.random.Generator
) -> Part:
    shift = float(rng.normal(0.3, 1.2))
    value = (0.0 if size < 1 else 50.0) + 3 * size * shift
    p_value = float(np.exp(-2.0 * shift**2))
    return Part(
        name,
        18,
        value,
        neutral,
        value - 5 * size,
        value + 5 * size,
        p_value,
        min(1.0, 3 * p_value),
        8 * size,
        null if null is None else null + size * float(rng.normal()),
    )


def _comparisons(audit: Audit) -> tuple[Comparison, ...]:
    found = []
    keys = audit.model_keys
    if audit.baseline is None:
        pairs = list(combinations(keys, 2))
    else:
        pairs = [(key, audit.baseline) for key in audit.compared]
    for cell in audit.cells:
        for other in (
            audit.cell(cell.place, cell.measure, key) for own, key in pairs if own == cell.model
        ):
            assert other is not None
            size = _scale(cell.measure)[1]
            difference = cell.result.value - other.result.value
            p_value = float(np.exp(-1.2 * (difference / size) ** 2))
            found.append(
                Comparison(
                    cell.model,
                    other.model,
                    cell.place,
                    cell.measure,
                    cell.claim,
                    111,
                    cell.result.value,
                    other.result.value,
                    difference,
                    size,
                    difference - 2 * size,
                    difference + 2 * size,
                    p_value,
                    min(1.0, 2 * p_value),
                    2.8 * size,
                )
            )
    return tuple(found)


def _ranks(audit: Audit) -> tuple[Rank, ...]:
    found = []
    for place in audit.places:
        for measure in audit.measures:
            own = [cell for cell in audit.cells if (cell.place, cell.measure) == (place, measure)]
            sign = measure_of(measure).direction
            own.sort(key=lambda cell: -sign * cell.result.value)
            found += [
                Rank(
                    cell.model, place, measure, cell.claim, rank,
                    max(1, rank - 1), min(len(own), rank + 1), 111,
                )
                for rank, cell in enumerate(own, 1)
            ]  # fmt: skip
    return tuple(found)


def _agreement(audit: Audit) -> tuple[Agreement, ...]:
    found = []
    for i, measure in enumerate(audit.measures):
        for other in audit.measures[i + 1 :]:
            if measure_of(measure).claim == measure_of(other).claim:
                for place in (*audit.places, None):
                    rng = _rng(measure, other, str(place and place.key))
                    paired = "mbe" not in (measure, other) or place is None
                    found.append(
                        Agreement(
                            audit.models[0].key,
                            place,
                            measure,
                            other,
                            111 if place else len(audit.places),
                            float(rng.uniform(-0.2, 0.95)) if paired else None,
                            float(rng.uniform(0.4, 1)) if paired else None,
                        )
                    )
    return tuple(found)


def _flips(audit: Audit) -> tuple[Flip, ...]:
    if not {"s_jsd", "cps"} <= set(audit.measures):
        return ()
    place = audit.places[0]
    return (
        Flip(
            audit.models[0].key,
            None,
            "score",
            place,
            "stereotype",
            "s_jsd",
            0.012,
            0.003,
            "cps",
            -7.5,
            0.02,
        ),
        Flip(
            audit.models[0].key,
            audit.models[-1].key,
            "difference",
            place,
            "stereotype",
            "s_jsd",
            -0.02,
            0.001,
            "cps",
            9.0,
            0.04,
        ),
    )


def _reliability(audit: Audit) -> tuple[Reliability, ...]:
    return tuple(
        Reliability(
            audit.models[0].key,
            place,
            measure,
            kind,
            110,
            float(_rng(place.key, measure, kind).uniform(0.6, 1.0)),
            None if measure == "mbe" else 0.125,
            _scale(measure)[0],
            0.3 * _scale(measure)[1],
        )
        for kind in PERTURBATIONS
        for place in audit.places
        for measure in audit.measures
    )
