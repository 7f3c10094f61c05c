"""The plain rule of Kaneko et al. on made-up lists, and on theirs where they are at hand."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from builders.parallel_gender_sentences.english import BOTH_GENDERS, NO_WORD
from builders.parallel_gender_sentences.published import PAIRS_FILE, WORD_FILES, PublishedWords
from equimask.core.errors import DataError
from equimask.core.packaged import packaged
from tests.builders.real_sources import real_sources

WORDS = {"male": "he\nking\nactor\nmr.\nmale_host\nma\n", "female": "she\nqueen\nfilly\nma'am\n"}
PAIRS = (
    "id,sent_more,sent_less\n"
    '0,"Bill, who is tall, sang.","Ann sang: ""Oh."""\n'
    "1,The will of Rose.,The will of nobody.\n"
)
NAMES = "name\tgender\nAnn\tfemale\nBill\tmale\nRose\tfemale\nTom\tmale\nWill\tmale\n"
PUBLISHED = PublishedWords.parse(WORDS, PAIRS, NAMES)


@pytest.mark.parametrize(
    ("sentence", "gender", "words"),
    [
        ("The band Queen sang.", "female", ("queen",)),  # no doubt about capitals
        ("HE left.", "male", ("he",)),
        ("The actor left.", "male", ("actor",)),  # nor about words
        ("A king's-eye view; the King, he.", "male", ("king", "he")),
        ("He's here.", "male", ("he",)),
        ("Bill them later.", "male", ("Bill",)),  # nor about names
        ("We paid with Rose.", "female", ("Rose",)),
        ("Yes, ma'am.", "male", ("ma",)),  # runs of letters
    ],
)
def test_a_word_is_a_word_wherever_it_stands(sentence: str, gender: str, words: tuple[str, ...]):
    assert PUBLISHED.judge(sentence) == (gender, words, "")


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("He saw Ann.", BOTH_GENDERS),
        ("The bill and the rose.", NO_WORD),  # names as they are spelled
        ("Mr. Falk and the male_host.", NO_WORD),
        ("Tom and Will left.", NO_WORD),  # no names of CrowS-Pairs
        ("The kings left.", NO_WORD),
    ],
)
def test_no_word_or_both_genders(sentence: str, reason: str):
    assert PUBLISHED.judge(sentence).reason == reason


def test_the_sizes_of_the_lists_are_told():
    assert PUBLISHED.sizes() == {
        "words": {"male": 6, "female": 4},
        "names": {"male": 1, "female": 2},
    }


def test_a_word_of_both_lists_is_refused():
    with pytest.raises(DataError, match="king on both lists"):
        PublishedWords.parse({**WORDS, "female": "she\nking\n"}, PAIRS, NAMES)


@pytest.fixture(scope="module")
def theirs(shared: Path) -> dict[str, str]:
    folder = real_sources(shared, "gender")
    names = (*WORD_FILES.values(), PAIRS_FILE)
    return {name: (folder / name).read_text("utf-8") for name in names}


def test_the_list_alone_finds_what_an_independent_count_found(theirs: dict[str, str], shared: Path):
    """The numbers are those of the table of the shared sources, counted when they were made."""
    folder = real_sources(shared, "parallel") / "parallel"
    words = {gender: theirs[name] for gender, name in WORD_FILES.items()}
    published = PublishedWords.parse(words, PAIRS, "name\tgender\n")
    for corpus, male, female in (
        ("tatoeba", 4012, 2212),
        ("ted-iwslt17", 717, 425),
        ("ntrex", 473, 133),
        ("pud", 170, 60),
    ):
        with gzip.open(folder / corpus / "en-de.tsv.gz", "rt", encoding="utf-8") as lines:
            counts = Counter(published.judge(line.split("\t")[0]).gender for line in lines)
        assert (counts["male"], counts["female"]) == (male, female), corpus


def test_the_names_are_those_of_crows_pairs_that_our_list_has(theirs: dict[str, str]):
    words = {gender: theirs[name] for gender, name in WORD_FILES.items()}
    names = (packaged() / "first_names" / "en.tsv").read_text("utf-8")
    published = PublishedWords.parse(words, theirs[PAIRS_FILE], names)
    assert published.sizes() == {
        "words": {"male": 207, "female": 202},
        "names": {"male": 71, "female": 69},
    }
    assert published.judge("Shaniqua met Tom's dog.").reason == BOTH_GENDERS
