"""Which words of a German sentence speak of its person: pronouns, possessives, nouns."""

from __future__ import annotations

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import Clause, Phrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import ENDINGS

_CASES = {"male": {"er": "nom", "ihn": "acc", "ihm": "dat"}, "female": {"ihr": "dat"}}
STEMS = {"male": "sein", "female": "ihr"}
_POSSESSIVES = {
    gender: frozenset(stem + ending for ending in ("", *ENDINGS)) for gender, stem in STEMS.items()
}


def is_possessive(low: str, gender: str) -> bool:
    """Whether the word is a form of "sein" or "ihr"."""
    return low in _POSSESSIVES[gender]


class Person:
    """One sentence and its person; `own` are the phrases, `pronouns` the words with their case."""

    def __init__(self, sentence: Sentence, gender: Gender, main: Phrase | None) -> None:
        self.sentence, self.gender, self.main = sentence, gender, main
        self.own: list[Phrase] = [main] if main is not None else []
        self.pronouns: dict[int, str] = {}  # index: case, or "possessive"
        self._find_pronouns()
        while any(self._take(phrase) for phrase in sentence.phrases if not self.has(phrase)):
            pass  # what stands beside one that was found may be the person too

    def has(self, phrase: Phrase | None) -> bool:
        """Whether the phrase speaks of the person."""
        return any(phrase is one for one in self.own)

    def belongs(self, subject: int) -> bool:
        """Whether the subject is the person."""
        return self.has(self.sentence.of.get(subject)) or self.pronouns.get(subject) == "nom"

    def of_person(self, phrase: Phrase | None) -> bool:
        """Whether a thing is the person's: "seine Karriere"."""
        owner = self.pronouns.get(phrase.determiner) if phrase and not phrase.person else None
        return owner == "possessive"

    def is_human(self, phrase: Phrase) -> bool:
        """Whether a noun for one of the person's gender heads the phrase."""
        fits = any(one.gender == self.gender for one in phrase.people)
        return fits and (phrase.may(self.gender) or not any(p.adjective for p in phrase.people))

    def antecedent(self, relative: int) -> Phrase | None:
        """The phrase before the comma of a relative pronoun."""
        sentence = self.sentence
        comma = relative - 1 - (sentence.kind(relative - 1) == "preposition")
        clause, low = sentence.clause_of.get(comma - 1), sentence.low(relative)
        listed = sentence.tables.paradigms["relative"]
        genders = {gender for forms in listed for gender, _ in forms.readings(low)}
        fitting = [
            p for p in sentence.phrases
            if p.last < comma and p.clause is clause and any(map(p.may, genders))
        ]  # fmt: skip
        if not fitting or sentence.low(comma) != ",":
            return None
        if len(fitting) > 1 and any(map(self.has, fitting)):
            raise Unsure("pronoun_reference", sentence.words[relative].text)
        return fitting[-1]

    # --- pronouns

    def _find_pronouns(self) -> None:
        sentence = self.sentence
        for word in sentence.words:
            i, phrase = word.index, sentence.of.get(word.index)
            possessive = is_possessive(word.low, self.gender)
            if phrase is not None:
                if possessive and phrase.determiner == i and phrase is not self.main:
                    self.pronouns[i] = "possessive"
            elif word.kind == "noun":
                continue
            elif possessive and word.low not in ("sein", "ihr"):
                raise Unsure("pronoun_reference", word.text)
            elif word.low == "sie" and self.gender == "female":
                read = sentence.sie(i)
                if not read:
                    raise Unsure("ambiguous_word", word.text)
                if read != "they":
                    self.pronouns[i] = "nom" if read == "she" else "acc"
            elif word.low in _CASES[self.gender]:
                verb = sentence.at(sentence.clause_of[i].verb)
                after = sentence.at(i + 1)
                first = after.index + (after.kind == "lower")  # "ihr gewohnt dominantes Spiel"
                ours = after.kind == "noun" or "es" in (after.low[-2:], sentence.low(first)[-2:])
                alone = not verb.sure or sentence.own_subject(sentence.clause_of[i]) < 0
                asked = (sentence.at(i - 1), verb) if alone else (sentence.at(i - 1),)
                asks = any(
                    v.low.endswith("t") and v.number and (alone or not v.sure) for v in asked
                )
                if word.low == "ihr" and (ours or asks):
                    raise Unsure("pronoun_reference", word.text)
                if word.low != "ihr" or verb.number != "you":
                    self.pronouns[i] = _CASES[self.gender][word.low]

    # --- nouns

    def _take(self, phrase: Phrase) -> bool:
        """Whether the phrase speaks of the person, who then has it."""
        role = self.is_human(phrase)
        taken = self._is_said(phrase, role=role) and self._changes(phrase, role=role)
        self.own += [phrase] * taken
        return taken

    def _is_said(self, phrase: Phrase, *, role: bool) -> bool:
        """Whether the phrase says what the person is."""
        sentence, clause, article = self.sentence, phrase.clause, self.sentence.article(phrase)
        before = sentence.low(phrase.first - 1)
        if article in ("zum", "zur") or (before == "zu" and article):
            becomes = sentence.lows(clause) & sentence.lists["becoming"]
            return bool(becomes) and self._is_of(clause)
        if sentence.follows_as(phrase):
            return self._is_role(phrase, clause, role=role)
        if phrase.governed >= 0 or sentence.is_genitive(phrase):
            owner = sentence.of.get(phrase.first - 1)
            if role and owner is not None and sentence.text(owner) in sentence.lists["roles"]:
                raise Unsure("role", sentence.text(phrase))  # "die Rolle der Königin"
            return False
        return self._is_predicate(phrase, clause)

    def _changes(self, phrase: Phrase, *, role: bool) -> bool:
        """Whether a noun that is said of the person changes; raises where nobody knows the noun."""
        text, known = self.sentence.text(phrase), self.sentence.tables
        thing = known.known_noun(text.lower())
        if role or thing == "c" or text.endswith("ling") or self.sentence.is_time(phrase):
            return role
        told = phrase.determiner >= 0 or self.sentence.follows_as(phrase)
        if thing and self.main is None and told:
            raise Unsure("ambiguous_word", text)  # what it is said of is a thing
        fits = phrase.may(self.gender)
        feminine = self.gender == "female" and text.endswith("in")
        if not (thing and phrase.determiner < 0) and (fits or feminine):
            raise Unsure("predicate_noun", text)
        return False

    def _is_role(self, phrase: Phrase, clause: Clause, *, role: bool) -> bool:
        """ "arbeitet als Lehrer", "seine Rolle als Vater"."""
        sentence, subject = self.sentence, self.sentence.subject(clause)
        owned = self.of_person(sentence.of.get(phrase.first - 2))
        indefinite = phrase.determiner < 0 or sentence.article(phrase).startswith("ein")
        if sentence.low(phrase.first - 1) == "wie":
            return False
        return owned or (indefinite and (role or self.belongs(subject)) and self._is_of(clause))

    def _is_of(self, clause: Clause) -> bool:
        """Whether a role speaks of the person, who is subject or object of the clause."""
        done = any(self.pronouns.get(i) in ("acc", "dat") for i in clause.words)
        return done != self.belongs(self.sentence.subject(clause))

    def _is_predicate(self, phrase: Phrase, clause: Clause) -> bool:
        """ "ist Lehrer", "wollte König werden"."""
        sentence, subject = self.sentence, self.sentence.subject(clause)
        if subject == phrase.head or not phrase.nominative:
            return False
        free = {sentence.low(i) for i in clause.words if i not in sentence.of}
        said = sentence.is_copula(clause) or not free.isdisjoint(("werden", "sein", "bleiben"))
        return said and self.belongs(subject)
