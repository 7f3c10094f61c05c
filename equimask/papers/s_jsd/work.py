"""What the exhibits of Steinborn et al. (2022) share: the pairs, and what models say about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from equimask.audits.perturbing import perturbed
from equimask.core.errors import DataError
from equimask.inputs.forms import as_published
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import pair_languages
from equimask.inputs.table import Table
from equimask.papers.data import places_of, said_of_data, some_rows, tables_of
from equimask.papers.request import PaperModel, Request
from equimask.papers.scoring import Scores, score_tables

DATASET = "crows_pairs_multilingual"
LANGUAGES = ("de", "en", "fi", "id", "th", "ar", "fr", "ko", "vi", "zh")
"""Five of the paper, and five that its authors added in their repository."""

METRICS = ("s_jsd", "cps")
MEASURES = ("s_jsd", "cps", "b_s_jsd")
_THEIRS = "the 212 translated pairs of the paper"


@dataclass(frozen=True)
class Work:
    """Pairs and scores, each read or computed when the first exhibit asks for it."""

    request: Request

    @cached_property
    def whole_tables(self) -> tuple[Table, ...]:
        """The paper's own pairs in every language, all of them."""
        request = self.request
        wanted = request.languages or LANGUAGES
        if not request.data:
            there = [language for language in wanted if language in pair_languages()]
            return tuple(_paired(packaged_table(language)) for language in there)
        places = places_of(request, DATASET)
        found = tables_of(request, places, wanted if request.languages else (), source="steinborn")
        return tuple(map(_paired, found))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """As many rows of each as are scored."""
        return tuple(some_rows(table, self.request) for table in self.whole_tables)

    @cached_property
    def english(self) -> Table:
        """The original pairs of all nine kinds of bias, or what is packaged in English."""
        request = self.request
        if not request.data:
            return _paired(packaged_table("en"))
        places = places_of(request, DATASET)
        found = tables_of(request, places, ("en",), source="crows")
        if not found:
            raise DataError(
                expected="the original CrowS-Pairs (English, source crows) in the data",
                got="none",
                fix=f"Pass --data with {DATASET} as its builder builds it.",
            )
        return _paired(some_rows(found[0], request))

    @cached_property
    def scores(self) -> Scores:
        """Of Table 2, by the corrected protocol."""
        return score_tables(self.request, "table-2", self.tables, METRICS)

    @cached_property
    def as_published(self) -> Scores:
        """The same by the authors' own."""
        return score_tables(self.request, "table-2", self.tables, METRICS, protocol="published")

    @cached_property
    def english_scores(self) -> tuple[Scores, Scores]:
        """Of Table 3: whole sentences, and without their last character."""
        cut = perturbed(self.english, "last_character", self.request.options.seed)
        whole, shorter = (
            score_tables(self.request, "table-3", [table], METRICS)
            for table in (self.english, replace(cut, name=f"{cut.name}, cut"))
        )
        return whole, shorter

    @property
    def data_notes(self) -> tuple[str, ...]:
        """Of the pairs."""
        if self.request.data:
            return ()
        return tuple(said_of_data(self.request, self.whole_tables, _THEIRS))

    @property
    def notes(self) -> tuple[str, ...]:
        """Of whatever was scored."""
        return (*said_of_data(self.request, self.whole_tables, _THEIRS), *self.scores.notes)

    def model(self, label: str) -> PaperModel:
        """A model that was asked for."""
        return next(one for one in self.request.models if one.label == label)


def texts_as_published(table: Table) -> list[tuple[str, str]]:
    """Both sentences of every pair as their authors released them, before they were mended."""
    columns = as_published(table.columns)
    return list(zip(columns["sent_more"], columns["sent_less"], strict=True))


def _paired(table: Table) -> Table:
    """Refuse what is no pairs before a model is loaded for it."""
    missing = {"sent_more", "sent_less"} - {*table.columns}
    if missing:
        raise DataError(
            expected="pairs of sentences: columns sent_more and sent_less",
            got=", ".join(table.there) or ", ".join(table.columns),
            fix=f"Pass {DATASET}, or pairs of your own with these names.",
        )
    return table
