"""Verbs and predicates that agree with a Russian gender noun, wherever it is their subject."""

from __future__ import annotations

from functools import lru_cache

from equimask.lexicon.agreement.ru_adjectives import (
    agreement_cases,
    inflected,
    is_listed_adjective,
)
from equimask.lexicon.agreement.ru_phrase import Phrase
from equimask.lexicon.agreement.ru_sentence import Segment, Sentence
from equimask.lexicon.agreement.ru_verbs import governs
from equimask.lexicon.agreement.ru_words import (
    ADVERBS,
    COMPARING,
    FIRST_AND_SECOND,
    OBJECT_PRONOUNS,
    PARTICLES,
    PREPOSITIONS,
    plain,
)
from equimask.lexicon.agreement.tables import column
from equimask.lexicon.types import Edit, Refusal

_KIN = (
    "father", "mother", "dad", "mum", "husband", "wife", "son", "daughter", "brother", "sister",
    "uncle", "aunt", "nephew", "niece", "cousin", "bride", "friend", "neighbour", "boy", "man /",
)  # fmt: skip
PERSONAL = {"male": "он", "female": "она"}
_DASHES = frozenset("—–-")
_RELATIVE_NOMINATIVE = {"male": "который", "female": "которая"}
_OBLIQUE_ENDINGS = tuple("ом ем ой ей ами ями ах ях ам ям у ю ью".split())
_OF_THE_OBJECT = ("назов", "назва", "называ", "счита", "сдела", "назнач", "избра", "избер", "выбра", "выбер", "объяв", "провозгла")
_QUOTING = frozenset(":«»\"“”„'")
_JOINING = frozenset("и а но да или , ; — –".split())


