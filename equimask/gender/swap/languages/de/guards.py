"""Sentences that no rule here can swap without saying something else."""

from __future__ import annotations

from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.de.declension import is_determiner
from equimask.gender.swap.languages.de.forms import is_title
from equimask.gender.swap.languages.de.names import find_name
from equimask.gender.swap.languages.de.phrase import goes_with
from equimask.gender.swap.languages.de.sentence import QUOTES, Sentence
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.tables import DEFINITE
from equimask.gender.swap.languages.de.words import (
    ADVERBS,
    CALLED_BY_NAME,
    NOT_WOMEN,
    PLURAL_NOUNS,
    WOMAN_SUFFIXES,
)

_SUBSTANTIVES = frozenset({"erste", "erster", "erstes", "letzte", "letzter", "einzige", "einziger",
                           "beste", "bester"})  # fmt: skip
_DEMONSTRATIVES = frozenset({"diese", "dieser", "jene", "jener", "letztere", "letzterer", "erstere",
                             "ersterer", "dieselbe", "derselbe"})  # fmt: skip
_LONE = frozenset({"keinen", "keine", "keiner", "einen", "eine", "einer", "keinem", "einem"})
_ONE = frozenset({"eine", "einer", "eines", "keine", "keiner"})
_EXCLAIMED = frozenset({"Mann", "Junge", "Herr", "Gott"})


def find_obstacle(syntax: Syntax) -> Refusal | None:
    """The first reason not to swap this sentence."""
    for check in (
        find_name, _shared_determiner, _quoted_title, _apposition, _misread, _other_woman,
        _exclamation, _substantive,
    ):  # fmt: skip
        refusal = check(syntax)
        if refusal is not None:
            return refusal
    return None


def _shared_determiner(syntax: Syntax) -> Refusal | None:
    """`der Autor und Redner`: one person, or a second noun under the same determiner."""
    sentence, phrase = syntax.sentence, syntax.phrase
    if phrase.determiner is None:
        return None
    for nominal in syntax.nominals:
        bare = nominal.kind == "noun" and nominal.start == nominal.head
        near = phrase.last < nominal.start <= phrase.last + 5 and syntax.clause.holds(nominal.start)
        joined = sentence.at(nominal.start - 1) in {"und", "oder", "sowie"}
        if bare and near and joined and sentence.text(nominal.head) not in PLURAL_NOUNS:
            return Refusal("predicate_noun", sentence.text(nominal.head))
    return None


def _apposition(syntax: Syntax) -> Refusal | None:
    """`die Lehrerin, eine Deutsche, ...` and a bare noun after a comma."""
    sentence, phrase = syntax.sentence, syntax.phrase
    comma = phrase.last + 1
    article = sentence.at(comma + 1).startswith(("ein", "sein", "ihr", "mein"))
    if sentence.at(comma) in {",", "–", "("} and article:
        follower = next((n for n in syntax.nominals if n.start == comma + 1), None)
        closes = follower is not None and not syntax.clause_at(comma + 1).finite
        if closes:
            return Refusal("apposition", sentence.text(comma + 1))
    clause = syntax.clause
    if _is_restated(syntax):
        return Refusal("apposition", sentence.text(phrase.last))
    start = clause.first if clause.kind == "fragment" else phrase.start
    while sentence.at(start - 1) in ADVERBS:
        start -= 1
    behind = sentence.at(start - 1) == "," and (
        sentence.is_noun(start - 2) or (clause.kind == "fragment" and not phrase.bare)
    )
    loose = phrase.determiner is None or clause.kind == "fragment" or start < phrase.start
    if ((behind and loose) or _is_afterthought(syntax)) and not _is_address(syntax):
        return Refusal("apposition", sentence.text(phrase.last))
    return None


def _is_afterthought(syntax: Syntax) -> bool:
    """`... Rosenstein, den Mann, der ...`: between commas there is the phrase and no verb."""
    sentence, index = syntax.sentence, syntax.phrase.start
    if sentence.at(index - 1) != "," or syntax.phrase.determiner is None:
        return False
    while not sentence.is_mark(index):
        if sentence.is_verb(index) and not syntax.phrase.covers(index):
            return False
        if sentence.at(index) in {"und", "oder"} or sentence.may_be_verb(index):
            return syntax.phrase.covers(index)
        index += 1
    relative = syntax.clause_at(index + 1).kind == "relative"
    return relative or index >= len(sentence) or sentence.text(index) in {".", ",", "!", "?"}


def _is_restated(syntax: Syntax) -> bool:
    """`des mächtigsten Mannes nördlich der Alpen, des Prätors`: a phrase without a verb behind."""
    for clause in syntax.clauses:
        behind = syntax.clause.holds(clause.first - 2) and clause.first > syntax.phrase.last
        article = syntax.sentence.at(clause.first) in DEFINITE.values()
        if behind and article and clause.kind == "fragment":
            return True
    return False


def _quoted_title(syntax: Syntax) -> Refusal | None:
    """`in "Der Zauberer von Oz"`: words in quotation marks without a verb are a title."""
    sentence, clause = syntax.sentence, syntax.clause
    opened = sentence.text(clause.first - 1) in QUOTES
    closed = sentence.text(clause.tokens[-1] + 1) in QUOTES
    if opened and closed and clause.finite is None and not _is_address(syntax):
        return Refusal("quoted_title", sentence.text(syntax.phrase.last))
    return None


