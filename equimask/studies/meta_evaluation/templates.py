"""Sentences made from templates: a man or a woman has an occupation.

`templates/<language>.tsv` holds five subjects (he/she, man/woman, father/mother, brother/sister,
uncle/aunt) and three sentences; `occupations/<language>.tsv` holds the occupations in the forms in
which they are said of a man, of a woman, and of both. `published_templates/<language>.tsv` holds
the subjects and sentences that Kaneko et al. (2022) print for Japanese and Russian. Their lists of
644 and 154 occupations are not printed: ours stand in for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from equimask.core.errors import DataError, shorten
from equimask.core.packaged import packaged_languages
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.records import packaged_list, read_word_list

STEREOTYPES = (*GENDERS, "neutral")
OURS, PUBLISHED = "templates", "published_templates"

_TEMPLATE_COLUMNS = ("kind", "male", "female")
_OCCUPATION_COLUMNS = ("gloss", "male", "female", "common", "stereotype")
_SLOTS = ("{subject}", "{occupation}")


class Occupation(NamedTuple):
    """An occupation by its English gloss; `common` is empty where no form suits both genders.

    `stereotype` says who holds most of these jobs in the countries of the language, about three in
    five or more; it is what people expect, not what they should.
    """

    gloss: str
    male: str
    female: str
    common: str
    stereotype: str


@dataclass(frozen=True)
class TemplatePair:
    """One template filled for a man and for a woman."""

    male: str
    female: str
    occupation: str
    stereotype: str

    @property
    def sent_more(self) -> str:
        """The side that the stereotype expects; a neutral occupation has none."""
        return self._side(self.stereotype)

    @property
    def sent_less(self) -> str:
        """The other side."""
        return self._side("female" if self.stereotype == "male" else "male")

    def _side(self, gender: str) -> str:
        if self.stereotype not in GENDERS:
            raise DataError(
                expected="an occupation with a stereotype",
                got=f"{self.occupation!r}, which is {self.stereotype}",
                fix="Leave neutral occupations out: stereotyped(pairs).",
            )
        return self.male if gender == "male" else self.female


def template_languages(templates: str = OURS) -> list[str]:
    """Languages with templates, ours or those of the paper."""
    return packaged_languages(templates)


def template_pairs(
    language: str, *, agreeing: bool = False, templates: str = OURS
) -> list[TemplatePair]:
    """Every sentence with every subject and every occupation, as (male, female) pairs.

    The two sides name the occupation by the same word where the language has one for both, so that
    they differ in the subject alone, as in Kaneko et al. (2022); elsewhere, and everywhere with
    `agreeing`, each side has its own form: Russian медбрат and медсестра, German Arzt and Ärztin.
    `templates=PUBLISHED` takes the subjects and sentences of the paper.
    """
    subjects, sentences = _templates(language, templates)
    pairs = []
    for occupation in occupations(language):
        own = (occupation.male, occupation.female)
        shared = occupation.common and not agreeing
        forms = (occupation.common,) * 2 if shared else own
        for sentence in sentences:
            for subject in subjects:
                male, female = (
                    _fill(sentence[side], subject[side], forms[side]) for side in (0, 1)
                )
                pairs.append(TemplatePair(male, female, occupation.gloss, occupation.stereotype))
    return pairs


def stereotyped(pairs: list[TemplatePair]) -> list[TemplatePair]:
    """The pairs whose occupation has a stereotype, hence a `sent_more` and a `sent_less`."""
    return [pair for pair in pairs if pair.stereotype in GENDERS]


def occupations(language: str) -> list[Occupation]:
    """The occupations of a language, stereotypes checked."""
    rows = [Occupation(*cells) for cells in _read("occupations", language, _OCCUPATION_COLUMNS)]
    for row in rows:
        if row.stereotype not in STEREOTYPES:
            raise DataError(
                expected=f"a stereotype among {', '.join(STEREOTYPES)}",
                got=f"{row.stereotype!r} for {row.gloss!r}",
                fix=f"Mend occupations/{language}.tsv.",
            )
    return rows


def _templates(
    language: str, templates: str
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {"subject": [], "sentence": []}
    for kind, male, female in _read(templates, language, _TEMPLATE_COLUMNS):
        slots_right = all((slot in text) == (kind == "sentence")
                          for slot in _SLOTS for text in (male, female))  # fmt: skip
        if kind not in found or not slots_right:
            raise DataError(
                expected=f"a subject, or a sentence with {' and '.join(_SLOTS)}",
                got=shorten([kind, male, female]),
                fix=f"Mend {templates}/{language}.tsv.",
            )
        found[kind].append((male, female))
    return found["subject"], found["sentence"]


def _fill(sentence: str, subject: str, occupation: str) -> str:
    return sentence.replace("{subject}", subject).replace("{occupation}", occupation)


def _read(folder: str, language: str, columns: tuple[str, ...]) -> list[list[str]]:
    available = packaged_languages(folder)
    if language not in available:
        raise DataError(
            expected=f"a language with templates ({', '.join(available)})",
            got=repr(language),
            fix="Choose one of them, or pass your own pairs.",
        )
    rows = read_word_list(packaged_list(folder, language), columns)
    return [[row[name] for name in columns] for row in rows]
