"""French participles with avoir, and with être under a reflexive pronoun."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import STRONG_MARKS
from equimask.gender.swap.languages.romance.pronouns import refers_object
from equimask.gender.swap.languages.romance.words import Tag

_OBJECTS = frozenset({"l'", "le", "la"})
_REFLEXIVES = frozenset({"s'", "se"})
# The reflexive pronoun is dative here, and the participle stays: "elle s'est dit que".
_DATIVE_REFLEXIVE = frozenset(
    "dit demandé rendu-compte parlé plu souri permis imaginé promis procuré menti nui succédé"
    " suffi ressemblé juré reproché rappelé figuré donné offert acheté accordé écrit fait".split()
)
_TIMES = frozenset("matin soir jour nuit semaine fois année mois lendemain veille midi".split())


def settle_participles(analysis: Analysis) -> None:
    """Edit the participles whose object, placed before them, is the gender word."""
    for word in analysis.words:
        if word.tag is Tag.COPULA and _keeps_reflexive_participle(analysis, word.index):
            analysis.words[word.index + 1].tag = Tag.VERB
        if word.tag is not Tag.AUXILIARY:
            continue
        participle = _participle(analysis, word.index)
        if participle is None:
            continue
        if _has_relative_object(analysis, word.index) or _has_pronoun_object(
            analysis, word.index, participle
        ):
            _turn(analysis, participle)


def _keeps_reflexive_participle(analysis: Analysis, copula: int) -> bool:
    """Whether "il s'est lavé les mains" leaves its participle alone; only a masculine may."""
    before, participle = analysis.word(copula - 1), analysis.word(copula + 1)
    if before is None or before.low not in _REFLEXIVES or analysis.gender != "male":
        return False
    if participle is None or participle.tag is not Tag.ADJECTIVE:
        return False
    if participle.low in _DATIVE_REFLEXIVE:
        return True
    after, noun = analysis.word(copula + 2), analysis.word(copula + 3)
    has_object = after is not None and after.tag is Tag.DETERMINER and after.low not in ("du", "au")
    is_time = noun is None or noun.low in _TIMES
    return has_object and not is_time and participle.low not in ("appelé", "nommé")


def _has_pronoun_object(analysis: Analysis, auxiliary: int, participle: int) -> bool:
    """ "je l'ai vue"."""
    before = analysis.word(auxiliary - 1)
    return (
        before is not None
        and before.low in _OBJECTS
        and refers_object(analysis, before.index, participle)
    )


def _participle(analysis: Analysis, auxiliary: int) -> int | None:
    index = auxiliary + 1
    while analysis.tag(index) is Tag.ADVERB:
        index += 1
    word = analysis.word(index)
    if word is None or word.tag is not Tag.VERB:
        return None
    grammar = analysis.grammar
    known = grammar.adjectives.get(word.low) or grammar.guess_paradigm(word.low)
    wanted = (analysis.gender, analysis.number)
    return index if known is not None and wanted in known.readings(word.low) else None


def _has_relative_object(analysis: Analysis, auxiliary: int) -> bool:
    """ "la femme que j'ai vue": "que" stands right after the phrase, the subject between."""
    for index in range(auxiliary - 1, analysis.end, -1):
        word = analysis.words[index]
        if word.low in analysis.grammar.that:
            before = index - 1
            if before >= 0 and analysis.words[before].text == ",":
                before -= 1
            return analysis.inside(before)
        if word.tag is Tag.SUBORDINATOR or word.text in STRONG_MARKS:
            return False
    return False


def _turn(analysis: Analysis, index: int) -> None:
    word, after = analysis.words[index], analysis.word(index + 1)
    if after is not None and (
        analysis.grammar.is_nonfinite(after.low) or after.low in analysis.grammar.that
    ):
        raise UnsureError("participle", word.text)
    word.tag = Tag.ADJECTIVE
    analysis.inflect(index, "participle")
    word.tag = Tag.VERB
