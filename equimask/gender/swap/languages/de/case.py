"""Which case the gender word stands in, where its own form does not tell."""

from __future__ import annotations

from equimask.gender.lexicon.types import ParsedToken, SwapContext
from equimask.gender.swap.languages.de.clause import Clause
from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.tables import PREPOSITION_CASES
from equimask.gender.swap.languages.de.verb_classes import (
    AFFECTING,
    AGENTIVE,
    APPEARING,
    GENITIVE_VERBS,
    ONLY_DATIVE,
    SAYING,
    WITH_HUMAN_OBJECT,
    takes_dative,
)
from equimask.gender.swap.languages.de.words import (
    ADVERBS,
    COORDINATORS,
    RELATIVE_FORMS,
    TIME_NOUNS,
    VAGUE_PEOPLE,
    VAGUE_THINGS,
)


def decide_case(
    context: SwapContext, syntax: Syntax, cases: frozenset[str], plural: bool = False
) -> frozenset[str]:
    """The cases that remain possible, of those that the form allows."""
    if cases <= {"dat", "gen"}:
        decided = _dative_or_genitive(syntax)
        kept = {decided} if decided else set()
    else:
        decided = _subject_or_object(syntax, plural)
        kept = {"nom"} if decided == "nom" else set(cases - {"nom"}) if decided else set()
        verbs = syntax.verbs(syntax.clause)
        if plural and decided == "acc" and {"acc", "dat"} <= kept:
            kept = {"dat"} if verbs & ONLY_DATIVE else set() if takes_dative(verbs) else {"acc"}
    remaining = frozenset(kept & cases)
    return remaining or _parsed_case(context, cases)


def _parsed_case(context: SwapContext, cases: frozenset[str]) -> frozenset[str]:
    """What a UD parse says, or no decision."""
    token = _parsed_token(context)
    if token is None:
        return cases
    by_relation = {"nsubj": "nom", "nsubj:pass": "nom", "obj": "acc", "iobj": "dat"}
    case = token.feats.get("Case", "").lower()
    relation = by_relation.get(token.deprel, "")
    if relation in cases:
        return frozenset({relation})
    return frozenset({case}) if case in cases else cases


def _parsed_token(context: SwapContext) -> ParsedToken | None:
    word = context.word
    overlapping = (t for t in context.parse or () if t.start < word.end and t.end > word.start)
    return next(overlapping, None)


def _subject_or_object(syntax: Syntax, plural: bool) -> str | None:
    """`nom`, or `acc` for any other case, or None where the sentence leaves it open."""
    clause = syntax.clause
    if syntax.target.compared:
        return _compared(syntax, clause)
    if clause.kind == "infinitive":
        return "acc"
    if clause.finite is None:
        return _in_fragment(syntax, clause)
    if any(n.oblique for n in syntax.group()):
        return "acc"
    if syntax.is_copular(clause):
        return "nom"
    return _beside_verb(syntax, clause, plural)


def _compared(syntax: Syntax, clause: Clause) -> str | None:
    """After `als` and `wie` the noun takes the case of what it is compared with."""
    others = [n for n in syntax.rivals(clause) if not n.is_certainly("dat")]
    if syntax.is_copular(clause) or len(others) == 1:
        return "nom"
    objects = [n for n in others if not n.is_certainly("nom") and n.start < n.head]
    objects += [n for n in others if n.kind == "pronoun" and not n.may_be("nom")]
    reflexive = all(syntax.sentence.at(n.head) == "sich" for n in objects)
    return "nom" if not objects or reflexive else None