def _is_address(syntax: Syntax) -> bool:
    """`Guten Tag, Frau Weber`, `Ihre Rechnung, mein Herr`, `Kinder, liebe Mutter`."""
    sentence, phrase = syntax.sentence, syntax.phrase
    spoken_to = ("mein", "lieb", "unser", "sehr", "jung")
    if is_title(sentence, phrase):
        before = [n for n in syntax.nominals if n.end == phrase.start - 2]
        return not (
            before and before[0].start < before[0].head and sentence.at(phrase.last + 2) == ","
        )
    return sentence.text(phrase.last) in CALLED_BY_NAME or sentence.at(phrase.start).startswith(
        spoken_to
    )


def _misread(syntax: Syntax) -> Refusal | None:
    """`ein 63- und ein 22-jähriger Mann`, `..., meinen Experten`: not the phrase it looks like."""
    sentence, start = syntax.sentence, syntax.phrase.start
    if sentence.at(start - 1) in {"und", "oder", "bis"} and sentence.at(start - 2) == "-":
        return Refusal("form_mismatch", sentence.text(start - 1))
    opens = sentence.text(start - 1) in {",", "–"} or sentence.text(start - 1) in QUOTES
    if opens and sentence.at(start) == "meinen" and syntax.clause.finite is None:
        return Refusal("form_mismatch", sentence.text(start))
    return None


def _other_woman(syntax: Syntax) -> Refusal | None:
    """A woman's title that the lexicon does not list."""
    for index in range(len(syntax.sentence)):
        text = syntax.sentence.text(index)
        inside = syntax.phrase.covers(index) or not syntax.sentence.is_capital(index)
        if not inside and text.endswith(WOMAN_SUFFIXES) and text not in NOT_WOMEN:
            return Refusal("several_gender_words", text)
    return None


def _exclamation(syntax: Syntax) -> Refusal | None:
    sentence, phrase = syntax.sentence, syntax.phrase
    word = sentence.text(phrase.last)
    before, after = sentence.at(phrase.start - 1), sentence.at(phrase.last + 1)
    if not phrase.bare or word not in _EXCLAIMED or is_title(sentence, phrase):
        return None
    if word == "Herr" and syntax.is_copular(syntax.clause):
        return Refusal("idiom", word)  # `Herr der Lage sein`
    if before in {"oh", "o", "ach", "alle", "mein"} or (
        phrase.start == 0 and after in {",", "!", "der", "des"}
    ):
        return Refusal("idiom", word)
    return None


def _substantive(syntax: Syntax) -> Refusal | None:
    """`Die Lehrerin war die beste`, `kam als Erste an`, `eine der besten`: no noun of their own."""
    sentence, phrase = syntax.sentence, syntax.phrase
    inside = {i for n in syntax.nominals for i in range(n.start, n.end + 1) if n.kind != "pronoun"}
    for index in range(len(sentence)):
        word, after = sentence.at(index), sentence.at(index + 1)
        if phrase.covers(index) or phrase.covers(index + 1):
            continue
        if word == "als" and after in _SUBSTANTIVES and not sentence.is_noun(index + 2):
            return Refusal("predicate_adjective", after)
        if index in inside:
            continue
        if is_determiner(word) and _is_elliptic(sentence, index, inside):
            return Refusal("predicate_adjective", after)
        selected = word in _ONE and after in {"der", "von", "unserer"}
        if selected and syntax.clause.holds(index) and syntax.is_copular(syntax.clause):
            return Refusal("predicate_adjective", word)
        if index > phrase.last and word in _LONE and sentence.is_mark(index + 1):
            return Refusal("pronoun_reference", word)
        if index > phrase.last and _points_back(syntax, index):
            return Refusal("pronoun_reference", word)
    return None


def _is_elliptic(sentence: Sentence, index: int, inside: set[int]) -> bool:
    """A determiner with an adjective, or one of several, that leaves its noun out."""
    after = sentence.at(index + 1)
    adjective = sentence.is_adjective(index + 1) and not sentence.is_verb(index + 1)
    if after.startswith("ander") and index + 1 not in inside:
        return goes_with(sentence, index, [index + 1]) and not sentence.is_noun(index + 2)
    if not adjective or index + 1 in inside or is_determiner(after):
        return False
    quoted = sentence.text(index + 2) in QUOTES
    return not quoted and goes_with(sentence, index, [index + 1])


def _points_back(syntax: Syntax, index: int) -> bool:
    """A pronoun that may take the noun up: `, dieser ...`, `Der frisst ...`, `dessen Aufnahme`."""
    sentence, word = syntax.sentence, syntax.sentence.at(index)
    before = sentence.at(index - 1)
    if word in _DEMONSTRATIVES and before in {",", ";", "und", "aber"}:
        return True
    if word in {"der", "die", "den", "dem"} and sentence.opens(index):
        return sentence.is_verb(index + 1)
    clause = syntax.clause_at(index)
    return word in {"dessen", "deren"} and clause.first not in {index, index - 1}
