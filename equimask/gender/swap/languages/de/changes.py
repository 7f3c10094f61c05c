"""The edits: the words that speak of the person, in the other gender."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Edit, Gender, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.tables import ENDINGS, Reading, is_neuter

_CONTRACTED = {"von": "vom", "bei": "beim", "in": "im", "an": "am"}
_STEMS = {"male": "sein", "female": "ihr"}


class Changes:
    """Edits by place."""

    def __init__(self, person: Person, target: Gender, chosen: tuple[WordPair, ...]) -> None:
        self.person, self.sentence, self.target = person, person.sentence, target
        self.words, self.tables = person.words, person.sentence.tables
        self.pair = chosen[0]
        self._chosen = chosen
        self.offices = person.lists["offices"]
        self._edits: dict[int, Edit] = {}

    def make(self) -> tuple[Edit, ...]:
        """All edits; `pair` is the record that was chosen."""
        person, main = self.person, self.person.main
        for phrase in person.own:
            self._change(phrase)
        new = self._edits[main.head].new if main and main.head in self._edits else ""
        neuter = is_neuter(new) and set(person.pronouns.values()) == {"possessive"}
        for index, case in person.pronouns.items():
            if case != "possessive":
                self._write(index, self.tables.paradigms["personal"][0].basic(self.target, case))
            elif not neuter:  # "Der Junge liebt seine Mutter", "Das Mädchen liebt seine Mutter"
                edit = self._edits.get(index)
                low = edit.new.lower() if edit is not None else self.words[index].low
                self._write(index, low.replace(_STEMS[person.gender], _STEMS[self.target], 1))
        for index in person.ones:
            self._write(index, "eine" if self.target == "female" else "einer")
        return tuple(self._edits.values())

    def _write(self, index: int, new: str, *, before: int = 0) -> None:
        """Write a word in place of that one, and of words before it."""
        first, word = self.words[index - before], self.words[index]
        old = " ".join(w.text for w in self.words[first.index : index + 1])
        if old.isupper() and len(old) > 3:
            new = new.upper()
        elif old[0].isupper():
            new = new[0].upper() + new[1:]
        if new != old:
            self._edits[index] = Edit(first.start, word.end, old, new, "agreement")

    def _change(self, phrase: Phrase) -> None:
        person = self.person
        case = person.subjects.case(phrase, person.gender)
        old = next((g for g in (person.gender, "neuter") if phrase.may(g, case)), "plural")
        new: str = self.target if old != "plural" else "plural"
        if self.sentence.kind(phrase.head) == "noun":
            noun = self._noun(phrase, old, case)
            if new == "female" and is_neuter(noun):
                new = "neuter"
            self._write(phrase.head, noun)
        for index in range(phrase.head + 1, phrase.last + 1):  # "Frau Ministerin"
            for one in self.tables.roles(self.words[index].text):
                if one.gender == person.gender and self.words[index].low in self.offices:
                    self._write(index, self._role(one, phrase, (self.target, "nom")))
        relatives = [
            clause.opener for clause in self.sentence.clauses
            if clause.kind == "relative" and person.antecedent(clause.opener) is phrase
        ]  # fmt: skip
        if old != "plural":
            for index in relatives:
                self._relative(index, old, new)
        for index in phrase.adjectives:
            low = self.words[index].low
            if not low[0].isalpha():
                raise Unsure("unknown_agreement", low)
            ending = next((e for e in ENDINGS if low.endswith(e)), "")
            if self.sentence.is_town(index):
                continue
            if ending and not {low, self.words[index].text} & self.sentence.lists["indeclinable"]:
                self._write(index, low.removesuffix(ending) + self._ending(phrase, new, case))
        self._determiner(phrase, (old, case), new, contract=not relatives)

    def _noun(self, phrase: Phrase, old: str, case: str) -> str:
        """The noun in the other gender."""
        head, gender = self.words[phrase.head], self.person.gender
        fitting = [r for r in phrase.people if r.gender == gender and (old, case) in r.cells]
        pairs = [one.pair for one in fitting if one.pair is not None]
        pairs = [pair for pair in pairs if case in pair.cases] or pairs
        titled = phrase.last > phrase.head
        pairs = [pair for pair in pairs if (pair.pos == "title") == titled] or pairs
        if phrase is self.person.main:
            pairs = [pair for pair in pairs if pair in self._chosen] or pairs
        if not fitting or (pairs and pairs[0].male == "Sir"):
            raise Unsure("form_mismatch", head.text)
        if not pairs:
            return self._role(fitting[0], phrase, (self.target if old != "plural" else old, case))
        generic = old == "plural" and gender == "male" and pairs[0].female.endswith("innen")
        if generic and head.low not in self.sentence.lists["men"] and not self.person.ones:
            raise Unsure("generic_masculine", head.text)
        if phrase is self.person.main:
            self.pair = pairs[0]
        new = transfer(head.text, pairs[0].side(gender), pairs[0].side(self.target))
        if new is None:
            raise Unsure("odd_casing", head.text)
        return new

    def _role(self, one: Reading, phrase: Phrase, cell: tuple[str, str]) -> str:
        """A listed role in the other gender."""
        side, (gender, case) = one.side(self.target), cell
        if isinstance(side, str):
            return _compound(one.prefix, side + self._ending(phrase, gender, case))
        number = "plural" if gender == "plural" else "sing"
        if number == "plural" and not self.person.ones and self.person.gender == "male":
            raise Unsure("generic_masculine", self.sentence.text(phrase))
        return _compound(one.prefix, side.basic(number, case))

    def _ending(self, phrase: Phrase, gender: str, case: str) -> str:
        """What an adjective of the phrase ends in."""
        kind = "strong"
        if phrase.determiner >= 0:
            _, asked = self.tables.determiner_cells(self.sentence.determiner(phrase))
            kind = asked[0]
        return self.tables.paradigms[kind][0].basic(gender, case)

    def _determiner(self, phrase: Phrase, old: tuple[str, str], new: str, *, contract: bool) -> None:
        index, low, case = phrase.determiner, self.sentence.determiner(phrase), old[1]
        if index < 0:
            return
        definite = self.tables.paradigms["definite"][0].basic(new, case)
        if low in self.tables.contractions:
            preposition, *_ = self.tables.contractions[low]
            joined = {row[:2]: form for form, row in self.tables.contractions.items()}
            if preposition == "zu":
                self._write(index, "zur" if new == "female" else "zum")
            elif case != "dat" or new == "female" or (preposition, case) not in joined:
                self._write(index, f"{preposition} {definite}")
            return
        every = self.tables.determiners[low]
        forms = next((found for _, found in every if old in found.readings(low)), None)
        if forms is None:
            raise Unsure("form_mismatch", self.words[index].text)
        form, before = forms.basic(new, case), self.sentence.low(index - 1)
        if form == "dem" and before in _CONTRACTED and contract:
            self._write(index, _CONTRACTED[before], before=1)
        else:
            self._write(index, form)

    # --- relative pronouns

    def _relative(self, index: int, old: str, new: str) -> None:
        for forms in self.tables.paradigms["relative"]:
            cases = {case for g, case in forms.readings(self.sentence.low(index)) if g == old}
            if cases:
                self._write(index, forms.basic(new, self._relative_case(index, cases)))
                return
        raise Unsure("pronoun_reference", self.words[index].text)

    def _relative_case(self, index: int, cases: set[str]) -> str:
        sentence, clause = self.sentence, self.sentence.clause_of[index]
        subjects = self.person.subjects
        if clause.governed:
            cases = cases & {"dat"} or cases - {"nom"}
        if len(cases) == 1 or cases <= {"dat", "gen"}:
            return "dat" if "dat" in cases else min(cases)
        rivals = subjects.candidates(clause)
        pronoun = any(subjects.stands(i) or sentence.low(i) == "sie" for i in clause.words)
        if pronoun or clause.number == "pl" or any(p.only_nominative for p in rivals):
            return "acc"
        if any(subjects.acts(p) or p.may("male", "nom") for p in rivals):
            raise Unsure("case_undecided", self.words[index].text)
        return "nom"


def _compound(prefix: str, noun: str) -> str:
    """ "Stahlarbeiter", but "FedEx-Fahrer"."""
    return prefix + (noun[:1].upper() + noun[1:] if prefix.endswith("-") else noun)
