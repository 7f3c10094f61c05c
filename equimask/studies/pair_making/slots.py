"""The place of the one gender word: what may stand there, and the sentence with it put in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Gender, GenderWord, WordPair
from equimask.gender.swap import Edit, GenderLexicon, Refusal, Swap, apply
from equimask.gender.swap.edits import ordered
from equimask.studies.pair_making.records import MASK, NOT_ONE_WORD, GenderPair, masked_at

GENDER_WORD = "gender_word"
REFUSED = "agreement_refused"


@dataclass(frozen=True)
class Slot:
    """A sentence, its one gender word and the records that the word belongs to there."""

    sentence: str
    word: GenderWord
    swap: Swap | Refusal
    records: tuple[WordPair, ...]

    @property
    def masked(self) -> str:
        """The sentence with `[MASK]` for the gender word."""
        return masked_at(self.sentence, self.word.start, self.word.end)

    def fitting(self, pairs: Iterable[WordPair]) -> WordPair | None:
        """The first record of the same part of speech, number and case as the gender word's."""
        return next((p for p in pairs if any(_fits(p, r) for r in self.records)), None)


def slot_of(lexicon: GenderLexicon, sentence: str) -> Slot | Refusal:
    """The slot of a sentence with exactly one sure gender word."""
    if MASK in sentence:
        return Refusal("mask_in_text", MASK)
    swap = lexicon.try_swap(sentence)
    if isinstance(swap, Refusal) and swap.reason in NOT_ONE_WORD:
        return swap
    found = lexicon.find(sentence)
    if len(found) != 1:  # several words of one person can be swapped, but make no single slot
        return Refusal("several_gender_words", " ".join(word.text for word in found))
    (word,) = found
    if isinstance(swap, Swap) and word.gender != swap.origin:  # the swap is of another person
        return Refusal("several_gender_words", word.text)
    records = reliable(word.pairs, word.gender)
    if isinstance(swap, Swap):  # the counterpart tells "her" (his) from "her" (him)
        other = other_gender(word.gender)
        counterpart = swap.female_word if other == "female" else swap.male_word
        meant = tuple(r for r in records if lowered(r.side(other)) == lowered(counterpart))
        records = meant or records
    return Slot(sentence, word, swap, records)


def other_gender(gender: Gender) -> Gender:
    """The gender of the counterpart."""
    return "female" if gender == "male" else "male"


def rebuilt(lexicon: GenderLexicon, slot: Slot, male: str, female: str) -> GenderPair | Refusal:
    """The pair with these listed words at the slot, or why it cannot be made right.

    The word of the original gender is put in as it is: whatever agrees with the gender word
    agrees with it too. The other side is the swap of that sentence, which sets the agreement;
    in it the counterpart makes room for the other word. Number, case and part of speech are the
    slot's (`Slot.fitting`); elided articles and endings that a word brings along are not, so a
    sentence with a word put in must come back unchanged from being swapped there and back.
    """
    if isinstance(slot.swap, Refusal):
        return Refusal(REFUSED, slot.swap.reason)
    ours, theirs = (male, female) if slot.word.gender == "male" else (female, male)
    base, here = _put(slot.sentence, slot.word, slot.records, ours)
    swap = lexicon.try_swap(base) if base != slot.sentence else slot.swap
    if isinstance(swap, Refusal):
        return Refusal(REFUSED, swap.reason)
    found = lexicon.find(base)
    if [(w.start, w.end, w.gender) for w in found] != [
        (slot.word.start, slot.word.start + len(here), slot.word.gender)
    ]:
        return Refusal(REFUSED, "unclear_word")
    other = swap.female if swap.origin == "male" else swap.male
    if base != slot.sentence and _there_and_back(lexicon, base) != base:
        return Refusal(REFUSED, "not_reversible")
    (counterpart,) = lexicon.find(other)
    final, there = other, counterpart.text
    if lowered(there) != lowered(theirs):
        final, there = _put(other, counterpart, counterpart.pairs, theirs)
        if not _same_around(lexicon, final, base, found[0]):
            return Refusal(REFUSED, "not_reversible")
    edits = _composed(slot, here, swap.edits, counterpart, there)
    if edits is None or apply(slot.sentence, edits) != final:
        return Refusal(REFUSED, "unclear_edits")
    return _pair(slot, (base, here, _word_edit(slot.word, here)), (final, there, edits))


