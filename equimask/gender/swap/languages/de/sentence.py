"""The clauses of a German sentence with their verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de.phrases import Phrases
from equimask.gender.swap.languages.de.tables import Reading
from equimask.gender.swap.languages.de.words import SENTENCE_ENDS


@dataclass(eq=False)
class Clause:
    """The words of a clause, which need not stand together."""

    words: list[int]
    kind: Literal["main", "sub", "relative"] = "main"
    verb: int = -1
    number: str = ""
    opener: int = -1  # the subordinator or relative pronoun
    governed: bool = False  # the relative pronoun stands after a preposition
    before: Clause | None = None  # the clause whose subject it may share


class Sentence(Phrases):
    """The parts of a sentence."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        super().__init__(tokens, own)
        self.clauses: list[Clause] = []
        segment: list[int] = []
        for word in self.words:
            if not self.breaks(word.index) or word.index in self.of:
                segment += [word.index] * (word.kind != "mark")
            elif segment:
                self._close(segment)
                segment = []
        if segment:
            self._close(segment)
        self.clause_of = {index: clause for clause in self.clauses for index in clause.words}

    def lows(self, clause: Clause) -> set[str]:
        """The words of the clause in lower case."""
        return {self.words[i].low for i in clause.words}

    def _close(self, segment: list[int]) -> None:
        for part in self._coordinated(segment):
            first, before = part[0], self.clauses[-1] if self.clauses else None
            starts = part is segment or first == segment[0]
            ended = starts and self.low(first - 1) in SENTENCE_ENDS
            clause = self._clause(part, None if ended else before)
            self.clauses.append(clause)

    def _coordinated(self, segment: list[int]) -> Iterator[list[int]]:
        """ "er kam | und sie ging"."""
        start = 0
        for at, index in enumerate(segment):
            if self.kind(index) == "coordinator" and at > start:
                left, right = segment[start:at], segment[at + 1 :]
                if self._has_verb(left) and self._has_verb(right):
                    yield left
                    start = at + 1
        yield segment[start:]

    def _has_verb(self, part: list[int]) -> bool:
        return any(
            word.sure or (word.number and word.low.endswith("t")
                          and not self.tables.is_participle(word.low))
            for word in (self.words[i] for i in part if i not in self.of)
        )  # fmt: skip

    def _clause(self, part: list[int], before: Clause | None) -> Clause:
        clause = Clause(part, before=before, governed=self.kind(part[0]) == "preposition")
        opener = part[1] if clause.governed and len(part) > 1 else part[0]
        hangs = [i for i in part[:3] if "subordinator" in self.tables.classes.get(self.low(i), ())]
        joined = self.low(part[0] - 1) in ("und", "oder", "aber") and before is not None
        if self.kind(opener) == "relative":
            clause.kind, clause.opener = "relative", opener
        elif hangs and (self.verb_final(hangs[0]) or self.low(hangs[0]) in ("dass", "weil", "ob")):
            clause.kind, clause.opener = "sub", hangs[0]
        elif joined and before is not None and before.kind != "main" and self._ends(part):
            clause.kind = before.kind
        self._find_verb(clause)
        if clause.kind == "main" and clause.verb == part[0]:
            self._resume(clause)
        return clause

    def _resume(self, clause: Clause) -> None:
        """What goes on after a clause within it: "Die Frau, die ich kenne, lacht"."""
        one = next((c for c in reversed(self.clauses) if c.kind == "main"), None)
        if one is None or one is self.clauses[-1] or one.verb >= 0:
            return
        if not any(map(self.is_infinitive, one.words)):
            clause.words = [*one.words, *clause.words]
            self.clauses.remove(one)

    def _ends(self, part: list[int]) -> bool:
        """Whether the first finite verb stands last."""
        sure = [i for i in part if self.words[i].sure and i not in self.of]
        return sure[0] == part[-1] if sure else self.words[part[-1]].number != ""

    def _find_verb(self, clause: Clause) -> None:
        free = [
            self.words[i] for i in clause.words
            if i not in self.of and self.words[i].number and self.low(i - 1) != "zu"
        ]  # fmt: skip
        sure = [word for word in free if word.sure]
        if clause.kind != "main":
            chosen = (sure or free)[-1:]
        else:
            weak = [
                w for w in free if not w.low.endswith("n") and not self.tables.is_participle(w.low)
            ]
            second = [
                w for w in free
                if w.index - clause.words[0] < 2 or w.index - 1 in self.of
                or self.kind(w.index - 1) == "speaker"
            ]  # fmt: skip
            chosen = (sure or weak or second)[:1]
        for verb in chosen:
            clause.verb, clause.number = verb.index, verb.number
