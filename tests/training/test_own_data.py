"""Data of any kind on the curve: what is read, under which names, and what is refused."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import datasets
from equimask import BiasCallback, score
from equimask.core.errors import DataError, EquimaskError, InputError, OptionError
from equimask.core.options import Options
from equimask.inputs.specification import parse_choice
from equimask.training.probes import Probe, choose_probes
from tests import tiny
from tests.training.small_trainers import PAIRS, small_trainer

MORE, LESS = PAIRS["sent_more"], PAIRS["sent_less"]
RECORDS = [{"sent_more": one, "sent_less": other} for one, other in zip(MORE, LESS, strict=True)]
ROWS = len(MORE)
BAGS = {"sentence": ["He left.", "She left."], "gender": ["male", "female"]}


def probes(data: Any, metrics: Any = "cps", columns: Any = None, where: Any = None) -> list[Probe]:
    return choose_probes(metrics, None, data, parse_choice(columns, where), 128, Options())


def keys(data: Any, metrics: Any = "cps", **choice: Any) -> list[str]:
    return [probe.key for probe in probes(data, metrics, **choice)]


def built(folder: Path, configs: dict[str, list[dict[str, Any]]]) -> Path:
    """A folder as a builder leaves it: a card that names configs, a file for each of them."""
    card = ["---", "configs:"]
    (folder / "data").mkdir(parents=True)
    for config, rows in configs.items():
        pd.DataFrame(rows).to_parquet(folder / "data" / f"{config}.parquet")
        card += [f"- config_name: {config}", "  data_files:", "  - split: test"]
        card += [f"    path: data/{config}.parquet"]
    (folder / "README.md").write_text("\n".join([*card, "---", ""]), encoding="utf-8")
    return folder


@pytest.fixture
def crows(tmp_path: Path) -> Path:
    """Two languages, in one of them the same items in two versions and one that is not asked."""

    def rows(lang: str, source: str, bias_type: str = "gender") -> list[dict[str, Any]]:
        about = {"lang": lang, "source": source, "bias_type": bias_type}
        return [{**about, **record} for record in RECORDS[:2]]

    german = [*rows("de", "crows pairs"), *rows("de", "steinborn"), *rows("de", "steinborn", "age")]
    return built(tmp_path / "crows_tiny", {"de": german, "fr": rows("fr", "névéol")})


@pytest.mark.parametrize("kind", ["columns", "records", "frame", "dataset", "splits", "file"])
def test_one_specification_of_any_kind(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "my pairs.json"
    path.write_text(json.dumps(RECORDS), encoding="utf-8")
    dataset = datasets.Dataset.from_list(RECORDS)
    given = {
        "columns": PAIRS,
        "records": RECORDS,
        "frame": pd.DataFrame(RECORDS),
        "dataset": dataset,
        "splits": datasets.DatasetDict(test=dataset),
        "file": path,
    }[kind]
    expected = "my_pairs" if kind == "file" else "custom"
    (alone,) = probes(given)
    (named,) = probes({"mine": given})
    assert (alone.key, named.key) == (f"cps_{expected}", "cps_mine")
    assert dict(alone.columns) == dict(named.columns) == PAIRS
    assert alone.language is named.language is None


def test_a_list_and_names_hold_several(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    pd.DataFrame(RECORDS).to_csv(path, index=False)
    assert keys([str(path), RECORDS]) == ["cps_pairs", "cps_custom"]
    assert keys({"a": path, "b": RECORDS, "c": PAIRS}) == ["cps_a", "cps_b", "cps_c"]
    assert keys([path, {"gender": PAIRS}]) == ["cps_pairs", "cps_gender"]
    assert keys({"a": PAIRS, "b": BAGS}, ("cps", "mbe")) == ["cps_a", "mbe_b"]


def test_a_built_folder_gives_every_language_and_source_its_own_keys(
    crows: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = probes(crows)
    assert [(probe.key, probe.language) for probe in found] == [
        ("cps_crows_tiny_de_crows_pairs", "de"),
        ("cps_crows_tiny_de_steinborn", "de"),
        ("cps_crows_tiny_fr", "fr"),
    ]
    assert all(len(probe.columns["sent_more"]) == 2 for probe in found)
    assert "left out: age (2)" in caplog.text
    assert "source=steinborn" in found[1].chosen["where"]


def test_what_is_chosen_of_a_folder(crows: Path, caplog: pytest.LogCaptureFixture) -> None:
    where = {"source": "steinborn", "bias_type": ["age", "gender"]}
    (probe,) = probes(f"{crows}:de", where=where)
    assert probe.key == "cps_crows_tiny_de"
    assert len(probe.columns["sent_more"]) == 4
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert keys([f"{crows}:de", f"{crows}:fr"], where={"bias_type": "gender", "source": "*"}) == [
        "cps_crows_tiny_de",
        "cps_crows_tiny_fr",
    ]


def test_a_given_name_needs_its_language_only_beside_others(crows: Path) -> None:
    assert keys({"mine": f"{crows}:fr"}) == ["cps_mine"]
    assert keys({"mine": crows}) == [
        "cps_mine_de_crows_pairs",
        "cps_mine_de_steinborn",
        "cps_mine_fr",
    ]


def test_a_folder_of_files_gives_each_its_own_key(tmp_path: Path) -> None:
    for name in ("first", "second"):
        pd.DataFrame(RECORDS).to_csv(tmp_path / f"{name}.csv", index=False)
    assert keys({"mine": tmp_path}) == ["cps_mine_first", "cps_mine_second"]


def test_columns_are_named_as_in_score(tmp_path: Path) -> None:
    table = {"A_x": MORE, "B_x": LESS, "kind": ["a", "b"] * (ROWS // 2) + ["a"] * (ROWS % 2)}
    (probe,) = probes(
        {"mine": table}, columns={"sent_more": "A_x", "sent_less": "B_x"}, where="kind=a"
    )
    assert probe.columns["sent_more"] == MORE[::2]
    (unnamed,) = probes(table, columns="sent_more=A_x,sent_less=B_x")
    assert unnamed.key == "cps_custom"
    with pytest.raises(DataError, match="a column 'C_x'"):
        probes({"mine": table}, columns={"sent_more": "C_x", "sent_less": "B_x"})


def test_a_choice_holds_for_the_data_that_have_its_columns(crows: Path) -> None:
    table = {"A_x": MORE, "B_x": LESS}
    columns = {"sent_more": "A_x", "sent_less": "B_x"}
    found = probes([f"{crows}:de", {"mine": table}], columns=columns, where="source=steinborn")
    assert [probe.key for probe in found] == ["cps_crows_tiny_de", "cps_mine"]
    with pytest.raises(DataError, match="a column 'sauce' in the data, but got A_x, B_x"):
        probes([f"{crows}:de", {"mine": table}], columns=columns, where="sauce=steinborn")


def test_a_template_makes_sides_of_sentences(tmp_path: Path) -> None:
    said = {"sentence": ["I cook.", "I lead."]}
    template = '[He|She] said: "{sentence}"'
    choice = parse_choice(template=template)
    found = choose_probes(("sbm", "mbe", "dcbm"), None, {"mine": said}, choice, 8, Options())
    assert [probe.key for probe in found] == ["sbm_mine", "mbe_mine", "dcbm_mine"]
    assert found[0].columns["female"] == ['She said: "I cook."', 'She said: "I lead."']
    with pytest.raises(InputError, match="got `template` alone"):
        BiasCallback(small_trainer(tmp_path), template=template)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((tag, tag) for tag in ("de", "sv", "pt-BR", "it", "my-MM")),
        *((name, None) for name in ("mine", "my", "DE", "lab", "new", "dev", "own", "de_2")),
    ],
)
def test_a_name_that_is_a_tag_says_the_language_of_columns_without_one(
    name: str, language: str | None
) -> None:
    (probe,) = probes({name: PAIRS})
    assert (probe.name, probe.language) == (name, language)
    (told,) = probes({name: {**PAIRS, "lang": ["fi"] * ROWS}})
    assert (told.name, told.language) == (name, "fi")


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ([PAIRS, RECORDS], OptionError, "'custom' twice"),
        ({"a b": PAIRS, "a_b": PAIRS}, OptionError, "'a_b' twice"),
        ({"a": PAIRS, "a_stderr": PAIRS}, OptionError, "'a_stderr' twice"),
        ({"": PAIRS}, OptionError, "data under names"),
        ({3: PAIRS}, OptionError, "data under names.*got 3"),
        ({"/": PAIRS}, OptionError, "letters or digits"),
        ([], OptionError, "own `data`"),
        ({"sent_more": set(MORE), "sent_less": set(LESS)}, InputError, "got a set"),
        ({"mine": {"sent_more": set(MORE), "sent_less": LESS}}, InputError, "got a set"),
        (
            {"sent_more": {0: "A."}, "sent_less": {0: "B."}},
            InputError,
            "`sent_more` to be a list.*got a mapping",
        ),
        ({"sent_more": "A.", "sent_less": "B."}, InputError, "Wrap a single sentence in a list"),
        ({1, 2}, InputError, "a frame, a dataset.*got set"),
        ([1, 2], InputError, "a frame, a dataset.*got int 1"),
        ([*RECORDS, 7], InputError, f"records.*got 7 in row {ROWS}"),
        ({"mine": ["a.csv"]}, InputError, "the columns of a metric.*got mine"),
        ("no_such.csv", DataError, "no file 'no_such.csv'"),
        (BAGS, InputError, "cps: sent_more, sent_less.*got sentence, gender.*choose other"),
        ({**PAIRS, "sent_less": LESS[:1]}, InputError, "same length"),
        ([{**row, "bias_type": row["sent_more"]} for row in RECORDS], DataError, "`bias_type`"),
        (datasets.DatasetDict(), InputError, "the columns of a metric"),
    ],
)
def test_what_cannot_be_meant(data: Any, error: type[EquimaskError], message: str) -> None:
    with pytest.raises(error, match=message):
        probes(data)


def test_several_splits_are_listed(tmp_path: Path) -> None:
    dataset = datasets.Dataset.from_list(RECORDS)
    splits = datasets.DatasetDict(train=dataset, test=dataset)
    with pytest.raises(DataError, match=r"one split .* got 2: test, train\. Pass one"):
        probes(splits)
    assert keys(dict(splits)) == ["cps_train", "cps_test"]  # names of the caller's own


def test_a_table_without_rows_is_said_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("lang,sent_more,sent_less\n", encoding="utf-8")
    with pytest.raises(InputError, match="at least one row"):
        probes(path)


@pytest.mark.slow
def test_points_are_the_scores_of_the_same_data(tmp_path: Path, crows: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    trainer = small_trainer(tmp_path, tokenizer=tokenizer)
    callback = BiasCallback(trainer, data=crows)
    trainer.add_callback(callback)
    metrics = trainer.evaluate()
    apart = score(
        "s_jsd",
        f"{crows}:de",
        where={"bias_type": "gender"},
        group="source",
        model=trainer.model,
        tokenizer=tokenizer,
        progress=False,
    )
    theirs = apart["source=steinborn"]
    name = "s_jsd_crows_tiny_de_steinborn"
    assert metrics[f"eval_{name}"] == theirs.value
    assert metrics[f"eval_{name}_stderr"] == theirs.stderr
    assert metrics["eval_lm_surprisal_crows_tiny_de_steinborn"] == theirs.lm_surprisal
    assert callback.results[name].signature == theirs.signature
