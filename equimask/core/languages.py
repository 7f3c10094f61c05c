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
