"""Words of contexts, and the rivals made of them."""

from __future__ import annotations

import pytest

from equimask.core.languages import get_language
from equimask.inputs.pairs import pair_languages
from equimask.studies.laboratory.inventory import GENDERS, load_inventory
from equimask.studies.laboratory.rivals import (
    NAME,
    OTHER,
    Context,
    difference,
    find_words,
    make_rivals,
    replace_word,
)


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


@pytest.mark.parametrize("language", pair_languages())
def test_a_rival_differs_in_one_word_and_goes_with_the_other_gender(language: str) -> None:
    inventory, spaced = load_inventory(language), get_language(language).spaced
    contexts = {c.id: c for c in inventory.stereotyped}
    assert {rival.origin for rival in inventory.rivals} == set(contexts)
    for rival in inventory.rivals:
        context = contexts[rival.origin]
        assert rival.gender_more == OTHER[context.gender_more]
        assert rival.takes_names == context.takes_names
        assert context.key != rival.key
        for gender in GENDERS:
            swapped = replace_word(context.version(gender), context.key, rival.key, spaced)
            assert rival.version(gender) == swapped


def test_contexts_without_an_opposite_have_no_rivals() -> None:
    sentence = "{name} drives a truck."
    alone = Context("occupation-01", "male", sentence, sentence, key="truck")
    assert make_rivals([alone], spaced=True) == ()
