"""Nouns that say what somebody is: they agree with a person named elsewhere in the sentence."""

from __future__ import annotations

from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.de.clause import Clause
from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.words import (
    CALLED_BY_NAME,
    NEUTRAL_PREDICATES,
    PLURAL_NOUNS,
    RELATIVE_FORMS,
    RELATIVE_WELCH,
    TIME_NOUNS,
    word_set,
)

_ABSTRACT = ("ung", "heit", "keit", "schaft", "ion", "tät")
_ROLE_SUFFIXES = ("er", "in", "ist", "ent", "ant", "or", "eur", "e", "ling", "rat", "mann", "frau")
_COMPARISONS = word_set("mehr weniger anders lieber besser eher nichts niemand")
_NOT_COMPARATIVE = word_set("er immer wieder hier leider bisher später früher aber oder dieser")


def find_mismatch(syntax: Syntax, cases: frozenset[str]) -> Refusal | None:
    """A subject or a second role that would have to change with the gender word."""
    sentence, clause, phrase = syntax.sentence, syntax.clause, syntax.phrase
    after_als = is_role_after_als(syntax) and not _opens_clause(syntax)
    becomes = phrase.preposition == "zu" and "werden" in syntax.verbs(clause)
    predicate = syntax.is_copular(clause) and "nom" in cases and not phrase.preposition
    predicate = predicate and sentence.at(phrase.start - 1) not in {"als", "wie"}
    taken_for = phrase.preposition == "für" and "halten" in syntax.verbs(clause)
    if after_als or becomes or predicate or taken_for:
        if sentence.at(phrase.last + 1) == "," and sentence.at(phrase.last + 2) == "sondern":
            return Refusal("predicate_noun", "sondern")
        if clause.drops_subject:
            return Refusal("predicate_noun", sentence.text(phrase.last))
        refusal = _unlike_subject(syntax, clause)
        controller = controlling_clause(syntax)
        if refusal is None and controller is not None:
            refusal = _unlike_subject(syntax, controller)
        if refusal is not None:
            return refusal
    return _other_role(syntax)


def is_role_after_als(syntax: Syntax) -> bool:
    """Whether `als` gives the noun as somebody's role, and does not compare (`größer als`)."""
    sentence, start = syntax.sentence, syntax.phrase.start
    before = sentence.at(start - 2)
    compares = before in _COMPARISONS or (before.endswith("er") and before not in _NOT_COMPARATIVE)
    determiner = syntax.phrase.determiner
    open_role = determiner is None or sentence.at(determiner).startswith(("ein", "kein"))
    return sentence.at(start - 1) == "als" and open_role and not compares


def controlling_clause(syntax: Syntax) -> Clause | None:
    """The clause whose subject is also that of an infinitive: `er träumt davon, Arzt zu werden`."""
    place = syntax.clauses.index(syntax.clause) if syntax.clause in syntax.clauses else 0
    if syntax.clause.kind != "infinitive" or place == 0:
        return None
    return syntax.clauses[place - 1]


def is_stranded(syntax: Syntax) -> bool:
    """Whether a singular noun without any article stands where German asks for one."""
    sentence, clause, phrase = syntax.sentence, syntax.clause, syntax.phrase
    if not phrase.bare or sentence.text(phrase.last) in CALLED_BY_NAME:
        return False
    before = sentence.at(phrase.start - 1)
    if phrase.preposition not in {"", "ohne"} and not sentence.is_capital(phrase.last + 1):
        return True
    if sentence.is_noun(phrase.start - 1) and not sentence.is_capital(phrase.last + 1):
        return True
    if before in {"als", "ohne"} or sentence.is_capital(phrase.last + 1):
        return False
    address = all(phrase.covers(i) for i in clause.tokens)
    said_of = [n for n in syntax.rivals(clause) if n.may_be("nom")]
    infinitive = clause.kind == "infinitive"
    return not address and not (syntax.is_copular(clause) and (said_of or infinitive))


def _opens_clause(syntax: Syntax) -> bool:
    opens = syntax.clause.first == syntax.phrase.start - 1 and syntax.clause.kind == "sub"
    named = syntax.sentence.text(syntax.phrase.last) in CALLED_BY_NAME
    return opens and (syntax.phrase.determiner is not None or named or syntax.phrase.possessor)


def _unlike_subject(syntax: Syntax, clause: Clause) -> Refusal | None:
    sentence = syntax.sentence
    opener = sentence.at(clause.first)
    relative = clause.kind == "relative" and (opener in RELATIVE_FORMS or opener in RELATIVE_WELCH)
    if relative and opener in {"der", "die", "welcher", "welche"}:
        return Refusal("predicate_noun", opener)
    # `Als Junge spielte ich Fußball`: the role is the speaker's
    spoken_of = not syntax.is_copular(clause) and any(
        n.kind == "pronoun" and n.is_certainly("nom") for n in syntax.rivals(clause)
    )
    others = [n for n in syntax.group() if n.kind != "target"]
    others += [n for n in syntax.nominals if _is_listed_after(syntax, n)]
    for nominal in [*syntax.rivals(clause), *others]:
        if nominal.kind == "name":
            return Refusal("name_beside", sentence.text(nominal.head))
        if nominal.kind == "pronoun" and sentence.at(nominal.head) in {"der", "die"}:
            return Refusal("predicate_noun", sentence.text(nominal.head))
        if spoken_of and nominal.kind == "noun" and nominal.start == nominal.head:
            continue
        if nominal.kind == "noun" and not _says_nothing(syntax, nominal):
            return Refusal("predicate_noun", sentence.text(nominal.head))
    return None


def _is_listed_after(syntax: Syntax, nominal: Nominal) -> bool:
    """`halb Russe, halb Türke`: a bare noun behind the comma after a bare predicate."""
    comma = syntax.phrase.last + 1
    near = comma < nominal.start <= comma + 2 and nominal.start == nominal.head
    return near and syntax.phrase.bare and syntax.sentence.at(comma) == ","


def _says_nothing(syntax: Syntax, nominal: Nominal) -> bool:
    """Whether the noun stays the same whoever it is said of."""
    text = syntax.sentence.text(nominal.head)
    if text in NEUTRAL_PREDICATES or text in TIME_NOUNS or text.endswith(_ABSTRACT):
        return True
    return not nominal.may_be("nom") or nominal.genders <= {"n", "p"}


def _other_role(syntax: Syntax) -> Refusal | None:
    """`... als Rednerin`: another role of what may be the same person."""
    sentence, phrase = syntax.sentence, syntax.phrase
    for index in range(len(sentence)):
        text = sentence.text(index + 1)
        if (
            sentence.at(index) != "als"
            or phrase.covers(index + 1)
            or not sentence.is_noun(index + 1)
        ):
            continue
        known = text in NEUTRAL_PREDICATES or text in PLURAL_NOUNS or sentence.is_name(index + 1)
        clause = syntax.clause_at(index)
        opens = clause.first == index and clause.kind == "sub" and clause.finite is not None
        if text.endswith(_ROLE_SUFFIXES) and not known and not opens:
            return Refusal("predicate_noun", text)
    return None
