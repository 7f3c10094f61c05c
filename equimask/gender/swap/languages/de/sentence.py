"""A German sentence: its words, its noun phrases, and its clauses with their verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from equimask.gender.lexicon.types import Token, WordPair
from equimask.gender.swap.languages.de.phrases import Phrases

Kind = Literal[
    "mark", "preposition", "contraction", "subordinator", "coordinator", "determiner", "personal",
    "speaker", "oblique", "neutral", "relative", "number", "noun", "adverb", "lower",
]  # fmt: skip
_ENDING = frozenset(".!?:;…")
_BREAKS = frozenset(",;:.!?…()[]–—\"„“”»«‚‘’'/")
_STARTS = frozenset("\"„“”»«‚‘'([-–—")
_KINDS: tuple[Kind, ...] = (
    "coordinator", "subordinator", "speaker", "oblique", "neutral", "number", "adverb",
)  # fmt: skip
_ADJECTIVE = ("e", "en", "er", "es", "em")
_FAR = 9  # words between an article and its noun, where an attribute stands between
PERSONAL = frozenset("er ihn ihm sie ihr".split())
TWO = ("acc", "dat")


@dataclass(eq=False)
class Clause:
    """The words of a clause, which need not stand together."""

    words: list[int]
    kind: Literal["main", "sub", "relative"]
    verb: int = -1
    number: str = ""
    opener: int = -1  # the subordinator or relative pronoun
    before: Clause | None = None  # the clause whose subject it may share


class Sentence(Phrases):
    """The parts of a sentence."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[WordPair, ...]]) -> None:
        super().__init__(tokens, own)
        self.clauses: list[Clause] = []
        self.clause_of: dict[int, Clause] = {}
        self._find_clauses()

    def _find_clauses(self) -> None:
        inside = {
            i for p in self.phrases for i in range(p.first, p.last + 1) if self.words[i].text == ","
        }
        segment: list[int] = []
        for word in [*self.words, None]:
            if word is None or (self.breaks(word.index) and word.index not in inside):
                if segment:
                    self._close(segment, self.low(segment[0] - 1))
                segment = []
            elif word.kind != "mark":
                segment.append(word.index)
        for clause in self.clauses:
            for index in clause.words:
                self.clause_of[index] = clause

    def _close(self, segment: list[int], mark: str) -> None:
        for part in self._coordinated(segment):
            clause = self._clause(part)
            before = self.clauses[-1] if self.clauses and mark not in _ENDING else None
            if clause.verb < 0 and before is not None:
                clause.before = before  # an infinitive, an apposition, part of a list
            elif clause.kind == "main" and part is not segment:
                clause.before = before
            self._adopt(clause, before)
            self.clauses.append(clause)
            mark = ","

    def _adopt(self, clause: Clause, before: Clause | None) -> None:
        """What goes on after a clause within it: "Die Frau, die ich kenne, lacht"."""
        if clause.before is None:
            clause.before = before
        if clause.kind == "main" and clause.verb == clause.words[0]:
            for one in reversed(self.clauses):
                if one.kind == "main":
                    if one is self.clauses[-1]:
                        break
                    if one.verb < 0 and not any(map(self.is_infinitive, one.words)):
                        clause.words = [*one.words, *clause.words]
                        self.clauses.remove(one)
                    break

    def _coordinated(self, segment: list[int]) -> Iterator[list[int]]:
        start = 0
        for at, index in enumerate(segment):
            if self.words[index].kind != "coordinator" or at == start:
                continue
            left, right = segment[start:at], segment[at + 1 :]
            if self._has_verb(left) and self._has_verb(right):
                yield left
                start = at + 1
        yield segment[start:]

    def _has_verb(self, part: list[int]) -> bool:
        return any(self.words[i].sure and self.of.get(i) is None for i in part) or any(
            self.words[i].finite and self.words[i].low.endswith("t") and self.of.get(i) is None
            and not self.tables.is_participle(self.words[i].low)
            for i in part
        )  # fmt: skip

    def _clause(self, part: list[int]) -> Clause:
        first = self.words[part[0]]
        opener = part[1] if first.kind == "preposition" and len(part) > 1 else part[0]
        clause = Clause(part, "main")
        if self.words[opener].kind == "relative":
            clause.kind, clause.opener = "relative", opener
        else:
            at = next(
                (i for i in part[:3] if self.words[i].kind in ("subordinator", "preposition")
                 and "subordinator" in self.tables.classes.get(self.low(i), ())), -1,
            )  # fmt: skip
            before = self.clauses[-1] if self.clauses else None
            joined = self.low(part[0] - 1) in ("und", "oder", "aber") and before is not None
            if at >= 0 and (
                self.verb_final(at) or self.low(at) in ("dass", "weil", "ob", "obwohl")
            ):
                clause.kind, clause.opener = "sub", at
            elif joined and before is not None and before.kind != "main" and self._ends(part):
                clause.kind, clause.before = before.kind, before
        self._find_verb(clause)
        return clause

    def _ends(self, part: list[int]) -> bool:
        sure = [i for i in part if self.words[i].sure and self.of.get(i) is None]
        return (bool(sure) and sure[0] == part[-1]) or (not sure and self.words[part[-1]].finite)

    def _find_verb(self, clause: Clause) -> None:
        free = [
            self.words[i] for i in clause.words
            if self.of.get(i) is None and self.words[i].kind == "lower" and self.words[i].finite
            and self.low(i - 1) != "zu"
        ]  # fmt: skip
        sure = [word for word in free if word.sure]
        if clause.kind != "main":
            chosen = sure[-1] if sure else (free[-1] if free else None)
        else:
            weak = [
                w for w in free if not w.low.endswith("n") and not self.tables.is_participle(w.low)
            ]
            second = next(
                (w for w in free if w.number in ("pl", "one", "you") and (
                    w.index - clause.words[0] < 2 or w.index - 1 in self.of
                    or self.words[w.index - 1].kind == "speaker")), None,
            )  # fmt: skip
            chosen = sure[0] if sure else (weak[0] if weak else second)
        if chosen is not None:
            clause.verb, clause.number = chosen.index, chosen.number
