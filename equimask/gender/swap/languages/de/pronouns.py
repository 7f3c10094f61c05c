"""Personal and possessive pronouns that refer to the gender word."""

from __future__ import annotations

from dataclasses import dataclass

from equimask.gender.lexicon.types import Edit, Refusal, SwapContext
from equimask.gender.swap.languages.de.antecedents import refers_back
from equimask.gender.swap.languages.de.clause import Clause
from equimask.gender.swap.languages.de.forms import Analysis, edit
from equimask.gender.swap.languages.de.predicates import controlling_clause, is_role_after_als
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.tables import PERSONAL, POSSESSIVE_ENDINGS, POSSESSIVE_STEM
from equimask.gender.swap.languages.de.verb_classes import AFFECTING, takes_dative
from equimask.gender.swap.languages.de.words import VAGUE_THINGS, word_set

POSSESSIVES = frozenset(stem + ending for stem in ("sein", "ihr") for ending in POSSESSIVE_ENDINGS)
PERSONALS = frozenset({"er", "ihn", "ihm", "sie", "ihr"})
_APPOINTING = frozenset(
    {"machen", "wählen", "ernennen", "krönen", "ausbilden", "befördern", "weihen"}
)
_IMPERSONAL = word_set(
    """geben regnen schneien gehen sein werden handeln heißen klingeln dauern scheinen kommen
    gelingen klopfen stimmen brennen fehlen tun gefallen passieren geschehen machen"""
)
_FEELINGS = word_set(
    """müde krank hungrig durstig traurig glücklich allein froh verletzt verliebt stolz wütend klug
    mutig nervös verheiratet arm reich jung"""
)
_SECOND_PERSON_PLURAL = word_set(
    "seid habt wart hattet könnt wollt müsst sollt dürft mögt werdet wisst geht kommt seht"
)


@dataclass(frozen=True)
class Pronoun:
    """A pronoun at a token, in the case and gender of the form found."""

    index: int
    word: str
    case: str | None
    clause: Clause


def pronoun_edits(
    context: SwapContext, syntax: Syntax, analysis: Analysis
) -> tuple[Edit, ...] | Refusal:
    """The edits on pronouns, or why one of them cannot be decided."""
    edits: list[Edit] = []
    seen: set[Clause] = set()
    for index in range(len(syntax.sentence)):
        if syntax.phrase.covers(index) or syntax.sentence.is_polite(index):
            continue
        word = syntax.sentence.at(index)
        if word in POSSESSIVES and _is_possessive(syntax, index):
            result = _possessive(context, syntax, analysis, index)
        elif word in PERSONALS or (word == "es" and analysis.source == "n"):
            result = _personal(context, syntax, analysis, index)
            clause = syntax.clause_at(index)
            if isinstance(result, Edit) and clause in seen:
                return Refusal("pronoun_reference", word)
            seen |= {clause} if isinstance(result, Edit) else set()
        else:
            continue
        if isinstance(result, Refusal):
            return result
        if result is not None and result.old != result.new:
            edits.append(result)
    return tuple(edits)


def _is_possessive(syntax: Syntax, index: int) -> bool:
    word = syntax.sentence.at(index)
    if word not in {"sein", "ihr"}:
        return True
    return any(n.start == index and n.head > index for n in syntax.nominals)


def _possessive(
    context: SwapContext, syntax: Syntax, analysis: Analysis, index: int
) -> Edit | Refusal | None:
    word = syntax.sentence.at(index)
    stem = "sein" if word.startswith("sein") else "ihr"
    if analysis.plural or analysis.source == analysis.target:
        return None
    new_stem = POSSESSIVE_STEM[analysis.target]
    if stem == new_stem or (stem != POSSESSIVE_STEM[analysis.source] and analysis.source != "n"):
        return None
    if (
        word == "ihr"
        and takes_dative(syntax.verbs(syntax.clause_at(index)))
        and _has_no_other_dative(syntax, index)
    ):
        return Refusal("pronoun_reference", word)
    genders = frozenset("mn") if stem == "sein" else frozenset("fp")
    if not refers_back(syntax, analysis.case, index, genders, possessive=True):
        return Refusal("pronoun_reference", syntax.sentence.text(index))
    return edit(context.tokens[index], new_stem + word.removeprefix(stem), "possessive")


