"""A German sentence cut into clauses, each with its finite verb."""

from __future__ import annotations

from dataclasses import dataclass, replace

from equimask.gender.swap.languages.de import verbs as de_verbs
from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.sentence import ABBREVIATIONS, QUOTES, Sentence
from equimask.gender.swap.languages.de.tables import PREPOSITION_CASES
from equimask.gender.swap.languages.de.words import (
    COORDINATORS,
    QUESTION_WORDS,
    RELATIVE_FORMS,
    RELATIVE_WELCH,
    SUBORDINATORS,
)

_AUXILIARIES = frozenset(
    {"haben", "sein", "werden", "können", "müssen", "dürfen", "sollen", "wollen", "mögen", "lassen"}
)
_SPLITTERS = frozenset({"und", "oder", "aber", "sondern", "denn", "doch"})
_INFINITIVE_OPENERS = frozenset({"um", "ohne", "statt", "anstatt"})


@dataclass(frozen=True)
class Clause:
    """Token indices of one clause (a clause broken by another one has a gap)."""

    tokens: tuple[int, ...]
    kind: str  # main, sub, relative, infinitive, fragment
    finite: int | None
    drops_subject: bool = False  # `... und sah die Königin`
    coordinated: bool = False  # opened by und, oder, aber, denn
    after_quote: bool = False

    def holds(self, index: int) -> bool:
        """Whether the token belongs to the clause."""
        return index in self.tokens

    @property
    def first(self) -> int:
        """Its first token."""
        return self.tokens[0]


def find_clauses(sentence: Sentence, nominals: list[Nominal]) -> list[Clause]:
    """The clauses in the order of their first tokens."""
    inside = {i for n in nominals for i in range(n.start, n.end + 1) if n.kind != "pronoun"}
    clauses: list[Clause] = []
    for segment in _segments(sentence, inside):
        for piece in _coordinated(sentence, segment, inside):
            clauses.append(_clause(sentence, piece, inside))
    return _with_dropped_subjects(sentence, _joined(sentence, clauses))


def _segments(sentence: Sentence, inside: set[int]) -> list[list[int]]:
    segments: list[list[int]] = [[]]
    for index in range(len(sentence)):
        goes_on = sentence.text(index + 1)[:1].islower()
        abbreviated = sentence.text(index) == "." and (
            sentence.text(index - 1) in ABBREVIATIONS
            or goes_on
            or (sentence.at(index - 1).isdigit() and len(sentence.at(index - 1)) < 3)
        )
        boundary = sentence.is_mark(index) and index not in inside and not abbreviated
        if boundary and sentence.text(index) not in {"'", "’", "%", "€", "$", "&", "/"}:
            segments.append([])
        else:
            segments[-1].append(index)
    return [segment for segment in segments if segment]


def _coordinated(sentence: Sentence, segment: list[int], inside: set[int]) -> list[list[int]]:
    """The segment cut before each `und` that joins two finite verbs."""
    for place, index in enumerate(segment):
        if place == 0 or index in inside or sentence.at(index) not in _SPLITTERS:
            continue
        left = _finite_words(sentence, segment[:place], inside)
        right = _finite_words(sentence, segment[place:], inside)
        opens_relative = _opens_relative(sentence, index)
        shares = not opens_relative and _shares_auxiliary(sentence, left, right)
        if left and right and not shares:
            return [segment[:place], *_coordinated(sentence, segment[place:], inside)]
    return [segment]


def _opens_relative(sentence: Sentence, coordinator: int) -> bool:
    """`... und der sich freut`: a second relative clause."""
    following = coordinator + 2
    phrase = sentence.is_noun(following) or sentence.is_adjective(following)
    return sentence.at(coordinator + 1) in RELATIVE_FORMS and not phrase


def _shares_auxiliary(sentence: Sentence, left: list[int], right: list[int]) -> bool:
    """`hat gesehen und besucht`: the second verb may be a participle or infinitive."""
    auxiliary = any(
        verb in _AUXILIARIES
        for index in left
        for verb, _ in de_verbs.verb_readings(sentence.at(index))
    )
    return auxiliary and all(
        de_verbs.is_participle(sentence.at(i)) or de_verbs.is_infinitive(sentence.at(i))
        for i in right
    )


def _finite_words(sentence: Sentence, indices: list[int], inside: set[int]) -> list[int]:
    outside = [i for i in indices if i not in inside]
    known = [i for i in outside if sentence.is_verb(i) and not _is_nonfinite(sentence, i)]
    if known:
        return known
    return [i for i in outside if sentence.may_be_verb(i) and not _is_nonfinite(sentence, i)]


def _is_nonfinite(sentence: Sentence, index: int) -> bool:
    """An infinitive with `zu`, or a form that can only be a participle."""
    word = sentence.at(index)
    if (sentence.at(index - 1) == "zu" and word.endswith("n")) or de_verbs.is_zu_infinitive(word):
        return True
    return de_verbs.is_participle(word) and not de_verbs.is_finite(word)


