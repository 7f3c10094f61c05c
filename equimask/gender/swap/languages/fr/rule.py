"""French: what agrees with a gender word."""

from __future__ import annotations

import re

from equimask.gender.lexicon.types import Choice, Gender, Refusal, SwapContext
from equimask.gender.swap.languages.fr.articles import DETERMINERS, determine, join
from equimask.gender.swap.languages.fr.elision import elides
from equimask.gender.swap.languages.fr.inflection import guess_paradigm, paradigm
from equimask.gender.swap.languages.fr.participles import settle_participles
from equimask.gender.swap.languages.romance.data import by_form, column, word_lists, words_of
from equimask.gender.swap.languages.romance.rule import agree_by
from equimask.gender.swap.languages.romance.words import Grammar, Paradigm, Word, low_at

_LANG = "fr"
_CLITICS = by_form([Paradigm("le", "la", "", "")])
_SUBJECT = Paradigm("il", "elle", "ils", "elles")
_STRESSED = Paradigm("lui", "elle", "eux", "elles")
_POINTING = [
    Paradigm(f"celui{near}", f"celle{near}", f"ceux{near}", f"celles{near}")
    for near in ("", "-ci", "-là")
]
_SELF = Paradigm("lui-même", "elle-même", "eux-mêmes", "elles-mêmes")
_PRONOUNS = {form: p for p in [_SUBJECT, *_POINTING] for form in p} | by_form([_SELF])
REFERRING = (frozenset(_PRONOUNS) | frozenset(_STRESSED)) - {""}
_RELATIVES = frozenset(
    "qui que qu' lequel laquelle lesquels lesquelles auquel auxquels auxquelles duquel desquels"
    " desquelles".split()
)
_TITLES = frozenset(
    "monsieur madame mme m. président présidente sénateur sénatrice député députée inspecteur"
    " inspectrice directeur directrice ambassadeur ambassadrice conseiller conseillère messieurs"
    " mesdames".split()
)
_FINITE = re.compile(
    r"\w{2,}(?:ait|aient|ais|era|eront|erait|eraient|ira|iront|irait|iraient|ra|ront|rait|raient|èrent"
    r"|irent|urent|issent|issait|ent|ons|ez|ât|ît|ût)$"
)
_NONFINITE = re.compile(r"\w{2,}(?:er|ir|oir|dre|tre|vre|ire|aire|oire|ant)(?:-\w+)*$")
_BETWEEN_IL_AND_VERB = frozenset("n' ne me m' te t' lui nous vous leur".split())
_IN_TE = re.compile(r"(?P<stem>\w+(?:i|e|r|au|n|l)t)ée?s?$")
_BEFORE_CLITIC = frozenset(
    "je j' tu il elle on nous vous ils elles ne n' me m' te t' qui se s' leur".split()
)
_IMPERSONAL = re.compile(
    r"(?:faut|fallait|faudra|faudrait|fallut|pleut|pleuvait|neige|neigeait|vaut|valait|suffit"
    r"|paraît|importe|convient|arrive|reste|existe|fait|faisait|semble|semblait|manque|plaît|plait)$"
)


def agree(context: SwapContext) -> Choice | Refusal:
    """Choose the record of the gender word and edit all that agrees with it."""
    return agree_by(GRAMMAR, _TITLES, context, settle_participles)


def _guess_paradigm(low: str) -> Paradigm | None:
    """Nouns in -té look like participles; a participle has its verb in the list."""
    match = _IN_TE.match(low)
    if match is not None and match["stem"] + "er" not in _REGULAR:
        return None
    return guess_paradigm(low)


def _is_verb(low: str) -> bool:
    return low in _VERBS or (low not in _NOUNS and bool(_FINITE.match(low) or _is_nonfinite(low)))


def _is_nonfinite(low: str) -> bool:
    return _LISTS["copulas"].get(low) == "n" or (
        bool(_NONFINITE.match(low))
        and low not in _ADJECTIVES
        and low not in _NOUNS
        and low not in _LISTS["adverbs"]
    )


def _is_clitic(words: list[Word], index: int) -> bool:
    """ "je la vois" is a pronoun, "la reine" an article."""
    before, following = low_at(words, index - 1), low_at(words, index + 1)
    if following in _ADJECTIVES and following not in _VERBS:
        return before in _BEFORE_CLITIC and following in _AUXILIARIES
    if before in _BEFORE_CLITIC or (following.endswith("ant") and before == "en"):
        return True
    if following in _NOUNS:
        return False
    return following in _AUXILIARIES or following in _REGULAR