def _has_no_other_dative(syntax: Syntax, index: int) -> bool:
    clause = syntax.clause_at(index)
    datives = [n for n in syntax.nominals if clause.holds(n.start) and n.is_certainly("dat")]
    subject_is_target = syntax.target.start < index
    return not any(not n.oblique for n in datives) and not subject_is_target


def _personal(
    context: SwapContext, syntax: Syntax, analysis: Analysis, index: int
) -> Edit | Refusal | None:
    word = syntax.sentence.at(index)
    clause = syntax.clause_at(index)
    if _is_not_one_person(syntax, clause, index):
        return None
    own = {PERSONAL.get((case, analysis.source)) for case in ("nom", "acc", "dat")}
    matches = word in own or (analysis.source == "n" and word in {"sie", "ihr"})
    if not matches or analysis.plural:
        return Refusal("several_gender_words", syntax.sentence.text(index))
    case = _case(syntax, clause, index)
    if case is None:
        return Refusal("case_undecided", syntax.sentence.text(index))
    if not _refers(syntax, analysis, Pronoun(index, word, case, clause)):
        same = clause == syntax.clause
        reason = "several_gender_words" if same else "pronoun_reference"
        return Refusal(reason, syntax.sentence.text(index))
    said_of = clause in {syntax.clause, controlling_clause(syntax)}
    # what a girl is called is neuter, but she herself is `sie`
    target = "f" if said_of and analysis.target == "n" else analysis.target
    new = PERSONAL[case, target]
    return edit(context.tokens[index], new, "pronoun")


def _is_not_one_person(syntax: Syntax, clause: Clause, index: int) -> bool:
    """`sie` with a plural verb is they (or polite you), `ihr` beside a verb in -t is you."""
    word, sentence = syntax.sentence.at(index), syntax.sentence
    numbers = syntax.numbers(clause)
    if word == "sie":
        subject = not any(
            n.is_certainly("nom")
            for n in syntax.nominals
            if clause.holds(n.start) and n.start != index
        )
        return numbers == {"pl"} and subject
    if word == "ihr":
        if index == clause.first and sentence.is_verb(index + 1):
            return True
        beside = {sentence.at(index - 1), sentence.at(index + 1)}
        return bool(beside & _SECOND_PERSON_PLURAL)
    return False


def _case(syntax: Syntax, clause: Clause, index: int) -> str | None:
    word = syntax.sentence.at(index)
    fixed = {"er": "nom", "ihn": "acc", "ihm": "dat", "ihr": "dat"}.get(word)
    if fixed:
        return fixed
    if any(n.start == index and n.oblique for n in syntax.nominals):
        return "acc"
    if clause.kind == "infinitive":
        return "acc"
    if syntax.is_copular(clause):
        return "nom"
    others = [
        n for n in syntax.nominals
        if clause.holds(n.start) and n.start != index
        and not (n.oblique or n.attribute or n.compared)
    ]  # fmt: skip
    if any(n.is_certainly("nom") for n in others) or "3sg" not in syntax.numbers(clause):
        return "acc"
    rivals = [n for n in others if any(c == "nom" and g != "p" for c, g in n.cells)]
    rivals = [n for n in rivals if n.kind != "target" or clause == syntax.clause]
    if not syntax.verbs(clause) & AFFECTING:
        rivals = [n for n in rivals if syntax.sentence.at(n.head) not in VAGUE_THINGS]
    if not rivals:
        return None if clause.drops_subject else "nom"
    after_verb = clause.finite is not None and clause.kind == "main" and index > clause.finite
    person = any(n.animate or n.kind in {"name", "pronoun"} for n in rivals)
    first = all(index < n.start for n in rivals)
    return "nom" if first and not (after_verb and person) else None


