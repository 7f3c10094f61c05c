"""Hindi: modifiers before a gender noun and the verb group that agrees with it."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.hi import words
from equimask.gender.swap.languages.hi.clause import gendered, is_copular, is_plural_group
from equimask.gender.swap.languages.hi.forms import (
    Paradigm,
    genitive_paradigm,
    has_gender,
    is_plural,
    modifier_paradigm,
    verb_paradigm,
)
from equimask.gender.swap.languages.hi.phrase import Phrase
from equimask.gender.swap.languages.hi.words import plain

# Hindi pronouns have no gender; what agrees in possessives is the thing possessed.
REFERRING: frozenset[str] = frozenset()
_QUOTES = frozenset("\"'“”‘’«»")
# Beginnings of words for pregnancy, nursing and beards.
_ONE_GENDER_ONLY = tuple(map(plain, ("गर्भवती", "गर्भिणी", "स्तनपान", "प्रसव", "दाढ़ी", "मूँछ")))
_SPEAKERS = words.plain_set("मैं हम तुम आप")
_THIRD_PERSONS = words.plain_set("वह वे जो")
_I_AND_YOU = words.plain_set("मैं तू")
_AUXILIARIES = words.plain_set("है हैं हूँ हो")


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart in its number and case, and what agrees with it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if not pairs:
        return Refusal("ambiguous_word", context.word.text)
    if plain(context.tokens[context.first].text) not in plain(context.word.text):
        return Refusal("part_of_word", context.tokens[context.first].text)
    if pairs[0].pos == "adj":
        return Choice(pairs[0], ()) if len(pairs) == 1 else Refusal("case_undecided")
    phrase = Phrase(context, pairs)
    for word in phrase.low:
        if word.startswith(_ONE_GENDER_ONLY):
            return Refusal("suits_one_gender", word)
    refusal = phrase.read()
    if refusal is not None:
        return refusal
    controls = _controls_verb(phrase)
    if isinstance(controls, Refusal):
        return controls
    pair = _record(phrase, controls=controls)
    if isinstance(pair, Refusal):
        return pair
    refusal = _other_clauses(phrase) or (_inner_verb(phrase) if controls else None)
    if refusal is not None:
        return refusal
    plural = pair.number == "plur" or (controls and is_plural_group(context, phrase.clause))
    edits = [
        phrase.edit(index, _form(phrase, paradigm, plural or phrase.is_oblique), "modifier")
        for index, paradigm in phrase.modifiers
    ]
    if controls:
        predicate = _predicate_edits(phrase, plural)
        if isinstance(predicate, Refusal):
            return predicate
        edits += [*_verb_edits(phrase, plural), *predicate]
    return Choice(pair, tuple(edits))


def _controls_verb(phrase: Phrase) -> bool | Refusal:
    """Whether the verb shows the noun's gender: as subject, or as object of a verb with ने."""
    context, clause = phrase.context, phrase.clause
    if phrase.is_oblique:
        return False
    before = phrase.low[clause.start : phrase.start]
    if any(word in words.POLITE_SUBJECTS for word in before):
        return Refusal("polite_subject")
    beside_verb = phrase.end >= clause.verbs
    if plain("ने") in before or any(word in words.ERGATIVE_PRONOUNS for word in before):
        if any(word in words.MARKED_OBJECTS for word in before):
            return False
        return True if beside_verb else Refusal("object_undecided")
    copular = is_copular(context, clause)
    speaker = any(word in _I_AND_YOU for word in before)
    if speaker and not (copular and beside_verb):
        forms = gendered(context, clause, phrase.gender)
        return Refusal("object_undecided") if forms else False
    if phrase.is_owned and len(before) > 1 and copular:
        return Refusal("subject_undecided", before[-1])
    if before and not phrase.is_owned and not speaker and not _is_no_subject(before[-1]):
        return Refusal("subject_undecided", before[-1])
    ours = gendered(context, clause, phrase.gender)
    if gendered(context, clause, context.target) and not ours:
        return Refusal("verb_disagrees")
    return True


def _is_no_subject(word: str) -> bool:
    """Whether the word before the noun phrase is no bare noun that could be the subject."""
    return (
        word in words.POSTPOSITIONS
        or word in words.ADVERBS
        or word in words.CONJUNCTIONS
        or word in words.SUBJECT_PRONOUNS
        or word.endswith((plain("कर"), plain("करके")))
    )


