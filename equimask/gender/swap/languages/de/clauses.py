"""The clauses of a German sentence with their verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de.parts import Clause
from equimask.gender.swap.languages.de.phrases import Phrases
from equimask.gender.swap.languages.de.tables import Reading
from equimask.gender.swap.languages.de.words import SENTENCE_ENDS


class Clauses(Phrases):
    """The clauses of a sentence, and by each word the clause that it is in."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        super().__init__(tokens, own)
        self.clauses: list[Clause] = []
        segment: list[int] = []
        for index in range(len(self.words) + 1):
            if index < len(self.words) and (not self.breaks(index) or index in self.of):
                opens = not segment and self.kind(index) == "coordinator"
                segment += [index] * (self.kind(index) != "mark" and not opens)
            elif segment:
                for part in self._coordinated(segment):
                    self.clauses.append(self._clause(part))
                segment = []
        self.clause_of = {index: clause for clause in self.clauses for index in clause.words}
        for phrase in self.phrases:
            phrase.clause = self.clause_of[phrase.head]

    def lows(self, clause: Clause) -> set[str]:
        """The words of the clause in lower case."""
        return {self.words[i].low for i in clause.words}

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
        free = (self.words[i] for i in part if i not in self.of)
        return any(
            w.sure or (w.number and w.low.endswith("t") and not self.tables.is_participle(w.low))
            for w in free
        )

    def _clause(self, part: list[int]) -> Clause:
        before = self.clauses[-1] if self.clauses else None
        if self.low(part[0] - 1) in SENTENCE_ENDS:
            before = None
        clause = Clause(part, governed=self.kind(part[0]) == "preposition", before=before)
        opener = part[:2][clause.governed and len(part) > 1]
        hangs = [i for i in part[:3] if "subordinator" in self.tables.classes.get(self.low(i), ())]
        if self.kind(opener) == "relative":
            clause.kind, clause.opener = "relative", opener
        elif hangs and self.verb_final(hangs[0]):
            clause.kind, clause.opener = "sub", hangs[0]
        self._find_verb(clause)
        one = next((c for c in reversed(self.clauses) if c.kind == "main"), None)
        resumes = clause.kind == "main" and clause.verb == part[0]
        if one is not None and resumes and one.verb < 0 and one is not self.clauses[-1]:
            clause.words = [*one.words, *part]  # "Die Frau, die ich kenne, lacht"
            self.clauses.remove(one)
        return clause

    def _find_verb(self, clause: Clause) -> None:
        words = (self.words[i] for i in clause.words if i not in self.of)
        free = [word for word in words if word.number and self.low(word.index - 1) != "zu"]
        sure = [word for word in free if word.sure]
        if clause.kind != "main":
            chosen = (sure or free)[-1:]
        else:
            participle = self.tables.is_participle
            weak = [w for w in free if not w.low.endswith("n") and not participle(w.low)]
            near = (clause.words[0], clause.words[0] + 1)
            second = [
                w for w in free
                if w.index in near or w.index - 1 in self.of or self.kind(w.index - 1) == "speaker"
            ]  # fmt: skip
            sure = [w for w in sure if w in second or self.kind(w.index + 1) != "noun"]
            chosen = (sure or second or weak)[:1]
        for verb in chosen:
            clause.verb, clause.number = verb.index, verb.number
