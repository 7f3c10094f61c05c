"""What masked language models say about politicians: adjectives and verbs beside their names."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from builders.kit.builder import (
    Builder,
    BuildOptions,
    Everything,
    ExtraConfig,
    Files,
    LeftOutError,
    Summary,
)
from builders.kit.fetch import LocatedFile
from builders.kit.shards import Shards
from builders.kit.sources import SourceFile
from builders.politician_completions.language_job import Filters, LanguageJob
from builders.politician_completions.materials import (
    TREEBANKS,
    declared_needed,
    given_by_hand,
    languages_in,
    locate_people,
    located_languages,
    refuse_restricted,
    treebank_languages,
)
from builders.politician_completions.options import (
    CompletionOptions,
    add_arguments,
    read_options,
)
from builders.politician_completions.tally import Tally, draw_all, facts_of_language
from equimask.core.errors import DataError, OptionError
from equimask.core.languages import is_language
from equimask.core.progress import Progress
from equimask.core.rows import Row
from equimask.core.schema import EXTRA_CONFIGS
from equimask.models import load_mlm
from equimask.studies.completions.leftovers import GenderedLemmas
from equimask.studies.completions.person_counts import person_rows
from equimask.studies.completions.query import PARTS_OF_SPEECH

_COUNTS = "counts"
_BY_PERSON = "counts_by_person"
_POLITICIANS = "politicians"
_NAMES_AMONG_ALL = 20  # of each gender and language: a sample that is made in minutes


class Asked(NamedTuple):
    """A model that has answered in a language: its name, how its parts are named, its words."""

    model: str
    shard: str
    filters: Filters


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The declared treebanks of the languages that are built, and the UDPipe models by name."""
    own: CompletionOptions = options.own
    return declared_needed(files, own, _languages(own, treebank_languages(own)))


@contextmanager
def further_files(
    options: BuildOptions, out: Path, summary: Summary
) -> Iterator[Sequence[LocatedFile]]:
    """The politicians, and the files of `--treebanks` and `--udpipe`."""
    own: CompletionOptions = options.own
    languages = _languages(own, treebank_languages(own))
    located = [*locate_people(own.politicians, languages), *given_by_hand(own, languages)]
    if options.redistributable_only:
        refuse_restricted([one.file for one in located])
        located = [one for one in located if one.file.redistributable]
    yield located


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language, then model after model, person after person.

    First all models answer, each in all its languages, part by part on disk; then the parts are
    read in the order of the rows.
    """
    own: CompletionOptions = options.own
    languages = _languages(own, located_languages(files))
    without = [lang for lang in languages_in(own.politicians) if lang not in languages]
    if without and not own.languages:
        print(f"note: no model or no treebanks for {', '.join(without)}", file=sys.stderr)
    jobs = {lang: LanguageJob(lang, files, own) for lang in languages}
    summary["languages"] = {lang: facts_of_language(job) for lang, job in jobs.items()}
    with ExitStack() as stack:
        shards = {
            lang: stack.enter_context(Shards(own.shards / lang, job.key))
            for lang, job in jobs.items()
        }
        asked = _ask_all(own, jobs, shards)
        for lang, job in jobs.items():
            gendered = GenderedLemmas(job.words)
            for one in asked[lang]:
                tally = Tally()
                yield from _rows(job, one, shards[lang], tally)
                facts = tally.summary(one.filters, gendered)
                summary["languages"][lang]["models"][one.model] = facts


def counts(folder: Path) -> Iterator[Row]:
    """How often each lemma is said of each gender, from the rows on disk."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(EXTRA_CONFIGS["politician_completions"][_COUNTS])
    keys = columns[:-1]
    found: Counter[tuple[str, ...]] = Counter()
    for path in (path for path in sorted(folder.glob("*.parquet")) if is_language(path.stem)):
        for batch in pq.ParquetFile(path).iter_batches(columns=keys):
            groups = pa.Table.from_batches([batch]).group_by(keys).aggregate([([], "count_all")])
            for group in groups.to_pylist():
                found[tuple(group[key] for key in keys)] += group["count_all"]
    for key, count in sorted(found.items()):
        yield dict(zip(columns, (*key, count), strict=True))


def counts_by_person(folder: Path) -> Iterator[Row]:
    """What is said of each person, from the rows on disk, a batch in memory at a time."""
    import pyarrow.parquet as pq

    keys = EXTRA_CONFIGS["politician_completions"][_BY_PERSON][:-1]
    for path in (path for path in sorted(folder.glob("*.parquet")) if is_language(path.stem)):
        batches = pq.ParquetFile(path).iter_batches(columns=[*keys, "lemma"])
        yield from person_rows((row for batch in batches for row in batch.to_pylist()), keys)


