"""The person of a sentence: where they stand, what they do, who else may be meant."""

from __future__ import annotations

from collections.abc import Iterable

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.sentence import BREAKS, VERBAL, Phrase, Sentence, Word

_CASES = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}
_BARE = {"nomn", "gent", "datv", "accs", "ablt"}  # without a preposition


class Person:
    """`mentions` has the cases in which the person stands at a word, `said` what they are.

    `new` collects what words become.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.gender, self.target = sentence.gender, sentence.target
        self.mentions: dict[Word, set[str]] = {}
        self.said: list[Phrase] = []
        self.new: dict[Word, str] = {}
        self.named = False  # by a noun

    # nouns that name the person

    def introduce(self, found: GenderWord) -> WordPair:
        """The record of the noun that first names the person, who stands there from now on."""
        phrase = next((p for p in self.sentence.phrases if p.head.end == found.end), None)
        good = reliable(found.pairs, found.gender)
        if phrase is None:
            raise Unsure("ambiguous_word", found.text)
        self._refuse_names(phrase)
        before = self.sentence.at(phrase.first.index - 1)
        opens = self.sentence.before(phrase.first, "small").kind in BREAKS
        subject = opens and len({r.number for r in phrase.readings}) == 1
        allowed = {"nomn"} if subject else _BARE  # "отца" shows two cases
        readings = [r for r in phrase.readings if r.case in allowed] or phrase.readings
        shown = {(r.number, r.case) for r in readings}
        pairs = [p for p in good if any((p.number, case) in shown for case in _cases_of(p))]
        if len({p.side(self.target) for p in pairs}) != 1 or len({r.number for r in readings}) != 1:
            raise Unsure("case_undecided", found.text)
        if pairs[0].number == "plur":
            raise Unsure("generic", found.text)  # what is said of women may not hold of men
        cases = {r.case for r in readings if any(r.case in _cases_of(p) for p in pairs)}
        made = cases == {"ablt"} and not phrase.preposition and self.ruling(self.words)
        if made or before.lemmas & self.tables["nouns.capacities"]:
            raise Unsure("predicate_noun", found.text)  # "Мария Кюри была женщиной"
        self.mentions[phrase.head], self.named = cases, True
        if before.low in ("о", "об") and not phrase.modifiers:
            self.new[before] = "об" if pairs[0].side(self.target)[0] in "аиоуэ" else "о"
        return pairs[0]

    def _refuse_names(self, phrase: Phrase) -> None:
        """A name beside the noun is the person's and stays; in another case it is another's."""
        for word in self.words:
            beside = phrase.first.index - 3 < word.index < phrase.head.index + 3
            theirs = word.phrase.cases if word.phrase else phrase.cases
            follows = word.index == phrase.head.index + 1 and "gent" not in theirs
            same = theirs & phrase.cases or follows
            if (word.name == "foreign" and beside) or (word.name == "person" and same):
                raise Unsure("name_beside", word.text)
            other = any(r.living and r.is_one(self.target) for r in word.readings)
            shows = word.name == "person" or other or word.predicates(self.target)
            if shows and phrase.head.lemmas & self.tables["nouns.spouses"]:
                raise Unsure("other_person", word.text)  # whose wife it is

    # verbs

    def is_subject(self, words: Iterable[Word]) -> bool:
        """Whether the person stands in the nominative among the words."""
        return any("nomn" in self.mentions.get(w, ()) for w in words)

    def does(self, predicate: Word) -> bool | None:
        """Whether the person is its subject; None where it has none, another subject is False."""
        for segment in self.sentence.around(predicate):
            mine = self.is_subject(segment)
            rivals = [w for w in segment if w not in self.mentions and self._may_rule(w)]
            if rivals and (mine or self.is_subject(self.words)):
                raise Unsure("subject_undecided", rivals[0].text)
            if mine or rivals:
                return mine
        return None

    def _may_rule(self, word: Word) -> bool:
        """Whether a verb may agree with the word, which is not the person's."""
        phrase, before = word.phrase, self.sentence.at(word.index - 1)
        if word.low in ("я", "ты"):
            return True
        if phrase is None or phrase.head is not word or phrase.preposition:
            return False
        whose = word.name and before.kind in ("noun", "name")
        if whose or word.lemmas & self.tables["words.times"]:
            return False
        living = any(r.living for r in phrase.readings)
        earlier = (r for w in word.segment if w.index < phrase.first.index for r in w.readings)
        ruled = any(r.transitive and not r.passive for r in earlier)
        return phrase.may_be(self.gender, "nomn") and (living or not ruled)

    # pronouns

    def refer(self, word: Word) -> None:
        """The pronoun is the person's, or nobody can tell."""
        cases = self._cases_of(word)
        subject = "nomn" in cases
        if not cases or word.low == "им":  # him as an instrument, or them
            raise Unsure("pronoun_case", word.text)
        for at, earlier in self.mentions.items():
            if subject != ("nomn" in earlier) and at.segment is word.segment:
                raise Unsure("pronoun_reference", word.text)  # who sees him is not he
        for other in self.words[: word.index]:
            anybody = other.lemmas & self.tables["words.who"] and self.gender == "male"
            if anybody:
                raise Unsure("pronoun_reference", other.text)  # "никто"
        self.mentions[word] = cases
        for phrase in self.sentence.phrases:
            if phrase.head.index < word.index and phrase.head not in self.mentions:
                self._refuse_rival(phrase, word)

    def _cases_of(self, word: Word) -> set[str]:
        """The cases of a pronoun of the person's gender; "own" is his in "his house"."""
        cases = self.tables.cases_of_pronoun(word.low, self.gender)
        if word.low[0] == "н":
            return cases & self.tables.governed(self.sentence.at(word.index - 1).low)
        return {"own"} if {"gent", "accs"} <= cases and self._possessed(word) else cases

    def _possessed(self, word: Word) -> Phrase | None:
        """What follows "его" and may be his."""
        phrase = self.sentence.at(word.index + 1).phrase
        return phrase if phrase and phrase.first.index == word.index + 1 else None

    def _refuse_rival(self, phrase: Phrase, word: Word) -> None:
        """Whether the pronoun may as well stand for that phrase."""
        head, subject, proven = phrase.head, self.is_subject([word]), self._tells(word)
        neuter = self.gender == "male" and not subject and phrase.may_be("neuter")
        fits = phrase.may_be(self.gender) or neuter
        if not fits or head.lemmas & self.tables["words.times"]:
            return
        if any(r.living and r.is_one(self.gender) for r in phrase.readings):
            raise Unsure("name_as_antecedent" if head.name else "pronoun_reference", head.text)
        acts = head.name == "place" or head.lemmas & self.tables["nouns.institutions"]
        passive = any(r.pos == "PRTS" for w in word.segment for r in w.readings)
        aside = subject and not passive and "nomn" not in phrase.cases
        if not (aside or (proven and not acts)):
            raise Unsure("pronoun_reference", head.text)

    # what says that it is a person

    def is_proven(self) -> bool:
        """Whether anything in the sentence says that it is about a person."""
        if self.named or self.said or any(map(self._tells, self.mentions)):
            return True
        subjects = [w for w in self.mentions if self.is_subject([w])]
        if subjects and any(w.lemmas & self.tables["evidence.life"] for w in self.words):
            return True
        doing = [w for subject in subjects for w in subject.segment]
        doing += [w for w in self.words if w.predicates(self.gender) and self.does(w)]
        lemmas = {w.readings[0].lemma for w in doing if w.kind in VERBAL}
        human = lemmas - self.tables["verbs.of_things"]
        return not all(lemma.endswith(("ся", "сь")) for lemma in human)  # most are passives too

    def _tells(self, word: Word) -> bool:
        """Whether what stands at the pronoun is said of persons only."""
        cases = self.mentions[word] & {"nomn", "accs", "datv", "own"}
        owned = self._possessed(word) if "own" in cases else None
        for near in [owned.head] if owned else word.segment:
            for case in cases:
                kind = "short" if case == "nomn" and near.kind == "short" else case
                if near.lemmas & self.tables[f"evidence.{kind}"]:
                    return True
        return False

    # nouns said of the person

    def is_said(self, phrase: Phrase) -> bool:
        """Whether the noun says what the person is."""
        before, segment = self.sentence.at(phrase.first.index - 1), phrase.head.segment
        ruling = self.ruling(segment) if "ablt" in phrase.cases else None
        if phrase.preposition:
            return False
        if ruling is not None:
            return bool(self.does(ruling))
        if "gent" in phrase.cases and before.lemmas:
            return bool(before.lemmas & self.tables["nouns.capacities"])
        left = self.sentence.at(before.index - 1).segment if before.text in "—–-" else []
        stated = self.is_subject(left) and not any(w.kind == "verb" for w in left)
        as_such = before.low == "как" and self.is_subject(self.words)
        return "nomn" in phrase.cases and (as_such or stated or self.is_subject(segment))

    def ruling(self, segment: Iterable[Word]) -> Word | None:
        """The verb beside which an instrumental says what somebody is."""
        ruling = self.tables["verbs.making"] | self.tables["verbs.linking"]
        return next((w for w in segment if w.lemmas & ruling), None)


def _cases_of(pair: WordPair) -> set[str]:
    return {_CASES.get(case, case) for case in pair.cases}