def _in_fragment(syntax: Syntax, clause: Clause) -> str | None:
    """Without a verb: an address, a heading or an exclamation stands in the nominative."""
    small = syntax.sentence.at
    alone = not any(
        small(i) in PREPOSITION_CASES or small(i) in COORDINATORS for i in clause.tokens
    )
    first = not any(
        clause.holds(n.start) and n.start < syntax.phrase.start for n in syntax.nominals
    )
    if alone and first and syntax.phrase.determiner is None:
        return "nom"
    called = small(syntax.phrase.start).startswith(("mein", "unser"))
    if called and all(syntax.phrase.covers(i) for i in clause.tokens):
        return "nom"
    if any(other.finite is not None for other in syntax.clauses):
        return None
    opener = clause.first
    particles = ADVERBS | {"was", "für", "solch", "welch", "manch"}
    while opener < syntax.phrase.start and small(opener) in particles:
        opener += 1
    opens = opener == syntax.phrase.start and clause.first == syntax.clauses[0].first
    return "nom" if opens else None


def _beside_verb(syntax: Syntax, clause: Clause, plural: bool) -> str | None:
    sentence, numbers = syntax.sentence, syntax.numbers(clause)
    group = syntax.group()
    rivals = syntax.rivals(clause)
    several = len(group) > 1 and any(
        sentence.at(n.start - 1) in {"und", "auch", "noch"} for n in group[1:]
    )
    starts_with_verb = clause.finite == clause.first
    if any(_is_surely_subject(syntax, clause, n) for n in rivals):
        return "acc"
    agrees = "pl" in numbers if plural else "3sg" in numbers or (several and "pl" in numbers)
    if not agrees:
        return "acc"
    if starts_with_verb and sentence.text(len(sentence) - 1) == "!" and clause.first == 0:
        return "acc" if sentence.at(0).endswith(("t", "e")) else None
    if clause.drops_subject:
        return "nom" if syntax.verbs(clause) & SAYING and not clause.coordinated else "acc"
    candidates = [n for n in rivals if _may_be_subject(syntax, n, numbers)]
    if not candidates:
        return _alone(syntax, clause)
    if "geben" in syntax.verbs(clause) and any(sentence.at(n.head) == "es" for n in candidates):
        return "acc"
    return _by_order(syntax, clause, group, candidates)


def _is_surely_subject(syntax: Syntax, clause: Clause, nominal: Nominal) -> bool:
    if nominal.is_certainly("nom"):
        return True
    sentence = syntax.sentence
    if sentence.at(nominal.start) != "der" or ("nom", "m") not in nominal.cells:
        return False
    if nominal.kind == "pronoun":
        return clause.kind == "relative" and "m" in _antecedent_genders(syntax, clause)
    weak_feminine = sentence.text(nominal.head).endswith("e") and not nominal.animate
    opener = clause.first + (1 if clause.coordinated or clause.kind == "sub" else 0)
    after_verb = clause.finite is not None and nominal.start == clause.finite + 1
    return not weak_feminine and (nominal.start == opener or after_verb)


def _antecedent_genders(syntax: Syntax, clause: Clause) -> frozenset[str]:
    before = [n for n in syntax.nominals if n.end < clause.first - 1]
    return before[-1].genders if before else frozenset()


def _may_be_subject(syntax: Syntax, nominal: Nominal, numbers: frozenset[str]) -> bool:
    if syntax.sentence.text(nominal.head) in TIME_NOUNS:
        return False
    cells = {cell for cell in nominal.cells if cell[0] == "nom"}
    if numbers == {"3sg"}:
        joined = any(n.conjunct and n.start == nominal.end + 2 for n in syntax.nominals)
        cells = set() if joined and nominal.kind == "name" else {c for c in cells if c[1] != "p"}
    return bool(cells) and not nominal.conjunct


def _alone(syntax: Syntax, clause: Clause) -> str | None:
    """No other nominal can be the subject, so this one is, unless a clause before lends one."""
    place = syntax.clauses.index(clause)
    lends = place > 0 and syntax.clauses[place - 1].kind in {"sub", "relative"}
    verb_last = clause.finite == clause.tokens[-1]
    if clause.coordinated and lends and verb_last and clause.kind == "main":
        return None
    return "nom"


