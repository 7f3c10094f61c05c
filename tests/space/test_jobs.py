"""Jobs of visitors: ended when they leave or take too much, and the next one is served."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from equimask.core.embedded import EMBEDDED
from equimask.core.errors import ModelError
from equimask.space import jobs
from equimask.space.jobs import Told, Worker, _Running, environment
from equimask.space.scoring import Fields
from tests import tiny
from tests.hub.server import WRITER, FakeHub, serving
from tests.hub.store import Blob, Commit

pytestmark = pytest.mark.slow  # second processes

ROWS = "\n".join(map("\t".join, zip(tiny.MORE, tiny.LESS, strict=True)))
MANY = "\n".join(f"She cooks for {i} men.\tHe cooks for {i} men." for i in range(1_500))


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    with pytest.MonkeyPatch.context() as patch, serving() as running:
        patch.setenv("HF_ENDPOINT", running.url)
        patch.setenv("HF_HUB_OFFLINE", "0")
        patch.setenv("HF_HUB_DISABLE_XET", "1")
        patch.setenv("NO_PROXY", "127.0.0.1,localhost")
        patch.setenv("HF_TOKEN", WRITER)
        yield running


@pytest.fixture(scope="module")
def worker(hub: FakeHub) -> Iterator[Worker]:
    running = Worker(memory=3 * 10**9, seconds=60)
    yield running
    running.close()


@pytest.fixture(scope="module")
def published(hub: FakeHub, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A tiny model on the hub, with these changes to its files."""

    def publish(name: str, changes: dict[str, Any] | None = None, file: str = "config.json") -> str:
        tokenizer = tiny.wordpiece_tokenizer()
        folder = tmp_path_factory.mktemp("model")
        tiny.save(folder, tiny.tiny_bert(len(tokenizer)), tokenizer)
        path = folder / file
        content = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        path.write_text(json.dumps(content | (changes or {})), encoding="utf-8")
        repo = hub.store.create("model", f"lab/{name}")
        files = {one.name: Blob(one.read_bytes()) for one in folder.iterdir()}
        repo.add(Commit(files, "model", repo.head.oid))
        return f"lab/{name}"

    return publish


def scored(worker: Worker, model: str = EMBEDDED, text: str = ROWS) -> str:
    *_, last = worker.answers("cps", Fields(model, "en", text))
    assert isinstance(last, str)
    return last


def test_one_process_serves_one_visitor_after_another(worker: Worker) -> None:
    assert 'aria-label="Result"' in scored(worker)
    first = worker.process
    assert 'aria-label="Result"' in scored(worker)
    assert worker.process == first is not None


def test_no_secret_reaches_the_process(tmp_path: Path) -> None:
    given = {"HF_TOKEN": "hf_mine", "MY_KEY": "hf_mine", "PATH": "/bin", "HOME": "/home/owner"}
    known = environment({**given, "LC_ALL": "C.UTF-8", "HF_TOKEN_PATH": "/home/owner/t"}, tmp_path)
    assert "hf_mine" not in "".join(known.values()) and "owner" not in "".join(known.values())
    assert known["PATH"] == "/bin" and known["LC_ALL"] == "C.UTF-8"
    assert known["HF_HUB_DISABLE_IMPLICIT_TOKEN"] == "1"


def test_models_of_the_hub_are_fetched_as_anybody_would(
    worker: Worker, hub: FakeHub, published: Any
) -> None:
    name = published("honest")
    hub.authorised.clear()
    assert "model:lab/honest@" in scored(worker, name)
    assert hub.authorised and set(hub.authorised) == {None}


