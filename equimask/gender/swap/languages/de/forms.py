"""The readings of a noun phrase that its forms allow, and the edits that each of them asks for."""

from __future__ import annotations

from dataclasses import dataclass

from equimask.gender.lexicon.types import Edit, Gender, SwapContext, Token, WordPair
from equimask.gender.swap.languages.de.declension import (
    Determiner,
    adjective_ending,
    cased_like,
    determiner_readings,
)
from equimask.gender.swap.languages.de.phrase import NounPhrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import (
    CASES,
    CONTRACTED,
    CONTRACTIONS,
    DEFINITE,
    INDECLINABLE,
    POSTPOSITIONS,
    PREPOSITION_CASES,
)

_NEUTER = frozenset({"Mädchen", "Mädchens", "Mädel", "Mädels", "Cowgirl", "Cowgirls"})
_ABSTRACT_SUFFIXES = ("keit", "schaft")


@dataclass(frozen=True)
class Analysis:
    """One way to read the phrase: a record in one case, with the genders before and after."""

    pair: WordPair
    case: str
    source: str
    target: str

    @property
    def plural(self) -> bool:
        """Whether the phrase is in the plural, where gender shows in the noun alone."""
        return self.source == "p"


def grammatical_gender(pair: WordPair, side: Gender) -> str:
    """`m`, `f`, `n`, or `p` for the plural."""
    if pair.number == "plur":
        return "p"
    if pair.male.endswith(_ABSTRACT_SUFFIXES):
        return "f"
    if side == "male":
        return "m"
    return "n" if pair.female in _NEUTER else "f"


def find_analyses(context: SwapContext, sentence: Sentence, phrase: NounPhrase) -> list[Analysis]:
    """Every reading in which determiner, adjectives, preposition and noun go together."""
    found: list[Analysis] = []
    for pair in context.word.pairs:
        if pair.pos == "title" and not is_title(sentence, phrase):
            continue
        if pair.pos == "noun" and _has_title_twin(context, pair) and is_title(sentence, phrase):
            continue
        source = grammatical_gender(pair, context.word.gender)
        target = grammatical_gender(pair, context.target)
        for case in CASES:
            analysis = Analysis(pair, case, source, target)
            if case in pair.cases and _fits(sentence, phrase, analysis):
                found.append(analysis)
    return found


def is_title(sentence: Sentence, phrase: NounPhrase) -> bool:
    """Whether `Herr`, `Frau` is a form of address before a name."""
    named = sentence.is_capital(phrase.last + 1) and sentence.at(phrase.first - 1) != "als"
    return named and phrase.determiner is None


def owns_next(sentence: Sentence, phrase: NounPhrase) -> bool:
    """`Frau Schneiders Büro`: the name after the title is in the genitive."""
    name = phrase.last + 1
    return sentence.at(name).endswith("s") and sentence.is_noun(name + 1)


def _has_title_twin(context: SwapContext, pair: WordPair) -> bool:
    word = pair.side(context.word.gender)
    return any(p.pos == "title" and p.side(context.word.gender) == word for p in context.word.pairs)


def _fits(sentence: Sentence, phrase: NounPhrase, analysis: Analysis) -> bool:
    case, gender = analysis.case, analysis.source
    if phrase.contraction:
        word = sentence.at(phrase.start)
        _, contracted_case, genders = CONTRACTIONS[word]
        fits = case == contracted_case and gender in genders
        return fits and _adjectives_fit(sentence, phrase, "weak", case, gender)
    if analysis.pair.pos == "title" and owns_next(sentence, phrase):
        return case == "gen"
    if not _preposition_allows(sentence, phrase, case):
        return False
    if phrase.determiner is None:
        # an unmarked genitive does not exist, save before the noun it belongs to
        marked = phrase.adjectives or analysis.plural or analysis.pair.pos == "title"
        if case == "gen" and not marked and phrase.preposition == "":
            owned = analysis.pair.male != analysis.pair.female
            if not (owned and _shows_genitive(analysis.pair, sentence.text(phrase.last))):
                return False
        return _adjectives_fit(sentence, phrase, "strong", case, gender)
    return any(
        (case, gender) in cells
        and _adjectives_fit(sentence, phrase, determiner.adjectives, case, gender)
        for determiner, cells in determiner_readings(sentence.at(phrase.determiner)).items()
    )


