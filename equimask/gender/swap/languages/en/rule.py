"""English: pronouns by their use, a and an, the possessive's apostrophe, names and titles."""

from __future__ import annotations

import re

from equimask.gender.finder import starts_sentence
from equimask.gender.lexicon.casing import capitalize
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext, Token, WordPair
from equimask.gender.swap.languages.en import words
from equimask.gender.swap.languages.en.persons import one_person
from equimask.gender.swap.languages.en.pronouns import choose_pronoun

__all__ = ["agree", "one_person"]

_APOSTROPHES = "'\u2019"
# Spelled with a vowel and spoken with a consonant, and the other way round.
_SPOKEN_CONSONANT = re.compile(r"(?:ewe|one|once|eu|uni(?!n)|use|usu)", re.IGNORECASE)
_SPOKEN_VOWEL = re.compile(r"(?:heir|honou?r|honest|hour)", re.IGNORECASE)
_SET_PHRASE = re.compile(rf"\b(?:{'|'.join(map(re.escape, words.SET_PHRASES))})\b", re.IGNORECASE)
_PLAIN_TITLES = frozenset(
    {"mr", "mrs", "mister", "missus", "monsieur", "madame", "señor", "señora"}
)


_NAMING = frozenset({"named", "called", "was", "is"})  # "their first king was Mojmír"


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart by its use in the sentence, and what changes beside it."""
    word = context.word
    pairs = reliable(word.pairs, word.gender)
    if any(pair.pos in ("pron", "det") for pair in pairs):
        pair = choose_pronoun(context, pairs)
        return Choice(pair, ()) if isinstance(pair, WordPair) else pair
    chosen = _title_or_noun(context, pairs)
    if isinstance(chosen, Refusal):
        return chosen
    refusal = _proper_name(context, chosen) or _no_referent(context)
    if refusal is not None:
        return refusal
    possessive = _possessive(context, chosen)
    if isinstance(possessive, Refusal):
        return possessive
    edits = (_article(context, chosen.side(context.target)), possessive)
    return Choice(chosen, tuple(edit for edit in edits if edit is not None))


def _title_or_noun(context: SwapContext, pairs: tuple[WordPair, ...]) -> WordPair | Refusal:
    """Mr and Mrs go with any surname; Sir, Madam and Lady before a name with few."""
    titles = [pair for pair in pairs if pair.pos == "title"]
    nouns = [pair for pair in pairs if pair.pos != "title"]
    key = context.word.text.lower()
    before_name = _is_capitalised(_behind_full_stop(context))
    if key in ("mister", "missus") and before_name:
        return Refusal("form_of_address", context.word.text)
    if key in _PLAIN_TITLES:
        office = _behind_full_stop(context)
        if before_name and office is not None and _has_two_names(context, office):
            return Refusal("name_beside", f"{context.word.text} {office.text}")
        if office is not None and office.text.lower() in words.OFFICES:
            return Refusal("form_of_address", f"{context.word.text} {office.text}")
        return pairs[0]
    before = context.before()
    addressed = key == "lady" and before is not None and before.text.lower() == "my"
    if (titles and before_name) or addressed:
        return Refusal("form_of_address", context.word.text)
    if titles and (not nouns or key in ("sir", "madam")):
        return titles[0]
    return nouns[0]


def _has_two_names(context: SwapContext, first: Token) -> bool:
    """ "Mr Ari Vatanen": the first of them tells."""
    behind = context.after(2)
    second = context.after(3) if behind is not None and behind.start <= first.start else behind
    return second is not None and _is_word(second.text) and _is_capitalised(second)


def _behind_full_stop(context: SwapContext) -> Token | None:
    after = context.after()
    return context.after(2) if after is not None and after.text == "." else after


def _proper_name(context: SwapContext, pair: WordPair) -> Refusal | None:
    """Capitals around the noun make it part of a name: Stephen King, Queen Anne, King's Cross."""
    if pair.pos in ("title", "adj") or context.word.text.isupper():
        return None
    word, after, before = context.word, context.after(), context.before()
    if after is not None and after.text in ("'s", "\u2019s") and word.text[:1].isupper():
        after = context.after(2)
    if _is_capitalised(after) and after is not None and after.text != "I":
        return Refusal("name_beside", f"{word.text} {after.text}")
    listed_lower = pair.side(word.gender)[:1].islower()
    if not listed_lower or not word.text[:1].isupper():
        return None
    if starts_sentence(context.sentence, word.start):
        return None
    known = before is not None and before.text.lower() in words.DETERMINERS
    if known or word.text.lower() in words.KINSHIP or word.text.lower() in ("sir", "ma'am"):
        return None
    return Refusal("proper_name", word.text)


