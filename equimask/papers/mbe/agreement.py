"""Table 3: does MBE agree with pairs that people annotated, over English models?"""

from __future__ import annotations

from collections.abc import Mapping

from equimask.measures.concordance import FEWEST_MODELS, mean_absolute_difference, same_direction
from equimask.papers.exhibit import Cell, Estimate, Exhibit, ExhibitTable, NotMade, table
from equimask.papers.mbe.answers import of_real_models
from equimask.papers.mbe.corpora import NOBODY, estimate
from equimask.papers.mbe.sources import PACKAGED, Pairs
from equimask.papers.mbe.work import Work
from equimask.studies.meta_evaluation.result import MetaEvaluation
from equimask.studies.published import published_agreement

_PRINTED = {"CP": "CrowS-Pairs", "SS": "StereoSet"}
_STATISTICS = ("spearman", "pearson", "direction", "diff")
_COMPARED = (("shf", "ht"), ("mbe", "ht"), ("mbe", "ht_male"))
_SCORES = {
    "ht": "stereotype preferred",
    "ht_male": "male preferred",
    "mbe": "MBE",
    "shf": "Shf",
}
_HEADINGS = (
    "data", "statistic", "Shf, published", "MBE, published", "Shf, ours", "its p", "MBE, ours",
    "p of MBE", "MBE and men", "p of these",
)  # fmt: skip
_NO_STEREOSET = (
    "StereoSet is not packaged: --data stereoset=WHERE reads its dev.json, its dataset on the Hub, "
    "or its gender-swapped text."
)

_Agreement = Mapping[str, tuple[float | None, float | None]]
"""By statistic its value, and the p-value of a correlation."""


def agreement(work: Work) -> Exhibit | NotMade:
    """Table 3."""
    pairs = {"CP": work.pairs("en"), "SS": work.stereoset}
    if not work.models("3", "en"):
        return NotMade(NOBODY)
    tried = {data: work.meta_evaluated(one, "3") for data, one in pairs.items() if one is not None}
    found = {data: one for data, one in tried.items() if one is not None}
    if not found:
        return NotMade(" ".join(work.failures("en")))
    rows: list[tuple[Cell, ...]] = []
    for data in _PRINTED:
        own = [agreement_of(found.get(data), *compared) for compared in _COMPARED]
        for statistic in _STATISTICS:
            cells = [cell for one in own for cell in one.get(statistic, (None, None))]
            rows.append(
                (_named(data, pairs[data]), statistic, *_published(data, statistic), *cells)
            )
    n_models = max(len(one.models) for one in found.values())
    notes = [
        f"Published: over eleven models; ours: over {n_models}. The reference is the share of "
        "pairs whose stereotypical sentence is the likelier (Eq. 3); in the last two columns that "
        "of pairs whose male sentence is, which is what MBE asks. Shf pairs all sentences at "
        "random, whatever their gender: it is 50 but for chance, whatever the model.",
        "direction: share of models on the same side of 50, with --calibrate of each score's own "
        "null; diff: mean absolute difference. The paper cuts directions off: .72 are 8 of 11.",
    ]
    if n_models < FEWEST_MODELS:
        notes.append(f"A correlation needs {FEWEST_MODELS} models: name more of them.")
    if pairs["CP"] is not None and pairs["CP"].source == PACKAGED:
        notes.append(
            "Not CrowS-Pairs but the packaged pairs; --data papers:DIR or pairs:en=FILE brings it."
        )
    if pairs["SS"] is None:
        notes.append(_NO_STEREOSET)
    each = [_of_models(data, _named(data, pairs[data]), one) for data, one in found.items()]
    first = table("", "Agreement over models", _HEADINGS, rows)
    if work.sources.answers:
        each.append(of_real_models(work.sources.answers))
        notes.append(
            "Released answers: CPS, by masked tokens and not by AULA; each on its own version of "
            "the pairs, English, French or Dutch."
        )
    return Exhibit((first, *each), notes=(*notes, *work.failures("en")))


def agreement_of(found: MetaEvaluation | None, method: str, reference: str) -> _Agreement:
    """The paper's four statistics, as far as there are models and methods for them."""
    if found is None or not {method, reference} <= set(found.methods):
        return {}
    left, right = found.scores(reference), found.scores(method)
    same = same_direction(left, right, found.nulls(reference), found.nulls(method))
    told: dict[str, tuple[float | None, float | None]] = {
        "direction": (float(same.mean()), None),
        "diff": (mean_absolute_difference(left, right), None),
    }
    if len(found.models) >= FEWEST_MODELS:
        over_models = found.concordance(method, reference)
        for name in ("spearman", "pearson"):
            one = getattr(over_models, name)
            told[name] = (one.value, one.p_value)
    return told


def _named(data: str, pairs: Pairs | None) -> str:
    is_it = pairs is None or pairs.source in ("crows", _PRINTED[data])
    return _PRINTED[data] if is_it or pairs is None else f"{pairs.source} pairs"


def _published(data: str, statistic: str) -> tuple[Cell, Cell]:
    printed = {
        row.method: Estimate(row.value, published=True)
        for row in published_agreement()
        if (row.data, row.statistic) == (data, statistic)
    }
    return printed["Shf"], printed["MBE"]


def _of_models(data: str, name: str, found: MetaEvaluation) -> ExhibitTable:
    """Every model's scores, of which the agreement is made."""
    there = [method for method in _SCORES if method in found.methods]
    rows: list[tuple[Cell, ...]] = [
        (model, *(estimate(results[method]) for method in there))
        for model, results in found.results.items()
    ]
    headings = ("model", *(_SCORES[method] for method in there))
    return table(f"models {data}", f"Scores of each model, {name}", headings, rows)
