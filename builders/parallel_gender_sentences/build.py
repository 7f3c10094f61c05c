"""Sentences whose English counterpart speaks of one gender, male and female in equal number."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from tqdm import tqdm

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import stacked_bars
from builders.kit.parallel import (
    ENGLISH,
    CorpusFile,
    Pair,
    SkippedLines,
    check_corpora,
    corpus_file,
    corpus_files,
    read_pairs,
    tidy,
    work_of,
)
from builders.kit.sources import SourceFile
from builders.parallel_gender_sentences.candidates import Candidates, Choice
from builders.parallel_gender_sentences.english import EnglishGender
from equimask.core.drawing import BLUE, GREY, ORANGE, VERMILION
from equimask.core.lines import Progress
from equimask.core.rows import Row
from equimask.core.schema import GENDERS
from equimask.gender.finder import GenderWords

OUTCOMES = ("same", "other", "both", "none")
# Which words of the lexicon count: those of sure sides only, or all that are listed.
READINGS = ("sure", "listed")


class Preservation:
    """What the translations show, per reading and gender of the English sentence.

    First names do not count: they are the same name in most languages, whatever the grammar.
    """

    def __init__(self, language: str, lexicon: str) -> None:
        self._words = GenderWords.parse(language, lexicon)
        self._counts: dict[str, dict[str, Counter[str]]] = {
            reading: {gender: Counter() for gender in GENDERS} for reading in READINGS
        }

    def count(self, gender: str, sentence: str) -> None:
        """Take in one row."""
        found = [token for token in self._words.tokens(sentence) if token.gender]
        sure = outcome(gender, (token.gender for token in found if token.certain))
        self._counts["sure"][gender][sure] += 1
        self._counts["listed"][gender][outcome(gender, (token.gender for token in found))] += 1

    def summary(self) -> dict[str, dict[str, dict[str, float]]]:
        """Shares of the rows of each gender and of all.

        `kept` is the share of `same` among the translations that show any gender.
        """
        return {
            reading: {
                **{gender: _shares(counts) for gender, counts in by_gender.items()},
                "all": _shares(sum(by_gender.values(), Counter[str]())),
            }
            for reading, by_gender in self._counts.items()
        }


def outcome(gender: str, shown: Iterable[str]) -> str:
    """What words of these genders say about a sentence of `gender`: one of `OUTCOMES`."""
    genders = set(shown)
    if len(genders) > 1:
        return "both"
    if not genders:
        return "none"
    return "same" if gender in genders else "other"


def _shares(counts: Counter[str]) -> dict[str, float]:
    rows = sum(counts.values())
    showing = rows - counts["none"]
    shares = {name: round(counts[name] / rows, 4) if rows else 0.0 for name in OUTCOMES}
    return {**shares, "kept": round(counts["same"] / showing, 4) if showing else 0.0}


_SHOWN = {
    "same": ("the same gender", BLUE),
    "both": ("both", ORANGE),
    "other": ("the other", VERMILION),
    "none": ("none by a sure word", GREY),
}

COMMONEST = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    parser.add_argument(
        "--corpus",
        action="append",
        default=[],
        metavar="NAME",
        help="take only this corpus (may be repeated), such as ted2020, globalvoices, ntrex",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="which sentences of the larger set stay (default: 0)"
    )
    parser.add_argument(
        "--no-balance",
        dest="balance",
        action="store_false",
        help="keep all sentences of the larger set",
    )


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The corpora of the wanted languages and names, and the word lists.

    English is the English side of all files, so that language alone needs every file.
    """
    asked = options.extra["corpus"]
    check_corpora(asked, {file.corpus for file in corpus_files(file.name for file in files)})
    chosen = [file for file in files if _wanted(corpus_file(file.name), asked, options)]
    languages = {file.lang for file in corpus_files(file.name for file in chosen)} | {ENGLISH}
    return [
        file for file in chosen if not file.packaged or PurePosixPath(file.name).stem in languages
    ]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language, each read twice: to choose, and to write."""
    lexicon, names = (
        _text(files, f"{folder}/en.tsv") for folder in ("gender_lexicon", "first_names")
    )
    english = EnglishGender.parse(lexicon, names)
    corpora = sorted(corpus_files(files), key=lambda file: (file.lang, file.corpus, file.name))
    languages = sorted({file.lang for file in corpora} | {ENGLISH})
    summary["languages"] = {}
    wanted = [lang for lang in languages if options.wants(lang)]
    work = sum(2 * work_of(corpora, files, lang) for lang in wanted)
    with tqdm(total=work, unit="B", unit_scale=True, disable=None) as bar:
        for lang in wanted:
            bar.set_description(lang)
            language = _Language(lang, corpora, files, english, bar.update)
            yield from language.rows(options)
            summary["languages"][lang] = language.summary


class _Language:
    """The two passes over the files of one language."""

    def __init__(
        self,
        lang: str,
        corpora: Sequence[CorpusFile],
        files: Files,
        english: EnglishGender,
        progress: Progress,
    ) -> None:
        self.lang, self.files = lang, files
        self.corpora = [file for file in corpora if file.has(lang)]
        self.english, self.progress = english, progress
        self.summary: dict[str, Any] = {}

    def rows(self, options: BuildOptions) -> Iterator[Row]:
        """The rows of the language; afterwards `summary` is filled."""
        choice = self._choose(options)
        words: dict[str, Counter[str]] = {gender: Counter() for gender in GENDERS}
        preservation = Preservation(self.lang, _text(self.files, f"gender_lexicon/{self.lang}.tsv"))
        for position, file in enumerate(self.corpora):
            for row in self._kept(file, *choice.lines[position]):
                gender = str(row["gender"])
                preservation.count(gender, str(row["sentence"]))
                words[gender].update(str(row["words"]).split(","))
                yield row
        for corpus, counts in choice.counts.items():
            self.summary["corpora"][corpus].update(counts)
        self.summary["words"] = {gender: _commonest(words[gender]) for gender in GENDERS}
        self.summary["preservation"] = preservation.summary()

    def _choose(self, options: BuildOptions) -> Choice:
        candidates = Candidates([file.corpus for file in self.corpora])
        outcomes: dict[str, Counter[str]] = {file.corpus: Counter() for file in self.corpora}
        for position, file in enumerate(self.corpora):
            skipped = SkippedLines()
            for pair in self._pairs(file, skipped):
                verdict = self.english.judge(pair.english)
                outcomes[file.corpus][verdict.reason] += 1
                if verdict.gender:
                    candidates.add(tidy(pair.target), verdict.gender, position, pair.line)
            if self.lang == file.lang or not options.wants(file.lang):  # English reads it again
                skipped.note(options, file.name)
        self.summary["corpora"] = {
            corpus: {
                "pairs": sum(counts.values()),
                "left out": {reason: n for reason, n in sorted(counts.items()) if reason},
            }
            for corpus, counts in sorted(outcomes.items())
        }
        return candidates.choose(seed=options.extra["seed"], balance=options.extra["balance"])

    def _kept(self, file: CorpusFile, lines: Any, genders: Any) -> Iterator[Row]:
        if not len(lines):
            self.progress(self.files[file.name].stat().st_size)
            return
        wanted = iter(zip(lines.tolist(), genders.tolist(), strict=True))
        line, gender = next(wanted)
        for pair in self._pairs(file, SkippedLines()):
            if pair.line != line:
                continue
            yield {
                "id": f"{file.key(self.lang)}-{line}",
                "lang": self.lang,
                "corpus": file.corpus,
                "gender": GENDERS[gender],
                "sentence": tidy(pair.target),
                "english": tidy(pair.english),
                "words": ",".join(self.english.judge(pair.english).words),
            }
            line, gender = next(wanted, (0, 0))

    def _pairs(self, file: CorpusFile, skipped: SkippedLines) -> Iterator[Pair]:
        path = self.files[file.name]
        pairs = read_pairs(path, file.code, skipped=skipped, progress=self.progress)
        if self.lang != ENGLISH:
            return pairs
        return (Pair(line, english, english) for line, english, _ in pairs)


def _wanted(file: CorpusFile | None, asked: Sequence[str], options: BuildOptions) -> bool:
    if file is None:
        return True
    language = options.wants(file.lang) or options.wants(ENGLISH)
    return language and (not asked or file.corpus in asked)


def _commonest(words: Counter[str]) -> dict[str, int]:
    """The commonest words; ties by the alphabet, so that a build repeats itself."""
    return dict(sorted(words.items(), key=lambda item: (-item[1], item[0]))[:COMMONEST])


def _text(files: Files, name: str) -> str:
    return files[name].read_text(encoding="utf-8")


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Per language and gender of the English side, what gender the sentence itself shows."""
    rows = {
        f"{lang} {gender}": {
            label: 100 * facts["preservation"]["sure"][gender][key]
            for key, (label, _) in _SHOWN.items()
        }
        for lang, facts in summary["languages"].items()
        for gender in ("female", "male")
    }
    axis = "% of the sentences, by the gender of their English side"
    return {"preservation.svg": stacked_bars(rows, dict(_SHOWN.values()), axis)}


BUILDER = Builder(
    rows=rows,
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    add_arguments=add_arguments,
)
