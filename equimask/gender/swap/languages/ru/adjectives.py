"""Russian adjectives, participles, possessives and demonstratives in the singular."""

from __future__ import annotations

import re
from functools import lru_cache

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.languages.ru.words import plain
from equimask.gender.swap.languages.tables import column

CASES = ("nom", "gen", "dat", "acc", "ins", "loc")
# masculine: nominative, genitive (also accusative of persons), dative, instrumental, locative;
# feminine: nominative, one form for four cases, accusative
_DETERMINERS = """
мой моего моему моим моём моя моей мою
твой твоего твоему твоим твоём твоя твоей твою
свой своего своему своим своём своя своей свою
наш нашего нашему нашим нашем наша нашей нашу
ваш вашего вашему вашим вашем ваша вашей вашу
этот этого этому этим этом эта этой эту
тот того тому тем том та той ту
весь всего всему всем всём вся всей всю
сам самого самому самим самом сама самой саму
один одного одному одним одном одна одной одну
чей чьего чьему чьим чьём чья чьей чью
третий третьего третьему третьим третьем третья третьей третью
""".split("\n")[1:-1]
_MALE_CASES: dict[str, tuple[str, ...]] = {
    "ый": ("nom",), "ий": ("nom",), "ой": ("nom",), "ого": ("gen", "acc"), "его": ("gen", "acc"),
    "ому": ("dat",), "ему": ("dat",), "ым": ("ins",), "им": ("ins",), "ом": ("loc",),
    "ем": ("loc",),
}  # fmt: skip
_OBLIQUE = ("gen", "dat", "ins", "loc")
_FEMALE_CASES: dict[str, tuple[str, ...]] = {
    "ая": ("nom",), "яя": ("nom",), "ую": ("acc",), "юю": ("acc",), "ой": _OBLIQUE, "ей": _OBLIQUE,
}  # fmt: skip
_HUSHING, _VELAR = "жшчщ", "кгх"
_REFLEXIVE = "ся"
# Words with the ending of an adjective that are none.
_NO_ADJECTIVES = frozenset(
    "его него кого чего всего много немного ничего никого сегодня некого нечего итого дорого строго"
    " кому чему нему поэтому потому почему всему им ним моим своим твоим этим тем всем одним"
    " чем ним затем совсем ней ей своей моей твоей вашей нашей всей этой той одной самой домой"
    " порой герой покой строй бой слой рой вой крой гений сценарий комментарий санаторий критерий"
    " алюминий пролетарий путем днем одним том потом причем зачем ночей людей детей очень детям"
    " трамвай край май чай случай урожай попугай юбилей музей хоккей лицей воробей муравей соловей"
    " еврей жокей лакей злодей швейцарий гостей друзей коней дверей скорей более менее ем едим"
    " ходим видим говорим хотим любим дом ком лом альбом диплом симптом объем подъем прием заем"
    " наем водоем кем никем ничем".split()
)
_SURE_MALE = re.compile(
    r"(?:ый|ого|ому|ым)(?:ся)?$|(?:ск|н|к|ш|щ|ч|х|г|ж)ий(?:ся)?$|(?:ш|щ|н|ж|ч)(?:его|ему)(?:ся)?$|-летн(?:им|ем)$"
)
_SURE_FEMALE = re.compile(
    r"(?:ая|яя|ую|юю)(?:ся)?$|(?:ущ|ющ|ащ|ящ|вш)ей(?:ся)?$|(?:ск|нн|енн|ованн)ой$|-летней$"
)


def agreement_cases(word: str, gender: Gender) -> frozenset[str]:
    """The cases of a singular noun of that gender that the word can stand beside."""
    form = _without_particle(plain(word))
    listed = _determiner_cases(gender).get(form)
    if listed is not None:
        return listed
    if not _is_adjective(form, gender):
        return frozenset()
    endings = _MALE_CASES if gender == "male" else _FEMALE_CASES
    return frozenset(endings.get(_core(form)[-3:], ()) or endings.get(_core(form)[-2:], ()))


def inflected(word: str, gender: Gender, case: str) -> str | None:
    """The form beside a noun of the other gender in that case, spelled with ё."""
    form = _without_particle(plain(word))
    if form != plain(word):
        core = inflected(form, gender, case)
        return None if core is None else core + plain(word)[len(form) :]
    determiner = _determiner_forms(gender).get(form)
    if determiner is not None:
        masculine, feminine = determiner
        forms = feminine if gender == "male" else masculine
        return forms[case]
    if case not in agreement_cases(word, gender):
        return None
    return _adjective(form, gender, case)


