"""Spanish: what agrees with a gender word."""

from __future__ import annotations

import re

from equimask.gender.lexicon.types import Choice, Edit, Gender, Refusal, SwapContext
from equimask.gender.swap.languages.es.inflection import (
    determiner_paradigms,
    guess_paradigm,
    paradigm,
)
from equimask.gender.swap.languages.romance.analysis import reworded
from equimask.gender.swap.languages.romance.data import by_form, column, word_lists, words_of
from equimask.gender.swap.languages.romance.rule import agree_by
from equimask.gender.swap.languages.romance.verbs import VerbForms, first_persons, present_forms
from equimask.gender.swap.languages.romance.words import Grammar, Paradigm, Word, low_at

_LANG = "es"
_DETERMINERS = determiner_paradigms()
_CLITICS = by_form([Paradigm("lo", "la", "los", "las")])
_PRONOUNS = by_form(
    [
        Paradigm("él", "ella", "ellos", "ellas"),
        Paradigm("", "", "nosotros", "nosotras"),
        Paradigm("", "", "vosotros", "vosotras"),
    ]
)
REFERRING = frozenset(_PRONOUNS) | {
    "sí mismo", "sí misma", "consigo mismo", "consigo misma",
}  # fmt: skip
# Feminine nouns that begin with a stressed a take the article of the masculine.
_TONIC_A = frozenset("ama aya alma hada águila ave ánima".split())
# Writers differ: "la árbitra" and "el árbitra" are both defended.
_DISPUTED = frozenset({"árbitra"})
_ARTICLES = frozenset(
    "el la los las un una unos unas este esta estos estas ese esa esos esas todo toda todos todas"
    " aquel aquella aquellos aquellas ambos ambas alguno alguna algún ningún ninguna".split()
)
_AFTER_NEUTER = frozenset("que de del más menos mismo cual mejor peor demás suyo tuyo".split())
_CONTRACTIONS = {"a": "al", "de": "del"}
_TITLES = frozenset(
    "señor señora señorita señorito doctor doctora profesor profesora presidente presidenta"
    " ministro ministra senador senadora gobernador gobernadora embajador embajadora sr. sra."
    " dr. dra. don doña diputado diputada director directora inspector inspectora".split()
)
_SURELY_FINITE = re.compile(
    r"\w{2,}(?:ó|aron|ieron|aba|aban|ábamos|aste|iste|é|í|imos|aría|ería|iría|rá|rán|ré|remos"
    r"|ía|ían|íamos|áis|éis|iera|iese|ieran|ara|aran|ase|amos|emos|an|en)$"
)
_FINITE = re.compile(
    r"\w{2,}(?:ó|aron|ieron|aba|aban|ábamos|rá|rán|ré|remos|aría|ería|iría"
    r"|arían|erían|irían|asteis|isteis|iera|ieran|iese|iesen|ase|asen|ía|ían|íamos|an|en|amos"
    r"|emos|imos|aste|iste|áis|éis|é|í)$"
)
_NONFINITE = re.compile(
    r"\w+(?:[aeií]r(?:se|lo|la|los|las|le|les|me|te|nos|os)?|(?:ando|iendo|yendo)"
    r"|(?:ándo|iéndo|yéndo)(?:se|lo|la|los|las|le|les|me|te|nos)(?:lo|la|los|las)?)$"
)
_WITH_OBJECT = re.compile(r"(?P<verb>\w+(?:[aeií]r|ándo|iéndo|yéndo)(?:se|me|te|nos)?)l[oa]s?$")


def agree(context: SwapContext) -> Choice | Refusal:
    """Choose the record of the gender word and edit all that agrees with it."""
    return agree_by(GRAMMAR, _TITLES, context)


def _is_clitic(words: list[Word], index: int) -> bool:
    """ "la vi" is a pronoun, "la reina" an article."""
    before, following = low_at(words, index - 1), low_at(words, index + 1)
    if before in ("no", "se", "me", "te", "nos", "os") and following not in _NOUNS:
        return True
    if words[index].low != "lo" and before in _LISTS["prepositions"]:
        return False
    beyond = low_at(words, index + 2)
    if following.endswith(("ía", "ías")) and (
        before not in ("que", "quien", "no", "ya") or _VERBS.is_verb(beyond) or beyond in _COPULAS
    ):
        return False
    if words[index].low == "lo":
        return following not in _ADJECTIVES and following not in _AFTER_NEUTER
    if following in _NOUNS or following in _ADJECTIVES:
        return False
    return following in _VERBS.first_person or (
        following in _LISTS["auxiliaries"]
        or following in _COPULAS
        or following in _IRREGULAR
        or bool(_SURELY_FINITE.match(following))
    )


def _enclitic(low: str) -> Paradigm | None:
    """ "verla", "saludándolo": an object pronoun written with its verb."""
    match = _WITH_OBJECT.match(low)
    if match is None or low in _NOUNS or low in _VERBS.listed:
        return None
    return Paradigm(*(match["verb"] + end for end in ("lo", "la", "los", "las")))


