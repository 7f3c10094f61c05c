"""Verbs and predicates that agree with a Russian gender noun, wherever it is their subject."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Refusal
from equimask.gender.swap.languages.ru.adjectives import (
    agreement_cases,
    inflected,
    is_listed_adjective,
)
from equimask.gender.swap.languages.ru.owner import Owner, Owners
from equimask.gender.swap.languages.ru.parse import has_other_subject
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.predicate import (
    DASHES,
    common_gender_instrumentals,
    common_gender_nouns,
)
from equimask.gender.swap.languages.ru.sentence import Segment, Sentence
from equimask.gender.swap.languages.ru.verbs import governs
from equimask.gender.swap.languages.ru.words import PREPOSITIONS

# In the gloss of a record: persons whom nobody would also call by the name of somebody else.
_KIN = (
    "father", "mother", "dad", "mum", "husband", "wife", "son", "daughter", "brother", "sister",
    "uncle", "aunt", "nephew", "niece", "cousin", "bride", "friend", "neighbour", "boy", "man /",
)  # fmt: skip
_OTHER = {"сам": "сама", "сама": "сам"}
_NO_PREDICATES = frozenset("весь вся мой моя свой своя самый самая".split())


class Agreement:
    """Collects the edits of one sentence, or the first reason to refuse it."""

    def __init__(self, sentence: Sentence, phrase: Phrase, owners: Owners) -> None:
        self.sentence, self.phrase, self.owners = sentence, phrase, owners
        self.gender = sentence.gender
        self.edits: list[Edit] = []
        self.refusal: Refusal | None = None
        self.predicate: tuple[int, str] | None = None  # the last adjective, and its case

    def run(self) -> list[Edit] | Refusal:
        """Every form in the noun's gender is either its own, or surely someone else's."""
        for segment in self.sentence.segments:
            owner = self.owners.of(segment)
            for index in range(segment.start, segment.end):
                if not self._is_settled(index):
                    self._settle(segment, index, owner)
                if self.refusal is not None:
                    return self.refusal
        return self.edits

    def _is_settled(self, index: int) -> bool:
        return self.phrase.start <= index < self.phrase.end or index in self.owners.settled

    def _refuse(self, reason: str, index: int) -> None:
        self.refusal = Refusal(reason, self.sentence.tokens[index].text)

    def _settle(self, segment: Segment, index: int, owner: Owner) -> None:
        counterpart = self.sentence.marked(index)
        if counterpart is not None:
            other = has_other_subject(self.sentence.context, self.sentence.tokens[index])
            if owner == "noun" and segment != self.owners.own and other:
                self._refuse("subject_undecided", index)
            elif owner == "noun":
                self.edits.append(self.sentence.edit(index, counterpart, "verb"))
            elif owner == "unsure":
                self._refuse("subject_undecided", index)
            elif self._may_be_namesake(segment):
                self._refuse("name_may_corefer", index)
        elif self._joins_predicate(segment, index):
            self._settle_adjective(index, agreement_cases(self.sentence.low[index], self.gender))
        elif owner == "noun" or self._is_behind_dash(segment):
            self._settle_predicate(segment, index)
        elif owner == "unsure" and self._is_loose_adjective(segment, index):
            self._refuse("predicate_undecided", index)
        elif owner == "unsure" and self._is_joined_predicate(segment, index):
            self._refuse("predicate_noun", index)

    def _may_be_namesake(self, segment: Segment) -> bool:
        """A person with a name and the same gender may be the singer that the noun speaks of."""
        if any(word in self.sentence.context.word.pairs[0].gloss for word in _KIN):
            return False
        here = range(segment.start, segment.end)
        return self.owners.subject and any(map(self.sentence.is_name, here))

    def _is_behind_dash(self, segment: Segment) -> bool:
        """Whether the segment is what the noun is said to be: "мой сосед - врач"."""
        follows = segment.start == self.owners.own.end + 1
        return self.owners.subject and segment.opener in DASHES and follows

    def _joins_predicate(self, segment: Segment, index: int) -> bool:
        """A second adjective of a predicate: "был смелым и честным"."""
        if self.predicate is None or segment.opener not in ("и", "но", "или", "а", ","):
            return False
        before, case = self.predicate
        between = range(segment.start, index)
        marks = range(before + 1, segment.start - 1)  # the comma before "but"
        if before >= segment.start or not all(map(self.sentence.is_mark, marks)):
            return False
        if not all(map(self.sentence.is_light, between)):
            return False
        cases = agreement_cases(self.sentence.low[index], self.gender)
        return case in cases and self._stands_alone(index)

    def _is_joined_predicate(self, segment: Segment, index: int) -> bool:
        """A second noun behind "was": "был врачом и пенсионером"."""
        sentence, own = self.sentence, self.owners.own
        if index != segment.start or segment.opener not in ("и", "или", "а", "но"):
            return False
        copular = any("copula" in governs(sentence.low[i]) for i in range(own.start, own.end))
        instrumental = sentence.low[index].endswith(("ом", "ем", "ой", "ей"))
        return copular and instrumental and not self._is_neutral_noun(sentence.low[index])

    def _is_loose_adjective(self, segment: Segment, index: int) -> bool:
        """An adjective that may be predicated of the noun from another segment."""
        sentence = self.sentence
        low = sentence.low[index]
        if sentence.is_name(index) or low.startswith("котор") or sentence.is_closed(index):
            return False
        cases = agreement_cases(low, sentence.gender)
        if "ins" in cases and self._follows_copula(segment, index):
            return self._stands_alone(index)
        if "nom" not in cases or not self.owners.subject:
            return False
        return index == segment.start > self.phrase.end or self._stands_alone(index)

    def _settle_predicate(self, segment: Segment, index: int) -> None:
        """Adjectives of a predicate; nouns in it must not have a gender of their own."""
        sentence = self.sentence
        low = sentence.low[index]
        if sentence.is_name(index) and "-" in low and self._follows_copula(segment, index):
            self._refuse("predicate_undecided", index)
        if sentence.is_closed(index) or sentence.is_name(index) or index < self.phrase.start:
            return
        if low.startswith("котор"):
            return
        cases = agreement_cases(low, sentence.gender)
        if low in ("сам", "сама") and "nom" in cases:
            self.edits.append(sentence.edit(index, _OTHER[low], "predicate"))
        elif cases & {"nom", "ins"} and self._stands_alone(index):
            self._settle_adjective(index, cases)
        elif self._follows_copula(segment, index) and not sentence.is_verb(index):
            if not self._is_neutral_noun(low):
                self._refuse("predicate_noun", index)
        elif self._is_bare_predicate(segment, index) and low not in common_gender_nouns():
            self._refuse("predicate_noun", index)

    def _settle_adjective(self, index: int, cases: frozenset[str]) -> None:
        sentence = self.sentence
        low = sentence.low[index]
        if low in _NO_PREDICATES or (index and sentence.low[index - 1] in PREPOSITIONS):
            return
        determiner = low in ("один", "одна")
        sure = low.endswith(("ый", "ая", "яя", "ым"))
        case = "nom" if "nom" in cases else "ins"
        new = inflected(low, sentence.gender, case)
        if new is None or not (determiner or sure or is_listed_adjective(low)):
            self._refuse("predicate_undecided", index)
        else:
            self.predicate = (index, case)
            self.edits.append(sentence.edit(index, new, "predicate"))

    def _stands_alone(self, index: int) -> bool:
        """Whether no noun follows that the adjective could belong to."""
        sentence = self.sentence
        behind = index + 1
        if behind >= len(sentence.low) or sentence.is_mark(behind):
            return True
        if sentence.low[behind] in ("и", "или", "но", "а"):
            following = sentence.low[behind + 1] if behind + 1 < len(sentence.low) else ""
            modifier = bool(following) and agreement_cases(following, sentence.gender)
            return not modifier or self._stands_alone(behind + 1)
        return sentence.low[behind] in PREPOSITIONS or sentence.is_closed(behind)

    def _is_bare_predicate(self, segment: Segment, index: int) -> bool:
        """A word right behind the noun in a segment without a verb: "мой брат вегетарианец"."""
        sentence = self.sentence
        low = sentence.low[index]
        before = index - 1
        while before >= self.phrase.end and sentence.is_light(before):
            before -= 1
        if before != self.phrase.end - 1 or not low.isalpha() or sentence.is_verb(index):
            return False
        if low[-1] in "ыиуюое" or low.endswith(("ого", "его", "ых", "их")):
            return False
        here = range(segment.start, segment.end)
        return not any(sentence.is_verb(i) or sentence.marked(i) is not None for i in here)

    def _follows_copula(self, segment: Segment, index: int) -> bool:
        sentence = self.sentence
        if index > 0 and sentence.low[index - 1] in PREPOSITIONS:
            return False
        before = index - 1
        while before >= segment.start and not self._is_settled(before) and self._is_between(before):
            before -= 1
        if before < segment.start:
            return segment.opener in DASHES and before >= self.owners.own.end
        return "copula" in governs(sentence.low[before]) and not self._is_settled(before)

    def _is_between(self, index: int) -> bool:
        """What may stand between "was" and the predicate."""
        low = self.sentence.low[index]
        modifier = agreement_cases(low, "male") or agreement_cases(low, "female")
        return self.sentence.is_light(index) or bool(modifier)

    def _is_neutral_noun(self, low: str) -> bool:
        """Whether a predicate needs no counterpart of its own: a doctor, or no nominative."""
        if low in common_gender_nouns() or low in common_gender_instrumentals():
            return True
        return low[-1] in "уюыи" or low[0].isdigit()
