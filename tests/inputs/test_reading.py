"""The one door: what is left open is an error that lists the choices, and nothing is pooled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from datasets import Dataset, DatasetDict
from equimask.core.errors import DataError
from equimask.core.schema import BIAS_TYPE, GROUP_COLUMNS
from equimask.inputs.forms import rows_of
from equimask.inputs.reading import read_apart, read_columns, read_groups, read_one
from equimask.inputs.specification import parse_choice
from equimask.inputs.table import Table
from equimask.metrics import spec_of
from tests.inputs.worlds import built, card, columns_of, pairs, write

NOTHING = parse_choice()
MIXED = [*pairs(2, "x ", source="crows"), *pairs(1, "y ", source="steinborn")]


def one(data: Any, language: str | None = None, **choice: Any) -> Table:
    return read_one(data, parse_choice(**choice), language)


def firsts(table: Table) -> list[str]:
    return table.columns["sent_more"]


def message(data: Any, language: str | None = None, **choice: Any) -> str:
    with pytest.raises(DataError) as caught:
        one(data, language, **choice)
    return str(caught.value)


def test_the_same_data_are_the_same_wherever_they_lie(tmp_path: Path) -> None:
    records = [{**record, "id": i} for i, record in enumerate(pairs(3))]
    made = built(tmp_path / "made", {"de": records})
    forms = [
        *(write(tmp_path / f"p{end}", records) for end in (".csv", ".tsv", ".jsonl", ".json")),
        str(write(tmp_path / "p.parquet", records)),
        made,
        f"{made}:de",
        f"{made}:de/test",
        f"{made}/test",
        records,
        columns_of(records),
        pd.DataFrame(records),
        pa.Table.from_pylist(records),
        Dataset.from_list(records),
        DatasetDict({"test": Dataset.from_list(records)}),
    ]
    found = [rows_of(spec_of("cps"), one(data)) for data in forms]
    assert all(rows.columns == found[0].columns for rows in found)
    assert {rows.label.partition("@")[2] for rows in found} == {found[0].label.partition("@")[2]}
    assert [rows.label.partition("@")[0] for rows in found] == ["p"] * 5 + ["made"] * 4 + [
        "custom"
    ] * 6


def test_several_configs_and_no_language_are_listed(tmp_path: Path) -> None:
    made = built(tmp_path / "made", {"de": pairs(1), "fi": pairs(2)})
    assert message(made) == (
        "Expected one config of made, but got 2: de, fi. "
        "Name one, made:CONFIG, or a language that is among them."
    )
    assert "Expected a config of made, but got 'sv'. Valid: de, fi." in message(f"{made}:sv")
    assert "Did you mean 'de'?" in message(f"{made}:dee")
    files = built(tmp_path / "files", {"train": pairs(1), "test": pairs(1)})
    assert message(files).endswith("got 2: test, train. Name one: files:CONFIG.")


def test_several_splits_are_listed(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", pairs(1))
    made = card(tmp_path / "made", {"default": {"train": "a.csv", "test": "a.csv"}})
    write(made / "a.csv", pairs(1))
    assert message(made) == (
        "Expected one split of made, but got 2: test, train. Name one: made/SPLIT."
    )
    assert message(f"{made}:default/dev") == (
        "Expected a split of made, but got 'dev'. Valid: test, train."
    )
    assert len(one(f"{made}/test")) == 1
    two = DatasetDict({name: Dataset.from_list(pairs(1)) for name in ("train", "test")})
    assert message(two) == (
        "Expected one split of the given datasets, but got 2: test, train. Pass one: data[SPLIT]."
    )
    assert "2: a, b" in message({"a": pd.DataFrame(pairs(1)), "b": pd.DataFrame(pairs(1))})


def test_a_config_with_several_splits_is_named_too(tmp_path: Path) -> None:
    made = card(tmp_path, {c: dict.fromkeys(("train", "test"), "a.csv") for c in ("de", "fi")})
    write(made / "a.csv", pairs(1))
    assert message(made, "fi").endswith(f"Name one: {made.name}:fi/SPLIT.")


@pytest.mark.parametrize(
    ("configs", "language", "expected"),
    [
        (("de", "fi"), "de", "de"),
        (("de", "fi"), "de-DE", "de"),
        (("de", "fi"), "de_AT", "de"),
        (("de_DE", "fi_FI"), "de", "de_DE"),
        (("de_AT", "de"), "de", "de"),
        (("de", "de_AT"), "de-AT", "de_AT"),
        (("pt", "pt-BR"), "pt_br", "pt-BR"),
        (("zh-Hans", "zh-Hant"), "zh-TW", "zh-Hant"),
        (("eng", "deu"), "en", "eng"),
    ],
)
def test_a_language_picks_its_config_the_exact_one_before_a_close_one(
    tmp_path: Path, configs: tuple[str, ...], language: str, expected: str
) -> None:
    made = built(tmp_path / "made", {name: pairs(1, f"{name} ") for name in configs})
    assert firsts(one(made, language)) == [f"{expected} he 0"]


@pytest.mark.parametrize(
    ("configs", "language"),
    [
        (("pt-BR", "pt-PT", "fi"), "pt"),
        (("pt-BR", "pt-PT", "fi"), "pt-AO"),
        (("sr-Cyrl", "sr-Latn", "fi"), "sr"),
    ],
)
def test_of_several_regions_or_scripts_none_is_taken_in_silence(
    tmp_path: Path, configs: tuple[str, ...], language: str
) -> None:
    made = built(tmp_path / "made", {name: pairs(1, f"{name} ") for name in configs})
    said = f"one config of made, but got 2: {', '.join(configs[:2])}. Name one, made:CONFIG"
    assert said in message(made, language)
    rows = [record for name in configs for record in pairs(1, f"{name} ", lang=name)]
    assert f"got lang: {configs[0]} (1), {configs[1]} (1)" in message(rows, language)
    assert firsts(one(rows, configs[1])) == [f"{configs[1]} he 0"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("pt-PT", ["pt-PT"]), ("pt", ["pt-BR", "pt-PT"]), ("fi-FI", ["fi"]), ("sv", [])],
)
def test_of_everything_a_region_is_only_itself(
    tmp_path: Path, asked: str, expected: list[str]
) -> None:
    tags = ("pt-BR", "pt-PT", "fi")
    made = built(tmp_path / "made", {tag: pairs(1) for tag in tags})
    rows = [record for tag in tags for record in pairs(1, lang=tag)]
    for data in (made, rows):
        tables, _ = read_apart(data, NOTHING, [asked])
        assert [table.language for table in tables] == expected


def test_a_language_that_is_not_there_is_said(tmp_path: Path) -> None:
    made = built(tmp_path / "made", {"de": pairs(1), "fi": pairs(1)})
    assert message(made, "sv") == (
        "Expected data in 'sv' in made, but got the configs de, fi. "
        "Name one, made:CONFIG, or a language that is among them."
    )
    assert message(f"{made}:de", "sv") == (
        "Expected rows in 'sv' in 'made', but got rows in 'de'. "
        "Name the language of the data, or leave it out."
    )


def test_the_language_is_that_of_the_config_the_column_or_the_caller(tmp_path: Path) -> None:
    made = built(tmp_path / "made", {"pt_br": pairs(1), "counts": pairs(1)})
    assert one(f"{made}:pt_br").language == "pt-BR"
    assert one(f"{made}:counts").language is None
    assert one(f"{made}:counts", "sv").language == "sv"
    assert one(pairs(1, lang="de")).language == "de"
    assert one(pairs(1, lang="de-AT"), "de").language == "de"
    assert one(pairs(1, lang="English")).language is None
    assert one(pairs(1, lang="English"), "en").language == "en"
    assert one(pairs(1)).language is None


@pytest.mark.parametrize("name", ["all", "dev", "val", "raw"])
def test_words_for_parts_of_data_are_no_languages(tmp_path: Path, name: str) -> None:
    assert one(built(tmp_path / "made", {name: pairs(1)})).language is None


def test_a_file_that_the_card_names_and_nobody_has_built_is_said(tmp_path: Path) -> None:
    made = built(tmp_path / "made", {"de": pairs(1), "fi": pairs(1), "ru": pairs(1)})
    (made / "data" / "fi.parquet").unlink()
    for found in (message(f"{made}:fi"), message(made, "fi"), message(made, "fi-FI")):
        assert found == (
            "Expected 'data/fi.parquet', which the card of 'made' names, but got no such file. "
            "Build it: `python -m builders made --source DIR`."
        )
    assert "2: de, ru" in message(made)
    (made / "data" / "ru.parquet").unlink()
    assert one(made).language == "de"  # all there is


@pytest.mark.parametrize("name", [*GROUP_COLUMNS, BIAS_TYPE])
def test_what_nobody_pooled_is_listed_with_counts(name: str) -> None:
    records = [*pairs(2, **{name: "a"}), *pairs(1, **{name: "b c"})]
    assert message(records) == (
        f"Expected one `{name}` in 'custom', but got 2: a (2), b c (1). "
        f"Choose one by where={{'{name}': 'a'}} (--where {name}=a), take them apart by "
        f"group='{name}' (--group {name}), or score all as one by where={{'{name}': '*'}} "
        f"(--where '{name}=*')."
    )
    assert len(one(records[:2])) == 2
    assert len(one(records, where={name: "b c"})) == 1
    assert len(one(records, where={name: ["a", "b c"]})) == 3
    assert len(one(records, where={name: "*"})) == 3
    assert [len(part) for part in read_groups(records, parse_choice(group=name))] == [2, 1]


def test_gender_is_offered_where_pairs_are_about_it_and_a_gap_never() -> None:
    about = [*pairs(3, bias_type="race"), *pairs(1, bias_type="gender")]
    assert "where={'bias_type': 'gender'}" in message(about)
    gaps = [*pairs(3, source=""), *pairs(1, source="a b")]
    found = message(gaps)
    assert "got 2: (empty) (3), a b (1)" in found
    assert "(--where 'source=a b')" in found


def test_rows_of_several_languages_are_not_pooled() -> None:
    records = [*pairs(2, lang="de"), *pairs(1, "fi ", lang="fi"), *pairs(1, "at ", lang="de-AT")]
    assert message(records) == (
        "Expected one `lang` in 'custom', but got 3: de (2), fi (1), de-AT (1). "
        "Choose one by language='de' (--language de), take them apart by group='lang' "
        "(--group lang), or score all as one by where={'lang': '*'} (--where 'lang=*')."
    )
    assert firsts(one(records, "fi")) == ["fi he 0"]
    assert len(one(records, "de")) == 2  # the exact one
    assert firsts(one(records, "de_at")) == ["at he 0"]
    assert one(records, where={"lang": "fi"}).language == "fi"
    assert one(records, where={"lang": "*"}).language is None
    assert "rows in 'sv'" in message(records, "sv")
    assert "got 2: de (2), fi (1)" in message(records, where={"lang": ["de", "fi"]})


def test_a_language_may_be_spelled_in_several_ways() -> None:
    records = [*pairs(1, "a ", lang="de"), *pairs(1, "b ", lang="fi"), *pairs(1, "c ", lang="DE")]
    assert firsts(one(records, "de")) == ["a he 0", "c he 0"]
    assert firsts(one(records[::2])) == ["a he 0", "c he 0"]
    tables, _ = read_apart(records, NOTHING)
    assert [(table.language, len(table)) for table in tables] == [("de", 2), ("fi", 1)]
    parts = read_groups(records, parse_choice(group="lang"))
    assert [(part.group, len(part)) for part in parts] == [("lang=de", 2), ("lang=fi", 1)]


def test_a_column_of_languages_by_their_names_is_not_pooled_either() -> None:
    records = [*pairs(2, lang="English"), *pairs(1, lang="German")]
    assert "Choose one by where={'lang': 'English'} (--where lang=English)" in message(records)
    assert "got 2: de (2), (empty) (1)" in message([*pairs(2, lang="de"), *pairs(1, lang=None)])


def test_languages_apart_know_their_language() -> None:
    records = [*pairs(2, lang="de"), *pairs(1, lang="fi")]
    parts = read_groups(records, parse_choice(group="lang"))
    assert [(part.group, part.language) for part in parts] == [("lang=de", "de"), ("lang=fi", "fi")]
    alone = one(records, where={"lang": "fi"})
    assert (parts[1].columns, parts[1].chosen) == (alone.columns, alone.chosen)
    (asked,) = read_groups(records, parse_choice(group="lang"), "fi")
    assert asked.language == "fi"
    assert firsts(asked) == ["he 0"]


def test_a_column_that_only_the_data_know_can_be_a_condition_or_a_group(tmp_path: Path) -> None:
    records = [{**record, "judge": i % 2, "A_x": "z"} for i, record in enumerate(pairs(4))]
    for data in (
        records,
        write(tmp_path / "p.csv", records),
        write(tmp_path / "p.parquet", records),
    ):
        assert firsts(one(data, where={"judge": 1})) == ["he 1", "he 3"]
        groups = read_groups(data, parse_choice(group="judge"))
        assert [part.group for part in groups] == ["judge=0", "judge=1"]
        assert firsts(one(data, columns={"sent_more": "A_x"})) == ["z"] * 4


def test_what_was_published_goes_with_a_column_of_another_name() -> None:
    records = pairs(1, A_x="a", A_x_as_published=" a", sent_more_as_published="other")
    found = one(records, columns={"sent_more": "A_x"})
    assert rows_of(spec_of("cps"), found, published=True).columns["sent_more"] == [" a"]
    without = one(pairs(1, A_x="a", sent_more_as_published="x"), columns={"sent_more": "A_x"})
    assert rows_of(spec_of("cps"), without, published=True).columns["sent_more"] == ["a"]


def test_columns_of_no_equal_length_are_said_before_languages_are_told_apart() -> None:
    uneven = {**columns_of(pairs(2)), "lang": ["de", "fi", "de"]}
    with pytest.raises(ValueError, match="2 in `sent_more` and 3 in `lang`"):
        one(uneven, "de")


def test_everything_is_read_apart(tmp_path: Path) -> None:
    made = built(
        tmp_path / "made",
        {
            "en": [*pairs(2, source="crows"), *pairs(1, source="other")],
            "de": pairs(1, source="crows"),
            "counts": [{"word": "x"}],
            "fi": pairs(1),
        },
    )
    (made / "data" / "fi.parquet").unlink()
    tables, notes = read_apart(made, NOTHING)
    assert [(t.language, t.group, len(t)) for t in tables] == [
        ("en", "source=crows", 2), ("en", "source=other", 1), ("de", "", 1),
    ]  # fmt: skip
    assert notes == [
        "made: the config 'counts' is no language, left out",
        "made: the card names fi too, which is not built",
    ]
    tables, _ = read_apart(made, parse_choice(where="source=crows"), ["de", "en-GB"])
    assert [(t.language, len(t)) for t in tables] == [("en", 2), ("de", 1)]


def test_what_is_left_out_is_counted_over_all_files(tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path / f"{name}.csv", [*pairs(2, bias_type="gender"), *pairs(3, bias_type="age")])
    _, notes = read_apart(tmp_path, NOTHING)
    assert [note for note in notes if "left out: age (6)" in note] == notes != []


def test_everything_of_columns_of_languages_and_other_groups() -> None:
    records = [
        *pairs(2, lang="de", bias_type="gender"),
        *pairs(1, lang="de", bias_type="age"),
        *pairs(1, lang="fi", bias_type="gender"),
    ]
    tables, notes = read_apart(records, NOTHING)
    assert [(t.language, len(t)) for t in tables] == [("de", 2), ("fi", 1)]
    assert notes == [
        "the data (de): only pairs about gender are scored; left out: age (1). "
        "--where bias_type=… takes others"
    ]
    names = [*pairs(1, lang="English"), *pairs(2, lang="German")]
    assert [len(table) for table in read_apart(names, NOTHING)[0]] == [1, 2]


def test_columns_that_are_no_metrics_are_read_too(tmp_path: Path) -> None:
    made = built(tmp_path / "words", {"de": [{"lemma": "a"}], "fi": [{"lemma": "b"}]})
    assert read_columns(made, ["lemma"], "fi") == {"lemma": ["b"]}
    with pytest.raises(DataError, match=r"a column 'lema' in 'words'.*Did you mean 'lemma'"):
        read_columns(made, ["lema"], "fi")
    assert "separated by semicolons" in message({"sent_more;sent_less": ["a;b"]}, columns="id=x")
    assert "Add rows with it." in message([], where="source=x")


def test_files_of_others_are_read_by_naming_alone(shared: Path) -> None:
    folder = shared / "sources" / "pairs"
    crows = folder / "crows_pairs" / "crows_pairs_anonymized.csv"
    assert "9: race-color (516), gender (262)" in message(crows)
    assert len(one(crows, where="bias_type=gender")) == 262
    kaneko = one(
        folder / "kaneko" / "japanese.json",
        "ja",
        columns={"sent_more": "stereotype", "sent_less": "anti-stereotype"},
    )
    assert (len(kaneko), kaneko.language) == (262, "ja")
    finnish = folder / "steinborn" / "cps_translated_fi_formatted.csv"
    assert len(one(finnish, "fi", columns="sent_more=A_x,sent_less=B_x")) == 212
    gest = read_groups(
        folder / "gest" / "gest.csv",
        parse_choice(template='[He|She] said: "{sentence}"', group="stereotype"),
    )
    assert (len(gest), sum(map(len, gest))) == (16, 3565)
