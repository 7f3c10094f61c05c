"""French elision: which words begin with a vowel for their neighbours."""

from __future__ import annotations

_VOWELS = "aàâäeéèêëiîïoôöuùûüœæ"
# Words whose h, or whose first vowel, forbids elision: "le héros", "la onzième".
_BLOCKING = (
    "hach hagard haï haie haine hal ham han happ harangu harass harcel hardi harem hareng hargn"
    " haricot harnais harp hasard hât hauss haut hav héraut hériss héros heurt hibou hideu hiérarch"
    " hiss hobb hocke hollandais homard hongrois hont hoquet hors hotte houl houspill housse hublot"
    " huée huguenot huit huppé hurl hussard hutte onze onzième oui ouistiti yacht yaourt yémén hâl"
    " hâbleu"
).split()
_ELIDING_AFTER_ALL = ("héroïn", "halein", "hallucin", "haltér", "hameçon", "harmon", "hanséa")


def elides(word: str) -> bool:
    """Whether "le" before this word becomes "l'"."""
    low = word.lower()
    if low.startswith(_ELIDING_AFTER_ALL):
        return True
    if low[:1] != "h" and low[:1] not in _VOWELS:
        return False
    return not low.startswith(tuple(_BLOCKING))
