"""English: whose the gender words of a sentence are, before any of them is swapped.

All words of one gender are swapped together: two men become two women, and every pronoun still
has its owner. So what must be shown is that no word of the other gender is a person, that no word
which stays says the old gender, and that nothing in the sentence holds for one sex alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from equimask.gender.finder import starts_sentence
from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import Gender, GenderWord, Refusal
from equimask.gender.swap.languages.en import nouns, words

_BEFORE = re.compile(r"([\w.'’-]+)[ \xa0]*[\"“‘'(]?$")
_AFTER = re.compile(r"(?:['’]s?)?[ \xa0]*([\w][\w'’-]*)")
_HYPHEN = re.compile(r"[-–]\w")


def one_person(sentence: str, found: Sequence[GenderWord]) -> list[GenderWord] | Refusal:
    """The words to swap together, the rest being nobody's gender; or why there are none."""
    if not found:
        return Refusal("no_gender_word")
    every_word = [word for word in found if not _is_of_a_name(sentence, word, found)] or [*found]
    sure = [word for word in every_word if reliable(word.pairs, word.gender)]
    if not sure:
        return [*found] if len(found) == 1 else _several(found)
    gender = sure[0].gender
    if any(word.gender != gender for word in sure):
        return _several(found)
    odd = next((w for w in found if _is_odd_capital(sentence, w) or _is_named(sentence, w)), None)
    if odd is not None:
        return Refusal("proper_name", odd.text)
    doubtful = [word for word in every_word if word not in sure]
    stays = {w.text.lower() for w in found if w not in every_word}
    if twice := next((w for w in sure if w.text.lower() in stays), None):
        return Refusal("proper_name", twice.text)
    refusal = _obstacle(sentence, found, sure, gender)
    if refusal is not None:
        return refusal
    if len(sure) > 1 and (together := _not_together(sentence, sure)):
        return Refusal("several_gender_words", together)
    roles = _roles(sentence, doubtful, sure, gender)
    return roles if isinstance(roles, Refusal) else sorted([*sure, *roles], key=lambda w: w.start)


def _several(found: Sequence[GenderWord]) -> Refusal:
    return Refusal("several_gender_words", " ".join(word.text for word in found))


def _obstacle(
    sentence: str, found: Sequence[GenderWord], sure: Sequence[GenderWord], gender: Gender
) -> Refusal | None:
    """What stays and says the old gender, or holds for one sex alone."""
    if match := nouns.SEX_BOUND.search(sentence.lower()):
        return Refusal("sex_bound", match.group())
    refusals = (_of_noun(sentence, w, len(sure) == 1) for w in sure if not is_pronoun(w))
    if refusal := next(filter(None, refusals), None):
        return refusal
    covered = [(word.start, word.end) for word in found]
    for match in nouns.UNLISTED[gender].finditer(sentence):
        if not any(start <= match.start() and match.end() <= end for start, end in covered):
            return Refusal("unlisted_noun", match.group())
    if all(map(is_pronoun, sure)) and (match := nouns.THINGS.search(sentence)):
        return Refusal("no_person", match.group())
    return None


def _of_noun(sentence: str, word: GenderWord, alone: bool) -> Refusal | None:
    """Where the listed counterpart is another thing, or the noun is of somebody who is named."""
    text, start = word.text.lower(), sentence[max(0, word.start - 60) : word.start]
    # of a place, she is a count's wife or none's; the list makes an earl of her
    if text in ("countess", "countesses") and before_word(sentence, word).lower() != "a":
        return Refusal("ambiguous_word", word.text)
    if text in ("lady", "ladies") and nouns.NOBILITY.search(sentence):
        return Refusal("ambiguous_word", word.text)
    if apposed := nouns.APPOSED.search(start):
        return Refusal("name_beside", apposed.group())
    if not alone and nouns.RELATIVE_OF.search(start):
        return Refusal("several_gender_words", word.text)
    if word.text == "sir" and before_word(sentence, word) in nouns.NOT_IN_ADDRESS:
        return Refusal("form_of_address", word.text)
    return None


