"""English: whose the gender words are, the uses of pronouns, a and an, possessives.

All words of one gender are swapped together: two men become two women, and every pronoun still
has its owner. So what must be shown is that no word of the other gender is a person, that no word
which stays says the old gender, and that nothing in the sentence holds for one sex alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from equimask.gender.lexicon.casing import capitalize
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, GenderWord, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import words_of
from equimask.gender.swap.languages.patterns import (
    answer,
    refuse_anywhere,
    refuse_around,
    refusing,
)
from equimask.gender.swap.languages.persons import (
    is_pronoun,
    people_of_one_gender,
    refuse_named,
)

_APOSTROPHES = "'\u2019"
# Spelled with a vowel and spoken with a consonant, and the other way round.
_SPOKEN_CONSONANT = re.compile(r"(?:ewe|one|once|eu|uni(?!n)|use|usu)", re.IGNORECASE)
_SPOKEN_VOWEL = re.compile(r"(?:heir|honou?r|honest|hour)", re.IGNORECASE)
_OPENING_QUOTE = re.compile(r"(?:^|[\s(\[])['\u2018]")


@refusing
def one_person(sentence: str, found: Sequence[GenderWord]) -> list[GenderWord]:
    """The words to swap together, the rest being nobody's gender."""
    people = [word for word in found if not answer("en", "in_name", sentence, word)]
    people = people or [*found]  # the rest are parts of names of things, or degrees
    sure = people_of_one_gender(people)
    if not sure:
        return [*found]
    _refuse_odd_capitals(sentence, found, people)
    _refuse_what_stays(sentence, found, sure)
    _refuse_others(sentence, sure)
    roles = _roles(sentence, [word for word in people if word not in sure], sure)
    together = sorted([*sure, *roles], key=lambda word: word.start)
    for word in together:
        for question in _questions(word):
            refuse_around("en", question, sentence, word)
    refuse_named("en", sentence, together)
    return together


def _questions(word: GenderWord) -> tuple[str, ...]:
    """What is asked of such a word; where all are capitals, they tell of no name."""
    if is_pronoun(word):
        return ("pronoun",)
    kinds = () if word.text.isupper() else {pair.pos: None for pair in word.pairs}
    return (*kinds, "word")


def _refuse_odd_capitals(
    sentence: str, found: Sequence[GenderWord], people: Sequence[GenderWord]
) -> None:
    """SHE inside a sentence is an abbreviation; a name that holds a person's word may be theirs."""
    in_names = {word.text.lower() for word in found if word not in people}
    for word in found:
        shouted = word.text.isupper() and not sentence.isupper()
        if shouted or (word in people and word.text.lower() in in_names):
            raise Unsure("proper_name", word.text)


def _refuse_what_stays(
    sentence: str, found: Sequence[GenderWord], sure: Sequence[GenderWord]
) -> None:
    """What says the old gender and has no counterpart, or holds for one sex or for a thing."""
    for question in ("anybody", sure[0].gender):
        refuse_anywhere("en", question, sentence, found)
    if all(map(is_pronoun, sure)):
        refuse_anywhere("en", "pronouns", sentence)
    elif all(pair.pos == "adj" or "male" in pair.male for word in sure for pair in word.pairs):
        refuse_anywhere("en", "adjectives", sentence)


def _refuse_others(sentence: str, sure: Sequence[GenderWord]) -> None:
    """A noun that is somebody else beside a pronoun, so that only one of them may be meant."""
    nouns = [word for word in sure if not is_pronoun(word)]
    for word in nouns if len(nouns) < len(sure) else ():
        plural = all(pair.number == "plur" for pair in word.pairs)
        owned = sentence[word.end : word.end + 1] in ("'", "’")
        relative = word.text.lower() in words_of("en", "relative")
        if (plural and not owned) or (relative and not _says_what(sentence, word)):
            raise Unsure("several_gender_words", word.text)