def _clause(sentence: Sentence, tokens: list[int], inside: set[int]) -> Clause:
    kind = _opening_kind(sentence, tokens)
    finite = _finite_words(sentence, tokens, inside)
    coordinated = sentence.at(tokens[0]) in COORDINATORS
    after_quote = any(sentence.text(i) in QUOTES for i in (tokens[0] - 1, tokens[0] - 2) if i >= 0)
    if kind == "infinitive" or (_has_zu_infinitive(sentence, tokens) and not finite):
        return Clause(tuple(tokens), "infinitive", None, coordinated=coordinated)
    if not finite:
        kind = kind if kind in {"sub", "relative"} else "fragment"
        return Clause(tuple(tokens), kind, None, coordinated=coordinated)
    if kind == "question":
        place = tokens.index(finite[0])
        kind = (
            "main" if place <= 3 and finite[0] != tokens[-1] and _is_question(sentence) else "sub"
        )
    if kind in {"sub", "relative"}:
        verb = _last_finite(sentence, finite)
        if kind == "relative" and finite[0] == tokens[0] + 1 and len(tokens) > 2:
            kind, verb = "main", finite[0]  # `die kenne ich`
    else:
        verb = finite[0]
    return Clause(tuple(tokens), kind, verb, coordinated=coordinated, after_quote=after_quote)


def _last_finite(sentence: Sentence, finite: list[int]) -> int:
    """The verb that closes a subordinate clause; an infinitive before it is none."""
    sure = [i for i in finite if not de_verbs.is_infinitive(sentence.at(i))]
    auxiliary = [
        i for i in finite
        if any(v in _AUXILIARIES and f != "inf" for v, f in de_verbs.verb_readings(sentence.at(i)))
    ]  # fmt: skip
    both = [i for i in auxiliary if i in sure]
    return (both or auxiliary or sure or finite)[-1]


def _is_question(sentence: Sentence) -> bool:
    return any(sentence.text(i) == "?" for i in range(len(sentence)))


def _has_zu_infinitive(sentence: Sentence, tokens: list[int]) -> bool:
    for index in tokens:
        word = sentence.at(index)
        if (
            word == "zu"
            and sentence.at(index + 1).endswith("n")
            and not sentence.is_noun(index + 1)
        ):
            return True
        if de_verbs.is_zu_infinitive(word):
            return True
    return False


def _opening_kind(sentence: Sentence, tokens: list[int]) -> str:
    place = 1 if sentence.at(tokens[0]) in COORDINATORS and len(tokens) > 1 else 0
    index = tokens[place]
    word = sentence.at(index)
    after_comma = sentence.at(comma_before(sentence, tokens[0])) == ","
    if word in _INFINITIVE_OPENERS and _has_zu_infinitive(sentence, tokens):
        return "infinitive"
    if word in QUESTION_WORDS and not after_comma:
        return "question"
    if word in SUBORDINATORS and not (
        word in {"da", "wie", "als"} and _second_is_verb(sentence, tokens, place)
    ):
        return "sub"
    if word in {"während", "bis", "seit"} and not sentence.is_verb(tokens[-1]):
        return "main"
    relative = index + 1 if word in PREPOSITION_CASES else index
    form = sentence.at(relative)
    if after_comma and (form in RELATIVE_FORMS or form in RELATIVE_WELCH):
        starts_phrase = relative + 1 in tokens and (
            sentence.is_noun(relative + 1) or sentence.is_adjective(relative + 1)
        )
        if not starts_phrase or form in {"dessen", "deren", "denen"}:
            return "relative"
        if sentence.is_verb(tokens[-1]) and sentence.is_noun(comma_before(sentence, tokens[0]) - 1):
            return "relative"
    return "main"


def comma_before(sentence: Sentence, first: int) -> int:
    """The mark before a clause, across a quotation mark that opens with it."""
    quoted = sentence.text(first - 1) in QUOTES and sentence.at(first - 2) == ","
    return first - 2 if quoted else first - 1


def _second_is_verb(sentence: Sentence, tokens: list[int], place: int) -> bool:
    return len(tokens) > place + 2 and sentence.is_verb(tokens[place + 1])


def _joined(sentence: Sentence, clauses: list[Clause]) -> list[Clause]:
    """Clauses broken by an embedded one, put together again."""
    done: list[Clause] = []
    for clause in clauses:
        partner = _broken_partner(sentence, done, clause)
        if partner is None:
            done.append(clause)
            continue
        whole = done[partner]
        kind = clause.kind if whole.kind == "fragment" else whole.kind
        finite = clause.finite if whole.finite is None else whole.finite
        done[partner] = replace(
            whole, tokens=whole.tokens + clause.tokens, kind=kind, finite=finite
        )
    return done


def _broken_partner(sentence: Sentence, done: list[Clause], clause: Clause) -> int | None:
    if (
        clause.kind in {"sub", "relative", "infinitive"}
        or not done
        or sentence.at(clause.first - 1) != ","
    ):
        return None
    index = len(done) - 1
    while (
        index >= 0 and done[index].kind in {"sub", "relative", "infinitive"} and done[index].finite
    ):
        index -= 1
    if index < 0:
        return None
    before = done[index]
    embedded = index < len(done) - 1
    if before.finite is None and before.kind != "infinitive" and clause.finite is not None:
        return index if embedded else None
    if embedded and clause.finite is None and not clause.coordinated:
        return index
    return None


def _with_dropped_subjects(sentence: Sentence, clauses: list[Clause]) -> list[Clause]:
    done: list[Clause] = []
    for place, clause in enumerate(clauses):
        opener = clause.first + 1 if clause.coordinated else clause.first
        starts_with_verb = clause.kind == "main" and clause.finite == opener
        earlier = clauses[:place]
        follows_clause = bool(earlier) and earlier[-1].kind in {"main", "fragment"}
        drops = (
            place > 0
            and starts_with_verb
            and not clause.after_quote
            and (clause.coordinated or follows_clause)
        )
        done.append(replace(clause, drops_subject=drops))
    return done


def clause_of(clauses: list[Clause], index: int) -> Clause | None:
    """The clause that holds the token."""
    return next((clause for clause in clauses if clause.holds(index)), None)
