"""Every signature scores again to the same number and the same string, or says what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import equimask
from equimask.core.errors import DataError, EquimaskError, InputError, ModelError, OptionError
from equimask.core.options import OPTIONS, Option
from equimask.core.result import BiasResult
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.evaluation.reproduction import Reproduction
from equimask.evaluation.rerun import rerun
from equimask.inputs.packaged import packaged_table
from equimask.metrics import all_measures, spec_of
from equimask.studies.meta_evaluation.run import meta_evaluate
from tests import tiny
from tests.inputs.worlds import built, card, columns_of, write

MOVING = ("scoring", "data")
QUICK: dict[str, Any] = {"n_resamples": 49, "progress": False, "device": "cpu"}
LEXICON = {"bold": (0.1, 0.2, 0.7), "divorced": (0.7, 0.2, 0.1)}
WORDS = [
    {"word": word, "gender": gender, "count": count}
    for word, counts in {"bold": (20, 200), "divorced": (90, 10), "tall": (30, 40)}.items()
    for gender, count in zip(("female", "male"), counts, strict=True)
]


@cache
def rows() -> list[dict[str, Any]]:
    """A few packaged pairs with all that any metric reads, those with names among them."""
    table = packaged_table("en")
    records = [
        dict(zip(table.columns, row, strict=True))
        for row in zip(*table.columns.values(), strict=True)
    ]
    return sorted(records, key=lambda row: len(row["male"]))[:8]


def off_default(option: Option) -> Any:
    """A value that the option takes and that is not its default, whatever options there will be."""
    if option.name == "sentiment":
        return LEXICON
    if option.terminal == list[float]:
        return [0.1 + 0.2, 0.01]
    candidates: Sequence[Any] = [c for c in option.choices if c] or {
        bool: [True],
        int: [2, 3],
        float: [1e-4, 1 / 3],
    }.get(option.terminal, [])
    for value in candidates:
        try:
            option.check(value)
        except OptionError:
            continue
        if value not in (option.default, ""):
            return value
    raise AssertionError(f"say in this test what is off the default of {option.name}")


def cases() -> Iterator[Any]:
    """Every option that a metric reads by itself, and those of all metrics at once."""
    general = [name for name in OPTIONS if OPTIONS[name].role in ("calibration", "statistics")]
    for measure in all_measures().values():
        own = [name for name in spec_of(measure.metric).options if OPTIONS[name].role in MOVING]
        for names in (*([name] for name in own), ["unit", "dtype", *general]):
            if not {*names} & {*measure.options}:  # that form is fixed
                yield pytest.param(measure.name, names, id=f"{measure.name} {names[-1]}")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("data")
    return {
        "rows": write(folder / "pairs.csv", rows()),
        "words": write(folder / "words.parquet", WORDS),
    }


def source(metric: str, model: Path, files: dict[str, Path]) -> dict[str, Any]:
    """Model and data, as they are given the first time and again."""
    spec = spec_of(metric)
    if not spec.needs_model:
        return {"data": files["words"]}
    if spec.evaluation == "filled_masks":  # to an untrained model all words are improbable
        return {"data": files["rows"], "model": "embedded"}
    return {"data": files["rows"], "model": str(model)}


def check(result: BiasResult, **given: Any) -> Reproduction:
    """Same number, same string, same numbers beside it."""
    again = rerun(result.signature, expect=result.value, progress=False, device="cpu", **given)
    assert again.result.signature == result.signature
    assert again.result.value == result.value
    assert again.result.as_dict() == result.as_dict()
    assert again.reproduced and again.same_signature and not again.fields
    return again


@pytest.mark.parametrize(("measure", "names"), cases())
def test_every_option_off_its_default_is_scored_again(
    measure: str, names: list[str], bert_folder: Path, files: dict[str, Path]
) -> None:
    metric = all_measures()[measure].metric
    given = source(metric, bert_folder, files)
    beside = {**QUICK, "language": "en"}
    if not spec_of(metric).needs_model:
        beside |= {"l1": 0.01, "posterior": 0.1}
    lexicon = {"sentiment": LEXICON} if {*names} & {"sentiment", "posterior"} else {}
    asked = {name: off_default(OPTIONS[name]) for name in names}
    result = score(measure, **{**beside, **given, **lexicon, **asked})
    check(result, **given, **lexicon)


@pytest.fixture(scope="module")
def packaged() -> BiasResult:
    """Of packaged pairs and the packaged model."""
    return score("aul", language="de", model="embedded", likelihood="aul", **QUICK)


def test_packaged_pairs_and_model_need_nothing_but_the_signature(packaged: BiasResult) -> None:
    assert equimask.rerun is rerun
    check(packaged)


def test_the_terminal_may_have_broken_the_line(packaged: BiasResult) -> None:
    broken = f"  {packaged.signature[:70]}\n{packaged.signature[70:]}\r\n"
    assert rerun(broken, progress=False, device="cpu").same_signature


RECORDS = [
    {
        "A": more, "B": less, "source": source, "name": name, "topic": topic,
        "tongue=own": "a;b|c%", "quote": less,
    }
    for more, less, source, name, topic in zip(
        tiny.MORE, tiny.LESS, "xyxxy", "ababa", "pqqpp", strict=True
    )
]  # fmt: skip
PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
AB = {"sent_more": "A", "sent_less": "B"}
CHOICES: dict[str, dict[str, Any]] = {
    "columns": {"columns": AB, "where": {"source": "*"}},
    "where": {"columns": AB, "where": {"source": "x", "topic": ["p", "q"]}},
    "signs": {"columns": AB, "where": {"tongue=own": "a;b|c%", "source": "*"}},
    "cluster": {"columns": {**AB, "cluster": "name"}, "where": {"source": "*"}},
    "crossed": {"columns": {**AB, "cluster": ["name", "topic"]}, "where": {"source": ["x", "y"]}},
    "a source as cluster": {"columns": {**AB, "cluster": "source"}},
    "language": {"columns": AB, "where": {"source": "y"}, "language": "sv"},
}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("kind", CHOICES)
def test_what_was_chosen_of_a_file_is_read_from_the_signature(
    kind: str, suffix: str, bert_folder: Path, tmp_path: Path
) -> None:
    data = write(tmp_path / f"mine{suffix}", RECORDS)
    result = score("cps", data, **CHOICES[kind], model=str(bert_folder), **QUICK)
    assert isinstance(result, BiasResult)
    check(result, model=str(bert_folder), data=data)


def test_a_template_is_read_from_the_signature(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "quotes.csv", RECORDS)
    for metric in ("sbm", "mbe"):
        result = score(
            metric,
            data,
            template='[James|Olivia] said: "{quote}" | and left',
            where={"source": "*"},
            model=str(bert_folder),
            **QUICK,
        )
        check(result, model=str(bert_folder), data=data)


def test_every_group_is_scored_again_by_itself(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "mine.csv", RECORDS)
    apart = score(
        "cps", data, columns=AB, group=["source", "topic"], model=str(bert_folder), **QUICK
    )
    assert isinstance(apart, dict) and len(apart) == 4
    for result in apart.values():
        check(result, model=str(bert_folder), data=data)


SPOKEN = [
    {**record, "lang": tag} for record, tag in zip(RECORDS, ["DE"] * 3 + ["fi"] * 2, strict=True)
]


def test_languages_are_found_however_they_were_taken(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "spoken.csv", SPOKEN)
    asked = {"columns": AB, "model": str(bert_folder), **QUICK}
    chosen = score("cps", data, language="de", where={"source": "*"}, **asked)
    as_one = score("cps", data, where={"source": "*", "lang": "*"}, **asked)
    called = score("cps", data, where={"source": "*", "lang": "*"}, language="de", **asked)
    raw = score("cps", data, where={"source": "*", "lang": "DE"}, **asked)
    apart = score("cps", data, where={"source": "*"}, group="lang", **asked)
    assert isinstance(apart, dict)
    assert {one.n for one in apart.values()} == {3, 2} and chosen.n == 3
    assert as_one.n == called.n == 5
    for result in (chosen, as_one, called, raw, *apart.values()):
        check(result, model=str(bert_folder), data=data)


def test_parts_of_a_folder_are_found_again(bert_folder: Path, tmp_path: Path) -> None:
    asked = {"columns": AB, "where": {"source": "*"}, "model": str(bert_folder), **QUICK}
    made = built(tmp_path / "made", {"de": RECORDS[:3], "counts": RECORDS, "fi": RECORDS[1:]})
    for spec, signed in (("de", ""), ("counts", "|config:counts|")):
        result = score("cps", f"{made}:{spec}", **asked)
        assert ("|config:" in result.signature) == bool(signed) and signed in result.signature
        check(result, model=str(bert_folder), data=made)
    halves = tmp_path / "halves"
    for name in ("one", "two"):
        write(halves / f"{name}.csv", RECORDS[:3] if name == "one" else RECORDS)
    card(halves, {"default": {"train": "one.csv", "test": "two.csv"}})
    result = score("cps", f"{halves}/test", **asked)
    assert "|split:test|" in result.signature and "|config:" not in result.signature
    check(result, model=str(bert_folder), data=str(halves))
    check(result, model=str(bert_folder), data=f"{halves}/test")


def test_columns_of_python_and_a_live_model_are_given_again(bert_folder: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    live = {"model": tiny.tiny_bert(len(tokenizer)).to(torch.float64), "tokenizer": tokenizer}
    beside = {"cluster": list("aabbc"), "gender_more": ["male", "female", "", "male", "female"]}
    result = score("s_jsd", PAIRS, **live, **beside, **QUICK)
    assert "|model:live@" in result.signature and "|data:custom@" in result.signature
    check(result, data=PAIRS, **live, **beside)
    words = columns_of(WORDS)
    counts = score("latent_pmi", {"word": words["word"], "gender": words["gender"]},
                   counts=words["count"], l1=0.01, **QUICK)  # fmt: skip
    check(counts, data=words)


def test_a_checkpoint_is_the_model_that_was_live(bert_folder: Path, tmp_path: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer), seed=3)
    data = write(tmp_path / "mine.csv", RECORDS)
    chosen = {"columns": AB, "where": {"source": "*"}}
    result = score("cps", data, **chosen, model=model, tokenizer=tokenizer, **QUICK)
    folder = tiny.save(tmp_path / "checkpoint-7", model, tokenizer)
    again = rerun(result.signature, model=folder, data=data, expect=result.value, progress=False)
    assert again.reproduced and not again.same_signature
    assert [one.note for one in again.fields] == ["the same model under another name"]


def test_the_same_rows_may_be_called_otherwise_now(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "mine.csv", RECORDS)
    result = score("cps", data, columns=AB, where={"source": "x"}, model=str(bert_folder), **QUICK)
    kept = [
        {"sent_more": one["A"], "sent_less": one["B"]} for one in RECORDS if one["source"] == "x"
    ]
    copy = write(tmp_path / "copy.csv", kept)
    again = rerun(
        result.signature,
        model=str(bert_folder),
        data=copy,
        columns={},
        where={},
        expect=str(result.value),
        progress=False,
    )
    assert again.reproduced
    assert {one.name for one in again.fields} == {"data", "where", "columns"}
    assert not any(one.matters for one in again.fields)


def test_another_tokenizer_is_told_by_its_flag(
    bert_folder: Path, roberta_folder: Path, tmp_path: Path
) -> None:
    other = tiny.wordpiece_tokenizer(600)
    other.save_pretrained(tmp_path / "tokenizer")
    given = {"model": str(bert_folder), "tokenizer": str(tmp_path / "tokenizer")}
    result = score("cps", PAIRS, **given, **QUICK)
    check(result, data=PAIRS, **given)
    again = rerun(result.signature, data=PAIRS, model=str(bert_folder), progress=False)
    assert "--tokenizer or --mask-token" in again.outcome and not again.reproduced


def test_another_model_is_told_and_scored(packaged: BiasResult, bert_folder: Path) -> None:
    again = rerun(packaged.signature, model=bert_folder, expect=packaged.value, progress=False)
    assert not again.reproduced
    told = {one.name: one for one in again.fields}
    assert told["model"].note == "another model" and told["model"].matters
    assert told["model"].expected == Signature.parse(packaged.signature)["model"]
    assert again.outcome.startswith("not reproduced: another aul, another model")


def test_other_rows_are_told_and_scored(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "mine.csv", RECORDS)
    chosen = {"columns": AB, "where": {"source": "*"}, "model": str(bert_folder)}
    result = score("cps", data, **chosen, **QUICK)
    other = write(tmp_path / "other" / "mine.csv", RECORDS[1:])
    again = rerun(result.signature, data=other, model=str(bert_folder), progress=False)
    assert not again.reproduced
    assert [one.name for one in again.fields][:2] == ["data", "n"]
    assert again.fields[0].note == "other rows"


def test_another_number_is_told_with_what_tables_show(packaged: BiasResult) -> None:
    again = rerun(packaged.signature, expect=f"{packaged.value + 1:.1f}", progress=False)
    assert not again.reproduced and again.same_signature
    assert again.outcome == "not reproduced: another aul"
    result = score("s_jsd", PAIRS, model="embedded", **QUICK)
    shown = rerun(result.signature, data=PAIRS, expect=f"{1e3 * result.value:.2f}", progress=False)
    assert not shown.reproduced and "1000 times" in shown.numbers[0].hint


def test_other_numbers_of_a_result_are_compared_by_their_keys(packaged: BiasResult) -> None:
    told = {"": packaged.value, "ci_low": packaged.ci_low, "p_value": "0.9999"}
    again = rerun(packaged.signature, expect=told, progress=False)
    assert [one.agrees for one in again.numbers] == [True, True, False]
    with pytest.raises(OptionError, match=r"'ci_lo'.*Did you mean 'ci_low'"):
        rerun(packaged.signature, expect={"ci_lo": 1.0}, progress=False)


def test_another_version_is_scored_all_the_same_and_told(packaged: BiasResult) -> None:
    older = packaged.signature.replace(f"equimask:{equimask.__version__}", "equimask:0.1.0")
    again = rerun(older, expect=packaged.value, progress=False)
    assert again.reproduced and not again.same_signature
    assert [one.note for one in again.fields] == ["another version of equimask"]
    newer = rerun(f"{packaged.signature}|sharpness:7", progress=False)
    assert newer.outcome == "not reproduced: another sharpness"


COMMIT = "0123456789abcdef0123456789abcdef01234567"
GOOD = (
    "cps|equimask:0.2.0|model:lab/bert@183aec37fcc3|tok:1|data:equimask_pairs@bb|lang:de"
    "|unit:token|protocol:corrected|dtype:float32|n:112|skipped:0|seed:0"
)


@pytest.mark.parametrize(
    ("signature", "kind", "message"),
    [
        ("", InputError, "Copy the whole signature"),
        ("cps|nonsense", InputError, "'nonsense'"),
        (GOOD.replace("|data:equimask_pairs@bb", ""), InputError, "no `data` in it"),
        (GOOD + "|seed:1", InputError, "`seed` twice in it"),
        (GOOD.replace("cps|", "cpd|"), OptionError, "Did you mean 'cps'"),
        (GOOD.replace("unit:token", "unit:syllable"), OptionError, "unit='token' or"),
        (GOOD.replace("seed:0", "seed:many"), OptionError, "'seed:many'"),
        (GOOD.replace("lang:de", "lang:"), EquimaskError, "language"),
        (GOOD, ModelError, "'lab/bert' whose content hash is 183aec37fcc3.*--model FOLDER"),
        (GOOD.replace("equimask_pairs@", "mine@"), InputError, "'mine'.*--data FILE or FOLDER"),
        (GOOD.replace("equimask_pairs@", "custom@"), InputError, "columns and frames"),
        (GOOD.replace("equimask_pairs@", "lab/gone@"), DataError, "--data NAME"),
        (GOOD.replace("lang:de", "lang:sw"), DataError, "a language with packaged pairs"),
        (GOOD.replace("@183aec37fcc3", f"@{COMMIT}"), ModelError, "lab/bert.*--model FOLDER"),
        (
            "latent_pmi|equimask:0.2.0|model:none|data:words@1|lang:und|table:1"
            "|protocol:corrected|sentiment:abc|l1:0|posterior:0|n:1|skipped:0|seed:0",
            InputError,
            "the sentiment whose hash is abc.*--sentiment FILE",
        ),
    ],
)
def test_what_is_broken_or_missing_is_said_with_what_to_add(
    signature: str, kind: type[EquimaskError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        rerun(signature, progress=False)


EVERY_FIELD = GOOD + (
    "|where:source=x;topic=p|columns:sent_more=A;cluster=a|template:[He|She] {q}|calibrate:True"
    "|n_twins:2|equivalence:1.0|control:names|perturb:last_character|max_pairs:7|clusters:12"
).replace("|She", "%7CShe")


@given(
    st.sampled_from([name for name, _ in Signature.parse(EVERY_FIELD).fields]),
    st.text(st.characters(exclude_characters="/"), max_size=12),
)
def test_a_field_that_says_something_else_is_no_crash(name: str, text: str) -> None:
    signed = Signature.parse(EVERY_FIELD)
    fields = tuple((key, text if key == name else value) for key, value in signed.fields)
    with pytest.raises(EquimaskError):  # at the latest, the model is missing
        rerun(str(Signature("cps", fields)), data=PAIRS if name == "columns" else None)


def test_an_option_that_is_signed_is_not_given_again(packaged: BiasResult) -> None:
    with pytest.raises(OptionError, match="an option that no signature holds"):
        rerun(packaged.signature, unit="word")


def test_what_moves_nothing_that_is_signed_may_be_given(packaged: BiasResult) -> None:
    again = rerun(packaged.signature, batch_tokens=64, return_rows=False, progress=False)
    assert again.same_signature and again.result.value == packaged.value


def test_methods_of_the_meta_evaluation_are_scored_again(bert_folder: Path) -> None:
    bags = {"sentence": [*tiny.MORE, *tiny.LESS], "gender": ["male"] * 5 + ["female"] * 5}
    found = meta_evaluate(
        [str(bert_folder)],
        language="sw",  # no names, no templates
        pairs=PAIRS,
        bags=bags,
        n_shuffles=3,
        n_resamples=49,
        seed=5,
        progress=False,
        device="cpu",
    )
    (results,) = found.results.values()
    assert {"ht", "mbe", "shf"} <= set(results)
    for name, data in {"ht": PAIRS, "mbe": bags, "shf": bags}.items():
        own = results[name]
        again = rerun(
            own.signature, model=str(bert_folder), data=data, expect=own.value, progress=False
        )
        assert again.reproduced and again.result.value == own.value
        assert [one.note for one in again.fields] == ["the same rows under another name"]
