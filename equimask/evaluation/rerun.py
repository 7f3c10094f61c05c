"""A signature scored again: from its fields to model, data and options, and to a comparison.

What a name and a hash do not bring back (a folder, a live model, data of one's own) is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from equimask.core.embedded import EMBEDDED, EMBEDDED_NAME
from equimask.core.errors import DataError, EquimaskError, InputError, ModelError, shorten
from equimask.core.languages import get_language
from equimask.core.options import OPTIONS, Options, options_in, parse_options
from equimask.core.result import BiasResult
from equimask.core.schema import LANGUAGE_COLUMN
from equimask.core.signature import Signature, split_name
from equimask.evaluation.job import Job
from equimask.evaluation.reproduction import (
    COMMIT,
    Reproduction,
    expected_numbers,
    reproduction,
)
from equimask.evaluation.sampled import MAX_PAIRS, sampled_job
from equimask.evaluation.score import evaluate, job_of, read_for, scored
from equimask.evaluation.shuffled import OF_BAGS, SHUFFLED, evaluate_shuffled
from equimask.inputs.packaged import packaged_for
from equimask.inputs.pairs import DATASET
from equimask.inputs.reading import pooled, read_whole
from equimask.inputs.specification import Choice, parse_address, parse_choice
from equimask.inputs.table import Table, chosen_in
from equimask.metrics import Measure, MetricSpec, signed_measure, spec_of, unsigned_options
from equimask.models import MaskedLM
from equimask.models.loading import load_asked

_NEEDED = ("equimask", "model", "data", "lang", "n", "skipped", "seed")
_NO_LANGUAGE, _NONE = "und", "none"


def rerun(
    signature: str | Signature,
    *,
    model: Any = None,
    data: Any = None,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    expect: Any = None,
    **options: Any,
) -> Reproduction:
    """Score what a signature says, and compare: `rerun(line, expect="52.7").reproduced`.

    A model of the Hub and the packaged pairs are found by the signature. A folder, a live model and
    data of one's own are known by their hash alone, and are given as `model` and `data`; where the
    data call their columns otherwise now, `columns`, `where` and `template` go before what is
    signed. `expect` is the number beside the signature, compared at the digits that it has in a
    text, or a mapping of keys of the result to numbers.

    `options` are those that no signature holds: device, batch_tokens, tokenizer, progress … A
    signature of another version is scored all the same, and the difference is told.
    """
    text = str(signature).replace("\n", "").replace("\r", "").strip()
    asked = _Asked.of(Signature.parse(text))
    expected = expected_numbers(expect)
    check_options(options)
    wanted = _options(asked, options)
    choice = replace(chosen_in(asked.fields), **_chosen_anew(columns, where, template))
    job = _job(asked, data, choice, wanted)
    content = ""
    if asked.spec.needs_model:
        mlm = _load(asked, replace(wanted, **_model(asked, model, wanted)), job.language)
        content = "" if asked.has_commit else mlm.content
        result = asked.evaluate(job, mlm)
    else:
        result = next(scored([job], wanted))
    return reproduction(asked.measure, asked.signature, text, result, expected, content)


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse what the signature says itself, and what nobody knows."""
    parse_options(options, known=unsigned_options(), what="an option that no signature holds")


@dataclass(frozen=True)
class _Asked:
    """A signature that names a measure of this version and has what all signatures have."""

    signature: Signature
    measure: Measure
    fields: Mapping[str, str]

    @classmethod
    def of(cls, signature: Signature) -> _Asked:
        names = [name for name, _ in signature.fields]
        missing = [name for name in _NEEDED if name not in names]
        twice = [name for name in names if names.count(name) > 1]
        if missing or twice:
            raise InputError(
                expected="a signature of the form metric|equimask:…|model:…|data:…|…|seed:…",
                got=f"no `{missing[0]}` in it" if missing else f"`{twice[0]}` twice in it",
                fix="Copy the whole signature as it was printed, and quote it in a terminal.",
            )
        fields = dict(signature.fields)
        return cls(signature, _measure(signature.metric, fields), fields)

    @property
    def spec(self) -> MetricSpec:
        return spec_of(self.measure.metric)

    @property
    def language(self) -> str | None:
        tag = self.fields["lang"]
        return None if tag == _NO_LANGUAGE else get_language(tag).code

    @property
    def has_commit(self) -> bool:
        """Whether its model is one of the Hub; others are signed by their content."""
        return bool(COMMIT.fullmatch(split_name(self.fields["model"])[1]))

    def number(self, name: str, at_least: int) -> int | None:
        """A whole number that is no option; None where it is not signed."""
        text = self.fields.get(name)
        if text is None:
            return None
        if not text.isdecimal() or int(text) < at_least:
            raise InputError(
                expected=f"{name} to be a whole number of at least {at_least}",
                got=shorten(f"{name}:{text}"),
                fix="Copy the whole signature as it was printed.",
            )
        return int(text)

    def job(self, table: Table, options: Options) -> Job:
        most = self.number(MAX_PAIRS, 2)
        if most is None:
            return job_of(self.measure, table, options)
        return sampled_job(self.measure, table, most, options)

    def evaluate(self, job: Job, mlm: MaskedLM) -> BiasResult:
        if self.signature.metric == SHUFFLED:
            return evaluate_shuffled(job, mlm, self.number("n_shuffles", 1) or 1)
        return evaluate(job, mlm)


def _measure(key: str, fields: Mapping[str, str]) -> Measure:
    """The one that is signed, or of a metric that was signed otherwise its headline."""
    key = OF_BAGS if key == SHUFFLED else key
    signed = signed_measure(key, fields)
    return signed or spec_of(key, what="a signature of a metric").headline


