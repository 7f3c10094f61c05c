"""What some languages write together with a listed word, and forms that only appear so."""

from __future__ import annotations

from dataclasses import dataclass

_ARABIC_PROCLITICS = "[وف]?(?:[بك]?ال|لل|[بلك])?"
_ARABIC_ENCLITICS = "هما|كما|ها|هم|هن|كم|كن|نا|ني|ه|ك|ي|ا"


@dataclass(frozen=True)
class Affixes:
    """Patterns of what may stand before and after a listed word inside one written word.

    Forms with something after them are found, and swapped only where it stays as it is.
    """

    before: str = ""
    after: str = ""
    after_stays: bool = True


_AFFIXES = {
    "ar": Affixes(before=_ARABIC_PROCLITICS, after=_ARABIC_ENCLITICS, after_stays=False),
    "fi": Affixes(after="nsa|nsä|mme|nne|ni|si|kin|kaan|kään|ko|kö|han|hän", after_stays=False),
    "id": Affixes(after="(?:nya|ku|mu)?(?:lah|kah|pun)?"),
}


def affixes_of(lang: str) -> Affixes:
    """What the language glues to its words; nothing as a rule."""
    return _AFFIXES.get(lang, Affixes())


def spellings(form: str, lang: str) -> tuple[str, ...]:
    """How a listed form may be spelled in running text, the listed spelling first."""
    variants = [form]
    if lang == "de" and "ß" in form:
        variants.append(form.replace("ß", "ss"))
    if lang == "ar":
        if form.startswith("امرأ"):  # the article swallows the first letter: المرأة
            variants.append(form[1:])
        if form.endswith("ة"):  # before a pronoun the ending opens: زوجة, زوجته
            variants.append(form[:-1] + "ت")
    if lang == "fi" and form.endswith("n"):  # before a possessive the n goes: miehen, miehensä
        variants.append(form[:-1])
    if lang == "ru" and "ё" in form:
        variants.append(form.replace("ё", "е"))
    if lang == "hi":  # one nasal sign for the other, dots below left out: मां, लडका
        nasal = form.replace("ँ", "ं")
        dotless = (form.replace("\u093c", ""), nasal.replace("\u093c", ""))
        variants += sorted({nasal, *dotless} - {form})
    return tuple(variants)


def fits(spelling: str, form: str, before: str, after: str, lang: str) -> bool:
    """Whether that spelling of the form may stand between these affixes."""
    if lang == "ar":
        if after == "ا" and len(spelling) < 3:  # جدا is "very" and not a grandfather
            return False
        if spelling == form:
            return True
        return before.endswith(("ال", "لل")) if spelling == form[1:] else after not in ("", "ا")
    if lang == "id" and after:  # buku is a book and not "my Mrs"
        return len(form) >= 3 and form[:1].islower()
    if lang == "fi" and spelling != form:
        return after in ("nsa", "nsä", "mme", "nne", "ni", "si")
    return True


def joined(word: str, before: str, lang: str) -> str:
    """The word as it is written right after the text `before`."""
    if lang == "ar" and word.startswith("امرأ") and before.endswith(("ال", "لل")):
        return word[1:]
    return word
