"""The passes over the texts of one language: to gather, to swap, to replace, to mask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from builders.kit.audit_counts import AuditCounts
from builders.kit.builder import Files
from builders.kit.parallel import CorpusFile, SkippedLines
from builders.ted_gender_pairs.gathering import SWAPPED, Chosen, Gathered
from builders.ted_gender_pairs.lexicons import UsedLexicon
from builders.ted_gender_pairs.options import LEXICON, PUBLISHED, PairOptions
from builders.ted_gender_pairs.texts import Sentence, sentences
from equimask.core.errors import DataError
from equimask.core.files import sha256_of_file
from equimask.core.lines import BytesRead
from equimask.core.rows import Row
from equimask.gender.swap import GenderLexicon, Refusal
from equimask.studies.pair_making.plain import PlainReplacement, Verdicts
from equimask.studies.pair_making.records import GenderPair, Prediction, pair_of
from equimask.studies.pair_making.statistics import (
    Coverage,
    PairCounts,
    PredictionCounts,
    lexicon_size,
)

READINGS = 3
"""How often a text is read: to find, to swap, to replace; once more to mask."""
MODEL = "model"
CHUNK = 512


class Kept(NamedTuple):
    """A sentence that becomes a row: its text file, what its id begins with, and itself."""

    text: CorpusFile
    key: str
    sentence: str

    def row(self, pair: GenderPair, lang: str, method: str, model: str = "") -> Row:
        """The row that it becomes; all methods' rows of the sentence are one cluster."""
        return pair.row(
            id=f"{self.key}-{method}",
            lang=lang,
            method=method,
            corpus=self.text.corpus,
            cluster=self.key,
            model=model,
        )


