"""No wrong number in silence: a changed checkpoint gives the same numbers, or an error, or says so.

What a change may do to a score shows in the signature; what it may not do is end in a traceback,
a hang, or more memory than the model needs.
"""

from __future__ import annotations

import itertools
import math
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch
from hypothesis import note
from hypothesis import strategies as st

from equimask import score
from equimask.core.embedded import embedded_model_path
from equimask.core.errors import EquimaskError
from equimask.core.result import BiasResult
from tests import tiny
from tests.hardening.checkpoints import changes
from tests.hardening.examples import inputs
from tests.limits import little_memory, little_time
from tests.models.kinds import owned, stored
from tests.models.kinds.workshop import KNOWN, Workshop, modules_below
from tests.models.slow_tokenizers import roc_bert_tokenizer, xlm_tokenizer
from tests.models.tiny_families import tiny_model

SAME = 1e-6
ROUNDING = 1e-5  # of float32, in log-probabilities that are added up in another order
LONGEST = 60  # seconds; most take a tenth of one
BASES = ("bert", "roberta", "modernbert", "own", "bin", "roc_bert", "xlm", "trained")
PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
PAIRS_OF = {
    "xlm": {"sent_more": ["the nurse helped her."] * 2, "sent_less": ["her nurse helped the."] * 2},
    "trained": {"sent_more": list(KNOWN), "sent_less": [KNOWN[1], KNOWN[0]]},
}
METRICS: dict[str, dict[str, Any]] = {"s_jsd": {}, "aul": {"likelihood": "aul"}}
_numbers = itertools.count()


class Base(NamedTuple):
    """A sound folder, how it is loaded, and what it scores."""

    folder: Path
    options: dict[str, Any]
    pairs: dict[str, list[str]]
    results: dict[str, BiasResult]


@pytest.fixture(scope="module")
def bases(
    tmp_path_factory: pytest.TempPathFactory, bert_folder: Path, roberta_folder: Path
) -> Iterator[dict[str, Base]]:
    root = tmp_path_factory.mktemp("changed")
    workshop = Workshop(root)
    modernbert = tiny_model("modernbert", len(workshop.tokenizer))
    with modules_below(root / "modules"):
        folders = {
            "bert": bert_folder,
            "roberta": roberta_folder,
            "modernbert": workshop.save("modernbert", modernbert),
            "own": owned.rotary_frequencies(workshop).model,
            "bin": stored.bin_only(workshop).model,
            "roc_bert": with_slow_tokenizer(workshop, "roc_bert"),
            "xlm": with_slow_tokenizer(workshop, "xlm", n_langs=1, use_lang_emb=False),
            "trained": Path(shutil.copytree(embedded_model_path(), root / "trained")),
        }
        yield {name: base_of(name, folder) for name, folder in folders.items()}


def base_of(name: str, folder: Path) -> Base:
    options = owned.TRUSTED if name == "own" else {}
    pairs = PAIRS_OF.get(name, PAIRS)
    return Base(folder, options, pairs, results_of(folder, options, pairs))


def with_slow_tokenizer(workshop: Workshop, family: str, **config: Any) -> Path:
    """One in Python, whose files are read line by line."""
    folder = workshop.folder(family)
    if family == "xlm":
        tokenizer: Any = xlm_tokenizer(folder)
    else:
        tokenizer = roc_bert_tokenizer(folder, workshop.tokenizer.get_vocab())
    return tiny.save(folder, tiny_model(family, len(tokenizer), **config), tokenizer)


def results_of(
    folder: Path, options: dict[str, Any], pairs: dict[str, list[str]]
) -> dict[str, BiasResult]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # words that a changed tokenizer does not know
        return {
            metric: score(
                metric, pairs, model=str(folder), device="cpu", n_resamples=9, progress=False,
                **extra, **options,
            )
            for metric, extra in METRICS.items()
        }  # fmt: skip


def numbers(result: BiasResult) -> list[float | None]:
    """The headline, and all that is told of every row."""
    return [result.value, *itertools.chain(*result.as_dict()["rows"].values())]


def agree(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=ROUNDING, abs_tol=SAME)


def same(ours: BiasResult, before: BiasResult) -> bool:
    pairs = itertools.zip_longest(numbers(ours), numbers(before))
    return all(agree(one, other) for one, other in pairs)


def check(sound: Base, changed: Path) -> None:
    """The same numbers, or an error, or another signature; in little time and memory."""
    torch.manual_seed(next(_numbers))  # what is filled at random shall not look the same
    try:
        with little_memory(), little_time(LONGEST):
            results = results_of(changed, sound.options, sound.pairs)
    except EquimaskError as error:
        assert str(error).isprintable() and error.fix  # noqa: PT017 - others are scored
        return
    for metric, before in sound.results.items():
        ours = results[metric]
        assert same(ours, before) or ours.signature != before.signature, (
            f"{metric} was {before.value} and is {ours.value}, both {ours.signature}"
        )


def copied(sound: Base, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound.folder, tmp_path / str(next(_numbers)) / sound.folder.name))


@pytest.mark.slow
@inputs(50, st.sampled_from(BASES), st.data())
def test_a_changed_checkpoint_scores_the_same_or_says_so(
    bases: dict[str, Base], tmp_path: Path, base: str, data: st.DataObject
) -> None:
    change = data.draw(changes(bases[base].folder))
    note(f"{base}: {change!r}")
    folder = copied(bases[base], tmp_path)
    change.apply(folder)
    check(bases[base], folder)
    shutil.rmtree(folder.parent)


FOUND = (  # by chance; each went unseen once, ended in a traceback or took gigabytes
    ("own", "layers_own.py", "functional.gelu(", "functional.relu("),
    ("bert", "tokenizer.json", '"special_tokens": {', '"special_tokens": {}, "other": {'),
    ("bert", "tokenizer.json", '"the": ', '"the": 1000000'),
    ("bert", "tokenizer_config.json", '"unk_token": "[UNK]"', '"unk_token": ""'),
    ("bert", "config.json", '"num_attention_heads": 4', '"num_attention_heads": 8'),
    ("bert", "config.json", '"num_hidden_layers": 2', '"num_hidden_layers": 1000000000'),
    ("xlm", "merges.txt", "h e\n", "h  e\n"),
    ("xlm", "vocab.json", '"<unk>": 3', '"<unk>": 2.5'),
    ("xlm", "vocab.json", '"<unk>": 3', '"<unk>": null'),
    ("xlm", "config.json", '"lang2id": {', '"lang2id": 0.5, "other": {'),
    ("roc_bert", "word_shape.json", '"[MASK]": 4', '"[MASK]": 5'),
    ("roc_bert", "word_pronunciation.json", '"[MASK]": 4', '"[MASK]": null'),
    ("roc_bert", "tokenizer_config.json", '"sep_token": "[SEP]"', '"sep_token": null'),
)


@pytest.mark.slow
@pytest.mark.parametrize(("base", "file", "old", "new"), FOUND)
def test_what_random_changes_have_found_stays_mended(
    bases: dict[str, Base], tmp_path: Path, base: str, file: str, old: str, new: str
) -> None:
    path = copied(bases[base], tmp_path) / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    check(bases[base], path.parent)


def test_the_check_sees_a_wrong_number(bases: dict[str, Base]) -> None:
    """Else the changes would show nothing."""
    before, other = bases["bert"].results["s_jsd"], bases["modernbert"].results["s_jsd"]
    assert same(before, before)
    assert not same(other, before)
