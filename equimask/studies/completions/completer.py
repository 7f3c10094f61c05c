"""Ask a model for the most probable words beside each of many names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.errors import InputError, ModelError, OptionError, shorten
from equimask.core.progress import Progress, Steps
from equimask.models import MaskedLM
from equimask.models.ranking import Shortlist
from equimask.plans.masks import plan_masks
from equimask.studies.completions.query import Order, Query, QueryEncoder, check_order
from equimask.studies.completions.whole_words import WordForm, word_forms


class Answers(NamedTuple):
    """A row per name: the words' token ids and probabilities, all vocabularies side by side."""

    ids: npt.NDArray[np.uint32]
    probs: npt.NDArray[np.float32]

    def rows(self, which: Sequence[int]) -> Answers:
        """Some rows, copied."""
        return Answers(self.ids[list(which)], self.probs[list(which)])


class RepeatedNames:
    """The answers of names that will be asked for again, and of no others."""

    def __init__(self, names: Sequence[str]) -> None:
        # Hashes take a tenth of the memory of a table of all names.
        hashes = np.fromiter(map(hash, names), np.int64, len(names))
        values, counts = np.unique(hashes, return_counts=True)
        repeated = set(values[counts > 1].tolist())
        self._awaited = Counter(name for name in names if hash(name) in repeated)
        self._answers: dict[str, Answers] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def joined(
        self, names: Sequence[str], new: Mapping[str, int], answers: Answers
    ) -> tuple[npt.NDArray[np.int64], Answers]:
        """Which of `names` have an answer, and the answers, new ones and remembered ones.

        `new` says which row of `answers` is a name's.
        """
        old = [name for name in dict.fromkeys(names) if name in self._answers]
        row_of = {**new, **{name: len(new) + i for i, name in enumerate(old)}}
        parts = [answers, *(self._answers[name] for name in old)]
        everything = Answers(
            np.concatenate([part.ids for part in parts]),
            np.concatenate([part.probs for part in parts]),
        )
        answered = [i for i, name in enumerate(names) if name in row_of]
        self._remember(names, row_of, everything)
        which = [row_of[names[i]] for i in answered]
        return np.array(answered, dtype=np.int64), everything.rows(which)

    def _remember(self, names: Sequence[str], row_of: Mapping[str, int], answers: Answers) -> None:
        for name, count in Counter(names).items():
            if name in self._awaited:
                self._awaited[name] -= count
                if self._awaited[name] and name in row_of:
                    self._answers[name] = answers.rows([row_of[name]])
                else:
                    self._answers.pop(name, None)


@dataclass(frozen=True)
class Vocabulary:
    """Token ids of the words that may be answered, and how many of the words to keep."""

    ids: npt.NDArray[np.integer[Any]]
    k: int


@dataclass(frozen=True)
class Completions:
    """The answers for one chunk of names, as arrays.

    `ids[v][i]` are the words that vocabulary `v` has for the name number `kept[i]`, most probable
    first, each by a token id that `whole_words` knows; `probs` are their probabilities among all
    tokens of the model. `start` is the number of the chunk's first name. `skipped` counts the
    chunk's names without an answer, by reason: `empty`, `too_long`, `special_in_name`, `unknown`
    (the tokenizer has no piece of the name).
    """

    start: int
    kept: npt.NDArray[np.int64]
    ids: dict[str, npt.NDArray[np.uint32]]
    probs: dict[str, npt.NDArray[np.float32]]
    skipped: dict[str, int]


def complete(
    mlm: MaskedLM,
    names: Sequence[str],
    *,
    language: str,
    order: Order,
    vocabularies: Mapping[str, Vocabulary],
    batch_tokens: int | None = None,
    progress: bool = True,
    chunk: int = 4096,
) -> Iterator[Completions]:
    """The best words of every vocabulary for every name, a chunk of names at a time.

    All vocabularies are answered from one pass of the model. A word with two tokens (one behind a
    space, one at the start of a text) is one answer: their probabilities add up, and the lower id
    stands for both. Tokens that are no word at the mask's place are left out. Words of equal
    probability come in the order of their ids. A vocabulary of fewer than k words gives them all.

    A name that occurs several times is computed once. Memory does not grow with the number of
    names, but for the answers that wait for a name's next occurrence.

    Batches move the last bits of a float32 model: log-probabilities agree to about 1e-5 whatever
    the batch, and two words that are closer than that may change places.
    """
    check_order(order)
    _check_names(names)
    shortlists = _shortlists(mlm, language, order, vocabularies)
    queries = QueryEncoder(mlm, language, order)
    asked = mlm.in_language(language)
    return _answers(asked, names, queries, shortlists, batch_tokens, progress, chunk)


