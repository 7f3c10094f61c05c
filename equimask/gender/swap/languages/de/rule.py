"""Which person of a German sentence is swapped, and the steps of a swap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import Choice, GenderWord, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.changes import Changes
from equimask.gender.swap.languages.de.guards import guard
from equimask.gender.swap.languages.de.owners import Owners
from equimask.gender.swap.languages.de.person import STEMS, Person, is_possessive
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import ENDINGS, read_pairs, tables

# What the rules settle themselves, as well as which words are one person's.
SETTLED = frozenset({"pron", "det"})
REFERRING = frozenset(
    {"er", "ihn", "ihm", "sie", *(s + ending for s in STEMS.values() for ending in ("", *ENDINGS))}
)
_MOST_TOKENS = 1000


def _is_noun(word: GenderWord) -> bool:
    return any(pair.pos in ("noun", "title") for pair in word.pairs)


@lru_cache(maxsize=1)  # its person is chosen before it is swapped
def _parse(text: str, nouns: frozenset[tuple[str, tuple[WordPair, ...]]]) -> Sentence:
    own = {low: read_pairs(pairs)[low] for low, pairs in nouns}  # they outweigh ours
    return Sentence(tokenize(text, "de"), {**tables().records, **own})


def _read(text: str, words: Sequence[GenderWord]) -> Sentence:
    return _parse(text, frozenset((w.text.lower(), w.pairs) for w in words if _is_noun(w)))


def main_word(text: str, every: Sequence[GenderWord]) -> GenderWord | Refusal:
    """The word of the person who is swapped."""
    if not every:
        return Refusal("no_gender_word")
    if len(text) > _MOST_TOKENS and len(tokenize(text, "de")) > _MOST_TOKENS:
        return Refusal("too_long", every[0].text)
    sentence = _read(text, every)
    at = {word.start: word.index for word in sentence.words}
    nouns = [word for word in every if _is_noun(word)]
    found = [(word, sentence.of.get(at.get(word.start, -1))) for word in nouns]
    heads = [(w, p) for w, p in found if p is not None and p.head == at[w.start]]
    pronouns = [w for w in every if not _is_noun(w) and _is_pronoun(sentence, w, at)]
    shown = [
        w for w in pronouns if w.text.lower() in ("er", "sie") and sentence.stands_for(at[w.start])
    ]
    if len({w.gender for w in shown or pronouns}) > 1 and (shown or not heads):
        return Refusal("several_gender_words", " ".join(w.text for w in shown or pronouns))
    free = [(w, p) for w, p in heads if not is_possessive(sentence.article(p), w.gender)]
    if shown:
        same = [
            w for w, p in free
            if w.gender == shown[0].gender and w.start < shown[0].start
            and not p.plural and not sentence.follows_as(p)
        ]  # fmt: skip
        return (same or shown)[0]
    leads = any(p.nominative and p.determiner >= 0 and not p.plural for _, p in heads)
    if nouns and (leads or not pronouns or nouns[0].start < pronouns[0].start):
        return next((w for w, _ in free or heads), nouns[0])
    return pronouns[0] if pronouns else Refusal("ambiguous_word", every[0].text)


def _is_pronoun(sentence: Sentence, word: GenderWord, at: dict[int, int]) -> bool:
    """Whether the word surely is a pronoun of one: no "sie" of several, no verb "sein"."""
    low, index = word.text.lower(), at.get(word.start, -1)
    if index < 0:
        return False
    if low == "sie":
        return sentence.sie(index) in ("she", "her")
    return low == "ihr" or index in sentence.of or not is_possessive(low, word.gender)


def agree(context: SwapContext) -> Choice | Refusal:
    """All edits of the swap, or why there is none."""
    try:
        return _agree(context)
    except Unsure as unsure:
        return unsure.refusal


def _agree(context: SwapContext) -> Choice:
    word = context.word
    sentence = _read(context.sentence, (word, *context.others))
    index = next((w.index for w in sentence.words if w.start == word.start), -1)
    main = sentence.of.get(index) if _is_noun(word) else None
    if index < 0 or (_is_noun(word) and (main is None or main.head != index)):
        raise Unsure("ambiguous_word", word.text)
    if main is not None:
        sentence.check_number(main)
    person = Person(sentence, word.gender, main)
    Owners(person).settle()
    guard(context, person)
    changes = Changes(person, context.target, word.pairs)
    edits = changes.make()
    marked = tuple(
        replace(e, kind="gender_word") if e.start <= word.start and word.end <= e.end else e
        for e in edits
    )
    if not any(edit.kind == "gender_word" for edit in marked):
        raise Unsure("ambiguous_word", word.text)
    return Choice(changes.pair, marked)