def test_a_job_leaves_no_more_models_than_there_is_room_for(
    worker: Worker, published: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = published("passing")
    assert "model:lab/passing@" in scored(worker, name)
    assert worker._home is not None
    kept = worker._home / "hub" / "models--lab--passing"
    assert kept.exists()
    monkeypatch.setattr(jobs, "MAX_KEPT", 0)
    assert "model:lab/passing@" in scored(worker, name)
    assert not kept.exists()


def test_what_a_config_asks_for_is_counted_before_memory_is_taken(
    worker: Worker, published: Any
) -> None:
    name = published("hungry", {"intermediate_size": 4_000_000})
    start = psutil.Process(worker.process).memory_info().rss if worker.process else 0
    shown = scored(worker, name)
    assert "its config asks for" in shown
    assert psutil.Process(worker.process).memory_info().rss - start < 500_000_000


def test_more_layers_than_any_model_has_are_refused_at_once(worker: Worker, published: Any) -> None:
    start = time.monotonic()
    assert "num_hidden_layers=20000" in scored(
        worker, published("deep", {"num_hidden_layers": 20000})
    )
    assert time.monotonic() - start < 30


def test_weights_elsewhere_are_refused(worker: Worker, published: Any) -> None:
    shown = scored(worker, published("sly", {"transformers_weights": "deep/large.safetensors"}))
    assert "whose config names another" in shown


def test_an_adapter_leads_to_no_other_model(worker: Worker, hub: FakeHub, published: Any) -> None:
    """transformers would load what it names, be that large, or a folder of this server."""
    base = published("base")
    hub.seen.clear()
    adapter = {"base_model_name_or_path": base, "peft_type": "LORA"}
    shown = scored(worker, published("adapter", adapter, "adapter_config.json"))
    assert "which holds an adapter" in shown
    assert not [path for _, path in hub.seen if base in path]


def test_who_leaves_ends_the_job_and_the_next_one_is_served(worker: Worker) -> None:
    answers = worker.answers("cps", Fields(EMBEDDED, "en", MANY))
    for told in answers:
        assert isinstance(told, Told)
        if told.share:
            break
    left = worker.process
    answers.close()
    assert not psutil.pid_exists(left or 0)
    assert 'aria-label="Result"' in scored(worker)


def test_a_tokenizer_that_panics_is_told(worker: Worker, published: Any) -> None:
    split = {"type": "Split", "pattern": {"Regex": "(?:a|aa|aaa)+$b"}, "behavior": "Isolated"}
    changes = {"pre_tokenizer": split | {"invert": False}}
    name = published("panics", changes, "tokenizer.json")
    shown = scored(worker, name, f"{'a' * 400}\t{'a' * 401}")
    assert "a tokenizer that reads plain text" in shown and "PanicException" in shown
    assert 'aria-label="Result"' in scored(worker)


def test_a_job_that_takes_too_long_is_ended(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "seconds", 0.3)
    with pytest.raises(ModelError, match=r"at most 0\.3 s on this shared page, but got one that"):
        scored(worker, text=MANY)


def test_a_job_that_others_wait_for_has_less_time(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "seconds_waited_for", 0.3)
    answers = worker.answers("cps", Fields(EMBEDDED, "en", MANY), lambda: 2)
    with pytest.raises(ModelError, match=r"at most 0\.3 s .* while others wait, .* with 2 waiting"):
        list(answers)


def test_a_job_that_wants_too_much_memory_is_ended(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(_Running, "memory", lambda _: worker.memory + 1)
        with pytest.raises(ModelError, match="at most 3 GB of memory"):
            scored(worker, text=MANY)
    assert 'aria-label="Result"' in scored(worker)


def test_the_process_itself_cannot_take_more_memory() -> None:
    command = [sys.executable, "-m", "equimask.space.worker", "50000000"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "READY" not in done.stdout


def test_nothing_is_left_of_a_worker() -> None:
    worker = Worker()
    worker.start()
    process = worker.process
    worker.close()
    assert process is not None and not psutil.pid_exists(process)
    assert worker.process is None


def test_a_page_that_is_killed_leaves_nobody_behind() -> None:
    code = (
        "import os\nfrom equimask.space.jobs import Worker\nworker = Worker()\nworker.start()\n"
        "next(worker._running.wait_until_ready())\n"
        "print(worker.process, flush=True)\nos.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    process = int(done.stdout)
    until = time.monotonic() + 60
    while psutil.pid_exists(process) and time.monotonic() < until:
        time.sleep(0.1)
    assert not psutil.pid_exists(process)
