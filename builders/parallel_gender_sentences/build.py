"""Sentences whose English counterpart speaks of one gender, male and female in equal number."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.parallel import (
    ENGLISH,
    CorpusFile,
    Pair,
    SkippedLines,
    check_corpora,
    check_languages,
    corpus_file,
    corpus_files,
    read_pairs,
    tidy,
    work_of,
)
from builders.kit.sources import SourceFile
from builders.parallel_gender_sentences.candidates import Candidates, Choice
from builders.parallel_gender_sentences.english import EnglishGender, Verdict
from builders.parallel_gender_sentences.figures import draw_all
from builders.parallel_gender_sentences.published import PAIRS_FILE, WORD_FILES, PublishedWords
from equimask.core.errors import DataError
from equimask.core.lines import BytesRead
from equimask.core.progress import Progress
from equimask.core.rows import Row
from equimask.core.sampling import sentence_hash
from equimask.core.schema import CLUSTER, GENDERS
from equimask.gender.bag_words import DominantWord, WordBags
from equimask.gender.preservation import Preservation, PronounPreservation

OURS, PUBLISHED = "equimask", "published"

COMMONEST = 8
_NAMED_IN_NOTE = 4

Judge = Callable[[str], Verdict]


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
        "--words",
        choices=(OURS, PUBLISHED),
        default=OURS,
        help="choose English sentences by our words and names, which doubt what may be something "
        "else, or by the list and the plain rule of Kaneko et al. (default: equimask)",
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
    named = [file for file in files if _named(corpus_file(file.name), asked)]
    known = {file.lang for file in corpus_files(file.name for file in named)} | {ENGLISH}
    check_languages(options.languages, known)
    chosen = [file for file in named if _wanted(corpus_file(file.name), options)]
    languages = {file.lang for file in corpus_files(file.name for file in chosen)} | {ENGLISH}
    return [file for file in chosen if _needed(file, languages, options)]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language, each read twice: to choose, and to write."""
    judge = _judge(files, options, summary)
    corpora = sorted(corpus_files(files), key=lambda file: (file.lang, file.corpus, file.name))
    languages = sorted({file.lang for file in corpora} | {ENGLISH})
    summary["languages"] = {}
    wanted = [lang for lang in languages if options.wants(lang)]
    work = sum(2 * work_of(corpora, files, lang) for lang in wanted)
    carried: list[tuple[str, str, DominantWord]] = []
    with Progress(work, "B") as steps:
        for lang in wanted:
            steps.title = lang
            language = _Language(lang, corpora, files, judge, steps.update)
            yield from language.rows(options)
            summary["languages"][lang] = language.summary
            carried += [(lang, *one) for one in language.carried]
    _note(carried)


def _judge(files: Files, options: BuildOptions, summary: Summary) -> Judge:
    """What decides on an English sentence: our words, or those of Kaneko et al."""
    names = _text(files, "first_names/en.tsv")
    if options.extra["words"] == OURS:
        return EnglishGender.parse(_text(files, "gender_lexicon/en.tsv"), names).judge
    missing = [name for name in (*WORD_FILES.values(), PAIRS_FILE) if name not in files]
    if missing:
        raise DataError(
            expected=f"{', '.join(missing)} for --words {PUBLISHED}",
            got="no such file below --source",
            fix="Get it from the url in source.toml, or leave out --source to download it.",
        )
    words = {gender: _text(files, name) for gender, name in WORD_FILES.items()}
    published = PublishedWords.parse(words, _text(files, PAIRS_FILE), names)
    summary["published list"] = published.sizes()
    return published.judge


def _note(carried: Sequence[tuple[str, str, DominantWord]]) -> None:
    """One line about the words, pronouns apart, that carry more than a tenth of a bag."""
    found = sorted((one for one in carried if not one[2].is_pronoun), key=lambda one: -one[2].share)
    if found:
        few = ", ".join(
            f"{one.word} in {100 * one.share:.0f} % of the {one.gender} {lang} {corpus}"
            for lang, corpus, one in found[:_NAMED_IN_NOTE]
        )
        rest = f" and {len(found) - _NAMED_IN_NOTE} more" if len(found) > _NAMED_IN_NOTE else ""
        print(
            f"note: one word carries more than a tenth of a bag: {few}{rest}; see the card.",
            file=sys.stderr,
        )


