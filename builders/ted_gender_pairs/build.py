"""Minimal pairs from running text: by the gender lexicon, and with the words of a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from tqdm import tqdm

from builders.kit.audit_counts import AuditCounts
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.fetch import LocatedFile
from builders.kit.parallel import ENGLISH, CorpusFile, SkippedLines, check_corpora, work_of
from builders.kit.sources import SourceFile
from builders.ted_gender_pairs.gathering import SWAPPED, Chosen, Gathered
from builders.ted_gender_pairs.options import PairOptions, add_arguments, read_options
from builders.ted_gender_pairs.texts import (
    Sentence,
    given_texts,
    sentences,
    text_of,
    texts_of,
)
from equimask.core.errors import DataError, OptionError
from equimask.core.files import sha256_of_file
from equimask.core.lines import Progress
from equimask.core.rows import Row
from equimask.gender.swap import GenderLexicon, Refusal
from equimask.studies.pair_making.records import GenderPair, Prediction, pair_of
from equimask.studies.pair_making.statistics import (
    Coverage,
    PairCounts,
    PredictionCounts,
    coverage_figure,
    lexicon_size,
    words_figure,
)

CHUNK = 512


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The texts of the wanted languages and corpora, and the word lists.

    English is the English side of all aligned files. With `--text` alone nothing else is read.
    """
    own: PairOptions = options.own
    texts = {file.name: text_of(file.name) for file in files}
    check_corpora(own.corpora, {text.corpus for text in texts.values() if text})
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
    """The files of `--text`."""
    yield given_texts(options.own.texts)


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language: lexicon-based ones, then model-based ones."""
    own: PairOptions = options.own
    texts = texts_of(files)
    languages = [lang for lang in sorted(own.languages) if any(t.has(lang) for t in texts)]
    _check_models(own, languages)
    summary["languages"] = {}
    readings = {lang: 3 if lang in own.models else 2 for lang in languages}
    work = sum(readings[lang] * work_of(texts, files, lang) for lang in languages)
    noted: set[str] = set()
    with tqdm(total=work, unit="B", unit_scale=True, disable=None) as bar:
        for lang in languages:
            bar.set_description(lang)
            language = _Language(lang, texts, files, own, bar.update)
            yield from language.rows()
            summary["languages"][lang] = language.summary
            for name, skipped in language.skipped.items():
                if name not in noted:  # English reads the files of the others again
                    skipped.note(options, name)
                noted.add(name)


class Kept(NamedTuple):
    """A sentence that becomes a row: its text file, what its id begins with, and itself."""

    text: CorpusFile
    key: str
    sentence: str


class _Language:
    """The passes over the texts of one language: to gather, to swap, to mask."""

    def __init__(
        self,
        lang: str,
        texts: Sequence[CorpusFile],
        files: Files,
        options: PairOptions,
        progress: Progress,
    ) -> None:
        self.lang, self.files, self.options, self.progress = lang, files, options, progress
        self.texts = [text for text in texts if text.has(lang)]
        self.skipped: dict[str, SkippedLines] = {}
        self.summary: dict[str, Any] = {}
        self._udpipe = _udpipe_file(options.udpipe, lang)
        self._lexicon = GenderLexicon.load(lang, udpipe_model=self._udpipe)

    def rows(self) -> Iterator[Row]:
        """The rows of the language; afterwards `summary` is filled."""
        chosen = self._gather()
        total = chosen.facts["one_word"]
        counts, corpora, audit = PairCounts(), Counter[str](), AuditCounts(self.lang)
        for text, key, sentence in self._kept(chosen, "lexicon"):
            pair = pair_of(self._lexicon, sentence)
            if isinstance(pair, GenderPair):
                counts.add(pair)
                audit.add(pair.male, pair.female)
                corpora[text.corpus] += 1
                yield pair.row(id=f"{key}-lexicon", lang=self.lang, method="lexicon")
        self.summary["lexicon"] = {
            **counts.summary(total),
            "refused": total - sum(chosen.facts["swapped_origins"].values()),
            "balanced_away": sum(chosen.facts["swapped_origins"].values()) - counts.rows,
        }
        self.summary["lexicon_rows"] = dict(sorted(corpora.items()))
        self.summary["audit"] = {"lexicon": audit.summary()}
        self.summary["model"] = None
        if self.lang in self.options.models:
            yield from self._masked(chosen)

    def _gather(self) -> Chosen:
        gathered, coverage, lines = Gathered(), Coverage(), Counter[str]()
        english = GenderLexicon.load(ENGLISH)
        for position, text in enumerate(self.texts):
            skipped = self.skipped.setdefault(text.name, SkippedLines())
            for sentence in self._read(text, skipped):
                lines[text.corpus] += 1
                words = self._lexicon.find(sentence.text)
                if sentence.english:
                    coverage.add(english.find(sentence.english), words)
                if words:
                    outcome = "several_gender_words"
                    if len(words) == 1:
                        pair = pair_of(self._lexicon, sentence.text)
                        outcome = pair.reason if isinstance(pair, Refusal) else SWAPPED
                    gathered.add(sentence.text, words[0].gender, outcome, position, sentence.line)
        chosen = gathered.choose(
            seed=self.options.seed,
            balance=self.options.balance,
            model_sentences=self.options.model_sentences,
        )
        self.summary.update(
            lines=dict(sorted(lines.items())),
            coverage=coverage.summary() if coverage.sentences else None,
            lexicon_size=lexicon_size(self._lexicon),
            lexicon_hash=self._lexicon.signature(),
            udpipe=_udpipe_facts(self._udpipe),
            **chosen.facts,
        )
        return chosen

    def _masked(self, chosen: Chosen) -> Iterator[Row]:
        # Imported here: lexicon-based pairs need no model and none of its libraries.
        from equimask.models.loading import load_mlm
        from equimask.studies.pair_making.model_based import ModelBased

        mlm = load_mlm(
            self.options.models[self.lang],
            language=self.lang,
            trust_remote_code=self.options.trust_remote_code,
        )
        maker = ModelBased(
            self._lexicon, mlm, k=self.options.top_k, multi_token=self.options.multi_token
        )
        name, counts = mlm.signature["model"], PredictionCounts()
        audit = AuditCounts(self.lang)
        kept = self._kept(chosen, "model")
        while chunk := list(islice(kept, CHUNK)):
            results = maker([sentence for _, _, sentence in chunk])
            for (_, key, _), result in zip(chunk, results, strict=True):
                counts.add(result)
                if isinstance(result, Prediction) and isinstance(result.result, GenderPair):
                    audit.add(result.result.male, result.result.female)
                    yield result.result.row(
                        id=f"{key}-model", lang=self.lang, method="model", model=name
                    )
        self.summary["model"] = {"name": name, **counts.summary()}
        self.summary["audit"]["model"] = audit.summary()

    def _kept(self, chosen: Chosen, method: str) -> Iterator[Kept]:
        """The sentences that a method takes."""
        for position, text in enumerate(self.texts):
            lines = chosen.lines(method, position)
            if not lines:
                self.progress(self.files[text.name].stat().st_size)
                continue
            for sentence in self._read(text, SkippedLines()):
                if sentence.line in lines:
                    yield Kept(text, f"{text.key(self.lang)}-{sentence.line}", sentence.text)

    def _read(self, text: CorpusFile, skipped: SkippedLines) -> Iterator[Sentence]:
        return sentences(text, self.files[text.name], self.lang, skipped, self.progress)


def _check_models(options: PairOptions, languages: Sequence[str]) -> None:
    for lang in options.models:
        if lang not in languages:
            raise OptionError(
                expected=f"--model for a language of this build ({', '.join(languages)})",
                got=repr(lang),
                fix="Name a language that has texts, such as --model en=bert-base-cased.",
            )


def _udpipe_file(folder: Path | None, lang: str) -> Path | None:
    """The UDPipe model of a language in the folder; rules alone where there is none."""
    if folder is None:
        return None
    if not folder.is_dir():
        raise DataError(
            expected="a folder of UDPipe models",
            got=repr(folder.name),
            fix="Give --udpipe DIR with files CODE.udpipe, or leave it out.",
        )
    found = sorted({*folder.glob(f"{lang}.udpipe"), *folder.glob(f"{lang}-*.udpipe")})
    return found[0] if found else None


def _udpipe_facts(path: Path | None) -> dict[str, str] | None:
    return {"name": path.name, "sha256": sha256_of_file(path)} if path else None


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
