"""The edits: the words that speak of the person, in the other gender."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Edit, Gender, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.person import STEMS, Person
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.tables import ENDINGS, Cell, Reading, is_neuter


class Changes:
    """Edits by place; `pair` is the record that was chosen."""

    def __init__(self, person: Person, target: Gender, chosen: tuple[WordPair, ...]) -> None:
        self.person, self.sentence, self.target = person, person.sentence, target
        self.words, self.tables = person.sentence.words, person.sentence.tables
        self.pair, self._chosen = chosen[0], chosen
        self._edits: dict[int, Edit] = {}

    def make(self) -> tuple[Edit, ...]:
        """All edits."""
        person, main = self.person, self.person.main
        for phrase in person.own:
            self._change(phrase)
        new = self._edits[main.head].new if main and main.head in self._edits else ""
        neuter = is_neuter(new) and set(person.pronouns.values()) == {"possessive"}
        for index, case in person.pronouns.items():
            if case != "possessive":
                self._write(index, self.tables.paradigms["personal"][0].basic(self.target, case))
            elif not neuter:  # "Der Junge liebt seine Mutter", "Das Mädchen liebt seine Mutter"
                made = self._edits.get(index)
                low = made.new.lower() if made else self.words[index].low
                self._write(index, low.replace(STEMS[person.gender], STEMS[self.target], 1))
        return tuple(self._edits.values())

    def _write(self, index: int, new: str, *, before: int = 0) -> None:
        """Write a word in place of that one, and of words before it."""
        first, word = self.words[index - before], self.words[index]
        old = " ".join(w.text for w in self.words[first.index : index + 1])
        if old[0].isupper():
            new = new[0].upper() + new[1:]
        if new != old:
            self._edits[index] = Edit(first.start, word.end, old, new, "agreement")

    def _change(self, phrase: Phrase) -> None:
        person = self.person
        case = self.sentence.case(phrase, person.gender)
        old = person.gender if phrase.may(person.gender, case) else "neuter"
        noun = self._noun(phrase, (old, case))
        new = "neuter" if self.target == "female" and is_neuter(noun) else self.target
        self._write(phrase.head, noun)
        for index in range(phrase.head + 1, phrase.last + 1):
            if self.sentence.people(index):
                raise Unsure("role", self.words[index].text)  # "Frau Ministerin"
        for clause in self.sentence.clauses:
            if clause.kind == "relative" and person.antecedent(clause.opener) is phrase:
                raise Unsure("pronoun_reference", self.sentence.low(clause.opener))
        for index in phrase.adjectives:
            low = self.words[index].low
            ending = next((e for e in ENDINGS if low.endswith(e)), "")
            if ending and not self.sentence.is_fixed(index):
                self._write(index, low.removesuffix(ending) + self._ending(phrase, (new, case)))
        for index in phrase.clause.words if phrase.adjectives and phrase.determiner < 0 else ():
            free = index < phrase.first and index not in self.sentence.of
            if free and self.sentence.kind(index) == "determiner":  # "die in Rom geborene Frau"
                raise Unsure("form_mismatch", self.words[index].text)
        if phrase.determiner >= 0:
            self._determiner(phrase.determiner, (old, case), new)

    def _noun(self, phrase: Phrase, cell: Cell) -> str:
        """The noun in the other gender."""
        head, gender = self.words[phrase.head], self.person.gender
        fitting = [one for one in phrase.people if one.gender == gender and cell in one.cells]
        pairs = [one.pair for one in fitting if one.pair is not None]
        pairs = [pair for pair in pairs if cell[1] in pair.cases] or pairs
        titled = phrase.last > phrase.head
        pairs = [pair for pair in pairs if (pair.pos == "title") == titled] or pairs
        if phrase is self.person.main:
            pairs = [pair for pair in pairs if pair in self._chosen] or pairs
        if not fitting or (pairs and pairs[0].male == "Sir"):
            raise Unsure("form_mismatch", head.text)
        if not pairs:
            return self._role(fitting[0], phrase, (self.target, cell[1]))
        if phrase is self.person.main:
            self.pair = pairs[0]
        new = transfer(head.text, pairs[0].side(gender), pairs[0].side(self.target))
        if new is None:
            raise Unsure("odd_casing", head.text)
        return new

    def _role(self, one: Reading, phrase: Phrase, cell: Cell) -> str:
        """A listed role in the other gender."""
        if isinstance(one.other, str):
            new = one.other + self._ending(phrase, cell)
        else:
            new = one.other.basic("sing", cell[1])
        compound = one.prefix.endswith("-")  # "FedEx-Fahrer"
        return one.prefix + (new[0].upper() + new[1:] if compound else new)

    def _ending(self, phrase: Phrase, cell: Cell) -> str:
        """What an adjective of the phrase ends in."""
        listed = self.tables.determiners.get(self.sentence.article(phrase), [])
        kind = listed[0][0] if listed else "strong"
        return self.tables.paradigms[kind][0].basic(*cell)

    def _determiner(self, index: int, old: Cell, new: str) -> None:
        """The article; "von der" becomes "vom"."""
        low = self.sentence.low(index)
        for form, before in ((f"{self.sentence.low(index - 1)} {low}", 1), (low, 0)):
            for _, forms in self.tables.determiners.get(form, ()):
                if old in forms.readings(form) and not (before and " " in forms.basic(new, old[1])):
                    self._write(index, forms.basic(new, old[1]), before=before)
                    return
        raise Unsure("form_mismatch", self.words[index].text)
