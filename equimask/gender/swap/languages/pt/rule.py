"""Portuguese: what agrees with a gender word."""

from __future__ import annotations

import re

from equimask.gender.lexicon.types import Choice, Edit, Gender, Refusal, SwapContext
from equimask.gender.swap.languages.pt.inflection import (
    determiner_paradigms,
    guess_paradigm,
    paradigm,
)
from equimask.gender.swap.languages.romance.analysis import reworded
from equimask.gender.swap.languages.romance.data import by_form, column, word_lists, words_of
from equimask.gender.swap.languages.romance.rule import agree_by
from equimask.gender.swap.languages.romance.verbs import VerbForms, first_persons, present_forms
from equimask.gender.swap.languages.romance.words import Grammar, Paradigm, Tag, Word, low_at

_LANG = "pt"
_DETERMINERS = determiner_paradigms()
_CLITICS = by_form([Paradigm("o", "a", "os", "as")])
_PRONOUNS = by_form(Paradigm(f"{a}ele", f"{a}ela", f"{a}eles", f"{a}elas") for a in ("", "d", "n"))
REFERRING = frozenset(_PRONOUNS) | {"si mesmo", "si mesma", "si próprio", "si própria"}
_FUSED = re.compile(
    r"^(?:[dn](?:o|a|um|uma|un|est|ess|aquel|outr|algum|algun)|ao|à|pel[oa]|pr[oa])"
)
_CONTRACTED = frozenset(form for form in _DETERMINERS if _FUSED.match(form)) - {"nossa", "nosso"}
_BEFORE_PREPOSITION = frozenset({Tag.NOUN, Tag.ADJECTIVE, Tag.COORDINATOR})
_ARTICLES = frozenset(
    "o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela aqueles"
    " aquelas todo toda todos todas ambos ambas algum alguma nenhum nenhuma".split()
)
_POSSESSIVES = frozenset("minha minhas tua tuas sua suas nossa nossas vossa vossas".split())
_TITLES = frozenset(
    "senhor senhora doutor doutora professor professora presidente ministro ministra senador"
    " senadora governador governadora embaixador embaixadora sr. sra. dr. dra. prof. profa."
    " deputado deputada diretor diretora inspetor inspetora delegado delegada".split()
)
_FINITE = re.compile(
    r"\w{2,}(?:ou|aram|eram|iram|ava|avam|ará|erá|irá|arão|erão|irão|arei|erei|irei|aria|eria|iria"
    r"|ariam|eriam|iriam|asse|esse|isse|assem|essem|issem|ei|am|em|amos|emos|imos|eu|iu|aste|este"
    r"|iste|ia|iam|[bcdfglmnprstvz]i)$"
)
_NONFINITE = re.compile(r"\w+(?:[aeiíô]r|ando|endo|indo)(?:-\w+)?$")
_WITH_OBJECT = re.compile(r"(?P<verb>\w+(?:-(?:me|te|se|lhe))?-[ln]?)[oa]s?$")
# After these an "a" before a possessive is the preposition: "disse a minha mãe".
_DATIVE = re.compile(
    r"(?:diss|diz|d[eá]|deu|dei|dar|deram|cont|ped|telefon|mostr|escrev|respond|pergunt|ofere|envi"
    r"|mand|compr|entreg|obede|agrade|pertenc|prome|fal|lig|apresent|ensin|perdo|assist|and|junto"
    r"|gra[çt]|quanto|devido|rela|igual|semelhant|fiel|leal)\w*"
)


def agree(context: SwapContext) -> Choice | Refusal:
    """Choose the record of the gender word and edit all that agrees with it."""
    return agree_by(GRAMMAR, _TITLES, context)


def _is_preposition(words: list[Word], index: int) -> bool:
    """ "a" before anything that no feminine singular article can stand before."""
    if words[index].low != "a":
        return False
    following = low_at(words, index + 1)
    beside = index + 1 < len(words) and words[index + 1].tag is Tag.GENDER
    if beside and following.endswith(("s", "o", "em", "or", "ei", "ai")):
        return True
    if _VERBS.is_nonfinite(following) and following not in _NOUNS:
        return True
    forms = _DETERMINERS.get(following)
    if forms is not None and following not in _CLITICS:
        return ("female", "sing") not in forms.readings(following) or following in _ARTICLES
    pronoun = following in _PRONOUNS or following in _LISTS["fixed_pronouns"]
    return pronoun or following[:1].isdigit()


def _is_clitic(words: list[Word], index: int) -> bool:
    """ "não a vi" is a pronoun, "a rainha" an article."""
    before, following = low_at(words, index - 1), low_at(words, index + 1)
    if following in _NOUNS or following in _ADJECTIVES:
        return False
    if before in ("não", "que", "se", "já", "nunca", "quem") and _VERBS.is_verb(following):
        return not _NONFINITE.match(following)
    finite = _FINITE.match(following) and not following.endswith(("esse", "este", "em", "ia", "eu"))
    return following in _IRREGULAR or following in _LISTS["auxiliaries"] or bool(finite)