def _refers(syntax: Syntax, analysis: Analysis, pronoun: Pronoun) -> bool:
    if pronoun.clause == controlling_clause(syntax) and syntax.is_copular(syntax.clause):
        objects = [n for n in syntax.rivals(pronoun.clause) if n.start != pronoun.index]
        own = any(syntax.sentence.at(i).startswith("eigen") for i in syntax.phrase.adjectives)
        alone = not any(n.animate or n.kind == "name" for n in objects)
        return pronoun.case == "nom" and alone and not own
    if pronoun.index < syntax.phrase.start or pronoun.clause == syntax.clause:
        said_of = pronoun.clause == syntax.clause and _is_said_of(syntax, analysis, pronoun)
        return said_of and not _was_named_before(syntax, pronoun)
    if pronoun.clause.kind == "relative" and _follows_word(syntax, pronoun.clause):
        return False
    genders = {"sie": "f" if pronoun.case == "nom" else "fp", "es": "n"}.get(pronoun.word, "m")
    if pronoun.word in {"ihm", "ihr"}:
        genders = "mn" if pronoun.word == "ihm" else "f"
    if pronoun.word == "es" and not _feels(syntax, pronoun.clause):
        return False
    return refers_back(
        syntax, analysis.case, pronoun.index, frozenset(genders),
        possessive=False, subject=pronoun.case == "nom",
    )  # fmt: skip


def _feels(syntax: Syntax, clause: Clause) -> bool:
    """Whether `es` does or feels something, and is not the `es` of `es regnet`, `es ist spät`."""
    words = {syntax.sentence.at(i) for i in clause.tokens}
    return bool(words & _FEELINGS) or not syntax.verbs(clause) & _IMPERSONAL


def _was_named_before(syntax: Syntax, pronoun: Pronoun) -> bool:
    """Whether an earlier clause names somebody whom the pronoun takes up."""
    gender = "f" if pronoun.word in {"sie", "ihr"} else "m"
    return any(
        n.kind in {"noun", "name"} and n.head < pronoun.index and gender in n.genders
        and not pronoun.clause.holds(n.start) and not n.oblique
        for n in syntax.nominals
    )  # fmt: skip


def _follows_word(syntax: Syntax, clause: Clause) -> bool:
    return clause.first - 2 == syntax.phrase.last


def _is_said_of(syntax: Syntax, analysis: Analysis, pronoun: Pronoun) -> bool:
    """Whether the gender word says what the pronoun's person is: `Er ist Lehrer`."""
    sentence, phrase = syntax.sentence, syntax.phrase
    verbs = syntax.verbs(pronoun.clause)
    before = sentence.at(phrase.start - 1)
    if any(sentence.at(i).startswith("eigen") for i in phrase.adjectives):
        return False  # `sein eigener Chef`: the determiner means the same person
    if syntax.is_copular(pronoun.clause) and before not in {"als", "wie"}:
        direct = analysis.case == "nom" and not phrase.preposition
        becoming = phrase.preposition == "zu" and "werden" in verbs
        return pronoun.case == "nom" and (direct or becoming)
    speakers = {"ich", "du", "wir", "man", "ihr"}
    subjects = {sentence.at(n.head) for n in syntax.rivals(pronoun.clause) if n.is_certainly("nom")}
    as_object = pronoun.case == "acc" and bool(subjects & speakers)
    if is_role_after_als(syntax):
        return pronoun.case == "nom" or as_object
    if phrase.preposition == "für" and "halten" in verbs:
        return as_object
    if phrase.preposition == "zu" and verbs & _APPOINTING:
        return as_object or (pronoun.case == "nom" and "werden" in verbs)
    return False
