"""The edits: the words that speak of the person, in the other gender."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Edit, Gender, WordPair
from equimask.gender.swap.engine.forms import Forms
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase, is_neuter, pair_cells
from equimask.gender.swap.languages.de.tables import AGREE, Role

_CONTRACTED = {"von": "vom", "bei": "beim", "in": "im", "an": "am"}
_ADJECTIVE = ("em", "en", "er", "es", "e")


class Changes:
    """Edits by place."""

    def __init__(self, person: Person, target: Gender, chosen: tuple[WordPair, ...]) -> None:
        self.person, self.sentence, self.target = person, person.sentence, target
        self.words, self.tables = person.words, person.sentence.tables
        self.chosen = chosen
        self.pair: WordPair | None = None
        self.neuter = False
        self._edits: dict[int, Edit] = {}

    def make(self) -> tuple[Edit, ...]:
        """All edits."""
        main = self.person.main
        for phrase in self.person.own:
            self._phrase(phrase)
        if main is not None:
            self.neuter = self._is_neuter(main) and all(
                case == "possessive" for case in self.person.pronouns.values()
            )
        for index, case in self.person.pronouns.items():
            self._pronoun(index, case)
        for index in self.person.ones:
            self._one(index)
        return tuple(self._edits.values())

    def _is_neuter(self, phrase: Phrase) -> bool:
        edit = self._edits.get(phrase.head)
        return edit is not None and self.target == "female" and is_neuter(edit.new)

    def _write(self, index: int, new: str, *, end: int = -1) -> None:
        word = self.words[index]
        stop = word.end if end < 0 else end
        old = word.text if end < 0 else self._text(word.start, stop)
        cased = new[:1].upper() + new[1:] if old[:1].isupper() else new
        if word.text.isupper() and len(word.text) > 3:
            cased = cased.upper()
        self._edits[index] = Edit(word.start, stop, old, cased, "agreement")

    def _text(self, start: int, end: int) -> str:
        words = [w for w in self.words if start <= w.start and w.end <= end]
        text = words[0].text
        for one, two in itertools.pairwise(words):
            text += " " * (two.start - one.end) + two.text
        return text

    # --- phrases

    def _phrase(self, phrase: Phrase) -> None:
        person, gender = self.person, self.person.gender
        case = person.subjects.case(phrase, gender)
        old = self._gender_of(phrase, case)
        new: str = self.target if old != "plural" else "plural"
        head = self.words[phrase.head]
        if head.kind == "noun":
            noun = self._noun(phrase, case)
            if is_neuter(noun) and new == "female":
                new = "neuter"
            if noun != head.text:
                self._write(phrase.head, noun)
        for index in range(phrase.head + 1, phrase.last + 1):
            self._office(index)
        self._determiner(phrase, old, new, case)
        for index in phrase.adjectives:
            self._adjective(phrase, index, new, case)
        if old != "plural":
            for relative in self._relatives(phrase):
                self._relative(relative, old, new)

    def _office(self, index: int) -> None:
        """ "Frau Ministerin"."""
        word = self.words[index]
        if word.low in self.sentence.lists["offices"]:
            for reading in self.tables.roles(word.text):
                if reading.gender == self.person.gender:
                    self._write(index, reading.role.form(self.target, "nom"))
                    return

    def _gender_of(self, phrase: Phrase, case: str) -> str:
        for gender in (self.person.gender, "neuter", "plural"):
            if (gender, case) in phrase.cells:
                return gender
        return self.person.gender

    def _noun(self, phrase: Phrase, case: str) -> str:
        """The noun in the other gender."""
        head, gender = self.words[phrase.head], self.person.gender
        low = head.low
        if phrase.pairs:
            plural = self._gender_of(phrase, case) == "plural"
            fitting = [
                pair for pair in phrase.pairs
                if pair.side(gender).lower() == low
                and (pair.number == "plur") == plural
                and any(c == case for _, c in pair_cells(pair, low))
            ]  # fmt: skip
            exact = [pair for pair in fitting if case in pair.cases] or fitting
            titled = phrase.last > phrase.head
            exact = [p for p in exact if (p.pos == "title") == titled] or exact
            if phrase is self.person.main and self.chosen:
                exact = [pair for pair in exact if pair in self.chosen] or exact
            if not exact or exact[0].male == "Sir":
                raise Unsure("form_mismatch", head.text)
            if (
                plural
                and gender == "male"
                and exact[0].female.endswith("innen")
                and low not in self.sentence.lists["men"]
            ):
                raise Unsure("generic_masculine", head.text)
            if phrase is self.person.main:
                self.pair = exact[0]
            new = transfer(head.text, exact[0].side(gender), exact[0].side(self.target))
            if new is None:
                raise Unsure("odd_casing", head.text)
            return new
        for reading in phrase.people:
            if reading.gender != gender:
                continue
            role = reading.role
            if self._gender_of(phrase, case) == "plural":
                continue
            if role.declension == "adj":
                return self._adjective_noun(phrase, head.text, case)
            form = role.form(self.target, case)
            if role.declension == "beamt" and self.target == "male":
                form = "beamte" + self._ending(phrase, "male", case).removeprefix("e")
            if not reading.prefix:
                return form[:1].upper() + form[1:]
            return reading.prefix + form[:1].lower() + form[1:]
        raise Unsure("form_mismatch", head.text)

    def _adjective_noun(self, phrase: Phrase, text: str, case: str) -> str:
        stem = next(text.removesuffix(e) for e in _ADJECTIVE if text.endswith(e))
        return stem + self._ending(phrase, self.target, case)

    def _ending(self, phrase: Phrase, gender: str, case: str) -> str:
        return self.tables.ending(self._declension(phrase, case), (gender, case))

    def _declension(self, phrase: Phrase, case: str) -> str:
        if phrase.determiner < 0:
            return "strong"
        low = self.words[phrase.determiner].low
        if low in self.tables.contractions:
            return "weak"
        old = self._gender_of(phrase, case)
        for kind, forms in self.tables.determiners[low]:
            if (old, case) in forms.readings(low):
                return AGREE.get(kind, "mixed")
        return "mixed"

    def _determiner(self, phrase: Phrase, old: str, new: str, case: str) -> None:
        index = phrase.determiner
        if index < 0:
            return
        low = self.words[index].low
        if low in self.tables.contractions:
            self._contraction(index, new)
            return
        forms = next(
            (f for _, f in self.tables.determiners[low] if (old, case) in f.readings(low)), None
        )
        if forms is None:
            raise Unsure("form_mismatch", self.words[index].text)
        form = forms.basic(new, case)
        before = self.sentence.word(index - 1)
        relative = next(iter(self._relatives(phrase)), None)
        if form == "dem" and before is not None and before.low in _CONTRACTED and relative is None:
            self._edits.pop(index, None)
            self._write(before.index, _CONTRACTED[before.low], end=self.words[index].end)
            return
        if index in self.person.pronouns:  # "ihre" of the person before the person's noun
            form = self._other_possessive(forms, form)
        if form != low:
            self._write(index, form)

    def _other_possessive(self, forms: Forms, form: str) -> str:
        return form

    def _contraction(self, index: int, new: str) -> None:
        low = self.words[index].low
        preposition, case, _ = self.tables.contractions[low]
        if low in ("zum", "zur"):
            self._write(index, "zur" if new == "female" else "zum")
            return
        definite = self.tables.paradigms["definite"][0].basic(new, case)
        joined = {(p, c): form for form, (p, c, _) in self.tables.contractions.items()}
        if case == "dat" and new in ("male", "neuter") and (preposition, case) in joined:
            return
        self._write(index, f"{preposition} {definite}")

    def _adjective(self, phrase: Phrase, index: int, new: str, case: str) -> None:
        low = self.words[index].low
        if not low[0].isalpha():
            raise Unsure("unknown_agreement", low)
        if {low, self.words[index].text} & self.sentence.lists["indeclinable"] or (
            self.words[index].kind == "adverb" and not low.endswith(_ADJECTIVE)
        ):
            return
        ending = next((e for e in _ADJECTIVE if low.endswith(e)), None)
        if ending is None:
            return
        made = low.removesuffix(ending) + self.tables.ending(
            self._declension(phrase, case), (new, case)
        )
        if made != low:
            self._write(index, made)

    # --- pronouns

    def _relatives(self, phrase: Phrase) -> Iterator[int]:
        for clause in self.sentence.clauses:
            if clause.kind == "relative" and self.person.antecedent(clause.opener) is phrase:
                yield clause.opener

    def _relative(self, index: int, old: str, new: str) -> None:
        low = self.sentence.low(index)
        clause = self.sentence.clause_of[index]
        for forms in self.tables.paradigms["relative"]:
            cases = {f[1] for f in forms.readings(low) if f[0] == old}
            if not cases:
                continue
            case = self._relative_case(index, cases, clause.words[0] != index)
            self._write(index, forms.basic(new, case))
            return
        raise Unsure("pronoun_reference", self.words[index].text)

    def _relative_case(self, index: int, cases: set[str], governed: bool) -> str:
        sentence, clause = self.sentence, self.sentence.clause_of[index]
        if governed:
            cases = cases - {"nom"}
            if len(cases) == 2:
                cases = cases & {"dat"} or cases
        if len(cases) == 1:
            return next(iter(cases))
        if cases <= {"dat", "gen"}:
            sentence.of.get(index + 1)
            return "gen" if False else "dat"
        pronoun = any(
            self.person.subjects.stands(i) or sentence.low(i) == "sie"
            for i in clause.words if i != index
        )  # fmt: skip
        if pronoun:
            return "acc"
        rivals = self.person.subjects.candidates(clause)
        if not rivals:
            other_plural = clause.number == "pl"
            return "acc" if other_plural else "nom"
        if any(p.only_nominative for p in rivals) or clause.number == "pl":
            return "acc"
        oblique = [p for p in rivals if p.may("male", "nom") and p.may("male", "acc")]
        things = [
            p for p in rivals
            if not (p.person or sentence.words[p.head].text in sentence.lists["doers"])
        ]  # fmt: skip
        if len(things) == len(rivals) and not oblique:
            return "nom"
        raise Unsure("case_undecided", self.words[index].text)

    def _pronoun(self, index: int, case: str) -> None:
        word = self.words[index]
        if case == "possessive":
            stem, other = ("sein", "ihr") if self.person.gender == "male" else ("ihr", "sein")
            if self.neuter:
                return
            edit = self._edits.get(index)
            low = edit.new.lower() if edit is not None else word.low
            self._write(index, other + low.removeprefix(stem))
            return
        forms = self.tables.paradigms["personal"][0]
        self._write(index, forms.basic("neuter" if self.neuter else self.target, case))

    def _one(self, index: int) -> None:
        low = self.sentence.low(index)
        clause = self.sentence.clause_of.get(index)
        at = self.sentence.clauses.index(clause) + 1 if clause is not None else 0
        following = self.sentence.clauses[at : at + 1]
        if (
            following
            and following[0].kind == "relative"
            and (
                following[0].number == "sg"
                or self.sentence.low(following[0].opener) not in ("die", "denen", "deren")
            )
        ):
            raise Unsure("partitive", self.words[index].text)
        for forms in self.tables.paradigms["headless"]:
            cases = {case for gender, case in forms.readings(low) if gender == self.person.gender}
            if cases:
                if len(cases) > 1 and not cases <= {"nom", "acc"}:
                    raise Unsure("case_undecided", self.words[index].text)
                self._write(
                    index, forms.basic(self.target, "nom" if "nom" in cases else cases.pop())
                )
        plural = next((p for p in self.sentence.phrases if p.first > index), None)
        if plural is None or not (plural.pairs or plural.people) or plural is self.person.main:
            return
        head = self.words[plural.head]
        case = "dat" if self.sentence.low(index + 1) == "von" else "gen"
        for pair in plural.pairs:
            if (
                pair.number == "plur"
                and case in pair.cases
                and pair.side(self.person.gender).lower() == head.low
            ):
                self._write(plural.head, pair.side(self.target))
                return
        for reading in plural.people:
            if reading.gender == self.person.gender and any(
                g == "plural" for g, _ in reading.cells
            ):
                self._write(plural.head, self._plural(reading.prefix, reading.role, case))
                return

    def _plural(self, prefix: str, role: Role, case: str) -> str:
        if role.declension in ("adj", "beamt"):
            return (prefix + role.stem.lower() if prefix else role.stem) + "en"
        if self.target == "female":
            if not role.female.endswith("in"):
                raise Unsure("partitive", role.male)
            form = role.female + "nen"
        elif role.declension in ("n", "en"):
            form = role.male + role.declension
        elif role.male.endswith("er"):
            form = role.male + ("n" if case == "dat" else "")
        elif role.male.endswith("or"):
            form = role.male + "en"
        else:
            raise Unsure("partitive", role.male)
        return prefix + form[:1].lower() + form[1:] if prefix else form[:1].upper() + form[1:]
