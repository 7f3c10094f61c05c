"""The words of a German sentence and the part that each of them plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de.parts import NOTHING, Word
from equimask.gender.swap.languages.de.tables import Reading, tables

SENTENCE_ENDS = frozenset(".!?:;…")
_BREAKS = frozenset(",;:.!?…()[]–—\"„“”»«‚‘’'/")
_STARTS = frozenset("\"„“”»«‚‘'([-–—")


class Words:
    """The words, told apart by lists, capitals and where the verb stands."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        self.tables, self.lists, self.records = tables(), tables().lists, own
        self.words = [Word(i, t.text, t.text.lower(), t.start, t.end) for i, t in enumerate(tokens)]
        for word in self.words:
            opens, listed = self.opens(word.index), word.low in own
            word.kind, word.number, word.sure = _tell(word.text, opens=opens, listed=listed)
        for word in self.words:
            if word.text == ",":
                self._tell_relative(word.index + 1)

    def at(self, index: int) -> Word:
        """The word at that place; beyond the sentence stands a mark without letters."""
        return self.words[index] if 0 <= index < len(self.words) else NOTHING

    def low(self, index: int) -> str:
        """The word at that place in lower case."""
        return self.at(index).low

    def kind(self, index: int) -> str:
        """The part of the word at that place."""
        return self.at(index).kind

    def people(self, index: int) -> tuple[Reading, ...]:
        """What the word may be among the nouns for people."""
        word = self.words[index]
        return self.records.get(word.low) or self.tables.roles(word.text)

    def opens(self, index: int) -> bool:
        """Whether a sentence begins there, so that a capital says nothing."""
        while index > 0 and self.words[index - 1].text in _STARTS:
            index -= 1
        return index == 0 or (
            self.words[index - 1].text in SENTENCE_ENDS and self.breaks(index - 1)
        )

    def breaks(self, index: int) -> bool:
        """Whether the mark ends a clause; that of "3. Kanzler" does not."""
        before = self.low(index - 1)
        numbered = before.isdigit() and len(before) < 3 and index + 1 < len(self.words)
        text = self.words[index].text
        return text in _BREAKS and not (text == "." and numbered)

    def is_infinitive(self, index: int) -> bool:
        """ "zu gehen", "wegzugehen"."""
        low = self.low(index)
        if not low.endswith("n") or self.kind(index) != "lower" or self.kind(index + 1) == "noun":
            return False  # "zu drastischen Mitteln"
        before = low.partition("zu")[0]
        return self.low(index - 1) == "zu" or (before != low and before in self.lists["prefixes"])

    def verb_final(self, first: int) -> bool:
        """Whether the words up to the next mark end with their finite verb: the clause hangs."""
        end = first
        while end < len(self.words) and not self.breaks(end):
            end += 1
        inside = self.words[first:end]
        if len(inside) < 2 or self.is_infinitive(end - 1):
            return False
        sure = [w.index for w in inside if w.sure and self.kind(w.index + 1) != "noun"]
        if not sure:
            return inside[-1].number != ""
        after = self.words[sure[0] + 1 : end]
        ends = all(w.kind in ("lower", "coordinator") and (w.sure or w.number) for w in after)
        return sure[0] > first and (ends or after[0].low in ("und", "oder", "als", "wie"))

    def _tell_relative(self, index: int) -> None:
        index += self.kind(index) == "preposition"
        if "relative" in self.tables.classes.get(self.low(index), ()) and self.verb_final(index):
            self.words[index].kind = "relative"


@lru_cache(maxsize=50_000)
def _tell(text: str, *, opens: bool, listed: bool) -> tuple[str, str, bool]:
    """The part of a word, and of what may be a finite verb its number and whether it surely is."""
    known, low, digit = tables(), text.lower(), text[0].isdigit()
    capital = text[0].isupper() or (digit and text.rpartition("-")[2][:1].isupper())
    part, (number, sure) = known.part(low), known.verb(low)
    if not any(c.isalnum() for c in text):
        return "mark", "", False
    if digit and not any(c.isalpha() for c in text):
        return ("year" if len(text) == 4 else "numeral"), "", False
    if capital and not opens and not (part in ("personal", "determiner") and len(low) < 6):
        return "noun", "", False
    if part:
        return part, "", False
    if capital and (listed or known.roles(text) or not sure):
        looks = low.endswith(tuple(known.lists["adverb_endings"])) or known.is_participle(low)
        noun = not looks or listed or known.known_noun(low) or known.roles(text)
        return ("noun" if noun else "adverb"), "", False
    return "lower", "" if digit else number, sure and not digit