class Agreement:
    """Collects the edits of one sentence, or the first reason to refuse it."""

    def __init__(
        self,
        sentence: Sentence,
        phrase: Phrase,
        *,
        subject: bool,
        corefer: set[int],
        settled: set[int],
    ) -> None:
        self.sentence, self.phrase = sentence, phrase
        self.settled = settled
        self.subject = subject
        self.corefer = corefer
        self.edits: list[Edit] = []
        self.refusal: Refusal | None = None

    def run(self) -> list[Edit] | Refusal:
        """Every form in the noun's gender is either its own, or surely someone else's."""
        for segment in self.sentence.segments:
            owner = self._owner(segment)
            for index in range(segment.start, segment.end):
                self._settle(segment, index, owner)
                if self.refusal is not None:
                    return self.refusal
        return self.edits

    def _settle(self, segment: Segment, index: int, owner: str) -> None:
        sentence = self.sentence
        if self.phrase.start <= index < self.phrase.end or index in self.settled:
            return
        counterpart = sentence.marked(index)
        if counterpart is not None:
            if owner == "noun":
                self.edits.append(sentence.edit(index, counterpart, "verb"))
            elif owner == "unsure":
                self.refusal = Refusal("subject_undecided", sentence.tokens[index].text)
            elif owner == "other" and self._may_be_namesake(segment, index):
                self.refusal = Refusal("name_may_corefer", sentence.tokens[index].text)
        elif self._is_behind_dash(segment) and not sentence.is_closed(index):
            self._settle_predicate(segment, index)
        elif owner == "unsure" and self._is_loose_adjective(segment, index):
            self.refusal = Refusal("predicate_undecided", sentence.tokens[index].text)
        elif owner == "noun":
            self._settle_predicate(segment, index)

    def _goes_on_with_pronoun(self, segment: Segment) -> bool:
        """Whether "он" or "она" for the noun was the subject before this segment."""
        low = self.sentence.low
        return any(i < segment.start and low[i] in ("он", "она") for i in self.corefer)

    def _may_be_namesake(self, segment: Segment, index: int) -> bool:
        """A person with a name and the same gender may be the singer that the noun speaks of."""
        if any(word in self.sentence.context.word.pairs[0].gloss for word in _KIN):
            return False
        return any(map(self.sentence.is_name, range(segment.start, segment.end)))

    def _is_loose_adjective(self, segment: Segment, index: int) -> bool:
        """A nominative adjective that may be predicated of the noun from another segment."""
        sentence = self.sentence
        if not self.subject or sentence.low[index].startswith("котор"):
            return False
        cases = agreement_cases(sentence.low[index], sentence.gender)
        first = index == segment.start > self.phrase.end
        if "nom" not in cases or sentence.is_name(index):
            return False
        return first or self._stands_alone(segment, index)

    def _is_behind_dash(self, segment: Segment) -> bool:
        """Whether the segment is what the noun is said to be: "мой сосед - врач"."""
        own = self.sentence.segment_of(self.phrase.start)
        return self.subject and segment.opener in _DASHES and segment.start == own.end + 1

    def _owner(self, segment: Segment) -> str:
        """Whose gender the forms of a segment show: the noun's, another's, or nobody knows."""
        sentence = self.sentence
        if any(i in segment for i in range(self.phrase.start, self.phrase.end)):
            return self._owner_of_own(segment)
        if any(index in segment for index in self.corefer):
            return "noun"
        indices = range(segment.start, segment.end)
        relative = _RELATIVE_NOMINATIVE[sentence.gender]
        if any(sentence.low[i] == relative for i in indices):
            return "noun" if self._is_our_relative(segment) else "other"
        if not self.subject and not self._goes_on_with_pronoun(segment):
            return "other"
        if self.subject and self._resumes(segment):
            return "noun"
        if any(sentence.low[i] == "я" for i in indices) and self._is_quoted(segment):
            return "unsure"
        if any(sentence.low[i] == "ты" for i in indices) and self._is_called(segment):
            return "noun"
        if any(sentence.is_subject_pronoun(i) or self._is_named_subject(segment, i) for i in indices):
            return "other"
        if any(sentence.low[i] in _common_gender_nouns() for i in indices):
            return "other"
        return self._owner_without_subject(segment)

    def _owner_of_own(self, segment: Segment) -> str:
        if not self.subject:
            return "noun" if any(index in segment for index in self.corefer) else "other"
        sentence = self.sentence
        start = self.phrase.start
        if start > 0 and sentence.low[start - 1] in COMPARING:
            opens = start == 1 or sentence.low[start - 2] in (",", "«", '"')
            if sentence.low[start - 1] == "как" and opens:
                return "noun"
            return "unsure"
        for index in range(segment.start, segment.end):
            if sentence.low[index] in ("кто", "что") and not self._other_predicate(segment):
                return "unsure"
        return "noun"

    def _other_predicate(self, segment: Segment) -> bool:
        return any(
            self.sentence.marked(i) is not None and "copula" not in governs(self.sentence.low[i])
            for i in range(segment.start, segment.end)
        )

    def _is_called(self, segment: Segment) -> bool:
        """Whether the noun stands alone between marks: "мама, ты пришла?"."""
        own = self.sentence.segment_of(self.phrase.start)
        return own.start == self.phrase.start and own.end == self.phrase.end

    def _resumes(self, segment: Segment) -> bool:
        """The verb behind a clause that stands between it and its noun."""
        sentence, own = self.sentence, self.sentence.segment_of(self.phrase.start)
        cut_off = self.phrase.end < len(sentence.low) and sentence.low[self.phrase.end] == ","
        if not cut_off or segment.opener != "," or segment.start <= self.phrase.end + 1:
            return False
        inserted = sentence.low[self.phrase.end + 1]
        opens = inserted.startswith("котор") or self.phrase.end + 1 in self.settled
        if not opens or not _is_verbless(sentence, own):
            return False
        between = [s for s in sentence.segments if own.end < s.start < segment.start]
        return len(between) == 1 and sentence.marked(segment.start) is not None

    def _is_quoted(self, segment: Segment) -> bool:
        """Whether the noun may be speaking here in the first person."""
        before = self.sentence.tokens[self.phrase.end : segment.start]
        after = self.sentence.tokens[segment.end : self.phrase.start]
        return any(token.text in _QUOTING for token in (*before, *after))

    def _is_named_subject(self, segment: Segment, index: int) -> bool:
        """Whether a name opens the segment or touches its verb."""
        sentence = self.sentence
        if not sentence.is_name(index) or (index and sentence.low[index - 1] in PREPOSITIONS):
            return False
        if all(self._is_light(i) or sentence.is_name(i) for i in range(segment.start, index)):
            return True
        behind, before = index + 1, index - 1
        while behind < segment.end and (self._is_light(behind) or sentence.is_name(behind)):
            behind += 1
        while before > segment.start and sentence.is_name(before):
            before -= 1
        touched = [i for i in (behind, before) if segment.start <= i < segment.end]
        return any(sentence.marked(i) is not None for i in touched)

    def _is_our_relative(self, segment: Segment) -> bool:
        """Whether the relative clause begins right behind the noun phrase."""
        return segment.start == self.phrase.end + 1

    def _owner_without_subject(self, segment: Segment) -> str:
        """A segment that names no subject goes on with the noun's if a verb opens it."""
        sentence = self.sentence
        if segment.start < self.phrase.start:
            return "unsure"
        if segment.opener == "и" and segment.after_comma:
            return "unsure"
        index = segment.start
        while index < segment.end and self._is_light(index):
            index += 1
        if index >= segment.end or sentence.marked(index) is None:
            return "unsure"
        if any(self._is_free_name(i) for i in range(self.phrase.end, segment.start)):
            return "unsure"
        if segment.opener not in _JOINING and segment.opener not in ("что", "когда", "потому", "чтобы", "если", "хотя", "пока"):
            return "unsure"
        alone = self.phrase.end < len(sentence.low) and sentence.low[self.phrase.end] in (",", "!")
        if alone and segment.start == self.phrase.end + 1:
            return "unsure"
        if segment.opener in ("что", "чтобы", "если", "хотя", "пока", "когда", "потому"):
            rest = range(index + 1, segment.end)
            if any(self._may_be_subject(i) for i in rest):
                return "unsure"
        return "noun"

    def _is_free_name(self, index: int) -> bool:
        sentence = self.sentence
        governed = sentence.low[index - 1] in PREPOSITIONS or sentence.is_verb(index - 1)
        return sentence.is_name(index) and not governed

    def _is_light(self, index: int) -> bool:
        low = self.sentence.low[index]
        return low in PARTICLES or low in ADVERBS or low in OBJECT_PRONOUNS or low == "что"

    def _may_be_subject(self, index: int) -> bool:
        sentence = self.sentence
        low = sentence.low[index]
        if sentence.is_closed(index) or sentence.is_verb(index) or sentence.is_mark(index):
            return False
        if index and sentence.low[index - 1] in PREPOSITIONS:
            return False
        if sentence.gender == "male":
            return low[-1] not in "аяоеуюыи"
        return low[-1] in "аяь"

    def _settle_predicate(self, segment: Segment, index: int) -> None:
        """Adjectives of a predicate; nouns in it must not have a gender of their own."""
        sentence = self.sentence
        low = sentence.low[index]
        if sentence.is_name(index) and "-" in low and self._follows_copula(segment, index):
            self.refusal = Refusal("predicate_undecided", sentence.tokens[index].text)
        if sentence.is_closed(index) or sentence.is_name(index):
            return
        if index < self.phrase.start and not self._predicate_first(segment, index):
            return
        cases = agreement_cases(low, sentence.gender)
        if low in _RELATIVE_NOMINATIVE.values() or low.startswith("котор"):
            return
        if cases & {"nom", "ins"} and self._stands_alone(segment, index):
            self._settle_adjective(index, cases)
        elif self._follows_copula(segment, index) and not sentence.is_verb(index):
            self._check_noun(index, low)
        elif self._is_bare_predicate(segment, index) and low not in _common_gender_nouns():
            self.refusal = Refusal("predicate_noun", sentence.tokens[index].text)

    def _is_bare_predicate(self, segment: Segment, index: int) -> bool:
        """A word right behind the noun in a segment without a verb: "мой брат вегетарианец"."""
        sentence = self.sentence
        before = index - 1
        while before >= self.phrase.end and self._is_light(before):
            before -= 1
        if before != self.phrase.end - 1 or sentence.is_mark(index) or not sentence.low[index].isalpha():
            return False
        if sentence.low[index].endswith(("ого", "его", "ых", "их")) or sentence.is_verb(index):
            return False
        verbs = any(
            sentence.is_verb(i) or sentence.marked(i) is not None
            for i in range(segment.start, segment.end)
        )
        return not verbs and sentence.low[index][-1] not in "ыиуюое"

    def _predicate_first(self, segment: Segment, index: int) -> bool:
        return index >= segment.start and self.sentence.marked(index) is not None

    def _stands_alone(self, segment: Segment, index: int) -> bool:
        """Whether no noun follows that the adjective could belong to."""
        sentence = self.sentence
        behind = index + 1
        if behind >= len(sentence.low) or sentence.is_mark(behind):
            return True
        if sentence.low[behind] in ("и", "или", "но", "а"):
            following = sentence.low[behind + 1] if behind + 1 < len(sentence.low) else ""
            return not following or not agreement_cases(following, sentence.gender) or self._stands_alone(segment, behind + 1)
        return sentence.low[behind] in PREPOSITIONS or sentence.is_closed(behind)

    def _settle_adjective(self, index: int, cases: frozenset[str]) -> None:
        sentence = self.sentence
        low = sentence.low[index]
        before = sentence.low[index - 1] if index else ""
        if before in PREPOSITIONS or low in ("весь", "вся", "мой", "моя", "свой", "своя", "самый", "самая"):
            return
        if low in ("один", "одна"):
            self.edits.append(sentence.edit(index, "одна" if low == "один" else "один", "predicate"))
            return
        if not is_listed_adjective(low) and not low.endswith(("ый", "ая", "яя")):
            self.refusal = Refusal("predicate_undecided", sentence.tokens[index].text)
            return
        case = "nom" if "nom" in cases else "ins"
        new = inflected(low, sentence.gender, case)
        if new is None:
            self.refusal = Refusal("predicate_undecided", sentence.tokens[index].text)
            return
        self.edits.append(sentence.edit(index, new, "predicate"))

    def _follows_copula(self, segment: Segment, index: int) -> bool:
        sentence = self.sentence
        if index > 0 and sentence.low[index - 1] in PREPOSITIONS:
            return False
        before = index - 1
        while before >= segment.start and (
            self._is_light(before) or agreement_cases(sentence.low[before], "male") or agreement_cases(sentence.low[before], "female")
        ) and not (self.phrase.start <= before < self.phrase.end):
            before -= 1
        if before < segment.start:
            own = sentence.segment_of(self.phrase.start)
            return segment.opener in _DASHES and before >= own.end
        return "copula" in governs(sentence.low[before]) and before not in range(self.phrase.start, self.phrase.end)

    def _check_noun(self, index: int, low: str) -> None:
        """After "is" and "became" a person's noun may need a counterpart of its own."""
        if low in _common_gender_nouns() or low in _common_gender_instrumentals():
            return
        if low[-1] not in "уюыи" and low.isalpha():
            self.refusal = Refusal("predicate_noun", self.sentence.tokens[index].text)


