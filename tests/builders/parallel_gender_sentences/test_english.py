"""The one-gender rule on sentences written for these tests."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parallel_gender_sentences.english import (
    BOTH_GENDERS,
    DOUBTFUL_OTHER,
    NO_WORD,
    ONLY_DOUBTFUL,
    WORDS_AS_NAMES,
    EnglishGender,
    Entry,
    opens_sentence,
)
from equimask.core.packaged import packaged

LEXICON = (packaged() / "gender_lexicon" / "en.tsv").read_text("utf-8")
NAMES = (packaged() / "first_names" / "en.tsv").read_text("utf-8")
ENGLISH = EnglishGender.parse(LEXICON, NAMES)


@pytest.mark.parametrize(
    ("sentence", "gender", "words"),
    [
        ("The lamp fell when he left.", "male", ("he",)),
        ("He sold his boat.", "male", ("he", "his")),
        ("He came, he saw, he slept.", "male", ("he",)),
        ("I met her mother and her aunts.", "female", ("her", "mother", "aunts")),
        ("Yesterday Tom's boat sank.", "male", ("Tom",)),
        ("She’ll call.", "female", ("she",)),
        ("My father-in-law snores.", "male", ("father-in-law",)),
        ("Yes, ma’am, the bus is late.", "female", ("ma'am",)),
        ("Ms. Falk rang.", "female", ("Ms",)),
        ("We asked Mr. Falk.", "male", ("Mr",)),
        ("The rain stopped. She went on.", "female", ("she",)),
        ('"Women first," said the sign.', "female", ("women",)),
        ('He shouted, "Men at work!"', "male", ("he", "men")),
        ("He is a great actor.", "male", ("he",)),
        ("She fed the bull and the rooster.", "female", ("she",)),
        ("It was President Donald Falk.", "male", ("Donald",)),
        ("When Tom sings, it rains.", "male", ("Tom",)),
        ("The bus took Mark home.", "male", ("Mark",)),
    ],
)
def test_a_sentence_of_one_gender(sentence: str, gender: str, words: tuple[str, ...]):
    verdict = ENGLISH.judge(sentence)
    assert (verdict.gender, verdict.words, verdict.reason) == (gender, words, "")


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("The lamp fell.", NO_WORD),
        ("There is a manual in the theatre.", NO_WORD),  # no whole words
        ("Will you mark the bill? I will.", NO_WORD),  # names need their capitals
        ("The boys2 and queen_b handles.", NO_WORD),
        ("The rooster crowed.", NO_WORD),
        ("He saw her.", BOTH_GENDERS),
        ("The king and the queen.", BOTH_GENDERS),
        ("Mr and Mrs Falk left.", BOTH_GENDERS),
        ("The actor left early.", ONLY_DOUBTFUL),
        ("You guys are late.", ONLY_DOUBTFUL),
        ("We heard Queen in the stadium.", ONLY_DOUBTFUL),  # part of a name
        ("Mark the page and read on.", ONLY_DOUBTFUL),  # no name at the start
        ("A man-made lake lies there.", ONLY_DOUBTFUL),
        ("THE KING IS BACK", ONLY_DOUBTFUL),
        ("We met Zora Scott there.", ONLY_DOUBTFUL),  # a surname
        ("She is a great actor.", DOUBTFUL_OTHER),
        ("She watched the Isle of Man race.", DOUBTFUL_OTHER),
        ("The win was hers, wrote Zora Scott.", DOUBTFUL_OTHER),
    ],
)
def test_a_sentence_without_one_sure_gender_says_why(sentence: str, reason: str):
    verdict = ENGLISH.judge(sentence)
    assert (verdict.gender, verdict.words, verdict.reason) == ("", (), reason)


def test_a_compound_is_one_word_and_hides_its_parts():
    assert [word.form for word in ENGLISH.find("The mother-in-law of a son")] == [
        "mother-in-law",
        "son",
    ]


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("Mark", True),
        ("“Mark", True),
        ("- Mark", True),
        ("It rains. Mark", True),
        ("Really? Mark", True),
        ("Note: Mark", True),
        ('He said, "Mark', True),
        ("I know Mark", False),
        ("We saw Dr. Mark", False),
        ("I met J. Mark", False),
        ('the film "Mark', False),
    ],
)
def test_where_every_word_has_a_capital(text: str, opens: bool):
    assert opens_sentence(text, text.index("Mark")) is opens


def listed() -> list[tuple[str, str, bool]]:
    """Every form of the lists with its gender and whether the list is sure of it."""
    forms = []
    for row in csv.DictReader(LEXICON.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        doubt = row["ambiguous"]
        if doubt != "animal":
            forms.append((row["male"], "male", not doubt or doubt.startswith("female side")))
            forms.append((row["female"], "female", not doubt or doubt.startswith("male side")))
    for row in csv.DictReader(NAMES.splitlines(), delimiter="\t"):
        forms.append((row["name"], row["gender"], True))
    return forms


def test_every_listed_word_is_found_in_mid_sentence():
    sure = {form for form, _, certain in listed() if certain}
    for form, gender, certain in listed():
        verdict = ENGLISH.judge(f"Yesterday, {form} slept.")
        if certain:
            assert (verdict.gender, verdict.words) == (gender, (form,))
        elif form not in sure:
            assert verdict.reason == ONLY_DOUBTFUL, form


def test_no_listed_word_is_sure_of_both_genders():
    genders: dict[str, set[str]] = {}
    for form, gender, certain in listed():
        if certain:
            genders.setdefault(form, set()).add(gender)
    assert [form for form, both in genders.items() if len(both) > 1] == []


def test_names_that_are_words_are_only_doubtful_at_the_start():
    for name in WORDS_AS_NAMES:
        english = EnglishGender([Entry(name, "male", certain=True, name=True)])
        assert english.judge(f"{name} is here.").reason == ONLY_DOUBTFUL
        assert english.judge(f"Here is {name}.").gender == "male"


@given(st.text())
def test_any_text_has_one_gender_with_words_or_none_with_a_reason(text: str):
    verdict = ENGLISH.judge(text)
    assert bool(verdict.gender) == bool(verdict.words) != bool(verdict.reason)


@given(st.lists(st.sampled_from([*"xyz", "he", "She", "Tom", "actor", "man-made", "’s", ".", '"'])))
def test_the_quick_look_never_hides_a_word(pieces: list[str]):
    text = " ".join(pieces)
    if any(word.sure for word in ENGLISH.find(text)):
        assert ENGLISH.judge(text).reason in ("", BOTH_GENDERS, DOUBTFUL_OTHER)
