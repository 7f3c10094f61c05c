from __future__ import annotations

import pytest

from equimask.gender.lexicon.folding import fold
from equimask.gender.lexicon.inflection import BASIC, NAME, OTHER, stems


def takes(word: str, form: str, lang: str, of: str, gender: str) -> bool:
    form = fold(form)
    return any(
        form.startswith(stem.text) and stem.endings.fullmatch(form, len(stem.text))
        for stem in stems(fold(word), lang, of=of, gender=gender)
    )


@pytest.mark.parametrize(
    ("lang", "word", "of", "gender", "forms"),
    [
        ("ar", "أب", BASIC, "male", "أبا أباه أبوها أبيهم"),
        ("ar", "أحمد", NAME, "male", "أحمدا"),
        ("de", "Mann", BASIC, "male", "Manns Mannes"),
        ("de", "Anton", NAME, "male", "Antons"),
        ("fi", "Mikko", NAME, "male", "Mikon Mikolle Mikkoa Mikkoon Mikollakin"),
        ("fi", "Liisa", NAME, "female", "Liisan Liisaa Liisassa Liisaan Liisalle"),
        ("fi", "Markus", NAME, "male", "Markuksen Markusta"),
        ("fi", "Erik", NAME, "male", "Erikin Erikille"),
        ("fi", "isälle", OTHER, "male", "isälleen isälleni"),
        ("fi", "vaimo", BASIC, "female", "vaimojen vaimonsa vaimojensa vaimoineen vaimonaan"),
        ("fi", "sulhanen", BASIC, "male", "sulhasen sulhasestaan"),
        ("fi", "tytär", BASIC, "female", "tyttären tyttäremme tytärtään"),
        ("fi", "poikamies", BASIC, "male", "poikamiehen poikamiestä poikamiesten"),
        ("fi", "emäntä", BASIC, "female", "emännän emännät emäntää"),
        ("hi", "लड़की", BASIC, "female", "लड़कियां लड़कियों"),
        ("hi", "राजा", BASIC, "male", "राजाओं"),
        ("hi", "बहन", BASIC, "female", "बहनें बहनों"),
        ("id", "Agus", NAME, "male", "Agusnya Aguslah"),
        ("ko", "남자", BASIC, "male", "남자는 남자들은 남자였다 남자임에도"),
        ("ko", "그", BASIC, "male", "그와 그에게서"),
        ("ru", "Анна", NAME, "female", "Анны Анне Анну Анной"),
        ("ru", "Сергей", NAME, "male", "Сергея Сергею Сергеем"),
        ("ru", "Павел", NAME, "male", "Павла Павлу"),
        ("ru", "учитель", BASIC, "male", "учителя учителем учителей"),
        ("ru", "сосед", BASIC, "male", "соседа соседями"),
        ("ru", "дочь", BASIC, "female", "дочи дочью"),
        ("tl", "ama", BASIC, "male", "amang"),
    ],
)
def test_a_word_has_its_forms(lang: str, word: str, of: str, gender: str, forms: str) -> None:
    assert [form for form in forms.split() if not takes(word, form, lang, of, gender)] == []


@pytest.mark.parametrize(
    ("lang", "word", "of", "gender", "others"),
    [
        ("ar", "سارة", NAME, "female", "سارت سارتا"),
        ("fi", "kana", BASIC, "female", "kanava kanadan kanavalla"),
        ("fi", "isä", BASIC, "male", "isännöi isänmaa"),
        ("fi", "appi", BASIC, "male", "apia apina"),
        ("fi", "ukko", BASIC, "male", "ukkosta ukkonen"),
        ("fi", "ori", BASIC, "male", "oriol orion"),
        ("hi", "नौकर", BASIC, "male", "नौकरियां नौकरी"),
        ("hi", "गाय", BASIC, "female", "गाये"),
        ("ko", "그", BASIC, "male", "그만하고 그러나 그에"),
        ("ru", "друг", BASIC, "male", "другой другая"),
        ("ru", "папа", BASIC, "male", "папуа"),
        ("ru", "мать", BASIC, "female", "мате материя"),
        ("ru", "Маша", NAME, "female", "Машина"),
        ("en", "king", BASIC, "male", "kings"),
    ],
)
def test_a_word_has_no_others(lang: str, word: str, of: str, gender: str, others: str) -> None:
    assert [form for form in others.split() if takes(word, form, lang, of, gender)] == []


def test_a_masculine_plural_is_doubtful_in_russian() -> None:
    forms = {
        ending: stem.doubtful
        for stem in stems("студент", "ru", of=BASIC, gender="male")
        for ending in ("а", "ов")
        if stem.endings.fullmatch(ending)
    }
    assert forms == {"а": False, "ов": True}