def _is_capitalised(token: Token | None) -> bool:
    return token is not None and token.text[:1].isupper()


def _no_referent(context: SwapContext) -> Refusal | None:
    """Set phrases, exclamations, verbs ("to man") and mankind ("known to man")."""
    word, before, after = context.word, context.before(), context.after()
    for phrase in _SET_PHRASE.finditer(context.sentence):
        if phrase.start() < word.end and word.start < phrase.end():
            return Refusal("set_phrase", phrase.group())
    key = word.text.lower()
    previous = before.text.lower() if before is not None else ""
    following = after.text.lower() if after is not None else ""
    of = re.search(r"\bof (?:\w+ )?$", context.sentence[: word.start]) is not None
    if following in _NAMING and _is_capitalised(context.after(2)) and not of:
        return Refusal("name_beside", f"{word.text} {following}")
    begins = not _is_word(previous)
    if key in ("maternity", "paternity") and _is_word(following) and following not in words.CLOSED:
        return Refusal("set_phrase", f"{word.text} {following}")
    if key in words.INTERJECTIONS and (begins or previous == "oh") and following in (",", "!"):
        return Refusal("exclamation", word.text)
    if previous == "to" and key in ("man", "father", "mother"):
        return Refusal("generic_or_verb", word.text)
    if key in ("man", "woman") and _is_bare(previous, begins, following):
        return Refusal("generic_or_verb", word.text)
    return None


def _is_word(text: str) -> bool:
    return text[:1].isalpha()


def _is_bare(previous: str, begins: bool, following: str) -> bool:
    if begins:
        return following in words.AUXILIARIES or not _is_word(following)
    bare = words.PREPOSITIONS | words.CONJUNCTIONS | words.AUXILIARIES | words.PRONOUNS
    return previous in bare


def _article(context: SwapContext, counterpart: str) -> Edit | None:
    """A before a consonant and an before a vowel, as spoken."""
    before = context.before()
    if before is None or before.text.lower() not in ("a", "an"):
        return None
    needed = "an" if _begins_with_vowel(counterpart) else "a"
    if before.text.lower() == needed:
        return None
    if before.text[:1].isupper():
        shouted = context.word.text.isupper()
        needed = needed.upper() if shouted else capitalize(needed)
    return Edit(before.start, before.end, before.text, needed, "article")


def _begins_with_vowel(word: str) -> bool:
    if _SPOKEN_VOWEL.match(word):
        return True
    return word[:1].lower() in "aeiou" and not _SPOKEN_CONSONANT.match(word)


def _possessive(context: SwapContext, pair: WordPair) -> Edit | Refusal | None:
    """ladies' and gentlemen's, actress' and actor's: the s after the apostrophe comes and goes."""
    after = context.after()
    if after is None or after.start != context.word.end or after.text[0] not in _APOSTROPHES:
        return None
    mark, counterpart = after.text[0], pair.side(context.target)
    plural_in_s = pair.number == "plur" and counterpart.endswith("s")
    if after.text[1:].lower() == "s":
        needed = mark if plural_in_s else after.text
        if plural_in_s and _is_contraction(context):
            return Refusal("contraction", context.word.text + after.text)
    elif len(after.text) == 1 and context.word.text.lower().endswith("s"):
        if plural_in_s:
            return None
        if _is_quoted(context.sentence, context.word.start):
            return Refusal("quotation_mark", context.word.text + after.text)
        needed = mark + ("S" if context.word.text.isupper() else "s")
    else:
        return None
    if needed == after.text:
        return None
    return Edit(after.start, after.end, after.text, needed, "possessive")


def _is_contraction(context: SwapContext) -> bool:
    """A plural with 's and no noun behind it: "gentlemen's a word"."""
    behind = context.after(2)
    return behind is not None and behind.text.lower() in words.CLOSED


def _is_quoted(sentence: str, start: int) -> bool:
    """Whether a single quotation mark opens before the word, which the apostrophe may close."""
    return re.search(r"(?:^|[\s(\[])['\u2018]", sentence[:start]) is not None
