"""A masked language model that answers mask plans and reads whole sentences."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import psutil  # type: ignore[import-untyped,unused-ignore]
import torch
from transformers import PreTrainedModel

from equimask.core.arrays import Floats, Ints
from equimask.core.errors import ModelError
from equimask.core.progress import CountsAlone, Part, Shown, Steps, counted
from equimask.models import families, identity
from equimask.models.batches import Budget, Work, run_in_batches
from equimask.models.devices import borrowed
from equimask.models.encoding import SentenceEncoder
from equimask.models.head import RowLogits, TwoStreamLogits, gold_log_probs
from equimask.models.policy import Policy, policy_of
from equimask.models.proof import Finding, Proof, prove, settle
from equimask.models.ranking import RankedTokens, Shortlist, rank
from equimask.models.residence import in_turn, make_room, settled
from equimask.models.scorer import QUIET, Encodings, How, MaskedAnswers, SentenceReadings
from equimask.models.shards import computing_dtype
from equimask.models.transfers import send
from equimask.models.unmasked import Asked, SentenceReader
from equimask.plans.masks import Encoded, MaskPlan

_PROOFS: dict[tuple[Any, ...], Proof] = {}
_PROOFS_KEPT = 64
_TWINS_KEPT = 16
_SMALL_TWIN = 16 * 2**20  # bytes


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
        self._proof, self._tried, self._proved_at = proof, False, ""
        self._twins: dict[int, MaskedLM] = {}  # one for all languages
        self.encode = SentenceEncoder(tokenizer, families.vocabulary_size(model))

    @property
    def signature(self) -> dict[str, str]:
        """`model` and `tok` fields; a live model is named by its weights, not by its past."""
        # Read anew for a live model: it may have been trained since it was wrapped.
        revision = identity.weights_hash(self.model) if self.live else self._revision
        fields = {"model": f"{self.name}@{revision}", "tok": self.tokenizer_hash}
        if self._commit and (code := identity.code_hash(self.model)):
            fields["code"] = code  # a commit does not tell whether its own code was run
        shift = self._proved(revision).shift
        return {**fields, "shift": str(shift)} if shift else fields

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the model beside every number."""
        said = (one.found for one in self.findings if one.verdict != "good")
        return (*said, *self.proof.notes, *self.encode.notes)

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
        if self.live and revision != self._proved_at:
            self._proof, self._tried, self._proved_at = None, False, revision
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
            return prove(self.model, self.encode, self._probe_inputs, self.max_tokens, self.live)

    def prove_on(self, sentences: Encodings) -> None:
        """Look at these too, where the packaged sentences have not shown how the model answers.

        Called before it signs: what is found here is signed.
        """
        proof = self.proof
        if proof.settled or self._tried:
            return
        with self._scoring():
            found = settle(proof, self.model, self.encode, self._probe_inputs, sentences, self.live)
        found.refuse(self.name)
        self._proof, self._tried = found, True
        for key in [key for key, known in _PROOFS.items() if known is proof]:
            _PROOFS[key] = found

    def _probe_inputs(self, rows: list[tuple[int, ...]]) -> dict[str, Any]:
        language = self.language or families.any_language(self.model.config)
        return self._inputs(np.array(rows, dtype=np.int64), language)

    @cached_property
    def _revision(self) -> str:
        return self._commit or identity.weights_hash(self.model)

    @property
    def content(self) -> str:
        """The hash of its weights, configuration and code, whatever commit they are of."""
        return identity.weights_hash(self.model)

    @cached_property
    def tokenizer_hash(self) -> str:
        """Of vocabulary, special tokens and pipeline."""
        return identity.tokenizer_hash(self.tokenizer)

    @property
    def dtype(self) -> str:
        """The precision the model computes in, as torch names it."""
        return str(computing_dtype(self.model)).removeprefix("torch.")

    @cached_property
    def max_tokens(self) -> int:
        """How many tokens a sentence may have, specials included."""
        return families.longest_input(self.model, self.tokenizer)

    @cached_property
    def head_cost(self) -> float:
        """What an answer of the head costs, in tokens that are read."""
        return families.head_cost(self.model)

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """Run the plan. The answer of a row does not depend on what it is batched with."""
        families.refuse_likelihoods(self.model.config)
        self.prove_on(sentences)
        log_probs = np.empty(len(plan), dtype=np.float64)
        hits = np.empty(len(plan), dtype=bool)

        def answer(rows: Ints, policy: Policy) -> list[torch.Tensor]:
            pieces = self._masked_logits(sentences, plan, rows, policy)
            found = [gold_log_probs(logits, gold, policy.softmax) for logits, gold in pieces]
            return [torch.cat(parts) for parts in zip(*found, strict=True)]

        def keep(rows: Ints, found: list[Floats]) -> None:
            log_probs[rows], hits[rows] = found

        self._run_plan(sentences, plan, answer, keep, *how)
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
        progress: Shown = False,
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
        progress: Shown | Steps = False,
    ) -> list[RankedTokens]:
        """The best of each shortlist, row by row, all from one pass."""
        self.prove_on(sentences)
        ranked = [
            RankedTokens(np.empty(shape, np.int64), np.empty(shape, np.float64))
            for shape in ((len(plan), shortlist.k) for shortlist in shortlists)
        ]

        def answer(rows: Ints, policy: Policy) -> list[torch.Tensor]:
            pieces = self._masked_logits(sentences, plan, rows, policy)
            found = [[*chain.from_iterable(rank(logits, shortlists))] for logits, _ in pieces]
            return [torch.cat(parts) for parts in zip(*found, strict=True)]

        def keep(rows: Ints, found: list[Floats]) -> None:
            for one, ids, log_probs in zip(ranked, found[::2], found[1::2], strict=True):
                one.ids[rows], one.log_probs[rows] = ids, log_probs

        self._run_plan(sentences, plan, answer, keep, batch_tokens, progress)
        self._refuse_non_finite(ranked[0].log_probs[:, :1])
        return ranked

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """One unmasked pass: likelihood and attention of every content token, a mean vector."""
        families.refuse_likelihoods(self.model.config)
        self.prove_on(sentences)
        lengths = np.array([len(sentence.ids) for sentence in sentences], dtype=np.int64)
        reader = SentenceReader(self.model, attention)
        log_probs: list[Any] = [None] * len(sentences)
        hits: list[Any] = [None] * len(sentences)
        received: list[Any] = [None] * len(sentences)
        vectors: list[Any] = [None] * len(sentences)

        splits = False

        def read(rows: Ints, policy: Policy) -> list[torch.Tensor]:
            nonlocal splits
            if not splits:
                few, _ = self._asked(sentences, rows[:2])
                reader.check(few)
                splits = self._row_logits.splits(few)
            at_once = policy.head_rows(self.encode.vocabulary_size)
            if not splits:  # every token has its row of logits, so these bound the tokens
                step = max(1, 2 * at_once // int(lengths[rows[0]]))
                parts = [rows[start : start + step] for start in range(0, len(rows), step)]
                found = [reader.whole(*self._asked(sentences, p), policy.softmax) for p in parts]
                return [torch.cat(fields) for fields in zip(*found, strict=True)]
            return [*reader.in_pieces(*self._asked(sentences, rows), at_once, policy.softmax)]

        def keep(rows: Ints, found: list[Floats]) -> None:
            own = [~np.array(sentences[i].special) for i in rows]
            ends = np.cumsum([mask.sum() for mask in own])[:-1]
            of_rows = np.split(found[0], ends), np.split(found[1].astype(bool), ends)
            for k, i in enumerate(rows):
                log_probs[i], hits[i] = of_rows[0][k], of_rows[1][k]
                vectors[i] = found[2][k].astype(np.float32)
                received[i] = found[3][k][own[k]] if attention else None

        told = self._told(len(sentences), "sentence", lengths, how.progress)
        with self._scoring(), reader.ready(), told as steps:
            budget = Budget(self._policy(how.batch_tokens))
            run_in_batches(lengths, budget, read, keep, steps, self.device)
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
        """The same architecture with random weights, for the same device and in the same dtype.

        Some small ones are kept: to make one and check its head takes as long as to ask it.
        """
        twin = self._twins.get(seed)
        if twin is None:
            twin = self._new_twin(seed)
            size = sum(p.numel() * p.element_size() for p in twin.model.parameters())
            if not self.live and size <= _SMALL_TWIN and len(self._twins) < _TWINS_KEPT:
                self._twins[seed] = twin
        return twin.in_language(self.language)

    def _new_twin(self, seed: int) -> MaskedLM:
        self._refuse_large_twin()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            twin: Any = type(self.model)(copy.deepcopy(self.model.config))
        twin = twin.to(dtype=next(self.model.parameters()).dtype).eval()  # moved at its first use
        return MaskedLM(
            twin,
            self.tokenizer,
            name=f"{self.name}-untrained-{seed}",
            device=self.device,
            language=self.language,
            proof=Proof(self.shift, ()),
        )

    def _refuse_large_twin(self) -> None:
        """A twin is built whole, where the model itself may be spread over devices and the disk."""
        needed = sum(p.numel() * p.element_size() for p in self.model.parameters())
        room = psutil.virtual_memory().available
        if hasattr(self.model, "hf_device_map") and needed > room:
            raise ModelError(
                expected="memory for an untrained twin of the model",
                got=f"{needed / 1e9:.1f} GB needed, {room / 1e9:.1f} GB free",
                fix="Score it with calibrate=False, or on a machine that can hold it whole.",
            )

    @contextmanager
    def _scoring(self) -> Iterator[None]:
        """No gradients, evaluation mode, and everything of the caller's back afterwards."""
        # An inference tensor kept by a module would break a caller's next backward pass.
        placed, without_gradients = (
            (borrowed, torch.no_grad) if self.live else (settled, torch.inference_mode)
        )
        with (
            in_turn(self.model),
            placed(self.model, self.device),
            without_gradients(),
            families.attention_kept(self.model),
        ):
            yield

    def _inputs(self, ids: Ints, language: str | None = None) -> dict[str, Any]:
        return self._sent(ids, language=language)[0]

    def _sent(
        self, ids: Ints, *beside: npt.NDArray[Any], language: str | None = None
    ) -> tuple[dict[str, Any], list[torch.Tensor]]:
        """A batch's inputs, and what belongs to it, on the device."""
        language, input_ids = language or self.language, torch.from_numpy(ids)
        extra = families.extra_inputs(self.model, self.tokenizer, language, input_ids)
        inputs = {"input_ids": input_ids, **extra}
        values = send([*inputs.values(), *map(torch.from_numpy, beside)], self.device)
        return dict(zip(inputs, values, strict=False)), values[len(inputs) :]

    def _policy(self, batch_tokens: int | None) -> Policy:
        """The device's, when the model stands there."""
        policy = policy_of(self.model, self.device)
        if policy.is_tight and make_room(self.device):
            policy = policy_of(self.model, self.device)
        return replace(policy, tokens=batch_tokens) if batch_tokens else policy

    def _run_plan(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        work: Work,
        keep: Callable[[Ints, list[Floats]], None],
        batch_tokens: int | None,
        progress: Shown | Steps,
    ) -> None:
        lengths = np.array([len(sentences[s].ids) for s in plan.sentences], dtype=np.int64)
        with self._scoring(), self._told(len(plan), "mask", lengths, progress) as steps:
            budget = Budget(self._policy(batch_tokens))
            run_in_batches(lengths, budget, work, keep, steps, self.device)

    def _told(
        self, total: int, unit: str, lengths: Ints, progress: Shown | Steps
    ) -> AbstractContextManager[Steps]:
        """Who is told of a pass; a caller's own steps are not closed."""
        if isinstance(progress, bool | Part):
            return counted(total, unit, self.name, cost=float(lengths.sum()), shown=progress)
        return nullcontext(CountsAlone(progress))

    @cached_property
    def _row_logits(self) -> RowLogits | TwoStreamLogits:
        """Checked at its first use, once for all calls: what is checked is the family's code."""
        if self.model.config.model_type == "xlnet":
            return TwoStreamLogits(self.model, self.encode.mask_id)
        return RowLogits(self.model, changes=self.live)

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
        self, sentences: Sequence[Encoded], plan: MaskPlan, rows: Ints, policy: Policy
    ) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Piece by piece: logits at the rows' targets, and the tokens that stood there."""
        ids = np.array([sentences[s].ids for s in plan.sentences[rows]], dtype=np.int64)
        targets, ends = plan.targets[rows], plan.ends[rows]
        gold = ids[np.arange(len(rows)), targets].copy()
        columns = np.arange(ids.shape[1])
        ids[(columns >= targets[:, None]) & (columns <= ends[:, None])] = self.encode.mask_id
        inputs, (places, tokens) = self._sent(ids, np.maximum(targets - self.shift, 0), gold)
        at_once = policy.head_rows(self.encode.vocabulary_size)
        pieces = self._row_logits.pieces(inputs, places, at_once)
        return zip(pieces, tokens.split(at_once), strict=True)

    def _asked(self, sentences: Encodings, rows: Ints) -> tuple[dict[str, Any], Asked]:
        """The rows' inputs, and their content tokens with the places where they are answered."""
        ids = np.array([sentences[i].ids for i in rows], dtype=np.int64)
        content = ~np.array([sentences[i].special for i in rows])
        of_row, at = np.nonzero(content)
        places = np.maximum(at - self.shift, 0)
        inputs, values = self._sent(ids, of_row, places, ids[of_row, at], content)
        return inputs, Asked(*values)
