"""Whose every word is that shows the person's gender; raises `Unsure` where nobody can tell.

A swap stands only if every such word has an owner: the person, or somebody or something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.person import Person, is_possessive
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Clause

# Whom or what a possessive may belong to.
_OWNERS = {"male": ("male", "neuter"), "female": ("female", "plural")}


class Owners:
    """The words of one sentence and its person."""

    def __init__(self, person: Person) -> None:
        self.person, self.gender, self.words = person, person.gender, person.words
        self.sentence, self.subjects, self.lists = person.sentence, person.subjects, person.lists

    def settle(self) -> None:
        """Ask of every pronoun and every noun."""
        for index, case in sorted(self.person.pronouns.items()):
            if case == "possessive":
                self._check_possessive(index)
            else:
                self._check_pronoun(index, case)
        if not self._stand_for_somebody():
            raise Unsure("ambiguous_word", self.words[min(self.person.pronouns, default=0)].text)
        for phrase in self.sentence.phrases:
            if not self.person.has(phrase):
                self._check_noun(phrase)
        for word in self.words:
            if word.index not in self.person.pronouns:
                self._check_loose(word.index)

    # --- pronouns

    def _is_named(self, index: int) -> bool:
        """Whether the person is spoken of as a subject before."""
        main = self.person.main
        earlier = any(c == "nom" and i < index for i, c in self.person.pronouns.items())
        return earlier or (main is not None and main.last < index)

    def _rivals(self, index: int, genders: tuple[str, ...]) -> Iterator[Phrase]:
        """The phrases before the word that may own it; fewer once the person is named."""
        here, named = self.sentence.clause_of[index], self._is_named(index)
        for phrase in self.sentence.phrases:
            if phrase.last >= index:
                return
            clause, theirs = self.subjects.clause(phrase), self.person.of_person(phrase)
            subject = self.subjects.of(clause)
            hidden = phrase.governed >= 0 or self.subjects.is_genitive(phrase)
            if hidden and (named or clause is here or clause is not here.before):
                continue
            acts = self.person.belongs(subject) or self.person.of_person(subject.phrase)
            if named and (not phrase.nominative or (acts and not phrase.person)):
                continue
            one = subject.phrase
            if one is not None and one.named and one is not phrase and not phrase.person:
                continue  # "Jones besuchte die Schule, wo sie"
            if phrase.named and not ("plural" in genders and self.subjects.is_joined(phrase)):
                continue
            time = self.sentence.text(phrase) in self.lists["time"]
            if not (theirs or time or self.person.has(phrase)) and any(map(phrase.may, genders)):
                yield phrase

    def _check_pronoun(self, index: int, case: str) -> None:
        person, clause = self.person, self.sentence.clause_of[index]
        low, genders = self.sentence.low(index), (self.gender, *["plural"] * (case == "acc"))
        if case == "nom":
            self._check_ahead(index, clause)
        elif person.belongs(self.subjects.of(clause)):  # it would be "sich"
            raise Unsure("case_undecided", self.words[index].text)
        elif low == "sie" and not self._is_shown(index):
            raise Unsure("ambiguous_word", self.words[index].text)
        human = case == "nom" and self.subjects.is_human(clause)
        for rival in self._rivals(index, genders if low == "sie" else (self.gender,)):
            own = case != "nom" and self.subjects.of(clause).phrase is rival
            if not own and not (human and self._is_thing(rival)):
                raise Unsure("pronoun_reference", self.sentence.text(rival))

    def _check_ahead(self, index: int, clause: Clause) -> None:
        """ "Wer das tut, weiß, was er tut"; "Obwohl sie bewohnbar war, war die Venus heiß"."""
        for word in self.words[:index]:
            if word.low in self.lists["anybody"] and word.index not in self.sentence.of:
                raise Unsure("pronoun_reference", word.text)
        main = next((c for c in self.sentence.clauses if c.kind == "main" and c.verb >= 0), clause)
        one = self.subjects.own(main).phrase
        if main.words[0] < index or self._is_named(index) or one is None or one.named:
            return
        if one.may(self.gender) and not self.person.has(one) and not self.person.of_person(one):
            raise Unsure("pronoun_reference", self.sentence.text(one))

    def _is_thing(self, phrase: Phrase) -> bool:
        """Whether the phrase is surely nobody who acts."""
        known = self.sentence.tables.known_noun(self.sentence.low(phrase.head))
        return known in ("m", "f", "n") and not self.subjects.acts(phrase)

    def _is_shown(self, index: int) -> bool:
        """Whether something else tells that "sie" is one woman."""
        return self.person.main is not None or any(
            i != index and (case in ("nom", "dat") or self._is_personal(i))
            for i, case in self.person.pronouns.items()
        )

    def _is_personal(self, index: int) -> bool:
        """Whether only a person has what the possessive stands before."""
        phrase = self.sentence.of.get(index)
        return phrase is not None and (
            self.sentence.text(phrase) in self.lists["people_things"]
            or any(one.pair for one in phrase.people)
        )

    def _check_possessive(self, index: int) -> None:
        person, sentence, clause = self.person, self.sentence, self.sentence.clause_of[index]
        phrase, owners = sentence.of[index], _OWNERS[self.gender]
        subject = self.subjects.of(clause)
        theirs = person.belongs(subject) and subject.phrase is not phrase
        beside, preposition = sentence.of.get(phrase.first - 2), sentence.word(phrase.first - 1)
        if beside is not None and preposition is not None and preposition.kind == "preposition":
            apart = not person.has(beside) and not person.of_person(beside)
            if apart and beside.determiner >= 0 and any(map(beside.may, owners)):
                if not theirs or preposition.low == "mit":  # "der Mann mit seinem Hund"
                    raise Unsure("pronoun_reference", sentence.text(beside))
        if clause.kind == "relative" and (clause.governed or not theirs):
            one = person.antecedent(clause.opener)
            shown = [g for g in owners if g in person.relative_genders(clause.opener)]
            if shown and (one is None or (any(map(one.may, shown)) and not person.has(one))):
                raise Unsure("pronoun_reference", self.words[index].text)
        they = (w for w in self.words[:index] if w.low == "sie" and w.index not in person.pronouns)
        if self.gender == "female" and not theirs and any(they):
            raise Unsure("pronoun_reference", self.words[index].text)
        for rival in () if theirs else self._rivals(index, owners):
            if rival is not phrase:
                raise Unsure("pronoun_reference", sentence.text(rival))

    def _stand_for_somebody(self) -> bool:
        """Whether the pronouns surely stand for a person and for no thing."""
        if self.person.own:
            return True
        for index, case in self.person.pronouns.items():
            clause = self.sentence.clause_of[index]
            human = self.subjects.is_human(clause)
            things = self.sentence.lows(clause) & self.lists["thing_verbs"]
            subject = self.subjects.of(clause)
            one = subject.phrase
            somebody = subject.word >= 0 or (one is not None and (one.person or one.named))
            done_to = self.sentence.low(index) != "sie" and not things and (human or somebody)
            if case == "possessive":
                if self._is_personal(index):
                    return True
            elif (human or not things) if case == "nom" else done_to:
                return True
        return False

    # --- everything else that shows the gender

    def _check_noun(self, phrase: Phrase) -> None:
        """A noun for one of the gender, "der andere", "die Jüngste": nobody's for sure."""
        person, text = self.person, self.sentence.text(phrase)
        if self.sentence.kind(phrase.head) != "noun":
            single = phrase.may(self.gender) and not phrase.may("plural")
            if text.startswith("ander") or (single and person.main is not None):
                raise Unsure("one_other", text)
        elif person.is_human(phrase) and phrase.may(self.gender) and phrase.last == phrase.head:
            article = self.sentence.determiner(phrase)
            hidden = not phrase.nominative or self.subjects.is_genitive(phrase)
            definite = article and not article.startswith(("ein", "kein"))
            if self.subjects.follows_as(phrase) or not (definite or hidden):
                raise Unsure("role", text)

    def _check_loose(self, index: int) -> None:
        """Pronouns that may be the person: "einer", "dieser", "Woods, der gewann, weiß, dass er"."""
        person, word, low = self.person, self.words[index], self.sentence.low(index)
        phrase = self.sentence.of.get(index)
        if word.kind == "personal" or (phrase is not None and phrase.determiner == index):
            if not person.has(phrase):
                self._check_opposite(index)
        if phrase is not None or word.kind not in ("determiner", "relative"):
            return
        shown = [
            cell[0] for kind in ("headless", "definite", "relative")
            for forms in self.sentence.tables.paradigms[kind] for cell in forms.readings(low)
        ]  # fmt: skip
        if self.gender in shown and low in self.lists["one"]:
            raise Unsure("one_other", word.text)
        if self.gender not in shown or person.plural:
            return
        comma = index - 1 - (self.sentence.kind(index - 1) == "preposition")
        beside = self.sentence.of.get(comma - 1) if self.sentence.low(comma) == "," else None
        if word.kind == "relative":
            several = "plural" in person.relative_genders(index)
            clause, one = self.sentence.clause_of[index], person.antecedent(index)
            if clause.number != "pl" and not clause.governed and (one is None or one.named):
                raise Unsure("name_as_antecedent", word.text)
            if person.has(one) and one is not None and one.plural and not several:
                raise Unsure("partitive", word.text)
        elif low in self.lists["pointing"] or (beside is not None and beside.may(self.gender)):
            raise Unsure("pronoun_reference", word.text)
        elif index == 0 or self.sentence.low(index - 1) in ("und", "oder"):
            raise Unsure("pronoun_reference", word.text)

    def _check_opposite(self, index: int) -> None:
        """Pronouns of the other gender need somebody, or something, that they stand for."""
        word, low = self.words[index], self.sentence.low(index)
        other = "female" if self.gender == "male" else "male"
        shows = ("ihn", "ihm") if other == "male" else ("sie",)
        owned = is_possessive(low, other) and word.kind == "determiner" and not self.person.plural
        if not owned and (low not in shows or self.subjects.stands_for(index)):
            return
        main, polite = self.person.main, word.text[0].isupper() and not self.sentence.opens(index)
        neuter = other == "male" and main is not None and main.may("neuter")
        owners = (
            p for p in self.sentence.phrases
            if p.head < index and any(map(p.may, _OWNERS[other])) and not self.person.has(p)
        )  # fmt: skip
        they = other == "female" and any(w.low == "sie" for w in self.words[:index])
        if not (neuter or they or polite or any(owners)):
            raise Unsure("several_gender_words", word.text)