def _shows_genitive(pair: WordPair, text: str) -> bool:
    return text == pair.male and text.endswith("s")


def _preposition_allows(sentence: Sentence, phrase: NounPhrase, case: str) -> bool:
    word = phrase.preposition
    if not word:
        return True
    if sentence.at(phrase.last + 1) == "willen":
        return case == "gen"
    if sentence.at(phrase.start - 1) != word:
        return POSTPOSITIONS.get(word) == case
    return case in PREPOSITION_CASES[word]


def _adjectives_fit(
    sentence: Sentence, phrase: NounPhrase, kind: str, case: str, gender: str
) -> bool:
    ending = adjective_ending(kind, case, gender)
    return all(
        sentence.at(i).endswith(ending) or not _declines(sentence, i) for i in phrase.adjectives
    )


def _declines(sentence: Sentence, index: int) -> bool:
    return sentence.at(index) not in INDECLINABLE and not sentence.is_city_adjective(index)


def phrase_edits(
    context: SwapContext, phrase: NounPhrase, analysis: Analysis, contract: bool
) -> tuple[Edit, ...]:
    """Determiner, contraction and adjectives in the other gender."""
    if analysis.source == analysis.target:
        return ()
    sentence = Sentence(context.tokens)
    case, target = analysis.case, analysis.target
    edits: list[Edit] = []
    kind = "strong"
    if phrase.contraction:
        kind = "weak"
        edits.append(_contraction_edit(context.tokens[phrase.start], target))
    elif phrase.determiner is not None:
        determiner = _determiner(sentence, phrase, analysis)
        kind = determiner.adjectives
        edits.append(_determiner_edit(context, phrase, determiner, analysis, contract))
    for index in phrase.adjectives:
        if _declines(sentence, index):
            old = adjective_ending(kind, case, analysis.source)
            new = adjective_ending(kind, case, target)
            text = context.tokens[index].text
            edits.append(
                edit(context.tokens[index], text[: len(text) - len(old)] + new, "adjective")
            )
    return tuple(e for e in edits if e.old != e.new)


def _determiner(sentence: Sentence, phrase: NounPhrase, analysis: Analysis) -> Determiner:
    assert phrase.determiner is not None
    readings = determiner_readings(sentence.at(phrase.determiner))
    return next(
        determiner
        for determiner, cells in readings.items()
        if (analysis.case, analysis.source) in cells
        and _adjectives_fit(sentence, phrase, determiner.adjectives, analysis.case, analysis.source)
    )


def _determiner_edit(
    context: SwapContext,
    phrase: NounPhrase,
    determiner: Determiner,
    analysis: Analysis,
    contract: bool,
) -> Edit:
    token = context.tokens[phrase.start]
    new = determiner.form(analysis.case, analysis.target)
    short = CONTRACTED.get(phrase.preposition)
    dative = analysis.case == "dat" and analysis.source == "f"
    if contract and short and dative and determiner.kind == "definite":
        before = context.tokens[phrase.start - 1]
        old = context.sentence[before.start : token.end]
        return Edit(before.start, token.end, old, cased_like(before.text, short), "contraction")
    return edit(token, new, "determiner")


def _contraction_edit(token: Token, target: str) -> Edit:
    preposition, case, genders = CONTRACTIONS[token.text.lower()]
    if target in genders:
        return edit(token, token.text.lower(), "contraction")
    joined = {"zum": "zur", "zur": "zum"}.get(token.text.lower())
    return edit(token, joined or f"{preposition} {DEFINITE[case, target]}", "contraction")


def edit(token: Token, new: str, kind: str) -> Edit:
    """The token replaced, cased as it was."""
    return Edit(token.start, token.end, token.text, cased_like(token.text, new), kind)