def predicative_subject(sentence: Sentence, phrase: Phrase, case: str) -> int | Refusal | None:
    """The pronoun of which the noun is predicated ("она врач и мать"), which shares its gender.

    None where the noun is no predicate; a name that has the noun as predicate is refused.
    """
    segment = sentence.segment_of(phrase.start)
    subject = _subject_before(sentence, segment, phrase)
    if case == "ins":
        if phrase.preposition or not _copula_in(sentence, segment):
            return None
        if any(sentence.low[i].startswith(_OF_THE_OBJECT) for i in range(segment.start, segment.end)):
            return _object_of_predication(sentence, segment, subject)
        return subject
    if case != "nom" or not _verbless_or_copular(sentence, segment, phrase):
        return None
    if subject is None and segment.start and segment.opener not in _DASHES and _is_verbless(sentence, segment):
        before = range(max(0, segment.start - 6), segment.start)
        if any(sentence.low[i] in FIRST_AND_SECOND or sentence.is_name(i) for i in before):
            return Refusal("predicate_undecided", sentence.context.word.text)
    if _is_verbless(sentence, segment) and _is_contrasted(sentence, segment):
        return Refusal("predicate_undecided", sentence.context.word.text)
    return subject


def _subject_before(sentence: Sentence, segment: Segment, phrase: Phrase) -> int | Refusal | None:
    start = segment.start
    if segment.opener in _DASHES and segment.start >= 2:
        start = sentence.segment_of(segment.start - 2).start
    found: int | Refusal | None = None
    for index in range(start, phrase.start):
        if sentence.low[index] in ("он", "она") or sentence.low[index] in FIRST_AND_SECOND:
            found = index
        elif sentence.is_name(index) and not (index and sentence.low[index - 1] in PREPOSITIONS):
            return Refusal("name_subject", sentence.tokens[index].text)
        elif (
            found is None
            and sentence.low[index] not in ("это", "вот", "кто")
            and _may_be_nominative(sentence, index)
            and (segment.opener in _DASHES or index + 1 >= phrase.start)
        ):
            return Refusal("noun_subject", sentence.tokens[index].text)
    return found


