"""Completions: what comes back for many names, and what is refused."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError, ModelError, OptionError
from equimask.models import MaskedLM, load_mlm
from equimask.studies.completions import Completions, Vocabulary, complete, whole_words
from tests import tiny
from tests.models.tiny_families import tiny_model
from tests.studies.completions import tokenizer_kinds as kinds

WORD: int = tiny.wordpiece_tokenizer().get_vocab()["her"]
NAMES = (
    "James",
    "Olivia",
    "Emilia und Maximilian",
    "James Olivia",
    "The nurse",
    "Die Ärztin",
    "Maximilian",
    "James",
    "her patient",
    "Olivia",
)


@pytest.fixture(scope="module")
def mlm() -> MaskedLM:
    tokenizer = tiny.wordpiece_tokenizer()
    return load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")


def vocabulary(mlm: MaskedLM, k: int = 5, part: slice = slice(None)) -> Vocabulary:
    return Vocabulary(np.array(list(whole_words(mlm.tokenizer, "en")))[part], k)


def run(mlm: MaskedLM, names: Any = NAMES, **options: Any) -> list[Completions]:
    chosen = {"language": "en", "order": "mask_first", "progress": False, **options}
    chosen.setdefault("vocabularies", {"ALL": vocabulary(mlm)})
    return list(complete(mlm, names, **chosen))


def test_the_answers_are_compact_arrays_in_the_order_of_the_names(mlm: MaskedLM) -> None:
    (found,) = run(
        mlm, vocabularies={"ALL": vocabulary(mlm, 7), "HALF": vocabulary(mlm, 3, slice(0, None, 2))}
    )
    assert found.start == 0
    assert found.kept.tolist() == list(range(len(NAMES)))
    assert found.skipped == {}
    assert (found.ids["ALL"].shape, found.probs["HALF"].shape) == ((10, 7), (10, 3))
    assert (found.ids["ALL"].dtype, found.probs["ALL"].dtype) == (np.uint32, np.float32)
    for name in ("ALL", "HALF"):
        assert (np.diff(found.probs[name], axis=1) <= 0).all()
        assert (found.probs[name] > 0).all()
    assert len({tuple(row) for row in found.ids["ALL"].tolist()}) > 3


def test_several_vocabularies_give_what_each_gives_alone(mlm: MaskedLM) -> None:
    both = {"A": vocabulary(mlm, 4, slice(0, 200)), "B": vocabulary(mlm, 6, slice(100, None))}
    (together,) = run(mlm, vocabularies=both)
    for name, one in both.items():
        (alone,) = run(mlm, vocabularies={name: one})
        np.testing.assert_array_equal(together.ids[name], alone.ids[name])
        np.testing.assert_array_equal(together.probs[name], alone.probs[name])


@pytest.mark.parametrize("chunk", [1, 3, 4, 100])
@pytest.mark.parametrize("batch_tokens", [1, 17, None])
def test_neither_chunks_nor_batches_change_the_ranking(
    mlm: MaskedLM, chunk: int, batch_tokens: int | None
) -> None:
    (whole,) = run(mlm)
    parts = run(mlm, chunk=chunk, batch_tokens=batch_tokens)
    assert [part.start for part in parts] == list(range(0, len(NAMES), chunk))
    np.testing.assert_array_equal(np.concatenate([p.kept for p in parts]), whole.kept)
    np.testing.assert_array_equal(np.concatenate([p.ids["ALL"] for p in parts]), whole.ids["ALL"])
    np.testing.assert_allclose(
        np.concatenate([p.probs["ALL"] for p in parts]), whole.probs["ALL"], rtol=2e-5
    )


def test_the_order_of_the_names_does_not_matter(mlm: MaskedLM) -> None:
    (forward,), (backward,) = run(mlm), run(mlm, NAMES[::-1])
    np.testing.assert_array_equal(forward.ids["ALL"], backward.ids["ALL"][::-1])


@pytest.mark.parametrize("chunk", [2, 5, 100])
def test_a_repeated_name_is_computed_once_and_answered_every_time(
    mlm: MaskedLM, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    names = ["James", "", "Olivia", "James", "James", "Emilia", "Olivia", "", "James"]
    asked = []
    original = MaskedLM.rank_shortlists

    def spy(self: MaskedLM, sentences: Any, *args: Any, **options: Any) -> Any:
        asked.append(len(sentences))
        return original(self, sentences, *args, **options)

    monkeypatch.setattr(MaskedLM, "rank_shortlists", spy)
    parts = run(mlm, names, chunk=chunk)
    assert sum(asked) == 3
    assert max(asked) <= chunk
    kept = np.concatenate([part.kept for part in parts])
    assert kept.tolist() == [0, 2, 3, 4, 5, 6, 8]
    ids = dict(
        zip(kept.tolist(), np.concatenate([p.ids["ALL"] for p in parts]).tolist(), strict=True)
    )
    assert ids[0] == ids[3] == ids[4] == ids[8]
    assert ids[2] == ids[6]
    assert len({tuple(ids[i]) for i in (0, 2, 5)}) == 3
    assert sum(part.skipped.get("empty", 0) for part in parts) == 2


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_names(mlm: MaskedLM) -> None:
    rng = np.random.default_rng(0)
    names = ["".join(rng.choice(list("aeinrst"), size=9)) for _ in range(1000)]
    words = {"ALL": vocabulary(mlm, 100)}

    def peak(part: list[str]) -> int:
        options = {"language": "en", "order": "mask_first", "progress": False, "chunk": 100}
        tracemalloc.start()
        for _ in complete(mlm, part, vocabularies=words, **options):  # type: ignore[arg-type]
            gc.collect()  # the interpreter keeps some thousand small tuples for later
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(names[:100])  # what is allocated once
    assert peak(names) < 1.2 * peak(names[:200])


def test_skipped_names_are_counted_by_reason_in_their_chunk(mlm: MaskedLM) -> None:
    names = ["James", "", "Ђђ", "James " * 70, "Olivia", " ", "[MASK]"]
    first, second = run(mlm, names, chunk=4)
    assert first.kept.tolist() == [0]
    assert first.skipped == {"empty": 1, "too_long": 1, "unknown": 1}
    assert second.kept.tolist() == [4]
    assert second.skipped == {"empty": 1, "special_in_name": 1}
    (nothing,) = run(mlm, [""])
    assert nothing.ids["ALL"].shape == (0, 5)


def test_a_small_vocabulary_is_ranked_whole(mlm: MaskedLM) -> None:
    few = vocabulary(mlm, 50, slice(0, 3))
    (found,) = run(mlm, vocabularies={"FEW": few})
    assert found.ids["FEW"].shape == (10, 3)
    assert sorted(found.ids["FEW"][0].tolist()) == sorted(few.ids.tolist())


def two_forms() -> tuple[MaskedLM, int, int]:
    """A model whose vocabulary has `old` behind a space and at the start of a text."""
    tokenizer = kinds.byte_level(["old king", "the old king", "old town"] * 3)
    vocab = tokenizer.get_vocab()
    mlm = load_mlm(tiny.tiny_roberta(len(tokenizer)), tokenizer, device="cpu")
    return mlm, vocab["old"], vocab["Ġold"]


def probability(mlm: MaskedLM, text: str, index: int) -> float:
    ids = mlm.tokenizer(text, return_tensors="pt")["input_ids"]
    place = int((ids[0] == mlm.encode.mask_id).nonzero())
    with torch.no_grad():
        return float(mlm.model(ids).logits[0, place].double().softmax(-1)[index])


def test_the_two_tokens_of_a_word_are_one_answer_at_the_start_of_a_text() -> None:
    mlm, bare, spaced = two_forms()
    both = {"W": Vocabulary(np.array([spaced, bare]), 2)}
    (found,) = run(mlm, ["king"], vocabularies=both)
    assert found.ids["W"].tolist() == [[min(bare, spaced)]]
    expected = sum(probability(mlm, "<mask> king", index) for index in (bare, spaced))
    np.testing.assert_allclose(found.probs["W"], [[expected]], rtol=1e-5)


def test_behind_a_name_only_the_token_with_its_space_counts() -> None:
    mlm, bare, spaced = two_forms()
    both = {"W": Vocabulary(np.array([spaced, bare]), 2)}
    (found,) = run(mlm, ["king"], vocabularies=both, order="name_first")
    assert found.ids["W"].tolist() == [[spaced]]
    np.testing.assert_allclose(
        found.probs["W"], [[probability(mlm, "king <mask>", spaced)]], rtol=1e-5
    )
    with pytest.raises(OptionError, match="0 words of 1 tokens"):
        run(mlm, ["king"], vocabularies={"W": Vocabulary(np.array([bare]), 2)}, order="name_first")


@pytest.mark.parametrize("family", ["xlm", "xmod"])
def test_the_language_reaches_a_model_that_depends_on_it(family: str) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    mlm = load_mlm(tiny_model(family, len(tokenizer)), tokenizer, device="cpu", language="de")
    probs = {language: run(mlm, language=language)[0].probs["ALL"] for language in ("de", "en")}
    assert np.abs(probs["de"] - probs["en"]).max() > 1e-4
    loaded_so = load_mlm(mlm.model, tokenizer, device="cpu", language="en")
    np.testing.assert_array_equal(run(loaded_so, language="en")[0].probs["ALL"], probs["en"])
    assert mlm.language == "de"
    with pytest.raises(OptionError, match=r"trained with \(de.*, en.*got 'fr'.*another model"):
        run(mlm, language="fr")


def test_wrong_input_is_refused_at_the_call_and_not_at_the_first_chunk(mlm: MaskedLM) -> None:
    words = {"ALL": vocabulary(mlm)}
    for names, message in (
        ("James", "a list of names"),
        ([], "a list of names"),
        (["James", None], "None in row 1"),
    ):
        with pytest.raises(InputError, match=message):
            complete(mlm, names, language="en", order="mask_first", vocabularies=words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "before"}, "'mask_first' or 'name_first'"),
        ({"language": "xx"}, "BCP 47"),
        ({"vocabularies": {}}, "at least one vocabulary"),
        ({"vocabularies": {"A": Vocabulary(np.array([4]), 3)}}, r"whole words.*4 \('\[MASK\]'\)"),
        ({"vocabularies": {"A": Vocabulary(np.array([], dtype=int), 3)}}, "0 words of 0 tokens"),
        ({"vocabularies": {"A": Vocabulary(np.array([WORD]), 0)}}, "k=0"),
    ],
)
def test_wrong_options_are_refused(mlm: MaskedLM, options: dict[str, Any], message: str) -> None:
    chosen: dict[str, Any] = {
        "language": "en",
        "order": "mask_first",
        "vocabularies": {"ALL": vocabulary(mlm)},
        **options,
    }
    with pytest.raises(OptionError, match=message):
        complete(mlm, ["James"], **chosen)


def test_words_that_the_model_has_no_row_for_are_refused() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    small = load_mlm(tiny.tiny_bert(700), tokenizer, device="cpu")
    with pytest.raises(ModelError, match="700 embeddings"):
        run(small)
