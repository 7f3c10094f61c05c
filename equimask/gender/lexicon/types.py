"""What the lexicon's parts hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Gender = Literal["male", "female"]


@dataclass(frozen=True)
class WordPair:
    """One record of the gender lexicon: two counterparts in one form."""

    lang: str
    male: str
    female: str
    gloss: str
    pos: str
    number: str
    case: str
    ambiguous: str

    def side(self, gender: Gender) -> str:
        """The word of that gender."""
        return self.male if gender == "male" else self.female

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases that this form stands for; `-` where the language marks none."""
        return tuple(self.case.split("+"))


@dataclass(frozen=True)
class GenderWord:
    """A lexicon word found in a sentence; `pairs` are the records that it may belong to."""

    text: str
    start: int
    end: int
    gender: Gender
    pairs: tuple[WordPair, ...]


@dataclass(frozen=True)
class Reading:
    """What a word says: `gender` is empty for none, `kind` one of `noun`, `oblique`, `name`.

    `oblique` are possessives and object pronouns, which often speak of somebody else.
    """

    gender: str = ""
    certain: bool = True
    kind: str = ""


@dataclass(frozen=True)
class GenderToken:
    """A word of a sentence, a character in a script without spaces, or a listed expression.

    `gender`, `certain` and `kind` are those of its reading.
    """

    text: str
    start: int
    end: int
    gender: str = ""
    certain: bool = True
    kind: str = ""


class Token(NamedTuple):
    """A word or a punctuation mark with its place in the sentence."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class ParsedToken:
    """A token of a UD parse; `head` is an index into the parse, -1 for the root."""

    text: str
    start: int
    end: int
    lemma: str
    upos: str
    feats: dict[str, str]
    head: int
    deprel: str


@dataclass(frozen=True)
class Edit:
    """Replace `old`, which stands at [start, end) of the original sentence, by `new`."""

    start: int
    end: int
    old: str
    new: str
    kind: str


@dataclass(frozen=True)
class Refusal:
    """Why a sentence was not swapped: a short slug that is counted, and the words in question."""

    reason: str
    detail: str = ""


@dataclass(frozen=True)
class SwapContext:
    """All that a language's agreement rules may look at.

    `word` is the gender word, `first`..`last` its tokens, `target` the gender it will have;
    `others` are words of the same gender that the rules must show to be the same person's.
    """

    sentence: str
    tokens: tuple[Token, ...]
    word: GenderWord
    first: int
    last: int
    target: Gender
    parse: tuple[ParsedToken, ...] | None = None
    others: tuple[GenderWord, ...] = ()

    def before(self, steps: int = 1) -> Token | None:
        """The token `steps` places before the gender word."""
        index = self.first - steps
        return self.tokens[index] if index >= 0 else None

    def after(self, steps: int = 1) -> Token | None:
        """The token `steps` places after the gender word."""
        index = self.last + steps
        return self.tokens[index] if index < len(self.tokens) else None


@dataclass(frozen=True)
class Choice:
    """What a language decides: the counterpart's form and all agreement edits beside it."""

    pair: WordPair
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Swap:
    """A minimal pair made from one sentence, and every edit that made it."""

    male: str
    female: str
    male_word: str
    female_word: str
    origin: Gender
    edits: tuple[Edit, ...]
