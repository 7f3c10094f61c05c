"""What speaks of the person: pronouns, nouns said of them, and the rivals of each."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.clauses import Clauses
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

_VERBAL = ("verb", "infinitive", "gerund")


class Person:
    """The person of a sentence; `mentions` has the cases in which they stand at a place."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.gender, self.target = sentence.gender, sentence.target
        self.mentions: dict[int, set[str]] = {}
        self.said: list[Phrase] = []  # nouns that say what the person is
        self.clauses = Clauses(sentence, self.mentions)
        self.proven = False

    def cases_of(self, word: Word) -> set[str]:
        """The cases of a pronoun of the person's gender; nothing for any other word."""
        if word.kind != "pronoun":
            return set()
        cases = self.tables.cases_of_pronoun(word.low, self.gender)
        before = self.sentence.at(word.index - 1)
        if before.kind == "preposition" and word.low[0] == "н":
            cases &= self.tables.governed(before.low)
        return {"own"} if {"gent", "accs"} <= cases and self.possessed(word) else cases

    def possessed(self, word: Word) -> Phrase | None:
        """What follows "его" as his."""
        index = word.index + 1
        while self.sentence.at(index).kind in ("number", "numeral", "small"):
            index += 1
        phrase = self.sentence.at(index).head
        if phrase is None or index != phrase.first or word.low[0] == "н":
            return None
        near = self.words[max(0, word.index - 2) : word.index]
        made = any(w.lemmas & self.tables["verbs.making"] for w in near)
        other = not phrase.cases & {"accs", "gent"} or (made and "ablt" in phrase.cases)
        governed = self.sentence.at(word.index - 1).kind == "preposition"
        verbs = any(w.kind in _VERBAL and w.transitive for w in near)
        return None if verbs and not governed and other else phrase  # "назначил его послом"

    def refer(self, word: Word) -> None:
        """The pronoun is the person's, or nobody can tell."""
        cases, index = self.cases_of(word), word.index
        if not cases:
            raise Unsure("pronoun_case", word.text)
        subject = "nomn" in cases
        for at, earlier in self.mentions.items():
            one = "nomn" in earlier or (at < index and "own" not in earlier)
            if subject != ("nomn" in earlier) and one and self._same_clause(at, index):
                raise Unsure("pronoun_reference", word.text)  # who sees him is not he
        opener = self.sentence.openers[word.segment]
        if opener and opener[-1] in self.tables["words.as"] and not self.mentions:
            for later in self.words[index:]:  # "как и его товарищи, Алексей ушёл"
                if later.name == "person":
                    raise Unsure("name_as_antecedent", later.text)
        proven = self.is_proven_at(word, cases, sure=True)
        parallel = subject and self.clauses.has_subject()
        for other in self.words[:index]:
            bound = other.lemmas & self.tables["words.who"] and other.head is None
            if bound and self.gender == "male" and not self.mentions:
                raise Unsure("pronoun_reference", other.text)  # "никто не знает, придёт ли он"
            alone = other.kind == "adj" and other.head is None and other.index not in self.mentions
            if alone and other.reads(self.gender, ("PRTF",)):
                raise Unsure("pronoun_reference", other.text)  # "пострадавший"
        for phrase in self.sentence.phrases:
            own = phrase.head in self.mentions or phrase in self.said
            if phrase.head < index and not own:
                self._refuse_rival(phrase, cases, proven=proven, parallel=parallel)
        self.mentions[index] = cases

    def _refuse_rival(
        self, phrase: Phrase, cases: set[str], *, proven: bool, parallel: bool
    ) -> None:
        """Whether a pronoun may as well stand for that phrase."""
        head, subject = self.words[phrase.head], "nomn" in cases
        neuter = self.gender == "male" and not subject and phrase.may_be("neuter")
        placed = phrase.preposition in self.tables["words.of_places"]
        if not (phrase.may_be(self.gender) or neuter):
            return
        told = subject and proven and "nomn" not in phrase.cases
        place = head.name == "place" and not told  # "Китай и его усилия"
        alone = subject or "datv" in cases or not proven
        acts = place or (alone and head.lemmas & self.tables["nouns.institutions"])
        if acts and not parallel and not placed:
            raise Unsure("pronoun_reference", head.text)
        if head.name == "person" and placed:
            return
        if phrase.is_living(self.gender) or head.name == "person":
            raise Unsure("name_as_antecedent" if head.name else "pronoun_reference", head.text)
        if head.name or (placed and proven) or head.lemmas & self.tables["words.times"]:
            return
        if not proven and not (parallel and "nomn" not in phrase.cases):
            raise Unsure("pronoun_reference", head.text)

    def _same_clause(self, one: int, other: int) -> bool:
        """Whether one verb rules both, as far as the marks tell."""
        low, high = sorted((one, other))
        first, last = self.words[low].segment, self.words[high].segment
        if first == last:
            return True
        if last - first > 1 or (high - low == 2 and self.words[low + 1].kind == "conjunction"):
            return False  # "он и его брат"
        verbs = ("verb", "short", "predicative")
        joined = self.sentence.openers[last][:1]
        return bool(joined) and joined[0] in self.tables["words.coordinators"] and not any(
            w.kind in verbs for w in self.sentence.segments[last]
        )  # fmt: skip

    # what says that it is a person

    def is_proven_at(self, word: Word, cases: set[str], *, sure: bool = False) -> bool:
        """Whether what stands there is said of persons only."""
        segment = self.sentence.segment(word.index)
        if "own" in cases:
            phrase = self.possessed(word)
            lemmas = self.words[phrase.head].lemmas if phrase else frozenset()
            return bool(lemmas & self.tables["nouns.of_persons"])
        if "nomn" in cases:
            return any(self._is_human(w, sure=sure) for w in segment)
        near = [
            w for w in segment if w.kind in (*_VERBAL, "short") and abs(w.index - word.index) < 5
        ]
        lemmas = frozenset().union(*(w.lemmas for w in near))
        to_them = "accs" in cases and lemmas & self.tables["verbs.to_persons"]
        return bool(to_them or ("datv" in cases and lemmas & self.tables["verbs.for_persons"]))

    def _is_human(self, word: Word, *, sure: bool = False) -> bool:
        """Whether only a person does it; sure where something else may be meant."""
        if word.kind == "short":
            return bool(word.lemmas & self.tables["short.of_persons"])
        if word.kind not in _VERBAL:
            return False
        segment = self.sentence.segment(word.index)
        if word.kind == "infinitive" and any(
            w.lemmas & self.tables["verbs.enabling"] for w in segment
        ):
            return False  # "она позволяет объяснить": a theory
        lemma = word.readings[0].lemma
        if sure or lemma.endswith(("ся", "сь")):  # most of them are passives as well
            return lemma in self.tables["verbs.of_persons"]
        return lemma not in self.tables["verbs.of_things"]

    def is_proven(self) -> bool:
        """Whether anything in the sentence says that it is about a person."""
        if self.proven or self.said:
            return True
        told = any(w.lemmas & self.tables["nouns.of_life"] for w in self.words)
        if told and self.clauses.has_subject():
            return True
        for phrase in self.sentence.phrases:
            own = any(self.words[i].lemmas & self.tables["words.own"] for i in phrase.modifiers)
            if own and self.words[phrase.head].lemmas & self.tables["nouns.of_persons"]:
                return True
        pronouns = [w for w in self.words if w.index in self.mentions and w.kind == "pronoun"]
        return any(self.is_proven_at(w, self.mentions[w.index]) for w in pronouns) or any(
            self._is_human(w) and self.clauses.subject(w.index) == "person"
            for w in self.words
            if w.predicates(self.gender)
        )

    # nouns said of the person

    def is_said(self, phrase: Phrase) -> bool:
        """Whether the noun says what the person is."""
        before, segment = self.sentence.at(phrase.first - 1), self.sentence.segment(phrase.head)
        if phrase.preposition:
            return False
        ruling = self.ruling(segment) if "ablt" in phrase.cases else None
        if ruling is not None:
            return self._is_made(ruling, segment)
        if "gent" in phrase.cases and before is not self.sentence.at(-1):
            return bool(before.lemmas & self.tables["nouns.capacities"])
        if "nomn" not in phrase.cases:
            return False
        subject = self.clauses.has_subject(segment)
        if before.low in self.tables["words.as"]:
            ruled = any(w.predicates(self.gender) for w in segment if w.index > phrase.head)
            return self.clauses.has_subject() and (subject or not ruled)
        if any(w.kind == "verb" and not w.lemmas & self.tables["verbs.being"] for w in segment):
            return False
        left = self.sentence.at(phrase.first - 2)
        if subject or left is self.sentence.at(-1):
            return subject
        if before.text in "—–-":
            stated = self.sentence.segment(left.index)
            return self.clauses.has_subject(stated) and not any(w.kind == "verb" for w in stated)
        return (
            before.text == "," and left.head is not None and self.clauses.is_subject(left.head.head)
        )

    def ruling(self, segment: list[Word]) -> Word | None:
        """The verb beside which an instrumental says what somebody is."""
        ruling = self.tables["verbs.making"] | self.tables["verbs.linking"]
        kinds = (*_VERBAL, "short", "adj")
        return next((w for w in segment if w.kind in kinds and w.lemmas & ruling), None)

    def _is_made(self, verb: Word, segment: list[Word]) -> bool:
        if verb.lemmas & self.tables["verbs.making"] and verb.kind != "short" and not verb.passive:
            return any("accs" in self.mentions.get(w.index, ()) for w in segment)
        if verb.kind == "adj":
            return False
        try:
            return self.clauses.subject(verb.index) == "person"
        except Unsure:
            return False
