"""What speaks of the person: pronouns, nouns said of them, and the rivals of each."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.clauses import Clauses
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

_PLACES = frozenset("в во на из до под близ около через".split())


class Person:
    """The person of a sentence; `mentions` has the cases in which they stand at a place."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.words, self.tables = sentence, sentence.words, sentence.tables
        self.gender, self.target = sentence.gender, sentence.target
        self.mentions: dict[int, set[str]] = {}
        self.said: list[Phrase] = []  # nouns that say what the person is
        self.clauses = Clauses(sentence, self.mentions)
        self.proven = False

    # pronouns

    def cases_of(self, word: Word) -> set[str]:
        """The cases of a pronoun of the person's gender; nothing for any other word."""
        if word.kind != "pronoun":
            return set()
        side = 0 if self.gender == "male" else 1
        found = {c for c, pair in self.tables.pronouns.items() if pair[side] == word.low}
        if word.low in ("ею", "нею"):
            found = {"ablt"} if self.gender == "female" else set()
        cases = {c.partition(" ")[0] for c in found}
        before = self.words[word.index - 1] if word.index else None
        if before is not None and before.kind == "preposition" and word.low[0] == "н":
            cases &= self.tables.governed(before.low)
        if word.low in ("его", "ее") and self.possessed(word) is not None:
            cases = {"own"}
        return cases

    def possessed(self, word: Word) -> Phrase | None:
        """What follows "его" as his."""
        after = self.words[word.index + 1] if word.index + 1 < len(self.words) else None
        while (
            after is not None
            and after.kind in ("number", "numeral", "small")
            and (after.index + 1 < len(self.words))
        ):
            after = self.words[after.index + 1]
        if after is None or after.head is None or after.index != after.head.first:
            return None
        before = self.words[word.index - 1] if word.index else None
        governed = before is not None and before.kind == "preposition"
        verbs = any(
            w.kind in ("verb", "infinitive", "gerund") and any(r.transitive for r in w.readings)
            for w in self.words[max(0, word.index - 2) : word.index]
        )
        phrase = after.head
        made = any(
            r.lemma in self.tables["verbs.making"]
            for w in self.words[max(0, word.index - 2) : word.index]
            for r in w.readings
        )
        objects = phrase.cases & {"accs", "gent"}
        if verbs and not governed and (not objects or (made and "ablt" in phrase.cases)):
            return None  # "назначил его председателем"
        return phrase

    def refer(self, word: Word) -> None:
        """The pronoun is the person's, or nobody can tell."""
        cases = self.cases_of(word)
        if not cases:
            raise Unsure("pronoun_case", word.text)
        index = word.index
        for at, earlier in self.mentions.items():
            if "nomn" in earlier and self._same_clause(at, index) and "nomn" not in cases:
                raise Unsure("pronoun_reference", word.text)
            if (
                "nomn" in cases
                and "nomn" not in earlier
                and at < index
                and (self._same_clause(at, index) and "own" not in earlier)
            ):
                raise Unsure("pronoun_reference", word.text)
        opener = self.sentence.openers[word.segment].split()
        if opener and opener[-1] in self.tables["words.as"] and not self.mentions:
            for phrase in self.sentence.phrases:  # "как и его товарищи, Алексей ушёл"
                if phrase.head > index and self.words[phrase.head].name == "person":
                    raise Unsure("name_as_antecedent", self.words[phrase.head].text)
        proven = self.is_proven_at(word, cases, sure=True)
        parallel = "nomn" in cases and any("nomn" in c for c in self.mentions.values())
        for other in self.words[:index]:
            alone = other.kind == "adj" and other.head is None and other.index not in self.mentions
            if alone and other.reads(self.gender, ("PRTF",)):
                raise Unsure("pronoun_reference", other.text)  # "пострадавший"
        for phrase in self.sentence.phrases:
            if phrase.head >= index or phrase.head in self.mentions or phrase in self.said:
                continue
            neuter = self.gender == "male" and cases != {"nomn"} and phrase.may_be("neuter")
            if not phrase.may_be(self.gender) and not neuter:
                continue
            head = self.words[phrase.head]
            acts = any(r.lemma in self.tables["nouns.institutions"] for r in head.readings)
            acts = (acts or head.name == "place") and "nomn" in cases and not parallel
            if acts and phrase.preposition not in _PLACES:
                raise Unsure("pronoun_reference", head.text)
            if phrase.is_living(self.gender) or head.name == "person":
                if head.name == "person" and phrase.preposition in _PLACES:
                    continue
                reason = "name_as_antecedent" if head.name else "pronoun_reference"
                raise Unsure(reason, head.text)
            if head.name or (phrase.preposition in _PLACES and proven):
                continue
            if any(r.lemma in self.tables["words.times"] for r in head.readings):
                continue
            if not proven and not (parallel and "nomn" not in phrase.cases):
                raise Unsure("pronoun_reference", head.text)
        self.mentions[index] = cases

    def _same_clause(self, one: int, other: int) -> bool:
        """Whether one verb rules both, as far as the marks tell."""
        low, high = sorted((one, other))
        first, last = self.words[low].segment, self.words[high].segment
        if first == last:
            return True
        if high - low == 2 and self.words[low + 1].kind == "conjunction":
            return False  # "он и его брат"
        if last - first > 1:
            return False
        between = self.sentence.openers[last].split()
        return (
            bool(between)
            and between[0] in self.tables["words.coordinators"]
            and not any(
                w.kind in ("verb", "short", "predicative") for w in self.sentence.segments[last]
            )
        )

    def is_proven_at(self, word: Word, cases: set[str], *, sure: bool = False) -> bool:
        """Whether what stands there is said of persons only."""
        tables, index = self.tables, word.index
        segment = self.sentence.segment(index)
        if "own" in cases:
            phrase = self.possessed(word)
            lemmas = {r.lemma for r in self.words[phrase.head].readings} if phrase else set()
            return bool(lemmas & tables["nouns.of_persons"])
        if "nomn" in cases:
            return any(self._is_human(w, sure=sure) for w in segment)
        near = [w for w in segment if w.kind in ("verb", "infinitive", "gerund", "short")]
        lemmas = {r.lemma for w in near for r in w.readings if abs(w.index - index) < 5}
        if "accs" in cases and lemmas & tables["verbs.to_persons"]:
            return True
        return "datv" in cases and bool(lemmas & tables["verbs.for_persons"])

    def _is_human(self, word: Word, *, sure: bool = False) -> bool:
        """Whether only a person does it; sure where something else may be meant."""
        tables = self.tables
        reading = word.readings[0] if word.readings else None
        if reading is None:
            return False
        if word.kind == "short":
            return any(r.lemma in tables["short.of_persons"] for r in word.readings)
        if word.kind not in ("verb", "infinitive", "gerund"):
            return False
        if word.kind == "infinitive" and any(
            r.lemma in tables["verbs.enabling"]
            for w in self.sentence.segment(word.index)
            for r in w.readings
        ):
            return False  # "она позволяет объяснить": a theory
        if sure or reading.lemma.endswith(("ся", "сь")):  # most of them are passives as well
            return reading.lemma in tables["verbs.of_persons"]
        return reading.lemma not in tables["verbs.of_things"]

    def is_proven(self) -> bool:
        """Whether anything in the sentence says that it is about a person."""
        if self.proven or self.said:
            return True
        own = False
        for word in self.words:
            cases = self.mentions.get(word.index, set())
            if cases and word.kind == "pronoun" and self.is_proven_at(word, cases):
                return True
            lemmas = {r.lemma for r in word.readings}
            own = own or "свой" in lemmas
            if lemmas & self.tables["nouns.of_life"] and self.clauses.has_subject:
                return True
            if own and lemmas & self.tables["nouns.of_persons"]:
                return True
        return any(
            self._is_human(w)
            for w in self.words
            if w.kind in ("verb", "short")
            and w.reads(self.gender, ("VERB", "ADJS", "PRTS"))
            and self.clauses.subject(w.index) == "person"
        )

    # nouns said of the person

    def is_said(self, phrase: Phrase) -> bool:
        """Whether the noun says what the person is."""
        at, tables = phrase.first, self.tables
        before = self.words[at - 1] if at else None
        segment = self.sentence.segment(phrase.head)
        if "ablt" in phrase.cases and not phrase.preposition:
            for verb in segment:
                if verb.kind not in ("verb", "infinitive", "gerund", "short", "adj"):
                    continue
                lemmas = {r.lemma for r in verb.readings}
                made = lemmas & tables["verbs.making"]
                if made and (verb.kind == "short" or any(r.passive for r in verb.readings)):
                    return verb.kind == "short" and self.clauses.subject(verb.index) == "person"
                if made:
                    objects = [w for w in segment if "accs" in self.mentions.get(w.index, ())]
                    return bool(objects)
                if lemmas & tables["verbs.linking"] and not (lemmas & {"свой"}):
                    return self._is_persons(verb)
        if "gent" in phrase.cases and before is not None and not phrase.preposition:
            return any(r.lemma in tables["nouns.capacities"] for r in before.readings)
        if "nomn" not in phrase.cases or phrase.preposition:
            return False
        if before is not None and before.low in tables["words.as"]:
            subject = any(self.clauses.is_subject(w.index) for w in segment)
            after = [w for w in segment if w.kind in ("verb", "short") and w.index > phrase.head]
            ruled = any(w.reads(self.gender, ("VERB", "PRTS", "ADJS")) for w in after)
            return self.clauses.has_subject and (subject or not ruled)
        if any(
            w.kind == "verb" and not any(r.lemma == "быть" for r in w.readings) for w in segment
        ):
            return False
        if any(self.clauses.is_subject(w.index) for w in segment):
            return True
        dash = before is not None and before.text in "—–-" and at > 1
        if dash and at >= 2:
            left = self.sentence.segment(at - 2)
            return any(self.clauses.is_subject(w.index) for w in left) and not any(
                w.kind == "verb" for w in left
            )
        left_end = self.words[at - 2] if at > 1 and before is not None else None
        if left_end is not None and before is not None and before.text == ",":
            return (
                left_end.head is not None
                and left_end.head.head in self.mentions
                and "nomn" in self.mentions[left_end.head.head]
            )
        return False

    def _is_persons(self, verb: Word) -> bool:
        if verb.kind == "adj":
            return False
        try:
            return self.clauses.subject(verb.index) == "person"
        except Unsure:
            return False
