"""Whose a verb is: the nominatives around it that it may agree with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

Owner = Literal["person", "other"]


class Clauses:
    """Subjects in a sentence whose person is known; `mentions` are the places of the person."""

    def __init__(self, sentence: Sentence, mentions: dict[int, set[str]]) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.gender, self.mentions = sentence.gender, mentions

    def is_subject(self, index: int) -> bool:
        """Whether the person stands there in the nominative."""
        return "nomn" in self.mentions.get(index, ())

    def has_subject(self, words: Sequence[Word] | None = None) -> bool:
        """Whether the person is the subject of anything in the sentence, or among the words."""
        return any(
            map(self.is_subject, self.mentions if words is None else [w.index for w in words])
        )

    def subject(self, at: int) -> Owner | None:
        """Whose the predicate at that place is; None where no nominative may rule it."""
        sentence, own = self.sentence, self.words[at].segment
        found = self._in(own, at)
        following = sentence.openers[own + 1] if own + 1 < len(sentence.openers) else []
        joined = len(following) == 1 and following[0] in self.tables["words.coordinators"]
        if found == "other" and self.has_subject() and self._may_continue(own, at):
            raise Unsure("subject_undecided", self.words[at].text)
        if not found and joined and self._in(own + 1, at) == "other":
            raise Unsure("subject_undecided", self.words[at].text)  # "был составлен и подписан"
        if found:
            return found
        for number in (*self._left(own), *self._right(own)):
            found = self._in(number, at)
            if found == "other" and self.has_subject():
                raise Unsure("subject_undecided", self.words[at].text)
            if found:
                return found
        return None

    def _left(self, own: int) -> list[int]:
        """The segments before it, from right to left, without clauses that have ended."""
        found = []
        for number in range(own - 1, -1, -1):
            if number + 1 in self.sentence.strong:
                break
            closed = number < own - 1 or self.sentence.openers[own] == [","]
            if not (closed and self._is_subordinate(number)):
                found.append(number)
        return found

    def _right(self, own: int) -> list[int]:
        strong = [n for n in self.sentence.strong if n > own]
        return list(range(own + 1, min([*strong, len(self.sentence.segments)])))

    def _may_continue(self, number: int, at: int) -> bool:
        """ "жил в Риме и вёл журнал": what only follows its verb may be no subject."""
        opener = self.sentence.openers[number]
        if opener and opener[-1] in self.tables["words.as"] and len(opener) < 3:
            return opener[0] in (*self.tables["words.as"], ",")
        before = [w for w in self.sentence.segments[number] if w.index < at]
        rules = (w.is_head and w.head and self._may_rule(w.head, at) for w in before)
        stated = any(w.kind in ("relative", "pronoun") for w in before) or any(rules)
        return number > 0 and number not in self.sentence.strong and not stated

    def _is_subordinate(self, number: int) -> bool:
        """ ", о которой я говорил,": a clause that ends before the verb in question."""
        opener = self.sentence.openers[number]
        joined = number and opener and opener[-1] in self.tables["words.subordinators"]
        return bool(joined) or any(w.kind == "relative" for w in self.sentence.segments[number])

    def _in(self, number: int, at: int) -> Owner | None:
        segment = self.sentence.segments[number]
        if self.has_subject([w for w in segment if w.kind == "pronoun"]):
            return "person"
        person = self.has_subject(segment)
        for word in segment:
            if not self.is_subject(word.index) and self._is_rival(word, at):
                if person:
                    raise Unsure("subject_undecided", word.text)
                return "other"
        return "person" if person else None

    def _is_rival(self, word: Word, at: int) -> bool:
        if word.low in self.tables["words.speakers"]:
            return True
        if word.low in self.tables["words.who"]:
            return self.gender == "male"
        if word.is_head and word.head is not None:
            return self._may_rule(word.head, at)
        nominative = any(r.case == "nomn" for r in word.reads(self.gender, ("ADJF",)))
        if word.kind == "relative":
            return nominative
        alone = word.kind == "adj" and word.head is None and word.index < at  # "другой ушёл"
        chosen = self.sentence.at(word.index + 1).low in self.tables["words.of"]
        return alone and nominative and not chosen and not word.lemmas & self.tables["words.self"]

    def _may_rule(self, phrase: Phrase, at: int) -> bool:
        head, verb = self.words[phrase.head], self.words[at]
        before, near = self.sentence.at(phrase.first - 1), head.segment == verb.segment
        if phrase.preposition or not phrase.may_be(self.gender, "nomn"):
            return False
        if head.lemmas & self.tables["words.times"] or (
            head.name and before.kind in ("noun", "name")
        ):  # fmt: skip
            return False
        if "accs" in phrase.cases and not phrase.living:
            if (phrase.head > at or not near) and self._follows_object_verb(phrase):
                return False
            told = phrase.head > at or not near or not verb.transitive
            if not told and self.has_subject():
                raise Unsure("subject_undecided", head.text)
        return near or before.low not in self.tables["words.as"]

    def _follows_object_verb(self, phrase: Phrase) -> bool:
        """Whether a verb with an object stands before it in its segment."""
        return any(
            w.index < phrase.first and w.transitive
            and w.kind in ("verb", "infinitive", "gerund", "adj")
            for w in self.sentence.segment(phrase.head)
        )  # fmt: skip