def _pair(
    slot: Slot,
    ours: tuple[str, str, tuple[Edit, ...]],
    theirs: tuple[str, str, tuple[Edit, ...]],
) -> GenderPair:
    male, female = (ours, theirs) if slot.word.gender == "male" else (theirs, ours)
    return GenderPair(
        original=slot.sentence,
        origin=slot.word.gender,
        male=male[0],
        female=female[0],
        male_word=male[1],
        female_word=female[1],
        masked=slot.masked,
        male_edits=male[2],
        female_edits=female[2],
    )


def _fits(pair: WordPair, record: WordPair) -> bool:
    return (
        pair.pos == record.pos
        and pair.number == record.number
        and set(record.cases) <= set(pair.cases)
    )


def _put(sentence: str, word: GenderWord, records: Iterable[WordPair], new: str) -> tuple[str, str]:
    """The sentence with the listed word `new` for `word`, cased as that is; and how it looks."""
    sides = [record.side(word.gender) for record in records]
    listed = next((side for side in sides if lowered(side) == lowered(word.text)), word.text)
    if lowered(new) == lowered(word.text):
        return sentence, word.text
    recased = transfer(word.text, listed, new) or new
    return sentence[: word.start] + recased + sentence[word.end :], recased


def _there_and_back(lexicon: GenderLexicon, sentence: str) -> str | None:
    other = _swapped(lexicon, sentence)
    return None if other is None else _swapped(lexicon, other)


def _swapped(lexicon: GenderLexicon, sentence: str) -> str | None:
    swap = lexicon.try_swap(sentence)
    if isinstance(swap, Refusal):
        return None
    return swap.female if swap.origin == "male" else swap.male


def _same_around(lexicon: GenderLexicon, final: str, base: str, word: GenderWord) -> bool:
    """Whether `final`, swapped, has around its gender word what `base` has around its own."""
    back = _swapped(lexicon, final)
    if back is None or _swapped(lexicon, back) != final:
        return False
    (found,) = lexicon.find(back)
    return (back[: found.start], back[found.end :]) == (base[: word.start], base[word.end :])


def _word_edit(word: GenderWord, new: str) -> tuple[Edit, ...]:
    return ordered([Edit(word.start, word.end, word.text, new, GENDER_WORD)])


def _composed(
    slot: Slot, here: str, edits: Iterable[Edit], counterpart: GenderWord, last: str
) -> tuple[Edit, ...] | None:
    """The edits of a swap of the changed sentence, with offsets into the original one."""
    start, end = slot.word.start, slot.word.start + len(here)
    longer = slot.word.end - end
    composed, shift = [], 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if edit.end <= start:
            composed.append(edit)
        elif edit.start >= end:
            left, right = edit.start + longer, edit.end + longer
            composed.append(Edit(left, right, edit.old, edit.new, edit.kind))
        elif edit.start <= start and edit.end >= end:
            left, right = edit.start, edit.end + longer
            at = counterpart.start - (edit.start + shift)  # where the counterpart begins in `new`
            tail = edit.new[at + len(counterpart.text) :]
            if at < 0 or edit.new[at : at + len(counterpart.text)] != counterpart.text:
                return None
            new = edit.new[:at] + last + tail
            composed.append(Edit(left, right, slot.sentence[left:right], new, edit.kind))
        else:
            return None
        shift += len(edit.new) - len(edit.old)
    return ordered(composed)
