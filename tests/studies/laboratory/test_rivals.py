"""Contexts with the word of the opposite stereotype."""

from __future__ import annotations

import pytest

from equimask.core.languages import get_language
from equimask.inputs.pairs import pair_languages
from equimask.studies.laboratory.inventory import GENDERS, load_inventory
from equimask.studies.laboratory.rivals import OTHER, Context, make_rivals
from equimask.studies.laboratory.words import replace_word


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
