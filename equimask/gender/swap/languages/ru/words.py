"""Closed word classes of Russian, all spelled without ё."""

from __future__ import annotations

from functools import partial

from equimask.gender.swap.languages.tables import column, read_table, words_of


def plain(word: str) -> str:
    """Lower case, ё as е: Russian texts write both."""
    return word.lower().replace("ё", "е")


_class = partial(words_of, "ru")
PREPOSITIONS: dict[str, tuple[str, ...]] = {
    word: tuple(kind.split()[1:])
    for word, kind in read_table("ru", "function_words")
    if kind.startswith("preposition ")
}
COORDINATORS = _class("coordinator")
SUBORDINATORS = _class("subordinator")
COMPARING = _class("comparing")
FIRST_AND_SECOND = frozenset({"я", "ты"})
PLURAL_SUBJECTS = _class("plural_subject")
NEUTRAL_SUBJECTS = _class("neutral_subject")
OBJECT_PRONOUNS = _class("object_pronoun")
PARTICLES = _class("particle")
ADVERBS = _class("adverb")
DEGREE = _class("degree")
COMPARATIVES = _class("comparative")
COLLECTIVES = _class("collective")
COUNTS_OF_TWO = {"два": "две", "оба": "обе"}
PAUCALS = frozenset("два две три четыре полтора полторы оба обе".split())
NAMING = frozenset("зовут звали зовется назвали назвал назвала".split())
# Beginnings of words of marriage and birth that suit one gender only.
ONE_GENDER_ONLY = tuple(sorted(_class("one_gender_only")))
# Beginnings of fixed expressions in which the counterpart means something else or nothing.
SET_PHRASES = column("ru", "set_phrases")
# Nouns with the ending of a verb.
NOUNS_LIKE_PAST_MALE = _class("noun_like_past_male")
NOUNS_LIKE_PAST_FEMALE = _class("noun_like_past_female")
NOUNS_LIKE_PRESENT = _class("noun_like_present")
NOUNS_LIKE_INFINITIVES = _class("noun_like_infinitive")
NOUNS_LIKE_VERBS = _class("noun_like_verb")
# Names that texts use so often that a sentence may begin with them, beside the packaged list.
FOREIGN_NAMES = _class("foreign_name")