def _not_together(sentence: str, sure: Sequence[GenderWord]) -> str:
    """A noun that is somebody else beside a pronoun, so that only one of them may be meant."""
    pronouns = [word for word in sure if is_pronoun(word)]
    if not pronouns:
        return ""
    for word in sure:
        if is_pronoun(word) or any(pair.pos == "adj" for pair in word.pairs):
            continue
        before = before_word(sentence, word)
        plural = all(pair.number == "plur" for pair in word.pairs)
        if plural and not after_apostrophe(sentence, word):
            return word.text
        if word.text.lower() in nouns.RELATIVES and not _is_predicate(sentence, word):
            return f"{before} {word.text}"
    return ""


def _roles(
    sentence: str, doubtful: Sequence[GenderWord], sure: Sequence[GenderWord], gender: Gender
) -> list[GenderWord] | Refusal:
    """Of the nouns that women have too, those that say what the man is; the others stay."""
    roles = []
    only_pronouns = all(map(is_pronoun, sure))
    for word in doubtful:
        text = word.text.lower()
        animal = any(pair.ambiguous == "animal" for pair in word.pairs)
        if animal or text in nouns.OF_ONE_ONLY or word.text == "Miss":
            return Refusal("no_person" if animal else "ambiguous_word", word.text)
        if word.gender != gender or text in nouns.OF_BOTH or is_pronoun(word):
            continue
        if only_pronouns and all(pair.number == "plur" for pair in word.pairs):
            continue
        if text in nouns.NOBODY_OR_MAN or not _is_predicate(sentence, word):
            return Refusal("ambiguous_word", word.text)
        pairs = tuple(replace(pair, ambiguous="") for pair in word.pairs)
        roles.append(replace(word, pairs=pairs))
    return roles


def is_pronoun(word: GenderWord) -> bool:
    """He, him, his, himself and theirs."""
    return word.pairs[0].pos in ("pron", "det")


def before_word(sentence: str, word: GenderWord) -> str:
    """The word before it, or nothing after a stop."""
    match = _BEFORE.search(sentence[max(0, word.start - 40) : word.start])
    return match[1] if match else ""


def after_apostrophe(sentence: str, word: GenderWord) -> bool:
    """Does an 's or a bare apostrophe follow: men's, ladies'?"""
    return sentence[word.end : word.end + 1] in ("'", "’")


def _is_predicate(sentence: str, word: GenderWord) -> bool:
    return nouns.PREDICATE.search(sentence[max(0, word.start - 60) : word.start]) is not None


def _is_named(sentence: str, word: GenderWord) -> bool:
    """Does the noun say what somebody with a first name of its gender is?"""
    if is_pronoun(word) or not _is_predicate(sentence, word):
        return False
    tokens = tokenize(sentence[: word.start], "en")
    return bool(_names().antecedent(tokens, len(tokens), word.gender))


@lru_cache(maxsize=1)
def _names() -> FirstNames:
    return FirstNames("en", load_names("en"))


def _is_odd_capital(sentence: str, word: GenderWord) -> bool:
    """Her and SHE inside a sentence are a title, an abbreviation or the start of a quotation."""
    if word.text.isupper() and not sentence.isupper():
        return True
    if not is_pronoun(word) or word.text[:1].islower() or sentence.isupper():
        return False
    return bool(before_word(sentence, word)) and not starts_sentence(sentence, word.start)


def _is_of_a_name(sentence: str, word: GenderWord, found: Sequence[GenderWord]) -> bool:
    """Is the noun a part of the name of a thing, or a degree, beside another gender word?"""
    if is_pronoun(word) or len(found) == 1 or word.text.isupper():
        return False
    if word.text == "God" or nouns.DEGREE.match(sentence, word.start):
        return True
    if word.text not in nouns.IN_NAMES:
        return False
    after = _AFTER.match(sentence, word.end)
    if _HYPHEN.match(sentence, word.end):
        return True
    if after is not None and after[1][:1].isupper() and after[1] != "I":
        return after[1] in nouns.THINGS_WITH_NAMES
    before = before_word(sentence, word)
    if starts_sentence(sentence, word.start) or before.lower() in words.CLOSED:
        return False
    return before[:1].isupper() and before not in nouns.BEFORE_OFFICES
