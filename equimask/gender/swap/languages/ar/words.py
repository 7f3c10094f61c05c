"""Closed word classes of Arabic, without vowel signs."""

from __future__ import annotations

from functools import partial

from equimask.gender.swap.languages.tables import words_of

_SIGNS = dict.fromkeys([*range(0x64B, 0x653), 0x670, 0x640])


def bare(word: str) -> str:
    """The word without vowel signs and stretching."""
    return word.translate(_SIGNS)


_class = partial(words_of, "ar")
PREPOSITIONS = _class("preposition")
# Words between two statements, or before the first.
OPENERS = _class("opener")
# They stand behind a noun phrase and agree with nothing.
ADVERBS = _class("adverb")
NEGATIONS = _class("negation")
PRONOUN_SUBJECTS = _class("pronoun_subject")
# "I have", "we have": what is had stands in the nominative.
HAVING = _class("having")
# Nouns that own what follows them although they show no feminine ending.
OWNED = _class("owned")
# Verbs whose subject is the speaker, the hearer or several persons: the noun is their object.
OBJECT_VERBS = _class("object_verb")
NUMBERS = _class("number")
# Past forms that are nouns too: "عمل الرجل" is what he did, or his work.
NOUNS_LIKE_PAST = _class("noun_like_past")
NOUNS_LIKE_PRESENT = _class("noun_like_present")
# Words on -ه that hold no pronoun.
NO_PRONOUN = _class("no_pronoun")

DEMONSTRATIVES = {"هذا": "هذه", "ذاك": "تلك", "ذلك": "تلك"}
RELATIVES = {"الذي": "التي"}
CALLS = {"أيها": "أيتها", "ايها": "ايتها"}
ONE_OF = {"أحد": "إحدى"}
COUNTS = {
    "ثلاثة": "ثلاث", "أربعة": "أربع", "خمسة": "خمس", "ستة": "ست", "سبعة": "سبع", "ثمانية": "ثماني",
    "تسعة": "تسع", "عشرة": "عشر",
}  # fmt: skip
THAT_HE = {
    "أنه": "أنها", "إنه": "إنها", "لأنه": "لأنها", "لكنه": "لكنها", "ولكنه": "ولكنها",
    "كأنه": "كأنها",
}  # fmt: skip
SUFFIXED = {
    "له": "لها", "به": "بها", "فيه": "فيها", "منه": "منها", "عنه": "عنها", "عليه": "عليها",
    "إليه": "إليها", "معه": "معها", "عنده": "عندها", "لديه": "لديها", "بعده": "بعدها",
    "وحده": "وحدها", "نفسه": "نفسها", "بنفسه": "بنفسها", "لوحده": "لوحدها", **THAT_HE,
}  # fmt: skip
