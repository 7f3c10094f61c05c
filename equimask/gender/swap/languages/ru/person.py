"""The person of a sentence: where they stand, what they do, who else may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.sentence import VERBAL, Phrase, Sentence, Word


class Person:
    """`mentions` has the cases in which the person stands at a place, `said` what they are.

    `new` collects what words become, by place.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.gender, self.target = sentence.gender, sentence.target
        self.roles = self.tables.roles[self.gender]
        self.mentions: dict[int, set[str]] = {}
        self.said: list[Phrase] = []
        self.new: dict[int, str] = {}
        self.named = False  # by a noun

    # verbs

    def is_subject(self, words: Sequence[Word]) -> bool:
        """Whether the person stands in the nominative among the words."""
        return any("nomn" in self.mentions.get(w.index, ()) for w in words)

    def does(self, predicate: Word) -> bool | None:
        """Whether the person is its subject; None where it has none, another subject is False."""
        acts = self.is_subject(self.words)
        for segment in self.sentence.around(predicate):
            mine = self.is_subject(segment)
            rivals = [w for w in segment if w.index not in self.mentions and self._may_rule(w)]
            behind = segment is not self.sentence.segment(predicate) or any(
                w.index > predicate.index or w.low in self.tables["words.addressed"] for w in rivals
            )
            if rivals and (mine or (acts and behind)):
                raise Unsure("subject_undecided", rivals[0].text)
            if mine or rivals:
                return mine
        return None

    def _may_rule(self, word: Word) -> bool:
        """Whether a verb may agree with the word, which is not the person's."""
        phrase, before = word.phrase, self.sentence.at(word.index - 1)
        if phrase is None or word.lemmas & self.tables["words.times"]:
            relative = word.kind == "relative" and word.reads(self.gender, ("ADJF",))
            subject = relative and any(r.case == "nomn" for r in relative)
            return bool(subject or word.low in self.tables["words.speakers"])
        whose = word.name and before.kind in ("noun", "name")  # or a title
        is_object = "accs" in phrase.cases and not any(r.living for r in phrase.readings) and any(
            w.transitive and w.kind in (*VERBAL, "adj") and w.index < phrase.first
            for w in self.sentence.segment(word)
        )  # fmt: skip
        free = not (phrase.preposition or whose or is_object)
        return free and phrase.may_be(self.gender, "nomn")

    # pronouns

    def _cases_of(self, word: Word) -> set[str]:
        """The cases of a pronoun of the person's gender; "own" is his in "his house"."""
        cases = self.tables.cases_of_pronoun(word.low, self.gender)
        if word.low[0] == "н":
            return cases & self.tables.governed(self.sentence.at(word.index - 1).low)
        return {"own"} if {"gent", "accs"} <= cases and self._possessed(word) else cases

    def _possessed(self, word: Word) -> Phrase | None:
        """What follows "его" as his; "назначил его послом" has him."""
        index = word.index + 1
        while self.sentence.at(index).kind in ("number", "numeral", "small"):
            index += 1
        phrase, near = self.sentence.at(index).head, self.words[max(0, word.index - 2) : word.index]
        if phrase is None or index != phrase.first:
            return None
        ruled = any(w.kind in VERBAL and w.transitive for w in near)
        governed = self.sentence.at(word.index - 1).kind == "preposition"
        return phrase if governed or not ruled or phrase.cases & {"accs", "gent"} else None

    def refer(self, word: Word) -> None:
        """The pronoun is the person's, or nobody can tell."""
        cases, index = self._cases_of(word), word.index
        subject = "nomn" in cases
        if not cases or word.low in self.tables["words.also_plural"]:
            raise Unsure("pronoun_case", word.text)
        for at, earlier in self.mentions.items():
            other = subject != ("nomn" in earlier) and (not subject or "own" not in earlier)
            if other and self.words[at].segment == word.segment:
                raise Unsure("pronoun_reference", word.text)  # who sees him is not he
        for other in self.words[:index]:
            anybody = other.lemmas & self.tables["words.who"] and self.gender == "male"
            alone = other.head is None and other.index not in self.mentions
            if alone and (anybody or (other.kind == "adj" and other.reads(self.gender, ("PRTF",)))):
                raise Unsure("pronoun_reference", other.text)  # "никто", "пострадавший"
        before = [
            p for p in self.sentence.phrases if p.head < index and p.head not in self.mentions
        ]
        self.mentions[index] = cases
        for phrase in before:
            self._refuse_rival(phrase, word)

    def _refuse_rival(self, phrase: Phrase, word: Word) -> None:
        """Whether the pronoun may as well stand for that phrase."""
        head, subject = self.words[phrase.head], self.is_subject([word])
        neuter = self.gender == "male" and not subject and phrase.may_be("neuter")
        placed = phrase.preposition in self.tables["words.of_places"]
        proven = self._tells(word.index)
        if not (phrase.may_be(self.gender) or neuter) or head.lemmas & self.tables["words.times"]:
            return
        if placed and (proven or head.name):
            return
        if any(r.living and r.is_one(self.gender) for r in phrase.readings):
            raise Unsure("name_as_antecedent" if head.name else "pronoun_reference", head.text)
        acts = head.name == "place" or head.lemmas & self.tables["nouns.institutions"]
        passive = any(w.kind == "short" for w in self.sentence.segment(word))
        aside = subject and not passive and "nomn" not in phrase.cases
        if not (aside or (proven and not acts)):
            raise Unsure("pronoun_reference", head.text)

    # what says that it is a person

    def is_proven(self) -> bool:
        """Whether anything in the sentence says that it is about a person."""
        if self.named or self.said or any(map(self._tells, self.mentions)):
            return True
        subjects = [w for w in self.words if self.is_subject([w])]
        if subjects and any(w.lemmas & self.tables["evidence.life"] for w in self.words):
            return True
        doing = [w for s in subjects for w in self.sentence.segment(s) if w.kind in VERBAL]
        doing += [w for w in self.words if w.predicates(self.gender) and self.does(w)]
        lemmas = {
            w.readings[0].lemma for w in doing if w.kind in VERBAL
        }  # reflexives may be passive
        return any(not n.endswith(("ся", "сь")) for n in lemmas - self.tables["verbs.of_things"])

    def _tells(self, index: int) -> bool:
        """Whether what stands at the pronoun is said of persons only."""
        word, cases = self.words[index], self.mentions[index]
        owned = self._possessed(word) if "own" in cases else None
        near = [self.words[owned.head]] if owned else self.sentence.segment(word)
        return any(
            w.lemmas
            & self.tables[
                "evidence.short" if w.kind == "short" and case == "nomn" else f"evidence.{case}"
            ]
            for w in near
            for case in cases & {"nomn", "accs", "datv", "own"}
        )

    # nouns said of the person

    def is_said(self, phrase: Phrase) -> bool:
        """Whether the noun says what the person is."""
        before, segment = (
            self.sentence.at(phrase.first - 1),
            self.sentence.segment(self.words[phrase.head]),
        )
        ruling = self.ruling(segment) if "ablt" in phrase.cases else None
        if phrase.preposition:
            return False
        if ruling is not None:
            passive = ruling.kind not in VERBAL or any(r.passive for r in ruling.readings)
            if ruling.lemmas & self.tables["verbs.making"] and not passive:
                return any("accs" in self.mentions.get(w.index, ()) for w in segment)
            return ruling.kind != "adj" and bool(self.does(ruling))
        if "gent" in phrase.cases and before.lemmas:
            return bool(before.lemmas & self.tables["nouns.capacities"])
        as_such = before.low in self.tables["words.as"] and self.is_subject(self.words)
        left = (
            self.sentence.segment(self.sentence.at(before.index - 1))
            if before.text in "—–-"
            else ()
        )
        stated = self.is_subject(left) and not any(w.kind == "verb" for w in left)
        return "nomn" in phrase.cases and (as_such or stated or self.is_subject(segment))

    def ruling(self, segment: Iterable[Word]) -> Word | None:
        """The verb beside which an instrumental says what somebody is."""
        ruling = self.tables["verbs.making"] | self.tables["verbs.linking"]
        kinds = (*VERBAL, "short", "adj")
        return next((w for w in segment if w.kind in kinds and w.lemmas & ruling), None)
