"""Which English sentences speak of one gender only, by whole words in the right case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from equimask.core.schema import GENDERS
from equimask.gender.lexicon.records import read_word_list


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# First names that are also common English words: at the start of a sentence, where every word
# has a capital, they say nothing ("Mark the page", "Bill them later").
WORDS_AS_NAMES = _words(
    "Angel April Art Ash August Bill Buck Candy Carol Chance Charity Chase Cherry Chuck Crystal "
    "Dawn Dean Dick Don Drew Eve Faith Frank Ginger Grace Grant Guy Harmony Hazel Heather Holly "
    "Hope Hunter Iris Ivy Jade Jasmine Joy June Lance Lily Mark Mason May Melody Mercy Miles Misty "
    "Nick Olive Pat Patience Pearl Penny Pierce Poppy Prudence Ray Rich Rob Robin Rod Rose Ruby "
    "Rusty Sandy Skip Sky Sue Summer Trinity Victor Violet Wade Will Willow Winter Woody"
)
# Words with a capital after which a first name is still a first name, not a surname.
TITLES_BEFORE_NAMES = _words(
    "Mr Mister Sir Lord Lady Dame Madam Mrs Ms Miss Dr Doctor Prof Professor St Saint San Santa "
    "King Queen Prince Princess Emperor Empress Duke Duchess Pope Cardinal Bishop Archbishop "
    "Reverend Rev Father Brother Sister Mother Uncle Aunt Auntie Grandpa Grandma Cousin Coach "
    "President Chancellor Minister Premier Governor Gov Mayor Senator Sen Representative Rep "
    "Congressman Congresswoman Secretary Ambassador Judge Justice General Gen Colonel Col Major "
    "Captain Capt Lieutenant Lt Sergeant Sgt Officer Detective Director Chairman Chairwoman "
    "Actor Actress Author"
)
_ABBREVIATIONS = _words("Mr Mrs Ms Dr Prof St Sen Rep Gov Gen Col Capt Lt Sgt Rev Jr Sr")
_SENTENCE_ENDS = "!?…:;"
_QUOTES = "\"'“”„‘’«»"
_OPENERS = _QUOTES + "([{¿¡-–—•*"
_JOINTS = "-‐‑/@"


def opens_sentence(text: str, start: int) -> bool:
    """Whether the word at `start` stands where any word would have a capital."""
    before = text[:start]
    rest = before.rstrip(_OPENERS + " \t\u00a0\u3000")
    if not rest:
        return True
    opened = any(quote in before[len(rest) :] for quote in _QUOTES)
    if rest[-1] == ".":
        word = rest[:-1].rpartition(" ")[2].lstrip(_OPENERS)
        return word not in _ABBREVIATIONS and len(word) != 1
    return rest[-1] in _SENTENCE_ENDS or (opened and rest[-1] == ",")


def joined_to_a_word(text: str, start: int, end: int) -> bool:
    """Whether the word is part of a compound such as `man-made` or of a web address."""
    left = start > 1 and text[start - 1] in _JOINTS and text[start - 2].isalnum()
    right = end + 1 < len(text) and text[end] in _JOINTS and text[end + 1].isalnum()
    return left or right


def may_be_surname(text: str, start: int) -> bool:
    """Whether a name directly follows a word with a capital that is neither title nor opener."""
    before = text[:start]
    if not before.endswith(" "):
        return False
    word = before[:-1].rpartition(" ")[2]
    bare = word.rstrip(".").lstrip(_OPENERS)
    if not bare[:1].isupper() or not bare.isalpha() or bare in TITLES_BEFORE_NAMES:
        return False
    if word.endswith(".") and len(bare) > 1:
        return False
    return not opens_sentence(
        text, start - 1 - len(word) + (len(word) - len(word.lstrip(_OPENERS)))
    )


# Words whose counterpart in the lexicon is taken by another word.
UNPAIRED = (("Ms", "female"), ("mum", "female"), ("mums", "female"))

NO_WORD = "no gender word"
BOTH_GENDERS = "words of both genders"
ONLY_DOUBTFUL = "only doubtful words"
DOUBTFUL_OTHER = "a doubtful word of the other gender"

_PIECE = re.compile(r"\w+")


class Entry(NamedTuple):
    """A listed word or name."""

    form: str
    gender: str
    certain: bool
    name: bool


class Found(NamedTuple):
    """A listed word in a sentence; `sure` says whether it is evidence where it stands."""

    form: str
    gender: str
    sure: bool


class Verdict(NamedTuple):
    """The gender of a sentence and the words that show it, or the reason why it has none."""

    gender: str
    words: tuple[str, ...]
    reason: str


_NO_WORD = Verdict("", (), NO_WORD)


class EnglishGender:
    """The English gender words and first names, and the one-gender rule.

    A word in a sentence is doubtful where the list doubts its side, where it has a capital in
    mid-sentence (part of a name) or only capitals, and inside a compound; a first name where it
    is a common word that opens the sentence, and after another capitalised word (a surname).
    A doubtful word is no evidence, but one of the other gender makes the sentence ambiguous.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._single: dict[str, tuple[Entry, str]] = {}
        self._compounds: dict[str, list[Entry]] = {}
        self._longest_first: list[Entry] = sorted(
            entries, key=lambda entry: (-len(entry.form), not entry.certain)
        )
        for entry in self._longest_first:
            if _PIECE.fullmatch(entry.form):
                self._add_single(entry)
        # One set lookup per sentence decides for most of them. A compound is looked for where
        # one of its parts is a listed word itself, or else wherever any part stands.
        self._triggers = set(self._single)
        for entry in self._longest_first:
            pieces = _PIECE.findall(entry.form)
            if len(pieces) > 1:
                self._compounds.setdefault(pieces[0].lower(), []).append(entry)
                if not self._triggers.intersection(pieces):
                    self._triggers.update(form for piece in pieces for form in _casings(piece))

    @classmethod
    def parse(cls, lexicon: str, names: str) -> EnglishGender:
        """From the text of the lexicon and the first names; rows on animals are left out."""
        entries = [Entry(word, gender, certain=True, name=False) for word, gender in UNPAIRED]
        for row in read_word_list(lexicon, (*GENDERS, "ambiguous")):
            doubt = row["ambiguous"].strip().lower()
            if doubt == "animal":
                continue
            for gender, other in (GENDERS, GENDERS[::-1]):
                certain = not doubt or doubt.startswith(f"{other} side")
                entries.append(Entry(row[gender], gender, certain, name=False))
        for row in read_word_list(names, ("name", "gender")):
            entries.append(Entry(row["name"], row["gender"], certain=True, name=True))
        return cls(entries)

    def judge(self, sentence: str) -> Verdict:
        """The one gender of the sentence, or why it has none."""
        if self._triggers.isdisjoint(_PIECE.findall(sentence)):
            return _NO_WORD
        found = list(self.find(sentence))
        sure = {word.gender for word in found if word.sure}
        if len(sure) > 1:
            return Verdict("", (), BOTH_GENDERS)
        if not sure:
            return Verdict("", (), ONLY_DOUBTFUL) if found else _NO_WORD
        if any(word.gender not in sure for word in found):
            return Verdict("", (), DOUBTFUL_OTHER)
        words = tuple(dict.fromkeys(word.form for word in found if word.sure))
        return Verdict(sure.pop(), words, "")

    def find(self, sentence: str) -> Iterator[Found]:
        """Every listed word of the sentence, the longest first where they overlap."""
        end = 0
        for piece in _PIECE.finditer(sentence):
            if piece.start() < end:
                continue
            compound = self._compound_at(sentence, piece)
            if compound:
                entry, casing = compound
                end = piece.start() + len(entry.form)
            elif piece.group() in self._single:
                entry, casing = self._single[piece.group()]
                end = piece.end()
            else:
                continue
            yield self._judged(sentence, entry, casing, piece.start(), end)

    def _compound_at(self, sentence: str, piece: re.Match[str]) -> tuple[Entry, str] | None:
        for entry in self._compounds.get(piece.group().lower(), ()):
            end = piece.start() + len(entry.form)
            written = sentence[piece.start() : end].replace("’", "'").replace("‑", "-")
            if end < len(sentence) and (sentence[end].isalnum() or sentence[end] == "_"):
                continue
            for casing, form in zip(
                ("listed", "title", "upper"), _casings(entry.form), strict=True
            ):
                if written == form:
                    return entry, casing
        return None

    def _add_single(self, entry: Entry) -> None:
        """Its forms by case; what the list spells so outweighs another word's capital."""
        for casing, form in zip(("listed", "title", "upper"), _casings(entry.form), strict=True):
            known = self._single.get(form)
            if known is None or (known[1] != "listed" and casing == "listed"):
                self._single[form] = (entry, casing)

    @staticmethod
    def _judged(sentence: str, entry: Entry, casing: str, start: int, end: int) -> Found:
        sure = entry.certain and casing != "upper" and not joined_to_a_word(sentence, start, end)
        if sure and casing == "title":
            sure = opens_sentence(sentence, start)
        elif sure and entry.name:
            common = entry.form in WORDS_AS_NAMES and opens_sentence(sentence, start)
            sure = not common and not may_be_surname(sentence, start)
        return Found(entry.form, entry.gender, sure)


def _casings(form: str) -> tuple[str, str, str]:
    """As listed, with a capital at the start, in capitals only."""
    return form, form[:1].upper() + form[1:], form.upper()
