"""Russian: forms there and back, reasons to refuse, ё as the text has it."""

from __future__ import annotations

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.engine.reading import read_table
from equimask.gender.swap.languages.ru.morphology import (
    agreeing,
    dictionary_version,
    noun_form,
    plain,
)
from equimask.gender.swap.languages.ru.tables import tables


@pytest.fixture(scope="module")
def lexicon() -> GenderLexicon:
    return GenderLexicon.load("ru")


@pytest.mark.parametrize(
    ("male", "female"),
    [
        ("пришёл", "пришла"), ("вышел", "вышла"), ("смог", "смогла"), ("умер", "умерла"),
        ("принёс", "принесла"), ("отнёсся", "отнеслась"), ("ошибся", "ошиблась"),
        ("лёг", "легла"), ("вырос", "выросла"), ("был", "была"), ("улыбнулся", "улыбнулась"),
        ("привёл", "привела"), ("сжёг", "сожгла"), ("съел", "съела"), ("замёрз", "замёрзла"),
        ("похоронен", "похоронена"), ("рад", "рада"), ("должен", "должна"),
    ],
)  # fmt: skip
def test_past_and_short_forms_there_and_back(male: str, female: str) -> None:
    assert plain(agreeing(male, "male", "female", "") or "") == plain(female)
    assert agreeing(female, "female", "male", "") == male


@pytest.mark.parametrize(
    ("male", "case", "female"),
    [
        ("старого", "gent", "старой"), ("старого", "accs", "старую"), ("синему", "datv", "синей"),
        ("хорошим", "ablt", "хорошей"), ("большом", "loct", "большой"), ("моего", "accs", "мою"),
        ("третьим", "ablt", "третьей"), ("этому", "datv", "этой"), ("всём", "loct", "всей"),
        ("спящего", "gent", "спящей"), ("улыбающийся", "nomn", "улыбающаяся"),
        ("какого-то", "gent", "какой-то"), ("чужого", "gent", "чужой"), ("одним", "ablt", "одной"),
    ],
)  # fmt: skip
def test_adjectives_there_and_back_in_their_case(male: str, case: str, female: str) -> None:
    assert agreeing(male, "male", "female", case) == female
    assert plain(agreeing(female, "female", "male", case) or "") == plain(male)


@pytest.mark.parametrize(("male", "female", "male_form"), read_table("ru", "roles"))
def test_roles_have_every_case(male: str, female: str, male_form: str) -> None:
    assert male_form in ("", "both")
    for lemma in (male, female):
        for case in ("nomn", "gent", "ablt"):
            assert noun_form(lemma, case), (lemma, case)


def test_no_noun_is_both_a_role_that_changes_and_one_that_stays() -> None:
    words = tables()
    assert words.common.isdisjoint(words.roles["male"])


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Отца увидели на площади.", "case_undecided"),
        ("Король Артур собрал войско.", "name_beside"),
        ("Мой брат женился весной.", "suits_one_gender"),
        ("Мой брат — вегетарианец.", "unlisted_noun"),
        ("Она любит своего отца.", "several_gender_words"),
        ("Зарплата выросла, но она не успевает за ценами.", "pronoun_reference"),
        ("Врач сказал, что он занят.", "pronoun_reference"),
        ("Иванов решил, что он болен.", "name_as_antecedent"),
        ("Он критиковал его романы.", "pronoun_reference"),
        ("Он построен в 1905 году.", "ambiguous_word"),
        ("Он выиграл мужской турнир.", "gendered_adjective"),
        ("Сказка «Как он искал счастье» вышла в мае.", "quoted"),
        ("Статью им вернули, и он её переписал.", "several_gender_words"),
    ],
)
def test_refusals_say_why(lexicon: GenderLexicon, sentence: str, reason: str) -> None:
    result = lexicon.try_swap(sentence)
    assert isinstance(result, Refusal)
    assert result.reason == reason


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ещё вчера мать ушла в город.", "Ещё вчера отец ушёл в город."),
        ("Еще вчера мать ушла в город.", "Еще вчера отец ушел в город."),
        ("По данным врачей, мать сама ВИЧ-инфицированная.",
         "По данным врачей, отец сам ВИЧ-инфицированный."),
    ],
)  # fmt: skip
def test_words_are_spelled_as_the_text_does(
    lexicon: GenderLexicon, sentence: str, expected: str
) -> None:
    swap = lexicon.try_swap(sentence)
    assert not isinstance(swap, Refusal)
    assert swap.male == expected


def test_the_signature_names_the_dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    from equimask.gender.swap import languages
    from equimask.gender.swap.languages.ru import rule

    before = languages.rules_hash("ru")
    assert "pymorphy3" not in before
    monkeypatch.setattr(rule, "dictionary_version", lambda: dictionary_version() + " next")
    languages.rules_hash.cache_clear()
    try:
        assert languages.rules_hash("ru") != before
    finally:
        monkeypatch.undo()
        languages.rules_hash.cache_clear()
