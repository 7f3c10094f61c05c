"""A visitor reaches the embedded model and what the Hub shows to everybody, nothing else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from huggingface_hub import HfApi

from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.core.errors import ModelError
from equimask.space import models
from equimask.space.limits import MAX_BESIDE, MAX_PARAMETERS
from equimask.space.models import SUGGESTED, Found, find_model
from tests.hub.server import WRITER, FakeHub, status
from tests.hub.store import Blob, Commit

PARTS = ("expected", "got", "fix")


@pytest.fixture
def any_config(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of repositories that hold no configuration, which stands apart from what is tested here."""
    monkeypatch.setattr(models, "_refuse_config", lambda *_: None)


@pytest.fixture
def never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: Any, **__: Any) -> None:
        raise AssertionError("the Hub was asked")

    monkeypatch.setattr(HfApi, "model_info", ask)


def test_the_embedded_model_needs_no_hub(never_asked: None) -> None:
    assert find_model(EMBEDDED) == Found(EMBEDDED)


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd", "/etc", "~", "~/model", ".", "..", "./model", "../model", "a/../b", "a/b/c",
        "C:\\models", "file:///etc", "https://example.org/model", "a b", "a\nb", "a\x00b", "a//b",
        str(embedded_model_path()), "", "  ", None,
    ],
)  # fmt: skip
def test_a_path_is_refused_before_anything_is_read(never_asked: None, name: str | None) -> None:
    with pytest.raises(ModelError, match="the id of a public model on the Hub"):
        find_model(name)


@pytest.mark.parametrize("name", ["model", "lab/model", "app.py", "dangling"])
def test_a_file_that_looks_like_an_id_is_refused(
    never_asked: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "lab" / "model").mkdir(parents=True)
    (tmp_path / "app.py").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match="cannot be told from a file of this server"):
        find_model(name)


def test_what_the_hub_shows_to_everybody_is_found(hub: FakeHub, any_config: None) -> None:
    HfApi(endpoint=hub.url, token=WRITER).create_repo("lab/model")
    head = hub.store.repos["model", "lab/model"].head.oid
    assert find_model(" lab/model ") == Found("lab/model", head)


