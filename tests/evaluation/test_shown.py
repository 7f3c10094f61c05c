"""What a model was shown: special tokens, pairs that are one to it, unknown words, and how well it
predicted the rest.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation import evaluate, score
from equimask.evaluation.job import Job
from equimask.evaluation.shuffled import evaluate_shuffled
from equimask.metrics import measure_of
from equimask.models import load_mlm
from equimask.models.scorer import Scorer
from tests import tiny
from tests.evaluation.worlds import PAIRS

SIDES = {"male": list(tiny.LESS), "female": list(tiny.MORE)}
BAGS = {
    "sentence": [*tiny.LESS, *tiny.MORE],
    "gender": ["male"] * len(tiny.LESS) + ["female"] * len(tiny.MORE),
}
MASKS = {
    "masked_sentence": [
        "The [MASK] helped the [HIDDEN].",
        "[MASK] cooked dinner.",
        "[HIDDEN] saw [MASK] in the night.",
    ],
    "male_word": ["James", "Maximilian", "the"],
    "female_word": ["Olivia", "Emilia", "in"],
}
TABLES = {"s_jsd": PAIRS, "cps": PAIRS, "aul": PAIRS, "sbm": SIDES, "mbe": BAGS, "dcbm": MASKS}
TEXTS = [
    (metric, column)
    for metric, table in TABLES.items()
    for column in table
    if (metric, column) != ("mbe", "gender")
]


def written(table: dict[str, list[str]], column: str, token: str) -> dict[str, list[str]]:
    """The table with a token in the second row of a column."""
    first, second, *others = table[column]
    return {**table, column: [first, f"{second} {token}", *others]}


@pytest.mark.parametrize("token", ["[SEP]", "[PAD]", "[UNK]"])
@pytest.mark.parametrize(("metric", "column"), TEXTS)
def test_a_special_token_is_refused_with_its_column_and_row(
    live: dict[str, Any], metric: str, column: str, token: str
) -> None:
    message = rf"special tokens .* in row 1 of `{column}`, but got '\[{token[1:-1]}\]' in "
    with pytest.raises(InputError, match=message):
        score(metric, written(TABLES[metric], column, token), **live)


@pytest.mark.parametrize("column", ["male_word", "female_word"])
def test_a_mask_is_no_word(live: dict[str, Any], column: str) -> None:
    with pytest.raises(InputError, match=rf"row 2 of `{column}`, but got '\[MASK\]'"):
        score("dcbm", {**MASKS, column: ["the", "the", "[MASK]"]}, **live)


def test_a_mask_of_the_models_own_is_refused_where_a_placeholder_belongs() -> None:
    tokenizer = tiny.byte_bpe_tokenizer()
    live = {"model": tiny.tiny_roberta(len(tokenizer)), "tokenizer": tokenizer, "progress": False}
    assert score("dcbm", MASKS, **live).n == 3
    assert score("cps", written(PAIRS, "sent_more", "[MASK]"), **live).n == len(tiny.MORE)
    with pytest.raises(InputError, match=r"exactly one \[MASK\].*0 in row 0"):
        score("dcbm", {**MASKS, "masked_sentence": ["The <mask> helped."] * 3}, **live)
    with pytest.raises(InputError, match="row 1 of `masked_sentence`, but got '<mask>'"):
        score("dcbm", written(MASKS, "masked_sentence", "<mask>"), **live)


UNSEEN = {
    "s_jsd": {"sent_more": ["The ☃ helped."], "sent_less": ["The ☂ helped."]},
    "sbm": {"male": ["The ☃ helped."], "female": ["The ☂ helped."]},
    "dcbm": {"masked_sentence": ["The [MASK] helped."], "male_word": ["☃"], "female_word": ["☂"]},
}
UNSEEN |= dict.fromkeys(("cps", "aul"), UNSEEN["s_jsd"])


@pytest.mark.parametrize("metric", UNSEEN)
def test_a_pair_that_is_one_to_the_model_is_skipped_and_counted(
    live: dict[str, Any], metric: str
) -> None:
    table = {name: [*rows, *UNSEEN[metric][name]] for name, rows in TABLES[metric].items()}
    seen, both = score(metric, TABLES[metric], **live), score(metric, table, **live)
    assert both.skipped == {"same_to_the_model": 1}
    assert (both.value, both.n) == (seen.value, seen.n)
    assert all(rows[-1] is None for rows in both.rows.values())
    published = score(metric, table, protocol="published", min_probability=0, **live)
    assert (published.n, published.skipped) == (seen.n + 1, {})
    with pytest.raises(InputError, match=r"'same_to_the_model': 1\}\. .* use a model or a token"):
        score(metric, UNSEEN[metric], **live)


@pytest.mark.parametrize("metric", ["aul", "sbm", "dcbm"])
def test_a_row_with_the_same_text_on_both_sides_is_identical_in_every_metric(
    live: dict[str, Any], metric: str
) -> None:
    own, other = list(TABLES[metric])[-2:]
    table = {**TABLES[metric], other: [TABLES[metric][own][0], *TABLES[metric][other][1:]]}
    assert score(metric, table, **live).skipped == {"identical": 1}
    assert not score(metric, table, protocol="published", min_probability=0, **live).skipped


@pytest.mark.filterwarnings("error")
def test_a_text_that_the_tokenizer_knows_is_not_warned_of(live: dict[str, Any]) -> None:
    result = score("cps", {"sent_more": ["The nurse."], "sent_less": ["The guests."]}, **live)
    assert result.unk_rate == 0.0
    assert not [note for note in result.notes if "unknown" in note]


@pytest.mark.parametrize("metric", TABLES)
def test_unknown_tokens_are_counted_and_warned_of_once(live: dict[str, Any], metric: str) -> None:
    table = dict(TABLES[metric])
    first = next(iter(table))
    table[first] = [f"{text} ☃ ☂ ☃ ☂" for text in table[first]]
    with pytest.warns(UserWarning, match="unknown to the model's tokenizer") as caught:
        result = score(metric, table, calibrate=True, n_twins=2, **live)
    assert len(caught) == 1
    assert result.notes.count(str(caught[0].message)) == 1
    assert result.unk_rate == pytest.approx(share_of_unknown(live, metric, table))
    share = f"{100 * result.unk_rate:.0f} % of the tokens are unknown"
    assert result.notes[-1].startswith(share)
    assert result.as_dict()["notes"] == list(result.notes)


def share_of_unknown(live: dict[str, Any], metric: str, table: dict[str, list[str]]) -> float:
    """Oracle: all scored sentences through the tokenizer alone."""
    texts = [text for name in table if name != "gender" for text in table[name]]
    if metric == "dcbm":
        texts = [
            masked.replace("[HIDDEN]", "").replace("[MASK]", word)
            for side in ("male_word", "female_word")
            for masked, word in zip(table["masked_sentence"], table[side], strict=True)
        ]
    tokenizer = live["tokenizer"]
    ids = [i for t in texts for i in tokenizer(t, add_special_tokens=False)["input_ids"]]
    return ids.count(tokenizer.unk_token_id) / len(ids)


# pairs with one contiguous change, so that the oracle needs no alignment
CONTIGUOUS = {name: sentences[:3] for name, sentences in PAIRS.items()}


def naive_masked(live: dict[str, Any]) -> tuple[list[float], list[bool]]:
    """Oracle: every token that both sentences of a pair have, hidden once on either side."""
    tokenizer, model = live["tokenizer"], live["model"]
    log_probs, hits = [], []
    for pair in zip(*CONTIGUOUS.values(), strict=True):
        more, less = (tokenizer(side)["input_ids"] for side in pair)
        start = next(i for i, (a, b) in enumerate(zip(more, less, strict=False)) if a != b)
        back = enumerate(zip(more[::-1], less[::-1], strict=False))
        end = next(i for i, (a, b) in back if a != b)
        for ids in (more, less):
            for place in (*range(1, start), *range(len(ids) - end, len(ids) - 1)):
                hidden = [*ids[:place], tokenizer.mask_token_id, *ids[place + 1 :]]
                with torch.no_grad():
                    logits = model(torch.tensor([hidden])).logits[0, place].double()
                log_probs.append(float(logits.log_softmax(-1)[ids[place]]))
                hits.append(int(logits.argmax()) == ids[place])
    return log_probs, hits


def naive_in_sight(live: dict[str, Any], texts: list[str]) -> tuple[list[float], list[bool]]:
    """Oracle: every token of every sentence, where it stands in full sight."""
    log_probs, hits = [], []
    for text in texts:
        ids = live["tokenizer"](text, return_tensors="pt")["input_ids"]
        with torch.no_grad():
            logits = live["model"](ids).logits[0].double()
        for place in range(1, ids.shape[1] - 1):
            gold = int(ids[0, place])
            log_probs.append(float(logits[place].log_softmax(-1)[gold]))
            hits.append(int(logits[place].argmax()) == gold)
    return log_probs, hits


def check_quality(result: BiasResult, log_probs: list[float], hits: list[bool], read: str) -> None:
    assert result.lm_surprisal == pytest.approx(-np.mean(log_probs), abs=1e-5)
    assert result.lm_accuracy == pytest.approx(np.mean(hits))
    assert result.details["lm_read"] == read


@pytest.fixture
def sure() -> dict[str, Any]:
    """A model that is right now and then: it says "the" wherever it is asked."""
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    with torch.no_grad():
        the = tokenizer("the", add_special_tokens=False)["input_ids"]
        model.cls.predictions.bias[the] += 40.0
    return {"model": model, "tokenizer": tokenizer, "progress": False, "n_resamples": 99}


def test_masked_passes_are_judged_by_all_asked_tokens_of_both_sides(sure: dict[str, Any]) -> None:
    expected = naive_masked(sure)
    assert 0 < np.mean(expected[1]) < 1
    for metric in ("cps", "s_jsd"):
        result = score(metric, CONTIGUOUS, **sure)
        check_quality(result, *expected, "masked")
        sides = result.details["accuracy_more"] + result.details["accuracy_less"]
        assert result.lm_accuracy == pytest.approx(sides / 2)


@pytest.mark.parametrize("likelihood", ["aul", "aula"])
def test_unmasked_passes_are_judged_by_the_tokens_in_sight(
    sure: dict[str, Any], likelihood: str
) -> None:
    expected = naive_in_sight(sure, [*tiny.LESS, *tiny.MORE])
    assert 0 < np.mean(expected[1]) < 1
    for metric in ("aul", "sbm", "mbe"):
        result = score(metric, TABLES[metric], likelihood=likelihood, **sure)
        check_quality(result, *expected, "in_sight")


def test_the_shuffled_baseline_is_judged_too(sure: dict[str, Any]) -> None:
    options = Options(likelihood="aul", n_resamples=99, progress=False)
    job = Job(measure_of("mbe"), BAGS, options, "bags@1", "en")
    mlm = load_mlm(sure["model"], sure["tokenizer"])
    result = evaluate_shuffled(job, mlm)
    check_quality(result, *naive_in_sight(sure, [*tiny.LESS, *tiny.MORE]), "in_sight")
    with pytest.raises(InputError, match="row 1 of `sentence`"):
        evaluate_shuffled(replace(job, columns=written(BAGS, "sentence", "[SEP]")), mlm)


def naive_words(live: dict[str, Any]) -> tuple[float, float]:
    """Oracle: the likelier word of each mask, its pieces revealed one after the other."""
    tokenizer, model = live["tokenizer"], live["model"]
    nats, tokens, right = 0.0, 0, 0
    rows = zip(*(MASKS[name] for name in ("masked_sentence", *list(MASKS)[1:])), strict=True)
    for masked, *words in rows:
        found = []
        for word in words:
            pieces = tokenizer(word, add_special_tokens=False)["input_ids"]
            total, first = 0.0, False
            for k, piece in enumerate(pieces):
                hidden = [tokenizer.mask_token_id] * (len(pieces) - k)
                before, after = (
                    tokenizer(part.replace("[HIDDEN]", "[MASK]"), add_special_tokens=False)
                    for part in masked.split("[MASK]")
                )
                shown = [*before["input_ids"], *pieces[:k]]
                ids = [2, *shown, *hidden, *after["input_ids"], 3]
                with torch.no_grad():
                    logits = model(torch.tensor([ids])).logits[0, 1 + len(shown)].double()
                total += float(logits.log_softmax(-1)[piece])
                first = first or (k == 0 and int(logits.argmax()) == piece)
            found.append((total, len(pieces), first))
        best = max(found)
        nats, tokens = nats - best[0], tokens + best[1]
        right += any(hit for _, _, hit in found)
    return nats / tokens, right / 3


@pytest.mark.parametrize("protocol", ["corrected", "published"])
def test_filled_masks_are_judged_by_the_likelier_of_two_words(
    sure: dict[str, Any], protocol: str
) -> None:
    surprisal, accuracy = naive_words(sure)
    result = score("dcbm", MASKS, protocol=protocol, **sure)
    assert result.lm_surprisal == pytest.approx(surprisal, abs=1e-5)
    assert result.lm_accuracy == pytest.approx(accuracy)
    assert 0 < accuracy < 1
    assert result.details["lm_read"] == "masked"


@pytest.mark.parametrize("metric", TABLES)
def test_every_result_of_a_model_says_how_well_it_reads(live: dict[str, Any], metric: str) -> None:
    plain = score(metric, TABLES[metric], **live)
    calibrated = score(metric, TABLES[metric], calibrate=True, n_twins=2, **live)
    for result in (plain, calibrated):
        flat = json.loads(json.dumps(result.as_dict(), allow_nan=False))
        for name in ("lm_accuracy", "lm_surprisal", "unk_rate"):
            assert flat[name] == getattr(result, name) == getattr(plain, name)
            assert isinstance(flat[name], float)
        assert BiasResult.from_dict(flat) == result


def test_a_result_without_a_model_does_not_say_how_well_it_reads() -> None:
    words = {"word": ["kind", "bold", "kind", "bold"], "gender": ["female", "male"] * 2}
    flat = score("latent_pmi", words, n_resamples=99, progress=False).as_dict()
    assert not {"lm_accuracy", "lm_surprisal", "lm_read", "unk_rate"} & set(flat)


def test_what_is_to_be_said_of_the_model_stands_in_the_result(live: dict[str, Any]) -> None:
    class Noted:
        notes = ("its weights are of paper",)

        def __init__(self, scorer: Scorer) -> None:
            self._scorer = scorer

        def __getattr__(self, name: str) -> Any:
            return getattr(self._scorer, name)

    job = Job(measure_of("cps"), PAIRS, Options(n_resamples=99, progress=False), "x@1", "en")
    mlm = Noted(load_mlm(live["model"], live["tokenizer"]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert evaluate(job, mlm).notes[0] == "its weights are of paper"