def _roles(
    sentence: str, doubtful: Sequence[GenderWord], sure: Sequence[GenderWord]
) -> list[GenderWord]:
    """Of the nouns that women have too, those that say what the man is; the others stay."""
    roles = []
    for word in doubtful:
        text, plural = word.text.lower(), all(pair.number == "plur" for pair in word.pairs)
        if any(pair in other.pairs for pair in word.pairs for other in sure):
            raise Unsure("several_gender_words", word.text)  # "actors and actresses"
        if any(pair.ambiguous == "animal" for pair in word.pairs):
            raise Unsure("no_person", word.text)
        if text in words_of("en", "of_one_only") or word.text == "Miss":
            raise Unsure("ambiguous_word", word.text)
        stays = word.gender != sure[0].gender or text in words_of("en", "of_both")
        if stays or is_pronoun(word) or (plural and all(map(is_pronoun, sure))):
            continue
        if text in words_of("en", "nobody_or_man") or not _says_what(sentence, word):
            raise Unsure("ambiguous_word", word.text)
        pairs = tuple(replace(pair, ambiguous="") for pair in word.pairs)
        roles.append(replace(word, pairs=pairs))
    return roles


def _says_what(sentence: str, word: GenderWord) -> bool:
    """Does the noun say what somebody is: "was a popular", "as the", "became"?"""
    return bool(answer("en", "predicate", sentence, word))


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart by its use in the sentence, and what changes beside it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if is_pronoun(context.word):
        return Choice(_pronoun(context, pairs), ())
    nouns = [pair for pair in pairs if pair.pos != "title"]
    forms = pairs if context.word.text.lower() in ("sir", "madam") else nouns or pairs
    edits = (_article(context, forms[0]), _possessive(context, forms[0]))
    return Choice(forms[0], tuple(edit for edit in edits if edit is not None))


def _pronoun(context: SwapContext, pairs: tuple[WordPair, ...]) -> WordPair:
    """The record of the pronoun's use."""
    by_case = {pair.case: pair for pair in pairs}
    if len(by_case) == 1:
        return pairs[0]
    question = "her" if "acc" in by_case else "his"
    case = answer("en", question, context.sentence, context.word) or _case_in_parse(context)
    if case not in by_case:
        raise Unsure("pronoun_use", context.word.text)
    return by_case[case]


def _case_in_parse(context: SwapContext) -> str:
    """What a parse says of the pronoun, where its features and its relation agree."""
    for token in context.parse or ():
        if (token.start, token.end) != (context.word.start, context.word.end):
            continue
        possessive = token.feats.get("Poss") == "Yes"
        if possessive and token.deprel.startswith("nmod"):
            return "poss-det"
        if not possessive and token.deprel in ("obj", "iobj", "obl", "nmod", "nsubj"):
            return "acc"
    return ""


def _article(context: SwapContext, pair: WordPair) -> Edit | None:
    """A before a consonant and an before a vowel, as spoken."""
    before, counterpart = context.before(), pair.side(context.target)
    if before is None or before.text.lower() not in ("a", "an"):
        return None
    vowel = counterpart[:1].lower() in "aeiou" and not _SPOKEN_CONSONANT.match(counterpart)
    needed = "an" if vowel or _SPOKEN_VOWEL.match(counterpart) else "a"
    if before.text[:1].isupper():
        needed = needed.upper() if context.word.text.isupper() else capitalize(needed)
    return Edit(before.start, before.end, before.text, needed, "article")


def _possessive(context: SwapContext, pair: WordPair) -> Edit | None:
    """ladies' and gentlemen's, actress' and actor's: the s after the apostrophe comes and goes."""
    word, after = context.word, context.after()
    if after is None or after.start != word.end or after.text[0] not in _APOSTROPHES:
        return None
    mark, ending = after.text[0], after.text[1:].lower()
    plural_in_s = pair.number == "plur" and pair.side(context.target).endswith("s")
    if ending == "s" and plural_in_s:
        needed = mark
    elif not ending and word.text.lower().endswith("s") and not plural_in_s:
        if _OPENING_QUOTE.search(context.sentence[: word.start]):
            raise Unsure("quotation_mark", word.text + after.text)
        needed = mark + ("S" if word.text.isupper() else "s")
    else:
        return None
    return Edit(after.start, after.end, after.text, needed, "possessive")
