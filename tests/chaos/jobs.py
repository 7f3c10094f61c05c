"""Small jobs of every kind that takes long in earnest, and what is left when one is done."""

from __future__ import annotations

import bz2
import hashlib
import json
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builders.__main__ import main as build
from tests import tiny
from tests.builders.politician_completions import worlds
from tests.builders.politicians.builds import IMPATIENT
from tests.builders.politicians.wikidata_cases import special_records
from tests.builders.politicians.wikidata_records import crowd, dump_text
from tests.builders.politicians.wikidata_server import (
    SparqlServer,
    cut,
    drips,
    endless,
    half_json,
    leads_away,
    lost_rows,
    other_types,
    stack_trace,
    status,
    truncated,
)
from tests.builders.politicians.wikidata_server import serving as serving_queries
from tests.hub import server as hub_server
from tests.hub.server import WRITER, FakeHub

_PEOPLE, _DUMPED = 1_500, 600


@dataclass(frozen=True)
class Job:
    """A command that fills `{out}`, what its end is known by, and a server that may misbehave.

    `lie` lets the server misbehave until it is called again with None.
    """

    name: str
    command: Sequence[str]
    result: Callable[[Path], str]
    lie: Callable[[random.Random | None], None] | None = None

    def into(self, out: Path) -> list[str]:
        """The command for this folder."""
        return [
            part.replace("{out}", str(out)).replace("{name}", out.parent.name)
            for part in self.command
        ]


@contextmanager
def all_jobs(
    folder: Path, only: Collection[str] = ()
) -> Iterator[tuple[list[Job], dict[str, str]]]:
    """The jobs, all or those named, and the surroundings that their commands need."""
    with (
        serving_queries(special_records() + crowd(60, seed=3)) as queries,
        hub_server.serving() as hub,
    ):
        env = {
            "HF_ENDPOINT": hub.url,
            "HF_HOME": str(folder / "home"),
            "HF_TOKEN": WRITER,
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_OFFLINE": "0",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "NO_PROXY": "127.0.0.1,localhost",
        }
        made: dict[str, Callable[[], Job]] = {
            "audit": lambda: _audit(folder),
            "completions": lambda: _completions(folder),
            "dump": lambda: _dump(folder),
            "query": lambda: _query(queries),
            "publish": lambda: _publish(folder, hub),
        }
        jobs = [make() for name, make in made.items() if not only or name in only]
        yield jobs, env


def _audit(folder: Path) -> Job:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.save(folder / "bert", tiny.tiny_bert(len(tokenizer)), tokenizer)
    languages = [part for code in ("en", "de", "fi") for part in ("-l", code)]
    metrics = [part for name in ("aul", "sbm") for part in ("-m", name)]
    command = ["audit", str(model), *languages, *metrics, "--n-resamples", "49", "--out", "{out}"]
    return Job("audit", ["equimask", *command], lambda out: digest(out / "results.json"))


def _completions(folder: Path) -> Job:
    rng = random.Random(1)
    words = [f"{start}{end}" for start in "bcdfglmnprstv" for end in ("ig", "old", "ran", "sees")]
    genders = ("male", "female", "non-binary")
    people = {
        lang: [
            (f"Q{n}", " ".join(rng.choices(words, k=2)).title(), rng.choice(genders))
            for n in range(1, _PEOPLE + 1)
        ]
        for lang in ("en", "es")
    }
    tags = {"ig": "ADJ", "old": "ADJ", "ran": "VERB", "sees": "VERB"}
    bank = " ".join(f"{word}/{word[0]}/{tags[word[1:]]}" for word in words)
    for lang in people:
        worlds.treebank(folder / "ud" / lang, f"{lang}_x-ud-test.conllu", bank)
    command = [
        *("builders", "politician_completions", "--top-adjectives", "4", "--top-verbs", "3"),
        *("--politicians", str(worlds.politicians(folder / "people", people))),
        *("--treebanks", str(folder / "ud"), "--model", str(worlds.model(folder / "one", words))),
        *("--shards", "{out}/shards", "--out", "{out}"),
    ]
    return Job("completions", command, _content_hash)


def _dump(folder: Path) -> Job:
    lines = dump_text(special_records() + crowd(_DUMPED, seed=5)).encode().splitlines(keepends=True)
    parts = [b"".join(lines[i : i + 200]) for i in range(0, len(lines), 200)]
    path = folder / "dump.json.bz2"
    path.write_bytes(b"".join(map(bz2.compress, parts)))
    return Job(
        "dump", ["builders", "politicians", "--dump", str(path), "--out", "{out}"], _content_hash
    )


def _query(server: SparqlServer) -> Job:
    faults = (
        status(429, Retry_After="0"), status(500), status(503), cut, truncated, half_json,
        stack_trace, lost_rows, drips, endless, other_types, leads_away,
    )  # fmt: skip

    def lie(rng: random.Random | None) -> None:
        server.always = lambda _: None
        if rng is not None:
            share = rng.choice((0.1, 0.4, 1.0))
            server.always = lambda _: rng.choice(faults) if rng.random() < share else None

    command = ["builders", "politicians", "--endpoint", server.url, *IMPATIENT, "--language", "en"]
    return Job("query", [*command, "--out", "{out}"], _content_hash, lie)


def _publish(folder: Path, hub: FakeHub) -> Job:
    data = folder / "equimask_pairs"
    assert (
        build(["equimask_pairs", "--language", "de", "--language", "en", "--out", str(data)]) == 0
    )

    def lie(rng: random.Random | None) -> None:
        hub._waiting.clear()
        if rng is not None:
            for _ in range(rng.randint(1, 3)):
                fault = rng.choice([hub_server.status(500), hub_server.cut, hub_server.unanswered])
                hub.fail(rng.choice(["GET", "POST", "PUT"]), "/", fault, after=rng.randint(0, 6))

    def result(out: Path) -> str:
        files = hub.store.repos["dataset", f"lab/{out.parent.name}"].head.tree
        told = sorted((name, blob.sha256) for name, blob in files.items())
        return json.dumps([one for one in told if one[0] != "README.md"])  # it names the repository

    command = ["equimask", "publish", str(data), "--repo", "lab/{name}", "--yes"]
    return Job("publish", command, result, lie)


def digest(path: Path) -> str:
    """Of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _content_hash(out: Path) -> str:
    receipt = json.loads((out / "receipt.json").read_text("utf-8"))
    data = sorted((path.name, digest(path)) for path in (out / "data").glob("*.parquet"))
    return json.dumps([receipt["configs"], data], sort_keys=True)
