"""Template sentences: complete, gendered as they say, and the same but for the gender."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest

from equimask.core.errors import DataError
from equimask.core.languages import get_language
from equimask.gender.finder import GenderWords
from equimask.studies.meta_evaluation.templates import (
    PUBLISHED,
    STEREOTYPES,
    TemplatePair,
    occupations,
    stereotyped,
    template_languages,
    template_pairs,
)

each = pytest.mark.parametrize("language", template_languages())
both_forms = pytest.mark.parametrize("agreeing", [False, True])
SUBJECTS = {
    "de": "Er/Sie|Der Mann/Die Frau|Mein Vater/Meine Mutter|Mein Bruder/Meine Schwester"
    "|Mein Onkel/Meine Tante",
    "en": "He/She|The man/The woman|My father/My mother|My brother/My sister|My uncle/My aunt",
    "ja": "彼/彼女|その男性/その女性|父/母|兄/姉|叔父/叔母",
    "ru": "Он/Она|Мужчина/Женщина|Папа/Мама|Брат/Сестра|Дядя/Тётя",
}


def subject_pairs(language: str) -> list[tuple[str, str]]:
    pairs = (pair.split("/") for pair in SUBJECTS[language].split("|"))
    return [(male, female) for male, female in pairs]


def test_four_languages_ship_with_templates() -> None:
    assert template_languages() == sorted(SUBJECTS)


@each
@both_forms
def test_every_sentence_is_whole(language: str, agreeing: bool) -> None:
    pairs = template_pairs(language, agreeing=agreeing)
    assert len(pairs) == 5 * 3 * len(occupations(language))
    for pair in pairs:
        for sentence in (pair.male, pair.female):
            assert not set("{}\t") & set(sentence)
            assert sentence == unicodedata.normalize("NFC", sentence).strip()
            assert "  " not in sentence
            assert sentence[-1] in ".。"
        assert pair.male != pair.female
    assert len({(pair.male, pair.female) for pair in pairs}) == len(pairs)


@each
def test_subjects_are_words_of_the_gender_lexicon(language: str) -> None:
    words = GenderWords.load(language)
    for male, female in subject_pairs(language):
        assert [token.gender for token in words.tokens(male) if token.gender] == ["male"]
        assert {token.gender for token in words.tokens(female) if token.gender} == {"female"}


@each
def test_the_sides_differ_in_the_subject_alone_where_one_word_serves_both(language: str) -> None:
    common = {row.gloss for row in occupations(language) if row.common}
    subjects = dict(subject_pairs(language))
    for pair in template_pairs(language):
        subject = max((s for s in subjects if pair.male.startswith(s)), key=len)
        swapped = subjects[subject] + pair.male[len(subject) :]
        assert (swapped == pair.female) == (pair.occupation in common)


@each
def test_occupations_are_many_distinct_and_of_all_kinds(language: str) -> None:
    rows = occupations(language)
    assert len(rows) >= 60
    for column in ("gloss", "male", "female"):
        assert max(Counter(getattr(row, column) for row in rows).values()) == 1
    kinds = Counter(row.stereotype for row in rows)
    assert set(kinds) == set(STEREOTYPES)
    assert min(kinds.values()) >= 10
    for row in rows:
        assert row.common in ("", row.male), "a common form is the male or the only one"
        assert row.common or row.male != row.female


@each
def test_scripts_do_not_mix(language: str) -> None:
    foreign = {"ru": r"[A-Za-z]", "ja": r"[A-Za-zА-я ]", "de": r"[А-я]", "en": r"[^\x20-\x7e]"}
    for row in occupations(language):
        assert not re.search(foreign[language], row.male + row.female), row


@each
def test_english_articles_and_german_capitals(language: str) -> None:
    for row in occupations(language):
        if language == "en":
            article, noun = row.male.split(" ", 1)
            assert article == ("an" if noun[0] in "aeio" else "a"), row
        if language == "de":
            assert row.male[0].isupper() and row.female[0].isupper()
        if language == "ru":
            assert row.male == row.male.lower() and row.female == row.female.lower()


@each
@both_forms
def test_no_side_names_the_other_gender(language: str, agreeing: bool) -> None:
    """The lexicon finds the subject's gender; a common form may be listed as the male one."""
    words = GenderWords.load(language)
    common = {row.gloss for row in occupations(language) if row.common} if not agreeing else set()
    for pair in template_pairs(language, agreeing=agreeing)[::7]:
        male = {token.gender for token in words.tokens(pair.male)} - {""}
        female = {token.gender for token in words.tokens(pair.female)} - {""}
        assert "female" not in male or not get_language(language).spaced, pair
        assert "female" in female, pair
        if pair.occupation not in common and get_language(language).spaced:
            assert male == {"male"} and female <= {"female"}, pair


def test_the_stereotype_says_which_side_is_expected() -> None:
    nurse = TemplatePair("Er", "Sie", "nurse", "female")
    pilot = TemplatePair("Er", "Sie", "pilot", "male")
    assert (nurse.sent_more, nurse.sent_less) == ("Sie", "Er")
    assert (pilot.sent_more, pilot.sent_less) == ("Er", "Sie")
    neutral = TemplatePair("Er", "Sie", "singer", "neutral")
    with pytest.raises(DataError, match="'singer', which is neutral"):
        _ = neutral.sent_more
    assert stereotyped([nurse, neutral, pilot]) == [nurse, pilot]


def test_forms_follow_the_gender_when_asked() -> None:
    russian = {pair.female for pair in template_pairs("ru", agreeing=True)}
    assert "Она — переводчица." in russian
    assert "Сестра по профессии медсестра." in russian
    same = {pair.female for pair in template_pairs("ru")}
    assert "Она — переводчик." in same
    assert "Сестра по профессии медсестра." in same
    assert "Die Frau arbeitet als Ärztin." in {pair.female for pair in template_pairs("de")}
    assert "叔母の職業は医師です。" in {pair.female for pair in template_pairs("ja")}
    assert "She wants to become an engineer." in {pair.female for pair in template_pairs("en")}


def test_a_language_without_templates_is_named() -> None:
    with pytest.raises(DataError, match=r"de, en, ja, ru\), but got 'fr'"):
        template_pairs("fr")


def test_the_templates_of_the_paper_stand_beside_ours() -> None:
    assert template_languages(PUBLISHED) == ["ja", "ru"]
    japanese = template_pairs("ja", templates=PUBLISHED)
    assert len(japanese) == 5 * 2 * len(occupations("ja"))
    assert ("男は医師に興味がある。", "女は医師に興味がある。") in {
        (p.male, p.female) for p in japanese
    }
    russian = {(pair.male, pair.female) for pair in template_pairs("ru", templates=PUBLISHED)}
    assert ("Дядя - кассир по специальности.", "Тетя - кассир по специальности.") in russian
    with pytest.raises(DataError, match=r"ja, ru\), but got 'de'"):
        template_pairs("de", templates=PUBLISHED)


def test_as_many_template_sentences_as_the_paper_says_follow_from_its_lists() -> None:
    """5 subjects and 2 sentences of 644 and 154 occupations: "6400 and 1500", cut off."""
    for language, n_occupations, printed in (("ja", 644, 6400), ("ru", 154, 1500)):
        per_occupation = len(template_pairs(language, templates=PUBLISHED)) // len(
            occupations(language)
        )
        assert n_occupations * per_occupation // 100 * 100 == printed
