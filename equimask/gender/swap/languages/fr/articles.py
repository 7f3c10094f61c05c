"""French articles: contraction with a preposition and elision before a vowel."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Gender
from equimask.gender.swap.languages.fr.elision import elides
from equimask.gender.swap.languages.fr.inflection import determiner_paradigms
from equimask.gender.swap.languages.romance.analysis import fit_case
from equimask.gender.swap.languages.romance.words import Word, low_at

DETERMINERS = determiner_paradigms()
_ARTICLES = frozenset({"le", "la", "l'"})
_FUSED = {"du": "de", "au": "à"}
_FUSING = {"de": "du", "à": "au"}
_OWNERS = {"ma": "mon", "ta": "ton", "sa": "son"}
_RELATIVES = {
    "lequel": ("lequel", "laquelle"), "laquelle": ("lequel", "laquelle"),
    "auquel": ("auquel", "à laquelle"), "duquel": ("duquel", "de laquelle"),
    "auxquels": ("auxquels", "auxquelles"), "auxquelles": ("auxquels", "auxquelles"),
    "desquels": ("desquels", "desquelles"), "desquelles": ("desquels", "desquelles"),
}  # fmt: skip
# "de" and its like lose their vowel before the noun: "d'homme", "de femme".
_ELIDABLE = {
    "d'": "de",
    "qu'": "que",
    "jusqu'": "jusque",
    "lorsqu'": "lorsque",
    "puisqu'": "puisque",
}
_FULL = {full: elided for elided, full in _ELIDABLE.items()}


def determine(
    words: list[Word], index: int, following: str, target: Gender, number: str
) -> list[Edit] | None:
    """The edits that turn one determiner; `following` is the next word as it will be."""
    low = words[index].low
    if low in _ARTICLES or low in _FUSED:
        return _article(words, index, following, target)
    if low in _RELATIVES:
        return _relative(words, index, target)
    forms = DETERMINERS.get(low)
    if forms is None:
        return []
    owner = low if low in _OWNERS.values() else _OWNERS.get(low)
    if owner is not None:
        consonant = target == "female" and not elides(following)
        return _edit(words, index, index, forms.feminine if consonant else owner)
    new = forms.form(target, number, short=elides(following))
    return _edit(words, index, index, new) if new else None


def join(words: list[Word], start: int, following: str) -> list[Edit]:
    """The edit on a "de" or "que" before a phrase that now begins with another sound."""
    if start == 0:
        return []
    before, first = words[start - 1], words[start]
    # "si" loses its vowel before "il" only
    if before.low == "s'" and following in ("elle", "elles"):
        return [_spanning(words, start - 1, first.start, "si ")]
    if before.low == "si" and following in ("il", "ils"):
        return [_spanning(words, start - 1, first.start, "s'")]
    if before.low in _ELIDABLE and not elides(following):
        return [_spanning(words, start - 1, first.start, _ELIDABLE[before.low] + " ")]
    if before.low in _FULL and elides(following) and not elides(first.low):
        return [_spanning(words, start - 1, first.start, _FULL[before.low])]
    return []


def _article(words: list[Word], index: int, following: str, target: Gender) -> list[Edit]:
    word = words[index]
    first = index
    preposition = _FUSED.get(word.low, "")
    if not preposition and index and words[index - 1].low in _FUSING:
        preposition, first = words[index - 1].low, index - 1
    full = "le" if target == "male" else "la"
    article = "l'" if elides(following) else full
    if preposition and article == "le":
        new = _FUSING[preposition] + " "
    else:
        new = (
            (preposition + " " if preposition else "") + article + ("" if article == "l'" else " ")
        )
    end = words[index + 1].start if index + 1 < len(words) else word.end
    return [_spanning(words, first, end, new)]


def _relative(words: list[Word], index: int, target: Gender) -> list[Edit]:
    word = words[index]
    before = low_at(words, index - 1)
    masculine, feminine = _RELATIVES[word.low]
    if word.low == "laquelle" and before in _FUSING:
        return _edit(words, index - 1, index, "auquel" if before == "à" else "duquel")
    return _edit(words, index, index, masculine if target == "male" else feminine)


def _spanning(words: list[Word], first: int, end: int, new: str) -> Edit:
    """An edit from a word up to where the next one begins, the space between included."""
    pieces = [words[first].text]
    last = first
    while last + 1 < len(words) and words[last + 1].start < end:
        last += 1
        pieces.append(words[last].text)
    gap = end > words[last].end
    between = ["" if a.endswith(("'", "’")) else " " for a in pieces[:-1]]
    old = "".join(p + b for p, b in zip(pieces, [*between, ""], strict=True)) + " " * gap
    if not gap and not words[last].text.endswith(("'", "’")):
        new = new.rstrip()
    curly = any("’" in word.text for word in words) and "'" not in old
    if "’" in old or curly:
        new = new.replace("'", "’")
    return Edit(words[first].start, end, old, fit_case(new, words[first].text), "article")


def _edit(words: list[Word], first: int, last: int, new: str) -> list[Edit]:
    new = fit_case(new, words[first].text)
    old = " ".join(w.text for w in words[first : last + 1])
    start, end = words[first].start, words[last].end
    return [] if new == old else [Edit(start, end, old, new, "determiner")]
