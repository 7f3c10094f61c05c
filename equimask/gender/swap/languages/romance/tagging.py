"""Which part each word of a sentence plays, told from word lists, endings and neighbours."""

from __future__ import annotations

from equimask.gender.lexicon.types import SwapContext
from equimask.gender.swap.languages.romance.names import is_first_name
from equimask.gender.swap.languages.romance.words import (
    VERBAL,
    Grammar,
    Paradigm,
    Tag,
    Word,
    low_at,
)

APOSTROPHES = "'\u2019\u02bc\u2018"
_OPENING = "\"'“”„«»‘’¿¡([-–—…:.!?"
_ENCLITICS = frozenset(
    "il elle ils elles on je tu nous vous ce le la les lui leur moi toi y en se me te lhe lhes nos"
    " vos o a os as lo los las no na nas".split()
)
_LINKS = frozenset({Tag.COPULA, Tag.GENDER})
_AFTER_NOUN = frozenset({Tag.NOUN, Tag.NAME, Tag.GENDER, Tag.UNKNOWN})


def tagged_words(context: SwapContext, grammar: Grammar) -> list[Word]:
    """The tokens of the sentence with their parts; tokens and words share their indices."""
    words = [Word(i, t.text, _plain(t.text), t.start, t.end) for i, t in enumerate(context.tokens)]
    shouted = _is_shouted(context)
    for word in words[context.first : context.last + 1]:
        word.tag = Tag.GENDER
    for word in words:
        if word.tag is not Tag.GENDER:
            word.tag = _lexical_tag(words, word.index, grammar, shouted=shouted)
    for word in words:
        if word.tag is Tag.UNKNOWN:
            _settle(words, word.index, grammar)
    for word in words[:-1]:
        if _opens_as_name(words, word.index, grammar):
            word.tag = Tag.NAME
    return words


def paradigm_of(word: Word, grammar: Grammar) -> Paradigm | None:
    """The forms of a word that agrees with a noun, by its part."""
    if word.tag is Tag.NOUN and word.low in grammar.person_nouns:
        return grammar.person_nouns[word.low]
    if word.tag in (Tag.ADJECTIVE, Tag.NOUN):
        return grammar.adjectives.get(word.low) or grammar.guess_paradigm(word.low)
    if word.tag is Tag.DETERMINER:
        return grammar.determiners.get(word.low)
    if word.tag is Tag.PRONOUN:
        table = grammar.stressed if word.is_stressed else grammar.pronouns
        return table.get(word.low) or grammar.clitics.get(word.low)
    return grammar.enclitic(word.low) if word.tag in VERBAL else None


def begins_sentence(words: list[Word], index: int) -> bool:
    """Whether nothing but opening marks, or the end of another sentence, stands before it."""
    if index and words[index - 1].tag is Tag.GENDER:
        return False
    return index == 0 or words[index - 1].text in _OPENING


def _opens_as_name(words: list[Word], index: int, grammar: Grammar) -> bool:
    """ "Beethoven fue", "Tyler,": an unlisted capital at the start that cannot be a verb."""
    word, after = words[index], words[index + 1]
    finite = after.tag in VERBAL and not grammar.is_nonfinite(after.low)
    listed = word.low in grammar.verbs or (word.low in grammar.adjectives and not finite)
    guessed = word.tag is Tag.UNKNOWN or (word.tag in (Tag.VERB, Tag.ADJECTIVE) and not listed)
    beyond = words[index + 2].tag if index + 2 < len(words) else None
    apposed = after.text == "," and (word.tag is Tag.UNKNOWN or beyond is Tag.DETERMINER)
    capital = word.text[0].isupper() and begins_sentence(words, index)
    return guessed and capital and (finite or apposed)


def _plain(text: str) -> str:
    low = text.lower()
    for mark in APOSTROPHES[1:]:
        low = low.replace(mark, "'")
    return low


def _is_shouted(context: SwapContext) -> bool:
    letters = [c for c in context.sentence if c.isalpha()]
    return sum(c.isupper() for c in letters) > len(letters) / 2


def _lexical_tag(words: list[Word], index: int, grammar: Grammar, *, shouted: bool) -> Tag:
    word = words[index]
    low = word.low
    if not any(c.isalnum() for c in word.text):
        return Tag.COORDINATOR if low == "&" else Tag.MARK
    if low[0].isdigit():
        return Tag.NUMERAL
    capital = word.text[0].isupper() and not shouted
    if capital and (not begins_sentence(words, index) or is_first_name(word.text)):
        closed = low in grammar.determiners or low in grammar.prepositions or len(low) < 2
        if not closed:
            return Tag.NAME
    return _closed_tag(words, index, grammar)


