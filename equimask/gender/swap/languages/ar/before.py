"""What stands before an Arabic gender noun: its demonstrative, and its role in the sentence."""

from __future__ import annotations

from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.ar import words
from equimask.gender.swap.languages.ar.forms import (
    adjective_counterpart,
    cannot_be_attribute,
    verb_counterpart,
)
from equimask.gender.swap.languages.ar.noun import Noun, Role

PRONOUNS = {"هو": "هي", "هم": "هن"}
_QUOTES = frozenset("\"'“”«»‘’„")
_SUPERLATIVES = frozenset("أول آخر أفضل أكبر أصغر أجمل أقوى".split())


def read_demonstrative(noun: Noun) -> Refusal | None:
    """Change "this" and "that" before the noun."""
    word = noun.word(noun.left)
    table = noun.by_gender(words.DEMONSTRATIVES)
    for lead in ("", "و", "ف", "ب", "ل", "ك"):
        core = word.removeprefix(lead)
        if core in table:
            governed = lead in ("ب", "ل", "ك")
            if governed and not noun.definite:
                return Refusal("unknown_before", word)
            noun.change(noun.left, lead + table[core], "demonstrative")
            noun.left -= 1
            noun.proclitic = lead if governed else noun.proclitic
            noun.is_pointed_at = not noun.definite
            return None
        if core in (*words.DEMONSTRATIVES, *words.DEMONSTRATIVES.values()):
            return Refusal("modifier_disagrees", word)
    return None


def read_role(noun: Noun) -> Role | Refusal:
    """The role that the words before the noun give it."""
    word = noun.word(noun.left)
    if noun.proclitic.startswith("ك"):
        return Refusal("compared_with", noun.text)
    if noun.proclitic:
        bare_dative = noun.proclitic == "ل" and noun.left < 0 and not noun.is_pointed_at
        return Refusal("unknown_before", noun.text) if bare_dative else "genitive"
    if noun.is_pointed_at:
        return "predicate" if _opens(noun, noun.left) else Refusal("unknown_before", word)
    if word in words.PREPOSITIONS:
        return _behind_preposition(noun, word)
    if word in words.HAVING and not noun.definite:
        return "predicate"
    if _opens(noun, noun.left):
        construct = noun.word(noun.right).startswith("ال")
        if noun.definite or construct:
            return "subject"
        return Refusal("indefinite_subject", noun.text)
    if word in words.PRONOUN_SUBJECTS:
        return _behind_pronoun(noun, word)
    if verb_counterpart(word, noun.gender) is not None:
        return _behind_own_verb(noun, word)
    return _behind_other(noun, word)


def _behind_preposition(noun: Noun, word: str) -> Role | Refusal:
    table = noun.by_gender(words.ONE_OF)
    opens = _opens(noun, noun.left - 1)
    if word in table:
        if not opens and noun.word(noun.left - 1) not in words.PREPOSITIONS:
            return Refusal("unknown_before", word)
        noun.change(noun.left, table[word], "numeral")
        if not noun.is_mark(noun.right) and noun.word(noun.right) not in words.PREPOSITIONS:
            return Refusal("one_of_many", word)
    elif word in (*words.ONE_OF, *words.ONE_OF.values()):
        return Refusal("modifier_disagrees", word)
    if word in _SUPERLATIVES and not opens:
        return Refusal("unknown_before", word)
    return "genitive"


def _behind_pronoun(noun: Noun, word: str) -> Role | Refusal:
    if noun.definite or not _opens(noun, noun.left - 1):
        return Refusal("unknown_before", word)
    core = word.removeprefix("و")
    table = noun.by_gender(PRONOUNS)
    if core in table:
        noun.change(noun.left, word.removesuffix(core) + table[core], "pronoun")
    return "predicate"


def _behind_own_verb(noun: Noun, word: str) -> Role | Refusal:
    verb = verb_counterpart(word, noun.gender)
    before = noun.word(noun.left - 1)
    if verb is None or not (_opens(noun, noun.left - 1) or before in words.NEGATIONS):
        return Refusal("unknown_before", before)
    has_object = verb.has_object or _object_follows(noun)
    unclear = verb.kind == "double" or (verb.kind == "transitive" and not has_object)
    if unclear or (word.lstrip("وف") in words.NOUNS_LIKE_PAST and not has_object):
        return Refusal("subject_undecided", word)
    if noun.gender == "female" and verb.kind == "saying" and not noun.definite:
        return Refusal("subject_undecided", word)
    if verb.is_being and not noun.definite:
        return Refusal("case_undecided", noun.text)
    noun.change(noun.left, verb.counterpart, "verb")
    noun.after_being = verb.is_being
    return "after_verb"


def _behind_other(noun: Noun, word: str) -> Role | Refusal:
    counts = noun.by_gender(words.COUNTS)
    if word in counts and noun.pairs[0].number == "plur":
        before = noun.word(noun.left - 1)
        known = before in words.PREPOSITIONS or before in words.HAVING
        if not known and not _opens(noun, noun.left - 1):
            return Refusal("counted_noun", before)
        noun.change(noun.left, counts[word], "numeral")
        return "genitive"
    if word in words.OBJECT_VERBS:
        return "object"
    if word in words.NUMBERS:
        return Refusal("counted_noun", word)
    if word in words.OWNED or (word.endswith(("ة", "ات")) and not word.startswith("ال")):
        return "genitive"
    return Refusal("unknown_before", word)


def _object_follows(noun: Noun) -> bool:
    """Whether an indefinite object stands behind the noun: "كتب الشاعر قصيدة"."""
    following = noun.word(noun.right)
    if not noun.definite or noun.is_mark(noun.right):
        return False
    if following.startswith("ال"):
        listed = adjective_counterpart(following, noun.gender) is not None
        return cannot_be_attribute(following, noun.gender) and not listed
    if adjective_counterpart(following, "female") is not None:
        return False
    return following == "أن" or following.endswith(("ة", "ا"))


def _opens(noun: Noun, index: int) -> bool:
    """Whether a sentence may begin behind the index."""
    if index < 0 or noun.word(index) in words.OPENERS:
        return True
    if noun.word(index) in _QUOTES:  # a title in quotation marks opens no sentence
        return index == 0 or (noun.is_mark(index - 1) and _opens(noun, index - 1))
    return noun.is_mark(index)
