"""Closed word classes of Hindi, in the spelling that `plain` gives."""

from __future__ import annotations

import unicodedata

from equimask.gender.swap.languages.tables import words_of

_MARKS = str.maketrans({"\u0901": "\u0902", "\u093c": None, "\u200c": None, "\u200d": None})


def plain(word: str) -> str:
    """One nasal sign, no dots below: texts write both."""
    return unicodedata.normalize("NFC", word).translate(_MARKS)


def plain_set(text: str) -> frozenset[str]:
    """The words of a text in one spelling."""
    return frozenset(map(plain, text.split()))


def _class(kind: str) -> frozenset[str]:
    return frozenset(map(plain, words_of("hi", kind)))


POSTPOSITIONS = _class("postposition")
GENITIVES = _class("genitive")
SUBJECT_PRONOUNS = _class("subject_pronoun")
# With these a single person takes plural forms, and the noun beside them does too.
POLITE_SUBJECTS = _class("polite_subject")
DEMONSTRATIVES = _class("demonstrative")
PLURAL_SIGNS = _class("plural_sign")
INVARIABLE_MODIFIERS = _class("invariable_modifier")
ADVERBS = _class("adverb")
CONJUNCTIONS = _class("conjunction")
# Kinship and rank that are spoken of in the plural out of respect.
RESPECTED = _class("respected")
# Ranks that stand before a name, and nouns that stand before another noun.
BEFORE_A_NAME = _class("before_a_name")
ATTRIBUTIVE = _class("attributive")
MARKED_OBJECTS = _class("marked_object")
NEUTRAL_AUXILIARIES = _class("neutral_auxiliary")
ERGATIVE_PRONOUNS = plain_set("मैंने मैने तूने तुमने हमने आपने उसने इसने उन्होंने इन्होंने किसने जिसने")
AND = plain_set("और या तथा एवं")
HONORIFIC = plain_set("जी साहब")
HAVING_BECOME = plain_set("हुआ हुए हुई हुये हुयी")
MEASURES = plain_set("साल वर्ष बरस महीने दिन उम्र वर्षीय")
POSSESSIVES = plain_set("मेरा तेरा हमारा तुम्हारा आपका उसका इसका उनका इनका किसका जिसका अपना का")
_KNOWN = (
    POSTPOSITIONS
    | ADVERBS
    | CONJUNCTIONS
    | DEMONSTRATIVES
    | PLURAL_SIGNS
    | INVARIABLE_MODIFIERS
    | NEUTRAL_AUXILIARIES
    | POLITE_SUBJECTS
    | SUBJECT_PRONOUNS
    | ERGATIVE_PRONOUNS
    | _class("common_gender")
)


def is_function_word(word: str) -> bool:
    """Whether the word belongs to a closed class."""
    return word in _KNOWN
