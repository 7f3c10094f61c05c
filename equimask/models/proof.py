"""A model proves itself before it is believed, on a few packaged sentences.

Direction: a change on the right must reach the left. Place: a hidden token is answered at its own
place, or one to the left as in models that were made from causal ones. Fit: the tokenizer's tokens
are those that the model has learned.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple

import numpy as np
import torch
from transformers import PreTrainedModel

from equimask.core.arrays import Floats
from equimask.core.errors import ModelError, shorten
from equimask.core.packaged import packaged_languages, packaged_text
from equimask.core.result import UNKNOWN_AT_MOST
from equimask.models.batches import too_large
from equimask.models.buffers import compare_buffers
from equimask.models.devices import out_of_memory
from equimask.models.encoding import SentenceEncoder
from equimask.models.families import unreadable
from equimask.models.head import comparable
from equimask.models.shards import whole
from equimask.models.tokenizers import guarded
from equimask.plans.masks import Encoded

_SENTENCES = 6  # of a language, the same in all
_ASKED = 3  # masks of a sentence
_LONGEST = 24  # tokens of a sentence
_NOISE = 1e-2  # nats: an accelerator may add up in another order each time,
_TOGETHER = 0.1  # and a batch may be added up otherwise than a row, in half precision most of all
_CLEAR = 4.0  # standard errors by which evidence must differ from none, and
_LEAST = 0.5  # nats
_MISFIT = 1.5  # nats below chance, in
_ASKED_AT_LEAST = 6  # tokens
_LEARNED = 20.0  # times as far from 0 as drawn embeddings lie in the mean
_WHOLE_WORDS = 3.0  # letters of a token, in a language that a tokenizer was made for
# Masked diffusion models without a loss that would tell, by `model_type`.
_SHIFTED_TYPES = {"dream"}

_cross_entropy = torch.nn.functional.cross_entropy

Inputs = Callable[[list[tuple[int, ...]]], dict[str, Any]]
Verdict = Literal["good", "mended", "said", "refused"]


class Finding(NamedTuple):
    """One thing that was looked at, what was found, and what can be done about it."""

    what: str
    verdict: Verdict
    found: str
    fix: str = ""


@dataclass(frozen=True)
class Proof:
    """What was found about a model; `shift` is how far left of a token its answer stands.

    `settled` tells whether the model's behaviour has shown that.
    """

    shift: int
    findings: tuple[Finding, ...]
    settled: bool = True

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside every number."""
        return tuple(one.found for one in self.findings if one.verdict in ("mended", "said"))

    def refuse(self, name: str) -> None:
        """Raise where the model cannot be believed."""
        for one in self.findings:
            if one.verdict == "refused":
                raise ModelError(
                    expected=_EXPECTED[one.what], got=f"{name!r}: {one.found}", fix=one.fix
                )


BUFFERS, ANSWERS, DIRECTION, PLACE = "buffers", "answers", "direction", "place"
FIT = "tokenizer"
_EXPECTED = {
    ANSWERS: "finite logits that depend on nothing but the sentence",
    BUFFERS: "buffers that follow from the model's config",
    DIRECTION: "a model that reads a sentence in both directions",
    PLACE: "a model that answers for a hidden token",
    FIT: "a tokenizer that belongs to the model",
}


def prove(
    model: PreTrainedModel,
    encode: SentenceEncoder,
    inputs: Inputs,
    longest: int,
    live: bool = False,
) -> Proof:
    """All that can be found; nothing is raised, so that it can be shown.

    Of a `live` model the tokenizer is not refused, only doubted: it may have unlearned its words.
    """
    buffers = _buffers(model)
    if model.config.model_type == "xlnet":  # its masks and places are given to it with every row
        return Proof(0, (buffers,))
    best, *others = _probes(encode, longest)
    run = _Run(model, encode, inputs)
    direction = _direction(run, best.sentences)
    if "refused" in (buffers.verdict, direction.verdict):
        return Proof(0, (buffers, direction))
    for probes in (best, *others):
        read = _read(run, probes.sentences)
        shown = _shift_shown(read.hidden)
        if shown is not None:
            break
    shift, place = _assumed(run, probes, read) if shown is None else _placed(shown)
    fit = _fit(run, probes, read, shift, shown is not None, live)
    return Proof(shift, (buffers, direction, place, fit), shown is not None)


