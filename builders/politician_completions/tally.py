"""What receipt and card tell of the rows of one language and model, and its pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from builders.kit.charts import name_rows
from builders.politician_completions.language_job import Filters, LanguageJob
from builders.politician_completions.materials import Person
from equimask.core.drawing import GENDER_COLOURS, GREY, Canvas
from equimask.core.schema import PERSON_GENDERS
from equimask.studies.completions.leftovers import GenderedLemmas
from equimask.studies.completions.query import PARTS_OF_SPEECH

_SHOWN = 10


class Tally:
    """Counts rows as they pass; it keeps one number per lemma, no rows."""

    def __init__(self) -> None:
        self.skipped: Counter[str] = Counter()
        self.devices: set[str] = set()
        self._names: Counter[str] = Counter()
        self._lemmas: Counter[tuple[str, str]] = Counter()
        self._of_women: Counter[tuple[str, str]] = Counter()

    def add_person(self, person: Person) -> None:
        """Somebody with an answer."""
        self._names[person.gender] += 1

    def add_row(self, upos: str, lemma: str, gender: str) -> None:
        """One completion."""
        self._lemmas[upos, lemma] += 1
        if gender == "female":
            self._of_women[upos, lemma] += 1

    def summary(self, filters: Filters, gendered: GenderedLemmas) -> dict[str, Any]:
        """All of it, with the lemmas that still show a gender."""
        return {
            "names": _by_gender(self._names),
            "skipped": dict(sorted(self.skipped.items())),
            "devices": sorted(self.devices),
            "parts_of_speech": {
                upos: {
                    "words": len({one.word for one in filters[upos].candidates.values()}),
                    "dropped_in_context": filters[upos].dropped,
                    "other_lemmas": filters[upos].other_lemmas,
                    "rows": sum(n for (tag, _), n in self._lemmas.items() if tag == upos),
                    "lemmas": sum(tag == upos for tag, _ in self._lemmas),
                    "leaning": self._leaning(upos),
                }
                for upos in PARTS_OF_SPEECH
            },
            "leftovers": self._leftovers(gendered),
        }

    def _leaning(self, upos: str) -> dict[str, Any]:
        """The lemmas said most, and least, of women: share of women among a lemma's rows.

        Only of lemmas from which chance would give each side a few rows.
        """
        from equimask.measures.pmi import SMALL  # with it comes scipy, which takes a second

        rows = {lemma: n for (tag, lemma), n in self._lemmas.items() if tag == upos}
        women = {lemma: self._of_women[upos, lemma] for lemma in rows}
        share = sum(women.values()) / max(sum(rows.values()), 1)
        rarer = min(share, 1 - share)
        told: list[dict[str, Any]] = [
            {"lemma": lemma, "rows": n, "of_women": round(women[lemma] / n, 4)}
            for lemma, n in rows.items()
            if n * rarer >= SMALL
        ]
        told.sort(key=lambda one: (-one["of_women"], -one["rows"], one["lemma"]))
        half = min(_SHOWN, len(told) // 2)
        return {
            "of_women": round(share, 4),
            "most": told[:half],
            "least": told[len(told) - half :],
        }

    def _leftovers(self, gendered: GenderedLemmas) -> dict[str, Any]:
        """By gender and kind: how many lemmas and rows, and the lemmas with most rows."""
        found: dict[str, Counter[str]] = {}
        for (upos, lemma), rows in self._lemmas.items():
            if leftover := gendered.find(lemma, upos):
                kind = found.setdefault(f"{leftover.gender} {leftover.kind}", Counter())
                kind[lemma] += rows
        return {
            kind: {
                "lemmas": len(lemmas),
                "rows": lemmas.total(),
                "most_frequent": dict(sorted(lemmas.items(), key=_most_first)[:_SHOWN]),
            }
            for kind, lemmas in sorted(found.items())
        }


def facts_of_language(job: LanguageJob) -> dict[str, Any]:
    """What does not depend on the model."""
    return {
        "people": _by_gender(Counter(person.gender for person in job.people)),
        "orders": job.orders,
        "tops": job.tops,
        "forms": {upos: sum(1 for _ in job.words.words(upos)) for upos in PARTS_OF_SPEECH},
        "tagged_beside": job.tagged_beside,
        "models": {},
    }


def _by_gender(counts: Counter[str]) -> dict[str, int]:
    return {gender: counts[gender] for gender in dict.fromkeys((*PERSON_GENDERS, *sorted(counts)))}


def _most_first(item: tuple[str, int]) -> tuple[int, str]:
    return (-item[1], item[0])


_NAMES = {"ADJ": "adjectives", "VERB": "verbs"}


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """A figure for every language in which some lemma is frequent enough."""
    return {
        f"leaning_{lang}.svg": leaning_figure(facts["models"])
        for lang, facts in summary["languages"].items()
        if any(_told(one, upos) for one in facts["models"].values() for upos in _NAMES)
    }


def leaning_figure(models: Mapping[str, Any]) -> bytes:
    """A line of panels per model: the lemmas said most, and least, of women."""
    rows = max(len(_told(one, upos)) for one in models.values() for upos in _NAMES)
    with Canvas("svg") as canvas:
        size = (9, (0.22 * rows + 1.1) * len(models))
        figure, axes = canvas.new(*size, len(models), len(_NAMES), squeeze=False)
        for line, (model, one) in zip(axes, models.items(), strict=True):
            for panel, upos in zip(line, _NAMES, strict=True):
                _draw_panel(panel, one["parts_of_speech"][upos]["leaning"])
                panel.set_title(f"{_NAMES[upos]}, {model.partition('@')[0]}")
        return canvas.save(figure)


def _draw_panel(panel: Any, leaning: Mapping[str, Any]) -> None:
    lemmas = [*leaning["most"], *leaning["least"]]
    if not lemmas:
        panel.set_axis_off()
        return
    for place, lemma in enumerate(lemmas):
        gender = "female" if place < len(leaning["most"]) else "male"
        panel.barh(place, 100 * lemma["of_women"], color=GENDER_COLOURS[gender])
    panel.axvline(100 * leaning["of_women"], color=GREY, linewidth=0.8, linestyle=":")
    name_rows(panel, [f"{lemma['lemma']} ({lemma['rows']:,})" for lemma in lemmas])
    panel.tick_params(labelsize=7)
    panel.set_xlabel("% of the lemma's rows that are about women", fontsize=8)


def _told(one: Mapping[str, Any], upos: str) -> list[Any]:
    leaning = one["parts_of_speech"][upos]["leaning"]
    return [*leaning["most"], *leaning["least"]]