def _is_impersonal(words: list[Word], index: int) -> bool:
    """ "il faut", "il y a", "il est temps": nobody is meant."""
    if words[index].low != "il":
        return False
    place = index + 1
    while place < len(words) and words[place].low in _BETWEEN_IL_AND_VERB:
        place += 1
    if place == len(words):
        return False
    low = words[place].low
    if low == "s'":
        return low_at(words, place + 1).startswith(("agi", "avér", "avèr"))
    if low == "y":
        return low_at(words, place + 1) in _AUXILIARIES
    if low in ("est", "était", "serait", "sera", "fut"):
        rest = [w.low for w in words[place + 1 : place + 6]]
        if rest and (rest[0] in DETERMINERS or rest[0] == "l'"):
            return False
        return bool(
            {"que", "qu'", "de", "d'", "temps", "tard", "tôt", "vrai"} & set(rest[:4])
        ) and (not rest or rest[0] not in _ADJECTIVES or _ADJECTIVES[rest[0]].masculine == rest[0])
    return bool(_IMPERSONAL.match(low))


def _enclitic(low: str) -> Paradigm | None:
    """ "est-elle", "regarde-la": a pronoun joined by a hyphen."""
    verb, hyphen, last = low.rpartition("-")
    for forms in (_SUBJECT, Paradigm("le", "la", "", "")):
        if hyphen and last in forms:
            return Paradigm(*(f"{verb}-{form}" if form else "" for form in forms[:4]))
    return None


def _could_be(low: str, gender: Gender, number: str) -> bool:
    if number == "plur":
        return low.endswith("es") if gender == "female" else low.endswith(("s", "x"))
    if gender == "female":
        return low.endswith("e") and not low.endswith(("ique", "iste", "aire", "able", "ible"))
    return not low.endswith(("e", "s-là", "là", "ci"))


_LISTS = word_lists(_LANG, paradigm)
_NOUNS, _ADJECTIVES = _LISTS["nouns"], _LISTS["adjectives"]
_AUXILIARIES = _LISTS["auxiliaries"]
_REGULAR = column(_LANG, "verbs")
_VERBS = (
    column(_LANG, "finite_verbs")
    | {verb[:-1] for verb in _REGULAR if verb.endswith("er")}
    | {verb[:-2] + end for verb in _REGULAR if verb.endswith("er") for end in ("a", "ent")}
    | {verb[:-3] + "gea" for verb in _REGULAR if verb.endswith("ger")}
)

GRAMMAR = Grammar(
    **_LISTS,
    determiners=DETERMINERS,
    fixed_determiners=words_of(_LANG, "determiner"),
    contracted=frozenset({"du", "au", "des", "aux"}),
    relatives=_RELATIVES,
    adverb_suffix="ment",
    clitics=_CLITICS,
    object_pronouns=frozenset("me m' te t' nous vous lui leur les l'".split()),
    pronouns=_PRONOUNS,
    stressed=by_form([_STRESSED]),
    speaking_endings=("ai", "ons", "ez", "s"),
    speakers=frozenset("je j' tu nous vous on".split()),
    third_persons=frozenset("son sa ses leur leurs lui".split()),
    verbs=_VERBS,
    is_verb=_is_verb,
    is_nonfinite=_is_nonfinite,
    guess_paradigm=_guess_paradigm,
    feminine_endings=tuple(
        "tion sion xion té ée ence ance ure ette elle euse trice ie ade esse tude ise ienne onne"
        " enne ille ine aine ière rue ète ace lle nne tte sse".split()
    ),
    masculine_endings=tuple("ment age eau isme oir in on ier ard ot et al is".split()),
    could_be=_could_be,
    is_clitic=_is_clitic,
    is_impersonal=_is_impersonal,
    enclitic=_enclitic,
    join=join,
    determine=determine,
    takes_short=elides,
    predeterminers=frozenset("tout toute tous toutes".split()),
    postdeterminers=frozenset("tel telle tels telles certain certaine".split()),
    possessives=frozenset("ma ta sa mes tes ses notre votre leur nos vos leurs".split()),
    wives=frozenset({"femme", "femmes", "fille", "filles"}),
    address_forms=frozenset("monsieur madame messieurs mesdames".split()),
    predicated=frozenset({"lui", "elle", "eux", "elles"}),
    settling_verbs=tuple(
        "arriv part viv vit vécu mour meur naî naqu rentr rev tomb sort dor entr trouv finir"
        " finit march".split()
    ),
    naming_verbs=("appel", "nomm", "prénomm"),
    having=("cherch", "veut", "veux"),
    fact_verbs=tuple("veu voul voud sai sav sut di fai fer croi peu pou promet perm prouv".split()),
    mankind=frozenset({"homme"}),
    ranks=frozenset("premier dernier deuxième second seul".split()),
    life_stages=frozenset("petit".split()),
    bare_nouns=frozenset("papa maman papi mamie papy mamy tonton tata pépé mémé".split()),
    as_words=frozenset({"comme"}),
    locatives=frozenset("en dans à vers chez depuis".split()),
    of=frozenset({"de", "d'"}),
    that=frozenset({"que", "qu'"}),
)