def _languages(own: CompletionOptions, with_treebanks: Collection[str]) -> list[str]:
    """The languages that have names, a model and treebanks."""
    named = languages_in(own.politicians)
    for option, codes in (
        ("--language", own.languages),
        ("--udpipe", own.udpipe),
        ("--model", [code for model in own.models for code in model.languages]),
    ):
        if unknown := sorted(set(codes) - set(named)):
            raise OptionError(
                expected=f"languages that the politicians have names in, with {option}",
                got=", ".join(unknown),
                fix=f"There are {', '.join(named)}.",
            )
    asked = [
        lang
        for lang in named
        if own.models_of(lang) and (not own.languages or lang in own.languages)
    ]
    without = [lang for lang in asked if lang not in with_treebanks]
    wanted = {*own.languages, *own.udpipe}.intersection(without)
    if wanted or len(without) == len(asked):
        raise DataError(
            expected=f"treebanks of {', '.join(sorted(wanted) or without)}",
            got="none",
            fix="Give a folder of Universal Dependencies that has them: --treebanks DIR.",
        )
    chosen = [lang for lang in asked if lang not in without]
    queries = [(lang, upos) for lang in chosen for upos in PARTS_OF_SPEECH]
    if unordered := sorted({lang for lang, upos in queries if (lang, upos) not in own.orders}):
        raise OptionError(
            expected=f"--order of {', '.join(unordered)}: whether the mask stands before a name",
            got="none",
            fix=f"Say --order {unordered[0]}=mask_first or {unordered[0]}=name_first.",
        )
    return chosen


def _ask_all(
    own: CompletionOptions, jobs: Mapping[str, LanguageJob], shards: Mapping[str, Shards]
) -> dict[str, list[Asked]]:
    asked: dict[str, list[Asked]] = {lang: [] for lang in jobs}
    total = sum(len(job.people) * len(own.models_of(lang)) for lang, job in jobs.items())
    with Progress(total, "name") as steps:
        for choice in own.models:
            mlm = load_mlm(choice.place, trust_remote_code=own.trust_remote_code)
            name, tokenizer = mlm.signature["model"], mlm.signature["tok"]
            for lang, job in jobs.items():
                if not choice.speaks(lang):
                    continue
                if any(name == other.model for other in asked[lang]):
                    raise OptionError(
                        expected="every --model once",
                        got=f"{name} twice in {lang!r}",
                        fix="Its words would count double: leave one of them out.",
                    )
                steps.title = f"{mlm.name} {lang}"
                one = Asked(name, f"{name} {tokenizer}", job.filters(mlm))
                for part in job.parts():
                    shard = _shard(one, part.number)
                    if shards[lang].finished(shard):
                        steps.know(len(part.people))
                        continue
                    rows, skipped = job.answers(mlm, one.filters, part)
                    shards[lang].write(shard, rows, {"skipped": skipped})
                    steps.update(len(part.people))
                asked[lang].append(one)
    return asked


def _rows(job: LanguageJob, asked: Asked, shards: Shards, tally: Tally) -> Iterator[Row]:
    for part in job.parts():
        shard = _shard(asked, part.number)
        tally.skipped.update(shards.facts(shard)["skipped"])
        for answer in shards.read(shard):
            person = job.people[answer["person"]]
            tally.add_person(person)
            for upos in PARTS_OF_SPEECH:
                found = answer.get(upos, {"ids": [], "probs": []})
                for rank, token in enumerate(found["ids"]):
                    word, lemma = asked.filters[upos].candidates[token]
                    tally.add_row(upos, lemma, person.gender)
                    yield {
                        "qid": person.qid,
                        "lang": job.lang,
                        "model": asked.model,
                        "gender": person.gender,
                        "order": job.orders[upos],
                        "word": word,
                        "lemma": lemma,
                        "upos": upos,
                        "rank": rank + 1,
                        "prob": found["probs"][rank],
                    }


def _shard(asked: Asked, number: int) -> str:
    return f"{asked.shard} {number:06}"


def among_all(everything: Everything) -> Sequence[str]:
    """A sample of names, with the treebanks that lie among the sources in folders of their own."""
    if everything.model is None:
        raise LeftOutError("needs a model: --model MODEL")
    treebanks = everything.source / TREEBANKS
    return (
        *("--politicians", str(everything.datasets / _POLITICIANS)),
        *("--model", everything.model, "--names", str(_NAMES_AMONG_ALL)),
        *(("--treebanks", str(treebanks)) if treebanks.is_dir() else ()),
    )


BUILDER = Builder(
    rows=rows,
    column_types={"rank": "int32", "prob": "float64"},
    extra_configs={
        _COUNTS: ExtraConfig(counts, {"count": "int64"}),
        _BY_PERSON: ExtraConfig(counts_by_person, {}),
    },
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    further_files=further_files,
    add_arguments=add_arguments,
    read_options=read_options,
    keeps="finished parts",
    needs=(_POLITICIANS,),
    among_all=among_all,
)
