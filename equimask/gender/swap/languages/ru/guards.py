"""What forbids a swap before a Russian sentence is read."""

from __future__ import annotations

from equimask.gender.lexicon.types import SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.morphology import plain
from equimask.gender.swap.languages.ru.tables import Tables


def guard(context: SwapContext, tables: Tables) -> None:
    """Refuse what suits one gender only, what speaks of both, and what is quoted."""
    lows, main = [plain(token.text) for token in context.tokens], context.word
    text = " ".join(lows)
    for phrase in tables.phrases:
        if phrase in text:
            raise Unsure("set_phrase", phrase)
    adjective = all(pair.pos == "adj" for pair in main.pairs)
    ours = tables.forms_of[main.gender]
    for low in lows:
        if f"{low}=".startswith(tables.one_gender) and not low.startswith(tables.no_such):
            raise Unsure("suits_one_gender", low)
        if low.startswith(tables.gendered) and not adjective:
            raise Unsure("gendered_adjective", low)
        if low in tables.third and low not in ours:
            raise Unsure("several_gender_words", low)
    for word in context.others:
        if word.gender != main.gender:
            raise Unsure("several_gender_words", f"{main.text} {word.text}")
    _refuse_quotes(context)


def _refuse_quotes(context: SwapContext) -> None:
    """What is said of the person in somebody's words, and titles, are not what stands around."""
    places = {w.start for w in (context.word, *context.others)}
    quoted, inside = False, False
    for token in context.tokens:
        if token.text in '«“„"»”':
            quoted = token.text in "«“„" or (token.text == '"' and not quoted)
        inside = inside or (quoted and token.start in places)
    if inside and any(token.text in '«»“”„"' for token in context.tokens[1:-2]):
        raise Unsure("quoted", context.word.text)