def _may_be_nominative(sentence: Sentence, index: int) -> bool:
    low = sentence.low[index]
    if sentence.is_closed(index) or sentence.is_mark(index) or sentence.is_verb(index):
        return False
    if low in _common_gender_nouns() or sentence.is_subject_pronoun(index):
        return False
    if index and sentence.low[index - 1] in PREPOSITIONS or low.endswith(_OBLIQUE_ENDINGS):
        return False
    return not agreement_cases(low, "male") and not agreement_cases(low, "female")


def made_by(sentence: Sentence) -> bool:
    """Whether a verb like "make him king" stands beside the noun."""
    segment = sentence.segment_of(sentence.first)
    ins = any("ins" in pair.cases for pair in sentence.context.word.pairs)
    return ins and any(
        sentence.low[i].startswith(_OF_THE_OBJECT) for i in range(segment.start, segment.end)
    )


def _object_of_predication(
    sentence: Sentence, segment: Segment, subject: int | Refusal | None
) -> int | Refusal | None:
    """With "call" and "make" the noun speaks of the object, or of the subject by "oneself"."""
    here = range(segment.start, segment.end)
    if any(sentence.low[i] in ("себя", "меня", "тебя", "нас", "вас") for i in here):
        return subject if any(sentence.low[i] == "себя" for i in here) else None
    objects = [i for i in here if sentence.low[i] in ("его", "ее")]
    if objects and subject is None:
        return objects[0]
    return Refusal("predicate_undecided", sentence.context.word.text)


