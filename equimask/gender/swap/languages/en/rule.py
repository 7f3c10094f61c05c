"""English: pronouns by their use, a and an, the possessive's apostrophe."""

from __future__ import annotations

import re

from equimask.gender.lexicon.casing import capitalize
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import words_of
from equimask.gender.swap.languages.en.persons import is_pronoun, one_person
from equimask.gender.swap.languages.patterns import answer, refusing

__all__ = ["agree", "one_person"]

_APOSTROPHES = "'\u2019"
# Spelled with a vowel and spoken with a consonant, and the other way round.
_SPOKEN_CONSONANT = re.compile(r"(?:ewe|one|once|eu|uni(?!n)|use|usu)", re.IGNORECASE)
_SPOKEN_VOWEL = re.compile(r"(?:heir|honou?r|honest|hour)", re.IGNORECASE)
_OPENING_QUOTE = re.compile(r"(?:^|[\s(\[])['\u2018]")


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
    word, after, behind = context.word, context.after(), context.after(2)
    if after is None or after.start != word.end or after.text[0] not in _APOSTROPHES:
        return None
    mark, ending = after.text[0], after.text[1:].lower()
    plural_in_s = pair.number == "plur" and pair.side(context.target).endswith("s")
    if ending == "s" and plural_in_s:
        if behind is not None and behind.text.lower() in words_of("en", "auxiliary"):
            raise Unsure("contraction", word.text + after.text)
        needed = mark
    elif not ending and word.text.lower().endswith("s") and not plural_in_s:
        if _OPENING_QUOTE.search(context.sentence[: word.start]):
            raise Unsure("quotation_mark", word.text + after.text)
        needed = mark + ("S" if word.text.isupper() else "s")
    else:
        return None
    return Edit(after.start, after.end, after.text, needed, "possessive")
