"""The gender word that is a noun: its case, its counterpart, what agrees with it directly."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.names import refuse_names
from equimask.gender.swap.languages.ru.owners import Owners
from equimask.gender.swap.languages.ru.sentence import ADJECTIVES, Phrase, Sentence

_CASES = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}


class Noun:
    """A gender noun in its sentence; `choose` finds the record that fits."""

    def __init__(self, owners: Owners, found: GenderWord) -> None:
        self.owners, self.found = owners, found
        self.sentence: Sentence = owners.sentence
        self.tables, self.words = owners.tables, owners.words
        self.gender, self.target = owners.gender, owners.target
        word = next((w for w in self.words if w.end == found.end), None)
        if word is None:
            raise Unsure("compound_word", found.text)
        self.word = word
        self.phrase = word.head or Phrase(word.index, word.index, [])
        self.before = self.sentence.at(self.phrase.first - 1)
        self.segment = self.sentence.segment(word.index)
        self.pairs = reliable(found.pairs, found.gender)

    def choose(self) -> tuple[WordPair, bool]:
        """The record that fits, and whether nothing else shows the gender: a plural, an adjective.

        Else the noun is the person's first mention, and its adjectives change.
        """
        if not self.pairs:
            raise Unsure("ambiguous_word", self.word.text)
        if self.pairs[0].pos == "adj":
            return self._adjective(), True
        refuse_names(self.sentence, self.phrase, title=self.pairs[0].pos == "title")
        if any(r.pos == "NUMR" for r in self.before.readings) or self.before.low in (
            self.tables.counts["male"].keys() | self.tables.counts["female"].keys()
        ):  # fmt: skip
            return self._counted(), True
        numbers = self._numbers()
        pairs = tuple(p for p in self.pairs if not numbers or p.number in numbers)
        if not pairs or (len(numbers) > 1 and numbers != {p.number for p in pairs}):
            raise Unsure("unknown_form", self.word.text)
        digits = (self.words[i].text[0].isdigit() for i in self.phrase.modifiers)
        if self.before.kind == "ordinal" or any(digits):
            raise Unsure("unknown_agreement", self.word.text)
        cases = self._cases(pairs)
        pair = self._only([p for p in pairs if cases & _cases_of(p)])
        if pair.number == "plur":
            self._check_plural()
            return pair, True
        self._write(pair, cases & _cases_of(pair))
        return pair, False

    def _only(self, pairs: list[WordPair]) -> WordPair:
        if len({(p.side(self.target), p.number) for p in pairs}) != 1:
            raise Unsure("case_undecided", self.word.text)
        return pairs[0]

    def _write(self, pair: WordPair, cases: set[str]) -> None:
        owners, found, side = self.owners, self.found, pair.side(self.target)
        owners.mentions[self.word.index] = cases
        for index in self.phrase.modifiers:
            forms = set()
            for case in cases:
                owners.change(self.words[index], case)
                forms.add(owners.new[index])
            if len(forms) != 1:
                raise Unsure("case_undecided", self.word.text)
        if self.before.low in self.tables["words.about"] and self.phrase.first == self.word.index:
            needed = "об" if side[0] in "аиоуэ" else "о"
            owners.new[self.before.index] = needed
        new = transfer(found.text, pair.side(found.gender), side)
        if new is None:
            raise Unsure("odd_casing", found.text)
        if found.start == self.word.start:
            owners.new[self.word.index] = new
        elif found is not self.sentence.context.word:
            raise Unsure("several_gender_words", found.text)
        for index in self.phrase.modifiers:  # the lexicon changes "старший брат" as one word
            if self.words[index].start >= found.start:
                del owners.new[index]

    def _numbers(self) -> set[str]:
        """ "мужчины": of a man, or men."""
        numbers = {r.number for r in self.phrase.readings}
        if len(numbers) < 2 or self.phrase.preposition:
            return numbers
        verbs = [w for w in self.segment if w.kind == "verb"]
        if self.before.kind in ("mark", "conjunction"):
            singular = any(r.number == "sing" for w in verbs for r in w.readings)
            return numbers if singular or not verbs else {"plur"}
        plural = any(
            r.number == "plur" and r.pos in ("VERB", "ADJS", "PRTS")
            for w in self.segment
            for r in w.readings
            if w.kind in ("verb", "short")
        )
        return {"sing"} if self.before.is_head and not plural else numbers

    def _counted(self) -> WordPair:
        """ "два" and "оба" have a gender; what is counted stands in the genitive singular."""
        if self.phrase.modifiers or self.before.lemmas & self.tables["counts.collective"]:
            raise Unsure("collective_numeral", self.before.text)
        counts = self.tables.counts[self.gender]
        if self.before.low in counts:
            self.owners.new[self.before.index] = counts[self.before.low]
        few = self.before.low in self.tables["counts.few"]
        cases = {"gent"} | {r.case for r in self.before.readings if r.pos == "NUMR" and not few}
        number = "sing" if few else "plur"
        pair = self._only([p for p in self.pairs if p.number == number and cases & _cases_of(p)])
        self._check_plural()
        return pair

    def _check_plural(self) -> None:
        """A plural shows no gender; "one of them" does."""
        for word in self.words:
            if word.low in self.tables.third:
                raise Unsure("several_gender_words", word.text)
            if word.name in ("person", "foreign"):
                raise Unsure("name_beside", word.text)  # one of them, or whom they are like
            plural = any(r.number == "plur" and r.lemma in self.owners.roles for r in word.readings)
            if word.found is None and plural:
                raise Unsure("several_gender_words", word.text)
            loose = word.kind == "adj" and word.head is None and word.reads(self.gender, ADJECTIVES)
            counts = word.lemmas & self.tables["counts.gendered"]
            settled = word is self.before or word.index in self.owners.new
            if (loose or counts) and not settled:
                raise Unsure("one_of_many", word.text)

    def _adjective(self) -> WordPair:
        """The adjective agrees with its own noun, which stays."""
        people = any(p.is_living("male") or p.is_living("female") for p in self.sentence.phrases)
        named = any(w.low in self.tables.third or w.name for w in self.words)
        head = self.word.head
        if head is None or head.living or people or named:
            raise Unsure("gendered_adjective", self.word.text)  # whose sort it says
        fitting = [p for p in self.pairs if head.cases & _cases_of(p)]
        return self._only(fitting or list(self.pairs))

    # cases

    def _cases(self, pairs: tuple[WordPair, ...]) -> set[str]:
        """The cases of the noun that its place allows."""
        listed = set().union(*map(_cases_of, pairs))
        cases = (self.phrase.cases & listed) or listed
        preposition = self.phrase.preposition
        if preposition:
            return (cases & self.tables.of_persons(preposition)) or cases
        cases -= {"loct"}
        several = len({p.side(self.target) for p in pairs}) > 1
        if cases >= {"gent", "datv"} and several:
            genitive = self.tables["verbs.genitive"] | self.tables["words.absent"]
            return {"gent"} if any(w.lemmas & genitive for w in self.segment) else cases
        if cases == {"gent", "accs"}:
            return self._object_or_owner() or cases
        if cases == {"nomn", "accs"} and several:
            return self._subject_or_object() or cases
        return cases

    def _subject_or_object(self) -> set[str] | None:
        """ "мать ушла" and "встретил мать"."""
        if self.sentence.before(self.phrase.first).kind in ("mark", "conjunction"):
            return {"nomn"}
        governs = self.before.kind in ("verb", "infinitive") and self.before.transitive
        return {"accs"} if governs and not self.before.reads(self.gender, ("VERB",)) else None

    def _object_or_owner(self) -> set[str] | None:
        """ "видел короля" and "дворец короля"."""
        absent = self.tables["words.absent"]
        if self.before.index < 0:
            return {"gent"} if any(w.low in absent for w in self.segment) else None
        than = any(r.pos == "COMP" for r in self.before.readings)
        near = self.before.head  # "в субботу короля видели", "в доме короля нашли": whose?
        verbs = (w for w in self.segment if w.kind == "verb" and w.index > self.word.index)
        placed = near is not None and near.preposition in self.tables["words.of_places"]
        if placed and any(w.transitive for w in verbs):
            return None
        if self.before.is_head or self.before.low in absent or than:
            return {"gent"}
        verb = self.sentence.before(self.phrase.first)
        if verb.kind not in ("verb", "infinitive", "gerund"):
            return None
        if verb.lemmas & self.tables["verbs.genitive"]:
            return {"gent"}
        negated = any(w.low in self.tables["words.negations"] for w in self.segment)
        return {"accs"} if verb.transitive and not negated else None


def _cases_of(pair: WordPair) -> set[str]:
    return {_CASES.get(case, case) for case in pair.cases}
