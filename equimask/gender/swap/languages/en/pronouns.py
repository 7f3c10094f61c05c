"""English her, his, him and hers: which of their readings the sentence shows."""

from __future__ import annotations

from equimask.gender.lexicon.types import Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.en import words

_POSSESSIVE, _OBJECT, _ALONE = "poss-det", "acc", "poss-pron"
_BARE_ADVERBIALS = frozenset(
    ["down", "enough", "first", "home", "last", "less", "little", "long", "more", "most", "next"]
)


def choose_pronoun(context: SwapContext, pairs: tuple[WordPair, ...]) -> WordPair | Refusal:
    """The record of the pronoun's use, or a refusal where both uses are possible."""
    if len(pairs) == 1:
        return pairs[0]
    by_case = {pair.case: pair for pair in pairs}
    case = _case_of_her(context) if _OBJECT in by_case else _case_of_his(context)
    if case is None:
        case = _case_in_parse(context, by_case)
    return by_case[case] if case in by_case else Refusal("pronoun_use", context.word.text)


def _case_of_her(context: SwapContext) -> str | None:
    previous, following, behind = _word(context, -1), _following(context), _word(context, 2)
    if not following[:1].isalnum():
        return _OBJECT
    goes_on = behind[:1].isalpha() and behind not in words.CLOSED
    after_preposition = previous in words.PREPOSITIONS or not previous[:1].isalpha()
    if following in words.BEFORE_PERIODS and behind in words.PERIODS:
        return _POSSESSIVE
    if following in words.OPEN_EITHER_WAY:
        return _case_before_open_word(previous, following, behind, goes_on)
    adverb = following.endswith("ly") and following not in words.LY_NOUNS
    if following in words.CLOSED and not adverb:
        return _OBJECT
    if previous in words.COMPLEX_VERBS:
        sure = following in words.SURE_NOUNS and previous not in words.DOUBLE_OBJECT_VERBS
        return _POSSESSIVE if sure else None
    if following.endswith("ing") and not after_preposition and previous not in words.CONJUNCTIONS:
        return None
    return _OBJECT if adverb and not goes_on else _POSSESSIVE


def _case_before_open_word(previous: str, following: str, behind: str, goes_on: bool) -> str | None:
    """Words such as "back", which may follow an object or begin a noun phrase."""
    if following == "own":
        return _POSSESSIVE
    if following in ("that", "so", "such") or (following == "very" and behind in ("much", "well")):
        return _OBJECT
    if following == "more" and (behind == "than" or not behind[:1].isalpha()):
        return _OBJECT
    if previous in words.COMPLEX_VERBS or previous in ("take", "takes", "took", "taken", "love"):
        return None
    after_preposition = previous in words.PREPOSITIONS or not previous[:1].isalpha()
    if previous in words.AUXILIARIES and goes_on:
        return _POSSESSIVE
    if not after_preposition:
        return None
    return _POSSESSIVE if goes_on or following not in _BARE_ADVERBIALS else None


def _case_of_his(context: SwapContext) -> str | None:
    following, previous, behind = _following(context), _word(context, -1), _word(context, 2)
    if not following[:1].isalnum():
        return _ALONE
    if following in words.BEFORE_PERIODS and behind in words.PERIODS:
        return _POSSESSIVE
    ends_there = behind in words.CLOSED or not behind[:1].isalpha()
    if following in ("past", "one", "own"):
        return _POSSESSIVE
    if following in words.NOUN_OR_VERB:
        return _POSSESSIVE if previous in words.PREPOSITIONS or not behind else None
    if following in words.BEFORE_ADJECTIVES or following.endswith("ly"):
        return _ALONE if ends_there and following not in words.LY_NOUNS else _POSSESSIVE
    if following in ("not", "both", "all", "over", "under"):
        return None
    if following in words.CLOSED:
        return _ALONE
    # "a friend of his called", but "a photo of his painted wall"
    verb_may_follow = following.endswith("ed") or following in words.IRREGULAR_PASTS
    return None if previous == "of" and verb_may_follow else _POSSESSIVE


def _quotes(context: SwapContext) -> bool:
    after, behind = context.after(), context.after(2)
    opening = after is not None and after.text in "\"“‘'„«("
    return opening and behind is not None and after is not None and behind.start == after.end


def _following(context: SwapContext) -> str:
    if _quotes(context):
        return _word(context, 2)
    return _word(context, 1)


def _word(context: SwapContext, steps: int) -> str:
    token = context.after(steps) if steps > 0 else context.before(-steps)
    return token.text.lower() if token is not None else ""


def _case_in_parse(context: SwapContext, by_case: dict[str, WordPair]) -> str | None:
    """What a parse says of the pronoun, where its features and its relation agree."""
    for token in context.parse or ():
        if token.start != context.word.start or token.end != context.word.end:
            continue
        possessive = token.feats.get("Poss") == "Yes"
        if possessive and token.deprel.startswith("nmod") and _POSSESSIVE in by_case:
            return _POSSESSIVE
        if not possessive and token.deprel in ("obj", "iobj", "obl", "nmod", "nsubj"):
            return _OBJECT
    return None
