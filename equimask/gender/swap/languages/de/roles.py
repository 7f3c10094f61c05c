"""Nouns that are said of the person: predicates, roles after "als", appositions, lists."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.mentions import Mentions
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Clause
from equimask.gender.swap.languages.de.subjects import Subject

_ORDINAL = ("erst", "letzt", "einzig", "zweit", "dritt", "jüngst", "ältest")


class Roles(Mentions):
    """Finds the phrases that speak of the person, until no more are found."""

    def _find_roles(self) -> None:
        for _ in range(3):
            before = len(self.own) + len(self.ones)
            for phrase in self.sentence.phrases:
                if not self.has(phrase) and self._is_own(phrase):
                    self.own.append(phrase)
            if len(self.own) + len(self.ones) == before:
                return

    def _is_own(self, phrase: Phrase) -> bool:
        sentence, words = self.sentence, self.words
        headless = words[phrase.head].kind != "noun"
        role = self.people(phrase) or (headless and phrase.may(self.gender))
        clause = sentence.clause_of.get(phrase.head)
        before = sentence.low(phrase.first - 1)
        number = "plural" if self.plural else self.gender
        if role and not any(g in (number, "neuter") for g, _ in phrase.cells):
            return False
        if self._is_listed_on(phrase):
            return role
        if clause is None:
            return False
        subject = self.subjects.of(clause)
        contracted = sentence.low(phrase.determiner) if phrase.determiner >= 0 else ""
        if contracted in ("zum", "zur") or (before == "zu" and phrase.determiner >= 0):
            if not any(sentence.low(i) in self.lists["becoming"] for i in clause.words):
                return False
            if not role and self.main is None and self.belongs(subject):
                known = sentence.tables.known_noun(words[phrase.head].low)
                if known not in ("", "c"):
                    raise Unsure("ambiguous_word", words[phrase.head].text)
            return role and self._is_of(subject, clause, phrase)
        if before in ("als", "wie") and self.subjects.follows_as(phrase):
            return self._is_role(phrase, clause, subject, role=role)
        if phrase.governed < 0 and self._is_genitive_apposition(phrase):
            raise Unsure("apposition", words[phrase.head].text)
        if phrase.governed >= 0 or self.subjects.is_genitive(phrase):
            if role and self._names_role(phrase):
                raise Unsure("role", words[phrase.head].text)
            return False
        if self._is_apposed(phrase):
            if not role:
                if (
                    phrase.determiner >= 0
                    and phrase.may(self.gender)
                    and not (sentence.tables.known_noun(words[phrase.head].low))
                ):
                    raise Unsure("apposition", words[phrase.head].text)
                return False
            after = sentence.word(phrase.last + 1)
            if after is None or after.kind == "mark" or phrase.cells:
                return True
        if not self._is_predicate(phrase, clause, subject):
            return role and self._goes_on(phrase, clause, subject)
        return self._is_said(phrase, role=role)

    def _goes_on(self, phrase: Phrase, clause: Clause, subject: Subject) -> bool:
        """ "Er war Abgeordneter, von 1990 bis 1998 Minister": what is said without a verb."""
        if clause.verb >= 0 or clause.before is None or phrase.determiner >= 0:
            return False
        before = clause.before
        while before.verb < 0 and before.before is not None:
            before = before.before
        return self.belongs(subject) and self.sentence.low(before.verb) in self.lists["copulas"]

    def _is_said(self, phrase: Phrase, *, role: bool) -> bool:
        """Whether a predicate noun changes; raises where nobody knows the noun."""
        head = self.words[phrase.head]
        if role:
            if head.text in self.lists["nobles"]:
                raise Unsure("title", head.text)
            return True
        known = self.sentence.tables
        if head.text in self.lists["time"] or known.is_neutral(head.text):
            return False
        number = "plural" if self.plural else self.gender
        fits = phrase.may(number, "nom") and (phrase.determiner >= 0 or phrase.adjectives or True)
        bare = phrase.determiner < 0 and not phrase.adjectives
        if self.gender == "female" and head.low.endswith("in") and head.kind == "noun":
            raise Unsure("predicate_noun", head.text)
        if known.known_noun(head.low) and (bare or phrase.determiner < 0):
            return False
        if known.known_noun(head.low) and self.main is None:
            raise Unsure("ambiguous_word", head.text)  # what it is said of is a thing
        if fits and not (bare and self._stands_off(phrase)):
            raise Unsure("predicate_noun", head.text)
        return False

    def _stands_off(self, phrase: Phrase) -> bool:
        """A name, or a noun of a known other gender, that says nothing of the person."""
        head = self.words[phrase.head]
        return len(self.sentence.tables.genders(head.text)) == 1 and self.gender == "female"

    def _is_predicate(self, phrase: Phrase, clause: Clause, subject: Subject) -> bool:
        words = [self.sentence.low(i) for i in clause.words if i not in self.sentence.of]
        if clause.verb < 0 and not ({"werden", "sein"} & set(words)):
            return False
        named = subject.phrase is not None and self.is_named(subject.phrase)
        if subject.phrase is phrase or not (self.belongs(subject) or (named and self.pronouns)):
            return False
        if named and not (phrase.person and self._only_name(subject.phrase)):  # type: ignore[arg-type]
            return False
        if not any(case == "nom" for _, case in phrase.cells):
            return False
        verb = self.sentence.low(clause.verb)
        if verb not in self.lists["copulas"] and not (set(words) & {"werden", "sein", "bleiben"}):
            return False
        return not (
            verb.startswith(("w", "ward")) and verb[:3] != "war" and self._is_compound(clause)
        )

    def _is_compound(self, clause: Clause) -> bool:
        """Whether "werden" has another verb beside it: "wurde gewählt", "wird gehen"."""
        return any(
            word.low not in self.lists["copulas"] and word.low.endswith(("t", "en", "ern", "eln"))
            for word in (self.words[i] for i in clause.words)
            if word.kind == "lower" and word.index != clause.verb
            and word.index not in self.sentence.of
        )  # fmt: skip

    def _is_of(self, subject: Subject, clause: Clause, phrase: Phrase) -> bool:
        """Whether a role speaks of the person, who is subject or object of the clause."""
        here = [i for i in self.pronouns if i in set(clause.words)]
        objects = [i for i in here if self.pronouns[i] in ("acc", "dat")]
        if self.belongs(subject):
            if objects:
                raise Unsure("role", self.words[phrase.head].text)
            return True
        if objects or any(one.head in clause.words for one in self.own):
            return True
        if subject.phrase is not None and self.sentence.is_name(subject.phrase.head):
            return self._only_name(subject.phrase)
        if subject.phrase is None and subject.word < 0:
            raise Unsure("role", self.words[phrase.head].text)
        return False

    def _only_name(self, phrase: Phrase) -> bool:
        """Whether the name is the only one that stands free, so that the pronouns mean it."""
        free = [
            p for p in self.sentence.phrases
            if p is not phrase and p.governed < 0 and self.is_named(p)
            and self.words[p.head].text != self.words[phrase.head].text
        ]  # fmt: skip
        if free:
            raise Unsure("name_as_antecedent", self.words[phrase.head].text)
        return True

    def _is_role(self, phrase: Phrase, clause: Clause, subject: Subject, *, role: bool) -> bool:
        """ "arbeitet als Lehrer", "seine Rolle als Vater"."""
        head = self.words[phrase.head]
        owner = self.sentence.of.get(phrase.first - 2)
        of_person = owner is not None and self.pronouns.get(owner.determiner) == "possessive"
        of_person |= subject.phrase is not None and self._is_of_person(subject.phrase)
        if not role:
            known = self.sentence.tables
            if (
                known.known_noun(head.low) in ("f", "n", "m", "p")
                and self.main is None
                and self.belongs(subject)
                and phrase.determiner < 0
                and not of_person
            ):
                raise Unsure("ambiguous_word", head.text)
            if known.is_neutral(head.text) or known.known_noun(head.low):
                return False
            number = "plural" if self.plural else self.gender
            if (
                phrase.may(number)
                and phrase.determiner < 0
                and (of_person or self.belongs(subject))
            ) and (
                not (self.gender == "female" and self._stands_off(phrase))
                or head.low.endswith("in")
            ):
                raise Unsure("role", head.text)
            return False
        if head.text in self.lists["nobles"]:
            raise Unsure("title", head.text)
        if self.sentence.low(phrase.first - 1) == "wie":
            if self.belongs(subject):
                raise Unsure("role", head.text)
            return False
        definite = phrase.determiner >= 0 and not self.words[phrase.determiner].low.startswith(
            "ein"
        )
        ordinal = any(self.words[i].low.startswith(_ORDINAL) for i in phrase.adjectives)
        if of_person:
            return True
        if definite and not ordinal:
            if self.belongs(subject):
                raise Unsure("role", head.text)
            return False
        near = self.words[max(0, phrase.first - 4) : phrase.first - 1]
        if any(
            w.low in ("mehr", "anders", "lieber", "eher", "andere")
            or (w.low.endswith("er") and w.kind == "lower" and w.index not in self.sentence.of)
            for w in near
        ):
            raise Unsure("role", head.text)
        return self._is_of(subject, clause, phrase)

    def _names_role(self, phrase: Phrase) -> bool:
        """ "die Rolle der Königin", "der Titel eines Herzogs": of whom is it said?"""
        before = self.sentence.of.get(phrase.first - 1)
        if before is None:
            return False
        head = self.words[before.head].text
        return any(head.lower().endswith(r.lower()) for r in self.lists["roles"])

    def _is_listed_on(self, phrase: Phrase) -> bool:
        """ "Sänger, Dichter und Maler": after one that is the person's."""
        at = phrase.first - 1
        if self.sentence.low(at) in ("sondern", "auch"):
            return False
        if self.sentence.low(at) not in (",", "und", "oder", "sowie"):
            return False
        one = self.sentence.of.get(at - 1)
        if one is None or not self.has(one) or one is self.main:
            return False
        clause = self.sentence.clause_of.get(phrase.head)
        verb_first = self.sentence.word(phrase.last + 1)
        if verb_first is not None and verb_first.sure and clause is not None:
            return False
        if one.determiner >= 0 and phrase.determiner < 0 and phrase.adjectives:
            return True
        return (one.determiner >= 0) == (phrase.determiner >= 0) or phrase.determiner < 0

    def _is_apposed(self, phrase: Phrase) -> bool:
        """ "die Königin, eine Tochter des Kaisers,"."""
        at = phrase.first - 1
        while at >= 0 and self.words[at].kind == "adverb":
            at -= 1
        if at < 1 or self.words[at].text != ",":
            return False
        one = self.sentence.of.get(at - 1)
        if one is None:
            return False
        if not self.has(one):
            return False
        after = self.sentence.word(phrase.last + 1)
        if phrase.determiner >= 0 and not self.words[phrase.determiner].low.startswith("ein"):
            definite = self.words[phrase.determiner].low
            if definite.startswith(("sein", "ihr")):
                return False
        return after is None or after.kind in ("mark", "preposition", "contraction", "determiner")

    def _is_genitive_apposition(self, phrase: Phrase) -> bool:
        """ "des mächtigsten Mannes, des Prätors"."""
        one = self.sentence.of.get(phrase.first - 2)
        if one is None or self.sentence.low(phrase.first - 1) != "," or phrase.determiner < 0:
            return False
        if not self.has(one) or self.people(phrase):
            return False
        known = self.sentence.tables.known_noun(self.words[phrase.head].low)
        after = self.sentence.word(phrase.last + 1)
        oblique = {c for c in phrase.cells & one.cells if c[1] != "nom"}
        return bool(oblique) and not known and (after is None or after.kind != "lower")
