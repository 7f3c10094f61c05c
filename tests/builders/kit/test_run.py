"""A toy builder with two declared files, and all that may happen to a build of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from builders.__main__ import main
from builders.kit.builder import Builder, BuildOptions, ExtraConfig, Files, Summary
from builders.kit.fetch import LocatedFile
from builders.kit.receipt import size_category
from builders.kit.run import build, render_anew
from builders.kit.sources import SourceFile
from equimask.core.errors import DataError, OptionError
from equimask.core.files import _prefix, clear_leftovers, passing_folder, sha256
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS

NAME = "gender_lexicon"
FILES = {"one/en.tsv": b"king\tqueen\n", "two/fr.tsv": b"roi\treine\n"}
FREE, BOUND = FILES
TEMPLATE = "---\n{{ card_data }}\n---\n\n# {{ pretty_name }}\n\n{{ receipt.rows }} rows.\n"


def row(lang: str, male: str, female: str) -> dict[str, str]:
    return dict.fromkeys(DATASET_COLUMNS[NAME], "") | {
        "lang": lang,
        "male": male,
        "female": female,
    }


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    summary["languages"] = []
    for name, path in files.items():
        lang = Path(name).stem
        for line in path.read_text("utf-8").splitlines():
            male, female = line.split("\t")
            if male == "stop":
                raise DataError(expected="words", got="stop", fix="Go on.")
            options.note("repaired", lang, "line read")
            if options.wants(lang):
                yield row(lang, male, female)
        summary["languages"].append(lang)


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    return [file for file in files if options.wants(Path(file.name).stem)]


BUILDER = Builder(rows=rows)
LENIENT = replace(BUILDER, choose=choose, may_lack_sources=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "builder"
    made.mkdir()
    declare(made, FILES)
    (made / "card.md.jinja").write_text(TEMPLATE, encoding="utf-8")
    return made


def declare(folder: Path, files: dict[str, bytes], more: str = "") -> None:
    text = f'[dataset]\nname = "{NAME}"\nversion = "1.2.0"\n[card]\npretty_name = "Made up"\n'
    text += 'license = "mit"\n[card.with_restricted_sources]\nlicense = "other"\n'
    for name, data in files.items():
        text += f'[[file]]\nname = "{name}"\nurl = "https://example.org/{name}"\n'
        text += f'sha256 = "{sha256(data)}"\nlicence = "MIT"\n{more}'
        text += f"redistributable = {str(name == FREE).lower()}\n"
        (folder.parent / name).parent.mkdir(exist_ok=True)
        (folder.parent / name).write_bytes(data)
    (folder / "source.toml").write_text(text, encoding="utf-8")


def run(folder: Path, out: str = "out", builder: Builder = BUILDER, **options: Any) -> Any:
    source = folder.parent
    return build(folder, builder, source / out, BuildOptions(source=source, **options))


def metadata(folder: Path) -> dict[str, Any]:
    text = (folder.parent / "out" / "README.md").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text.split("---")[1]))


def content(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_build_writes_parquet_receipt_and_card(folder: Path) -> None:
    run(folder)
    out = folder.parent / "out"
    assert sorted(path.name for path in out.iterdir()) == ["README.md", "data", "receipt.json"]
    table = pq.read_table(out / "data" / "fr.parquet").to_pylist()
    assert table == [row("fr", "roi", "reine")]


def test_two_builds_write_the_same_receipt_and_card(folder: Path) -> None:
    assert run(folder, "one") == run(folder, "two")
    for name in ("receipt.json", "README.md", "data/en.parquet"):
        one, two = (folder.parent / place / name for place in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_the_receipt_says_what_went_in_and_what_came_out(folder: Path) -> None:
    receipt = run(folder)
    assert receipt == json.loads((folder.parent / "out" / "receipt.json").read_text("utf-8"))
    assert [source["sha256"] for source in receipt["sources"]] == list(map(sha256, FILES.values()))
    assert receipt["configs"]["en"]["rows"] == 1
    assert receipt["rows"] == 2
    assert receipt["repaired"] == {"en": {"line read": 1}, "fr": {"line read": 1}}
    assert receipt["summary"] == {"languages": ["en", "fr"]}
    assert set(receipt["versions"]) == {"equimask", "pyarrow"}
    assert str(folder.parent) not in json.dumps(receipt)


def test_the_card_declares_configs_features_and_the_default(folder: Path) -> None:
    run(folder)
    card = metadata(folder)
    assert [config.get("default", False) for config in card["configs"]] == [True, False]
    assert card["configs"][1]["data_files"] == [{"split": "test", "path": "data/fr.parquet"}]
    assert [f["name"] for f in card["dataset_info"][0]["features"]] == list(DATASET_COLUMNS[NAME])
    assert card["dataset_info"][0]["splits"][0]["num_examples"] == 1
    assert card["language"] == ["en", "fr"]
    assert card["license"] == "other"


def example(folder: Path, more: str = "") -> str:
    """What a card says of a row."""
    template = "---\n{{ card_data }}\n---\n\n{{ example_row }}\n"
    (folder / "card.md.jinja").write_text(template, encoding="utf-8")
    source = folder / "source.toml"
    source.write_text(source.read_text(encoding="utf-8") + more, encoding="utf-8")
    run(folder)
    card = (folder.parent / "out" / "README.md").read_text(encoding="utf-8")
    return card.rpartition("---\n")[2].strip()


def test_rows_of_others_are_not_shown_but_a_made_up_one_is(folder: Path) -> None:
    assert example(folder) == ""
    text = example(folder, '[example]\nlang = "en"\nmale = "a|b"\n')
    assert text.startswith("A made-up row, which the dataset does not have")
    assert "| `male` | a\\|b |\n| `female` | (empty) |" in text
    assert "king" not in text
    receipt = json.loads((folder.parent / "out" / "receipt.json").read_text("utf-8"))
    assert "example" not in receipt


def test_what_was_written_for_this_project_shows_its_first_row(folder: Path) -> None:
    packaged = '[dataset]\nname = "gender_lexicon"\nversion = "1.2.0"\n[card]\nlicense = "mit"\n'
    packaged += '[[packaged]]\nfiles = "papers.bib"\nlicence = "CC0-1.0"\n'
    (folder / "source.toml").write_text(packaged, encoding="utf-8")

    def written(*_: Any) -> Iterator[Row]:
        yield from (row("de", "König", "Königin"), row("en", "king", "queen"), row("en", "a", "b"))

    builder = replace(BUILDER, rows=written)
    template = "---\n{{ card_data }}\n---\n\n{{ example_row }}\n"
    (folder / "card.md.jinja").write_text(template, encoding="utf-8")
    receipt = run(folder, builder=builder)
    assert receipt["example"] == row("en", "king", "queen")
    card = (folder.parent / "out" / "README.md").read_text(encoding="utf-8")
    assert "The first row of `en`:" in card and "| `male` | king |" in card
    # a file that an option names is not this project's
    given = LocatedFile(SourceFile("mine.tsv", "none", False), folder / "source.toml", "0" * 64)
    builder = replace(builder, further_files=lambda *_: nullcontext([given]))
    assert "example" not in run(folder, builder=builder)


def test_the_folder_loads_as_a_hub_dataset(folder: Path, tmp_path: Path) -> None:
    from datasets import load_dataset

    run(folder)
    loaded = load_dataset(
        str(folder.parent / "out"), split="test", cache_dir=str(tmp_path / "cache")
    )
    assert loaded[:]["female"] == ["queen"]


def test_publishing_leaves_bound_sources_out(folder: Path) -> None:
    receipt = run(folder, redistributable_only=True)
    assert list(receipt["configs"]) == ["en"]
    assert receipt["redistributable"] is True
    assert receipt["options"]["redistributable_only"] is True
    assert metadata(folder)["license"] == "mit"


def test_chosen_languages_keep_their_content_hash(folder: Path) -> None:
    whole = run(folder, "whole")
    part = run(folder, languages=("fr",))
    assert part["configs"] == {"fr": whole["configs"]["fr"]}
    assert metadata(folder)["configs"][0]["default"] is True


def test_a_card_has_codes_for_the_hub_and_names_for_readers(folder: Path) -> None:
    (folder / "card.md.jinja").write_text(
        TEMPLATE + "{% for lang in receipt.configs %}{{ language_names[lang] }}; {% endfor %}"
    )
    tags = ("es-AR", "pt", "pt-BR")
    made = Builder(rows=lambda files, options, summary: (row(tag, "a", "b") for tag in tags))
    run(folder, builder=made)
    told = metadata(folder)
    assert (told["language"], told["language_details"]) == (["es", "pt"], "es-AR, pt, pt-BR")
    assert [config["config_name"] for config in told["configs"]] == list(tags)
    card = (folder.parent / "out" / "README.md").read_text("utf-8")
    assert "Spanish (Argentina); Portuguese; Portuguese (Brazil);" in card
    run(folder)
    assert "language_details" not in metadata(folder)


def test_an_unknown_language_is_refused_and_leaves_nothing_behind(folder: Path) -> None:
    with pytest.raises(OptionError, match="xx"):
        run(folder, languages=("xx",))
    assert not (folder.parent / "out").exists()


def test_no_rows_at_all_are_an_error(folder: Path) -> None:
    with pytest.raises(DataError, match="at least one row"):
        run(folder, builder=Builder(rows=lambda files, options, summary: iter(())))


@pytest.mark.parametrize("builder", [BUILDER, LENIENT])
def test_a_corrupted_source_stops_the_build_before_anything_is_written(
    builder: Builder, folder: Path
) -> None:
    (folder.parent / BOUND).write_bytes(b"roi\tdame\n")
    with pytest.raises(DataError) as refusal:
        run(folder, builder=builder)
    assert sha256(FILES[BOUND]) in str(refusal.value)
    assert sha256(b"roi\tdame\n") in str(refusal.value)
    assert not (folder.parent / "out").exists()


def test_a_missing_source_is_refused_unless_the_builder_may_lack_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.parent / BOUND).unlink()
    with pytest.raises(DataError, match=r"two/fr\.tsv"):
        run(folder)
    assert list(run(folder, builder=LENIENT)["configs"]) == ["en"]
    assert f"note: 1 sources not at hand below --source: {BOUND}" in capsys.readouterr().err


def test_no_source_at_all_is_an_error(folder: Path, tmp_path: Path) -> None:
    declare(folder, FILES, "derived = true\n")
    for name in FILES:
        (tmp_path / name).unlink()
    with pytest.raises(DataError, match=r"one/en\.tsv"):
        run(folder, builder=LENIENT)
    with pytest.raises(DataError, match="without --source"):
        build(folder, LENIENT, tmp_path / "out")


def test_a_build_that_fails_midway_leaves_the_earlier_one_alone(folder: Path) -> None:
    run(folder)
    before = content(folder.parent / "out")
    declare(folder, {**FILES, BOUND: b"stop\tstop\n"})
    with pytest.raises(DataError, match="Go on"):
        run(folder)
    assert content(folder.parent / "out") == before


def test_what_a_killed_build_left_behind_goes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("equimask.core.files.os.getpid", lambda: 2**22 + 1)  # nobody's
        left = folder.parent / "out" / f"{_prefix('data')}x.part"
    left.mkdir(parents=True)
    run(folder)
    assert not left.exists()


def test_a_build_at_work_in_the_same_folder_is_left_alone(folder: Path) -> None:
    with passing_folder("data", folder.parent) as other:
        (other / "en.parquet").touch()
        clear_leftovers(folder.parent)
        assert (other / "en.parquet").exists()
    assert not other.exists()


def test_a_full_disk_is_told_and_not_raised(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("builders.__main__._run", full)
    assert main(["equimask_pairs", "--out", str(folder.parent / "out")]) == 2
    assert "No space left on device" in capsys.readouterr().err


def test_parquet_of_languages_that_are_gone_is_removed(folder: Path) -> None:
    run(folder)
    run(folder, languages=("fr",))
    assert [path.name for path in (folder.parent / "out" / "data").iterdir()] == ["fr.parquet"]


def test_further_files_are_sources_and_are_held_as_long_as_the_build_runs(folder: Path) -> None:
    told = []

    @contextmanager
    def further_files(
        options: BuildOptions, out: Path, summary: Summary
    ) -> Iterator[list[LocatedFile]]:
        path = folder.parent / "de.tsv"
        path.write_text("König\tKönigin\n", encoding="utf-8")
        summary["gathered"] = out.name
        file = SourceFile("text/de.tsv", "not stated", redistributable=False)
        told.append("begun")
        yield [LocatedFile(file, path, "0" * 64)]
        told.append("well ended")

    builder = replace(LENIENT, further_files=further_files)
    receipt = run(folder, builder=builder)
    assert list(receipt["configs"]) == ["de", "en", "fr"]
    assert receipt["sources"][-1]["name"] == "text/de.tsv"
    assert receipt["summary"]["gathered"] == "out"
    assert told == ["begun", "well ended"]
    # packaged files and further ones are enough
    assert list(run(folder, builder=builder, languages=("de",))["configs"]) == ["de"]
    told.clear()
    with pytest.raises(OptionError):
        run(folder, builder=builder, languages=("xx",))
    assert told == ["begun"]


def test_own_options_have_their_defaults_and_stand_in_the_receipt(folder: Path) -> None:
    def read_options(options: BuildOptions) -> BuildOptions:
        return replace(options, own=2 * options.extra["seed"])

    seen = []

    def own_rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
        seen.append(options.own)
        return rows(files, options, summary)

    builder = Builder(
        rows=own_rows,
        add_arguments=lambda parser: parser.add_argument("--seed", type=int, default=3) and None,
        read_options=read_options,
    )
    assert run(folder, builder=builder)["options"]["seed"] == 3
    assert run(folder, builder=builder, extra={"seed": 4})["options"]["seed"] == 4
    assert seen == [6, 8]


def test_extra_configs_are_made_from_the_languages(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXTRA_CONFIGS, NAME, {"counts": ("lang", "count")})

    def counts(folder: Path) -> Iterator[Row]:
        for path in sorted(folder.glob("*.parquet")):
            if path.stem != "counts":
                yield {"lang": path.stem, "count": pq.read_metadata(path).num_rows}

    config = ExtraConfig(counts, {"count": "int64"})
    receipt = run(folder, builder=replace(BUILDER, extra_configs={"counts": config}))
    assert receipt["extra_configs"]["counts"]["columns"] == {"lang": "string", "count": "int64"}
    assert list(receipt["configs"]) == ["en", "fr"] and receipt["rows"] == 2
    written = pq.read_table(folder.parent / "out" / "data" / "counts.parquet").to_pylist()
    assert written == [{"lang": "en", "count": 1}, {"lang": "fr", "count": 1}]
    assert [config["config_name"] for config in metadata(folder)["configs"]] == [
        "en",
        "fr",
        "counts",
    ]


def test_the_receipt_lists_what_was_drawn_and_old_pictures_go(folder: Path) -> None:
    def figures(names: str) -> Builder:
        return replace(
            BUILDER, figures=lambda summary: {f"{name}.svg": name.encode() for name in names}
        )

    place = folder.parent / "out" / "figures"
    assert run(folder, builder=figures("ba"))["figures"] == ["a.svg", "b.svg"]
    assert run(folder, builder=figures("a"))["figures"] == ["a.svg"]
    assert content(place) == {place / "a.svg": b"a"}
    assert "figures" not in run(folder)
    assert content(place) == {}


def test_card_and_pictures_are_rendered_anew_from_the_receipt(folder: Path) -> None:
    drawn = replace(BUILDER, figures=lambda summary: {"a.svg": b"<a/>"})
    run(folder, builder=drawn)
    out = folder.parent / "out"
    before = content(out)
    for name in ("README.md", "figures/a.svg"):
        (out / name).write_bytes(b"spoilt")
    assert render_anew(folder, drawn, out)["figures"] == ["a.svg"]
    assert content(out) == before
    # what draws nothing leaves the pictures that the receipt lists
    render_anew(folder, BUILDER, out)
    assert content(out) == before


def test_an_interrupted_build_says_what_it_keeps(folder: Path) -> None:
    def interrupted(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
        yield from rows(files, options, summary)
        raise KeyboardInterrupt

    with pytest.raises(DataError, match="to go on: finished parts are kept"):
        run(folder, builder=Builder(rows=interrupted, keeps="finished parts"))
    with pytest.raises(KeyboardInterrupt):
        run(folder, builder=Builder(rows=interrupted))
    assert not (folder.parent / "out").exists()


@pytest.mark.parametrize(
    ("rows_", "name"),
    [(999, "n<1K"), (1000, "1K<n<10K"), (10**5, "100K<n<1M"), (10**7, "1M<n<10M")],
)
def test_size_categories_follow_the_hub(rows_: int, name: str) -> None:
    assert size_category(rows_) == name
