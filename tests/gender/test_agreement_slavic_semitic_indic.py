"""Russian, Arabic, Hindi: the lists behind the rules, forms there and back, reasons to refuse."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.languages.ar import rule as ar
from equimask.gender.swap.languages.ar.forms import adjective_counterpart, verb_counterpart
from equimask.gender.swap.languages.hi import rule as hi
from equimask.gender.swap.languages.hi.forms import modifier_paradigm, verb_paradigm
from equimask.gender.swap.languages.hi.words import plain as hindi_plain
from equimask.gender.swap.languages.ru import rule as ru
from equimask.gender.swap.languages.ru.adjectives import inflected
from equimask.gender.swap.languages.ru.verbs import past_counterpart, short_counterpart
from equimask.gender.swap.languages.ru.words import plain
from equimask.gender.swap.languages.tables import column, read_table

TABLES = {
    "ru": [
        "adjectives", "common_gender", "function_words", "irregular_past", "set_phrases",
        "short_forms", "verbs",
    ],
    "ar": ["adjectives", "function_words", "verbs"],
    "hi": ["adjectives", "function_words", "verb_roots"],
}  # fmt: skip
LISTS = [(lang, name) for lang, names in TABLES.items() for name in names]


@pytest.mark.parametrize(("lang", "name"), LISTS)
def test_lists_are_clean(lang: str, name: str) -> None:
    rows = read_table(lang, name)
    assert rows
    assert len({len(row) for row in rows}) == 1
    assert not [row for row, times in Counter(rows).items() if times > 1]
    for cell in (cell for row in rows for cell in row):
        assert cell == cell.strip()
        assert unicodedata.is_normalized("NFC", cell)


@pytest.mark.parametrize("module", [ru, ar, hi])
def test_referring_words_are_lower_case(module: object) -> None:
    referring = module.REFERRING  # type: ignore[attr-defined]
    assert referring == {word.lower() for word in referring}


class TestRussianForms:
    @pytest.mark.parametrize(
        ("male", "female"),
        [
            ("пришёл", "пришла"), ("вышел", "вышла"), ("смог", "смогла"), ("умер", "умерла"),
            ("принёс", "принесла"), ("отнёсся", "отнеслась"), ("ошибся", "ошиблась"),
            ("лёг", "легла"), ("вырос", "выросла"), ("был", "была"), ("улыбнулся", "улыбнулась"),
            ("привёл", "привела"), ("сжёг", "сожгла"), ("съел", "съела"), ("замёрз", "замёрзла"),
        ],
    )  # fmt: skip
    def test_past_forms_there_and_back(self, male: str, female: str) -> None:
        assert plain(past_counterpart(male, "male") or "") == plain(female)
        assert past_counterpart(female, "female") == male

    @pytest.mark.parametrize(
        "noun", ["стол", "размер", "пример", "замок", "запах", "восторг", "запас", "берег", "угол"]
    )
    def test_nouns_are_no_past_forms(self, noun: str) -> None:
        assert past_counterpart(noun, "male") is None

    @pytest.mark.parametrize(("male", "female"), read_table("ru", "short_forms"))
    def test_short_forms_there_and_back(self, male: str, female: str) -> None:
        assert short_counterpart(male, "male", after_be=False) == female
        assert short_counterpart(female, "female", after_be=False) == male

    @pytest.mark.parametrize("adjective", column("ru", "adjectives"))
    def test_listed_adjectives_there_and_back(self, adjective: str) -> None:
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
    def test_oblique_modifiers_there_and_back(self, male: str, case: str, female: str) -> None:
        assert inflected(male, "male", case) == female
        assert plain(inflected(female, "female", case) or "") == plain(male)


class TestArabicForms:
    @pytest.mark.parametrize(("male", "female"), read_table("ar", "adjectives"))
    def test_adjectives_there_and_back(self, male: str, female: str) -> None:
        assert adjective_counterpart(male, "male") == female
        assert adjective_counterpart(female, "female") == male

    @pytest.mark.parametrize("row", read_table("ar", "verbs"), ids=lambda row: row[0])
    def test_verbs_there_and_back(self, row: tuple[str, ...]) -> None:
        past_male, past_female, present_male, _ = row
        forward, back = (
            verb_counterpart(past_male, "male"),
            verb_counterpart(past_female, "female"),
        )
        assert forward is not None and forward.counterpart == past_female
        assert back is not None and back.counterpart == past_male
        if present_male:
            present = verb_counterpart("و" + present_male, "male")
            assert present is not None and present.counterpart == "وت" + present_male[1:]


class TestHindiForms:
    @pytest.mark.parametrize("adjective", column("hi", "adjectives"))
    def test_adjectives_have_both_genders(self, adjective: str) -> None:
        paradigm = modifier_paradigm(adjective)
        assert paradigm is not None
        assert hindi_plain(paradigm.male) == hindi_plain(adjective)
        again = modifier_paradigm(paradigm.female)
        assert again is not None and hindi_plain(again.male) == hindi_plain(adjective)

    @pytest.mark.parametrize(
        ("male", "female"),
        [
            ("गया", "गई"), ("जाता", "जाती"), ("रहा", "रही"), ("था", "थी"), ("जाएगा", "जाएगी"),
            ("किया", "की"),
        ],
    )  # fmt: skip
    def test_verbs_there_and_back(self, male: str, female: str) -> None:
        forward, back = verb_paradigm(male), verb_paradigm(female)
        assert forward is not None and forward.female == female
        assert back is not None and back.male == male


@pytest.mark.parametrize(
    ("lang", "sentence", "reason"),
    [
        ("ru", "Отца увидели на площади.", "case_undecided"),
        ("ru", "Король Артур собрал рыцарей.", "name_beside"),
        ("ru", "Мой брат женился весной.", "suits_one_gender"),
        ("ru", "Мой брат — вегетарианец.", "predicate_noun"),
        ("ru", "Она любит своего отца.", "several_gender_words"),
        ("ru", "Моя жена закричала, а потом наступила тишина.", "subject_undecided"),
        ("ar", "رأيت امرأة.", "case_undecided"),
        ("ar", "يا رجل!", "vocative"),
        ("ar", "رجلٌ طَويل.", "indefinite_subject"),
        ("hi", "टॉम मेरा भाई है।", "subject_undecided"),
        ("hi", "मेरे भाई खेल रहे हैं।", "number_undecided"),
        ("hi", "आप अच्छे लड़के हैं।", "polite_subject"),
    ],
)
def test_refusals_say_why(lang: str, sentence: str, reason: str) -> None:
    result = GenderLexicon.load(lang).try_swap(sentence)
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


def test_a_parse_decides_an_accusative(shared: Path) -> None:
    model = shared / "sources" / "udpipe" / "russian-taiga-ud-2.3-181115.udpipe"
    pytest.importorskip("spacy_udpipe")
    with_parse = GenderLexicon.load("ru", model)
    sentence = "Они не хотят ещё сына."
    assert isinstance(GenderLexicon.load("ru").try_swap(sentence), Refusal)
    swap = with_parse.try_swap(sentence)
    assert not isinstance(swap, Refusal)
    assert swap.female == "Они не хотят ещё дочь."
