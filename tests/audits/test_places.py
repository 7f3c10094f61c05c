"""An audit of any data: each metric on what it can read, every part by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.audits.places import own_material
from equimask.core.errors import DataError, ModelError, OptionError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.packaged import packaged_table
from equimask.inputs.specification import parse_choice
from tests.audits.worlds import kept_files, quick_audit

GERMAN = packaged_table("de").columns
PAIRS = {name: GERMAN[name][:12] for name in ("sent_more", "sent_less", "gender_more", "category")}
SIDES = {name: GERMAN[name][:12] for name in ("male", "female", "male_word", "female_word")}
BAGS = {"sentence": [*SIDES["male"], *SIDES["female"]], "gender": ["male"] * 12 + ["female"] * 12}


def keys(data: Any, *languages: str, **choice: Any) -> list[str]:
    found, _ = own_material(data, parse_choice(**choice), languages, published=False)
    return [place.key for place in found]


def built(folder: Path, name: str, configs: dict[str, dict[str, list[Any]]]) -> Path:
    """A dataset as a builder leaves it."""
    data = folder / name / "data"
    data.mkdir(parents=True)
    told = ["---", "configs:"]
    for config, columns in configs.items():
        pq.write_table(pa.table(columns), data / f"{config}.parquet")
        told += [f"- config_name: {config}", "  data_files:", "  - split: test"]
        told += [f"    path: data/{config}.parquet"]
    (data.parent / "README.md").write_text("\n".join([*told, "---", "# x"]), encoding="utf-8")
    return data.parent


def test_every_metric_takes_what_it_can_read_and_nothing_is_pooled(tmp_path: Path) -> None:
    crows = {**PAIRS, "source": ["one", "two"] * 6, "bias_type": ["gender"] * 10 + ["age"] * 2}
    folder = built(tmp_path, "crows", {"de": crows, "fi": PAIRS})
    (tmp_path / "mine.csv").write_text("sent_more,sent_less\nEr ging.,Sie ging.\nA b.,C b.\n")
    found = quick_audit(languages=(), data=[folder, {"ted": SIDES}["ted"], tmp_path / "mine.csv"])
    by_place: dict[str, set[str]] = {}
    for cell in found.cells:
        by_place.setdefault(cell.place.key, set()).add(cell.measure)
    pairs = {"s_jsd", "b_s_jsd", "cps", "aula", "aul"}
    assert by_place == {
        "crows de one": pairs,
        "crows de two": pairs,
        "crows fi": pairs,
        "custom": {"sbm", "mbe", "dcbm"},
        "mine": pairs,
    }
    assert [place.language for place in found.places] == ["de", "de", "fi", None, None]
    one = found.cell("crows de one", "cps")
    assert one is not None and one.result.n == 5
    signed = Signature.parse(one.result.signature)
    assert (signed["lang"], signed["where"]) == ("de", "bias_type=gender;source=one")
    assert any("left out: age (2)" in note for note in found.notes)
    assert one.by_direction and one.by_category and one.q_value is not None


def test_a_cell_is_what_score_gives_of_the_same_rows() -> None:
    found = quick_audit(languages=("de",), data={"mine": PAIRS}, metrics=["cps"])
    (cell,) = found.cells
    alone = score("cps", PAIRS, language="de", model="embedded", n_resamples=99, progress=False)
    assert cell.result.value == alone.value and cell.result.rows == alone.rows
    assert cell.result.signature.replace("data:mine@", "data:custom@") == alone.signature


def test_the_packaged_pairs_brought_along_are_the_packaged_pairs() -> None:
    own = quick_audit(languages=("de",), data={"mine": dict(GERMAN)})
    packaged = quick_audit()
    assert [c.result.value for c in own.cells] == [c.result.value for c in packaged.cells]
    assert [c.result.p_value for c in own.cells] == [c.result.p_value for c in packaged.cells]


def test_pairs_about_others_alone_are_scored_only_where_somebody_says_so() -> None:
    data = {"mine": {**PAIRS, "bias_type": ["age"] * 12}}
    with pytest.raises(DataError, match=r"one `bias_type` in .*age \(12\)"):
        keys(data)
    assert keys(data, where="bias_type=age") == ["mine"]


def test_names_tell_places_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.csv").write_text("sent_more,sent_less\na b,c b\n")
    files = [tmp_path / folder / "x.csv" for folder in ("a", "b")]
    assert keys(files) == ["x", "x (2)"]
    assert keys({"first": files[0], "second": PAIRS}) == ["first", "second"]
    assert keys(PAIRS, "sv") == ["custom sv"]
    assert keys([{"sent_more": "a", "sent_less": "b"}]) == ["custom"]


def test_people_read_the_names_that_were_given(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("sent_more,sent_less\na b,c b\n")
    mixed = {**PAIRS, "lang": ["de", "fi"] * 6}
    data = {"mine": tmp_path / "x.csv", "other": mixed}
    found, _ = own_material(data, parse_choice(), (), published=False)
    assert [place.name for place in found] == ["mine", "other, German", "other, Finnish"]


def test_every_part_has_a_name_also_one_without_a_value() -> None:
    parts = {**PAIRS, "kind": ["x, y", ""] * 6}
    found, _ = own_material({"mine": parts}, parse_choice(group="kind"), (), published=False)
    assert [place.key for place in found] == ["mine x, y", "mine (empty)"]
    assert [place.name for place in found] == ["x, y", "(empty)"]


def test_languages_choose_among_configs_and_columns(tmp_path: Path) -> None:
    folder = built(tmp_path, "crows", {"de": PAIRS, "fi": PAIRS, "counts": {"lemma": ["x"]}})
    assert keys(folder) == ["crows de", "crows fi"]
    assert keys(folder, "fi") == ["crows fi"]
    assert keys(f"{folder}:de") == ["crows de"]
    mixed = {**PAIRS, "lang": ["de", "fi"] * 6}
    assert keys({"mine": mixed}) == ["mine de", "mine fi"]
    assert keys({"mine": mixed}, "fi") == ["mine fi"]
    with pytest.raises(DataError, match="Name languages that the data have"):
        keys(folder, "sv")


def test_a_choice_holds_for_the_data_that_have_its_columns() -> None:
    named = {"A": PAIRS["sent_more"], "B": PAIRS["sent_less"], "kind": ["x", "y"] * 6}
    data = {"one": {**named}, "two": PAIRS}
    choice = {"columns": "sent_more=A,sent_less=B", "where": "kind=x"}
    found, _ = own_material(data, parse_choice(**choice), (), published=False)
    assert {place.key: len(table) for place, table in found.items()} == {"one": 6, "two": 12}
    with pytest.raises(DataError, match=r"a column 'kin' in the data.*Did you mean 'kind'"):
        own_material(data, parse_choice(where="kin=x"), (), published=False)


def test_data_that_no_metric_reads_are_refused_with_what_there_is() -> None:
    with pytest.raises(DataError, match=r"the columns of a metric in mine .*but got id, text"):
        quick_audit(data={"mine": {"id": ["1"], "text": ["a"]}})
    with pytest.raises(DataError, match="dcbm: masked_sentence"):
        quick_audit(data={"mine": PAIRS}, metrics=["dcbm"])
    with pytest.raises(OptionError, match="no data"):
        quick_audit(where="source=x")


def test_a_metric_that_was_asked_for_and_finds_nothing_is_said() -> None:
    found = quick_audit(data={"mine": PAIRS}, metrics=["cps", "sbm"])
    assert "sbm: left out, none of the data have its columns (male, female)" in found.notes
    assert not any("left out" in note for note in quick_audit(data={"mine": PAIRS}).notes)


def test_where_no_row_can_be_scored_the_reason_is_that_of_the_rows() -> None:
    typed = {"sent_more": ["a b", "a c"], "sent_less": ["a b", "a c"], "bias_type": ["gender", "x"]}
    with pytest.raises(ModelError, match=r"one score of 'lab_model', but got none\. .*identical"):
        quick_audit(data={"mine": typed}, metrics=["cps"])


def test_bags_are_scored_corpus_by_corpus() -> None:
    bags = {**BAGS, "corpus": ["ted", "news"] * 12, "id": [str(i) for i in range(24)]}
    found = quick_audit(data={"mine": bags}, metrics=["mbe"], reliability=True)
    assert [(c.place.key, c.result.n) for c in found.cells] == [
        ("mine de ted", 12),
        ("mine de news", 12),
    ]
    assert {one.perturbation for one in found.reliability} == {"last_character", "casing"}
    assert all(one.n <= 12 for one in found.reliability)


def test_more_values_than_categories_have_are_not_scored_apart() -> None:
    many = {name: [cell for cell in cells for _ in range(6)] for name, cells in PAIRS.items()}
    data = {"mine": {**many, "category": [f"row {i}" for i in range(72)]}}
    found = quick_audit(data=data, metrics=["cps"])
    assert found.cells[0].by_category == () and found.cells[0].by_direction
    assert any("72 values of `category`" in note for note in found.notes)


def test_published_rows_are_read_and_changed_as_published() -> None:
    spaced = {f"{name}_as_published": [f" {text} " for text in PAIRS[name]] for name in PAIRS}
    data = {"mine": {**PAIRS, **spaced}}
    found, _ = own_material(data, parse_choice(), (), published=True)
    (table,) = found.values()
    assert table.columns["sent_more"][0] == f" {PAIRS['sent_more'][0]} "
    assert not any(name.endswith("_as_published") for name in table.columns)


def test_cells_are_kept_by_what_was_chosen(tmp_path: Path) -> None:
    data = {"mine": {**PAIRS, "source": ["one", "two"] * 6}}
    options: dict[str, Any] = {"metrics": ["cps"], "out": tmp_path, "data": data}
    quick_audit(**options, where="source=one")
    before = kept_files(tmp_path)
    quick_audit(**options)
    after = kept_files(tmp_path)
    assert len(before) == 1 and len(after) == 3 and before.items() <= after.items()


def test_cells_are_kept_whatever_is_scored_beside_them(tmp_path: Path) -> None:
    data = {"mine": {**PAIRS, "source": ["one", "two"] * 6}}
    options: dict[str, Any] = {"metrics": ["cps"], "out": tmp_path}
    alone = quick_audit(**options, data=data)
    before = kept_files(tmp_path)
    beside = quick_audit(**options, data={**data, "other": PAIRS})
    after = kept_files(tmp_path)
    assert len(before) == 2 and len(after) == 3 and before.items() <= after.items()
    assert [place.name for place in alone.places] == ["German, one", "German, two"]
    assert [place.name for place in beside.places][:2] == ["mine, German, one", "mine, German, two"]
    assert [cell.place for cell in beside.cells] == list(beside.places)


def test_the_papers_are_their_built_datasets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path / "datasets", "crows_pairs_multilingual", {"de": PAIRS})
    built(tmp_path / "datasets", "parallel_gender_sentences", {"de": BAGS})
    monkeypatch.chdir(tmp_path)
    found, notes = own_material("papers", parse_choice(), (), published=False)
    names = ["crows_pairs_multilingual de", "parallel_gender_sentences de"]
    assert [place.key for place in found] == names
    assert "ted_gender_pairs is not built, left out" in notes
    assert keys(f"papers:{tmp_path / 'datasets'}") == names
    with pytest.raises(DataError, match="make datasets-all"):
        keys(f"papers:{tmp_path}")