def _could_be(low: str, gender: Gender, number: str) -> bool:
    endings = {
        ("male", "sing"): ("o", "or", "án", "ón", "ín", "és"),
        ("female", "sing"): ("a",),
        ("male", "plur"): ("os", "ores", "anes", "ones", "ines", "eses"),
        ("female", "plur"): ("as",),
    }
    return low.endswith(endings[gender, number])


def _determine(
    words: list[Word], index: int, following: str, target: Gender, number: str
) -> list[Edit] | None:
    word = words[index]
    tonic = target == "female" and following in _TONIC_A
    if target == "female" and following in _DISPUTED and word.low in ("el", "al", "del", "un"):
        return None
    if tonic and word.low in ("el", "al", "del", "un", "algún", "ningún"):
        return []
    if word.low in ("al", "del"):
        new = ("a la" if word.low == "al" else "de la") if target == "female" else word.low
        return reworded(words, index, index, new, "contraction")
    if word.low == "la" and target == "male":
        before = low_at(words, index - 1)
        if before in _CONTRACTIONS:
            return reworded(words, index - 1, index, _CONTRACTIONS[before], "contraction")
        return reworded(words, index, index, "el", "article")
    forms = _DETERMINERS.get(word.low)
    if forms is None or (word.low == "el" and target == "male"):
        return []
    short = following not in ("", "de", "del", "que")
    return reworded(words, index, index, forms.form(target, number, short=short), "determiner")


_LISTS = word_lists(_LANG, paradigm)
_NOUNS, _ADJECTIVES, _COPULAS = _LISTS["nouns"], _LISTS["adjectives"], _LISTS["copulas"]
_IRREGULAR = column(_LANG, "finite_verbs")
_REGULAR = column(_LANG, "verbs")
_VERBS = VerbForms(
    listed=_IRREGULAR | present_forms(_REGULAR, "eao"),
    first_person=first_persons(_REGULAR)
    | set(
        "quiero puedo tengo voy debo hago digo pongo salgo vengo sé veo doy creo oigo traigo"
        " conozco pienso siento pido sigo duermo muero vuelvo encuentro cuento recuerdo juego"
        " empiezo".split()
    ),
    finite=_FINITE,
    nonfinite=_NONFINITE,
    nouns=_NOUNS,
    copulas=_COPULAS,
)

GRAMMAR = Grammar(
    **_LISTS,
    determiners=_DETERMINERS,
    fixed_determiners=words_of(_LANG, "determiner") | {"lo"},
    contracted=frozenset({"al", "del"}),
    relatives=frozenset({"que", "quien", "quienes", "cual", "cuales"}),
    adverb_suffix="mente",
    clitics=_CLITICS,
    object_pronouns=frozenset("me te nos os le les".split()),
    pronouns=_PRONOUNS,
    speaking_endings=("é", "í", "o", "mos", "s", "aste", "iste"),
    speaking_pronouns=frozenset({"nosotros", "vosotros"}),
    speakers=frozenset("yo tú usted ustedes vos".split()),
    third_persons=frozenset("su sus le les".split()),
    verbs=_VERBS.listed,
    is_verb=_VERBS.is_verb,
    is_nonfinite=_VERBS.is_nonfinite,
    guess_paradigm=guess_paradigm,
    feminine_endings=tuple("ción sión dad tad tud umbre a cione sione dade".split()),
    masculine_endings=tuple("o or aje ón ismo miento ore".split()),
    could_be=_could_be,
    is_clitic=_is_clitic,
    determine=_determine,
    takes_short=bool,
    enclitic=_enclitic,
    sometimes_adverbs=frozenset({"solo"}),
    predeterminers=frozenset({"todo", "toda", "todos", "todas"}),
    postdeterminers=frozenset(_DETERMINERS) - _ARTICLES - {"al", "del"},
    possessives=frozenset("mi mis tu tus su sus nuestra nuestras vuestra vuestras".split()),
    wives=frozenset({"mujer"}),
    settling_verbs=tuple(
        "lleg sal viv mor mur muer nac volv vuelv regres and v qued ca pus se acab termin est"
        " fue iba duerm durm camin entr sent sient encontr encuentr hiz".split()
    ),
    naming_verbs=("llam",),
    having=("ten", "tien", "tuv", "hay", "busc", "quier", "necesit", "falt"),
    fact_verbs=tuple("sab sé sup dij dic dec cre hac hiz hic hag promet permit logr".split()),
    others=frozenset({"otros", "otras"}),
    mankind=frozenset({"hombre"}),
    verb_like=frozenset({"reina"}),
    ranks=frozenset("primero último segundo tercero único".split()),
    life_stages=frozenset("pequeño chico soltero casado viejo recién".split()),
    bare_nouns=frozenset({"papá", "mamá", "papi", "mami", "abuelito", "abuelita"}),
    as_words=frozenset({"como"}),
    locatives=frozenset("en desde hasta hacia".split()),
    of=frozenset({"de"}),
    that=frozenset({"que"}),
)
