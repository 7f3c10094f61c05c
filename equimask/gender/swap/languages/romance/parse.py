"""What a UD parse says about a word that the rules alone cannot place."""

from __future__ import annotations

from equimask.gender.lexicon.types import ParsedToken
from equimask.gender.swap.languages.romance.analysis import Analysis

_MODIFIERS = ("amod", "acl", "det", "appos", "nmod")
_SUBJECTS = ("nsubj", "nsubj:pass", "csubj")


def parse_verdict(analysis: Analysis, index: int) -> bool | None:
    """Whether the parse ties the word to the gender word; None without a parse or an answer."""
    parse = analysis.context.parse
    if not parse:
        return None
    place = _at(parse, analysis.words[index].start)
    noun = _at(parse, analysis.context.word.start)
    if place is None or noun is None:
        return None
    token = parse[place]
    if token.deprel.split(":")[0] in _MODIFIERS and token.upos in ("ADJ", "VERB", "DET"):
        return token.head == noun
    subjects = [
        i for i, other in enumerate(parse) if other.head == place and other.deprel in _SUBJECTS
    ]
    if subjects:
        return subjects == [noun]
    return None


def _at(parse: tuple[ParsedToken, ...], start: int) -> int | None:
    for index, token in enumerate(parse):
        if token.start <= start < token.end:
            return index
    return None
