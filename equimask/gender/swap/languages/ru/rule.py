"""Russian swaps: a gender word, and every word that agrees with its person."""

from __future__ import annotations

import re

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Choice, Edit, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.patterns import refusing
from equimask.gender.swap.languages.ru.morphology import dictionary_version, plain
from equimask.gender.swap.languages.ru.owners import Owners
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.tables import Tables, tables

__all__ = ["REFERRING", "SETTLED", "agree", "dictionary_version"]

SETTLED = frozenset({"pron", "det"})
REFERRING = frozenset(
    "он его ему им него нему ним нём нем она её ее ей ею неё нее ней нею сам сама".split()
)
_QUOTED = re.compile(r"«[^»]*(?:»|$)|\"[^\"]*(?:\"|$)|[“„][^”“]*[”“]|^[^«»\"“„]*[»\"”](?=,? [-–—])")


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart in its case, and every form that agrees with it."""
    main = context.word
    _guard(context, tables())
    person = Person(Sentence(context, tables()))
    pronoun = all(pair.pos in SETTLED for pair in main.pairs)
    pair = main.pairs[0] if pronoun else person.introduce(main)
    for word in person.words:
        if word.low in person.sentence.pronouns:
            person.refer(word)
    Owners(person).settle()
    if not person.is_proven():
        raise Unsure("ambiguous_word", main.text)
    return Choice(pair, _edits(person))


def _guard(context: SwapContext, tables: Tables) -> None:
    """Refuse what suits one gender only, what speaks of both, and what is quoted."""
    lows, main = [plain(token.text) for token in context.tokens], context.word
    text, words = " ".join(lows), tables.lists
    one_gender, gendered = (tuple(words[f"guards.{name}"]) for name in ("one_gender", "gendered"))
    foreign = tables.pronouns_of[context.target] - tables.pronouns_of[main.gender]
    for phrase in tables.phrases:
        if phrase in text:
            raise Unsure("set_phrase", phrase)
    for low in lows:
        if f"{low}=".startswith(one_gender):
            raise Unsure("suits_one_gender", low)
        if low.startswith(gendered):
            raise Unsure("gendered_adjective", low)
        if low in foreign:
            raise Unsure("several_gender_words", low)
    for quote in _QUOTED.finditer(context.sentence):
        inside = any(quote.start() <= w.start < quote.end() for w in (main, *context.others))
        if inside and len(quote.group()) < len(context.sentence) - 2:
            raise Unsure("quoted", quote.group())  # somebody's words, or a title


def _edits(person: Person) -> tuple[Edit, ...]:
    """The edits of the words that change, with ё as the text has it."""
    sentence, found = person.sentence, []
    for word, form in person.new.items():
        spelled = form if sentence.has_dots else form.replace("ё", "е")
        new = transfer(word.text, word.text.lower(), spelled)
        if new is None:
            raise Unsure("odd_casing", word.text)
        kind = "gender_word" if word.start == sentence.context.word.start else "agreement"
        found.append(Edit(word.start, word.end, word.text, new, kind))
    return tuple(found)
