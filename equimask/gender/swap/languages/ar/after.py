"""What stands behind an Arabic gender noun: attributes, relative clause, predicate, pronouns."""

from __future__ import annotations

from equimask.gender.lexicon.types import Gender, Refusal
from equimask.gender.swap.languages.ar import words
from equimask.gender.swap.languages.ar.forms import (
    adjective_counterpart,
    attribute_counterpart,
    cannot_be_attribute,
    predicate_counterpart,
    verb_counterpart,
)
from equimask.gender.swap.languages.ar.noun import Noun, Role

_SUBJECTS = ("subject", "after_verb")
_RELATIVES = frozenset({*words.RELATIVES, *words.RELATIVES.values()})
_GENDERS: tuple[Gender, ...] = ("male", "female")
_PREFIXED = ("وال", "فال", "بال", "لل", "كال")


def read_attributes(noun: Noun, role: Role) -> Refusal | None:
    """Change the adjectives behind the noun, with the article where it has one."""
    if noun.pairs[0].number != "sing":
        following = noun.word(noun.right)
        return None if _is_neutral(noun, noun.right) else Refusal("plural_agreement", following)
    if not noun.definite and noun.word(noun.right).startswith("ال"):
        return _read_construct(noun)
    while not _is_neutral(noun, noun.right) and noun.word(noun.right) not in _RELATIVES:
        word = noun.word(noun.right)
        if noun.definite and word.startswith("ال"):
            trusted = role in ("genitive", "subject")  # elsewhere it may be the verb's object
            find = attribute_counterpart if trusted else adjective_counterpart
            new = find(word, noun.gender)
            if new is None and role == "after_verb" and cannot_be_attribute(word, noun.gender):
                break
            if new is None:
                return Refusal("unknown_modifier", word)
        elif not noun.definite and not noun.after_being:
            new = adjective_counterpart(word, noun.gender)
            if new is None:
                return _owner_behind(noun, word)
        else:
            break
        if new != word:
            noun.change(noun.right, new, "modifier")
        noun.right += 1
    return None


def read_relative(noun: Noun, role: Role) -> Refusal | None:
    """Change "who" and the verb right behind it."""
    table = noun.by_gender(words.RELATIVES)
    word = noun.word(noun.right)
    if word not in table:
        return None
    owned = role == "genitive" and noun.word(noun.left) not in words.PREPOSITIONS
    if owned and not noun.proclitic:
        return Refusal("relative_antecedent", word)
    noun.change(noun.right, table[word], "relative")
    noun.right += 1
    verb = verb_counterpart(noun.word(noun.right), noun.gender)
    if verb is None:
        return Refusal("relative_clause", noun.word(noun.right))
    noun.change(noun.right, verb.counterpart, "verb")
    noun.right += 1
    return None


def read_predicate(noun: Noun, role: Role) -> Refusal | None:
    """Change the verb or the adjective that follows a subject."""
    if role not in _SUBJECTS:
        return _name_behind(noun)
    while noun.word(noun.right) in words.NEGATIONS:
        noun.right += 1
    verb = verb_counterpart(noun.word(noun.right), noun.gender) if role == "subject" else None
    if verb is not None:
        noun.change(noun.right, verb.counterpart, "verb")
        noun.after_being = verb.is_being
        noun.right += 1
        second = verb_counterpart(noun.word(noun.right), noun.gender)
        if verb.is_being and second is not None:
            noun.change(noun.right, second.counterpart, "verb")
            noun.right += 1
            return None
        if not verb.is_being:
            return None
    new = predicate_counterpart(noun.word(noun.right), noun.gender, accusative=noun.after_being)
    if new is None:
        return _unchanged_predicate(noun, role)
    noun.change(noun.right, new, "predicate")
    noun.right += 1
    return _second_predicate(noun)


def read_rest(noun: Noun, role: Role) -> Refusal | None:
    """Change pronouns for the noun; any other form of its gender behind it is in doubt."""
    alone = role in _SUBJECTS  # no other noun stands between the subject and the pronoun
    for index in range(noun.right, len(noun.low)):
        word = noun.low[index]
        if noun.is_mark(index) or noun.is_changed(index):
            continue
        pronoun = _with_other_pronoun(noun, word)
        if pronoun is not None:
            if not alone:
                return Refusal("pronoun_undecided", word)
            noun.change(index, pronoun, "pronoun")
            if word in noun.by_gender(words.THAT_HE):
                refusal = _said_of_pronoun(noun, index + 1)
                if refusal is not None:
                    return refusal
        elif _may_agree(noun, word):
            return Refusal("other_verb", word)
        elif role in _SUBJECTS and adjective_counterpart(word, noun.gender) is not None:
            if _belongs_to_governed_noun(noun, index):
                continue
            if role == "after_verb" or not alone or not noun.is_mark(index + 1):
                return Refusal("second_predicate", word)
            noun.change(index, adjective_counterpart(word, noun.gender) or word, "predicate")
        elif not _is_neutral(noun, index):
            alone = False
    for word in noun.low[: noun.left + 1]:
        if _with_other_pronoun(noun, word) is not None:
            return Refusal("pronoun_undecided", word)
    return None


