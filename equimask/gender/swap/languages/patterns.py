"""Rules that look at the sentence around a gender word: patterns in a table, `rules.tsv`.

A row answers a question by a regular expression. In it «king|queen» is the gender word (« » alone
is any, lower case means capitals too), and a name such as @preposition stands for a row of
`patterns.tsv` or for all function words of that class. Without « » it is looked for anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from equimask.gender.lexicon.trie import trie_pattern
from equimask.gender.lexicon.types import GenderWord, Refusal
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import read_table, words_of

_NAME = re.compile("@([a-z_]+)")

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def refusing(rule: Callable[Given, Answer]) -> Callable[Given, Answer | Refusal]:
    """The rule, whose doubt is a refusal."""

    @wraps(rule)
    def asked(*given: Given.args, **named: Given.kwargs) -> Answer | Refusal:
        try:
            return rule(*given, **named)
        except Unsure as unsure:
            return unsure.refusal

    return asked


def refuse_if(detail: str, **reasons: object) -> None:
    """Raise `Unsure` for the first of the reasons that holds."""
    for reason, holds in reasons.items():
        if holds:
            raise Unsure(reason, detail)


def answer(lang: str, question: str, sentence: str, word: GenderWord) -> str:
    """The answer of the first row of the question that fits the word, nothing where none does."""
    head = sentence[: word.start]
    rows = _rows(lang, question)
    return next((row.answer for row in rows if row.fits(sentence, head, word)), "")


def refuse_around(lang: str, question: str, sentence: str, word: GenderWord) -> None:
    """Raise `Unsure` for the reason that answers the question."""
    if reason := answer(lang, question, sentence, word):
        raise Unsure(reason, word.text)


def refuse_anywhere(
    lang: str, question: str, sentence: str, found: Iterable[GenderWord] = ()
) -> None:
    """Raise `Unsure` where a row matches the sentence, but for words that were found."""
    for reason, pattern in _anywhere(lang, question).items():
        for match in pattern.finditer(sentence):
            if not any(w.start <= match.start() and match.end() <= w.end for w in found):
                raise Unsure(reason, match.group())


class _Row(NamedTuple):
    answer: str
    before: re.Pattern[str]
    word: re.Pattern[str]
    after: re.Pattern[str]

    def fits(self, sentence: str, head: str, word: GenderWord) -> bool:
        return (
            self.word.fullmatch(word.text) is not None
            and self.after.match(sentence, word.end) is not None
            and self.before.search(head) is not None
        )


@lru_cache(maxsize=64)
def _rows(lang: str, question: str) -> tuple[_Row, ...]:
    found = []
    for asked, answer, pattern in read_table(lang, "rules"):
        if asked == question and "«" in pattern:
            before, word, after = (_written(lang, part) for part in re.split("[«»]", pattern))
            any_case = re.IGNORECASE if word == word.lower() else 0
            head, whole = re.compile(rf"(?:{before})\Z"), re.compile(word or ".*", any_case)
            found.append(_Row(answer, head, whole, re.compile(after)))
    return tuple(found)


@lru_cache(maxsize=64)
def _anywhere(lang: str, question: str) -> dict[str, re.Pattern[str]]:
    found: dict[str, list[str]] = {}
    for asked, answer, pattern in read_table(lang, "rules"):
        if asked == question and "«" not in pattern:
            found.setdefault(answer, []).append(_written(lang, pattern))
    return {answer: re.compile("|".join(patterns)) for answer, patterns in found.items()}


def _written(lang: str, pattern: str) -> str:
    """The pattern with the names in it written out."""
    named = {name: pattern for name, pattern in read_table(lang, "patterns")}  # noqa: C416

    def write(name: re.Match[str]) -> str:
        meant = named.get(name[1])
        every = trie_pattern(words_of(lang, name[1])) if meant is None else _written(lang, meant)
        return f"(?:{every})"

    return _NAME.sub(write, pattern)