class _Language:
    """The two passes over the files of one language."""

    def __init__(
        self,
        lang: str,
        corpora: Sequence[CorpusFile],
        files: Files,
        judge: Judge,
        progress: BytesRead,
    ) -> None:
        self.lang, self.files = lang, files
        self.corpora = [file for file in corpora if file.has(lang)]
        self.judge, self.progress = judge, progress
        self.carried: list[tuple[str, DominantWord]] = []
        self.summary: dict[str, Any] = {}

    def rows(self, options: BuildOptions) -> Iterator[Row]:
        """The rows of the language; afterwards `summary` is filled."""
        choice = self._choose(options)
        lexicon = _text(self.files, f"gender_lexicon/{self.lang}.tsv")
        preservation = Preservation(self.lang, lexicon)
        pronouns = PronounPreservation(self.lang, lexicon)
        every, bags = WordBags(), {file.corpus: WordBags() for file in self.corpora}
        for position, file in enumerate(self.corpora):
            for row in self._kept(file, *choice.lines[position]):
                gender, words, sentence = (str(row[key]) for key in ("gender", "words", "sentence"))
                preservation.count(gender, sentence)
                pronouns.count(file.corpus, gender, words.split(","), sentence)
                for bag in (every, bags[file.corpus]):
                    bag.add(gender, words)
                yield row
        self.summary.update(
            words=_commonest(every),
            preservation=preservation.summary(),
            pronouns=pronouns.summary(),
        )
        for corpus, counts in choice.counts.items():
            dominant = bags[corpus].dominant()
            self.carried += [(corpus, one) for one in dominant]
            self.summary["corpora"][corpus].update(
                counts,
                words=_commonest(bags[corpus]),
                dominant=[_told(one) for one in dominant],
                pronouns=pronouns.summary(corpus),
            )

    def _choose(self, options: BuildOptions) -> Choice:
        candidates = Candidates([file.corpus for file in self.corpora])
        outcomes: dict[str, Counter[str]] = {file.corpus: Counter() for file in self.corpora}
        for position, file in enumerate(self.corpora):
            skipped = SkippedLines()
            for pair in self._pairs(file, skipped):
                verdict = self.judge(pair.english)
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
                "words": ",".join(self.judge(pair.english).words),
                CLUSTER: f"{sentence_hash(tidy(pair.english)):016x}",
            }
            line, gender = next(wanted, (0, 0))

    def _pairs(self, file: CorpusFile, skipped: SkippedLines) -> Iterator[Pair]:
        path = self.files[file.name]
        pairs = read_pairs(path, file.code, skipped=skipped, progress=self.progress)
        if self.lang != ENGLISH:
            return pairs
        return (Pair(line, english, english) for line, english, _ in pairs)


def _named(file: CorpusFile | None, asked: Sequence[str]) -> bool:
    return file is None or not asked or file.corpus in asked


def _wanted(file: CorpusFile | None, options: BuildOptions) -> bool:
    return file is None or options.wants(file.lang) or options.wants(ENGLISH)


def _needed(file: SourceFile, languages: Collection[str], options: BuildOptions) -> bool:
    """Whether the build reads the file: of word lists those of its languages and its rule."""
    if file.packaged:
        return PurePosixPath(file.name).stem in languages
    is_published = file.name in (*WORD_FILES.values(), PAIRS_FILE)
    return not is_published or options.extra["words"] == PUBLISHED


def _commonest(bags: WordBags) -> dict[str, dict[str, int]]:
    return {gender: bags.commonest(gender, COMMONEST) for gender in GENDERS}


def _told(one: DominantWord) -> dict[str, Any]:
    return {**one._asdict(), "share": round(one.share, 4), "pronoun": one.is_pronoun}


def _text(files: Files, name: str) -> str:
    return files[name].read_text(encoding="utf-8")


BUILDER = Builder(
    rows=rows,
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    add_arguments=add_arguments,
)
