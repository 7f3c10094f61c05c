"""The person of a German sentence: which phrases and pronouns speak of them, and whose the rest is.

A swap stands only if every word that shows the gender has an owner: the person, or somebody or
something else.
"""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.mentions import is_possessive
from equimask.gender.swap.languages.de.references import References
from equimask.gender.swap.languages.de.sentence import Clause
from equimask.gender.swap.languages.de.subjects import HER, UNKNOWN, Subject


class Person(References):
    """The person, once every word that shows the gender has an owner."""

    def settle(self) -> None:
        """Give every word that shows the gender an owner, or raise `Unsure`."""
        one = self._one_of_main()
        if one >= 0:
            self.ones.append(one)
        if not self.plural or one >= 0:
            self._find_pronouns()
        if self.main is not None and self.main.may("neuter") and self.gender == "female":
            for word in self.words:
                if word.low == "es":
                    raise Unsure("pronoun_reference", word.text)
        self._find_roles()
        for index, case in sorted(self.pronouns.items()):
            self._check_pronoun(index, case)
        self._check_others()
        self._check_opposites()

    def _one_of_main(self) -> int:
        """ "eine der Königinnen"."""
        at = self.main.first - 1 if self.main is not None and self.plural else -1
        if at < 0 or self.sentence.low(self.main.first) != "der":  # type: ignore[union-attr]
            return -1
        return at if self._may_be(self.sentence.low(at)) else -1

    def _check_opposites(self) -> None:
        """Pronouns of the other gender need somebody, or something, that they stand for."""
        for word in self.words:
            i, low = word.index, word.low
            if word.kind == "noun" or i in self.pronouns:
                continue
            if self.gender == "male":
                other = low == "sie" and self.subjects.sie(i) in (HER, UNKNOWN)
                other |= (
                    is_possessive(low, "female") and word.kind == "determiner" and not self.plural
                )
                genders = ("female", "plural")
            else:
                other = low in ("ihn", "ihm")
                neuter = self.main is not None and self.main.may("neuter")
                other |= is_possessive(low, "male") and word.kind == "determiner" and not neuter
                genders = ("male", "neuter")
            if not other or (word.text[0].isupper() and not self.sentence.opens(i)):
                continue
            named = any(
                p.head < i and any(p.may(g) for g in genders) and not self.has(p)
                and self.words[p.head].text not in self.lists["time"]
                for p in self.sentence.phrases
            )  # fmt: skip
            named |= self.gender == "male" and any(w.low == "sie" for w in self.words[:i])
            if not named:
                raise Unsure("several_gender_words", word.text)

    def _check_roles(self) -> None:
        """Nouns for a person of the gender that are nobody's for sure."""
        for phrase in self.sentence.phrases:
            if self.has(phrase) or not self.people(phrase):
                continue
            if not phrase.may(self.gender) or phrase.last > phrase.head:
                continue
            low = self.sentence.low(phrase.determiner) if phrase.determiner >= 0 else ""
            told = self.subjects.follows_as(phrase)
            if low and not low.startswith(("ein", "kein")) and not told:
                continue
            if not told and (not phrase.nominative or self.subjects.is_genitive(phrase)):
                continue
            clause = self.sentence.clause_of.get(phrase.head)
            subject = self.subjects.of(clause) if clause is not None else Subject()
            other = subject.phrase
            if (
                (
                    other is not None
                    and other is not phrase
                    and other.person
                    and (clause is not None and clause.verb >= 0)
                )
                and not self.belongs(subject)
                and not self.sentence.is_name(other.head)
            ):
                continue
            if (
                low
                and not told
                and clause is not None
                and self.belongs(subject)
                and self.sentence.low(clause.verb) not in self.lists["copulas"]
            ):
                continue
            if low and other is phrase:
                continue
            raise Unsure("role", self.words[phrase.head].text)
        unpaired = self.lists[f"{self.gender}_only"]
        for phrase in self.sentence.phrases:
            if self.words[phrase.head].text in unpaired and phrase.governed < 0:
                raise Unsure("unpaired_noun", self.words[phrase.head].text)

    def _check_headless(self) -> None:
        """ "der andere", "die jüngste": without a noun, and maybe one of them."""
        for phrase in self.sentence.phrases:
            if self.words[phrase.head].kind == "noun" or self.has(phrase):
                continue
            low = self.words[phrase.head].low
            if low.startswith("ander") and self.sentence.low(phrase.first - 1) == "wie":
                raise Unsure("one_other", low)
            one = phrase.may(self.gender) and not phrase.may("plural")
            if low.startswith("ander") or (one and self.main is not None):
                raise Unsure("one_other", self.words[phrase.head].text)

    def _check_others(self) -> None:
        self._check_roles()
        self._check_headless()
        words = self.words
        owned = {i for p in self.own for i in range(p.first, p.last + 1)} | set(self.pronouns)
        for word in words:
            i = word.index
            if i in owned or word.kind == "mark" or i in self.ones:
                continue
            if (
                word.low in ("einer", "eine", "eines", "einem", "einen")
                and i not in self.sentence.of
            ):
                if self._is_one_of(i):
                    self.ones.append(i)
                elif self._may_be(word.low):
                    raise Unsure("one_other", word.text)
            elif (
                word.low
                in ("dieser", "jener", "letzterer", "ersterer", "diese", "derjenige", "diejenige")
                and i not in self.sentence.of
            ):
                male = word.low.endswith("er")
                if male == (self.gender == "male"):
                    raise Unsure("pronoun_reference", word.text)
            elif word.kind == "determiner" and i not in self.sentence.of and not self.plural:
                self._check_pointer(i)
            elif word.kind == "relative" and not self.plural:
                self._check_relative(i)

    def _check_relative(self, index: int) -> None:
        """ "Woods, der gewann, weiß, dass er gut ist": the name's relative pronoun shows it too."""
        one = self.antecedent(index)
        if self.has(one):
            return
        shown = any(
            gender == self.gender for forms in self.sentence.tables.paradigms["relative"]
            for gender, _ in forms.readings(self.sentence.low(index))
        )  # fmt: skip
        named = one is None or (self.sentence.is_name(one.head) and one.determiner < 0)
        clause = self.sentence.clause_of[index]
        if shown and named and clause.number != "pl":
            raise Unsure("name_as_antecedent", self.words[index].text)

    def _check_pointer(self, index: int) -> None:
        """ "der" or "die" that is no article and no relative pronoun that is known."""
        low, before = self.sentence.low(index), self.sentence.low(index - 1)
        if low not in ("der", "die", "den", "dem", "dessen", "deren"):
            return
        if before == "," and self.main is not None and index > self.main.last:
            raise Unsure("pronoun_reference", self.words[index].text)
        comma = index - 1
        if comma >= 0 and self.words[comma].kind == "preposition":
            comma -= 1
        one = self.sentence.of.get(comma - 1) if comma >= 1 else None
        if self.sentence.low(comma) == "," and one is not None:
            if not self.has(one) and not one.may(self.gender):
                return
            if self.has(one):
                raise Unsure("pronoun_reference", self.words[index].text)
            return
        if before in ("und", "oder") or index == 0:
            raise Unsure("pronoun_reference", self.words[index].text)

    def _is_one_of(self, index: int) -> bool:
        """ "er war einer der besten Spieler"."""
        low = self.sentence.low(index)
        if low != ("einer" if self.gender == "male" else "eine"):
            return False
        if self.sentence.low(index + 1) not in ("der", "von", "unserer", "ihrer", "seiner"):
            return False
        clause = self.sentence.clause_of.get(index)
        if clause is None or not self.belongs(self.subjects.of(clause)):
            return False
        as_role = self.sentence.low(index - 1) == "als"
        return as_role or self.sentence.low(clause.verb) in self.lists["copulas"]

    def evidence(self) -> bool:
        """Whether the pronouns surely stand for a person and for no thing."""
        if self.own or self.ones:
            return True
        cases = self.pronouns
        if not cases:
            return False
        for index, case in cases.items():
            if case == "possessive":
                if self._is_personal(index):
                    return True
                continue
            clause = self.sentence.clause_of[index]
            things = {self.sentence.low(i) for i in clause.words} & self.lists["thing_verbs"]
            if case == "nom" and (not things or self._is_human(clause)):
                return True
            if case in ("acc", "dat") and not things and self._is_shown_object(index, clause):
                return True
        return False

    def _is_shown_object(self, index: int, clause: Clause) -> bool:
        """Whether the object is no thing, by who does something to it."""
        subject = self.subjects.of(clause)
        low = self.sentence.low(index)
        if low == "sie":
            return False
        person = subject.word >= 0 or (
            subject.phrase is not None
            and (subject.phrase.person or self.sentence.is_name(subject.phrase.head))
        )
        return low == "ihr" or (low == "ihm" and person) or person or self._is_human(clause)
