"""Words that only agree with a gender word, as the audit of pairs needs to know them.

Where a gender word changes, they may change along: articles, forms of one stem. Beside them what
tells groups of people apart, and what denies: negations must not change. What a swap has to change
itself is in `gender.swap.languages`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

# Languages in which adjectives, participles or verbs take the gender of their noun.
_AGREEING_LANGUAGES = frozenset({"ar", "de", "es", "fr", "hi", "it", "nl", "pt", "ru", "sk"})

_AGREEMENT_WORDS = {
    "ar": "الذي التي الذين اللاتي اللواتي كان كانت كن كانوا يكن تكن يكونوا لسن ليسوا هو هي هم هن",
    "de": "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem"
    " keiner keines am im zum zur vom beim",
    "en": "a an the s",
    "es": "el la los las un una unos unas al del su sus",
    "fr": "le la l les un une du de d des au à aux a ce c cet cette celui celle son sa ses mon ma"
    " ton ta qu que s si se j je n t te m me beau belle bel vieux vieille vieil nouveau nouvelle"
    " nouvel fou folle",
    "hi": "का की के था थी थे थीं है हैं ने को",
    "ja": "私",
    "it": "il lo la l i gli le un uno una del dello della al allo alla suo sua",
    "nl": "de het een deze dit die dat ons onze",
    "pt": "o a os as um uma do da dos das ao à no na pelo pela seu sua",
    "ru": "тот та мой моя свой своя этот эта оба обе сам сама весь вся нем ней зол зла мог могла"
    " вел вела пошел пошла с со к ко в во о об",
    "vi": "con thằng đứa tên cô người",
}
_NEGATIONS = {
    "ar": "لا لم لن ليس ليست ما غير",
    "de": "nicht kein keine keinen keinem keiner nie niemals ohne",
    "en": "not never no cannot cant dont doesnt didnt without",
    "es": "no nunca sin",
    "fi": "ei en et emme ette eivät eikä älä",
    "fr": "pas jamais sans",
    "hi": "नहीं मत बिना",
    "id": "tidak bukan jangan tak tanpa",
    "nl": "niet geen nooit zonder",
    "pt": "não nunca sem",
    "ru": "не нет никогда без",
    "tl": "hindi huwag wala walang",
    "vi": "không chưa chẳng đừng",
}
# Negations that stand inside a longer written word.
_NEGATION_PARTS = {
    "ja": re.compile("ない|なかった|ません|なく"),
    "ko": re.compile("않|없|못"),
    "th": re.compile("ไม่"),
    "zh": re.compile("不|没|非"),
}
# Gender identity is a contrast of groups, not of what is said of them.
_IDENTITIES = (
    "trans cis transgender cisgender cisfemale cismale transgenre cisgenre transgendered"
    " транс цис трансгендер ट्रांस ट्रांसजेंडर सिस सिसजेंडर"
)
_HINDI_ENDING = re.compile("(?:ाया|ायी|ाई|ाए|िया|या|यी|ये|ई|ए|ीं|ी|ा|े|ि)$")
_AGREEMENT_SETS = {code: frozenset(words.split()) for code, words in _AGREEMENT_WORDS.items()}
_IDENTITY_SET = frozenset(_IDENTITIES.split())
_NEGATION_SETS = {code: frozenset(words.split()) for code, words in _NEGATIONS.items()}


def is_agreement_word(word: str, language: str) -> bool:
    """Whether the word is an article or the like, which a change of gender may change."""
    return word in _AGREEMENT_SETS.get(language, frozenset())


def negations(words: Iterable[str], language: str) -> int:
    """How many negations the words hold; English n't counts by its tail, as words end there."""
    words = list(words)
    if language in _NEGATION_PARTS:
        joint = "" if language != "ko" else " "
        return len(_NEGATION_PARTS[language].findall(joint.join(words)))
    listed = _NEGATION_SETS.get(language, frozenset())
    return sum(word in listed or (language == "en" and word == "t") for word in words)


def is_identity_word(word: str) -> bool:
    """Whether the word tells trans from cis people."""
    return word in _IDENTITY_SET


def agrees(word: str, other: str, language: str) -> bool:
    """Whether two words are forms of one word: the same stem, in a language that inflects so.

    The stem is a common beginning of three letters and half the longer word; in Hindi also what
    is left without the endings of gender; in Arabic, where forms differ at the front too, six
    tenths of the letters in order.
    """
    if language not in _AGREEING_LANGUAGES:
        return False
    if language == "ar":
        return SequenceMatcher(None, word, other, autojunk=False).ratio() >= 0.6
    if language == "hi" and _HINDI_ENDING.sub("", word) == _HINDI_ENDING.sub("", other):
        return True
    word, other = _without_accents(word), _without_accents(other)
    common = 0
    while common < min(len(word), len(other)) and word[common] == other[common]:
        common += 1
    return common >= 3 and 2 * common >= max(len(word), len(other))


def _without_accents(word: str) -> str:
    """Vowels change with the stress: French fier, fière."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c <= "\u036f")
