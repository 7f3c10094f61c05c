"""Russian pronouns that may refer to a gender noun, and when they surely do."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Gender, Refusal
from equimask.gender.swap.languages.ru.adjectives import agreement_cases
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.verbs import governs
from equimask.gender.swap.languages.ru.words import NAMING, PREPOSITIONS, plain

_MALE = {
    "он": "она",
    "его": "её",
    "ему": "ей",
    "него": "неё",
    "нему": "ней",
    "нем": "ней",
    "ним": "ней",
}
_FEMALE = {"она": "он", "ее": "его", "ею": "им", "нее": "него"}
PERSONAL = frozenset({*_MALE, *_FEMALE, "им", "ей", "ней", "нею"})
_NEUTER_OR_OTHER = (
    "о",
    "ие",
    "ость",
    "ции",
    "цию",
    "цией",
    "ыми",
    "ими",
    "ами",
    "ями",
    "ах",
    "ях",
    "ам",
)
_RELATIVE_MALE: dict[str, tuple[str, ...]] = {
    "который": ("nom",), "которого": ("gen", "acc"), "которому": ("dat",),
    "которым": ("ins",), "котором": ("loc",),
}  # fmt: skip
_RELATIVE_FEMALE: dict[str, tuple[str, ...]] = {
    "которая": ("nom",), "которую": ("acc",), "которой": ("gen", "dat", "ins", "loc"),
}  # fmt: skip
_TO_FEMALE = {
    "nom": "которая",
    "acc": "которую",
    "gen": "которой",
    "dat": "которой",
    "ins": "которой",
    "loc": "которой",
}
_TO_MALE = {
    "nom": "который",
    "acc": "которого",
    "gen": "которого",
    "dat": "которому",
    "ins": "которым",
    "loc": "котором",
}


def personal_pronouns(sentence: Sentence) -> list[int]:
    """All third-person pronouns of the sentence."""
    return [i for i, low in enumerate(sentence.low) if low in PERSONAL]


def refers(sentence: Sentence, phrase: Phrase, index: int) -> bool:
    """Whether the pronoun behind the noun has it as its only possible antecedent."""
    low = sentence.low[index]
    if index < phrase.start or low not in {*_of(sentence.gender), "ей", "ней"}:
        return False
    if sentence.gender == "male" and low in ("ей", "ней"):
        return False
    if index in sentence.segment_between(phrase.start, phrase.end):
        return False
    if (
        low in ("его", "ее")
        and sentence.low[phrase.end : phrase.end + 1] == ["и"]
        and index == phrase.end + 1
    ):
        return True
    if (
        sentence.segment_of(index).opener in ("и", "или")
        and not sentence.segment_of(index).after_comma
        and low in ("его", "ее", "ему", "ей")
    ):
        return False
    return not any(
        _is_rival(sentence, i) for i in range(index) if not phrase.start <= i < phrase.end
    )


def pronoun_edit(sentence: Sentence, index: int) -> Edit | Refusal:
    """The pronoun in the other gender."""
    low = sentence.low[index]
    if sentence.gender == "male":
        return sentence.edit(index, _MALE[low], "pronoun")
    if low in _FEMALE:
        return sentence.edit(index, _FEMALE[low], "pronoun")
    before = sentence.low[index - 1] if index else ""
    if low == "ней" and before in PREPOSITIONS:
        cases = PREPOSITIONS[before]
        for case, form in (("loc", "нём"), ("dat", "нему"), ("ins", "ним")):
            if case in cases:
                return sentence.edit(index, form, "pronoun")
    return Refusal("pronoun_case", sentence.tokens[index].text)


def relative_edit(sentence: Sentence, phrase: Phrase) -> Edit | Refusal | None:
    """The relative pronoun right behind the noun phrase, with the case that it shows."""
    index = phrase.end
    if index >= len(sentence.low) or sentence.low[index] != ",":
        return _other_relative(sentence, phrase)
    index += 1
    preposition = ""
    if index < len(sentence.low) and sentence.low[index] in PREPOSITIONS:
        preposition = sentence.low[index]
        index += 1
    table = _RELATIVE_MALE if sentence.gender == "male" else _RELATIVE_FEMALE
    if index >= len(sentence.low) or sentence.low[index] not in table:
        return _other_relative(sentence, phrase)
    cases = table[sentence.low[index]]
    if preposition in ("с", "со"):  # with a person, hardly ever off a person
        cases = tuple(case for case in cases if case == "ins")
    elif preposition:
        cases = tuple(case for case in cases if case in PREPOSITIONS[preposition])
    elif len(cases) > 1:
        cases = _governed(sentence, index, cases)
    forms = {(_TO_FEMALE if sentence.gender == "male" else _TO_MALE)[case] for case in cases}
    if len(forms) != 1:
        return Refusal("relative_case", sentence.tokens[index].text)
    if phrase.left >= 0 and _owned_by_noun(sentence, phrase):
        return Refusal("relative_antecedent", sentence.tokens[index].text)
    return sentence.edit(index, forms.pop(), "relative")


def _governed(sentence: Sentence, index: int, cases: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cases that the verb of the relative clause asks for."""
    demanded: set[str] = set()
    segment = sentence.segment_of(index)
    for place in range(index + 1, segment.end):
        if sentence.low[place] in ("не", "нет"):
            return cases
        if sentence.low[place] in NAMING:
            demanded.add("acc")
        demanded |= governs(sentence.low[place]) - {"copula"}
    fitting = tuple(case for case in cases if case in demanded)
    return fitting or cases


def _other_relative(sentence: Sentence, phrase: Phrase) -> Refusal | None:
    """Detached relatives and participles that may belong to the noun."""
    forms = _RELATIVE_MALE if sentence.gender == "male" else _RELATIVE_FEMALE
    for index in range(phrase.end, len(sentence.low)):
        if sentence.is_verb(index) or sentence.marked(index) is not None:
            return None
        if sentence.low[index] in forms:
            return Refusal("relative_antecedent", sentence.tokens[index].text)
    return None


def _owned_by_noun(sentence: Sentence, phrase: Phrase) -> bool:
    left = phrase.left
    if left < 0 or sentence.is_closed(left) or sentence.is_mark(left) or sentence.is_verb(left):
        return False
    return not sentence.is_subject_pronoun(left)


def _of(gender: Gender) -> dict[str, str]:
    return _MALE if gender == "male" else _FEMALE


def _is_rival(sentence: Sentence, index: int) -> bool:
    """Whether the token may be a noun to which the pronoun refers instead."""
    low = plain(sentence.tokens[index].text)
    if sentence.is_mark(index) or sentence.is_closed(index) or sentence.is_verb(index):
        return False
    if sentence.is_subject_pronoun(index) or low in PERSONAL:
        return False
    if agreement_cases(low, "male") or agreement_cases(low, "female"):
        return False
    return not low.endswith(_NEUTER_OR_OTHER)
