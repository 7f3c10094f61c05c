"""Completions of names: the engine beside transformers' fill-mask pipeline, and its memory.

Both get the same strings, weights and threads. The pipeline returns the 100 best tokens of the
whole vocabulary; the engine the 100 and the 20 best of two word lists, from one pass. In each
round every contender runs in turn, the pipeline on a part of the names: its speed does not depend
on how many there are.

The names are of a made-up language of syllables with a vocabulary of any size. The tokenizer is
BERT's WordPiece over whole words and syllables, so a name comes out as one to three pieces a word,
as names do in real vocabularies.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

import numpy as np
from rich.console import Console
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, PreTrainedTokenizerFast, pipeline

from benchmarks import table
from benchmarks.machine import Span, describe, in_fresh_process, now, peak_of_process
from benchmarks.turns import of_vocabularies
from benchmarks.workload import bert_base, random_model, small_bert
from equimask.core.progress import Shown, counted
from equimask.models import MaskedLM, load_mlm
from equimask.studies.completions import Completions, Vocabulary, complete, whole_words

_SPECIALS = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]"}
_SPECIALS |= {"sep_token": "[SEP]", "mask_token": "[MASK]"}
_SYLLABLES = tuple(c + v for c, v in product("bcdfghjklmnprstvwz", "aeiou"))


def _words() -> Iterator[str]:
    for length in (1, 2, 3):
        yield from map("".join, product(_SYLLABLES, repeat=length))


def made_up_tokenizer(vocabulary: int) -> PreTrainedTokenizerFast:
    """Exactly `vocabulary` tokens: specials, syllables inside a word, and whole words."""
    fixed = [*_SPECIALS.values(), *(f"##{syllable}" for syllable in _SYLLABLES)]
    tokens = [*fixed, *islice(_words(), vocabulary - len(fixed))]
    ids = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])]
    )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=512, **_SPECIALS)


def made_up_names(n: int, seed: int = 0) -> list[str]:
    """Two or three words of two to five syllables each; hardly one of them twice."""
    rng = np.random.default_rng(seed)
    return [
        " ".join(
            "".join(rng.choice(_SYLLABLES, size=rng.integers(2, 6))) for _ in range(words)
        ).title()
        for words in rng.integers(2, 4, size=n)
    ]


NAME = "completions"
ENGINE, CALLED, BEST = "engine", "called", "best"
# vocabulary -> the least ratio over the pipeline as called, and with its best batch size
TARGETS = {30_522: {CALLED: 5.0, BEST: 1.5}, 250_002: {BEST: 3.0}}
_BATCH_SIZES = (8, 32, 128)
_ROUNDS = 3
_CALLED, _BATCHED = 16, 128  # names of the pipeline in a round
_LITTLE, _MUCH = 1_000, 100_000
_TOP = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("completions: the most probable words beside each name")
    why = "; some hundreds are needed to fill batches of equal length"
    table.add_number(group, "--name-count", 1024, "names", why)
    group.add_argument(
        "--word-vocabulary",
        type=int,
        nargs="+",
        metavar="N",
        default=list(TARGETS),
        help="vocabulary sizes (default: those of BERT and XLM-R)",
    )
    group.add_argument(
        "--no-flatness",
        dest="flatness",
        action="store_false",
        help=f"leave out the peak memory of {_LITTLE:,} against {_MUCH:,} names",
    )


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    results = of_vocabularies(
        NAME,
        options.word_vocabulary,
        lambda size, progress: compare(bert_base(size), options.name_count, progress),
    )
    return {
        "machine": describe(),
        "vocabularies": results,
        "peak_mb": peaks(_LITTLE, _MUCH) if options.flatness else {},
    }


def compare(config: BertConfig, n_names: int, progress: Shown = False) -> dict[str, Any]:
    """Names per second of all contenders on one model."""
    names = made_up_names(n_names)
    tokenizer = made_up_tokenizer(config.vocab_size)
    model = random_model(config)
    mlm = load_mlm(model, tokenizer, device="cpu")
    vocabularies = word_lists(tokenizer)
    contenders = _contenders(mlm, vocabularies, names)
    for prepare, part in contenders.values():  # thread pools and first allocations are not timed
        prepare(part[:2])()
    start = now()
    chunks(mlm, vocabularies, names)
    preparing = now() - start
    taken: dict[str, list[Span]] = {name: [] for name in contenders}
    with counted(_ROUNDS, "round", NAME, shown=progress) as steps:
        for _ in range(_ROUNDS):
            for name, (prepare, part) in contenders.items():
                work = prepare(part)
                start = now()
                work()
                span = now() - start
                taken[name].append(Span(span.wall / len(part), span.cpu / len(part)))
            steps.update()
    best = min(_batched_names(), key=lambda name: float(np.median([s.wall for s in taken[name]])))
    spans = {ENGINE: taken[ENGINE], CALLED: taken[CALLED], BEST: taken[best]}
    queries = mlm.encode.with_masks([f"[MASK] {name}" for name in names])
    del model, mlm, contenders
    gc.collect()
    return {
        "vocabulary": config.vocab_size,
        "layers": config.num_hidden_layers,
        "names": n_names,
        "mean_tokens": float(np.mean([len(query.ids) for query in queries])),
        "seconds_to_prepare": preparing.wall,
        "best_batch_size": int(best),
        "names_per_second": {name: 1 / _median(s, "wall") for name, s in spans.items()},
        "batch_sizes": {name: 1 / _median(taken[name], "wall") for name in _batched_names()},
        **{
            f"ratio_over_{name}{suffix}": _ratio(spans[name], spans[ENGINE], clock)
            for name in (CALLED, BEST)
            for clock, suffix in (("wall", ""), ("cpu", "_cpu"))
        },
        "targets": {f"ratio_over_{k}": v for k, v in TARGETS.get(config.vocab_size, {}).items()},
    }


def word_lists(tokenizer: Any) -> dict[str, Vocabulary]:
    """As large a part of the words as adjectives and verbs are of a language's."""
    ids = np.array(list(whole_words(tokenizer, "en")))
    return {"ADJ": Vocabulary(ids[::4], _TOP), "VERB": Vocabulary(ids[1::6], 20)}


