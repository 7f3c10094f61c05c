"""What the rules know about a sentence: its tokens, nominals and clauses, seen from the noun."""

from __future__ import annotations

from dataclasses import dataclass

from equimask.gender.lexicon.types import SwapContext
from equimask.gender.swap.languages.de import verbs as de_verbs
from equimask.gender.swap.languages.de.clause import Clause, clause_of, find_clauses
from equimask.gender.swap.languages.de.nominals import Nominal, find_nominals
from equimask.gender.swap.languages.de.phrase import NounPhrase, find_phrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.words import ADVERBS

_COPULAS = frozenset({"sein", "werden", "bleiben", "heißen"})
_HELPERS = _COPULAS | {"haben", "können", "müssen", "dürfen", "sollen", "wollen", "mögen"}


@dataclass(frozen=True)
class Syntax:
    """One sentence around its gender word."""

    sentence: Sentence
    phrase: NounPhrase
    nominals: list[Nominal]
    clauses: list[Clause]

    @property
    def target(self) -> Nominal:
        """The nominal of the gender word."""
        return next(n for n in self.nominals if n.kind == "target")

    @property
    def clause(self) -> Clause:
        """The clause of the gender word."""
        return self.clause_at(self.phrase.first)

    def clause_at(self, index: int) -> Clause:
        """The clause of a token."""
        found = clause_of(self.clauses, index)
        return found or Clause((index,), "fragment", None)

    def group(self) -> list[Nominal]:
        """The gender word's nominal with those that `und` or `oder` joins to it."""
        place = self.nominals.index(self.target)
        first, last = place, place
        while first > 0 and self.nominals[first].conjunct:
            first -= 1
        while last + 1 < len(self.nominals) and self.nominals[last + 1].conjunct:
            last += 1
        return self.nominals[first : last + 1]

    def rivals(self, clause: Clause) -> list[Nominal]:
        """The other nominals of the clause that may be its subject or object."""
        group = self.group()
        return [
            n for n in self.nominals
            if clause.holds(n.start) and n not in group
            and not (n.oblique or n.attribute or n.compared)
        ]  # fmt: skip

    def numbers(self, clause: Clause) -> frozenset[str]:
        """Persons and numbers of the clause's finite verb, by its ending where it is unknown."""
        if clause.finite is None:
            return frozenset()
        word = self.sentence.at(clause.finite)
        if clause.finite == clause.first and self.sentence.is_order(clause.finite):
            known = de_verbs.numbers(word)
            return known if known & {"3sg"} and not self._is_command() else frozenset({"2sg"})
        known = de_verbs.numbers(word)
        if known == {"1sg"} and not any(self.sentence.at(i) == "ich" for i in clause.tokens):
            return frozenset({"3sg"})  # reported speech: `sie werde kommen`
        if known:
            return known
        if self.sentence.is_order(clause.finite):
            return frozenset({"2sg"})
        return frozenset({"pl"} if word.endswith("n") else {"3sg"})

    def _is_command(self) -> bool:
        return any(self.sentence.text(i) == "!" for i in range(len(self.sentence)))

    def verbs(self, clause: Clause) -> frozenset[str]:
        """Infinitives of all verb forms of the clause, with a separated prefix put on."""
        inside = {
            i for n in self.nominals if n.kind != "pronoun" for i in range(n.start, n.end + 1)
        }
        words = [self.sentence.at(i) for i in clause.tokens if i not in inside]
        found = {verb for word in words for verb, _ in de_verbs.verb_readings(word)}
        particle = words[-1] if words else ""
        if clause.finite is not None and particle:
            finite = self.sentence.at(clause.finite)
            found |= {particle + verb for verb, _ in de_verbs.verb_readings(finite)}
        return frozenset(found)

    def is_copular(self, clause: Clause) -> bool:
        """Whether the clause says what something is: sein, werden, bleiben, heißen as main verb."""
        copula = False
        for index in clause.tokens:
            if any(n.start <= index <= n.end and n.kind != "pronoun" for n in self.nominals):
                continue
            word = self.sentence.at(index)
            if self.sentence.is_capital(index) and not self.sentence.opens(index):
                continue
            lemmas = {verb for verb, _ in de_verbs.verb_readings(word)}
            if word == "sein" or lemmas & _COPULAS:
                copula = copula or word != "worden"
            elif _is_lexical_verb(self.sentence, index, lemmas):
                return False
        return copula


def _is_lexical_verb(sentence: Sentence, index: int, lemmas: set[str]) -> bool:
    if lemmas & _HELPERS:
        return False
    word = sentence.at(index)
    if word in ADVERBS:
        return False  # bekannt, verheiratet: adjectives by now
    if not lemmas:
        return de_verbs.is_participle(word)
    return sentence.is_verb(index) or de_verbs.is_participle(word) or de_verbs.is_infinitive(word)


def read_syntax(context: SwapContext) -> Syntax:
    """The sentence of a swap, read once for all rules."""
    sentence = Sentence(context.tokens)
    phrase = find_phrase(sentence, context.first, context.last)
    nominals = find_nominals(sentence, phrase)
    return Syntax(sentence, phrase, nominals, find_clauses(sentence, nominals))