def _enclitic(low: str) -> Paradigm | None:
    """ "vê-la", "conheci-o": an object pronoun joined by a hyphen."""
    match = _WITH_OBJECT.match(low)
    if match is None or low in _NOUNS:
        return None
    return Paradigm(*(match["verb"] + end for end in ("o", "a", "os", "as")))


def _could_be(low: str, gender: Gender, number: str) -> bool:
    endings = {
        ("male", "sing"): ("o", "or", "ês", "eu"),
        ("female", "sing"): ("a", "ã"),
        ("male", "plur"): ("os", "ores", "eses", "ões", "ães", "eus"),
        ("female", "plur"): ("as", "ãs"),
    }
    return low.endswith(endings[gender, number])


def _determine(
    words: list[Word], index: int, following: str, target: Gender, number: str
) -> list[Edit] | None:
    word = words[index]
    forms = _DETERMINERS.get(word.low)
    if forms is None:
        return []
    if word.low == "a" and low_at(words, index + 1) in _POSSESSIVES:
        place = index - 1
        while place >= 0 and words[place].tag is Tag.ADVERB:
            place -= 1
        before = words[place] if place >= 0 else None
        if before and (_DATIVE.match(before.low) or before.tag in _BEFORE_PREPOSITION):
            return None
    if word.low in ("pra", "pras") and target == "male":
        return None
    new = forms.form(target, number)
    return reworded(words, index, index, new, "determiner") if new else None


_LISTS = word_lists(_LANG, paradigm)
_NOUNS, _ADJECTIVES = _LISTS["nouns"], _LISTS["adjectives"]
_IRREGULAR = column(_LANG, "finite_verbs")
_REGULAR = column(_LANG, "verbs")
_VERBS = VerbForms(
    listed=_IRREGULAR | present_forms(_REGULAR, "ea"),
    first_person=first_persons(_REGULAR)
    | set(
        "quero posso tenho vou devo faço digo ponho saio venho sei vejo dou creio ouço trago"
        " conheço penso sinto peço sigo durmo morro volto encontro".split()
    ),
    finite=_FINITE,
    nonfinite=_NONFINITE,
    nouns=_NOUNS,
    copulas=_LISTS["copulas"],
)

GRAMMAR = Grammar(
    **_LISTS,
    determiners=_DETERMINERS,
    fixed_determiners=words_of(_LANG, "determiner"),
    contracted=_CONTRACTED,
    relatives=frozenset({"que", "quem", "qual", "quais"}),
    adverb_suffix="mente",
    clitics=_CLITICS,
    object_pronouns=frozenset("me te nos vos lhe lhes".split()),
    pronouns=_PRONOUNS,
    oblique=frozenset(_PRONOUNS) - {"ele", "ela", "eles", "elas"},
    possessors=frozenset("dele dela deles delas".split()),
    speaking_endings=("ei", "i", "o", "mos", "s", "aste", "este", "iste"),
    speakers=frozenset("eu tu você vocês nós vós".split()),
    third_persons=frozenset("seu sua seus suas lhe lhes".split()),
    verbs=_VERBS.listed,
    is_verb=_VERBS.is_verb,
    is_nonfinite=_VERBS.is_nonfinite,
    guess_paradigm=guess_paradigm,
    feminine_endings=tuple("ção são dade tude agem a ã çõe sõe gen".split()),
    masculine_endings=tuple("o or ismo mento ore eu é im".split()),
    could_be=_could_be,
    is_clitic=_is_clitic,
    is_preposition=_is_preposition,
    enclitic=_enclitic,
    determine=_determine,
    takes_short=lambda following: False,
    predeterminers=frozenset({"todo", "toda", "todos", "todas", "ambos", "ambas"}),
    postdeterminers=frozenset(_DETERMINERS) - _ARTICLES - _CONTRACTED,
    possessives=_POSSESSIVES,
    wives=frozenset({"mulher"}),
    settling_verbs=tuple(
        "cheg sa viv morr nasc volt and v fic ca regress acab termin dorm entr sent mor"
        " encontr".split()
    ),
    naming_verbs=("cham",),
    having=("ter", "tenh", "tem", "tinh", "tev", "tive", "há", "procur", "quer", "precis"),
    fact_verbs=tuple("sab soub sei diss diz faz fez fiz acredit consegu permit promet".split()),
    others=frozenset({"outros", "outras"}),
    mankind=frozenset({"homem"}),
    verb_like=frozenset({"dona"}),
    ranks=frozenset("primeiro último segundo terceiro único".split()),
    life_stages=frozenset("pequeno solteiro casado velho".split()),
    bare_nouns=frozenset("papai mamãe papá mamã vovô vovó titio titia".split()),
    as_words=frozenset({"como", "qual"}),
    locatives=frozenset("em desde até no na nos nas".split()),
    comparatives=frozenset({"do"}),
    of=frozenset({"de"}),
    that=frozenset({"que"}),
)