def _belongs_to_governed_noun(noun: Noun, index: int) -> bool:
    """ "in a big castle": the adjective is the castle's."""
    owner = noun.word(index - 1)
    free = noun.word(index - 2) in words.PREPOSITIONS and owner not in words.PREPOSITIONS
    return index - 1 >= noun.right and (free or owner.startswith(("بال", "لل")))


def _is_neutral(noun: Noun, index: int) -> bool:
    word = noun.word(index)
    return noun.is_mark(index) or word in words.PREPOSITIONS or word in words.ADVERBS


def _read_construct(noun: Noun) -> Refusal | None:
    """ "the bank's director": an adjective behind both may belong to either."""
    noun.right += 1
    noun.definite = True
    following = noun.word(noun.right)
    if following.startswith("ال") or adjective_counterpart(following, noun.gender) is not None:
        return Refusal("modifier_undecided", following)
    return None


def _owner_behind(noun: Noun, word: str) -> Refusal | None:
    """Behind an indefinite noun an unlisted word is an adjective, an owner or a verb."""
    noun.right += 1
    no_adjective = noun.gender == "male" and word.endswith("ة")
    if no_adjective and noun.is_mark(noun.right):
        return None
    return Refusal("unknown_follower", word)


def _unchanged_predicate(noun: Noun, role: Role) -> Refusal | None:
    word = noun.word(noun.right)
    if _is_neutral(noun, noun.right) or word in words.SUFFIXED or word in words.SUFFIXED.values():
        return None
    behind_verb = role == "after_verb" and not noun.after_being
    if behind_verb and not word.startswith("ال") and word.endswith(("ة", "ا")):
        return None
    if behind_verb and cannot_be_attribute(word, noun.gender):
        return None
    if word.startswith(("بال", "لل", "كال")):
        return None
    return Refusal("unknown_predicate", word)


def _second_predicate(noun: Noun) -> Refusal | None:
    word = noun.word(noun.right)
    for core in (word, word.removeprefix("و")):
        if predicate_counterpart(core, noun.gender, accusative=noun.after_being) is not None:
            return Refusal("second_predicate", word)
    return None


def _name_behind(noun: Noun) -> Refusal | None:
    """An unlisted word behind a noun with the article may be the person's name."""
    word = noun.word(noun.right)
    if not noun.definite or _is_neutral(noun, noun.right) or word.startswith(_PREFIXED):
        return None
    if _with_other_pronoun(noun, word) is not None:
        return None
    if any(adjective_counterpart(word, gender) is not None for gender in _GENDERS):
        return None  # said of what belongs to the noun: "the poet's book is famous"
    return Refusal("name_beside", word)


def _said_of_pronoun(noun: Noun, index: int) -> Refusal | None:
    """ "he said that he is tired": the adjective or the verb behind "that he"."""
    word = noun.word(index)
    verb = verb_counterpart(word, noun.gender)
    new = adjective_counterpart(word, noun.gender) if verb is None else verb.counterpart
    if new is not None:
        noun.change(index, new, "predicate" if verb is None else "verb")
        return None
    if word in words.PREPOSITIONS or noun.is_mark(index):
        return None
    return Refusal("unknown_predicate", word)


def _with_other_pronoun(noun: Noun, word: str) -> str | None:
    """The word with the pronoun of the other gender at its end."""
    table = noun.by_gender(words.SUFFIXED)
    if word in table:
        return table[word]
    if word in words.NO_PRONOUN or word.startswith("ال") or len(word) < 4:
        return None
    if noun.gender == "male":
        return word + "ا" if word.endswith("ه") else None
    return word[:-1] if word.endswith("ها") else None


def _may_agree(noun: Noun, word: str) -> bool:
    """Whether a verb behind the noun may have it as its subject."""
    core = word.lstrip("وف") if len(word) > 3 else word
    if core in words.NOUNS_LIKE_PRESENT or word in words.PREPOSITIONS:
        return False
    if verb_counterpart(word, noun.gender) is not None:
        return True
    prefix = "ي" if noun.gender == "male" else "ت"
    present = core.removeprefix("س")
    return len(present) > 3 and present[0] == prefix and not present.endswith("ة")
