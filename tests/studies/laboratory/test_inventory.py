"""What a language's corpus is made of."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from equimask.core.errors import DataError
from equimask.inputs.pairs import load_pairs, pair_languages
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import sentences
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.rivals import NAME


@pytest.mark.parametrize("language", pair_languages())
def test_contexts_are_the_packaged_pairs_with_names_as_slots(language: str) -> None:
    inventory = load_inventory(language)
    for pair, context in zip(load_pairs(language), inventory.stereotyped, strict=True):
        assert (context.id, context.gender_more) == (pair.id, pair.gender_more)
        assert context.male.replace(NAME, pair.male_word) == pair.male
        assert context.female.replace(NAME, pair.female_word) == pair.female
        if context.takes_names:
            assert pair.male_word in inventory.names["male"]
            assert pair.female_word in inventory.names["female"]
    assert sum(c.takes_names for c in inventory.stereotyped) == 76


def test_a_language_without_pairs_is_refused() -> None:
    with pytest.raises(DataError):
        load_inventory("vi")


@pytest.mark.parametrize("language", pair_languages())
def test_every_language_with_pairs_has_an_inventory(language: str) -> None:
    inventory = load_inventory(language)
    assert inventory.stereotyped
    assert len(inventory.names["male"]) == len(inventory.names["female"])
    drawn = sentences(inventory, Doses(0.8, 0.5), np.random.default_rng(7))
    assert len(list(islice(drawn, 200))) == 200
