"""Chinese: nothing agrees; short words are trusted only where they stand as words."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.zh.persons import one_person
from equimask.gender.swap.languages.zh.words import FOREIGN

__all__ = ["agree", "one_person"]

# What stands right before a noun that is no part of a longer word or name.
_BEFORE_A_NOUN = frozenset(
    "的位个名国是和与跟或及同对给被把让向像有为在当做成这那该此某每两几些群一小老新前"
    "我你您他她它们其咱俺说叫找爱和想问见看从到以就都也还比只着了过"
)
_BEFORE_AN_ADJECTIVE = frozenset("的位个名是这那该此某每两几些群一第有和与或为对首唯")
# Ranks that follow a name: 威廉王子 is Prince William.
_RANKS = frozenset(
    [
        "王子",
        "公主",
        "国王",
        "女王",
        "王后",
        "王妃",
        "皇帝",
        "皇后",
        "女皇",
        "公爵夫人",
        "伯爵夫人",
        "男爵夫人",
    ]
)
_TRADITIONAL = frozenset("們倆兒親")
_OWNERS = ("我", "你", "您", "咱", "我的", "你的", "您的", "我们的", "你们的")


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart, unless the string may be part of something else."""
    word = context.word
    refusal = _part_of_something(context)
    if refusal is not None:
        return refusal
    return Choice(_record(context, reliable(word.pairs, word.gender)), ())


def _part_of_something(context: SwapContext) -> Refusal | None:
    word = context.word
    before, after = context.sentence[: word.start], context.sentence[word.end :]
    if after[:1] in _TRADITIONAL and after:
        return Refusal("traditional_script", word.text + after[:1])
    if before.rfind("《") > before.rfind("》"):
        return Refusal("title_of_a_work", word.text)
    if word.text in ("夫人", "小姐"):  # after a surname, in address, at home: other counterparts
        return Refusal("ambiguous_word", word.text)
    if word.text in ("男", "女") and not _is_adjective(before, after):
        return Refusal("compound_word", before[-1:] + word.text + after[:1])
    if word.text in ("爸", "妈") and _is_han(before[-1:]) and before[-1] not in "我你您他她咱":
        return Refusal("compound_word", before[-1:] + word.text)
    if word.text in _RANKS and _is_han(before[-1:]) and before[-1] not in _BEFORE_A_NOUN:
        return Refusal("name_beside", before[-2:] + word.text)
    if "pron" not in {pair.pos for pair in word.pairs} and _is_foreign_name(after):
        return Refusal("name_beside", word.text + after[:2])
    return None


def _is_adjective(before: str, after: str) -> bool:
    """男 and 女 before a noun, or 男的 and 女的 for a person."""
    stands_free = not _is_han(before[-1:]) or before[-1] in _BEFORE_AN_ADJECTIVE
    return stands_free and _is_han(after[:1]) and after[0] not in "人儿子生性"


def _is_foreign_name(after: str) -> bool:
    if "·" in after[:6] and _is_han(after[:1]):
        return True
    return len(after) > 1 and after[0] in FOREIGN and after[1] in FOREIGN


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"


def _record(context: SwapContext, pairs: tuple[WordPair, ...]) -> WordPair:
    """先生 after a possessor is a husband, whose counterpart is 太太; else the first record."""
    if context.word.text == "先生":
        owned = context.sentence[: context.word.start].endswith(_OWNERS)
        return next(pair for pair in pairs if (pair.female == "太太") == owned)
    return pairs[0]
