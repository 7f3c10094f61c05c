"""Chinese: whose the gender words of a sentence are.

他 and 她 are swapped where no name stands before them that they may refer to: a man's name beside
她 is no minimal pair but an oddity. All words of one gender are swapped together.
"""

from __future__ import annotations

from collections.abc import Sequence

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, Refusal
from equimask.gender.swap.languages.zh import words

# They stay beside a singular, since they may be men and women.
_GROUPS = frozenset(["他们", "他俩"])


def one_person(sentence: str, found: Sequence[GenderWord]) -> list[GenderWord] | Refusal:
    """The words to swap together, or why there are none."""
    if not found:
        return Refusal("no_gender_word")
    sure = [word for word in found if reliable(word.pairs, word.gender)]
    if len(found) > 1 and any(w not in sure and w.text not in _GROUPS for w in found):
        return _several(found)
    if not sure:
        return [*found] if len(found) == 1 else _several(found)
    if any(word.gender != sure[0].gender for word in sure):
        return _several(found)
    if match := words.SEX_BOUND.search(sentence) or words.ANIMALS.search(sentence):
        return Refusal("sex_bound", match.group())
    if match := words.CALLED.search(sentence):
        return Refusal("name_beside", match.group())
    if len(sure) > 1 and (refusal := _apart(sentence, sure)):
        return refusal
    pronouns = [word for word in sure if _is_pronoun(word)]
    for word in sure:
        refusal = _of_pronoun(sentence, word) if word in pronouns else _of_noun(sentence, word)
        if refusal is None and not pronouns:
            refusal = _at_large(sentence, word)
        if refusal is not None:
            return refusal
    return sure


def _apart(sentence: str, sure: Sequence[GenderWord]) -> Refusal | None:
    """What may make several words those of several persons."""
    if name := words.NAME.search(sentence):
        return Refusal("name_as_antecedent", name.group())
    pronoun_first = next((at for at, word in enumerate(sure) if _is_pronoun(word)), len(sure))
    for word in sure[pronoun_first:]:
        if words.KIN.search(word.text) and not sentence[: word.start].endswith("孩子的"):
            return Refusal("several_gender_words", word.text)
    return None


def _several(found: Sequence[GenderWord]) -> Refusal:
    return Refusal("several_gender_words", " ".join(word.text for word in found))


def _is_pronoun(word: GenderWord) -> bool:
    return {pair.pos for pair in word.pairs} <= {"pron", "det"}


def _of_pronoun(sentence: str, word: GenderWord) -> Refusal | None:
    """A name before it."""
    name = words.NAME.search(sentence, 0, word.start)
    return Refusal("name_as_antecedent", name.group()) if name else None


def _of_noun(sentence: str, word: GenderWord) -> Refusal | None:
    before, after = sentence[: word.start], sentence[word.end :]
    if word.text in words.NEVER:
        return Refusal("ambiguous_word", word.text)
    if word.text == "姑娘" and before.endswith("小"):
        return Refusal("compound_word", "小姑娘")
    if word.text in ("兄弟", "姐妹") and after[:1] not in tuple("们俩三二中两四五"):
        return Refusal("ambiguous_word", word.text)
    if word.text in ("国王", "女王") and words.NAME.search(sentence):
        return Refusal("name_beside", word.text)
    if after[:1] in words.SURNAMES and after and not word.text.endswith(("先生", "女士")):
        return Refusal("name_beside", word.text + after[:2])
    if words.PREDICATE.search(before) and not _gender_before(before):
        return Refusal("name_as_antecedent", before)
    if word.text == "太太" and before[-1:] in words.SURNAMES:
        return None
    known = word.text in words.SPOUSES or "主角" in word.text
    name = words.NAME.search(sentence) if known else None
    if name and not name.group().startswith("小"):  # 小王 may be a man or a woman
        return Refusal("name_beside", name.group())
    return None


def _gender_before(before: str) -> bool:
    """Is the one who is something a pronoun or a common noun of the list?"""
    return any(mark in before for mark in "他她男女父母爸妈叔婶爷奶王子公主演员警老师")


def _at_large(sentence: str, word: GenderWord) -> Refusal | None:
    """Women, men, the women's final: what is said of a sex is true of that one."""
    if word.text not in words.AT_LARGE or words.COUNTED.search(sentence[: word.start]):
        return None
    return Refusal("generic", word.text)