def test_the_owners_token_opens_nothing_to_visitors(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", WRITER)
    HfApi(endpoint=hub.url).create_repo("lab/secret", private=True)
    assert HfApi(endpoint=hub.url).model_info("lab/secret").private
    with pytest.raises(ModelError, match="'lab/secret', which the Hub does not know or does not"):
        find_model("lab/secret")


def test_an_unknown_model_is_a_clear_error(hub: FakeHub) -> None:
    with pytest.raises(ModelError, match="'no/such', which the Hub does not know") as caught:
        find_model("no/such")
    assert all(getattr(caught.value, part) for part in PARTS)


def test_a_gated_model_is_named_as_such(hub: FakeHub) -> None:
    HfApi(endpoint=hub.url, token=WRITER).create_repo("lab/gated")
    hub.store.repos["model", "lab/gated"].gated = True
    with pytest.raises(ModelError, match="whose licence has to be accepted"):
        find_model("lab/gated")


def test_a_hub_that_does_not_answer_is_not_the_visitors_fault(hub: FakeHub) -> None:
    hub.fail("GET", "/api/models", status(404), times=99)
    with pytest.raises(ModelError, match=r"an answer from the Hub about 'lab/model'.*embedded"):
        find_model("lab/model")


def test_without_a_network_the_same_is_said() -> None:
    with pytest.raises(ModelError, match="but got OfflineModeIsEnabled"):
        find_model("lab/model")


@pytest.mark.parametrize("parameters", [MAX_PARAMETERS, MAX_PARAMETERS + 1])
def test_a_model_too_large_for_the_machine_is_refused(
    monkeypatch: pytest.MonkeyPatch, any_config: None, parameters: int
) -> None:
    size = SimpleNamespace(total=parameters)
    found = SimpleNamespace(id="lab/large", sha="1", gated=False, safetensors=size, siblings=None)
    monkeypatch.setattr(HfApi, "model_info", lambda *_, **__: found)
    if parameters <= MAX_PARAMETERS:
        assert find_model("lab/large").name == "lab/large"
    else:
        with pytest.raises(ModelError, match=r"but got lab/large with 1,000,000,001\."):
            find_model("lab/large")


@pytest.mark.parametrize("size", [4_000, 4_004])
def test_weights_that_do_not_count_themselves_are_weighed(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch, any_config: None, size: int
) -> None:
    monkeypatch.setattr("equimask.space.models.MAX_PARAMETERS", 1_000)
    repo = hub.store.create("model", "lab/old")
    half = Blob(b"0" * (size // 2))
    names = ("pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin")
    apart = {"tf_model.h5": Blob(b"0" * 9_000), "onnx/model.bin": Blob(b"0" * 9_000)}
    repo.add(Commit({**dict.fromkeys(names, half), **apart}, "weights", repo.head.oid))
    if size == 4_000:
        assert find_model("lab/old").name == "lab/old"
    else:
        with pytest.raises(ModelError, match=r"lab/old with 1,001\."):
            find_model("lab/old")


def test_weights_in_parts_are_weighed_in_whatever_folder_they_lie(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch, any_config: None
) -> None:
    monkeypatch.setattr("equimask.space.models.MAX_PARAMETERS", 1_000)
    repo = hub.store.create("model", "lab/parts")
    files = {"deep/one.safetensors": Blob(b"0" * 4_004)}
    repo.add(Commit(files, "weights", repo.head.oid))
    assert find_model("lab/parts").name == "lab/parts"  # nothing reads them
    index = {"model.safetensors.index.json": Blob(b"{}")}
    repo.add(Commit({**files, **index}, "index", repo.head.oid))
    with pytest.raises(ModelError, match=r"lab/parts with 1,001\."):
        find_model("lab/parts")


def test_a_vocabulary_that_fills_the_disk_is_refused(
    monkeypatch: pytest.MonkeyPatch, any_config: None
) -> None:
    files = [SimpleNamespace(rfilename="tokenizer.json", size=MAX_BESIDE + 1)]
    found = SimpleNamespace(id="lab/wordy", sha="1", gated=False, safetensors=None, siblings=files)
    monkeypatch.setattr(HfApi, "model_info", lambda *_, **__: found)
    with pytest.raises(ModelError, match=r"at most 0\.1 GB beside the weights.*lab/wordy"):
        find_model("lab/wordy")


@pytest.mark.parametrize(
    ("asked", "stored"), [(MAX_PARAMETERS + 1, MAX_PARAMETERS), (512_000_000, 300_000)]
)
def test_a_config_that_asks_for_more_than_there_is_is_refused(
    monkeypatch: pytest.MonkeyPatch, asked: int, stored: int
) -> None:
    monkeypatch.setattr(models, "read_fields", lambda *_: {})
    monkeypatch.setattr(models, "parameter_count", lambda *_: asked)
    size = SimpleNamespace(total=stored)
    found = SimpleNamespace(id="lab/liar", sha="1", gated=False, safetensors=size, siblings=None)
    monkeypatch.setattr(HfApi, "model_info", lambda *_, **__: found)
    with pytest.raises(ModelError, match=f"{asked:,}"):
        find_model("lab/liar")


def test_weights_that_a_config_names_elsewhere_are_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fields = {"transformers_weights": "deep/large.safetensors"}
    monkeypatch.setattr(models, "read_fields", lambda *_: fields)
    found = SimpleNamespace(id="lab/sly", sha="1", gated=False, safetensors=None, siblings=[])
    monkeypatch.setattr(HfApi, "model_info", lambda *_, **__: found)
    with pytest.raises(ModelError, match=r"names another: 'deep/large\.safetensors'"):
        find_model("lab/sly")


def test_a_new_name_from_the_hub_is_no_path_either(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lab" / "moved").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    found = SimpleNamespace(id="lab/moved", sha="1", gated=False, safetensors=None, siblings=[])
    monkeypatch.setattr(HfApi, "model_info", lambda *_, **__: found)
    with pytest.raises(ModelError, match="cannot be told from a file"):
        find_model("lab/model")


def test_suggestions_are_ids() -> None:
    assert all(name.count("/") == 1 for name in SUGGESTED)