def chunks(
    mlm: MaskedLM, vocabularies: dict[str, Vocabulary], names: Sequence[str]
) -> Iterator[Completions]:
    return complete(
        mlm, names, language="en", order="mask_first", vocabularies=vocabularies, progress=False
    )


Prepared = Callable[[], object]
Contender = tuple[Callable[[Sequence[str]], Prepared], Sequence[str]]


def _contenders(
    mlm: MaskedLM, vocabularies: dict[str, Vocabulary], names: Sequence[str]
) -> dict[str, Contender]:
    """What gets ready for names and gives back what is timed, and the names of a round."""
    fill: Any = pipeline(
        "fill-mask", model=mlm.model, tokenizer=mlm.tokenizer, top_k=_TOP, device="cpu"
    )

    def complete_them(part: Sequence[str]) -> Prepared:
        found = chunks(mlm, vocabularies, part)
        return lambda: list(found)

    def pipe(**options: int) -> Callable[[Sequence[str]], Prepared]:
        return lambda part: lambda: fill([f"[MASK] {name}" for name in part], **options)

    batched = {name: (pipe(batch_size=int(name)), names[:_BATCHED]) for name in _batched_names()}
    return {ENGINE: (complete_them, names), CALLED: (pipe(), names[:_CALLED]), **batched}


def _batched_names() -> list[str]:
    return [str(size) for size in _BATCH_SIZES]


def _median(spans: Sequence[Span], clock: str) -> float:
    return float(np.median([getattr(span, clock) for span in spans]))


def _ratio(baseline: Sequence[Span], ours: Sequence[Span], clock: str) -> float:
    pairs = zip(baseline, ours, strict=True)
    return float(np.median([getattr(b, clock) / getattr(o, clock) for b, o in pairs]))


def peaks(*sizes: int) -> dict[str, dict[str, float]]:
    """Peak MB of a fresh process for each number of names, and how much of it came by asking."""
    return {str(size): in_fresh_process(_peak, size) for size in sizes}


def _peak(n_names: int) -> dict[str, float]:
    """A small model, so that the names and the answers would show."""
    tokenizer = made_up_tokenizer(4_000)
    config = small_bert(4_000, layers=1, width=32, inner=64, heads=2)
    mlm = load_mlm(random_model(config), tokenizer, device="cpu")
    names = made_up_names(n_names)
    vocabularies = word_lists(tokenizer)

    def read(part: Sequence[str]) -> None:
        for _ in chunks(mlm, vocabularies, part):  # as a builder does that writes as it goes
            pass

    read(names[:_LITTLE])  # what is allocated once is not counted
    return peak_of_process(lambda: read(names))._asdict()


def show(result: dict[str, Any], console: Console) -> None:
    runs = result["vocabularies"]
    first = runs[0]
    printed = table.by_vocabulary(
        "Completions, random BERT-base",
        result,
        data=f"{first['names']} names, {first['mean_tokens']:.1f} tokens on average, "
        f"{first['layers']} layers",
        ratios="seconds per name, median over rounds",
    )
    for name, title in ((CALLED, "as people call it"), (BEST, "with its best batch size")):
        key = f"ratio_over_{name}"
        printed.add_row(
            f"times faster than the pipeline {title}", *[_ratio_cell(r, key) for r in runs]
        )
        printed.add_row("  by CPU seconds", *[f"{r[f'{key}_cpu']:.2f}" for r in runs])
    printed.add_row("  that batch size", *[str(r["best_batch_size"]) for r in runs])
    for name in (ENGINE, CALLED, BEST):
        title = {ENGINE: "this engine", CALLED: "pipeline", BEST: "pipeline, best"}[name]
        printed.add_row(f"names/s, {title}", *[f"{r['names_per_second'][name]:.1f}" for r in runs])
    printed.add_row("seconds to prepare, once", *[f"{r['seconds_to_prepare']:.1f}" for r in runs])
    console.print(printed)
    if result["peak_mb"]:
        little, much = result["peak_mb"].values()
        console.print(
            f"  peak MB of a process with a small model: {little['process']:.0f} for {_LITTLE:,} "
            f"names, {much['process']:.0f} for {_MUCH:,} (of it by asking: {little['grown']:.0f} "
            f"and {much['grown']:.0f}; a chunk is 4,096 names)",
            highlight=False,
        )


def _ratio_cell(result: dict[str, Any], key: str) -> str:
    return table.against_target(f"{result[key]:.2f}", result, key, "{:.1f}")