def settle(
    proof: Proof,
    model: PreTrainedModel,
    encode: SentenceEncoder,
    inputs: Inputs,
    sentences: Sequence[Encoded],
    live: bool = False,
) -> Proof:
    """With sentences that are to be scored, where the packaged ones have not shown the place."""
    distinct = list(dict.fromkeys(one for one in sentences if not all(one.special)))
    few = [_cut(one, _LONGEST) for one in distinct[:: max(1, len(distinct) // _SENTENCES)]]
    run = _Run(model, encode, inputs)
    probes = _probes_of("the language of these sentences", encode, few[:_SENTENCES])
    read = _read(run, probes.sentences)
    shift = _shift_shown(read.hidden)
    if shift is not None:
        _, place = _placed(shift)
        return Proof(shift, tuple(place if f.what == PLACE else f for f in proof.findings))
    fit = _fit(run, probes, read, proof.shift, False, live)
    if fit.verdict == "refused":
        return Proof(proof.shift, (*proof.findings, fit), settled=False)
    return proof


def _buffers(model: PreTrainedModel) -> Finding:
    found = compare_buffers(model)
    if found.unknown:
        return Finding(
            BUFFERS,
            "said",
            f"its buffers could not be compared: its class is not built again from its config "
            f"({found.unknown})",
        )
    other = [*found.wrong, *found.drawn]
    if other:
        return Finding(
            BUFFERS,
            "refused",
            f"{shorten(other, 120)}, which hold other numbers than its class computes",
            "transformers leaves buffers that are not saved uninitialised in models with code of "
            "their own: load it by name (a hub id or a folder), which mends them, or copy them "
            "from type(model)(model.config).",
        )
    return Finding(BUFFERS, "good", "as the class computes them")


class _Run(NamedTuple):
    """The model, asked a few sentences at a time; all logits are looked at."""

    model: PreTrainedModel
    encode: SentenceEncoder
    inputs: Inputs

    def logits(self, rows: Sequence[tuple[int, ...]]) -> torch.Tensor:
        """[rows, length, vocabulary], on the processor."""
        ids = list(rows)
        inputs = self.inputs(ids)
        try:
            output: Any = self.model(**inputs, return_dict=True)
            found = getattr(output, "logits", None)
            if not isinstance(found, torch.Tensor):
                raise TypeError("its output has no logits: a model without a head for tokens")
            if found.dim() != 3 or len(found) != len(ids):
                raise ValueError(f"logits of shape {tuple(found.shape)} for {len(ids)} rows")
        except Exception as error:
            if not out_of_memory(error):
                raise unreadable(self.model, error) from error
            if len(ids) == 1:
                raise too_large(len(ids[0]), inputs["input_ids"].device) from error
            return torch.cat([self.logits([row]) for row in ids])
        return found[:, : len(ids[0])].cpu()


class _Probes(NamedTuple):
    """Sentences of the language that the tokenizer reads in the fewest tokens."""

    language: str
    sentences: list[Encoded]
    letters: float
    """Of a known token, in the mean."""
    unknown: float
    """Share of unknown tokens."""


def _probes_of(language: str, encode: SentenceEncoder, sentences: list[Encoded]) -> _Probes:
    tokens = [token for one in sentences for token in _content(one)]
    unknown = sum(token == encode.unk_id for token in tokens)
    with guarded(encode.tokenizer):
        known = encode.tokenizer.convert_ids_to_tokens([t for t in tokens if t != encode.unk_id])
        texts = [encode.tokenizer.convert_tokens_to_string([str(piece)]).strip() for piece in known]
    letters = sum(map(len, texts)) / max(1, len(texts))
    return _Probes(language, sentences, letters, unknown / max(1, len(tokens)))


def _probes(encode: SentenceEncoder, longest: int) -> list[_Probes]:
    """In the language of the fewest tokens and, where they are short, in that of the longest ones.

    The packaged pairs say the same in all languages, so their tokens can be compared.
    """

    def cost(probes: _Probes) -> tuple[float, int]:
        tokens = sum(len(_content(one)) for one in probes.sentences)
        return _unknown(probes), tokens or _LONGEST**2

    read = [_probes_of(repr(name), encode, encode.read(texts)) for name, texts in _texts().items()]
    best = min(read, key=cost)
    most = min(_LONGEST, longest)
    if best.unknown > 0.5:  # nothing but unknown words would look alike: any tokens will do
        drawn = [_drawn(one, encode, most // 2, i) for i, one in enumerate(best.sentences)]
        return [best._replace(sentences=drawn, letters=0.0)]  # which are no words of a language
    longest_words = min(read, key=lambda probes: (_unknown(probes), -probes.letters))
    chosen = [best] if best.letters >= _WHOLE_WORDS else [best, longest_words]
    return [one._replace(sentences=[_cut(s, most) for s in one.sentences]) for one in chosen]


def _unknown(probes: _Probes) -> float:
    return probes.unknown if probes.unknown > UNKNOWN_AT_MOST else 0.0


def unknown_shares(encode: SentenceEncoder) -> dict[str, float]:
    """Of tokens that are unknown, in a few sentences of every packaged language."""
    return {
        name: _probes_of(name, encode, encode.read(texts)).unknown
        for name, texts in _texts().items()
    }


@lru_cache(maxsize=1)
def _texts() -> dict[str, list[str]]:
    return {language: list(_sentences(language)) for language in packaged_languages("pairs")}


def _sentences(language: str) -> Iterator[str]:
    lines = packaged_text("pairs", f"{language}.tsv").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows[:: max(1, len(rows) // _SENTENCES)][:_SENTENCES]:
        yield row["male"]


def _content(sentence: Encoded) -> list[int]:
    return [token for token, flag in zip(sentence.ids, sentence.special, strict=True) if not flag]


def _cut(sentence: Encoded, longest: int) -> Encoded:
    """Without its last words, where it is too long."""
    spare = len(sentence.ids) - longest
    places = [i for i, flag in enumerate(sentence.special) if not flag]
    dropped = set(places[max(1, len(places) - spare) :] if spare > 0 else ())
    keep = [i for i in range(len(sentence.ids)) if i not in dropped]
    return Encoded(
        tuple(sentence.ids[i] for i in keep),
        tuple(sentence.special[i] for i in keep),
        tuple(sentence.words[i] for i in keep),
    )


def _drawn(sentence: Encoded, encode: SentenceEncoder, length: int, seed: int) -> Encoded:
    usual = sorted(set(range(encode.vocabulary_size)) - encode.special_ids) or [encode.mask_id]
    return _framed(sentence, np.random.default_rng(seed).choice(usual, max(2, length)).tolist())


def _framed(sentence: Encoded, content: Sequence[int]) -> Encoded:
    """These tokens between the special tokens of a sentence."""
    first = sentence.special.index(False) if False in sentence.special else len(sentence.ids)
    last = len(sentence.ids) - first - len(_content(sentence))
    after = len(sentence.ids) - last
    ids = (*sentence.ids[:first], *content, *sentence.ids[after:])
    special = (*[True] * first, *[False] * len(content), *[True] * last)
    return Encoded(ids, special, tuple(range(len(ids))))


def _direction(run: _Run, sentences: Sequence[Encoded]) -> Finding:
    """Two words side by side, of which each must see the other, as often as one asks."""
    few = [token for one in sentences for token in _content(one) if token != run.encode.unk_id]
    few = [*dict.fromkeys(few), *_content(_drawn(sentences[0], run.encode, 3, 0))][:3]
    short = _framed(sentences[0], few[:2])
    first = short.special.index(False)
    last = first + 1
    ids, other = short.ids, few[2]
    raw = run.logits([ids])[0]
    alone, again = comparable(raw), comparable(run.logits([ids])[0])
    if bool(raw.isnan().any()) or not bool(raw.isfinite().any()):
        dtype = "" if run.model.dtype == torch.float32 else "Use dtype='float32', or "
        return Finding(
            ANSWERS,
            "refused",
            f"{'NaN' if bool(raw.isnan().any()) else 'nothing finite'} for a plain sentence",
            f"{dtype or 'Choose '}a checkpoint whose weights are finite.",
        )
    noise = _distance(alone, again)
    if noise > _NOISE:
        return Finding(
            ANSWERS,
            "refused",
            "asked twice, it gives two answers: its code draws random numbers",
            "A score would change from run to run: choose another checkpoint.",
        )
    changed = (*ids[:last], other, *ids[last + 1 :])
    right = comparable(run.logits([changed])[0])
    left = comparable(run.logits([(*ids[:first], other, *ids[first + 1 :])])[0])
    together = comparable(run.logits([ids, changed])[0])
    if _distance(alone, together) > _TOGETHER:
        return Finding(
            ANSWERS,
            "refused",
            "its answer to a sentence depends on the others of a batch",
            "A score would depend on how sentences are batched: choose another checkpoint.",
        )
    # what cannot reach a place does not move it at all
    return _seen(
        run,
        right_seen=_distance(alone[first], right[first]) > 10 * noise,
        left_seen=_distance(alone[last], left[last]) > 10 * noise,
    )


def _seen(run: _Run, right_seen: bool, left_seen: bool) -> Finding:
    if right_seen and left_seen:
        return Finding(DIRECTION, "good", "every token sees those before and behind it")
    if not right_seen and not left_seen and _starts_blind(run.model):
        return Finding(
            DIRECTION,
            "said",
            "no token sees another yet: weights of this untrained model are all zero",
            "A model that knows no language has no bias worth measuring: choose a trained one.",
        )
    if not right_seen and not left_seen:
        return Finding(
            DIRECTION,
            "refused",
            "no token sees another: a change anywhere leaves the answers elsewhere as they are",
            "Its attention does not run on this device or with these settings: try another "
            "checkpoint.",
        )
    side = "before" if left_seen else "behind"
    if getattr(run.model.config, "is_decoder", False):
        return Finding(
            DIRECTION,
            "refused",
            f"its config says is_decoder=true, so that a token sees only what stands {side} it",
            "Set is_decoder to false in its config.json if it was trained as an encoder; else "
            "choose a masked language model.",
        )
    return Finding(
        DIRECTION,
        "refused",
        f"a {type(run.model).__name__} in which a token sees only what stands {side} it",
        "A causal model has no probability of a hidden word in its sentence: choose a masked "
        "language model.",
    )


def _distance(left: torch.Tensor, right: torch.Tensor) -> float:
    """The largest difference."""
    return float((left.double() - right.double()).abs().max())


class _Answers(NamedTuple):
    """Of tokens, read at one place: log P, and how much likelier than other tokens."""

    log_probs: Floats
    ahead: Floats


class _Readings(NamedTuple):
    """Each at a token's own place, and one to the left of it."""

    hidden: tuple[_Answers, _Answers]
    in_sight: tuple[_Answers, _Answers]


def _read(run: _Run, sentences: Sequence[Encoded]) -> _Readings:
    """A few tokens of every sentence, hidden one at a time and all in sight."""
    unusual = {run.encode.unk_id, *run.encode.special_ids}
    asked = [
        [i for i, flag in enumerate(s.special) if not flag and s.ids[i] not in unusual]
        for s in sentences
    ]
    asked = [places[:: max(1, len(places) // _ASKED)][:_ASKED] for places in asked]
    gold = [[s.ids[i] for i in places] for s, places in zip(sentences, asked, strict=True)]
    found: list[list[tuple[float, float]]] = [[], [], [], []]
    for k, (sentence, places) in enumerate(zip(sentences, asked, strict=True)):
        others = [t for t in chain(*gold[:k], *gold[k + 1 :]) if t not in sentence.ids]
        if not places or not others:
            continue
        masked = [_hidden(sentence, i, run.encode.mask_id) for i in places]
        logits = run.logits([*masked, sentence.ids])
        for row, place in enumerate(places):
            read_at = [(row, 0), (row, 1), (len(places), 0), (len(places), 1)]
            for values, (of, shift) in zip(found, read_at, strict=True):
                log_probs = logits[of, max(place - shift, 0)].double().log_softmax(-1)
                own = float(log_probs[sentence.ids[place]])
                values.append((own, own - float(log_probs[others].mean())))
    answers = [_Answers(*np.array(v, dtype=np.float64).reshape(-1, 2).T) for v in found]
    return _Readings((answers[0], answers[1]), (answers[2], answers[3]))


def _hidden(sentence: Encoded, place: int, mask_id: int) -> tuple[int, ...]:
    return (*sentence.ids[:place], mask_id, *sentence.ids[place + 1 :])


def _shift_shown(answers: tuple[_Answers, _Answers]) -> int | None:
    """The place at which hidden tokens are surely likelier than others; None where neither is."""
    own, left = answers
    if _clear(left.ahead) and _clear(left.ahead - own.ahead):
        return 1
    return 0 if _clear(own.ahead) else None


def _placed(shift: int) -> tuple[int, Finding]:
    if shift:
        found = "this model answers for a token one place to the left of it, and is read there"
        return 1, Finding(PLACE, "said", found)
    return 0, Finding(PLACE, "good", "a hidden token is answered at its own place")


def _assumed(run: _Run, probes: _Probes, read: _Readings) -> tuple[int, Finding]:
    """Nothing was learned that could show the place: by copies of tokens in sight, or the class.

    A network may copy a token to its own place by its structure alone, but never to the left.
    """
    copied_left = _shift_shown(read.in_sight) == 1
    by_class = 1 if copied_left else _shift_of_class(run, probes.sentences[0])
    where = "one place to the left of it" if by_class else "at its own place"
    source = (
        "shown by tokens in sight"
        if copied_left
        else "taken for granted"
        if by_class is None
        else "what its class says"
    )
    return by_class or 0, Finding(
        PLACE,
        "said",
        "this model does not know the packaged sentences better than chance; that it answers for "
        f"a token {where} is {source}",
        "A model that knows no language has no bias worth measuring: choose a trained one.",
    )


def _clear(values: Floats) -> bool:
    """Whether the mean is surely above none."""
    if len(values) < 2 or not np.isfinite(values).all():
        return False
    error = float(np.std(values, ddof=1)) / np.sqrt(len(values))
    return bool(values.mean() > max(_LEAST, _CLEAR * error))


def _shift_of_class(run: _Run, sentence: Encoded) -> int | None:
    """How the class's own loss lays answers beside labels; None where it has no such loss."""
    labels = torch.full((1, len(sentence.ids)), -100)
    places = [i for i, flag in enumerate(sentence.special) if not flag][1::2]
    if places:
        labels[0, places] = torch.tensor([sentence.ids[i] for i in places])
        inputs = run.inputs([sentence.ids])
        on_device = labels.to(inputs["input_ids"].device)
        try:
            output: Any = run.model(**inputs, labels=on_device, return_dict=True)
            loss, logits = float(output.loss), output.logits[0].cpu().double()
        except Exception:  # a class without a loss, or with one of another kind
            loss = np.nan
        else:
            off = [
                abs(
                    loss - float(_cross_entropy(logits[[i - k for i in places]], labels[0, places]))
                )
                for k in (0, 1)
            ]
            if min(off) <= 1e-3 * max(1.0, loss) and 10 * min(off) < max(off):
                return off.index(min(off))
    return 1 if str(run.model.config.model_type).lower() in _SHIFTED_TYPES else None


def _fit(
    run: _Run, probes: _Probes, read: _Readings, shift: int, settled: bool, live: bool
) -> Finding:
    encode = run.encode
    if encode.mask_id == encode.unk_id:
        return Finding(
            FIT,
            "refused",
            "a tokenizer that reads its mask token as an unknown word",
            "Pass mask_token=..., the token with which the model was trained.",
        )
    chance = np.log(encode.vocabulary_size)
    hidden = read.hidden[shift].log_probs
    surprisal = -float(hidden.mean()) if len(hidden) else np.nan
    if (
        not settled
        and np.isfinite(surprisal)
        and probes.letters >= _WHOLE_WORDS
        and len(hidden) >= _ASKED_AT_LEAST
        and surprisal > chance + _MISFIT
        and _has_learned_words(run.model)
    ):
        return Finding(
            FIT,
            "said" if live else "refused",
            f"its tokenizer has whole words of {probes.language}, and the model finds them less "
            f"likely than chance ({surprisal:.1f} nats a token, chance is {chance:.1f})",
            "The tokenizer is that of another model: pass the right one as tokenizer=... If it is "
            "the right one, the model has not learned this language.",
        )
    padding = getattr(run.model.config.get_text_config(), "pad_token_id", None)
    own = encode.tokenizer.pad_token_id
    if padding is not None and own is not None and padding != own:
        return Finding(
            FIT,
            "said",
            f"padding is token {own} in the tokenizer and {padding} in the config: see whether "
            "they belong together",
            "Pass the right tokenizer as tokenizer=..., or mend the config.",
        )
    return Finding(
        FIT,
        "good",
        f"{probes.letters:.1f} letters a token, {probes.unknown:.0%} unknown in {probes.language}",
    )


def _starts_blind(model: PreTrainedModel) -> bool:
    """Some families start with projections of zeros, so that every layer hands on what it gets."""
    matrices = (whole(p.detach()) for p in model.parameters() if p.dim() == 2 and not p.is_meta)
    return any(not bool(matrix.any()) for matrix in matrices)


def _has_learned_words(model: PreTrainedModel) -> bool:
    """Training moves all embeddings into one direction; drawn ones lie around 0."""
    try:
        weight = getattr(model.get_input_embeddings(), "weight", None)
    except NotImplementedError:
        return False
    if not isinstance(weight, torch.Tensor) or weight.is_meta:
        return False
    words = whole(weight.detach()).float()
    drawn = float(words.square().sum(1).mean()) / len(words)
    return float(words.mean(0).square().sum()) > _LEARNED * drawn
