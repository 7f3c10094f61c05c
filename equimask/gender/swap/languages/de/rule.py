"""Which person of a German sentence is swapped, and the steps of a swap."""

from __future__ import annotations

from collections.abc import Sequence

from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import (
    Choice,
    Edit,
    GenderWord,
    Refusal,
    SwapContext,
    WordPair,
)
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.changes import Changes
from equimask.gender.swap.languages.de.guards import check_nouns, check_quotes, check_titles, guard
from equimask.gender.swap.languages.de.mentions import is_possessive
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.subjects import SHE, THEY, UNKNOWN, Subjects
from equimask.gender.swap.languages.de.words import records

# What the rules settle themselves, as well as which words are one person's.
SETTLED = frozenset({"pron", "det"})
REFERRING = frozenset(
    {"er", "ihn", "ihm", "sie"}
    | {stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es")}
)
_MOST_TOKENS = 1000


class _Last:
    """The sentence that was read last, since its person is chosen before it is swapped."""

    key: tuple[str, frozenset[tuple[str, tuple[WordPair, ...]]]] | None = None
    found: tuple[Sentence, Subjects]


def _of(text: str, words: Sequence[GenderWord]) -> tuple[Sentence, Subjects]:
    nouns = [w for w in words if any(p.pos in ("noun", "title") for p in w.pairs)]
    known = records()
    own = {
        w.text.lower(): w.pairs
        for w in nouns
        if any(pair not in known.get(w.text.lower(), ()) for pair in w.pairs)
    }
    key = (text, frozenset(own.items()))
    if key != _Last.key:
        sentence = Sentence(tokenize(text, "de"), {**known, **own} if own else known)
        _Last.found, _Last.key = (sentence, Subjects(sentence)), key
    return _Last.found


def main_word(text: str, every: Sequence[GenderWord]) -> GenderWord | Refusal:
    """The word of the person who is swapped."""
    if not every:
        return Refusal("no_gender_word")
    if len(text) > _MOST_TOKENS and len(tokenize(text, "de")) > _MOST_TOKENS:
        return Refusal("too_long", every[0].text)
    sentence, subjects = _of(text, every)
    at = {word.start: word.index for word in sentence.words}
    nouns = [w for w in every if w.start in at and any(p.pos in ("noun", "title") for p in w.pairs)]
    pronouns = [
        w
        for w in every
        if w.start in at and w not in nouns and all(p.pos in ("pron", "det") for p in w.pairs)
    ]
    shown = [
        w
        for w in pronouns
        if w.text.lower() == "er" or (w.text.lower() == "sie" and subjects.sie(at[w.start]) == SHE)
    ]
    genders = {w.gender for w in shown}
    if len(genders) > 1:
        return Refusal("several_gender_words", " ".join(w.text for w in shown))
    nouns = [w for w in nouns if _is_choosable(sentence, at[w.start])] or nouns
    if not shown and nouns and all(not _leads(sentence, at[w.start]) for w in nouns):
        possessives = [
            w for w in pronouns
            if (w.pairs[0].pos == "det" and _is_pronoun(sentence, at[w.start], w.gender))
            or w.text.lower() in ("ihm", "ihn")
        ]  # fmt: skip
        if possessives and possessives[0].start < nouns[0].start:
            nouns = []
    owned = [w for w in nouns if _is_owned(sentence, at[w.start], w.gender)]
    if shown:
        first = shown[0]
        before = [
            w
            for w in nouns
            if w.gender == first.gender
            and _may_lead(subjects, at[w.start])
            and w.start < first.start
        ]
        if any(w in owned for w in before):
            return Refusal("several_gender_words", " ".join(w.text for w in (before[0], first)))
        return before[0] if before else first
    if nouns:
        free = [w for w in nouns if w not in owned]
        return (free or nouns)[0]
    if not pronouns:
        return every[0]
    male = [
        w for w in pronouns if w.gender == "male" and _is_pronoun(sentence, at[w.start], "male")
    ]
    female = [
        w for w in pronouns
        if w.gender == "female" and _is_pronoun(sentence, at[w.start], "female")
        and not (w.text.lower() == "sie" and subjects.sie(at[w.start]) in (THEY, UNKNOWN))
    ]  # fmt: skip
    if male and female:
        return Refusal("several_gender_words", " ".join(w.text for w in (*male, *female)))
    if not male and not female:
        return Refusal("ambiguous_word", pronouns[0].text)
    return (male or female)[0]


def _is_choosable(sentence: Sentence, index: int) -> bool:
    """Whether the noun heads a phrase of its own."""
    phrase = sentence.of.get(index)
    return phrase is not None and phrase.head == index


def _leads(sentence: Sentence, index: int) -> bool:
    """Whether the noun is one person who may be a subject."""
    phrase = sentence.of.get(index)
    return phrase is not None and phrase.nominative and phrase.determiner >= 0 and any(
        g != "plural" for g, _ in phrase.cells
    )  # fmt: skip


def _is_pronoun(sentence: Sentence, index: int, gender: str) -> bool:
    word = sentence.words[index]
    if is_possessive(word.low, gender) and word.low not in ("ihr",):
        phrase = sentence.of.get(index)
        return phrase is not None and phrase.determiner == index
    return word.low != "sein"


def _is_owned(sentence: Sentence, index: int, gender: str) -> bool:
    """ "ihre Mutter": hers who is of the same gender."""
    phrase = sentence.of.get(index)
    if phrase is None or phrase.determiner < 0:
        return False
    return is_possessive(sentence.low(phrase.determiner), gender)


def _may_lead(subjects: Subjects, index: int) -> bool:
    """Whether the noun is one person who is spoken of: no plural, no role that is said of one."""
    phrase = subjects.sentence.of.get(index)
    return phrase is not None and any(g != "plural" for g, _ in phrase.cells) and (
        not subjects.follows_as(phrase)
    )  # fmt: skip


def agree(context: SwapContext) -> Choice | Refusal:
    """All edits of the swap, or why there is none."""
    try:
        return _agree(context)
    except Unsure as unsure:
        return unsure.refusal


def _agree(context: SwapContext) -> Choice:
    every = (context.word, *context.others)
    sentence, subjects = _of(context.sentence, every)
    word = context.word
    index = next((w.index for w in sentence.words if w.start == word.start), -1)
    if index < 0:
        raise Unsure("ambiguous_word", word.text)
    is_noun = any(pair.pos in ("noun", "title") for pair in word.pairs)
    main = sentence.of.get(index) if is_noun else None
    if is_noun and (main is None or main.head != index):
        raise Unsure("ambiguous_word", word.text)
    if main is None:
        main = _lead(sentence, subjects, word, index)
    if main is not None:
        subjects.tell_number(main)
    person = Person(sentence, subjects, word.gender, main)
    person.settle()
    guard(context, person)
    check_nouns(person, every)
    check_quotes(person)
    if not person.evidence():
        raise Unsure("ambiguous_word", word.text)
    changes = Changes(person, context.target, word.pairs)
    edits = changes.make()
    check_titles(person, edits)
    pair = changes.pair or word.pairs[0]
    return Choice(pair, _marked(edits, word))


def _lead(sentence: Sentence, subjects: Subjects, word: GenderWord, index: int) -> Phrase | None:
    """ "Diese Komikerin liebt ihre Arbeit": a role that no record lists, before its pronoun."""
    clause = sentence.clause_of.get(index)
    subject = subjects.of(clause) if clause is not None else None
    phrase = subject.phrase if subject is not None else None
    if phrase is None or phrase.pairs or phrase.determiner < 0 or phrase.last >= index:
        return None
    shown = [r for r in phrase.people if r.gender == word.gender and not r.is_guess]
    return phrase if shown and phrase.may(word.gender) else None


def _marked(edits: tuple[Edit, ...], word: GenderWord) -> tuple[Edit, ...]:
    """The edit of the word itself says so."""
    found = []
    for edit in edits:
        is_word = edit.start <= word.start and word.end <= edit.end
        kind = "gender_word" if is_word else edit.kind
        found.append(Edit(edit.start, edit.end, edit.old, edit.new, kind))
    if not any(edit.kind == "gender_word" for edit in found):
        raise Unsure("ambiguous_word", word.text)
    return tuple(found)
