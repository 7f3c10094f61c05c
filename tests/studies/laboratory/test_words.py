"""Words of a sentence in any script, and where two sentences differ."""

from __future__ import annotations

from equimask.studies.laboratory.words import NAME, difference, find_words, replace_word


def test_words_keep_their_marks_in_every_script() -> None:
    assert [m.group() for m in find_words("राम की किताब {name} है।")] == [
        "राम", "की", "किताब", "{name}", "है",
    ]  # fmt: skip
    assert replace_word("रामा राम है", "राम", NAME, spaced=True) == "रामा {name} है"
    assert replace_word("Annabel and Anna", "Anna", NAME, spaced=True) == "Annabel and {name}"
    assert replace_word("Anna and Anna", "Anna", NAME, spaced=True) is None
    assert replace_word("王芳在医院工作。", "王芳", NAME, spaced=False) == "{name}在医院工作。"


def test_the_difference_of_two_sentences_is_words_or_what_lies_between() -> None:
    assert difference("He knows him.", "She knows her.", spaced=True) == {"He", "him", "She", "her"}
    assert difference("我叔叔来了", "我姑姑来了", spaced=False) == {"叔叔", "姑姑"}
    assert difference("彼が来た", "彼女が来た", spaced=False) == {"女"}
    assert difference("พระราชาไป", "พระราชินีไป", spaced=False) == {"ชา", "ชินี"}
    assert difference("same", "same", spaced=True) == set()
