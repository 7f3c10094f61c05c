"""The words of a German sentence and the part that each of them plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import Token, WordPair
from equimask.gender.swap.languages.de.tables import tables

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
MOST_KEPT = 50_000
PERSONAL = frozenset("er ihn ihm sie ihr".split())
TWO = ("acc", "dat")


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark."""

    index: int
    text: str
    low: str
    start: int
    end: int
    kind: Kind = "lower"
    number: str = ""  # of a finite verb
    sure: bool = False  # surely a finite verb

    @property
    def finite(self) -> bool:
        """Whether it may be a finite verb."""
        return self.number != ""


@lru_cache(maxsize=1)
def records() -> dict[str, tuple[WordPair, ...]]:
    """The nouns of the gender lexicon by their forms."""
    found: dict[str, tuple[WordPair, ...]] = {}
    for pair in load_pairs("de"):
        if pair.pos in ("noun", "title"):
            for form in {pair.male, pair.female}:
                found[form.lower()] = (*found.get(form.lower(), ()), pair)
    return found


class Words:
    """The words, told apart by lists, capitals and where the verb stands."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[WordPair, ...]]) -> None:
        self.tables, self.lists = tables(), tables().lists
        self.records = own
        self.words = [
            Word(i, token.text, token.text.lower(), token.start, token.end)
            for i, token in enumerate(tokens)
        ]
        for word in self.words:
            self._tell(word)
        self._tell_order()
        self._tell_relatives()

    def word(self, index: int) -> Word | None:
        """The word at that place, if there is one."""
        return self.words[index] if 0 <= index < len(self.words) else None

    def low(self, index: int) -> str:
        """The word at that place in lower case."""
        return self.words[index].low if 0 <= index < len(self.words) else ""

    def opens(self, index: int) -> bool:
        """Whether a sentence begins there, so that a capital says nothing."""
        while index > 0 and self.words[index - 1].text in _STARTS:
            index -= 1
        return index == 0 or (self.words[index - 1].text in _ENDING and self.breaks(index - 1))

    def breaks(self, index: int) -> bool:
        """Whether the mark ends a clause; that of "3. Kanzler" does not."""
        if self.words[index].text not in _BREAKS:
            return False
        before, after = self.word(index - 1), self.word(index + 1)
        numbered = before is not None and before.text.isdigit() and len(before.text) < 3
        return not (self.words[index].text == "." and numbered and after is not None)

    def _tell(self, word: Word) -> None:
        key = (word.text, self.opens(word.index), word.low in self.records)
        told = self.tables.told.get(key)
        if told is not None:
            word.kind, word.number, word.sure = told
            return
        self._find_kind(word)
        if len(self.tables.told) > MOST_KEPT:
            self.tables.told.clear()
        self.tables.told[key] = word.kind, word.number, word.sure

    def _find_kind(self, word: Word) -> None:
        text, low, known = word.text, word.low, self.tables
        kinds = known.classes.get(low, frozenset())
        capital = text[0].isupper() and not self.opens(word.index)
        if not any(c.isalnum() for c in text):
            word.kind = "mark"
        elif text[0].isdigit() and not any(c.isupper() for c in text):
            word.kind = "number"
        elif capital and not (low in PERSONAL or (low in known.determiners and len(low) < 6)):
            word.kind = "noun"
        elif low in PERSONAL:
            word.kind = "personal"
        elif low in known.contractions:
            word.kind = "contraction"
        elif any(kind.startswith("preposition") for kind in kinds):
            word.kind = "preposition"
        elif low in known.determiners:
            word.kind = "determiner"
        else:
            found = next((kind for kind in _KINDS if kind in kinds), None)
            if "number" not in kinds and "numeral" in kinds:
                found = "number"
            if found is not None:
                word.kind = found
            elif text[0].isupper():
                word.kind = "adverb" if self._opens_as_adverb(low) else "noun"
            else:
                verb = known.verb(low)
                if verb is not None:
                    word.number, word.sure = verb
        if word.kind == "noun" and self.opens(word.index):
            verb = known.verb(low)
            if verb is not None and verb[1] and not known.roles(text) and low not in self.records:
                word.kind, (word.number, word.sure) = "lower", verb

    def _opens_as_adverb(self, low: str) -> bool:
        known = self.tables
        if low.endswith(
            ("lich", "weise", "ig", "end", "ends", "mals", "sam", "bar", "isch", "wärts")
        ):
            return True
        return known.is_participle(low) or (
            low.endswith(_ADJECTIVE) and not known.known_noun(low) and not known.roles(low)
            and low.endswith(("liche", "licher", "lichen", "ige", "igen", "iger"))
        )  # fmt: skip

    def _segment_end(self, index: int) -> int:
        while index < len(self.words) and not self.breaks(index):
            index += 1
        return index

    def _tell_order(self) -> None:
        """ "Frag die Lehrerin!": the verb of an order looks like a name."""
        words = self.words
        if (
            len(words) > 2
            and words[-1].text == "!"
            and words[1].kind == "determiner"
            and words[0].kind == "noun"
            and not any(word.finite for word in words)
        ):
            words[0].kind, words[0].number, words[0].sure = "lower", "you", True

    def verb_final(self, first: int, *, relative: bool = False) -> bool:
        """Whether the words up to the next mark end with their finite verb."""
        end = self._segment_end(first)
        while end < len(self.words) and self.words[end].text == "," and self._lists(end):
            end = self._segment_end(end + 1)
        inside = self.words[first:end]
        if len(inside) < 2 or self.is_infinitive(end - 1):
            return False
        sure = [w.index for w in inside if w.sure and not self._is_attribute(w, first)]
        last = inside[-1]
        if sure:
            at = sure[0]
            after = self.words[at + 1 : end]
            if not after or all(
                w.kind in ("lower", "coordinator") and (w.sure or w.number) for w in after
            ):
                return at > first + (0 if relative else 1)
            if after[0].kind == "coordinator" or (relative and after[0].low in ("als", "wie")):
                return at > first + 1
            return False
        return last.finite

    def _is_attribute(self, word: Word, first: int) -> bool:
        """ "die neu erbaute Burg": between an article and a noun."""
        after = self.word(word.index + 1)
        if after is None or after.kind != "noun" or not word.low.endswith(_ADJECTIVE):
            return False
        return any(
            self.words[i].kind in ("determiner", "contraction")
            for i in range(max(first + 1, word.index - 3), word.index)
        )

    def is_infinitive(self, index: int) -> bool:
        """ "zu gehen", "wegzugehen"."""
        low = self.low(index)
        if self.low(index - 1) == "zu" and low.endswith("n"):
            return self.words[index].kind == "lower"
        return "zu" in low[2:-3] and low.endswith("n") and any(
            low.startswith(f"{prefix}zu") for prefix in self.lists["prefixes"]
        )  # fmt: skip

    def _lists(self, comma: int) -> bool:
        """Whether the comma stands between two adjectives."""
        before, after = self.word(comma - 1), self.word(comma + 1)
        return (
            before is not None and after is not None and before.kind == after.kind == "lower"
            and before.low.endswith(_ADJECTIVE) and after.low.endswith(_ADJECTIVE)
            and not before.sure and not after.sure and not before.finite
        )  # fmt: skip

    def _tell_relatives(self) -> None:
        for word in self.words:
            if word.text != ",":
                continue
            at = word.index + 1
            if at < len(self.words) and self.words[at].kind == "preposition":
                at += 1
            here = self.word(at)
            if (
                here is not None
                and "relative" in self.tables.classes.get(here.low, ())
                and self.verb_final(at, relative=True)
            ):
                here.kind = "relative"