class Language:
    """The rows of one language; `summary` is filled when all have been taken."""

    def __init__(
        self,
        lang: str,
        texts: Sequence[CorpusFile],
        files: Files,
        options: PairOptions,
        progress: BytesRead,
        *,
        used: UsedLexicon,
        english: GenderLexicon,
    ) -> None:
        self.lang, self.files, self.options, self.progress = lang, files, options, progress
        self.texts = [text for text in texts if text.has(lang)]
        self.skipped: dict[str, SkippedLines] = {}
        self.summary: dict[str, Any] = {}
        self._used, self._lexicon, self._english = used, used.lexicon, english
        self._plain = PlainReplacement(self._lexicon.lang, used.plain)

    def rows(self) -> Iterator[Row]:
        """All rows; what a method gives is counted even if its rows are not wanted."""
        chosen, replaced = self._gather()
        self.summary["audit"] = {}
        for row in self._swapped(chosen):
            if LEXICON in self.options.methods:
                yield row
        for row in self._replaced(replaced):
            if PUBLISHED in self.options.methods:
                yield row
        self.summary["model"] = None
        if self.lang in self.options.models:
            yield from self._masked(chosen)

    def _gather(self) -> tuple[Chosen, Chosen]:
        gathered, replaceable = Gathered(), Gathered()
        coverage, lines = Coverage(), Counter[str]()
        for position, text in enumerate(self.texts):
            skipped = self.skipped.setdefault(text.name, SkippedLines())
            for sentence in self._read(text, skipped):
                lines[text.corpus] += 1
                words = self._lexicon.find(sentence.text)
                if sentence.english:
                    coverage.add(self._english.find(sentence.english), words)
                place = (position, sentence.line)
                if words:
                    outcome = "several_gender_words"
                    if len(words) == 1:
                        pair = pair_of(self._lexicon, sentence.text)
                        outcome = pair.reason if isinstance(pair, Refusal) else SWAPPED
                    gathered.add(sentence.text, words[0].gender, outcome, *place)
                plain = self._plain.pair_of(sentence.text)
                if isinstance(plain, GenderPair):
                    replaceable.add(sentence.text, plain.origin, SWAPPED, *place)
        corpora = [text.corpus for text in self.texts]
        how: dict[str, Any] = {"seed": self.options.seed, "balance": self.options.balance}
        limit = self.options.model_sentences
        chosen = gathered.choose(corpora, **how, model_sentences=limit)
        self.summary.update(
            lines=dict(sorted(lines.items())),
            coverage=coverage.summary() if coverage.sentences else None,
            lexicon_file=self._used.file,
            lexicon_settled=dict(sorted(self._used.settled.items())),
            lexicon_size=lexicon_size(self._lexicon),
            lexicon_hash=self._lexicon.signature(),
            **chosen.facts,
        )
        return chosen, replaceable.choose(corpora, **how)

    def _swapped(self, chosen: Chosen) -> Iterator[Row]:
        total = chosen.facts["one_word"]
        swapped = sum(chosen.facts["swapped_origins"].values())
        counts, corpora, audit = PairCounts(), Counter[str](), AuditCounts(self.lang)
        for kept in self._kept(chosen.swapped):
            pair = pair_of(self._lexicon, kept.sentence)
            if isinstance(pair, GenderPair):
                counts.add(pair)
                audit.add(pair.male, pair.female)
                corpora[kept.text.corpus] += 1
                yield kept.row(pair, self.lang, LEXICON)
        self.summary["lexicon"] = {
            **counts.summary(total),
            "refused": total - swapped,
            "balanced_away": swapped - counts.rows,
        }
        self.summary["lexicon_rows"] = dict(sorted(corpora.items()))
        self.summary["audit"][LEXICON] = audit.summary()

    def _replaced(self, chosen: Chosen) -> Iterator[Row]:
        total = chosen.facts["one_word"]
        counts, corpora, audit = PairCounts(), Counter[str](), AuditCounts(self.lang)
        verdicts, several = Verdicts(self._lexicon), 0
        for kept in self._kept(chosen.swapped):
            pair = self._plain.pair_of(kept.sentence)
            if isinstance(pair, GenderPair):
                counts.add(pair)
                audit.add(pair.male, pair.female)
                verdicts.add(pair)
                several += self._plain.is_one_of_several(kept.sentence)
                corpora[kept.text.corpus] += 1
                yield kept.row(pair, self.lang, PUBLISHED)
        self.summary["published"] = {
            **counts.summary(total),
            "one_word": total,
            "one_word_origins": chosen.facts["one_word_origins"],
            "balanced_away": total - counts.rows,
            "several_counterparts": several,
            "listed": self._plain.size,
            "verdicts": verdicts.summary(),
        }
        self.summary["published_rows"] = dict(sorted(corpora.items()))
        self.summary["audit"][PUBLISHED] = audit.summary()

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
        corpora, audit = Counter[str](), AuditCounts(self.lang)
        all_kept = self._kept(chosen.masked)
        while chunk := list(islice(all_kept, CHUNK)):
            results = maker([kept.sentence for kept in chunk])
            for kept, result in zip(chunk, results, strict=True):
                counts.add(result)
                if isinstance(result, Prediction) and isinstance(result.result, GenderPair):
                    audit.add(result.result.male, result.result.female)
                    corpora[kept.text.corpus] += 1
                    yield kept.row(result.result, self.lang, MODEL, model=name)
        self.summary["model"] = {"name": name, **counts.summary()}
        self.summary["model_rows"] = dict(sorted(corpora.items()))
        self.summary["audit"][MODEL] = audit.summary()

    def _kept(self, lines_of: Callable[[int], frozenset[int]]) -> Iterator[Kept]:
        """The sentences of the chosen lines of every text."""
        for position, text in enumerate(self.texts):
            lines = lines_of(position)
            if not lines:
                self.progress(self.files[text.name].stat().st_size)
                continue
            for sentence in self._read(text, SkippedLines()):
                if sentence.line in lines:
                    yield Kept(text, f"{text.key(self.lang)}-{sentence.line}", sentence.text)

    def _read(self, text: CorpusFile, skipped: SkippedLines) -> Iterator[Sentence]:
        return sentences(text, self.files[text.name], self.lang, skipped, self.progress)


def udpipe_file(folder: Path | None, lang: str) -> Path | None:
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


def udpipe_facts(path: Path | None) -> dict[str, str] | None:
    """What the receipt says of a UDPipe model."""
    return {"name": path.name, "sha256": sha256_of_file(path)} if path else None