def _copula_in(sentence: Sentence, segment: Segment) -> bool:
    return any("copula" in governs(sentence.low[i]) for i in range(segment.start, segment.end))


def _verbless_or_copular(sentence: Sentence, segment: Segment, phrase: Phrase) -> bool:
    outside = [i for i in range(segment.start, segment.end) if not phrase.start <= i < phrase.end]
    verbs = [i for i in outside if sentence.is_verb(i) or sentence.marked(i) is not None]
    return all("copula" in governs(sentence.low[i]) for i in verbs)


def _is_contrasted(sentence: Sentence, segment: Segment) -> bool:
    """Another predicate without a verb: "я писательница, а не переводчица"."""
    return any(
        other.opener in ("а", "и", "но", "или")
        and other is not segment
        and _is_verbless(sentence, other)
        for other in sentence.segments
        if other.start > segment.start
    )


def _is_verbless(sentence: Sentence, segment: Segment) -> bool:
    return not any(map(sentence.is_verb, range(segment.start, segment.end)))


@lru_cache(maxsize=1)
def _common_gender_nouns() -> frozenset[str]:
    return frozenset(plain(noun) for noun in column("ru", "common_gender"))


@lru_cache(maxsize=1)
def _common_gender_instrumentals() -> frozenset[str]:
    forms = {"человеком", "ребенком", "отцом-одиночкой", "послом", "сиротой", "коллегой"}
    for noun in _common_gender_nouns():
        stem = noun.removesuffix("ь").removesuffix("й")
        forms |= {stem + "ом", stem + "ем"}
    return frozenset(forms)