def _closed_tag(words: list[Word], index: int, grammar: Grammar) -> Tag:
    low = _without_enclitic(words[index].low)
    after = low_at(words, index + 1)
    if after in ("vez", "fois") and low in ("cada", "chaque"):
        return Tag.ADVERB
    if low in ("vez", "fois") and index and words[index - 1].low in ("cada", "chaque"):
        return Tag.ADVERB
    if low in grammar.sometimes_adverbs and (
        after in grammar.determiners or after in grammar.fixed_determiners
    ):
        return Tag.ADVERB
    if low == "la" and after.endswith("ant") and index and words[index - 1].low == "en":
        return Tag.PRONOUN
    if low == "s'" and after in grammar.pronouns:
        return Tag.SUBORDINATOR
    if (
        low in grammar.adverbs
        and low in grammar.subordinators
        and (after in grammar.adjectives or after in grammar.adverbs)
    ):
        return Tag.ADVERB
    if grammar.is_preposition(words, index):
        return Tag.PREPOSITION
    if low in grammar.stressed and _is_stressed(words, index, grammar):
        words[index].is_stressed = True
        return Tag.PRONOUN
    beside_noun = index + 1 < len(words) and words[index + 1].tag is Tag.GENDER
    if low in grammar.clitics and not beside_noun and grammar.is_clitic(words, index):
        return Tag.PRONOUN
    if low in grammar.adverbs and low in grammar.determiners:
        return Tag.DETERMINER if _quantifies(words, index, grammar) else Tag.ADVERB
    if low in grammar.determiners and low in grammar.adjectives and index > 0:
        stands_after = words[index - 1].tag in (Tag.GENDER, Tag.COPULA)
        if stands_after and not _quantifies(words, index, grammar):
            return Tag.ADJECTIVE
    determined = index > 0 and words[index - 1].tag is Tag.DETERMINER
    closes = index + 1 == len(words) or not after[:1].isalpha() or after in grammar.coordinators
    if low in grammar.prepositions and closes and _is_varying(low, grammar):
        return Tag.UNKNOWN
    after_link = index > 0 and words[index - 1].tag in (Tag.COPULA, Tag.ADVERB)
    modified = after in grammar.adjectives or after in grammar.adverbs
    if after_link and not modified and low in grammar.adverbs and _is_varying(low, grammar):
        return Tag.UNKNOWN
    if (
        determined
        and low not in grammar.determiners
        and (low in grammar.nouns or (low in grammar.adverbs and low in grammar.adjectives))
    ):
        return Tag.UNKNOWN
    for table, tag in (
        (grammar.determiners, Tag.DETERMINER),
        (grammar.fixed_determiners, Tag.DETERMINER),
        (grammar.auxiliaries, Tag.AUXILIARY),
        (grammar.copulas, Tag.COPULA),
        (grammar.pronouns, Tag.PRONOUN),
        (grammar.fixed_pronouns, Tag.PRONOUN),
        (grammar.subordinators, Tag.SUBORDINATOR),
        (grammar.coordinators, Tag.COORDINATOR),
        (grammar.prepositions, Tag.PREPOSITION),
        (grammar.adverbs, Tag.ADVERB),
        (grammar.numerals, Tag.NUMERAL),
    ):
        if low in table:
            return tag
    is_adverb = low.endswith(grammar.adverb_suffix) and len(low) > len(grammar.adverb_suffix) + 2
    return Tag.ADVERB if is_adverb and low not in grammar.nouns else Tag.UNKNOWN


def _is_varying(low: str, grammar: Grammar) -> bool:
    forms = grammar.adjectives.get(low)
    return forms is not None and forms.varies and forms.short_masculine != low


def _is_stressed(words: list[Word], index: int, grammar: Grammar) -> bool:
    """After a preposition or a comparison: "avec elle", "plus grande qu'elle"."""
    if index == 0:
        return False
    before = words[index - 1]
    following = words[index + 1] if index + 1 < len(words) else None
    if before.tag is Tag.PREPOSITION:
        return True
    closed = following is None or not following.text[0].isalpha()
    return closed and (before.low in grammar.that or before.low in grammar.as_words)


def _without_enclitic(low: str) -> str:
    """The verb of "est-elle" and "tornou-se"."""
    verb, hyphen, rest = low.partition("-")
    return verb if hyphen and rest.split("-")[-1] in _ENCLITICS else low