def is_listed_adjective(word: str) -> bool:
    """Whether the word is a singular form of an adjective in the packaged list."""
    form = _core(plain(word))
    return form in _listed_forms()


def _without_particle(form: str) -> str:
    """какой-то, чей-нибудь: the particle behind the ending does not change."""
    for particle in ("-то", "-нибудь", "-либо"):
        form = form.removesuffix(particle)
    return form


def _is_adjective(form: str, gender: Gender) -> bool:
    if form in _NO_ADJECTIVES or len(form) < 4:
        return False
    if is_listed_adjective(form):
        return True
    sure = _SURE_MALE if gender == "male" else _SURE_FEMALE
    return sure.search(form) is not None


def _core(form: str) -> str:
    """Without the -ся of reflexive participles, which stands behind the ending."""
    if form.endswith(_REFLEXIVE) and form[:-2].endswith(
        ("ий", "его", "ему", "им", "ем", "ая", "ую", "ей")
    ):
        return form[:-2]
    return form


def _adjective(form: str, gender: Gender, case: str) -> str:
    core = _core(form)
    tail = form[len(core) :]
    endings = _MALE_CASES if gender == "male" else _FEMALE_CASES
    ending = core[-3:] if core[-3:] in endings else core[-2:]
    stem = core[: -len(ending)]
    last = stem[-1]
    stressed = stem in _end_stressed_stems()
    soft = last not in _HUSHING + _VELAR and ending in (
        "ий",
        "его",
        "ему",
        "им",
        "ем",
        "яя",
        "юю",
        "ей",
    )
    if gender == "male":
        new = {"nom": "яя" if soft else "ая", "acc": "юю" if soft else "ую"}.get(case)
        if new is None:
            new = "ей" if soft or (last in _HUSHING and not stressed) else "ой"
        return stem + new + tail
    if case == "nom":
        if stressed:
            return stem + "ой" + tail
        return stem + ("ий" if soft or last in _HUSHING + _VELAR else "ый") + tail
    fronted = soft or (last in _HUSHING and not stressed)
    new = {
        "gen": "его" if fronted else "ого",
        "acc": "его" if fronted else "ого",
        "dat": "ему" if fronted else "ому",
        "ins": "им" if soft or last in _HUSHING + _VELAR else "ым",
        "loc": "ем" if fronted else "ом",
    }[case]
    return stem + new + tail


@lru_cache(maxsize=1)
def _end_stressed_stems() -> frozenset[str]:
    return frozenset(plain(a)[:-2] for a in column("ru", "adjectives") if a.endswith("ой"))


@lru_cache(maxsize=1)
def _listed_forms() -> frozenset[str]:
    forms: set[str] = set()
    for adjective in column("ru", "adjectives"):
        stem = plain(adjective)[:-2]
        soft = adjective.endswith("ний")
        endings = (
            "ий его ему им ем яя ей юю"
            if soft
            else "ый ий ой ого его ому ему ым им ом ем ая ой ей ую"
        )
        forms |= {stem + ending for ending in endings.split()}
    return frozenset(forms)


Forms = dict[str, str]


@lru_cache(maxsize=1)
def _paradigms() -> tuple[tuple[Forms, Forms], ...]:
    paradigms = []
    for row in _DETERMINERS:
        nom, gen, dat, ins, loc, fem, oblique, fem_acc = row.split()
        masculine = {"nom": nom, "gen": gen, "acc": gen, "dat": dat, "ins": ins, "loc": loc}
        feminine = {"nom": fem, "acc": fem_acc, **dict.fromkeys(_OBLIQUE, oblique)}
        paradigms.append((masculine, feminine))
    return tuple(paradigms)


@lru_cache(maxsize=2)
def _determiner_forms(gender: Gender) -> dict[str, tuple[Forms, Forms]]:
    side = 0 if gender == "male" else 1
    return {plain(form): forms for forms in _paradigms() for form in forms[side].values()}


@lru_cache(maxsize=2)
def _determiner_cases(gender: Gender) -> dict[str, frozenset[str]]:
    side = 0 if gender == "male" else 1
    cases: dict[str, set[str]] = {}
    for forms in _paradigms():
        for case, form in forms[side].items():
            cases.setdefault(plain(form), set()).add(case)
    return {form: frozenset(found) for form, found in cases.items()}
