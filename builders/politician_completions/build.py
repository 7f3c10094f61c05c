"""What masked language models say about politicians: adjectives and verbs beside their names."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
from builders.kit.sources import SourceFile
from builders.politician_completions.asking import (
    ask_as_launched,
    ask_in_processes,
    check_finished,
    meant,
    refuse_twice,
)
from builders.politician_completions.counting import BY_PERSON, COUNTS, counts, counts_by_person
from builders.politician_completions.kept import Kept
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
from equimask.core.rows import Row
from equimask.studies.completions.leftovers import GenderedLemmas
from equimask.studies.completions.query import PARTS_OF_SPEECH

_POLITICIANS = "politicians"
_NAMES_AMONG_ALL = 20  # of each gender and language: a sample that is made in minutes


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


def work(files: Files, options: BuildOptions) -> bool:
    """All models answer, each in all its languages, part by part on disk, or a share of it does."""
    own: CompletionOptions = options.own
    languages = _languages(own, located_languages(files))
    without = [lang for lang in languages_in(own.politicians) if lang not in languages]
    if without and not own.languages:
        print(f"note: no model or no treebanks for {', '.join(without)}", file=sys.stderr)
    if options.processes > 1 and not options.assemble:
        ask_in_processes(own, languages, files, options.part, options.processes)
        return options.part.whole
    jobs = {lang: LanguageJob(lang, files, own) for lang in languages}
    if options.assemble:
        check_finished(own, jobs)
        return True
    return ask_as_launched(own, jobs, options.part) and options.part.whole


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language, then model after model, person after person.

    They are read from the parts on disk, in their order, whoever has put them there.
    """
    own: CompletionOptions = options.own
    summary["languages"] = {}
    for lang in _languages(own, located_languages(files)):
        job = LanguageJob(lang, files, own)
        facts = summary["languages"][lang] = facts_of_language(job)
        gendered = GenderedLemmas(job.words)
        asked: set[str] = set()
        for choice in own.models_of(lang):
            with Kept(own, job, meant(own, job, choice)) as kept:
                refuse_twice(kept.model, asked, lang)
                filters = kept.filters()
                parts, _ = kept.lacking()
                if parts or filters is None:
                    raise DataError(
                        expected=f"all answers of {kept.model} in {lang!r}, as they were kept",
                        got=f"{len(parts)} pieces that are not there any more",
                        fix="Give the same command again: they are asked for anew.",
                    )
                tally = Tally()
                yield from _rows(job, kept, filters, tally)
                facts["models"][kept.model] = tally.summary(filters, gendered)


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


def _rows(job: LanguageJob, kept: Kept, filters: Filters, tally: Tally) -> Iterator[Row]:
    for part in job.parts():
        facts = kept.facts(part)
        tally.skipped.update(facts["skipped"])
        tally.devices.add(facts["device"])
        for answer in kept.answers(part):
            person = job.people[answer["person"]]
            tally.add_person(person)
            for upos in PARTS_OF_SPEECH:
                found = answer.get(upos, {"ids": [], "probs": []})
                for rank, token in enumerate(found["ids"]):
                    word, lemma = filters[upos].candidates[token]
                    tally.add_row(upos, lemma, person.gender)
                    yield {
                        "qid": person.qid,
                        "lang": job.lang,
                        "model": kept.model,
                        "gender": person.gender,
                        "order": job.orders[upos],
                        "word": word,
                        "lemma": lemma,
                        "upos": upos,
                        "rank": rank + 1,
                        "prob": found["probs"][rank],
                    }


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
    work=work,
    column_types={"rank": "int32", "prob": "float64"},
    extra_configs={
        COUNTS: ExtraConfig(counts, {"count": "int64"}),
        BY_PERSON: ExtraConfig(counts_by_person, {}),
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
