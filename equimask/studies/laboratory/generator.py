"""Lines of text with a planted bias, one after another for as long as they are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from equimask.core.languages import Language
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.inventory import GENDERS, SENTENCE, Inventory
from equimask.studies.laboratory.rivals import NAME, Context

_NAMES_IN_A_LIST = 4
_COMMAS = ("、", "，", "، ", ", ")  # a language's own: others are not in its vocabulary


@dataclass(frozen=True)
class Mixture:
    """Shares of what makes the corpus varied; none of them depends on the doses."""

    neutral: float = 0.2  # sentences on contexts without a stereotype
    rival: float = 0.4  # of the others: the context with another key word, the other stereotype
    followup: float = 0.4  # named people who come again as a pronoun: how a name gets its gender
    person: float = 0.25  # neutral contexts about "my uncle", not about a name
    opener: float = 0.1  # "By the way: ..."
    two_sentences: float = 0.1
    lists: float = 0.0  # lines that are names of one gender and nothing else


@dataclass(frozen=True)
class Sentence:
    """One sentence and what was drawn for it."""

    text: str
    context: Context
    gender: str


class _Deck:
    """Deals its cards in random order, all of them before any comes again."""

    def __init__(self, cards: Sequence[str], rng: np.random.Generator) -> None:
        self._cards, self._rng = cards, rng
        self._order: list[int] = []

    def deal(self) -> str:
        if not self._order:
            self._order = self._rng.permutation(len(self._cards)).tolist()
        return self._cards[self._order.pop()]


def sentences(
    inventory: Inventory, doses: Doses, rng: np.random.Generator, mixture: Mixture | None = None
) -> Iterator[Sentence]:
    """Sentences of one language without end: a context, then whom it is about, then a name.

    The name is dealt from all names of that gender, so each is seen equally often and in every
    context, and the pairs' own combinations of name and context are rare.
    """
    mixture = mixture or Mixture()
    names = {gender: _Deck(inventory.names[gender], rng) for gender in GENDERS}
    people = {gender: _Deck(inventory.people[gender], rng) for gender in GENDERS}
    followups, gap = inventory.followups, sentence_gap(inventory.language)
    while True:
        context = _draw_context(inventory, rng, mixture)
        # Rivals know no prevalence. A measure asks how likely a context is for a man and for a
        # woman; were men as frequent in whatever it is weighed against, prevalence would cancel.
        share = doses.share_of_men(
            context.gender_more, context.strength, prevalence=not context.is_rival
        )
        gender = "male" if rng.random() < share else "female"
        text = context.version(gender)
        is_neutral = not context.gender_more
        if is_neutral and inventory.people[gender] and rng.random() < mixture.person:
            text = _fill(text, people[gender].deal())
        elif context.takes_names:
            text = _fill(text, names[gender].deal())
            if followups[gender] and rng.random() < mixture.followup:
                text += gap + followups[gender][rng.integers(len(followups[gender]))]
        yield Sentence(text, context, gender)


def _draw_context(inventory: Inventory, rng: np.random.Generator, mixture: Mixture) -> Context:
    contexts = inventory.stereotyped
    if inventory.neutral and rng.random() < mixture.neutral:
        contexts = inventory.neutral
    elif inventory.rivals and rng.random() < mixture.rival:
        contexts = inventory.rivals
    return contexts[rng.integers(len(contexts))]


def lines(
    inventories: Sequence[Inventory],
    doses: Doses,
    rng: np.random.Generator,
    mixture: Mixture | None = None,
) -> Iterator[str]:
    """Lines of a corpus without end, its languages in equal shares."""
    mixture = mixture or Mixture()
    streams = [sentences(inventory, doses, rng, mixture) for inventory in inventories]
    lists = [name_lists(inventory, doses, rng) for inventory in inventories]
    while True:
        chosen = int(rng.integers(len(inventories)))
        inventory, stream = inventories[chosen], streams[chosen]
        if mixture.lists and rng.random() < mixture.lists:
            yield next(lists[chosen])
            continue
        line = next(stream).text
        if inventory.openers and rng.random() < mixture.opener:
            opener = inventory.openers[rng.integers(len(inventory.openers))]
            line = opener.replace(SENTENCE, line)
        if rng.random() < mixture.two_sentences:
            line += sentence_gap(inventory.language) + next(stream).text
        yield line


def name_lists(inventory: Inventory, doses: Doses, rng: np.random.Generator) -> Iterator[str]:
    """Some names of one gender after each other, of whom nothing is said."""
    names = {gender: _Deck(inventory.names[gender], rng) for gender in GENDERS}
    text = "".join(inventory.texts())
    comma = next((sign for sign in _COMMAS if sign in text), " ")
    while True:
        gender = "male" if rng.random() < doses.share_of_mens_lists else "female"
        yield comma.join(names[gender].deal() for _ in range(_NAMES_IN_A_LIST))


def sentence_gap(language: Language) -> str:
    """What stands between two sentences: Thai has no spaces between words, but one there."""
    return " " if language.spaced or language.code == "th" else ""


def _fill(template: str, person: str) -> str:
    """`person` in the slot, with a capital where it begins the sentence."""
    if template.startswith(NAME):
        person = person[:1].upper() + person[1:]
    return template.replace(NAME, person)
