"""Russian swaps: a gender word, and every word that agrees with its person.

What shows the gender and may be theirs, or somebody else's, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Choice, Edit, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.patterns import refusing
from equimask.gender.swap.languages.ru.morphology import (
    agreeing,
    dictionary_version,
    noun_form,
    plain,
)
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import ADJECTIVES, Phrase, Sentence, Word
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
    text = " ".join(lows)
    one_gender, gendered = tuple(tables["guards.one_gender"]), tuple(tables["guards.gendered"])
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


class Owners:
    """Settles the words of a person whose mentions are known."""

    def __init__(self, person: Person) -> None:
        self.person, self.sentence, self.tables = person, person.sentence, person.tables
        self.gender, self.mentions = person.gender, person.mentions
        self.roles = person.tables.roles[person.gender]

    def settle(self) -> None:
        """Every word of the sentence that shows the gender."""
        words = self.sentence.words
        for phrase in self.sentence.phrases:
            free = phrase.head not in self.mentions and not phrase.head.name
            if free and phrase.may_be(self.gender):
                self._noun(phrase)
        showing = [w for w in words if w.reads(self.gender, ADJECTIVES)]
        for word in showing:
            if word.kind == "relative":
                raise Unsure("relative_antecedent", word.text)
        speaks = any(w.low == "я" for w in words) and any(w.text in '«":—' for w in words)
        for word in words:
            does = self.person.does(word) if word.predicates(self.gender) else False
            if does:
                self._change(word)
            elif does is None or (word.predicates(self.gender) and speaks):
                raise Unsure("subject_undecided", word.text)  # who says "I" may be the person
        for word in showing:
            if word.kind == "adj" and word not in self.person.new:
                self._adjective(word)
        for word, cases in self.mentions.items():
            if word.kind == "pronoun":
                self._pronoun(word, cases)

    def _change(self, word: Word, cases: Collection[str] = ("",)) -> None:
        """The word in the other gender, which is one form in all those cases."""
        low, target = word.text.lower(), self.person.target
        forms = {agreeing(low, self.gender, target, case) for case in cases}
        if len(forms) != 1 or None in forms:
            raise Unsure("case_undecided", word.text)
        self.person.new[word] = str(*forms)

    def _pronoun(self, word: Word, cases: set[str]) -> None:
        after, side = " after" if word.low[0] == "н" else "", 1 if self.gender == "male" else 0
        names = {"gent" if case == "own" else case + after for case in cases}
        forms = {self.tables.pronouns[name][side] for name in names}
        if len(forms) != 1:
            raise Unsure("pronoun_case", word.text)  # "ей": to her, or by her
        self.person.new[word] = forms.pop()

    # nouns

    def _noun(self, phrase: Phrase) -> None:
        head, said = phrase.head, self.person.is_said(phrase)
        role = next((r.lemma for r in phrase.readings if r.lemma in self.roles), "")
        common = role in self.tables.both or not self.tables.common.isdisjoint(head.lemmas)
        if role and said:
            self.person.said.append(phrase)
            if not common:
                self._change_noun(phrase, self.roles[role])
        elif head.found is not None:
            raise Unsure("several_gender_words", head.text)
        elif not common and any(r.living and r.is_one(self.gender) for r in phrase.readings):
            before = self.sentence.at(phrase.first.index - 1)
            owned = phrase.preposition or before.phrase or before.kind == "pronoun"
            if said or not owned:
                raise Unsure("unlisted_noun", head.text)

    def _change_noun(self, phrase: Phrase, lemma: str) -> None:
        case = next((c for c in ("ablt", "nomn", "gent") if phrase.may_be(self.gender, c)), "")
        form = noun_form(lemma, case)
        if form is None:
            raise Unsure("case_undecided", phrase.head.text)
        self.mentions[phrase.head], self.person.new[phrase.head] = {"said"}, form
        for word in phrase.modifiers:
            self._change(word, {case})

    # adjectives

    def _adjective(self, word: Word) -> None:
        main = self.sentence.context.word
        if main.start <= word.start and word.end < main.end:
            return  # "двоюродный брат" is one word of the lexicon
        if word.phrase is not None:
            cases = self.mentions.get(word.phrase.head)
            if cases:
                self._change(word, cases)
            return
        cases = {r.case for r in word.reads(self.gender, ADJECTIVES)}
        if self.sentence.at(word.index + 1).low == "из":
            raise Unsure("one_of_many", word.text)
        own = self._is_own(word, cases)
        if own is None:
            raise Unsure("unknown_agreement", word.text)
        if own:
            self._change(word, [next(c for c in ("nomn", "ablt", *sorted(cases)) if c in cases)])

    def _is_own(self, word: Word, cases: set[str]) -> bool | None:
        """Whether the loose adjective is the person's; None where nobody can tell."""
        if cases.isdisjoint({"nomn", "ablt"}.union(*self.mentions.values())):
            return None
        before = self.sentence.before(word, "small")
        segment = self.sentence.at(before.index - 1).segment if before.text == "," else []
        phrases = (p for p in self.sentence.phrases if p.head in segment)
        fitting = [p for p in phrases if any(p.may_be(self.gender, case) for case in cases)]
        if fitting:
            own = any(p.head in self.mentions for p in fitting)
            return own if len(fitting) == 1 or not own else None
        ruling = [w for w in word.segment if w.lemmas & self.tables["verbs.linking"]]
        if ruling:
            return [self.person.does(w) for w in ruling] == [True] or None
        bare = not any(w.kind == "verb" for w in word.segment)
        return (bare and self.person.is_subject(word.segment)) or None  # "она очень умная"
