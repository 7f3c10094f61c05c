"""The lexicon-based pairs of Yu et al. (2024) by their text: one word replaced, nothing refused.

Their code does it with slips of its own, which stay out: see the card of `ted_gender_pairs`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from equimask.core.languages import get_language
from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.folding import composed, lowered
from equimask.gender.lexicon.records import load_stops
from equimask.gender.lexicon.reliability import is_doubtful
from equimask.gender.lexicon.tokens import is_whole, tokenize
from equimask.gender.lexicon.types import Gender, WordPair
from equimask.gender.swap import Edit, GenderLexicon, Refusal, Swap
from equimask.studies.pair_making.records import MASK, GenderPair, masked_at
from equimask.studies.pair_making.slots import GENDER_WORD, other_gender

_GENDERS: tuple[Gender, Gender] = ("male", "female")
_Key = tuple[str, ...]


class _Entry(NamedTuple):
    """A word of the list; `several` if later rows give it other counterparts."""

    gender: Gender
    word: str
    counterpart: str
    several: bool = False


class _Hit(NamedTuple):
    start: int
    end: int
    entry: _Entry


class PlainReplacement:
    """Finds lower-cased tokens of a list and puts the counterpart in the place of the only one.

    By the authors' text a word that also means something without gender is no part of the list,
    nor is its counterpart; nor, here, is a word that stands on both sides. Of several counterparts
    the first of the list is taken, titles last: the method knows no case. In scripts without
    spaces, words that are no part of the list (他们) and the packaged neutral compounds (其他)
    stand in for a segmenter.
    """

    def __init__(self, lang: str, pairs: Sequence[WordPair]) -> None:
        self.lang = lang
        self._entries: dict[_Key, _Entry | None] = {}
        for pair in sorted(_sure(pairs), key=lambda pair: pair.pos == "title"):
            for gender in _GENDERS:
                self._add(pair, gender)
        if not get_language(lang).spaced:
            for word in (*load_stops(lang), *(p.side(g) for p in pairs for g in _GENDERS)):
                self._entries.setdefault(self._key(word), None)
        self._sizes: dict[str, list[int]] = defaultdict(list)  # longest first
        for key in sorted(self._entries, key=len, reverse=True):
            if key and len(key) not in self._sizes[key[0]]:
                self._sizes[key[0]].append(len(key))
        self.size = {
            gender: sum(e is not None and e.gender == gender for e in self._entries.values())
            for gender in _GENDERS
        }

    def pair_of(self, sentence: str) -> GenderPair | Refusal:
        """The sentence and its copy with the counterpart, if it has just one word of the list."""
        if MASK in sentence:
            return Refusal("mask_in_text", MASK)
        hits = self._hits(sentence)
        if len(hits) != 1:
            reason = "several_gender_words" if hits else "no_gender_word"
            return Refusal(reason, " ".join(sentence[hit.start : hit.end] for hit in hits))
        return _pair(sentence, hits[0])

    def is_one_of_several(self, sentence: str) -> bool:
        """Whether the one word of the sentence has further counterparts."""
        return any(hit.entry.several for hit in self._hits(sentence))

    def _hits(self, sentence: str) -> list[_Hit]:
        view = composed(sentence)
        tokens = tokenize(view.text, self.lang)
        words = [lowered(token.text) for token in tokens]
        hits, at = [], 0
        while at < len(tokens):
            size = 1
            for length in self._sizes.get(words[at], ()):
                start, end = tokens[at].start, tokens[min(at + length, len(tokens)) - 1].end
                key = tuple(words[at : at + length])
                if key in self._entries and is_whole(view.text, start, end, self.lang):
                    entry, size = self._entries[key], length
                    if entry is not None:
                        hits.append(_Hit(view.original(start), view.original(end), entry))
                    break
            at += size
        return hits

    def _add(self, pair: WordPair, gender: Gender) -> None:
        word, counterpart = pair.side(gender), pair.side(other_gender(gender))
        key = self._key(word)
        known = self._entries.get(key)
        if known is None:
            self._entries[key] = _Entry(gender, word, counterpart)
        elif lowered(known.counterpart) != lowered(counterpart):
            self._entries[key] = known._replace(several=True)

    def _key(self, word: str) -> _Key:
        return tuple(lowered(token.text) for token in tokenize(word, self.lang))


def _sure(pairs: Sequence[WordPair]) -> Iterator[WordPair]:
    """The pairs of which neither word is doubtful, in any form, or stands on both sides."""
    sides = {gender: {lowered(pair.side(gender)) for pair in pairs} for gender in _GENDERS}
    out = sides["male"] & sides["female"]
    for gender in _GENDERS:
        out |= {lowered(pair.side(gender)) for pair in pairs if is_doubtful(pair, gender)}
    return (p for p in pairs if lowered(p.male) not in out and lowered(p.female) not in out)


def _pair(sentence: str, hit: _Hit) -> GenderPair:
    old, entry = sentence[hit.start : hit.end], hit.entry
    new = transfer(old, entry.word, entry.counterpart) or entry.counterpart
    other = sentence[: hit.start] + new + sentence[hit.end :]
    edits = (Edit(hit.start, hit.end, old, new, GENDER_WORD),)
    is_male = entry.gender == "male"
    return GenderPair(
        original=sentence,
        origin=entry.gender,
        male=sentence if is_male else other,
        female=other if is_male else sentence,
        male_word=old if is_male else new,
        female_word=new if is_male else old,
        masked=masked_at(sentence, hit.start, hit.end),
        male_edits=() if is_male else edits,
        female_edits=edits if is_male else (),
    )


VERDICTS: dict[str, str] = {
    "same": "the swap makes the same two sentences",
    "lacks_agreement": "the swap takes the same two words and changes more with them: the pair "
    "is ungrammatical",
    "other_word": "the swap takes another counterpart or another word (*her* is *him* or *his*)",
    "several_gendered": "the swap sees further gender words, which stay as they are in the pair",
    "doubtful": "the swap does not trust the word to speak of a man or a woman there",
    "refused": "the swap refuses for another reason: a name beside, an agreement that it cannot "
    "settle",
}


def verdict(lexicon: GenderLexicon, pair: GenderPair) -> str:
    """What the swap says of a plain pair, a key of `VERDICTS`.

    The pair audit looks at what differs between the sides, which here is one word always: it
    cannot see what should have changed with it.
    """
    swap = lexicon.try_swap(pair.original)
    if isinstance(swap, Refusal):
        reasons = {
            "several_gender_words": "several_gendered",
            "ambiguous_word": "doubtful",
            "no_gender_word": "doubtful",
        }
        return reasons.get(swap.reason, "refused")
    if (swap.male, swap.female) == (pair.male, pair.female):
        return "same"
    return "lacks_agreement" if _words(swap) == _words(pair) else "other_word"


class Verdicts:
    """Counts verdicts as pairs pass."""

    def __init__(self, lexicon: GenderLexicon) -> None:
        self._lexicon = lexicon
        self._counts: Counter[str] = Counter()

    def add(self, pair: GenderPair) -> None:
        """One more pair."""
        self._counts[verdict(self._lexicon, pair)] += 1

    def summary(self) -> dict[str, int]:
        """Every verdict with its count."""
        return {name: self._counts[name] for name in VERDICTS}


def plain_pairs(lexicon: GenderLexicon, sentences: Iterable[str]) -> Iterator[GenderPair]:
    """The plain pairs of all sentences that have one word of the lexicon."""
    replacement = PlainReplacement(lexicon.lang, lexicon.pairs)
    found = (replacement.pair_of(sentence) for sentence in sentences)
    return (pair for pair in found if isinstance(pair, GenderPair))


def _words(made: Swap | GenderPair) -> tuple[str, str]:
    return lowered(made.male_word), lowered(made.female_word)
