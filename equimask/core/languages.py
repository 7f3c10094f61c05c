"""The languages of the project: ISO 639-1 code, English name, and how their script behaves."""

from __future__ import annotations

from dataclasses import dataclass

from equimask.core.errors import OptionError, near_matches


@dataclass(frozen=True)
class Language:
    """What the engine has to know about a language."""

    code: str
    name: str
    spaced: bool = True
    right_to_left: bool = False


_LANGUAGES = (
    Language("ar", "Arabic", right_to_left=True),
    Language("de", "German"),
    Language("en", "English"),
    Language("es", "Spanish"),
    Language("fi", "Finnish"),
    Language("fr", "French"),
    Language("hi", "Hindi"),
    Language("id", "Indonesian"),
    Language("ja", "Japanese", spaced=False),
    Language("pt", "Portuguese"),
    Language("ru", "Russian"),
    Language("th", "Thai", spaced=False),
    Language("zh", "Chinese", spaced=False),
    # data that exists in more languages comes along
    Language("it", "Italian"),
    Language("ko", "Korean"),
    Language("nl", "Dutch"),
    Language("sk", "Slovak"),
    Language("tl", "Filipino"),
    Language("vi", "Vietnamese"),
)

LANGUAGES: dict[str, Language] = {language.code: language for language in _LANGUAGES}
CORE_LANGUAGES = tuple(sorted(language.code for language in _LANGUAGES[:13]))


def get_language(code: str) -> Language:
    """The language behind an ISO 639-1 code."""
    if code in LANGUAGES:
        return LANGUAGES[code]
    raise OptionError(
        expected="an ISO 639-1 language code known to Equimask",
        got=repr(code),
        fix=near_matches(str(code), LANGUAGES),
    )


# Scripts without spaces: a tokenizer's piece is the only word boundary there is.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
)


def unspaced(text: str) -> bool:
    """Whether all of the text is in scripts that write words without spaces between them."""
    return all(any(low <= ord(c) <= high for low, high in _UNSPACED) for c in text)
