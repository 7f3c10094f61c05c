"""Which tokens are masked how often."""

from __future__ import annotations

from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.mask_rates import CUES, ORDINARY, TELLING, mask_rates
from equimask.studies.laboratory.vocabulary import train_tokenizer


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