def _by_order(
    syntax: Syntax, clause: Clause, group: list[Nominal], candidates: list[Nominal]
) -> str | None:
    """German puts the subject first where neither form nor verb tells."""
    sentence = syntax.sentence
    finite = clause.finite if clause.finite is not None else clause.tokens[-1]
    start = group[0].start
    accusative = any(n.is_certainly("acc") for n in syntax.rivals(clause))
    before = [n for n in candidates if n.start < start]
    if not before:
        vague = any(sentence.at(n.head) in VAGUE_PEOPLE for n in candidates)
        return None if vague else "nom"
    rival = before[-1]
    word = sentence.at(rival.head)
    verbs = syntax.verbs(clause)
    if rival.kind == "pronoun":
        opens = rival.start < finite and clause.kind == "main"
        if clause.kind == "relative" and _is_person_before(syntax, clause):
            return None
        word = "das" if clause.kind == "relative" and word == "die" else word
        return _beside_pronoun(word, verbs, opens)
    person = rival.animate or (rival.start == rival.head and clause.kind == "main")
    if person:
        return "acc"
    if verbs & (AFFECTING | WITH_HUMAN_OBJECT):
        return "acc"
    if accusative or verbs & AGENTIVE:
        return "nom"
    return None


def _is_person_before(syntax: Syntax, clause: Clause) -> bool:
    """Whether the relative clause speaks of a person: `das Kind, das die Lehrerin ...`."""
    before = [n for n in syntax.nominals if n.end < clause.first - 1]
    return not before or before[-1].animate or before[-1].kind != "noun"


def _beside_pronoun(word: str, verbs: frozenset[str], opens: bool) -> str | None:
    if word in VAGUE_PEOPLE:
        return "acc"
    if word not in VAGUE_THINGS:
        return None
    if verbs & AFFECTING:
        return "acc"
    if word == "es" and not (opens and verbs & APPEARING):
        return None
    return "nom" if verbs & (AGENTIVE | APPEARING) else None


def _dative_or_genitive(syntax: Syntax) -> str | None:
    phrase, sentence = syntax.phrase, syntax.sentence
    clause = syntax.clause
    verbs = syntax.verbs(clause)
    before = phrase.start - 1
    if before < 0 or not clause.holds(before):
        return _without_noun_before(syntax, verbs)
    if sentence.at(before) in {"und", "oder"}:
        return _like_conjunct(syntax)
    if sentence.at(before) in RELATIVE_FORMS and clause.first != before:
        return "gen"  # `wie die einer Frau`
    if not sentence.is_noun(before):
        return _without_noun_before(syntax, verbs)
    host = next((n for n in syntax.nominals if n.end == before), None)
    if host is None:
        return None
    if host.start == 0 == host.head and clause.finite is None:
        return None  # an order whose verb is not known looks like a noun
    in_forefield = clause.finite is not None and phrase.last < clause.finite
    if clause.kind == "main" and in_forefield and host.start <= clause.first + 1:
        return "gen"
    if host.kind == "name":
        return "dat" if sentence.is_name(host.head) else None
    has_dative = any(n.is_certainly("dat") and not n.oblique for n in syntax.rivals(clause))
    if not takes_dative(verbs) or has_dative or host.is_certainly("dat"):
        return "gen"
    if verbs & ONLY_DATIVE and not host.oblique:
        return "dat"
    indefinite = phrase.determiner is not None and sentence.at(phrase.determiner) == "einer"
    if indefinite and not verbs & ONLY_DATIVE:
        return "gen"
    return "gen" if host.oblique else None


def _without_noun_before(syntax: Syntax, verbs: frozenset[str]) -> str | None:
    phrase, sentence = syntax.phrase, syntax.sentence
    unowned = sentence.is_noun(phrase.last + 1) and not takes_dative(verbs)
    if verbs & GENITIVE_VERBS or unowned:
        return None
    return "dat"


def _like_conjunct(syntax: Syntax) -> str | None:
    group = syntax.group()
    if len(group) < 2 or group[0].kind == "target":
        return None
    for case in ("dat", "gen"):
        if group[0].is_certainly(case):
            return case
    return None
