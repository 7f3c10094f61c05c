from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs
from equimask.gender.lexicon.types import WordPair


@pytest.mark.parametrize(
    ("found", "listed", "counterpart", "expected"),
    [
        ("king", "king", "queen", "queen"),
        ("King", "king", "queen", "Queen"),
        ("KING", "king", "queen", "QUEEN"),
        # never letter by letter: the published code makes SeamStreSS and MoMMy of these
        ("Seamster", "seamster", "seamstress", "Seamstress"),
        ("Daddy", "daddy", "mommy", "Mommy"),
        ("Mr", "Mr", "Mrs", "Mrs"),
        ("MR", "Mr", "Mrs", "MRS"),
        ("König", "König", "Königin", "Königin"),
        ("KÖNIG", "König", "Königin", "KÖNIGIN"),
        ("Sir", "sir", "ma'am", "Ma'am"),
        ("SIR", "sir", "ma'am", "MA'AM"),
        ("Half-Brother", "half-brother", "half-sister", "Half-Sister"),
        ("Half-brother", "half-brother", "half-sister", "Half-sister"),
        ("Father-in-Law", "father-in-law", "mother-in-law", "Mother-in-Law"),
        ("Anak Perempuan", "anak perempuan", "anak laki-laki", "Anak Laki-laki"),
        ("bapak", "Bapak", "Ibu", "ibu"),
        ("Großvater", "Großvater", "Großmutter", "Großmutter"),
        ("Grossvater", "Großvater", "Großmutter", "Grossmutter"),
        ("GROSSVATER", "Großvater", "Großmutter", "GROSSMUTTER"),
        ("GROẞVATER", "Großvater", "Großmutter", "GROẞMUTTER"),
        ("GROßVATER", "Großvater", "Großmutter", "GROßMUTTER"),
        ("M.", "M.", "Mme", "Mme"),
        ("他", "他", "她", "她"),
    ],
)
def test_the_pattern_is_kept(found: str, listed: str, counterpart: str, expected: str) -> None:
    assert transfer(found, listed, counterpart) == expected


@pytest.mark.parametrize("found", ["kInG", "kinG", "KIng"])
def test_a_casing_without_a_pattern_is_not_guessed(found: str) -> None:
    assert transfer(found, "king", "queen") is None


PAIRS = [pair for lang in languages_with_pairs() for pair in load_pairs(lang)]


@given(st.sampled_from(PAIRS))
def test_listed_words_give_listed_words_and_shouted_ones_shouted_ones(pair: WordPair) -> None:
    assert transfer(pair.male, pair.male, pair.female) == pair.female
    shouted = transfer(pair.male.upper(), pair.male, pair.female)
    letters = [c for c in pair.male if c.lower() != c.upper()]
    if len(letters) > 1:
        assert shouted == pair.female.upper()
