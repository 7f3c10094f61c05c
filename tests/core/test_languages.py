"""Languages: any BCP 47 tag is one, nothing else is, and its script says how it is written."""

from __future__ import annotations

import subprocess
import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import OptionError
from equimask.core.languages import Language, get_language, is_language, nearest, unspaced
from tests.hardening.strategies import broken_text

# What cards and reports have shown since the first version.
NAMES = {
    "ar": "Arabic", "de": "German", "en": "English", "es": "Spanish", "fi": "Finnish",
    "fr": "French", "hi": "Hindi", "id": "Indonesian", "it": "Italian", "ja": "Japanese",
    "ko": "Korean", "nl": "Dutch", "pt": "Portuguese", "ru": "Russian", "sk": "Slovak",
    "th": "Thai", "tl": "Filipino", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


@pytest.mark.parametrize(("code", "name"), NAMES.items())
def test_names_stay_what_they_were(code: str, name: str) -> None:
    language = get_language(code)
    assert (language.code, language.name) == (code, name)
    assert language.spaced == (code not in {"ja", "th", "zh"})
    assert language.right_to_left == (code == "ar")


@pytest.mark.parametrize(
    ("given_tag", "code", "name"),
    [
        ("sv", "sv", "Swedish"),
        ("eu", "eu", "Basque"),
        ("mt", "mt", "Maltese"),
        ("EN", "en", "English"),
        ("deu", "de", "German"),
        ("iw", "he", "Hebrew"),
        ("pt-br", "pt-BR", "Portuguese (Brazil)"),
        ("es_AR", "es-AR", "Spanish (Argentina)"),
        ("zh_hant", "zh-Hant", "Chinese (Traditional)"),
        ("TGL", "tl", "Filipino"),
        ("tl-ph", "tl-PH", "Filipino (Philippines)"),
        ("fil", "fil", "Filipino"),
        ("de-1901", "de-1901", "German"),
    ],
)
def test_a_tag_is_read_however_it_is_spelled(given_tag: str, code: str, name: str) -> None:
    language = get_language(given_tag)
    assert (language.code, language.name) == (code, name)
    assert is_language(code)
    assert is_language(given_tag) == (given_tag == code)


def test_the_script_says_how_a_language_is_written() -> None:
    for tag in "ar fa he ur yi dv ug ks pa-PK az-Arab nqo ff-Adlm".split():
        assert get_language(tag).right_to_left, tag
    for tag in "az ff sv hi ku-Latn ar-Latn pa".split():
        assert not get_language(tag).right_to_left, tag
    for tag in "zh-Hant zh-TW yue lo km my ja jv-Java".split():
        assert not get_language(tag).spaced, tag
    for tag in "ko vi ja-Latn jv am bn".split():
        assert get_language(tag).spaced, tag


@pytest.mark.parametrize(
    "tag",
    ["", " ", "xx", "xx-yy-zz", "en-gbb", "en-Latn-Latn", "und", "mul", "zxx", "root", "ｅｎ", "-"],
)
def test_what_is_no_language_is_refused_with_examples(tag: str) -> None:
    with pytest.raises(OptionError, match=r"a BCP 47 tag .* Tags look like 'sv'") as caught:
        get_language(tag)
    assert repr(tag) in str(caught.value)
    assert not is_language(tag)


@pytest.mark.parametrize("text", ["日" * 100_000, "en-x-" + "a-" * 50_000 + "a"])
def test_a_text_in_place_of_a_tag_is_refused_at_once(text: str) -> None:
    start = time.monotonic()
    with pytest.raises(OptionError, match="a BCP 47 tag"):
        get_language(text)
    assert nearest(text, ["de"]) is None and not is_language(text)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize("text", ["\x000000", "\x00" * 5, "german\x00", "\x00german\x00\x00"])
def test_what_ends_a_key_of_the_table_of_names_is_no_name(text: str) -> None:
    with pytest.raises(OptionError, match="a BCP 47 tag"):
        get_language(text)


@pytest.mark.parametrize("tag", [None, 3, ["de"], b"de"])
def test_what_is_no_text_is_refused(tag: object) -> None:
    with pytest.raises(OptionError, match="a BCP 47 tag"):
        get_language(tag)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("german", "de"),
        ("Deutsch", "de"),
        ("english", "en"),
        ("brazilian portuguese", "pt-BR"),
        ("jp", "ja"),
        ("cz", "cs"),
        (" sv ", "sv"),
        ("en_US.UTF-8", "en-US"),
    ],
)
def test_a_name_or_a_country_is_answered_with_the_tag(text: str, tag: str) -> None:
    with pytest.raises(OptionError, match=f"Did you mean '{tag}'?"):
        get_language(text)


tags = st.from_regex(r"[A-Za-z]{1,4}([-_][A-Za-z0-9]{1,8}){0,3}", fullmatch=True)


@given(st.one_of(tags, broken_text))
def test_a_wild_text_is_a_language_or_an_error(text: str) -> None:
    try:
        language = get_language(text)
    except OptionError:
        assert not is_language(text)
        return
    assert isinstance(language, Language)
    assert language.name
    assert get_language(language.code) == language
    assert language.code.isascii() and language.code.replace("-", "").isalnum()


@given(st.one_of(tags, broken_text), st.lists(st.one_of(tags, broken_text), max_size=4))
def test_the_nearest_is_one_of_the_others_or_none(text: str, others: list[str]) -> None:
    assert nearest(text, others) in (*others, None)


@pytest.mark.parametrize(
    ("tag", "others", "found"),
    [
        ("pt-BR", ["es", "pt"], "pt"),
        ("zh-Hant", ["zh_CN", "zh_TW"], "zh_TW"),
        ("zh-Hant", ["zh"], None),
        ("cmn", ["zh"], "zh"),
        ("nb", ["da", "no_XX"], "no_XX"),
        ("fil", ["tl"], "tl"),
        ("lb", ["de"], None),
        ("eu", ["es", "fr"], None),
        ("sv", [], None),
        ("german", ["de"], None),
    ],
)
def test_the_nearest_is_the_same_language_in_the_same_script(
    tag: str, others: list[str], found: str | None
) -> None:
    assert nearest(tag, others) == found


def test_letters_of_scripts_without_spaces() -> None:
    assert unspaced("")
    for text in ("ไทย", "ລາວ", "မြန်မာ", "ខ្មែរ", "かな", "カナ", "漢字", "𠀀", "ꦗꦮ"):
        assert unspaced(text), text
        assert not unspaced(f"{text}a")
    for text in ("a", "한국어", "हिन्दी", "я", " ", "1"):
        assert not unspaced(text), text


def test_a_script_and_its_letters_agree() -> None:
    letters = "th ไ lo ລ my မ km ខ ja か zh 漢 ko 한 hi ह ar ع he ש sv å".split()
    for tag, letter in zip(letters[::2], letters[1::2], strict=True):
        language = get_language(tag)
        assert language.spaced == (not unspaced(letter))
        assert language.right_to_left == (unicodedata.bidirectional(letter) in ("R", "AL"))


@pytest.mark.slow
def test_the_names_are_not_loaded_before_they_are_asked_for() -> None:
    code = "import sys, equimask.cli.main; print('langcodes' in sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "False"
