"""Meta-evaluation over tiny models: what is scored, how it agrees, and how it is shown."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from scipy import stats as sps
from tokenizers.pre_tokenizers import BertPreTokenizer

from equimask.core.errors import InputError, OptionError
from equimask.evaluation import score
from equimask.gender.bags import gender_bags
from equimask.gender.native_names import replace_names
from equimask.inputs.pairs import load_pairs
from equimask.models import MaskedLM
from equimask.studies.meta_evaluation.result import MetaEvaluation
from equimask.studies.meta_evaluation.run import meta_evaluate
from equimask.studies.meta_evaluation.templates import PUBLISHED, stereotyped, template_pairs
from tests import tiny

GERMAN = load_pairs("de")[:24]
PAIRS = {
    "sent_more": ["John kocht gern mit Amy.", *(pair.sent_more for pair in GERMAN)],
    "sent_less": ["Amy kocht gern mit John.", *(pair.sent_less for pair in GERMAN)],
}
LABELS = ["", *(pair.gender_more for pair in GERMAN)]
METHODS = ["ht", "ht_male", "mt", "ht_name", "mbe", "shf", "tmp", "tmp_stereotype"]
QUICK: dict[str, Any] = {"language": "de", "n_resamples": 20, "progress": False}
# No templates in this language, so the models have less to read; the sentences stay the same.
BAGS = gender_bags([*PAIRS["sent_more"], *PAIRS["sent_less"]], "de")
SHORT: dict[str, Any] = {**QUICK, "language": "fr", "pairs": PAIRS, "bags": BAGS}
pytestmark = pytest.mark.slow  # reads several models


@pytest.fixture(scope="module")
def models() -> list[Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    return [(tiny.tiny_bert(len(tokenizer), seed), tokenizer) for seed in range(4)]


@pytest.fixture(scope="module")
def result(models: list[Any]) -> MetaEvaluation:
    other = {name: PAIRS[name][:10] for name in PAIRS}
    pairs = {**PAIRS, "gender_more": LABELS}
    return meta_evaluate(models, pairs=pairs, other_pairs={"mt": other}, **QUICK)


def test_every_model_has_every_score(result: MetaEvaluation) -> None:
    assert result.models == ["live", "live #2", "live #3", "live #4"]
    assert result.methods == METHODS
    for method in METHODS:
        scores = result.scores(method)
        assert scores.shape == (4,)
        assert ((scores >= 0) & (scores <= 100)).all()


def test_scores_are_those_of_the_engine(result: MetaEvaluation, models: list[Any]) -> None:
    model, tokenizer = models[2]
    renamed = replace_names(PAIRS["sent_more"], PAIRS["sent_less"], "de")
    assert renamed.n_pairs >= 1
    filled = template_pairs("de")
    sides = {name: [getattr(pair, name) for pair in filled] for name in ("male", "female")}
    labelled = stereotyped(filled)
    parts = {
        "ht": ("aul", PAIRS),
        "ht_male": (
            "sbm",
            {name: [getattr(pair, name) for pair in GERMAN] for name in ("male", "female")},
        ),
        "ht_name": ("aul", {"sent_more": renamed.first, "sent_less": renamed.second}),
        "mbe": ("mbe", BAGS),
        "tmp": ("sbm", sides),
        "tmp_stereotype": (
            "aul",
            {name: [getattr(pair, name) for pair in labelled] for name in PAIRS},
        ),
    }
    for method, (metric, columns) in parts.items():
        expected = score(metric, columns, model=model, tokenizer=tokenizer, **QUICK)
        assert result.results["live #3"][method].value == pytest.approx(expected.value, abs=1e-3)


def test_template_pairs_claim_no_precision(result: MetaEvaluation) -> None:
    for method in ("tmp", "tmp_stereotype"):
        found = result.results["live"][method]
        assert (found.p_value, found.stderr, found.ci_low, found.ci_high) == (None,) * 4
        assert found.test.startswith("none: template pairs share")
    assert result.results["live"]["ht"].p_value is not None


def test_agreement_equals_numpy_and_scipy(result: MetaEvaluation) -> None:
    reference = np.array([results["ht"].value for results in result.results.values()])
    for method in METHODS[1:]:
        candidate = np.array([results[method].value for results in result.results.values()])
        found = result.concordance(method)
        if np.ptp(candidate) and np.ptp(reference):
            rho, r = sps.spearmanr(reference, candidate), sps.pearsonr(reference, candidate)
            assert found.spearman.value == pytest.approx(rho.statistic)
            assert found.pearson.value == pytest.approx(r.statistic)
            assert found.pearson.p_value == pytest.approx(r.pvalue)
        same = np.sign(reference - 50) == np.sign(candidate - 50)
        assert found.direction == same.mean()
        gaps = candidate - reference
        assert found.mean_absolute_difference == pytest.approx(np.abs(gaps).mean())
        assert result.differences(method) == pytest.approx(gaps)


def test_the_same_seed_gives_the_same_figures(models: list[Any]) -> None:
    first, again, other = (meta_evaluate(models[:1], seed=seed, **SHORT) for seed in (1, 1, 2))
    assert first.as_dict() == again.as_dict()
    assert first.scores("ht") == other.scores("ht")
    assert first.results["live"]["shf"].signature != other.results["live"]["shf"].signature


def test_a_sentence_is_read_once_by_each_model(
    models: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, seen = MaskedLM.read_sentences, []

    def counting(self: MaskedLM, sentences: Any, *asked: Any) -> Any:
        seen.extend(sentence.ids for sentence in sentences)
        return read(self, sentences, *asked)

    monkeypatch.setattr(MaskedLM, "read_sentences", counting)
    meta_evaluate(models[:1], pairs=PAIRS, **QUICK)
    assert len(seen) == len(set(seen))


def test_shf_is_near_50_when_men_and_women_are_alike(models: list[Any]) -> None:
    """Both bags hold the same sentences: MBE is as symmetric as its ties allow, Shf is a coin."""
    alike = [*tiny.CORPUS, *tiny.MORE]
    bags = {
        "sentence": alike * 2,
        "gender": ["male"] * len(alike) + ["female"] * len(alike),
    }
    options = {**SHORT, "bags": bags, "n_shuffles": 200, "weights": "none"}
    found = meta_evaluate(models, **options)
    stderr = found.results["live"]["shf"].stderr
    assert stderr is not None
    assert found.scores("shf") == pytest.approx([50.0] * 4, abs=4 * stderr)
    ties_lose = 50.0 * (1 - 1 / len(alike))
    assert found.scores("mbe") == pytest.approx([ties_lose] * 4)


def test_calibrated_scores_are_measured_from_their_own_null(models: list[Any]) -> None:
    found = meta_evaluate(models[:3], calibrate=True, n_twins=2, **SHORT)
    nulls = found.nulls("mbe")
    assert (nulls != 50.0).any()
    assert (found.nulls("shf") == 50.0).all()
    same = np.sign(found.scores("ht") - found.nulls("ht")) == np.sign(found.scores("mbe") - nulls)
    assert found.concordance("mbe").n_same_direction == same.sum()


def test_names_folders_and_mappings(models: list[Any], bert_folder: Path) -> None:
    found = meta_evaluate([bert_folder, str(bert_folder)], **SHORT)
    assert found.models == ["tiny-bert", "tiny-bert #2"]
    assert found.scores("ht")[0] == found.scores("ht")[1]
    named = meta_evaluate({"mine": models[0]}, **SHORT)
    assert named.models == ["mine"]


def test_two_models_give_differences_and_no_correlation(models: list[Any]) -> None:
    found = meta_evaluate(models[:2], **SHORT)
    with pytest.raises(InputError, match="at least 3 models, but got 2"):
        found.concordance("mbe")
    assert found.as_dict()["concordance"] is None
    text = printed(found)
    assert "mean |difference|" in text
    assert "Spearman" not in text
    assert "correlations need 3 models" in text


def test_table_and_dict_show_all(result: MetaEvaluation) -> None:
    text = printed(result)
    for label in ("HT", "HTmale", "HTname", "MT", "MBE", "Shf", "Tmp", "TmpStereo"):
        assert label in text
    for line in ("Spearman", "Pearson", "same direction", "of 4", "mean |difference|"):
        assert line in text
    difference = result.differences("mbe")[1]
    assert f"{result.scores('mbe')[1]:.2f}" in text
    assert f"{difference:+.2f}" in text
    assert "names replaced" in text
    plain = result.as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["differences"]["mbe"]["live #2"] == difference
    assert plain["concordance"]["mbe"]["spearman"]["value"] == (
        result.concordance("mbe").spearman.value
    )
    by_gender = result.as_dict(reference="ht_male")
    assert "ht" in by_gender["concordance"]
    assert printed(result, reference="ht_male") != text


def test_a_language_without_lists_is_noted_not_refused(models: list[Any]) -> None:
    bags = {"sentence": list(tiny.CORPUS), "gender": ["male", "female"] * 4}
    pairs = {"sent_more": ["医生王浩宇在医院工作。"], "sent_less": ["护士李依欣在医院工作。"]}
    found = meta_evaluate(models[:1], pairs=pairs, bags=bags, **{**QUICK, "language": "zh"})
    assert found.methods == ["ht", "mbe", "shf"]
    assert any(note.startswith("ht_name: left out") for note in found.notes)
    assert any(note.startswith("tmp: left out") for note in found.notes)


RUSSIAN = {
    "sent_more": ["Сергей водит машину.", "Ольга готовит обед.", "Он врач."] * 4,
    "sent_less": ["Ольга водит машину.", "Сергей готовит обед.", "Она врач."] * 4,
}
FOREIGN = {
    name: [text.replace("Сергей", "Джон").replace("Ольга", "Эмили") for text in column]
    for name, column in RUSSIAN.items()
}
ONE_FOREIGN = {name: [*FOREIGN[name][:1], *RUSSIAN[name][1:]] for name in RUSSIAN}


def knowing(sentences: list[str], seed: int = 0) -> Any:
    """A tiny model and a tokenizer that has the words of these sentences and of the templates."""
    filled = template_pairs("ru")
    read = [*sentences, *(text for pair in filled for text in (pair.male, pair.female))]
    words = {word for text in read for word, _ in BertPreTokenizer().pre_tokenize_str(text)}
    tokenizer = tiny.wordpiece_of(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(words)])
    return tiny.tiny_bert(len(tokenizer), seed), tokenizer


@pytest.fixture(scope="module")
def russian_models() -> list[Any]:
    native = replace_names(FOREIGN["sent_more"], FOREIGN["sent_less"], "ru")
    columns = (*RUSSIAN.values(), *FOREIGN.values(), native.first, native.second)
    return [knowing([text for column in columns for text in column], seed) for seed in range(3)]


@pytest.mark.parametrize(
    ("pairs", "native", "cells"),
    [
        (RUSSIAN, "8 of 8 rows with a first name have a native one already", "changes nothing"),
        (ONE_FOREIGN, "7 of 8 rows with a first name", "changes 1 of 12 pairs"),
        (FOREIGN, None, None),
    ],
)
def test_pairs_that_hold_native_names_are_called_so_and_a_step_that_does_nothing_is_not_compared(
    russian_models: list[Any], pairs: dict[str, list[str]], native: str | None, cells: str | None
) -> None:
    found = meta_evaluate(russian_models, pairs=pairs, **{**QUICK, "language": "ru"})
    text = " ".join(printed(found).split())
    notes = [note for note in found.notes if note.startswith("ht:")]
    plain = found.as_dict()
    if native is None:
        assert notes == []
        assert (found.labels["ht"], found.labels["ht_name"]) == ("HT", "HTname")
        assert "changes" not in text
    else:
        [note] = notes
        assert native in note
        assert note.endswith("these pairs are what the paper calls HTname")
        assert (found.labels["ht"], found.labels["ht_name"]) == ("HTname", "renamed")
        assert "HT," not in text and "difference from HTname" in text
        assert cells in text
    changed = sum(pairs["sent_more"][i] != RUSSIAN["sent_more"][i] for i in range(12))
    assert plain["changed"] == {"ht_name": [changed, 12]}
    assert plain["labels"]["ht"] == found.labels["ht"]
    assert json.loads(json.dumps(plain)) == plain


def test_a_step_is_compared_with_what_it_does_not_change(russian_models: list[Any]) -> None:
    """With another reference the renamed pairs have as much to say as those that were given."""
    found = meta_evaluate(russian_models, pairs=ONE_FOREIGN, **{**QUICK, "language": "ru"})
    assert "changes 1 of 12" in printed(found, reference="ht_name")
    assert "changes" not in printed(found, reference="mbe")


@pytest.mark.parametrize(
    ("name", "language", "native", "renamed"),
    [("japanese", "ja", 121, 1), ("russian", "ru", 124, 1)],
)
def test_the_released_translations_have_native_names(
    shared: Path, name: str, language: str, native: int, renamed: int
) -> None:
    rows = json.loads((shared / f"sources/pairs/kaneko/{name}.json").read_text("utf-8"))
    sides = ([row[side] for row in rows] for side in ("stereotype", "anti-stereotype"))
    found = replace_names(*sides, language)
    assert (found.n_native, found.n_pairs) == (native, renamed)
    assert 0.9 * found.n_named < found.n_native <= found.n_named < len(rows)


def test_bags_hold_sentences_of_one_gender_once() -> None:
    sentences = ["He slept.", "She slept.", "He saw her.", "It rained.", "He slept."]
    assert gender_bags(sentences, "en") == {
        "sentence": ["He slept.", "She slept."],
        "gender": ["male", "female"],
    }


def test_mistakes_are_named(models: list[Any], result: MetaEvaluation) -> None:
    with pytest.raises(InputError, match="a list of models"):
        meta_evaluate("bert-base-cased", pairs=PAIRS, **QUICK)
    with pytest.raises(InputError, match="at least one model"):
        meta_evaluate([], pairs=PAIRS, **QUICK)
    with pytest.raises(InputError, match="not a method's, but got 'mbe'"):
        meta_evaluate(models, pairs=PAIRS, other_pairs={"mbe": PAIRS}, **QUICK)
    with pytest.raises(OptionError, match="'mbee'"):
        result.scores("mbee")
    with pytest.raises(OptionError, match="an option of Equimask's metrics"):
        meta_evaluate(models, pairs=PAIRS, likelihod="aul", **QUICK)


def test_the_released_translations_fill_all_columns(shared: Path) -> None:
    rows = json.loads((shared / "sources/pairs/kaneko/russian.json").read_text("utf-8"))
    pairs = {
        "sent_more": [row["stereotype"] for row in rows],
        "sent_less": [row["anti-stereotype"] for row in rows],
    }
    read = [*pairs["sent_more"], *pairs["sent_less"]]
    options = {**QUICK, "language": "ru", "published_templates": True}
    found = meta_evaluate([knowing(read)], pairs=pairs, **options)
    results = found.results["live"]
    published = template_pairs("ru", templates=PUBLISHED)
    assert results["tmp_published"].n == len(published)
    assert results["tmp_published"].p_value is None
    sides = {name: [getattr(pair, name) for pair in published] for name in ("male", "female")}
    model, tokenizer = knowing(read)
    again = score("sbm", sides, model=model, tokenizer=tokenizer, **QUICK)
    assert results["tmp_published"].value == pytest.approx(again.value)
    assert results["ht"].n + sum(results["ht"].skipped.values()) == 262
    assert results["tmp"].n == len(template_pairs("ru"))
    assert results["mbe"].details["n_male"] > 150
    assert found.changed == {"ht_name": (1, 262)}
    assert (found.labels["ht"], found.labels["ht_name"]) == ("HTname", "renamed")


def printed(result: MetaEvaluation, **options: Any) -> str:
    console = Console(file=io.StringIO(), width=180)
    console.print(result.table(**options))
    output: Any = console.file
    return str(output.getvalue())


def test_what_a_language_has_no_lists_for_is_left_out_and_noted(models: list[Any]) -> None:
    few = {name: rows[:4] for name, rows in PAIRS.items()}
    found = meta_evaluate(models[:1], pairs=few, **{**QUICK, "language": "sv_se"})
    assert (found.language, found.methods) == ("sv-SE", ["ht"])
    assert [note.partition(":")[0] for note in found.notes] == ["ht_name", "mbe, shf", "tmp"]
    assert all("left out" in note for note in found.notes)
