"""Whose a verb is: the nominatives around it that it may agree with."""

from __future__ import annotations

from typing import Literal

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

Owner = Literal["person", "other"]


class Clauses:
    """Subjects in a sentence whose person is known; `mentions` are the places of the person."""

    def __init__(self, sentence: Sentence, mentions: dict[int, set[str]]) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.mentions = mentions

    def is_subject(self, index: int) -> bool:
        """Whether the person stands there in the nominative."""
        return "nomn" in self.mentions.get(index, ())

    @property
    def has_subject(self) -> bool:
        """Whether the person is the subject of anything."""
        return any("nomn" in cases for cases in self.mentions.values())

    def subject(self, at: int, gender: str | None = None) -> Owner | None:
        """Whose the predicate at that place is; None where no nominative may rule it."""
        gender = gender or self.sentence.gender
        own = self.words[at].segment
        found = self._in(own, at, gender)
        if found == "other" and self.has_subject and self._may_continue(own, at, gender):
            raise Unsure("subject_undecided", self.words[at].text)
        if found:
            return found
        following = own + 1 < len(self.sentence.segments) and self.sentence.openers[own + 1]
        if following in self.tables["words.coordinators"] and (
            self._in(own + 1, at, gender) == "other"
        ):
            raise Unsure("subject_undecided", self.words[at].text)  # "был составлен и подписан"
        for number in range(own - 1, -1, -1):
            if number + 1 in self.sentence.strong:
                break
            closed = number < own - 1 or self.sentence.openers[own] == ","
            if closed and self._is_subordinate(number):
                continue
            found = self._in(number, at, gender)
            if found:
                return self._inherited(found, at)
        for number in range(own + 1, len(self.sentence.segments)):
            if number in self.sentence.strong:
                break
            found = self._in(number, at, gender)
            if found:
                return self._inherited(found, at)
        return None

    def _may_continue(self, number: int, at: int, gender: str) -> bool:
        """ "жил в Риме и вёл журнал": what only follows its verb may be no subject."""
        opener = self.sentence.openers[number].split()
        if opener and opener[-1] in self.tables["words.as"] and len(opener) < 3:
            return opener[0] in ("как", ",")
        if not number or number in self.sentence.strong:
            return False
        return not any(
            w.index < at
            and (
                w.kind in ("relative", "pronoun")
                or (
                    w.head is not None
                    and w.head.head == w.index
                    and self._may_rule(w.head, at, gender)
                )
            )
            for w in self.sentence.segments[number]
        )

    def _is_subordinate(self, number: int) -> bool:
        """ ", о которой я говорил,": a clause that ends before the verb in question."""
        opener = self.sentence.openers[number].split()
        return any(w.kind == "relative" for w in self.sentence.segments[number]) or bool(
            opener and opener[-1] in self.tables["words.subordinators"] and number
        )

    def _inherited(self, found: Owner, at: int) -> Owner:
        if found == "other" and self.has_subject:
            raise Unsure("subject_undecided", self.words[at].text)
        return found

    def _in(self, number: int, at: int, gender: str) -> Owner | None:
        segment = self.sentence.segments[number]
        if any(self.is_subject(w.index) and w.kind == "pronoun" for w in segment):
            return "person"
        rivals, person = [], False
        for word in segment:
            if self.is_subject(word.index):
                person = True
            elif (
                word.low in self.tables["words.speakers"]
                or (word.low in self.tables["words.who"] and gender == "male")
                or (
                    word.kind == "relative"
                    and word.reads(gender, ("ADJF",))
                    and "nomn" in {r.case for r in word.reads(gender, ("ADJF",))}
                )
            ):
                rivals.append(word)
            elif word.head is not None and word.head.head == word.index:
                if self._may_rule(word.head, at, gender):
                    rivals.append(word)
            elif word.kind == "adj" and word.head is None and self._stands_alone(word, at, gender):
                rivals.append(word)
        if not rivals:
            return "person" if person else None
        if person:
            raise Unsure("subject_undecided", rivals[0].text)
        return "other"

    def _stands_alone(self, word: Word, at: int, gender: str) -> bool:
        """ "Другой ушёл": an adjective in place of a noun."""
        if word.index >= at or (
            word.index + 1 < len(self.words)
            and (self.words[word.index + 1].low in self.tables["words.of"])
        ):
            return False
        found = word.reads(gender, ("ADJF",))
        return bool(found) and found[0].case == "nomn" and found[0].lemma not in ("сам", "один")

    def _may_rule(self, phrase: Phrase, at: int, gender: str) -> bool:
        if phrase.preposition or not phrase.may_be(gender, "nomn"):
            return False
        head, verb = self.words[phrase.head], self.words[at]
        if any(r.lemma in self.tables["words.times"] for r in head.readings):
            return False
        before = self.words[phrase.first - 1] if phrase.first else None
        if head.name and before is not None and before.kind in ("noun", "name"):
            return False
        if (
            "accs" in phrase.cases
            and not phrase.living
            and phrase.head > at
            and (self._follows_object_verb(phrase))
        ):
            return False
        if "accs" in phrase.cases and not phrase.living and self._takes_object(head.segment, verb):
            if phrase.head > at or head.segment != verb.segment:
                return not self._follows_object_verb(phrase)
            if not self._has_other_object(phrase, verb) and self.has_subject:
                raise Unsure("subject_undecided", head.text)
        as_what = before is not None and before.low in self.tables["words.as"]
        return not (as_what and head.segment != verb.segment)

    def _takes_object(self, number: int, verb: Word) -> bool:
        if verb.segment == number:
            return any(r.transitive for r in verb.readings)
        return True

    def _follows_object_verb(self, phrase: Phrase) -> bool:
        """Whether a verb with an object stands before it in its segment."""
        return any(
            w.index < phrase.first
            and w.kind in ("verb", "infinitive", "gerund", "adj")
            and any(r.transitive and not r.passive for r in w.readings)
            for w in self.sentence.segment(phrase.head)
        )

    def _has_other_object(self, phrase: Phrase, verb: Word) -> bool:
        return any(
            p is not phrase and p.head > verb.index and "accs" in p.cases and not p.preposition
            for p in self.sentence.phrases
            if self.words[p.head].segment == verb.segment
        )
