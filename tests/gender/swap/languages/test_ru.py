"""Russian: forms there and back, reasons to refuse, ё as the text has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.languages.ru.adjectives import inflected
from equimask.gender.swap.languages.ru.verbs import past_counterpart, short_counterpart
from equimask.gender.swap.languages.ru.words import plain
from equimask.gender.swap.languages.tables import column, read_table


@pytest.mark.parametrize(
    ("male", "female"),
    [
        ("пришёл", "пришла"), ("вышел", "вышла"), ("смог", "смогла"), ("умер", "умерла"),
        ("принёс", "принесла"), ("отнёсся", "отнеслась"), ("ошибся", "ошиблась"),
        ("лёг", "легла"), ("вырос", "выросла"), ("был", "была"), ("улыбнулся", "улыбнулась"),
        ("привёл", "привела"), ("сжёг", "сожгла"), ("съел", "съела"), ("замёрз", "замёрзла"),
    ],
)  # fmt: skip
def test_past_forms_there_and_back(male: str, female: str) -> None:
    assert plain(past_counterpart(male, "male") or "") == plain(female)
    assert past_counterpart(female, "female") == male


@pytest.mark.parametrize(
    "noun", ["стол", "размер", "пример", "замок", "запах", "восторг", "запас", "берег", "угол"]
)
def test_nouns_are_no_past_forms(noun: str) -> None:
    assert past_counterpart(noun, "male") is None


@pytest.mark.parametrize(("male", "female"), read_table("ru", "short_forms"))
def test_short_forms_there_and_back(male: str, female: str) -> None:
    assert short_counterpart(male, "male", after_be=False) == female
    assert short_counterpart(female, "female", after_be=False) == male


@pytest.mark.parametrize("adjective", column("ru", "adjectives"))
def test_listed_adjectives_there_and_back(adjective: str) -> None:
    female = inflected(adjective, "male", "nom")
    assert female is not None
    assert inflected(female, "female", "nom") == plain(adjective)


@pytest.mark.parametrize(
    ("male", "case", "female"),
    [
        ("старого", "gen", "старой"), ("старого", "acc", "старую"), ("синему", "dat", "синей"),
        ("хорошим", "ins", "хорошей"), ("большом", "loc", "большой"), ("моего", "acc", "мою"),
        ("третьим", "ins", "третьей"), ("этому", "dat", "этой"), ("всём", "loc", "всей"),
        ("спящего", "gen", "спящей"), ("улыбающийся", "nom", "улыбающаяся"),
        ("какого-то", "gen", "какой-то"), ("чужого", "gen", "чужой"), ("одним", "ins", "одной"),
    ],
)  # fmt: skip
def test_oblique_modifiers_there_and_back(male: str, case: str, female: str) -> None:
    assert inflected(male, "male", case) == female
    assert plain(inflected(female, "female", case) or "") == plain(male)


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Отца увидели на площади.", "case_undecided"),
        ("Король Артур собрал рыцарей.", "name_beside"),
        ("Мой брат женился весной.", "suits_one_gender"),
        ("Мой брат — вегетарианец.", "predicate_noun"),
        ("Она любит своего отца.", "several_gender_words"),
        ("Моя жена закричала, а потом наступила тишина.", "subject_undecided"),
    ],
)
def test_refusals_say_why(sentence: str, reason: str) -> None:
    result = GenderLexicon.load("ru").try_swap(sentence)
    assert isinstance(result, Refusal)
    assert result.reason == reason


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ещё вчера мать ушла в город.", "Ещё вчера отец ушёл в город."),
        ("Еще вчера мать ушла в город.", "Еще вчера отец ушел в город."),
    ],
)
def test_yo_is_written_as_the_text_does(sentence: str, expected: str) -> None:
    swap = GenderLexicon.load("ru").try_swap(sentence)
    assert not isinstance(swap, Refusal)
    assert swap.male == expected


@pytest.mark.slow
def test_a_parse_decides_an_accusative(shared: Path) -> None:
    model = shared / "sources" / "udpipe" / "russian-taiga-ud-2.3-181115.udpipe"
    pytest.importorskip("spacy_udpipe")
    with_parse = GenderLexicon.load("ru", model)
    sentence = "Они не хотят ещё сына."
    assert isinstance(GenderLexicon.load("ru").try_swap(sentence), Refusal)
    swap = with_parse.try_swap(sentence)
    assert not isinstance(swap, Refusal)
    assert swap.female == "Они не хотят ещё дочь."
