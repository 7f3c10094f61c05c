"""The options of the builder: what they choose, and what is refused."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from builders.kit.arguments import DatasetFolder, Folder, PerLanguage
from builders.kit.builder import BuildOptions
from builders.kit.sources import read_sources
from builders.politician_completions.build import BUILDER
from builders.politician_completions.options import ModelChoice, OrderChoice
from equimask.core.errors import OptionError
from tests.builders.politician_completions import worlds


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> worlds.SmallWorld:
    return worlds.SmallWorld(tmp_path_factory.mktemp("world"))


def test_declared_treebanks_and_models_are_taken_where_none_are_given(
    root: Path, world: worlds.SmallWorld
) -> None:
    declared = read_sources(root / "builders/politician_completions/source.toml").files
    extra = {
        "politicians": DatasetFolder(str(world.politicians)),
        "model": [ModelChoice(f"es={world.model}")],
        "udpipe": [PerLanguage("es=spanish-ancora-ud-2.5-191206")],
    }
    chosen = BUILDER.choose(declared, BUILDER.ready(BuildOptions(extra=extra)))
    assert [file.name for file in chosen] == [
        "ud/es_gsd-ud-dev.conllu",
        "ud/es_gsd-ud-test.conllu",
        "ud/es_pud-ud-test.conllu",
        "udpipe/spanish-ancora-ud-2.5-191206.udpipe",
    ]
    given = {**extra, "treebanks": [Folder(str(world.treebanks))]}
    chosen = BUILDER.choose(declared, BUILDER.ready(BuildOptions(extra=given)))
    assert [file.name for file in chosen] == ["udpipe/spanish-ancora-ud-2.5-191206.udpipe"]
    models = [file for file in declared if file.name.startswith("udpipe/")]
    assert models and {file.licence for file in models} == {"CC-BY-NC-SA-4.0"}


def test_wrong_options_are_refused(
    world: worlds.SmallWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    for more, says in (
        (("--model", str(world.model)), "every --model once"),
        (("--udpipe", "es=spanish-ancoro"), "spanish-ancora-ud-2.5-191206.udpipe"),
        (("--udpipe", "de=x"), "politicians have names in, with --udpipe"),
        (("--lemmas", "tagger"), "--udpipe beside --lemmas tagger"),
    ):
        assert worlds.build(world.arguments(*more)) == 2
        assert says in capsys.readouterr().err
    foreign = worlds.model(world.folder / "foreign", ["table"])
    assert worlds.build(world.arguments("--model", str(foreign))) == 2
    assert "name those that it knows" in capsys.readouterr().err
    with pytest.raises(OptionError, match="--politicians"):
        BUILDER.ready(BuildOptions())
    with pytest.raises(argparse.ArgumentTypeError, match="mask_first"):
        OrderChoice("en=before")
    with pytest.raises(argparse.ArgumentTypeError, match="ADJ or VERB"):
        OrderChoice("en:NOUN=mask_first")


def test_a_tagger_that_may_not_be_passed_on_is_refused_where_only_free_sources_are_wanted(
    world: worlds.SmallWorld, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.udpipe"
    own.write_bytes(b"a model")
    more = ("--redistributable-only", "--udpipe", f"es={own}")
    assert worlds.build(world.arguments(*more)) == 2
    assert "may be passed on" in capsys.readouterr().err


def test_names_of_another_build_than_the_receipt_are_refused(
    world: worlds.SmallWorld, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = worlds.politicians(tmp_path / "politicians", {"en": worlds.ENGLISH})
    text = (folder / "receipt.json").read_text(encoding="utf-8")
    worlds.politicians(folder, {"en": worlds.ENGLISH[1:]})
    (folder / "receipt.json").write_text(text, encoding="utf-8")
    assert worlds.build(world.arguments("--politicians", str(folder))) == 2
    assert "another build than the receipt" in capsys.readouterr().err
    for damaged in ("{", "[]", '{"configs": {"en": 3}}', "[" * 100_000):
        (folder / "receipt.json").write_text(damaged, encoding="utf-8")
        assert worlds.build(world.arguments("--politicians", str(folder))) == 2
        assert "receipt.json of a finished build" in capsys.readouterr().err
    assert worlds.build(world.arguments("--politicians", str(tmp_path))) == 2
    assert "Build it first" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "shown", "languages"),
    [
        ("owner/name", "owner/name", ()),
        ("en=owner/name", "en=owner/name", ("en",)),
        ("en,zh=/a/b/model", "en,zh=model", ("en", "zh")),
        ("/a/x=y/model", "model", ()),
    ],
)
def test_a_model_may_be_for_some_languages(
    text: str, shown: str, languages: tuple[str, ...]
) -> None:
    choice = ModelChoice(text)
    assert (str(choice), choice.languages) == (shown, languages)
    assert choice.speaks("en") and choice.speaks("fi") is (not languages)
