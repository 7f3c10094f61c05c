"""Which words of a German sentence speak of its person: pronouns, possessives, nouns."""

from __future__ import annotations

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Clause
from equimask.gender.swap.languages.de.subjects import Subject, Subjects
from equimask.gender.swap.languages.de.tables import ENDINGS

_CASES = {"male": {"er": "nom", "ihn": "acc", "ihm": "dat"}, "female": {"ihr": "dat"}}
_POSSESSIVES = {
    gender: frozenset(stem + ending for ending in ("", *ENDINGS))
    for gender, stem in (("male", "sein"), ("female", "ihr"))
}


def is_possessive(low: str, gender: str) -> bool:
    """Whether the word is a form of "sein" or "ihr"."""
    return low in _POSSESSIVES[gender]


class Person:
    """One sentence and its person; `own` are the phrases, `pronouns` the words with their case."""

    def __init__(self, subjects: Subjects, gender: Gender, main: Phrase | None) -> None:
        self.sentence, self.subjects, self.gender = subjects.sentence, subjects, gender
        self.lists, self.words, self.main = subjects.lists, subjects.sentence.words, main
        self.own: list[Phrase] = [main] if main is not None else []
        self.pronouns: dict[int, str] = {}  # index: case, or "possessive"
        self.plural = main is not None and main.plural
        if not self.plural:
            self._find_pronouns()
        self._gather()

    def has(self, phrase: Phrase | None) -> bool:
        """Whether the phrase speaks of the person."""
        return any(phrase is one for one in self.own)

    def belongs(self, subject: Subject) -> bool:
        """Whether the subject is the person."""
        if subject.word >= 0 and self.words[subject.word].kind == "relative":
            return self.has(self.antecedent(subject.word))
        return self.has(subject.phrase) or self.pronouns.get(subject.word) == "nom"

    def of_person(self, phrase: Phrase | None) -> bool:
        """Whether a thing is the person's: "seine Karriere"."""
        theirs = phrase is not None and self.pronouns.get(phrase.determiner) == "possessive"
        return theirs and phrase is not None and not phrase.person

    def is_human(self, phrase: Phrase) -> bool:
        """Whether a noun for one of the person's gender heads the phrase."""
        fits = any(one.gender == self.gender for one in phrase.people)
        return fits and (phrase.may(self.gender) or not any(p.adjective for p in phrase.people))

    def relative_genders(self, index: int) -> set[str]:
        """The genders, or the plural, that a relative pronoun shows."""
        every = self.sentence.tables.paradigms["relative"]
        return {cell[0] for forms in every for cell in forms.readings(self.sentence.low(index))}

    def antecedent(self, relative: int) -> Phrase | None:
        """The phrase before the comma of a relative pronoun."""
        sentence = self.sentence
        comma = relative - 1 - (sentence.kind(relative - 1) == "preposition")
        if sentence.low(comma) != ",":
            return None
        genders = self.relative_genders(relative)
        clause = sentence.clause_of.get(comma - 1)
        fitting = [
            p for p in sentence.phrases
            if p.last < comma and clause is not None and self.subjects.clause(p) is clause
            and any(map(p.may, genders))
        ]  # fmt: skip
        if not fitting:
            return None
        nearest = fitting[-1]
        near = nearest.last == comma - 1
        beside = sentence.of.get(nearest.governed - 1) if nearest.governed >= 0 else None
        if near and not (self.has(beside) and beside in fitting):
            return nearest
        if len(fitting) > 1 and any(map(self.has, fitting)):
            raise Unsure("pronoun_reference", self.words[relative].text)
        return nearest

    # --- pronouns

    def _find_pronouns(self) -> None:
        sentence = self.sentence
        for word in self.words:
            i, phrase = word.index, sentence.of.get(word.index)
            possessive = is_possessive(word.low, self.gender)
            if phrase is not None:
                polite = word.text[0].isupper() and not sentence.opens(i)
                if possessive and phrase.determiner == i and phrase is not self.main and not polite:
                    self.pronouns[i] = "possessive"
            elif word.kind == "noun":
                continue
            elif possessive and (word.low not in ("sein", "ihr") or self._is_before_noun(i)):
                raise Unsure("pronoun_reference", word.text)
            elif word.low == "sie" and self.gender == "female":
                read = self.subjects.sie(i)
                if not read:
                    raise Unsure("ambiguous_word", word.text)
                if read != "they":
                    self.pronouns[i] = "nom" if read == "she" else "acc"
            elif word.low in _CASES[self.gender] and not self._is_you(i):
                self.pronouns[i] = _CASES[self.gender][word.low]

    def _is_you(self, index: int) -> bool:
        """ "ihr seid", "kennt ihr"."""
        near = [self.sentence.word(i) for i in (index - 1, index + 1)]
        return self.words[index].low == "ihr" and any(w and w.number == "you" for w in near)

    def _is_before_noun(self, index: int) -> bool:
        """ "ihr Anna gab", "sein \"Reformpaket\""."""
        quoted = self.sentence.kind(index + 1) == "mark" and self.sentence.low(index + 1) not in ",.;:!?"
        return self.sentence.kind(index + 1 + quoted) == "noun"

    # --- nouns

    def _gather(self) -> None:
        """Find the phrases that speak of the person, until no more are found."""
        found = True
        while found:
            found = False
            for phrase in self.sentence.phrases:
                if not self.has(phrase) and self._is_own(phrase):
                    self.own.append(phrase)
                    found = True

    def _is_own(self, phrase: Phrase) -> bool:
        sentence, clause, text = self.sentence, self.subjects.clause(phrase), self.sentence.text(phrase)
        headless = sentence.kind(phrase.head) != "noun" and phrase.may(self.gender)
        role = headless or self.is_human(phrase)
        before, after = sentence.low(phrase.first - 1), sentence.kind(phrase.last + 1)
        if role and not (phrase.may("plural" if self.plural else self.gender) or phrase.may("neuter")):
            return False
        if clause is None or self._is_listed(phrase):
            return role
        if sentence.determiner(phrase) in ("zum", "zur") or (before == "zu" and phrase.determiner >= 0):
            becomes = not sentence.lows(clause).isdisjoint(self.lists["becoming"])
            return becomes and self._is_of(clause) and self._changes(phrase, role=role)
        if self.subjects.follows_as(phrase):
            return self._is_role(phrase, clause, role=role) and self._changes(phrase, role=role)
        owner = sentence.of.get(phrase.first - 1)
        if phrase.governed >= 0 or self.subjects.is_genitive(phrase):
            if role and owner is not None and sentence.text(owner) in self.lists["roles"]:
                raise Unsure("role", text)  # "die Rolle der Königin"
            return False
        beside = sentence.of.get(phrase.first - 2) if before == "," else None
        if self.has(beside) and after in ("mark", "preposition", "determiner"):
            theirs = sentence.determiner(phrase).startswith(("sein", "ihr"))
            return not theirs and self._changes(phrase, role=role)
        if self._is_predicate(phrase, clause):
            return self._changes(phrase, role=role)
        return role and clause.verb < 0 and phrase.determiner < 0 and self._goes_on(clause)

    def _changes(self, phrase: Phrase, *, role: bool) -> bool:
        """Whether a noun that is said of the person changes; raises where nobody knows the noun."""
        text, known = self.sentence.text(phrase), self.sentence.tables
        thing = known.known_noun(text.lower())
        if role or thing == "c" or text in self.lists["time"]:
            return role
        if thing and self.main is None and phrase.determiner >= 0:
            raise Unsure("ambiguous_word", text)  # what it is said of is a thing
        feminine = self.gender == "female" and text.endswith("in")
        bare = phrase.determiner < 0 and not phrase.adjectives
        other = self.gender == "female" and bare and len(known.genders(text)) == 1
        fits = phrase.may("plural" if self.plural else self.gender) and not other
        if not (thing and phrase.determiner < 0) and (feminine or fits):
            raise Unsure("predicate_noun", text)
        return False

    def _is_role(self, phrase: Phrase, clause: Clause, *, role: bool) -> bool:
        """ "arbeitet als Lehrer", "seine Rolle als Vater"."""
        sentence, subject = self.sentence, self.subjects.of(clause)
        owned = self.of_person(sentence.of.get(phrase.first - 2)) or self.of_person(subject.phrase)
        ordinals = tuple(self.lists["ordinals"])
        ordinal = any(sentence.low(i).startswith(ordinals) for i in phrase.adjectives)
        indefinite = phrase.determiner < 0 or sentence.determiner(phrase).startswith("ein")
        if sentence.low(phrase.first - 1) == "wie" or not (indefinite or ordinal or owned):
            return False
        return owned or ((role or self.belongs(subject)) and self._is_of(clause))

    def _is_of(self, clause: Clause) -> bool:
        """Whether a role speaks of the person, who is subject or object of the clause."""
        subject = self.subjects.of(clause)
        if any(self.pronouns.get(i) in ("acc", "dat") for i in clause.words):
            return not self.belongs(subject)
        if self.belongs(subject) or any(self.subjects.clause(one) is clause for one in self.own):
            return True
        return subject.phrase is not None and self._is_only_name(subject.phrase)

    def _is_only_name(self, phrase: Phrase) -> bool:
        """Whether it is the only name that stands free, so that the pronouns mean it."""
        text = self.sentence.text(phrase)
        free = (p for p in self.sentence.phrases if p.named and p.governed < 0)
        if phrase.named and any(self.sentence.text(p) != text for p in free):
            raise Unsure("name_as_antecedent", text)
        return phrase.named and bool(self.pronouns)

    def _is_predicate(self, phrase: Phrase, clause: Clause) -> bool:
        """ "ist Lehrer", "wollte König werden"; not "wurde König Ludwig gezeigt"."""
        subject = self.subjects.of(clause)
        if subject.phrase is phrase or not any(case == "nom" for _, case in phrase.cells):
            return False
        free = [self.words[i] for i in clause.words if i not in self.sentence.of]
        infinitive = any(word.low in ("werden", "sein", "bleiben") for word in free)
        if not (self.subjects.is_copula(clause) or infinitive):
            return False
        if self.sentence.low(clause.verb)[:3] in ("wer", "wir", "wur") and any(
            w.kind == "lower" and w.low not in self.lists["copulas"] and w.low.endswith(("t", "en"))
            for w in free
        ):
            return False
        if self.belongs(subject):
            return True
        return phrase.person and subject.phrase is not None and self._is_only_name(subject.phrase)

    def _goes_on(self, clause: Clause) -> bool:
        """ "Er war Abgeordneter, von 1990 bis 1998 Minister": what is said without a verb."""
        before: Clause | None = clause
        while before is not None and before.verb < 0:
            before = before.before
        copula = before is not None and self.subjects.is_copula(before)
        return copula and self.belongs(self.subjects.of(clause))

    def _is_listed(self, phrase: Phrase) -> bool:
        """ "Sänger, Dichter und Maler": after one that is the person's."""
        at = phrase.first - 1
        one, after = self.sentence.of.get(at - 1), self.sentence.word(phrase.last + 1)
        if self.sentence.low(at) not in (",", "und", "oder", "sowie") or one is None:
            return False
        if one is self.main or not self.has(one) or (after is not None and after.sure):
            return False
        return phrase.determiner < 0 or one.determiner >= 0
