"""Which words of a German sentence speak of its person: pronouns, possessives, nouns."""

from __future__ import annotations

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.subjects import HER, SHE, UNKNOWN, Subject, Subjects

_PRONOUNS = {"male": {"er": "nom", "ihn": "acc", "ihm": "dat"}, "female": {"ihr": "dat"}}
_POSSESSIVE_ENDINGS = ("", "e", "en", "em", "er", "es")
_POSSESSIVES = {
    gender: frozenset(stem + ending for ending in _POSSESSIVE_ENDINGS)
    for gender, stem in (("male", "sein"), ("female", "ihr"))
}
# Whom or what a possessive may belong to besides.
OWNERS = {"male": ("male", "neuter"), "female": ("female", "plural")}


def is_possessive(low: str, gender: str) -> bool:
    """Whether the word is a form of "sein" or "ihr"."""
    return low in _POSSESSIVES[gender]


class Mentions:
    """One sentence and its person; `own` are the phrases, `pronouns` the words with their case."""

    def __init__(self, sentence: Sentence, subjects: Subjects, gender: Gender, main: Phrase | None):
        self.sentence, self.subjects, self.gender = sentence, subjects, gender
        self.lists, self.words = sentence.lists, sentence.words
        self.main = main
        self.own: list[Phrase] = [main] if main is not None else []
        self.pronouns: dict[int, str] = {}  # index: case, or "possessive"
        self.ones: list[int] = []  # "einer der ..."
        self.plural = main is not None and all(g == "plural" for g, _ in main.cells)
        self._shown: set[int] = set()

    def _find_pronouns(self) -> None:
        for word in self.words:
            i = word.index
            if word.kind == "noun" and not self.sentence.opens(i):
                continue
            if (
                is_possessive(word.low, self.gender)
                and word.kind == "determiner"
                and i in self.sentence.of
            ):
                phrase = self.sentence.of[i]
                if phrase is self.main or self._is_polite(word.index):
                    continue
                if phrase.determiner == i:
                    self.pronouns[i] = "possessive"
                continue
            if i in self.sentence.of and word.kind != "personal":
                continue
            case = _PRONOUNS[self.gender].get(word.low)
            if word.low == "ihr" and self._is_you(i):
                continue
            after = self.sentence.word(i + 1)
            if word.low == "ihr" and after is not None and after.kind == "noun":
                raise Unsure("pronoun_reference", word.text)
            if is_possessive(word.low, self.gender) and after is not None and after.kind == "mark":
                quoted = self.sentence.word(i + 2)
                if quoted is not None and quoted.kind == "noun" and after.text not in ",.;:!?":
                    raise Unsure("pronoun_reference", word.text)  # his "Reformpaket"
            if case:
                self.pronouns[i] = case
            elif word.low == "sie" and self.gender == "female":
                read = self.subjects.sie(i)
                if read == UNKNOWN:
                    raise Unsure("ambiguous_word", word.text)
                if read == SHE:
                    self.pronouns[i] = "nom"
                elif read == HER:
                    self.pronouns[i] = "acc"
            elif is_possessive(word.low, self.gender) and word.low not in ("sein", "ihr"):
                raise Unsure("pronoun_reference", word.text)

    def _is_polite(self, index: int) -> bool:
        word = self.words[index]
        return word.text[0].isupper() and not self.sentence.opens(index)

    def _is_you(self, index: int) -> bool:
        """ "ihr" with a verb in the second person."""
        near = [self.words[i] for i in (index - 1, index + 1) if 0 <= i < len(self.words)]
        if any(word.number == "you" for word in near):
            return True
        return any(
            self.sentence.low(i).endswith("t") and not self.sentence.words[i].sure
            and self.sentence.low(i) not in ("nicht",) and self.words[i].kind == "lower"
            and not self.sentence.tables.is_participle(self.sentence.low(i))
            for i in (index - 1, index + 1) if 0 <= i < len(self.words)
        )  # fmt: skip

    def belongs(self, subject: Subject) -> bool:
        """Whether the subject is the person."""
        if subject.phrase is not None:
            return any(subject.phrase is one for one in self.own)
        if subject.word < 0:
            return False
        if self.pronouns.get(subject.word) == "nom":
            return True
        if self.words[subject.word].kind == "relative":
            one = self.antecedent(subject.word)
            return one is not None and self.has(one)
        return False

    def has(self, phrase: Phrase | None) -> bool:
        """Whether the phrase speaks of the person."""
        return any(phrase is one for one in self.own)

    def is_named(self, phrase: Phrase) -> bool:
        """Whether the phrase is a name without an article."""
        return self.sentence.is_name(phrase.head) and phrase.determiner < 0

    def relative_genders(self, index: int) -> set[str]:
        """The genders, or the plural, that a relative pronoun shows."""
        low = self.sentence.low(index)
        every = self.sentence.tables.paradigms["relative"]
        return {forms_of[0] for forms in every for forms_of in forms.readings(low)}

    def antecedent(self, relative: int) -> Phrase | None:
        """The phrase before the comma of a relative pronoun."""
        comma = relative - 1
        if comma >= 0 and self.words[comma].kind == "preposition":
            comma -= 1
        if comma < 1 or self.words[comma].text != ",":
            return None
        genders = self.relative_genders(relative)
        nearest = self.sentence.of.get(comma - 1)
        if (
            nearest is not None
            and any(nearest.may(g) for g in genders)
            and (nearest.governed < 0 or not self._is_rivalled(nearest, comma, genders))
        ):
            return nearest
        clause = self.sentence.clause_of.get(comma - 1)
        fitting = [
            p for p in self.sentence.phrases
            if p.last < comma and clause is not None and p.head in clause.words
            and any(p.may(g) for g in genders)
        ]  # fmt: skip
        if not fitting:
            return None
        if len(fitting) > 1 and any(p is own for p in fitting for own in self.own):
            raise Unsure("pronoun_reference", self.words[relative].text)
        return fitting[-1]

    def _is_rivalled(self, nearest: Phrase, comma: int, genders: set[str]) -> bool:
        """ "der Mann mit dem Hut, der": whether the noun before it fits as well."""
        before = self.sentence.of.get(nearest.governed - 1)
        return before is not None and self.has(before) and any(
            before.may(g) for g in genders
        )  # fmt: skip

    def people(self, phrase: Phrase, gender: str = "") -> bool:
        """Whether a noun for one person of that gender (the person's) heads the phrase."""
        gender = gender or self.gender
        if phrase.pairs:
            low = self.words[phrase.head].low
            return any(p.side(gender).lower() == low for p in phrase.pairs)  # type: ignore[arg-type]
        if not any(reading.gender == gender for reading in phrase.people):
            return False
        if all(reading.role.declension == "adj" for reading in phrase.people):
            return phrase.may(gender)
        return True

    def _is_of_person(self, phrase: Phrase) -> bool:
        """Whether a thing is the person's: "seine Karriere"."""
        return self.pronouns.get(phrase.determiner) == "possessive" and not phrase.person

    def _is_personal(self, index: int) -> bool:
        """Whether only a person has what the possessive stands before."""
        head = self.words[self.sentence.of[index].head]
        return head.text in self.lists["people_things"] or self.sentence.of[index].pairs != ()

    def _may_be(self, low: str) -> bool:
        """Whether "eine" without a noun may be the person."""
        every = self.sentence.tables.paradigms["headless"]
        return any(g == self.gender for forms in every for g, _ in forms.readings(low))
