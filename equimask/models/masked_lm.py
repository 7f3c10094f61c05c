"""A masked language model that answers mask plans and reads whole sentences."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
import torch
from tqdm.auto import tqdm
from transformers import PreTrainedModel

from equimask.core.errors import ModelError
from equimask.models import families, identity
from equimask.models.batches import TokenBudget, run_in_batches
from equimask.models.devices import borrowed
from equimask.models.encoding import SentenceEncoder
from equimask.models.head import RowLogits, TwoStreamLogits, gold_log_probs
from equimask.models.proof import Finding, Proof, prove, settle
from equimask.models.ranking import RankedTokens, Shortlist, rank
from equimask.models.scorer import QUIET, Encodings, How, MaskedAnswers, SentenceReadings
from equimask.models.unmasked import SentenceReader
from equimask.plans.masks import Encoded, MaskPlan

_BATCH_TOKENS = {"cpu": 2048}
_ACCELERATOR_BATCH_TOKENS = 16384
# 128 MB in float32: a batch of gathered rows times the vocabulary. The head reads all its weights
# for every batch, so fewer and larger batches pay, most of all with a large vocabulary.
_LOGITS_AT_ONCE = 32_000_000


_PROOFS: dict[tuple[Any, ...], Proof] = {}
_PROOFS_KEPT = 64


class MaskedLM:
    """Model, tokenizer and device as one thing; made by `load_mlm`."""

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: Any,
        *,
        name: str,
        device: torch.device,
        commit: str | None = None,
        live: bool = False,
        language: str | None = None,
        findings: Sequence[Finding] = (),
        proof: Proof | None = None,
    ) -> None:
        families.refuse_unsupported(model.config)
        self.model, self.tokenizer, self.device = model, tokenizer, device
        self.name, self.live, self.language = identity.public_name(name), live, language
        self._commit, self.findings = commit, tuple(findings)
        self._proof, self._tried = proof, False
        self.encode = SentenceEncoder(tokenizer, families.vocabulary_size(model))

    @property
    def signature(self) -> dict[str, str]:
        """`model` and `tok` fields; a live model is named by its weights, not by its past."""
        # Read anew for a live model: it may have been trained since it was wrapped.
        revision = identity.weights_hash(self.model) if self.live else self._revision
        fields = {"model": f"{self.name}@{revision}", "tok": self.tokenizer_hash}
        shift = self._proved(revision).shift
        return {**fields, "shift": str(shift)} if shift else fields

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the model beside every number."""
        said = (one.found for one in self.findings if one.verdict != "good")
        return (*said, *self.proof.notes)

    @property
    def proof(self) -> Proof:
        """What was found about the model at its first use; raises where it cannot be believed."""
        if self._proof is not None:
            return self._proof
        return self._proved(identity.weights_hash(self.model) if self.live else self._revision)

    @property
    def shift(self) -> int:
        """How far left of a token its answer stands."""
        return self.proof.shift

    def _proved(self, revision: str) -> Proof:
        """Once for the same weights, however often they are wrapped."""
        if self._proof is None:
            key = (type(self.model), revision, self.tokenizer_hash, self.dtype, self.device.type)
            if key not in _PROOFS:
                found = self.examine()
                found.refuse(self.name)
                if len(_PROOFS) >= _PROOFS_KEPT:
                    del _PROOFS[next(iter(_PROOFS))]
                _PROOFS[key] = found
            self._proof = _PROOFS[key]
        return self._proof

    def examine(self) -> Proof:
        """All that can be found about the model, refusals among it."""
        with self._scoring():
            return prove(self.model, self.encode, self._probe_inputs, self.max_tokens)

    def prove_on(self, sentences: Encodings) -> None:
        """Look at these too, where the packaged sentences have not shown how the model answers.

        Called before it signs: what is found here is signed.
        """
        proof = self.proof
        if proof.settled or self._tried:
            return
        self._tried = True
        with self._scoring():
            found = settle(proof, self.model, self.encode, self._probe_inputs, sentences)
        found.refuse(self.name)
        self._proof = found
        for key in [key for key, known in _PROOFS.items() if known is proof]:
            _PROOFS[key] = found

    def _probe_inputs(self, rows: list[tuple[int, ...]]) -> dict[str, Any]:
        language = self.language or families.any_language(self.model.config)
        return self._inputs(np.array(rows, dtype=np.int64), language)

    @cached_property
    def _revision(self) -> str:
        return self._commit or identity.weights_hash(self.model)

    @cached_property
    def tokenizer_hash(self) -> str:
        """Of vocabulary, special tokens and pipeline."""
        return identity.tokenizer_hash(self.tokenizer)

    @property
    def dtype(self) -> str:
        """The precision the model computes in, as torch names it."""
        return str(next(self.model.parameters()).dtype).removeprefix("torch.")

    @cached_property
    def max_tokens(self) -> int:
        """How many tokens a sentence may have, specials included."""
        return families.longest_input(self.model, self.tokenizer)

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """Run the plan. The answer of a row does not depend on what it is batched with."""
        families.refuse_likelihoods(self.model.config)
        self.prove_on(sentences)
        log_probs = np.empty(len(plan), dtype=np.float64)
        hits = np.empty(len(plan), dtype=bool)

        def answer(rows: npt.NDArray[np.int64]) -> None:
            logits, gold = self._masked_logits(sentences, plan, rows)
            found, top = gold_log_probs(logits, gold)
            log_probs[rows], hits[rows] = found.cpu().numpy(), top.cpu().numpy()

        self._run_plan(sentences, plan, answer, *how)
        self._refuse_non_finite(log_probs)
        return MaskedAnswers(log_probs, hits)

    def rank_masks(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        k: int,
        *,
        vocabulary: npt.NDArray[np.int64] | None = None,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> RankedTokens:
        """The `k` most probable tokens of each row, among `vocabulary` where it is given.

        The vocabulary is cut before the ranking, so k tokens come back; probabilities are still
        those over all tokens.
        """
        everything = np.arange(self.encode.vocabulary_size)
        shortlist = Shortlist(everything if vocabulary is None else vocabulary, k)
        (ranked,) = self.rank_shortlists(
            sentences, plan, [shortlist], batch_tokens=batch_tokens, progress=progress
        )
        return ranked

    def rank_shortlists(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        shortlists: Sequence[Shortlist],
        *,
        batch_tokens: int | None = None,
        progress: bool | tqdm[NoReturn] = False,
    ) -> list[RankedTokens]:
        """The best of each shortlist, row by row, all from one pass; `progress` may be a bar."""
        self.prove_on(sentences)
        ranked = [
            RankedTokens(np.empty(shape, np.int64), np.empty(shape, np.float64))
            for shape in ((len(plan), shortlist.k) for shortlist in shortlists)
        ]

        def answer(rows: npt.NDArray[np.int64]) -> None:
            logits, _ = self._masked_logits(sentences, plan, rows)
            for found, best in zip(ranked, rank(logits, shortlists), strict=True):
                found.ids[rows], found.log_probs[rows] = best

        self._run_plan(sentences, plan, answer, batch_tokens, progress)
        self._refuse_non_finite(ranked[0].log_probs[:, :1])
        return ranked

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """One unmasked pass: likelihood and attention of every content token, a mean vector."""
        families.refuse_likelihoods(self.model.config)
        self.prove_on(sentences)
        lengths = np.array([len(sentence.ids) for sentence in sentences], dtype=np.int64)
        reader = SentenceReader(self.model, attention, self.shift)
        log_probs: list[Any] = [None] * len(sentences)
        hits: list[Any] = [None] * len(sentences)
        received: list[Any] = [None] * len(sentences)
        vectors: list[Any] = [None] * len(sentences)

        def read(rows: npt.NDArray[np.int64]) -> None:
            ids = np.array([sentences[i].ids for i in rows], dtype=np.int64)
            special = np.array([sentences[i].special for i in rows])
            reading = reader(self._inputs(ids), torch.from_numpy(~special).to(self.device))
            for k, i in enumerate(rows):
                log_probs[i], hits[i] = reading.log_probs[k], reading.hits[k]
                vectors[i] = reading.vectors[k]
                if reading.attention is not None:
                    received[i] = reading.attention[k]

        # Here every token has its row of logits, so the vocabulary bounds the tokens.
        most = max(64, 2 * _LOGITS_AT_ONCE // self.encode.vocabulary_size)
        budget = TokenBudget(how.batch_tokens or min(self._tokens(None), most), len(sentences))
        with (
            self._scoring(),
            reader.ready(),
            tqdm(
                total=len(sentences), unit="sentence", desc=self.name, disable=not how.progress
            ) as bar,
        ):
            run_in_batches(lengths, budget, read, bar, self.device)
        self._refuse_non_finite(np.concatenate(log_probs))
        return SentenceReadings(
            np.concatenate(log_probs),
            np.concatenate(hits),
            np.concatenate(received) if attention else None,
            np.array([len(values) for values in log_probs], dtype=np.int64),
            np.stack(vectors),
        )

    def in_language(self, language: str | None) -> MaskedLM:
        """The same model, asked in `language`; it matters where there are language embeddings."""
        other = copy.copy(self)
        other.language = language
        return other

    def untrained_twin(self, seed: int) -> MaskedLM:
        """The same architecture with random weights, on the same device and in the same dtype."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            twin: Any = type(self.model)(copy.deepcopy(self.model.config))
        twin = twin.to(device=self.device, dtype=next(self.model.parameters()).dtype).eval()
        return MaskedLM(
            twin,
            self.tokenizer,
            name=f"{self.name}-untrained-{seed}",
            device=self.device,
            language=self.language,
            proof=Proof(self.shift, ()),
        )

    @contextmanager
    def _scoring(self) -> Iterator[None]:
        """No gradients, evaluation mode, and everything of the caller's back afterwards."""
        # An inference tensor kept by a module would break a caller's next backward pass.
        without_gradients = torch.no_grad() if self.live else torch.inference_mode()
        with (
            without_gradients,
            borrowed(self.model, self.device),
            families.attention_kept(self.model),
        ):
            yield

    def _inputs(self, ids: npt.NDArray[np.int64], language: str | None = None) -> dict[str, Any]:
        input_ids = torch.from_numpy(ids).to(self.device)
        language = language or self.language
        extra = families.extra_inputs(self.model, self.tokenizer, language, input_ids)
        return {"input_ids": input_ids, **extra}

    def _tokens(self, batch_tokens: int | None) -> int:
        return batch_tokens or _BATCH_TOKENS.get(self.device.type, _ACCELERATOR_BATCH_TOKENS)

    def _run_plan(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        work: Callable[[npt.NDArray[np.int64]], None],
        batch_tokens: int | None,
        progress: bool | tqdm[NoReturn],
    ) -> None:
        lengths = np.array([len(sentences[s].ids) for s in plan.sentences], dtype=np.int64)
        vocabulary = self.encode.vocabulary_size
        budget = TokenBudget(self._tokens(batch_tokens), max(8, _LOGITS_AT_ONCE // vocabulary))
        own_bar = tqdm(total=len(plan), unit="mask", desc=self.name, disable=progress is not True)
        bar = own_bar if isinstance(progress, bool) else progress
        with self._scoring(), own_bar:
            run_in_batches(lengths, budget, work, bar, self.device)

    @cached_property
    def _row_logits(self) -> RowLogits | TwoStreamLogits:
        """Checked at its first use, once for all calls: what is checked is the family's code."""
        if self.model.config.model_type == "xlnet":
            return TwoStreamLogits(self.model, self.encode.mask_id)
        return RowLogits(self.model)

    def _refuse_non_finite(self, log_probs: npt.NDArray[np.float64]) -> None:
        """NaN anywhere in a row's logits makes all of it NaN; -inf is a token ruled out."""
        finite = np.isfinite(log_probs)
        if finite.all():
            return
        nan = int(np.isnan(log_probs).sum())
        got = f"NaN in {nan}" if nan else f"a logit of -inf in {int((~finite).sum())}"
        if nan and self.dtype != "float32":
            fix = "Use dtype='float32'."
        elif nan:
            fix = "Its weights or its code give no numbers: choose another checkpoint."
        else:
            fix = "Its logits rule tokens of these sentences out: see whether the tokenizer is its "
            fix += "own, or choose another checkpoint."
        raise ModelError(
            expected=f"finite answers from {self.name!r} in {self.dtype}",
            got=f"{got} of {log_probs.size} answers",
            fix=fix,
        )

    def _masked_logits(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        rows: npt.NDArray[np.int64],
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits at the rows' targets, and the tokens that stood there."""
        ids = np.array([sentences[s].ids for s in plan.sentences[rows]], dtype=np.int64)
        targets, ends = plan.targets[rows], plan.ends[rows]
        gold = ids[np.arange(len(rows)), targets].copy()
        columns = np.arange(ids.shape[1])
        ids[(columns >= targets[:, None]) & (columns <= ends[:, None])] = self.encode.mask_id
        places = np.maximum(targets - self.shift, 0)
        logits = self._row_logits(self._inputs(ids), torch.from_numpy(places).to(self.device))
        return logits, torch.from_numpy(gold).to(self.device)
