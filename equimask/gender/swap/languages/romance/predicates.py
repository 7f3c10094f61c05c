"""Adjectives, participles and nouns that agree with the gender word from outside its phrase."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import (
    STRONG_MARKS,
    Kind,
    governor,
    is_coordinated,
    subject_of,
)
from equimask.gender.swap.languages.romance.governors import (
    adjective_chain,
    by_parse,
    is_impersonal,
    is_subject,
    only_ruler,
)
from equimask.gender.swap.languages.romance.identity import settle_identity
from equimask.gender.swap.languages.romance.names import first_name_gender
from equimask.gender.swap.languages.romance.nominals import settle_noun_predicate
from equimask.gender.swap.languages.romance.pronouns import refers
from equimask.gender.swap.languages.romance.words import NOMINAL, VERBAL, Tag


def settle_predicates(analysis: Analysis) -> None:
    """Edit what a copula links to the gender word, then every other adjective that agrees."""
    _refuse_coordination(analysis)
    for word in analysis.words:
        if word.tag is Tag.COPULA and not analysis.inside(word.index):
            _settle_copula(analysis, word.index)
    for word in analysis.words[1:-1]:
        if word.tag is Tag.DETERMINER and analysis.words[word.index + 1].tag is Tag.NOUN:
            _settle_rank(analysis, word.index)
    for word in analysis.words:
        is_open = word.index not in analysis.settled and not analysis.inside(word.index)
        if word.tag is Tag.UNKNOWN and analysis.tag(word.index - 1) is Tag.VERB:
            _settle_unknown(analysis, word.index)
        if word.tag is Tag.ADJECTIVE and is_open and analysis.matches(word.index):
            _settle_loose(analysis, word.index)


def _settle_rank(analysis: Analysis, index: int) -> None:
    """ "est arrivée la première", "llegó la última": the rank of the subject."""
    rank, before = analysis.words[index + 1], analysis.words[index - 1]
    paradigm = analysis.paradigm(rank.index)
    listed = paradigm is not None and paradigm.masculine in analysis.grammar.ranks
    if (
        not listed
        or not analysis.matches(rank.index)
        or analysis.words[index].low in analysis.grammar.contracted
    ):
        return
    if index in analysis.settled or not analysis.matches(index):
        return
    settled = before.tag is Tag.ADJECTIVE and analysis.settled.get(before.index)
    if analysis.inside(index) or not (settled or before.tag is Tag.VERB):
        return
    if settled or subject_of(analysis, before.index).kind is Kind.GENDER_WORD:
        after = analysis.word(index + 2)
        if after is not None and after.tag in NOMINAL:
            return
        if not settled and not before.low.startswith(analysis.grammar.settling_verbs):
            raise UnsureError("unknown_agreement", rank.text)
        analysis.inflect(index, "determiner", rank.low)
        analysis.inflect(rank.index, "predicate")


def _refuse_coordination(analysis: Analysis) -> None:
    """ "el rey y Ana están cansados" turns with the gender of both: nobody can tell by one."""
    if not is_coordinated(analysis):
        return
    for word in analysis.words[analysis.end + 1 :]:
        paradigm = analysis.paradigm(word.index)
        agreeing = word.tag in (Tag.ADJECTIVE, Tag.PRONOUN) and paradigm and paradigm.varies
        if agreeing and paradigm and any(n == "plur" for _, n in paradigm.readings(word.low)):
            raise UnsureError("coordination", word.text)


def _settle_copula(analysis: Analysis, copula: int) -> None:
    place = copula + 1
    while (
        analysis.tag(place) in (Tag.ADVERB, Tag.COPULA)
        or _compares(analysis, place)
        or (
            analysis.tag(place) is Tag.PRONOUN
            and analysis.words[place].low not in analysis.grammar.pronouns
        )
    ):
        place += 1
    if analysis.is_measure(place + 1):
        place += 2
        while analysis.tag(place) is Tag.ADVERB:
            place += 1
    word = analysis.word(place)
    if word is None:
        return
    if analysis.inside(place):
        settle_identity(analysis, copula)
        return
    verdict: bool | None = None
    if word.tag is Tag.ADJECTIVE and not _stands_before_noun(analysis, place):
        chain = adjective_chain(analysis, place)
        if any(analysis.matches(i) for i in chain):
            verdict = is_subject(analysis, copula, chain)
            if verdict:
                _refuse_unknown_member(analysis, chain)
            _turn(analysis, chain, verdict)
    elif word.tag is Tag.NAME:
        named = first_name_gender(word.text) == analysis.gender and analysis.start < copula
        if named or subject_of(analysis, copula).kind is Kind.GENDER_WORD:
            raise UnsureError("name_beside", word.text)
    elif word.tag in (Tag.ADJECTIVE, Tag.DETERMINER, Tag.NOUN, Tag.UNKNOWN, Tag.NUMERAL):
        settle_noun_predicate(analysis, copula, place)


def _compares(analysis: Analysis, place: int) -> bool:
    """ "es más que un amigo"."""
    word = analysis.word(place)
    is_that = word is not None and word.low in analysis.grammar.that
    return is_that and analysis.tag(place - 1) is Tag.ADVERB


def _stands_before_noun(analysis: Analysis, place: int) -> bool:
    """ "es buena persona" against "fue elegida presidenta"."""
    paradigm = analysis.paradigm(place)
    prenominal = paradigm is not None and paradigm.masculine in analysis.grammar.prenominal
    return prenominal and analysis.tag(place + 1) is Tag.NOUN


def _refuse_unknown_member(analysis: Analysis, chain: list[int]) -> None:
    """ "longue et zorpe": a word that would have to change too, but nobody knows how."""
    index = chain[-1] + 1
    joint = analysis.word(index)
    if joint is None or not (joint.tag is Tag.COORDINATOR or joint.text == ","):
        return
    index += 1
    while analysis.tag(index) is Tag.ADVERB:
        index += 1
    word, after = analysis.word(index), analysis.word(index + 1)
    closed = after is None or after.tag in (Tag.MARK, Tag.COORDINATOR)
    unknown = word is not None and word.tag is Tag.UNKNOWN and closed
    if word and unknown and analysis.grammar.could_be(word.low, analysis.gender, analysis.number):
        raise UnsureError("unknown_agreement", word.text)


def _turn(analysis: Analysis, chain: list[int], verdict: bool) -> None:
    for index in chain:
        if analysis.matches(index):
            analysis.settled[index] = verdict
            if verdict:
                new = analysis.inflect(index, "predicate")
                analysis.turn_intensifier(index - 1, new)
                before = analysis.word(index - 1)
                is_all = before is not None and before.low in analysis.grammar.predeterminers
                if is_all and analysis.matches(index - 1):
                    analysis.inflect(index - 1, "predicate")


def _settle_loose(analysis: Analysis, index: int) -> None:
    """An adjective that no copula links: with its noun, after a verb, or on its own."""
    before = index - 1
    while analysis.tag(before) is Tag.ADVERB or (
        analysis.tag(before) is Tag.DETERMINER
        and analysis.words[before].low in analysis.grammar.adverbs
    ):
        before -= 1
    word = analysis.word(before)
    joined = word is not None and (word.tag is Tag.COORDINATOR or word.text == ",")
    if joined and analysis.tag(before - 1) is Tag.ADJECTIVE:
        verdict = analysis.settled.get(before - 1)
        if verdict is not None:
            _turn(analysis, [index], verdict)
            return
    _turn(analysis, [index], _loose_verdict(analysis, index, before))


def _loose_verdict(analysis: Analysis, index: int, before: int) -> bool:
    grammar, word = analysis.grammar, analysis.words[index]
    tag = analysis.tag(before)
    following = analysis.word(index + 1)
    if following is not None and following.tag in (Tag.NOUN, Tag.NAME):
        return False
    if word.low in grammar.adverbial and tag is not Tag.COPULA:
        return False
    if analysis.words[index - 1].low in ("algo", "nada", "isto", "eso", "isso", "tudo", "todo"):
        return False
    if word.low in ("mismo", "mesmo"):
        selfish = before >= 0 and analysis.words[before].low in ("sí", "si", "consigo")
        return selfish and only_ruler(analysis, index)
    if word.low in grammar.sometimes_adverbs and following is not None:
        if following.tag in (Tag.DETERMINER, Tag.NUMERAL, Tag.PRONOUN) or following.tag in VERBAL:
            return False
        if following.tag is Tag.PREPOSITION and tag not in VERBAL:
            return by_parse(analysis, index)
    paradigm = analysis.paradigm(index)
    if word.homograph and tag in NOMINAL:
        takes_object = following is not None and following.tag in (Tag.DETERMINER, Tag.PRONOUN)
        if takes_object or (following is not None and following.low in ("a", "à", "que")):
            return False
        return by_parse(analysis, index)
    if tag is Tag.PREPOSITION and analysis.words[before - 1].low == "igual":
        return only_ruler(analysis, index)
    if tag is Tag.PREPOSITION and not (paradigm and paradigm.masculine in grammar.life_stages):
        # "de inmediato", "de nueva creación", "en física"
        return False
    if tag in (Tag.DETERMINER, Tag.NUMERAL):
        return False
    if tag in NOMINAL or tag is Tag.ADJECTIVE:
        gender, number = analysis.features(before)
        readings = paradigm.readings(word.low) if paradigm else frozenset()
        fits = any(gender in (None, g) and number in ("", n) for g, n in readings)
        if not (fits or analysis.compatible(before)) or (
            word.low in grammar.personal and analysis.tag(before) is Tag.NOUN
        ):
            return only_ruler(analysis, index)
        start = analysis.phrase_start(before)
        governed = analysis.is_governed(start)
        participle = grammar.guess_paradigm(word.low) is not None
        if governed and (participle or analysis.inside(governor(analysis, start) - 1)):
            return by_parse(analysis, index)
        return False
    if tag in VERBAL:
        return _after_verb(analysis, index, before)
    if analysis.grammar.is_verb(word.low):
        # "Preciso de", "Limpio la casa": the first person of a verb
        return by_parse(analysis, index) if following is None else False
    if tag is None or tag in (Tag.MARK, Tag.COORDINATOR):
        opens = tag is None or analysis.words[before].text in STRONG_MARKS
        between = analysis.words[index : analysis.start]
        fronted = bool(between) and between[-1].tag is Tag.MARK
        if opens and fronted and not any(w.tag in VERBAL for w in between):
            return True
        if opens and index < analysis.start:
            return by_parse(analysis, index)
    return only_ruler(analysis, index)


def _after_verb(analysis: Analysis, index: int, verb: int) -> bool:
    if _has_object(analysis, verb):
        return by_parse(analysis, index)
    subject = subject_of(analysis, verb)
    if subject.kind is Kind.SPEAKER or is_impersonal(analysis, index):
        return False
    low = analysis.words[index].low
    listed_participle = low in analysis.grammar.adjectives and analysis.grammar.guess_paradigm(low)
    settles = bool(listed_participle) or analysis.words[verb].low.startswith(
        analysis.grammar.settling_verbs
    )
    if subject.kind in (Kind.GENDER_WORD, Kind.PRONOUN) and not settles:
        # "llevan medias", "habla griego": what looks like an adjective may be a noun
        return by_parse(analysis, index)
    if subject.kind is Kind.GENDER_WORD:
        return True
    if subject.kind is Kind.PRONOUN:
        return refers(analysis, subject.place)
    opens_object = analysis.start in (index + 1, index + 2)
    if opens_object and (subject.kind is Kind.NONE or not analysis.compatible(subject.place)):
        return True
    if subject.kind is Kind.NONE and analysis.start > index:
        return False
    is_rival = subject.kind is Kind.OTHER and analysis.compatible(subject.place)
    if is_rival and not opens_object:
        return False
    return by_parse(analysis, index)


def _has_object(analysis: Analysis, verb: int) -> bool:
    """ "me puso furiosa": the adjective speaks of the object, whose gender nobody shows."""
    before = analysis.word(verb - 1)
    while before is not None and before.tag is Tag.AUXILIARY:
        before = analysis.word(before.index - 1)
    return (
        before is not None
        and before.tag is not Tag.MARK
        and (
            before.low in analysis.grammar.object_pronouns or before.low in analysis.grammar.clitics
        )
    )


def _settle_unknown(analysis: Analysis, index: int) -> None:
    """ "salió zorpo": an unlisted word after a verb that takes adjectives."""
    word, verb = analysis.words[index], analysis.word(index - 1)
    if verb is None or not verb.low.startswith(analysis.grammar.settling_verbs):
        return
    if not analysis.grammar.could_be(word.low, analysis.gender, analysis.number):
        return
    if subject_of(analysis, verb.index).kind is Kind.GENDER_WORD:
        raise UnsureError("unknown_agreement", word.text)
