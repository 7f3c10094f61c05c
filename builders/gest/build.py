"""GEST: sentences of sixteen stereotypes, each put into a man's and a woman's mouth."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from builders.gest.answers import (
    answer_table,
    comparison,
    extremes,
    is_answers,
    read_all,
)
from builders.gest.sentences import CATEGORIES, EDITIONS, Sentence, gender_of, read_sentences
from builders.kit.audit_counts import AuditCounts
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import stacked_bars
from builders.kit.sources import SourceFile
from equimask.core.drawing import (
    BLUE,
    GENDER_COLOURS,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    VERMILION,
    Canvas,
    label_points,
)
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.core.schema import GENDERS, MASK

_LANG = "en"
_ANSWERED = EDITIONS["1.0"]  # what the models of the authors were asked about


class Template(NamedTuple):
    """Who says it: text with places for the word and the sentence, and the two words."""

    text: str
    male: str
    female: str

    def filled(self, word: str, sentence: str) -> str:
        """The whole text; signs inside the sentence are its own."""
        before, behind = self.text.split("{sentence}")
        return before.replace("{word}", word) + sentence + behind.replace("{word}", word)


# The authors', by their numbers.
TEMPLATES = {
    "0": Template('{word} said: "{sentence}"', "He", "She"),
    "1": Template('The {word} said: "{sentence}"', "man", "woman"),
    "2": Template('"{sentence}", {word} said.', "he", "she"),
    "3": Template('"{sentence}", the {word} said.', "man", "woman"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    parser.add_argument(
        "--edition",
        choices=sorted(EDITIONS),
        default="1.1",
        help="1.1: with the authors' corrections (default); 1.0: as the models of the paper were "
        "asked",
    )


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The sentences of the edition; the first one, and the answers to it, wherever they are."""
    texts = {EDITIONS[options.extra["edition"]], _ANSWERED}
    return [file for file in files if file.name in texts or file.name not in EDITIONS.values()]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """Template after template, all sentences in their order."""
    edition = options.extra["edition"]
    if EDITIONS[edition] not in files:
        raise DataError(
            expected=f"the source file {EDITIONS[edition]}",
            got=", ".join(sorted(files)) or "none",
            fix="Point --source at a folder that has it, or leave --source out.",
        )
    sentences = read_sentences(files[EDITIONS[edition]])
    summary.update(edition=edition, templates={n: t.text for n, t in TEMPLATES.items()})
    if not options.wants(_LANG):
        return
    audit = AuditCounts(_LANG)
    for number, template in TEMPLATES.items():
        for sentence in sentences:
            row = _row(sentence, number, template)
            audit.add(str(row["male"]), str(row["female"]))
            yield row
    summary["languages"] = {_LANG: {**_facts(sentences), "audit": audit.summary()}}
    if _ANSWERED in files:
        asked = read_sentences(files[_ANSWERED])
        summary["corrected"] = sum(
            one.text != other.text for one, other in zip(asked, sentences, strict=True)
        )
        answered = {name: path for name, path in files.items() if is_answers(name)}
        log_odds = read_all(answered, len(asked))
        summary["answers"] = answer_table(log_odds, asked)
        if log_odds:
            summary["extremes"] = extremes(summary["answers"])
            summary["comparison"] = comparison(log_odds, asked)


def _row(sentence: Sentence, number: str, template: Template) -> Row:
    sides = {
        "male": template.filled(template.male, sentence.text),
        "female": template.filled(template.female, sentence.text),
    }
    more = gender_of(sentence.stereotype)
    less = GENDERS[1 - GENDERS.index(more)]
    return {
        "id": f"{sentence.id}-{number}",
        "lang": _LANG,
        "template": number,
        "category": sentence.category,
        "gender_more": more,
        "cluster": sentence.id,
        "sent_more": sides[more],
        "sent_less": sides[less],
        "male": sides["male"],
        "female": sides["female"],
        "male_word": template.male,
        "female_word": template.female,
        "masked_sentence": template.filled(MASK, sentence.text),
    }


def _facts(sentences: Sequence[Sentence]) -> dict[str, Any]:
    found = Counter(sentence.stereotype for sentence in sentences)
    stereotypes = {CATEGORIES[number]: found[number] for number in sorted(found)}
    genders = Counter(gender_of(sentence.stereotype) for sentence in sentences)
    return {
        "sentences": len(sentences),
        "stereotypes": stereotypes,
        "gender_more": {gender: genders[gender] for gender in GENDERS},
    }


_MODEL_LOOKS = ((BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), (VERMILION, "D"), (PURPLE, "v"))


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Sentences by stereotype; where there are answers, what models said."""
    counts = {}
    for number, name in CATEGORIES.items():
        found = summary["languages"][_LANG]["stereotypes"].get(name)
        if found:
            counts[name] = {gender_of(number): found}
    colours = {gender: GENDER_COLOURS[gender] for gender in GENDERS}
    pictures = {
        "stereotypes.svg": stacked_bars(
            counts, colours, "sentences, by whom the stereotype is about"
        )
    }
    if summary.get("answers"):
        pictures["answers.svg"] = answers_figure(summary["answers"])
    return pictures


def answers_figure(answers: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> bytes:
    """Per model and template, how often the male word won against what the stereotype moved."""
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(8, 4.6)
        points: list[tuple[float, float]] = []
        numbers: list[str] = []
        for place, (model, templates) in enumerate(answers.items()):
            colour, marker = _MODEL_LOOKS[place % len(_MODEL_LOOKS)]
            found = list(templates.values())
            shares, contrasts = (
                [one[name] for one in found] for name in ("prevalence", "contrast")
            )
            axes.errorbar(
                shares,
                contrasts,
                xerr=_whiskers(found, "prevalence"),
                yerr=_whiskers(found, "contrast"),
                color=colour,
                marker=marker,
                markersize=4,
                linestyle="none",
                elinewidth=1,
                label=model,
            )
            points += zip(shares, contrasts, strict=True)
            numbers += templates
        axes.axhline(0, color=GREY, linewidth=0.8)
        axes.axvline(50, color=GREY, linewidth=0.8)
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        axes.set_xlabel(
            "% of sentences in which the male word is the likelier (the numbers: template)"
        )
        axes.set_ylabel("contrast, men's minus women's (log10)")
        figure.legend(loc="outside upper left", ncols=3)
        label_points(figure, axes, points, numbers, 8)
        return canvas.save(figure)


def _whiskers(found: Sequence[Mapping[str, Any]], name: str) -> list[list[float]]:
    """Down and up from each number to the ends of its interval; none where it has no ends."""

    def lengths(end: str) -> list[float]:
        ends = [one[f"{name}_{end}"] for one in found]
        return [
            0.0 if there is None else abs(there - one[name])
            for one, there in zip(found, ends, strict=True)
        ]

    return [lengths("low"), lengths("high")]


BUILDER = Builder(
    rows=rows,
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    add_arguments=add_arguments,
)