def _quantifies(words: list[Word], index: int, grammar: Grammar) -> bool:
    """ "mucho tiempo" against "mucho mejor" and "come mucho"."""
    if index + 1 == len(words) or not words[index + 1].text[0].isalpha():
        return False
    low = words[index + 1].low
    if low in grammar.nouns and low not in grammar.adjectives:
        return True
    adjective = low in grammar.adjectives or _is_guessed(low, grammar)
    is_open = not adjective and not grammar.is_verb(low)
    if low in grammar.determiners or low in grammar.fixed_determiners:
        return True
    return is_open and _closed_tag(words, index + 1, grammar) is Tag.UNKNOWN


def _settle(words: list[Word], index: int, grammar: Grammar) -> None:
    word = words[index]
    low = _without_enclitic(word.low)
    previous = words[index - 1] if index else None
    adjective = low in grammar.adjectives or _is_guessed(low, grammar)
    verb = grammar.is_verb(low)
    participle = adjective or grammar.guess_paradigm(low) is not None
    if (
        low != word.low
        or (_follows_auxiliary(words, index) and (participle or grammar.is_nonfinite(low)))
        or (low.endswith("ndo") and not adjective and grammar.is_nonfinite(low))
    ):
        word.tag = Tag.VERB
    elif _opens_noun_phrase(words, index):
        bound = adjective and _noun_follows(words, index, grammar)
        word.tag = Tag.ADJECTIVE if bound else Tag.NOUN
    elif low in grammar.nouns and participle and previous and previous.tag in _LINKS:
        word.tag = Tag.ADJECTIVE
    elif low in grammar.verbs and previous and previous.tag in (Tag.SUBORDINATOR, Tag.PRONOUN):
        word.tag = Tag.VERB
    elif (low in grammar.nouns or low in grammar.person_nouns) and not adjective:
        word.tag = Tag.VERB if verb and previous and previous.tag in _AFTER_NOUN else Tag.NOUN
    elif (
        previous is not None
        and previous.tag is Tag.PRONOUN
        and (low in grammar.verbs or _is_subject_pronoun(previous, grammar))
    ):
        word.tag = Tag.VERB
    elif adjective:
        word.tag, word.homograph = Tag.ADJECTIVE, low in grammar.verbs
    elif previous is not None and previous.tag is Tag.PREPOSITION:
        word.tag = Tag.VERB if grammar.is_nonfinite(low) else Tag.NOUN
    elif verb:
        word.tag = Tag.VERB
    elif index == 0 and word.text[0].isupper():
        word.tag = Tag.UNKNOWN


def _is_subject_pronoun(word: Word, grammar: Grammar) -> bool:
    """ "j'appris": what looks like a participle after a subject is a verb."""
    subject = word.low in grammar.speakers or word.low in grammar.pronouns
    return subject and not word.is_stressed and "'" in "".join(grammar.speakers)


def _is_guessed(low: str, grammar: Grammar) -> bool:
    """A participle or an adjective by its ending alone."""
    return (
        low not in grammar.nouns
        and low not in grammar.verbs
        and grammar.guess_paradigm(low) is not None
    )


def _follows_auxiliary(words: list[Word], index: int) -> bool:
    index -= 1
    while index >= 0 and words[index].tag in (Tag.ADVERB, Tag.PRONOUN):
        index -= 1
    return index >= 0 and words[index].tag is Tag.AUXILIARY


def _opens_noun_phrase(words: list[Word], index: int) -> bool:
    """Whether a determiner stands before the word, with nothing but modifiers between."""
    index -= 1
    while index >= 0 and (
        words[index].tag in (Tag.ADJECTIVE, Tag.NUMERAL)
        or (words[index].tag is Tag.ADVERB and index and words[index - 1].tag is Tag.DETERMINER)
    ):
        index -= 1
    counted = words[index + 1].tag is Tag.NUMERAL
    return counted or (index >= 0 and words[index].tag is Tag.DETERMINER)


def _noun_follows(words: list[Word], index: int, grammar: Grammar) -> bool:
    """Whether a noun comes after this adjective, maybe after more adjectives."""
    for word in words[index + 1 :]:
        low = word.low
        if word.tag in (Tag.GENDER, Tag.NAME) or low in grammar.nouns:
            return True
        adjective = low in grammar.adjectives or _is_guessed(low, grammar)
        if word.tag is Tag.UNKNOWN and not adjective:
            return not grammar.is_verb(low)
        if word.tag is not Tag.UNKNOWN and word.tag is not Tag.NUMERAL:
            return False
    return False