def _answers(
    mlm: MaskedLM,
    names: Sequence[str],
    encode: QueryEncoder,
    shortlists: dict[str, Shortlist],
    batch_tokens: int | None,
    progress: bool,
    chunk: int,
) -> Iterator[Completions]:
    repeated = RepeatedNames(names)

    def answer(start: int) -> Completions:
        part = names[start : start + chunk]
        new = [name for name in dict.fromkeys(part) if name not in repeated]
        queries = dict(zip(new, encode(new), strict=True))
        asked = {name: query for name, query in queries.items() if isinstance(query, Query)}
        answers = _ask(mlm, list(asked.values()), list(shortlists.values()), batch_tokens, steps)
        steps.update(len(part) - len(asked))
        row_of = {name: row for row, name in enumerate(asked)}
        answered, found = repeated.joined(part, row_of, answers)
        skipped = Counter(reason for name in part if isinstance(reason := queries.get(name), str))
        return Completions(
            start,
            start + answered,
            dict(zip(shortlists, np.split(found.ids, ends, axis=1), strict=True)),
            dict(zip(shortlists, np.split(found.probs, ends, axis=1), strict=True)),
            dict(sorted(skipped.items())),
        )

    ends = np.cumsum([shortlist.k for shortlist in shortlists.values()])[:-1]
    with Progress(len(names), "name", mlm.name, shown=progress) as steps:
        for start in range(0, len(names), chunk):
            yield answer(start)


def _ask(
    mlm: MaskedLM,
    queries: Sequence[Query],
    shortlists: Sequence[Shortlist],
    batch_tokens: int | None,
    steps: Steps,
) -> Answers:
    sentences = [query.sentence for query in queries]
    plan = plan_masks(sentences, [[query.target] for query in queries])
    ranked = mlm.rank_shortlists(
        sentences, plan, shortlists, batch_tokens=batch_tokens, progress=steps
    )
    return Answers(
        np.concatenate([best.ids for best in ranked], axis=1, dtype=np.uint32, casting="unsafe"),
        np.concatenate([np.exp(best.log_probs).astype(np.float32) for best in ranked], axis=1),
    )


def _check_names(names: Sequence[str]) -> None:
    if isinstance(names, str) or not len(names):
        raise InputError(
            expected="a list of names", got=shorten(names), fix="Pass names=['Ada Lovelace', ...]."
        )
    for row, name in enumerate(names):
        if not isinstance(name, str):
            raise InputError(
                expected="a string in every row of `names`",
                got=f"{shorten(name)} in row {row}",
                fix="Mend or drop this row.",
            )


def _shortlists(
    mlm: MaskedLM, language: str, order: Order, vocabularies: Mapping[str, Vocabulary]
) -> dict[str, Shortlist]:
    if not vocabularies:
        raise OptionError(
            expected="at least one vocabulary",
            got="none",
            fix="Pass vocabularies={'ADJ': Vocabulary(ids, k=100)}.",
        )
    ids = np.unique(np.concatenate([vocabulary.ids for vocabulary in vocabularies.values()]))
    if len(ids) and ids[-1] >= mlm.encode.vocabulary_size:
        raise ModelError(
            expected=f"token ids below the model's {mlm.encode.vocabulary_size} embeddings",
            got=f"token id {ids[-1]}",
            fix="The tokenizer does not belong to this model: pass the right `tokenizer`.",
        )
    forms = word_forms(mlm.tokenizer, language, ids.tolist())
    return {
        name: _shortlist(mlm, name, vocabulary, order, forms)
        for name, vocabulary in vocabularies.items()
    }


def _shortlist(
    mlm: MaskedLM, name: str, vocabulary: Vocabulary, order: Order, forms: Mapping[int, WordForm]
) -> Shortlist:
    groups: dict[str, list[int]] = defaultdict(list)
    for index in np.unique(vocabulary.ids).tolist():
        if index not in forms:
            raise OptionError(
                expected=f"token ids of whole words in the vocabulary {name!r}",
                got=f"{index} ({shorten(mlm.tokenizer.convert_ids_to_tokens(index))})",
                fix="Take them from whole_words(mlm.tokenizer, language).",
            )
        if forms[index].fits(order):
            groups[forms[index].word].append(index)
    if not groups or vocabulary.k < 1:
        raise OptionError(
            expected=f"at least one word that can stand at the mask, and k >= 1, in {name!r}",
            got=f"{len(groups)} words of {len(vocabulary.ids)} tokens, k={vocabulary.k}",
            fix="Check the word list, and that whole_words was asked for this order.",
        )
    return Shortlist.of_groups(groups.values(), vocabulary.k)
