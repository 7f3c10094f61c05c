"""Whose the pronouns are: the person's, if nothing else that fits stands before them."""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.mentions import OWNERS
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.roles import Roles
from equimask.gender.swap.languages.de.sentence import Clause
from equimask.gender.swap.languages.de.subjects import Subject


class References(Roles):
    """Raises `Unsure` where a pronoun may as well stand for somebody or something else."""

    def rivals(
        self,
        index: int,
        genders: tuple[str, ...],
        *,
        objects: bool = True,
        possessive: bool = False,
        hidden: bool = False,
    ) -> Iterator[Phrase]:
        """The phrases before the word that a pronoun of these genders may stand for."""
        for phrase in self.sentence.phrases:
            if phrase.last >= index:
                return
            head = self.words[phrase.head]
            if self.has(phrase) or head.text in self.lists["time"]:
                continue
            here = self.sentence.clause_of.get(phrase.head)
            if phrase.governed >= 0 or self.subjects.is_genitive(phrase):
                if not hidden or here is self.sentence.clause_of.get(index):
                    continue
                named = here is not None and bool(self.subjects.of(here))
                if named and (phrase.person or not self._is_open(here, index)):
                    continue
            if self.pronouns.get(phrase.determiner) == "possessive" and not phrase.person:
                continue
            if not objects and (not phrase.nominative or self._is_object(phrase)):
                continue
            if not phrase.person and self._is_of_name(phrase):
                continue
            if (
                self.sentence.is_name(phrase.head)
                and phrase.determiner < 0
                and not phrase.adjectives
            ) and not ("plural" in genders and self.subjects.is_joined(phrase)):
                continue
            if self.subjects.follows_as(phrase):
                continue
            if (
                here is not None
                and here is self.sentence.clause_of.get(index)
                and not possessive
                and self.subjects.of(here).phrase is phrase
            ):
                continue  # it would be "sich"
            cells = [g for g, _ in phrase.cells]
            if any(g in cells for g in genders):
                yield phrase

    def _is_open(self, clause: Clause | None, index: int) -> bool:
        """Whether what is within a clause may be spoken of in the clause that hangs on it."""
        later = self.sentence.clause_of.get(index)
        return later is not None and later.kind != "main" and clause is later.before

    def _is_object(self, phrase: Phrase) -> bool:
        """Whether the person does something to what the phrase names."""
        clause = self.sentence.clause_of.get(phrase.head)
        if clause is None or phrase.person:
            return False
        subject = self.subjects.of(clause)
        owned = subject.phrase is not None and self._is_of_person(subject.phrase)
        return self.belongs(subject) or owned

    def _is_of_name(self, phrase: Phrase) -> bool:
        """ "Jones besuchte die Schule, wo sie": what a person who is named does something to."""
        clause = self.sentence.clause_of.get(phrase.head)
        if clause is None or clause.number != "sg":
            return False
        one = self.subjects.of(clause).phrase
        return one is not None and one is not phrase and self.is_named(one) and one.governed < 0

    def _check_pronoun(self, index: int, case: str) -> None:
        word = self.words[index]
        clause = self.sentence.clause_of.get(index)
        if clause is None:
            raise Unsure("pronoun_reference", word.text)
        subject = self.subjects.of(clause)
        if case == "possessive":
            self._check_possessive(index, clause, subject)
            return
        same = [i for i in self.pronouns if self.sentence.clause_of.get(i) is clause]
        nominative = [i for i in same if self.pronouns[i] == "nom"]
        if case in ("acc", "dat"):
            if self.belongs(subject) and self._shares(index, subject):
                raise Unsure("case_undecided", word.text)
            asked: tuple[str, ...] = (self.gender,)
            if case == "dat" and self.gender == "male":
                asked = OWNERS["male"]
            if word.low == "sie":
                asked = ("female", "plural")
                if not self._is_shown(index):
                    raise Unsure("ambiguous_word", word.text)
            named = self._is_named_before(index)
            earlier = case == "dat" and named
            for rival in self.rivals(index, asked, objects=not earlier, hidden=not named):
                raise Unsure("pronoun_reference", self.words[rival.head].text)
            return
        if len(nominative) > 1 and nominative[0] != index and clause.kind != "main":
            raise Unsure("pronoun_reference", word.text)
        earlier = self._is_named_before(index)
        self._check_anybody(index)
        if not earlier:
            self._check_ahead(clause)
        for rival in self.rivals(index, (self.gender,), objects=not earlier, hidden=not earlier):
            if self.words[rival.head].text in self.lists["events"]:
                continue
            if (
                self._may_be_thing(rival)
                and self._is_human(clause)
                and self.words[rival.head].text not in self.lists["doers"]
            ):
                continue
            raise Unsure("pronoun_reference", self.words[rival.head].text)

    def _check_ahead(self, clause: Clause) -> None:
        """ "Obwohl sie bewohnbar war, war die Venus heiß"."""
        at = self.sentence.clauses.index(clause)
        if (clause.kind == "main" and clause.verb >= 0) or any(
            c.kind == "main" for c in self.sentence.clauses[:at]
        ):
            return
        for later in self.sentence.clauses[at + 1 :]:
            if later.kind == "main" and later.verb >= 0:
                phrase = self.subjects.own(later).phrase
                if (
                    phrase is not None
                    and phrase.determiner >= 0
                    and phrase.may(self.gender)
                    and not self.has(phrase)
                    and not self._is_of_person(phrase)
                ):
                    raise Unsure("pronoun_reference", self.words[phrase.head].text)
                return

    def _check_anybody(self, index: int) -> None:
        """ "Wer das tut, weiß, was er tut"."""
        for word in self.words[:index]:
            if word.low in ("wer", "jeder", "keiner", "jede", "jener", "derjenige") and (
                word.index not in self.sentence.of
            ):
                raise Unsure("pronoun_reference", word.text)

    def _is_named_before(self, index: int) -> bool:
        return any(c == "nom" and i < index for i, c in self.pronouns.items()) or (
            self.main is not None and self.main.last < index
        )

    def _shares(self, index: int, subject: Subject) -> bool:
        """Whether the subject stands in the same clause as the object, so that it is another."""
        clause = self.sentence.clause_of[index]
        if clause.verb < 0:
            return True
        return subject.word >= 0 or subject.phrase is not None

    def _may_be_thing(self, phrase: Phrase) -> bool:
        """Whether a noun that is known to be a thing heads the phrase."""
        genders = self.sentence.tables.genders(self.words[phrase.head].text)
        known = self.sentence.tables.known_noun(self.words[phrase.head].low)
        return not phrase.person and known in ("m", "f", "n") and self.gender in genders

    def _is_human(self, clause: Clause) -> bool:
        """Whether the clause says what only people do."""
        human = tuple(self.lists["human"])
        verbs = [self.words[i] for i in clause.words if i not in self.sentence.of]
        return any(w.kind == "lower" and _bare(w.low).startswith(human) for w in verbs)

    def _is_shown(self, index: int) -> bool:
        """Whether something else tells that the pronoun is one woman."""
        return self.main is not None or any(
            i != index and (c in ("nom", "dat") or (c == "possessive" and self._is_personal(i)))
            for i, c in self.pronouns.items()
        )

    def _check_possessive(self, index: int, clause: Clause, subject: Subject) -> None:
        word, phrase = self.words[index], self.sentence.of[index]
        owners = OWNERS[self.gender]
        self._check_anybody(index)
        if not self.belongs(subject) and self.gender == "female":
            for they in self.words[:index]:
                if they.low == "sie" and they.index not in self.pronouns:
                    raise Unsure("pronoun_reference", they.text)
        beside = self.sentence.of.get(phrase.first - 2)
        if beside is not None and self.words[phrase.first - 1].kind == "preposition":
            attached = not self.belongs(subject) or self.sentence.low(phrase.first - 1) == "mit"
            apart = not self.has(beside) and not self._is_of_person(beside)
            if (
                attached
                and apart
                and beside.determiner >= 0
                and any(g in owners for g, _ in beside.cells)
            ):
                raise Unsure("pronoun_reference", self.words[beside.head].text)
        if clause.verb < 0 and clause.before is None:
            self._check_ahead(clause)
        if self.belongs(subject) and subject.phrase is not phrase:
            if (
                clause.kind == "relative"
                and self.words[clause.words[0]].kind == "preposition"
                and self._may_own(clause.opener, owners)
            ):
                raise Unsure("pronoun_reference", word.text)
            return
        if self.gender == "female" and clause.number == "pl" and clause.verb < index:
            for ahead in self.subjects.phrases(clause):
                head = self.words[ahead.head].text
                if (
                    ahead.last < clause.verb
                    and ahead.governed < 0
                    and head not in self.lists["time"]
                ):
                    raise Unsure("pronoun_reference", head)
        other = subject.phrase
        listing = self.sentence.low(clause.verb).startswith(("gehör", "zähl"))
        if listing and index < clause.verb and phrase.governed >= 0:
            return  # "Zu ihren Filmen gehören"
        if (
            other is not None
            and self.is_named(other)
            and other.last < index
            and (clause.number == "sg" and not self.subjects.is_joined(other))
        ):
            return  # "Davidson begann ihre Karriere"
        if other is not None and other is not phrase and not self._is_of_person(other):
            name = self.sentence.is_name(other.head) and other.determiner < 0
            joined = self.subjects.is_joined(other) or clause.number == "pl"
            if name and self.gender == "female" and joined and other.first < index:
                raise Unsure("pronoun_reference", word.text)
            if not name and any(g in owners for g, _ in other.cells):
                raise Unsure("pronoun_reference", self.words[other.head].text)
        if subject.word >= 0 and self.words[subject.word].kind == "relative":
            one = self.antecedent(subject.word)
            if one is None or any(g in owners for g, _ in one.cells):
                raise Unsure("pronoun_reference", word.text)
        if (
            subject.word >= 0
            and self.sentence.low(subject.word)
            in (
                "sie",
                "er",
                "wer",
                "jeder",
                "keiner",
                "niemand",
                "man",
                "jemand",
            )
            and subject.word not in self.pronouns
            and self.sentence.low(subject.word) != "er"
        ):
            if self.gender == "female" and self.sentence.low(subject.word) == "sie":
                raise Unsure("pronoun_reference", word.text)
            if self.sentence.low(subject.word) not in ("sie",) and self.gender == "male":
                raise Unsure("pronoun_reference", word.text)
        if clause.kind == "relative" and self.words[clause.words[0]].kind != "preposition":
            one = self.antecedent(clause.opener)
            if one is None or (any(g in owners for g, _ in one.cells) and not self.has(one)):
                raise Unsure("pronoun_reference", word.text)
        earlier = any(c == "nom" and i < index for i, c in self.pronouns.items())
        for rival in self.rivals(index, owners, objects=not earlier, possessive=True):
            if rival is not phrase:
                raise Unsure("pronoun_reference", self.words[rival.head].text)

    def _may_own(self, relative: int, owners: tuple[str, ...]) -> bool:
        """Whether what the relative pronoun stands for may be whose it is."""
        one = self.antecedent(relative)
        shown = self.relative_genders(relative) & set(owners)
        return bool(shown) and (one is None or any(g in shown for g, _ in one.cells))


def _bare(low: str) -> str:
    """A verb without what stands before its stem: "zurückgekehrt" is "kehrt"."""
    for prefix in (
        "zurück",
        "aus",
        "ein",
        "auf",
        "über",
        "um",
        "an",
        "ab",
        "weiter",
        "fort",
        "nieder",
        "hin",
        "weg",
    ):
        if low.startswith(prefix) and len(low) > len(prefix) + 3:
            low = low.removeprefix(prefix)
            break
    return low.removeprefix("ge") if len(low) > 5 else low
