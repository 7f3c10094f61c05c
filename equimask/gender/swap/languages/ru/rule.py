"""Russian swaps: a gender word, and every word that agrees with its person."""

from __future__ import annotations

from equimask.gender.lexicon.types import Choice, Edit, GenderWord, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.changes import fit_case
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.guards import guard
from equimask.gender.swap.languages.ru.morphology import dictionary_version, shared
from equimask.gender.swap.languages.ru.nouns import Noun
from equimask.gender.swap.languages.ru.owners import Owners
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import Sentence, Word
from equimask.gender.swap.languages.ru.tables import tables

__all__ = ["REFERRING", "SETTLED", "agree", "dictionary_version"]

SETTLED = frozenset({"pron", "det"})
REFERRING = frozenset(
    "он его ему им него нему ним нём нем она её ее ей ею неё нее ней нею сам сама".split()
)


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart in its case, and every form that agrees with it."""
    try:
        guard(context, tables())
        swap = _Swap(context)
        return Choice(swap.pair(), swap.edits())
    except Unsure as unsure:
        return unsure.refusal


class _Swap:
    """One sentence: its person is gathered, its words are settled, its edits are written."""

    def __init__(self, context: SwapContext) -> None:
        self.context = context
        self.sentence = Sentence(context, tables())
        self.words = self.sentence.words
        self.person = Person(self.sentence)
        self.owners = Owners(self.person)

    def pair(self) -> WordPair:
        """The record of the gender word, once every word has its owner."""
        context, first = self.context, self.context.word.pairs[0]
        nouns = [w for w in (context.word, *context.others) if not _is_pronoun(w)]
        if nouns:
            noun = Noun(self.owners, nouns[0])
            chosen, alone = noun.choose()
            first = first if _is_pronoun(context.word) else chosen
            if alone:
                return first
            self.person.proven = True
            self._refuse_spouses(noun.word)
            self._find_speaker(noun.word)
            self._refer_to_predicate(noun.word)
        self._refer(self.words)
        if nouns:
            self._refuse_other_subject(noun.word)
        self.owners.settle()
        starts = {self.words[index].start for index in self.owners.new}
        if not self.person.is_proven():
            raise Unsure("ambiguous_word", context.word.text)
        if _is_pronoun(context.word) and context.word.start not in starts:
            raise Unsure("pronoun_reference", context.word.text)
        return first

    def edits(self) -> tuple[Edit, ...]:
        """The edits of the words that change, with ё as the text has it."""
        dots, found = self.sentence.has_dots, []
        for index, form in self.owners.new.items():
            word = self.words[index]
            spelled = form if dots or "ё" in word.text.lower() else form.replace("ё", "е")
            new = _with_capitals(
                word.text, fit_case(spelled, word.text, shouted=self.sentence.shouted)
            )
            kind = "gender_word" if word.start == self.context.word.start else "agreement"
            found.append(Edit(word.start, word.end, word.text, new, kind))
        return tuple(found)

    def _refer(self, words: list[Word]) -> None:
        """The pronouns among the words are the person's; "им" is him, or as likely them."""
        for word in words:
            cases = self.person.cases_of(word)
            if not cases or word.index in self.person.mentions:
                continue
            near = self.words[max(0, word.index - 1) : word.index + 2]
            if cases == {"ablt"} and word.low[0] != "н" and self.sentence.gender == "male" and not (
                any(w.passive for w in near)
            ):  # fmt: skip
                raise Unsure("pronoun_reference", word.text)
            self.person.refer(word)

    def _refer_to_predicate(self, main: Word) -> None:
        """A noun after its pronoun must be said of it: "он был королём"."""
        pronouns = [w for w in self.words[: main.index] if self.person.cases_of(w)]
        if not pronouns:
            return
        del self.person.mentions[main.index]
        self._refer(pronouns)
        if main.head is None or not self.person.is_said(main.head):
            raise Unsure("several_gender_words", main.text)
        self.person.said.append(main.head)
        self.person.mentions[main.index] = {"said"}

    def _refuse_spouses(self, main: Word) -> None:
        """Whose husband it is shows in a name or a verb of the other gender, and would stay."""
        words = self.sentence.tables
        for word in self.words if main.lemmas & words["nouns.spouses"] else ():
            speaks = word.low in words["words.speakers"]
            if word.name == "person" or speaks or word.predicates(self.sentence.target):
                raise Unsure("other_person", word.text)

    def _find_speaker(self, main: Word) -> None:
        """ "Я был плохим студентом", "Мама, ты пришла": who speaks or is spoken to is the noun."""
        mentions, words = self.person.mentions, self.sentence.tables
        speakers = [w for w in self.words if w.low in words["words.speakers"]]
        inside = [w for w in speakers if w.segment == main.segment]
        cases = mentions[main.index]
        alone = all(w.head is main.head for w in self.sentence.segment(main.index))
        if inside and main.head is not None:
            del mentions[main.index]
            mentions[inside[0].index] = {"nomn"}
            if self.person.is_said(main.head):
                mentions[main.index] = {"said"}
            else:
                mentions.clear()
                mentions[main.index] = cases
        elif (
            speakers and alone and "nomn" in cases and speakers[0].low not in words["words.speaker"]
        ):
            mentions[speakers[0].index] = {"nomn"}

    def _refuse_other_subject(self, main: Word) -> None:
        """ "Мария Кюри была женщиной": what is said of a name stays."""
        free = main.head is None or not main.head.preposition
        ruling = self.person.ruling(self.sentence.segment(main.index))
        stated = ruling is not None and ruling.kind != "gerund"
        if free and self.person.mentions.get(main.index) == {"ablt"} and stated:
            raise Unsure("predicate_noun", main.text)


def _is_pronoun(word: GenderWord) -> bool:
    """Whether the gender word names nobody itself."""
    return all(pair.pos in SETTLED for pair in word.pairs)


def _with_capitals(old: str, new: str) -> str:
    """ "ВИЧ-инфицированная": the beginning that both share stays as it is."""
    if old[1:] == old[1:].lower() or new[1:] != new[1:].lower():
        return new
    until = shared(old, new)
    return old[:until] + new[until:]
