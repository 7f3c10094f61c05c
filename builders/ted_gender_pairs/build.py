"""Minimal pairs from running text: by the gender lexicon, and with the words of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.fetch import LocatedFile, at_hand
from builders.kit.parallel import ENGLISH, check_corpora, work_of
from builders.kit.sources import SourceFile
from builders.ted_gender_pairs.lexicons import check_lexicons, given_lexicons, lexicon_of
from builders.ted_gender_pairs.options import PairOptions, add_arguments, read_options
from builders.ted_gender_pairs.passes import READINGS, Language, udpipe_facts, udpipe_file
from builders.ted_gender_pairs.texts import given_texts, text_of, texts_of
from equimask.core.errors import OptionError
from equimask.core.progress import Progress
from equimask.core.rows import Row
from equimask.gender.swap import GenderLexicon
from equimask.studies.pair_making.plain import VERDICTS
from equimask.studies.pair_making.statistics import coverage_figure, words_figure
from equimask.studies.published import published_ted_counts


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The texts of the wanted languages and corpora, and the word lists.

    English is the English side of all aligned files. With `--text` alone nothing else is read.
    """
    own: PairOptions = options.own
    texts = {file.name: text_of(file.name) for file in files}
    check_corpora(own.corpora, {text.corpus for text in texts.values() if text})
    _check_languages(files, options)
    if own.texts and not own.corpora:
        texts = {name: text for name, text in texts.items() if text is None}
    chosen = []
    for file in files:
        text = texts.get(file.name)
        if text is not None:
            wanted = any(text.has(lang) for lang in own.languages)
            if wanted and (not own.corpora or text.corpus in own.corpora):
                chosen.append(file)
        elif file.packaged and PurePosixPath(file.name).stem in {*own.languages, ENGLISH}:
            chosen.append(file)
    return chosen


@contextmanager
def further_files(
    options: BuildOptions, out: Path, summary: Summary
) -> Iterator[Sequence[LocatedFile]]:
    """The files of `--text` and `--lexicon`."""
    yield [*given_texts(options.own.texts), *given_lexicons(options.own.lexicons)]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language: lexicon-based, published, then model-based ones."""
    own: PairOptions = options.own
    texts = texts_of(files)
    languages = [lang for lang in sorted(own.languages) if any(t.has(lang) for t in texts)]
    _check_models(own, languages)
    check_lexicons(own.lexicons, languages)
    summary["paper"] = {row.language: row._asdict() for row in published_ted_counts()}
    summary["verdicts"] = VERDICTS
    summary["languages"] = {}
    readings = {lang: READINGS + (lang in own.models) for lang in languages}
    work = sum(readings[lang] * work_of(texts, files, lang) for lang in languages)
    udpipe = {lang: udpipe_file(own.udpipe, lang) for lang in languages}
    used = {lang: lexicon_of(lang, own.lexicons, languages, udpipe[lang]) for lang in languages}
    english = used[ENGLISH].lexicon if ENGLISH in used else GenderLexicon.load(ENGLISH)
    noted: set[str] = set()
    with Progress(work, "B") as steps:
        for lang in languages:
            steps.title = lang
            language = Language(
                lang, texts, files, own, steps.update, used=used[lang], english=english
            )
            yield from language.rows()
            summary["languages"][lang] = {
                **language.summary,
                "udpipe": udpipe_facts(udpipe[lang]),
            }
            for name, skipped in language.skipped.items():
                if name not in noted:  # English reads the files of the others again
                    skipped.note(options, name)
                noted.add(name)


def _check_languages(files: Sequence[SourceFile], options: BuildOptions) -> None:
    """Refuse a language that was asked for and has no text."""
    own: PairOptions = options.own
    declared = [file for file in files if text_of(file.name) and (own.corpora or not own.texts)]
    # where nothing is at hand the build says so itself, and which files it looked for
    there = texts_of(file.name for file in at_hand(declared, options.source) or declared)
    there = [text for text in there if not own.corpora or text.corpus in own.corpora]
    with_text = {*(text.lang for text in there), *(text.lang for text in own.texts)}
    with_text |= {ENGLISH} if there else set()
    for lang in options.languages:
        if lang not in with_text:
            raise OptionError(
                expected="a language with texts",
                got=repr(lang),
                fix=f"Give --text {lang}=FILE, or choose one of {', '.join(sorted(with_text))}.",
            )


def _check_models(options: PairOptions, languages: Sequence[str]) -> None:
    for lang in options.models:
        if lang not in languages:
            raise OptionError(
                expected=f"--model for a language of this build ({', '.join(languages)})",
                got=repr(lang),
                fix="Name a language that has texts, such as --model en=bert-base-cased.",
            )


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Every figure by file name; without a model there are no predictions to show."""
    languages: Mapping[str, Mapping[str, Any]] = summary["languages"]
    coverage = {
        lang: facts["model"]["coverage_by_k"] for lang, facts in languages.items() if facts["model"]
    }
    words = {
        lang: {
            "listed": facts["lexicon_size"],
            "lexicon": facts["lexicon"]["words"],
            "published": facts["published"]["words"],
            **({"model": facts["model"]["words"]} if facts["model"] else {}),
        }
        for lang, facts in languages.items()
    }
    pictures = {"words.svg": words_figure(words)}
    if coverage:
        pictures["coverage.svg"] = coverage_figure(coverage)
    return pictures


BUILDER = Builder(
    rows=rows,
    column_types={"p_male": "float64", "p_female": "float64"},
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    further_files=further_files,
    add_arguments=add_arguments,
    read_options=read_options,
)
