"""Whose gender the verbs of each segment of a Russian sentence show."""

from __future__ import annotations

from typing import Literal

from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.predicate import common_gender_nouns, is_verbless
from equimask.gender.swap.languages.ru.sentence import Segment, Sentence
from equimask.gender.swap.languages.ru.verbs import governs
from equimask.gender.swap.languages.ru.words import COMPARING, PREPOSITIONS

Owner = Literal["noun", "other", "unsure"]
_RELATIVE_NOMINATIVE = {"male": "который", "female": "которая"}
_QUOTING = frozenset(":«»\"“”„'")
_JOINING = frozenset("и а но да или , ; — –".split())
_SUBORDINATING = frozenset("что когда потому чтобы если хотя пока".split())
_SUBJECTS = frozenset("он она я ты".split())


class Owners:
    """Answers for each segment: the noun's gender, another's, or nobody knows.

    `subject` is whether the noun is one; `corefer` are pronouns that stand for it; `settled` are
    tokens of an inserted participle clause that was dealt with.
    """

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
        self.subject, self.settled = subject, settled
        self.pronouns = {i for i in corefer if sentence.low[i] in _SUBJECTS}
        self.own = sentence.segment_between(phrase.start, phrase.end)

    def of(self, segment: Segment) -> Owner:
        """Whose gender the past forms of the segment show."""
        sentence = self.sentence
        if self.own.start <= segment.start < self.own.end:
            return self._of_own()
        if any(index in segment for index in self.pronouns):
            return "noun"
        here = range(segment.start, segment.end)
        if any(sentence.low[i] == _RELATIVE_NOMINATIVE[sentence.gender] for i in here):
            return "noun" if segment.start == self.phrase.end + 1 else "other"
        if not self.subject and not any(i < segment.start for i in self.pronouns):
            return "other"
        if self.subject and self._resumes(segment):
            return "noun"
        if any(sentence.low[i] == "я" for i in here) and self._is_quoted(segment):
            return "unsure"
        if any(sentence.low[i] == "ты" for i in here) and self._is_called():
            return "noun"
        if any(sentence.is_subject_pronoun(i) or self._is_named(segment, i) for i in here):
            return "other"
        if any(sentence.low[i] in common_gender_nouns() for i in here):
            return "other"
        return "noun" if self._goes_on(segment) else "unsure"

    def _of_own(self) -> Owner:
        if not self.subject:
            return "noun" if any(index in self.own for index in self.pronouns) else "other"
        sentence, start = self.sentence, self.phrase.start
        if start > 0 and sentence.low[start - 1] in COMPARING:
            opens = start == 1 or sentence.low[start - 2] in (",", "«", '"')
            return "noun" if sentence.low[start - 1] == "как" and opens else "unsure"
        here = range(self.own.start, self.own.end)
        if any(sentence.low[i] in ("кто", "что") for i in here):
            marked = [i for i in here if sentence.marked(i) is not None]
            if all("copula" in governs(sentence.low[i]) for i in marked):
                return "unsure"
        return "noun"

    def _is_called(self) -> bool:
        """Whether the noun stands alone between marks: "мама, ты пришла?"."""
        return (self.own.start, self.own.end) == (self.phrase.start, self.phrase.end)

    def _resumes(self, segment: Segment) -> bool:
        """The verb behind a clause that stands between it and its noun."""
        sentence, end = self.sentence, self.phrase.end
        cut_off = end < len(sentence.low) and sentence.low[end] == ","
        if not cut_off or segment.opener != "," or segment.start <= end + 1:
            return False
        inserted = end + 1 + (sentence.low[end + 1] in PREPOSITIONS)
        opens = sentence.low[inserted].startswith("котор") or end + 1 in self.settled
        if not opens or not is_verbless(sentence, self.own):
            return False
        between = [s for s in sentence.segments if self.own.end < s.start < segment.start]
        return len(between) == 1 and sentence.marked(segment.start) is not None

    def _is_quoted(self, segment: Segment) -> bool:
        """Whether the noun may be speaking here in the first person."""
        before = self.sentence.tokens[self.phrase.end : segment.start]
        after = self.sentence.tokens[segment.end : self.phrase.start]
        return any(token.text in _QUOTING for token in (*before, *after))

    def _is_named(self, segment: Segment, index: int) -> bool:
        """Whether a name opens the segment or touches its verb."""
        sentence = self.sentence
        if not sentence.is_name(index) or (index and sentence.low[index - 1] in PREPOSITIONS):
            return False
        if all(sentence.is_light(i) or sentence.is_name(i) for i in range(segment.start, index)):
            return True
        behind, before = index + 1, index - 1
        while behind < segment.end and (sentence.is_light(behind) or sentence.is_name(behind)):
            behind += 1
        while before > segment.start and sentence.is_name(before):
            before -= 1
        touched = [i for i in (behind, before) if segment.start <= i < segment.end]
        return any(sentence.marked(i) is not None for i in touched)

    def _goes_on(self, segment: Segment) -> bool:
        """Whether a segment that names no subject continues with the noun's: a verb opens it."""
        sentence, end = self.sentence, self.phrase.end
        if segment.start < self.phrase.start:
            return False
        if segment.opener == "и" and segment.after_comma:  # the comma announces a new subject
            return False
        index = segment.start
        while index < segment.end and sentence.is_light(index):
            index += 1
        if index >= segment.end or sentence.marked(index) is None:
            return False
        if any(self._is_free_name(i) for i in range(end, segment.start)):
            return False
        called = end < len(sentence.low) and sentence.low[end] in (",", "!")
        if called and segment.start == end + 1:
            return False
        rest = range(index + 1, segment.end)
        if segment.opener in _SUBORDINATING or sentence.gender == "female":
            return not any(map(self._may_be_subject, rest)) and self._joins(segment)
        # a masculine thing behind the verb is its object or its subject
        doubtful = segment.opener != "и" and any(map(self._may_be_subject, rest[:1]))
        return not doubtful and self._joins(segment)

    def _joins(self, segment: Segment) -> bool:
        return segment.opener in _JOINING or segment.opener in _SUBORDINATING

    def _is_free_name(self, index: int) -> bool:
        sentence = self.sentence
        governed = sentence.low[index - 1] in PREPOSITIONS or sentence.is_verb(index - 1)
        return sentence.is_name(index) and not governed

    def _may_be_subject(self, index: int) -> bool:
        sentence = self.sentence
        low = sentence.low[index]
        if sentence.is_closed(index) or sentence.is_verb(index) or sentence.is_mark(index):
            return False
        if sentence.low[index - 1] in PREPOSITIONS or sentence.marked(index) is not None:
            return False
        return low[-1] not in "аяоеуюыи" if sentence.gender == "male" else low[-1] in "аяь"
