"""Scores of data of any kind: the same number for the same rows, and nothing pooled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from datasets import Dataset, DatasetDict
from equimask.core.errors import DataError, EquimaskError, InputError, OptionError
from equimask.core.result import BiasResult, ResultsApart
from equimask.core.signature import Signature
from equimask.evaluation import score
from tests import tiny
from tests.inputs.worlds import built, columns_of, write

RECORDS = [
    {"sent_more": more, "sent_less": less, "source": source, "bias_type": "gender", "lang": "en"}
    for more, less, source in zip(tiny.MORE, tiny.LESS, "xyxxy", strict=True)
]
PAIRS = [{name: record[name] for name in ("sent_more", "sent_less")} for record in RECORDS]


def scored(metric: str, data: Any, live: dict[str, Any], **told: Any) -> BiasResult:
    result = score(metric, data, **told, **live)
    assert isinstance(result, BiasResult)
    return result


def numbers(result: BiasResult) -> dict[str, Any]:
    return {name: value for name, value in result.as_dict().items() if name != "signature"}


def of(result: BiasResult, field: str) -> str:
    return Signature.parse(result.signature)[field]


def test_a_file_is_scored_and_not_the_packaged_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: dict[str, Any]
) -> None:
    monkeypatch.chdir(write(tmp_path / "pairs.csv", PAIRS).parent)
    result = score("s_jsd", data="pairs.csv", **live)
    assert result.n == len(PAIRS)
    assert of(result, "data").startswith("pairs@")
    assert numbers(result) == numbers(scored("s_jsd", columns_of(PAIRS), live))


def test_all_forms_give_one_number_and_one_hash(tmp_path: Path, live: dict[str, Any]) -> None:
    first = scored("cps", columns_of(PAIRS), live)
    for data in (
        PAIRS,
        iter(PAIRS),
        pd.DataFrame(PAIRS),
        pa.Table.from_pylist(PAIRS),
        Dataset.from_list(PAIRS),
        DatasetDict({"test": Dataset.from_list(PAIRS)}),
        write(tmp_path / "a.csv", PAIRS),
        str(write(tmp_path / "a.parquet", PAIRS)),
        write(tmp_path / "a.json", PAIRS),
        write(tmp_path / "a.jsonl", PAIRS),
        built(tmp_path / "made", {"en": PAIRS}),
    ):
        found = scored("cps", data, live)
        assert numbers(found) == numbers(first)
        assert of(found, "data").partition("@")[2] == of(first, "data").partition("@")[2]


@pytest.mark.parametrize(
    "data",
    [
        {name: set(cells) for name, cells in columns_of(PAIRS).items()},
        pd.DataFrame(PAIRS).to_dict(),
        dict(enumerate(PAIRS)),
        {"sent_more": "one", "sent_less": "other"},
        "no such file.csv",
        b"pairs.csv",
        7,
        [],
        {},
        pd.DataFrame(),
        [[1, 2]],
    ],
)
def test_what_is_no_table_is_refused_and_nothing_else_scored(
    data: Any, live: dict[str, Any]
) -> None:
    with pytest.raises(EquimaskError):
        score("cps", data, **live)


def test_sources_are_not_pooled_unless_somebody_says_so(live: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=r"one `source` in 'custom', but got 2: x \(3\), y \(2\)"):
        score("cps", RECORDS, **live)
    pooled = scored("cps", RECORDS, live, where={"source": "*"})
    assert numbers(pooled) == numbers(scored("cps", PAIRS, live))
    assert "where" not in dict(Signature.parse(pooled.signature).fields)


def test_groups_apart_are_what_each_is_alone(live: dict[str, Any]) -> None:
    apart = score("cps", RECORDS, group="source", **live)
    assert isinstance(apart, ResultsApart)
    assert list(apart) == ["source=x", "source=y"]
    for value in "xy":
        alone = scored("cps", RECORDS, live, where={"source": value})
        assert apart[f"source={value}"] == alone  # the signature too
        assert of(alone, "where") == f"source={value}"
    assert apart.as_dict(rows=False)["groups"]["source=x"]["n"] == 3


def test_languages_apart_are_what_each_is_alone(live: dict[str, Any]) -> None:
    records = [{**record, "lang": "en" if i < 3 else "de"} for i, record in enumerate(PAIRS)]
    apart = score("cps", records, group="lang", **live)
    assert apart["lang=de"] == scored("cps", records, live, where={"lang": "de"})
    assert of(apart["lang=de"], "lang") == "de"
    chosen = scored("cps", records, live, language="de")
    assert numbers(chosen) == numbers(apart["lang=de"])


def test_labels_may_come_beside_the_rows(live: dict[str, Any]) -> None:
    labels = [record["source"] for record in RECORDS]
    by_column = score("cps", RECORDS, group="source", **live)
    for data in (columns_of(PAIRS), pd.DataFrame(PAIRS), PAIRS):
        for given in (labels, tuple(labels), pd.Series(labels), iter(labels)):
            apart = score("cps", data, group=given, **live)
            assert list(apart) == ["group=x", "group=y"]
            for value in "xy":
                found = apart[f"group={value}"]
                assert numbers(found) == numbers(by_column[f"source={value}"])
                assert of(found, "data") == of(by_column[f"source={value}"], "data")
    one_each = score("cps", columns_of(PAIRS), group=list("abcde"), **live)
    assert [result.n for result in one_each.values()] == [1] * 5
    with pytest.raises(InputError, match="5 in `sent_more` and 3 in `group`"):
        score("cps", columns_of(PAIRS), group=["x", "y", "x"], **live)


def test_what_is_known_of_rows_goes_with_them(live: dict[str, Any]) -> None:
    genders = ["female", "male", "female", "female", "male"]
    records = [{**r, "gender_more": g} for r, g in zip(RECORDS, genders, strict=True)]
    for told in ({"where": {"source": "x"}}, {"group": "source"}):
        by_column = score("cps", records, **told, **live)
        assert score("cps", RECORDS, **told, gender_more=genders, **live) == by_column
    with pytest.raises(InputError, match="5 in `sent_more` and 2 in `gender_more`"):
        score("cps", RECORDS, where="source=x", gender_more=["male", "female"], **live)


def test_options_of_other_metrics_say_nothing_about_the_rows(live: dict[str, Any]) -> None:
    alone = scored("cps", RECORDS, live, where="source=x")
    assert scored("cps", RECORDS, live, where="source=x", counts=[1], pair_id=["a"]) == alone


def test_columns_are_swapped_and_signed(live: dict[str, Any]) -> None:
    turned = scored("s_jsd", PAIRS, live, columns="sent_more=sent_less,sent_less=sent_more")
    straight = scored("s_jsd", PAIRS, live)
    assert turned.value == pytest.approx(-straight.value)
    assert of(turned, "columns") == "sent_less=sent_more;sent_more=sent_less"
    renamed = pd.DataFrame(PAIRS).set_axis(["A_x", "B_x"], axis=1)
    named = scored("s_jsd", renamed, live, columns={"sent_more": "A_x", "sent_less": "B_x"})
    assert numbers(named) == numbers(straight)
    assert of(named, "data") == of(straight, "data")
    with pytest.raises(DataError, match=r"columns=\{'sent_more': NAME, 'sent_less': NAME\}"):
        score("s_jsd", renamed, **live)


def test_a_column_is_not_named_in_vain(live: dict[str, Any]) -> None:
    masks = {
        "masked_sentence": ["[MASK] is a doctor."],
        "male_word": ["he"],
        "female_word": ["she"],
        "male": ["he is a doctor."],
        "female": ["she is a doctor."],
        "neutral": ["they are a doctor."],
    }
    with pytest.raises(InputError, match=r"masked_sentence, male_word.*got female=neutral"):
        scored("dcbm", masks, live, columns={"female": "neutral"})
    both = {"female": "neutral", "sent_more": "male"}  # the other is for another metric
    assert scored("sbm", masks, live, columns=both).n == 1


def test_the_published_protocol_scores_what_its_authors_scored(live: dict[str, Any]) -> None:
    published = [{**r, "sent_more_as_published": r["sent_more"].upper()} for r in PAIRS]
    published[2]["sent_more_as_published"] = ""
    told = {"protocol": "published"}
    found = scored("cps", published, live, **told)
    by_hand = [
        {**r, "sent_more": r["sent_more"] if i == 2 else r["sent_more"].upper()}
        for i, r in enumerate(PAIRS)
    ]
    assert found == scored("cps", by_hand, live, **told)
    assert found != scored("cps", PAIRS, live, **told)
    assert scored("cps", published, live) == scored("cps", PAIRS, live)


@pytest.mark.parametrize(
    ("lang", "language", "signed"),
    [
        ("de", None, "de"),
        ("pt_br", None, "pt-BR"),
        ("English", None, "und"),
        ("English", "en", "en"),
    ],
)
def test_the_language_is_signed(
    live: dict[str, Any], lang: str, language: str | None, signed: str
) -> None:
    records = [{**record, "lang": lang} for record in PAIRS]
    assert of(scored("cps", records, live, language=language), "lang") == signed


def test_the_language_of_a_config_is_signed(tmp_path: Path, live: dict[str, Any]) -> None:
    made = built(tmp_path / "made", {"de": PAIRS[:2], "sv": PAIRS})
    result = scored("cps", f"{made}:sv", live)
    assert (of(result, "lang"), result.n) == ("sv", 5)
    assert scored("cps", made, live, language="sv") == result


def test_a_signature_with_any_condition_can_be_parsed(live: dict[str, Any]) -> None:
    records = [{**record, "topic": "a|b;c=d:%é"} for record in PAIRS]
    signature = scored("cps", records, live, where={"topic": "a|b;c=d:%é"}).signature
    assert str(Signature.parse(signature)) == signature
    assert Signature.parse(signature)["where"] == "topic=a%7Cb%3Bc=d:%25é"


def test_words_with_counts_are_read_from_a_csv_under_their_own_names(tmp_path: Path) -> None:
    rows = [
        {"lemma": word, "who": gender, "times": times, "upos": upos}
        for word, gender, times, upos in (
            ("warm", "female", 90, "ADJ"),
            ("warm", "male", 10, "ADJ"),
            ("bold", "male", 200, "ADJ"),
            ("bold", "female", 20, "ADJ"),
            ("run", "male", 7, "VERB"),
        )
    ]
    options = {"l1": 0.001, "n_resamples": 99, "progress": False, "return_rows": False}
    told = {"columns": "word=lemma,gender=who,count=times", "where": "upos=ADJ"}
    by_file = [
        score("latent_pmi", write(tmp_path / name, rows), **told, **options)
        for name in ("w.csv", "w.parquet", "w.jsonl")
    ]
    assert by_file[0].n == 320
    assert by_file[0] == by_file[1] == by_file[2]
    with pytest.raises(DataError, match=r"one `upos`.* ADJ \(4\), VERB \(1\)"):
        score("latent_pmi", rows, columns=told["columns"], **options)
    counts = scored("latent_pmi", rows, options, **{**told, "columns": "word=lemma,gender=who"})
    assert counts.n == 4


def test_what_is_told_of_data_needs_data(live: dict[str, Any]) -> None:
    for told in ({"where": "a=b"}, {"columns": "sent_more=x"}, {"group": "source"}):
        with pytest.raises(InputError, match="belongs to rows of your own"):
            score("cps", **told, **live)
    with pytest.raises(OptionError, match="Did you mean 'columns'"):
        score("cps", PAIRS, column={"sent_more": "x"}, **live)
    with pytest.raises(InputError, match=r"one mapping.*score\('cps', \{'sent_more': \[\.\.\.\], "):
        score("cps", sent_more=["a"], sent_less=["b"], **live)


def test_no_group_at_all_is_one_result(live: dict[str, Any]) -> None:
    assert scored("cps", PAIRS, live, group=[]) == scored("cps", PAIRS, live)
