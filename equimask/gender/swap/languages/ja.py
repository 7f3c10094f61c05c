"""Japanese: nothing agrees; 彼女 is "she" or "girlfriend", and single characters form compounds."""

from __future__ import annotations

import re

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, WordPair

_OWNER = re.compile(
    r"(?:僕|ぼく|俺|おれ|私|わたし|君|きみ|あなた|お前|自分)の(?:元|前の|今の|新しい)?$"
)
_HAVING = re.compile(
    r"(?:が|は|を|も)?(?:でき|出来|い(?:る|た|ない|ます|ません)|欲し|ほし|作|募集)"
)
_HONORIFIC = re.compile(r"さん|様|さま|ちゃん|くん|君|殿")
_FOREIGN_NAME = re.compile(r"[\u30a1-\u30fe]+(?:・|さん|氏|ちゃん|くん|君|様)")
_RANKS = frozenset(["国王", "女王", "王子", "王女", "王妃", "皇帝", "皇后", "女帝", "若君", "姫君"])


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart, unless the string may be part of something else."""
    word = context.word
    before, after = context.sentence[: word.start], context.sentence[word.end :]
    if word.text in ("夫人", "卿"):  # after a name; Mrs, a wife or a lady: three counterparts
        return Refusal("ambiguous_word", word.text)
    if len(word.text) == 1 and (_is_kanji(before[-1:]) or _is_kanji(after[:1])):
        return Refusal("compound_word", before[-1:] + word.text + after[:1])
    if _FOREIGN_NAME.match(after):
        return Refusal("name_beside", word.text + after[:3])
    if word.text in _RANKS and re.search(r"[\u30a1-\u30fe\u4e00-\u9fff]$", before):
        return Refusal("name_beside", before[-2:] + word.text)
    pair = _record(word.text, reliable(word.pairs, word.gender), before, after)
    if pair is None:
        return Refusal("ambiguous_word", word.text)
    if _HONORIFIC.match(after) and _HONORIFIC.search(pair.side(context.target)):
        return Refusal("honorific", word.text + after[:2])
    return Choice(pair, ())


def _record(word: str, pairs: tuple[WordPair, ...], before: str, after: str) -> WordPair | None:
    if word == "彼女":
        girlfriend = bool(_OWNER.search(before))
        if not girlfriend and (before.endswith("の") or _HAVING.match(after)):
            return None
        return next((p for p in pairs if (p.pos == "noun") == girlfriend), None)
    # the ruler in her own right before the ruler's wife
    return next((pair for pair in pairs if pair.pos == "noun"), pairs[0])


def _is_kanji(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff" or character == "々"