def _record(phrase: Phrase, *, controls: bool) -> WordPair | Refusal:
    noun = phrase.context.word.text
    case = "obl" if phrase.is_oblique else "dir"
    fitting = [pair for pair in phrase.pairs if case in pair.cases]
    if not fitting:
        return Refusal("form_and_context_disagree", noun)
    plural_verb = controls and is_plural_group(phrase.context, phrase.clause)
    if len({pair.number for pair in fitting}) > 1:
        number = _number(phrase, plural_verb)
        if number is None:
            return Refusal("number_undecided", noun)
        fitting = [pair for pair in fitting if pair.number == number]
    if len({pair.side(phrase.context.target) for pair in fitting}) > 1:
        return Refusal("several_counterparts", noun)
    (pair, *_) = fitting
    inflects = pair.male.endswith("ा") and plain(pair.male) not in words.RESPECTED
    if plural_verb and inflects and pair.number == "sing":
        return Refusal("polite_plural", noun)
    return pair


def _number(phrase: Phrase, plural_verb: bool) -> str | None:
    """Singular or plural of a form that both share."""
    if phrase.has_plural_sign:
        return "plur"
    one = plain("एक") in phrase.low[phrase.start : phrase.context.first]
    plural_form = any(is_plural(phrase.text(i), p) for i, p in phrase.modifiers)
    if phrase.is_oblique or (not plural_verb and (one or not plural_form)):
        return "sing"
    return "sing" if phrase.noun in words.RESPECTED else None


def _other_clauses(phrase: Phrase) -> Refusal | None:
    """A verb of the same gender in another clause may go on with the noun."""
    quoted = any(token.text in _QUOTES for token in phrase.context.tokens)
    for clause in phrase.clauses:
        if clause is phrase.clause:
            continue
        inside = phrase.low[clause.start : clause.end]
        detail = " ".join(inside[-2:])
        if quoted and plain("मैं") in inside:
            return Refusal("quoted_speech", detail)
        third = any(word in _THIRD_PERSONS for word in inside)
        if third and any(map(phrase.shows_gender, range(clause.start, clause.end))):
            return Refusal("other_clause", detail)
        ergative = plain("ने") in inside or any(w in words.ERGATIVE_PRONOUNS for w in inside)
        if ergative or any(word in _SPEAKERS for word in inside):
            continue
        if gendered(phrase.context, clause, phrase.gender):
            return Refusal("other_clause", detail)
    return None


def _inner_verb(phrase: Phrase) -> Refusal | None:
    """A finite verb before the last one: two clauses without a mark between them."""
    for index in range(phrase.end, phrase.clause.verbs - 1):
        finite = phrase.low[index + 1] in words.NEUTRAL_AUXILIARIES
        if finite and phrase.shows_gender(index):
            return Refusal("other_clause", phrase.text(index))
    return None


def _form(phrase: Phrase, paradigm: Paradigm, plural: bool) -> str:
    if phrase.context.target == "female":
        return paradigm.female
    return paradigm.males if plural else paradigm.male


def _verb_edits(phrase: Phrase, plural: bool) -> list[Edit]:
    """The verb group; without an auxiliary its last feminine plural is nasal."""
    edits = []
    forms = gendered(phrase.context, phrase.clause, phrase.gender)
    last = max((index for index, _ in forms), default=-1)
    nasal = plural and phrase.low[phrase.clause.end - 1] not in _AUXILIARIES
    for index, paradigm in forms:
        new = _form(phrase, paradigm, plural)
        if phrase.context.target == "female" and nasal and index == last:
            new = paradigm.females
        edits.append(phrase.edit(index, new, "verb"))
    return edits


def _predicate_edits(phrase: Phrase, plural: bool) -> list[Edit] | Refusal:
    """An adjective right before the verb; one before a noun that is said of the person."""
    edits = []
    last = phrase.clause.verbs - 1
    for index in range(phrase.end, phrase.clause.verbs):
        text = phrase.text(index)
        paradigm = modifier_paradigm(text)
        if paradigm is None and index == last > phrase.end:
            paradigm = genitive_paradigm(text)
        if paradigm is None or not has_gender(text, paradigm, phrase.gender):
            continue
        genitive = plain(text) in words.GENITIVES
        if index == last and (genitive or verb_paradigm(text) is None):
            edits.append(phrase.edit(index, _form(phrase, paradigm, plural), "predicate"))
        elif is_copular(phrase.context, phrase.clause):
            return Refusal("predicate_undecided", text)
    return edits
