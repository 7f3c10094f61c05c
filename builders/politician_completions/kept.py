"""What the models have answered, kept on disk: by language, model and piece."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.kit.shards import Shards, as_folder_name, options_key
from builders.politician_completions.language_job import Filters, LanguageJob, Part
from builders.politician_completions.options import CompletionOptions, ModelChoice
from equimask.core.files import sha256
from equimask.studies.completions.word_filter import Candidate, FilteredWords

Signature = Mapping[str, str]

_WORDS, _ASKED = "words", "asked"


class Kept:
    """The answers of one model in one language, and the words that it may answer with.

    What is kept of one model is another folder than that of any other: models and languages may
    be asked at once. Weights, tokenizer, precision and all that the language's job depends on are
    the key.
    """

    def __init__(
        self, own: CompletionOptions, job: LanguageJob, signature: Signature, writer: str = ""
    ) -> None:
        self.signature, self._own, self._job = dict(signature), own, job
        self.model = signature["model"]
        name = f"{self.model} {signature['tok']} {own.dtype}"
        options = {**_common(own, job), "signature": self.signature}
        self.shards = Shards(
            own.shards / job.lang / as_folder_name(name), options, writer=writer, waits=True
        )

    def __enter__(self) -> Kept:
        self.shards.__enter__()
        return self

    def __exit__(self, *failure: object) -> None:
        self.shards.__exit__(*failure)

    def note_asked(self, choice: ModelChoice) -> None:
        """By which words on the command line the model was meant, so that it need not be loaded."""
        asked = _asked_as(self._own, choice)
        if not self.shards.finished(asked):
            self.shards.write(asked, ())

    def filters(self) -> Filters | None:
        """The words that may be answered, by part of speech."""
        if not self.shards.finished(_WORDS):
            return None
        filters = {
            upos: FilteredWords({}, facts["dropped"], facts["other_lemmas"])
            for upos, facts in self.shards.facts(_WORDS).items()
        }
        for row in self.shards.read(_WORDS):
            filters[row["upos"]].candidates[row["token"]] = Candidate(row["word"], row["lemma"])
        return filters

    def keep_filters(self, filters: Filters) -> None:
        """Keep them beside the answers, which name words by their tokens."""
        rows = (
            {"upos": upos, "token": token, **candidate._asdict()}
            for upos, words in filters.items()
            for token, candidate in words.candidates.items()
        )
        facts = {
            upos: {"dropped": words.dropped, "other_lemmas": words.other_lemmas}
            for upos, words in filters.items()
        }
        self.shards.write(_WORDS, rows, facts)

    def has(self, part: Part) -> bool:
        """Whether the answers about these people are there."""
        return self.shards.finished(_name(part))

    def keep(self, part: Part, rows: list[dict[str, Any]], facts: Mapping[str, Any]) -> None:
        """Keep the answers about some people."""
        self.shards.write(_name(part), rows, facts)

    def answers(self, part: Part) -> Iterator[dict[str, Any]]:
        """They, a person after another."""
        return self.shards.read(_name(part))

    def facts(self, part: Part) -> dict[str, Any]:
        """What was kept beside them."""
        return self.shards.facts(_name(part))

    def lacking(self) -> tuple[list[Part], bool]:
        """The parts that are not there, and whether all that is lacking was there once."""
        parts = [part for part in self._job.parts() if not self.has(part)]
        names = [_name(part) for part in parts]
        if not self.shards.finished(_WORDS):
            names.append(_WORDS)
        return parts, self.shards.damaged.issuperset(names)


def signatures_asked(
    own: CompletionOptions, job: LanguageJob, choice: ModelChoice
) -> list[Signature]:
    """The models that were meant by the same words before, and have answered this very job."""
    common, found = json.loads(json.dumps(_common(own, job))), []
    for path in sorted((own.shards / job.lang).glob("*/*/options.json")):
        options = _options_in(path)
        signature = options.pop("signature", None)
        if signature and options == common:
            with Kept(own, job, signature, "reader") as kept:
                if kept.shards.finished(_asked_as(own, choice)):
                    found.append(signature)
    return found


def _options_in(path: Path) -> dict[str, Any]:
    """Nothing where they are not those that the folder is named by."""
    try:
        options = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
    return options if options_key(options) == path.parent.name else {}


def _common(own: CompletionOptions, job: LanguageJob) -> dict[str, Any]:
    return {**job.key, "dtype": own.dtype}


def _asked_as(own: CompletionOptions, choice: ModelChoice) -> str:
    place = Path(choice.place)
    where = str(place.resolve()) if place.is_dir() else choice.place
    asked = [where, own.revision, own.trust_remote_code]
    return f"{_ASKED} {sha256(json.dumps(asked).encode())[:16]}"


def _name(part: Part) -> str:
    return f"{part.number:06}"
