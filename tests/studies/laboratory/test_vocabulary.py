"""Words and tokens: names and key words stay whole, in every script."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from equimask.core.languages import get_language
from equimask.inputs.pairs import pair_languages
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import lines
from equimask.studies.laboratory.inventory import GENDERS, Inventory, load_inventory
from equimask.studies.laboratory.mask_rates import CUES, ORDINARY, TELLING, mask_rates
from equimask.studies.laboratory.rivals import Context
from equimask.studies.laboratory.vocabulary import train_tokenizer
from equimask.studies.laboratory.words import NAME, difference, find_words, replace_word

LANGUAGES = ("en", "de")
NOBODY: dict[str, tuple[str, ...]] = {"male": (), "female": ()}


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
def test_names_are_one_token_and_key_words_mostly(language: str) -> None:
    inventory = load_inventory(language)
    tokenizer = train_tokenizer([inventory])

    def pieces(word: str) -> int:
        return len([piece for piece in tokenizer.tokenize(word) if piece != "▁"])

    assert all(pieces(name) == 1 for gender in GENDERS for name in inventory.names[gender])
    assert all(pieces(noun) == 1 for noun in inventory.nouns)
    assert bool(inventory.nouns) is not inventory.language.spaced
    keys = inventory.key_words()
    assert sum(pieces(key) == 1 for key in keys) > 0.9 * len(keys)  # hyphens and apostrophes split


def test_the_vocabulary_has_whole_names_and_no_unknown_words() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]
    tokenizer = train_tokenizer(inventories)
    assert len(tokenizer) < 5000
    for inventory in inventories:
        for gender in GENDERS:
            assert all(len(tokenizer.tokenize(name)) == 1 for name in inventory.names[gender])
    text = list(islice(lines(inventories, Doses(), np.random.default_rng(0)), 500))
    assert not any(tokenizer.unk_token_id in ids for ids in tokenizer(text)["input_ids"])


def test_a_mask_in_a_sentence_stands_for_exactly_one_word() -> None:
    tokenizer = train_tokenizer([load_inventory("en")])
    masked = tokenizer("We know [MASK] well.")["input_ids"]
    written = tokenizer("We know him well.")["input_ids"]
    assert len(masked) == len(written)
    assert [a for a, b in zip(masked, written, strict=True) if a != b] == [tokenizer.mask_token_id]


def test_scripts_without_spaces_are_cut_into_pieces_but_for_the_words_that_decide() -> None:
    thai = Context("c1", "male", "{name}ทำงานที่นี่", "{name}ทำงานที่นี่", key="ที่นี่")
    chinese = Context("c2", "female", "{name}在医院工作。", "{name}在医院工作。", key="医院")
    japanese = Context("c3", "female", "{name}は病院で働く。", "{name}は病院で働く。")
    inventory = Inventory(
        get_language("th"),
        (thai, chinese, japanese),
        (),
        (),
        {"male": ("สมชาย",), "female": ("สมหญิง",)},
        NOBODY,
        NOBODY,
        (),
    )
    tokenizer = train_tokenizer([inventory])
    assert tokenizer.tokenize("สมชายทำงานที่นี่") == [
        "▁", "สมชาย", "ทำงา", "น", "ที่นี่",
    ]  # fmt: skip
    assert tokenizer.tokenize("在医院は病院") == ["▁", "在", "医院", "は病", "院"]


def test_telling_words_are_masked_most_and_what_tells_the_gender_least() -> None:
    inventory = load_inventory("en")
    tokenizer = train_tokenizer([inventory])
    rates = mask_rates([inventory], tokenizer).rates

    def rate(word: str) -> float:
        (token,) = tokenizer(word, add_special_tokens=False)["input_ids"]
        return float(rates[token])

    assert rate("She") == rate("kindergarten") == TELLING
    assert rate("James") == rate("Linda") == rate("uncle") == CUES
    assert rate("twelve") == rate("the") == ORDINARY
    assert not rates[tokenizer.all_special_ids].any()
