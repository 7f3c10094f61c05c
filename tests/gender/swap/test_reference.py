from __future__ import annotations

import pytest

from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.types import Edit
from equimask.gender.swap.reference import unsettled, without_referring

REFERRING = frozenset(
    {"er", "ihn", "ihm", "sie", "ihr", "ihre", "ihren", "sein", "seine", "seinen"}
)


def left(sentence: str) -> list[str]:
    words = GenderWords.load("de").find(sentence)
    return [word.text for word in without_referring(words, REFERRING)]


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Der König liebt sein Volk.", ["König"]),
        ("Der König sagt, dass er kommt.", ["König"]),
        ("Die Männer lieben ihre Kinder.", ["Männer"]),
        ("Er liebt seine Frau.", ["Er", "Frau"]),
        ("Der König liebt die Königin.", ["König", "Königin"]),
        ("Er nimmt seinen Hut.", ["Er"]),
        ("Er sieht sie.", ["Er", "sie"]),
        ("Sie nimmt ihren Hut.", ["Sie"]),
    ],
)
def test_pronouns_that_may_agree_are_no_second_gender_word(sentence: str, words: list[str]) -> None:
    assert left(sentence) == words


def test_without_rules_for_pronouns_every_word_counts() -> None:
    words = GenderWords.load("en").find("The king loves his country.")
    assert without_referring(words, frozenset()) == words


def test_a_sure_pronoun_that_no_edit_covers_is_somebody_else() -> None:
    king, he = GenderWords.load("de").find("Der König kennt den, den er sucht.")
    edit = Edit(he.start, he.end, "er", "sie", "pronoun")
    assert unsettled([king, he], king, []) == [he]
    assert unsettled([king, he], king, [edit]) == []