def _options(asked: _Asked, given: Mapping[str, Any]) -> Options:
    """As they are signed, and what was given beside them."""
    names = ("dtype", *options_in("scoring", "data", "calibration", "statistics"))
    for name in asked.spec.contents:
        if asked.fields.get(name, _NONE) != _NONE and given.get(name) is None:
            raise InputError(
                expected=f"the {name} whose hash is {asked.fields[name]}",
                got="its hash alone",
                fix=f"Add {OPTIONS[name].flag} FILE ({name}=… in Python).",
            )
    signed = {
        name: OPTIONS[name].read(asked.fields[name])
        for name in names
        if name in asked.fields and name not in asked.spec.contents
    }
    return replace(parse_options({**signed, **given}), **asked.measure.options)


def _chosen_anew(columns: Any, where: Any, template: str | None) -> dict[str, Any]:
    """What is said anew of the data, as fields of a choice."""
    said = parse_choice(columns, where, None, template)
    anew: dict[str, Any] = {}
    if columns is not None:
        anew |= {"columns": said.columns, "crossed": said.crossed}
    if where is not None:
        anew["where"] = said.where
    return anew if template is None else {**anew, "template": template}


def _job(asked: _Asked, data: Any, choice: Choice, options: Options) -> Job:
    """The rows that are signed, or what is nearest to them: the hash tells."""
    _, signed = split_name(asked.fields["data"])
    source = _source(asked, data)
    if source is None:
        table = packaged_for(asked.spec, asked.language or "en")
        return asked.job(table, options)
    found: list[Job] = []
    failed: list[EquimaskError] = []
    whole = _whole(asked, source, choice, is_named=data is not None)
    for some in _readings(whole, choice):
        try:
            tables, own = read_for(asked.spec, whole, some, asked.language, options, {})
            found += [asked.job(table, own) for table in tables]
        except (DataError, InputError) as error:
            failed.append(error)
        if any(split_name(job.data)[1] == signed for job in found):
            break
    if not found:
        raise failed[0]
    exact = (job for job in found if split_name(job.data)[1] == signed)
    return next(exact, found[0])


def is_found_by_name(fields: Mapping[str, str], kind: str) -> bool:
    """Whether the signed name of the `model` or the `data` brings it back."""
    name, revision = split_name(fields.get(kind, ""))
    if kind == "model":
        return name == EMBEDDED_NAME or bool(COMMIT.fullmatch(revision))
    return name == DATASET or "/" in name


def _source(asked: _Asked, data: Any) -> Any:
    """What to read; None for the packaged pairs."""
    name, _ = split_name(asked.fields["data"])
    if data is None:
        if name == DATASET:
            return None
        if not is_found_by_name(asked.fields, "data"):
            raise InputError(
                expected=f"the data {shorten(name)} that were scored",
                got="their name and hash alone: they are neither packaged nor on the Hub",
                fix="Add --data FILE or FOLDER (data=… in Python, columns and frames too).",
            )
        data = name
    if not isinstance(data, (str, os.PathLike)):
        return data
    address = parse_address(data)
    if address.kind == "file":
        return data
    revision = None if address.kind == "folder" else asked.fields.get("revision")
    told = address._replace(
        config=address.config or asked.fields.get("config"),
        revision=address.revision or revision,
        split=address.split or asked.fields.get("split"),
    )
    return str(told)


def _whole(asked: _Asked, source: Any, choice: Choice, *, is_named: bool) -> Table:
    try:
        return read_whole(source, choice, asked.language)
    except DataError as error:
        if is_named:
            raise
        how = "Or name them: --data NAME[:CONFIG][@REVISION][/SPLIT], or a copy as a file."
        raise DataError(expected=error.expected, got=error.got, fix=f"{error.fix} {how}") from error


def _readings(whole: Table, choice: Choice) -> Iterator[Choice]:
    """How the rows may have been chosen: what no signature tells was one, or taken as one.

    Rows of a language are chosen by its tag; somebody may have taken all languages as one, or
    apart, and then the signature has the tag however the data spell it.
    """
    yield pooled(whole, choice, languages=False)
    if LANGUAGE_COLUMN not in choice.where:
        yield pooled(whole, choice, languages=True)
    else:
        others = {name: own for name, own in choice.where.items() if name != LANGUAGE_COLUMN}
        apart = replace(choice, where=others, group=(LANGUAGE_COLUMN,))
        yield pooled(whole, apart, languages=False)


def _model(asked: _Asked, model: Any, options: Options) -> dict[str, Any]:
    """Which model is loaded, and at which revision."""
    name, revision = split_name(asked.fields["model"])
    if asked.has_commit and (model is None or (isinstance(model, str) and model == name)):
        return {"model": name, "revision": options.revision or revision}
    if model is None:
        if not is_found_by_name(asked.fields, "model"):
            raise ModelError(
                expected=f"the model {shorten(name)} whose content hash is {revision}",
                got="its name and hash alone: it was a folder or a live model",
                fix="Add --model FOLDER (model=… in Python, a live model too).",
            )
        model = EMBEDDED
    return {"model": model}


def _load(asked: _Asked, options: Options, language: str | None) -> MaskedLM:
    try:
        return load_asked(options, language).in_language(language)
    except ModelError as error:
        if options.model != split_name(asked.fields["model"])[0]:
            raise
        fix = f"{error.fix} Or give a copy of it: --model FOLDER."
        raise ModelError(expected=error.expected, got=error.got, fix=fix) from error
