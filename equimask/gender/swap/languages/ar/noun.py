"""An Arabic gender noun among its words, and the edits that its swap has gathered."""

from __future__ import annotations

from typing import Literal

from equimask.gender.lexicon.types import Edit, SwapContext, WordPair
from equimask.gender.swap.languages.ar.words import bare

Role = Literal["subject", "after_verb", "predicate", "genitive", "object"]


class Noun:
    """The noun; `left` and `right` are the nearest tokens that are not yet explained."""

    def __init__(self, context: SwapContext, pairs: tuple[WordPair, ...]) -> None:
        self.context, self.pairs = context, pairs
        self.gender = context.word.gender
        self.low = [bare(token.text) for token in context.tokens]
        token = context.tokens[context.first]
        written_before = bare(context.sentence[token.start : context.word.start])
        self.definite = written_before.endswith(("ال", "لل"))
        # the preposition that is written together with the noun or its demonstrative
        self.proclitic = written_before.lstrip("وف").removesuffix("ال")
        self.left, self.right = context.first - 1, context.last + 1
        self.is_pointed_at = False  # "this is a man"
        self.after_being = False  # behind "was" a predicate stands in the accusative
        self.edits: list[Edit] = []

    @property
    def text(self) -> str:
        """The noun as it is written."""
        return self.context.word.text

    def word(self, index: int) -> str:
        """The token without vowel signs; nothing outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def is_mark(self, index: int) -> bool:
        """Whether there is no word at the index."""
        word = self.word(index)
        return not word or not word[0].isalpha()

    def change(self, index: int, new: str, kind: str) -> None:
        """Replace a token."""
        token = self.context.tokens[index]
        self.edits.append(Edit(token.start, token.end, token.text, new, kind))

    def is_changed(self, index: int) -> bool:
        """Whether an edit covers the token."""
        return any(edit.start == self.context.tokens[index].start for edit in self.edits)

    def by_gender(self, table: dict[str, str]) -> dict[str, str]:
        """A table of masculine and feminine forms, from the noun's gender to the other.

        Of two masculine forms of one feminine the last one listed is taken.
        """
        if self.gender == "male":
            return table
        return {female: male for male, female in table.items()}
