"""Whose every word that shows the person's gender is; what may be theirs and may not is refused."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.morphology import agreeing, noun_form
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import ADJECTIVES, Phrase, Word


class Owners:
    """Collects what the words of the person become; `new` holds it by place."""

    def __init__(self, person: Person) -> None:
        self.person, self.sentence, self.words = person, person.sentence, person.words
        self.tables, self.clauses, self.mentions = person.tables, person.clauses, person.mentions
        self.gender, self.target = person.gender, person.target
        self.roles = self.tables.roles[self.gender]
        self.new: dict[int, str] = {}

    def settle(self) -> None:
        """Every word of the sentence, relatives first, since verbs follow them."""
        showing = [w for w in self.words if w.reads(self.gender, ADJECTIVES)]
        for word in showing:
            if word.kind == "relative":
                self._relative(word)
        for phrase in self.sentence.phrases:
            self._noun(phrase)
        for word in self.words:
            if word.predicates(self.gender):
                self._verb(word)
            elif word.doubtful and self.clauses.has_subject():
                raise Unsure("verb_or_noun", word.text)
        for word in showing:
            if word.kind == "adj" and word.index not in self.new:
                self._adjective(word)
        for index in sorted(self.mentions):
            if self.words[index].low in self.tables.third:
                self._pronoun(self.words[index])

    def change(self, word: Word, case: str = "") -> None:
        """The word in the other gender."""
        new = agreeing(word.text.lower(), self.gender, self.target, case)
        if new is None:
            raise Unsure("unknown_agreement", word.text)
        self.new[word.index] = new

    def stays(self, lemma: str) -> bool:
        """Whether the noun is said of women as well as of men."""
        return self.gender == "male" and lemma in self.tables.both

    def _verb(self, word: Word) -> None:
        owner = self.clauses.subject(word.index)
        if owner is None:
            raise Unsure("subject_undecided", word.text)
        if owner == "person":
            self.change(word)
        elif any(w.low in self.tables["words.speaker"] for w in self.words) and any(
            w.text in '«":—' for w in self.words
        ):
            raise Unsure("subject_undecided", word.text)  # whoever speaks may be the person

    # pronouns

    def _pronoun(self, word: Word) -> None:
        cases, after = self.mentions[word.index], " after" if word.low[0] == "н" else ""
        if cases == {"own"}:
            cases, after = {"gent"}, ""
        if cases == {"datv", "ablt"}:
            self._refuse_agent(word)
            cases = {"datv"}
        side = 1 if self.gender == "male" else 0
        forms = {self.tables.pronouns[case + after][side] for case in cases}
        if len(forms) != 1:
            raise Unsure("pronoun_case", word.text)
        self.new[word.index] = self.tables.dotted.get(form := forms.pop(), form)

    def _refuse_agent(self, word: Word) -> None:
        """ "ей": to her, or by her."""
        segment = self.sentence.segment(word.index)
        if any(w.lemmas & self.tables["verbs.for_persons"] for w in segment):
            return
        for other in segment:
            reflexive = other.kind == "verb" and other.low.endswith(("ся", "сь"))
            if other.passive or reflexive or other.lemmas & self.tables["verbs.instrumental"]:
                raise Unsure("pronoun_case", word.text)

    # relatives

    def _relative(self, word: Word) -> None:
        before = self.sentence.at(word.index - 1)
        preposition = before.low if before.kind == "preposition" else ""
        if preposition:
            before = self.sentence.at(before.index - 1)
        owned = before.kind in ("noun", "name", "adj")  # "автор которого"
        if owned:
            before = self.sentence.before(before.index, past=("adj", "preposition"))
        last = self.sentence.at(before.index - 1)
        if before.text != "," or before.index < 1:
            raise Unsure("relative_antecedent", word.text)
        fitting = [p for p in self.sentence.phrases_before(before.index) if p.may_be(self.gender)]
        own = [p for p in fitting if p.head in self.mentions]
        beside = last.index in self.mentions and last.kind == "pronoun"
        if not own and not beside and (fitting or last.kind == "adj"):
            return
        if not own or beside or len(fitting) > 1 or self._is_owned_by(own[0]):
            raise Unsure("relative_antecedent", word.text)
        cases = {r.case for r in word.reads(self.gender, ADJECTIVES)}
        if preposition:
            cases &= self.tables.of_persons(preposition)
        elif owned or "nomn" in cases:
            cases &= {"gent"} if owned else {"nomn"}
        else:
            cases = self._governed(word, cases)
        forms = {agreeing(word.text.lower(), self.gender, self.target, case) for case in cases}
        if len(forms) != 1 or None in forms:
            raise Unsure("relative_case", word.text)
        self.mentions[word.index] = cases
        self.new[word.index] = forms.pop() or ""

    def _is_owned_by(self, phrase: Phrase) -> bool:
        """ "статуя короля, которого": the relative may be of what is owned."""
        before = self.sentence.at(phrase.first - 1)
        return before.head is not None and not phrase.preposition and phrase.cases == {"gent"}

    def _governed(self, word: Word, cases: set[str]) -> set[str]:
        segment = self.sentence.segment(word.index)
        negated = any(w.low in self.tables["words.negations"] for w in segment)
        found: set[str] = set()
        for verb in (w for w in segment if w.index > word.index):
            if verb.lemmas & self.tables["verbs.genitive"]:
                found.add("gent")
            elif verb.lemmas & self.tables["verbs.instrumental"]:
                found.add("ablt")
            elif verb.lemmas & (self.tables["verbs.for_persons"] | self.tables["verbs.datives"]):
                found.add("datv")
            elif verb.kind in ("verb", "infinitive") and verb.transitive:
                found |= {"gent", "accs"} if negated else {"accs"}
        return cases & found or cases

    # nouns

    def _noun(self, phrase: Phrase) -> None:
        word, main = self.words[phrase.head], self.words[self.sentence.context.last]
        lemmas = [r.lemma for r in phrase.readings]
        lemma = next((name for name in lemmas if name in self.roles), None)
        if phrase.head in self.mentions or word.name:
            return
        if not phrase.may_be(self.gender):
            if lemma and main.lemmas & {*lemmas} and self._one_of(phrase) is None:
                raise Unsure("several_gender_words", word.text)
        elif lemma is None:
            common = not self.tables.common.isdisjoint(lemmas) or (
                self.gender == "male" and word.low.endswith(self.tables.endings)
            )
            living = phrase.is_living(self.gender) and not common
            if living and (self.person.is_said(phrase) or self._is_loose(phrase)):
                raise Unsure("unlisted_noun", word.text)
        elif self.person.is_said(phrase):
            self.person.said.append(phrase)
            if not self.stays(lemma):
                self._change_noun(phrase, self.roles[lemma])
        elif word.found is not None:
            raise Unsure("several_gender_words", f"{main.text} {word.text}")
        elif self._is_loose(phrase) and not self.stays(lemma):
            raise Unsure("unlisted_noun", word.text)

    def _is_loose(self, phrase: Phrase) -> bool:
        """Whether it may be said of the person, as far as its case and its owner tell."""
        before = self.sentence.at(phrase.first - 1)
        owned = any(
            self.words[i].lemmas & self.tables["words.possessives"] for i in phrase.modifiers
        )
        if phrase.preposition or owned or before.low in self.tables["words.owners"]:
            return False
        return bool(phrase.cases & {"nomn", "ablt"}) or not before.is_head

    def _change_noun(self, phrase: Phrase, lemma: str) -> None:
        single = {r.case for r in phrase.readings if r.number == "sing"}
        case = next((c for c in ("ablt", "nomn", "gent") if c in single), None)
        form = noun_form(lemma, case, "sing") if case else None
        if case is None or form is None:
            raise Unsure("case_undecided", self.words[phrase.head].text)
        self.mentions[phrase.head], self.new[phrase.head] = {"said"}, form
        for index in phrase.modifiers:
            self.change(self.words[index], case)

    def _one_of(self, phrase: Phrase) -> Word | None:
        """The "one" before "of the best actors"."""
        one = self.sentence.at(phrase.first - 2)
        of = self.sentence.at(phrase.first - 1).low in self.tables["words.of"]
        return one if of and one.kind == "adj" and one.head is None else None

    # adjectives

    def _adjective(self, word: Word) -> None:
        main = self.sentence.context.word
        if main.start <= word.start and word.end < main.end:
            return  # "двоюродный брат" is one word of the lexicon
        if word.head is not None:
            cases = self.mentions.get(word.head.head, {"said"})
            if cases != {"said"}:
                self.change(word, next(iter(cases)))
            return
        cases = {r.case for r in word.reads(self.gender, ADJECTIVES)}
        if self.sentence.at(word.index + 1).low in self.tables["words.of"]:
            self._chosen(word, cases)
            return
        owner = self._is_own(word, cases)
        if owner is None:
            raise Unsure("unknown_agreement", word.text)
        if owner:
            shared = sorted(cases & set().union(*self.mentions.values()))
            self.change(word, next((c for c in ("nomn", "ablt", *shared) if c in cases), ""))

    def _is_own(self, word: Word, cases: set[str]) -> bool | None:
        """Whether the loose adjective is the person's; None where nobody can tell."""
        segment, before = self.sentence.segment(word.index), self.sentence.at(word.index - 1)
        participle = word.readings[0].pos == "PRTF"
        if before.kind == "preposition":
            return None
        if "nomn" in cases and word.lemmas & self.tables["words.self"]:
            verb = next((w for w in segment if w.kind == "verb"), word)
            return self.clauses.subject(verb.index) == "person" or None
        if cases.isdisjoint({"nomn", "ablt"}.union(*self.mentions.values())):
            return None if participle else False  # "помог больному"
        participle = participle or before.text == ","
        before = self.sentence.before(word.index)
        if participle and before.text == ",":
            own = self._before_comma(before.index, cases)
            if own is not None:
                return own
        if participle and "nomn" in cases and before.kind in ("mark", "conjunction"):
            return self._next_is_person(word) or None
        linking = [w for w in segment if w.kind in ("verb", "infinitive", "short")
                   and w.lemmas & self.tables["verbs.linking"]]  # fmt: skip
        if linking and cases & {"ablt", "nomn"}:
            if any(w.predicates("neuter") for w in segment):
                return None  # what is neuter looks like what is masculine
            return [self.clauses.subject(w.index) for w in linking] == ["person"] or None
        if "nomn" in cases and self.clauses.has_subject(segment):
            return None if any(w.kind == "verb" for w in segment) else True
        listed = word.index - 1
        while self.sentence.at(listed).kind in ("conjunction", "small") or (
            self.sentence.at(listed).text == ","
        ):  # fmt: skip
            listed -= 1
        joined = listed < word.index - 1 and self.sentence.at(listed).kind == "adj"
        return (joined and listed in self.new) or None

    def _next_is_person(self, word: Word) -> bool:
        """ "Измученный дорогой, он сел": the person is the next subject."""
        for number in range(word.segment + 1, len(self.sentence.segments)):
            segment = self.sentence.segments[number]
            if number in self.sentence.strong or self.clauses.has_subject(segment):
                return number not in self.sentence.strong
            if any(w.kind in ("verb", "short") for w in segment):
                return False
        return False

    def _before_comma(self, comma: int, cases: set[str]) -> bool | None:
        """Whether a participle behind the comma is said of the person before it."""
        fitting = [
            p
            for p in self.sentence.phrases_before(comma)
            if any(p.may_be(self.gender, case) for case in cases)
        ]
        if not fitting:
            return comma - 1 in self.mentions or None
        own = any(p.head in self.mentions for p in fitting)
        nearest = fitting[-1].head == comma - 1
        return own if nearest and (not own or len(fitting) == 1) else None

    def _chosen(self, word: Word, cases: set[str]) -> None:
        """ "один из актёров": the person, where it is said of them; else somebody else."""
        of = next((p for p in self.sentence.phrases if p.head > word.index + 1), None)
        if of is None and self.sentence.at(word.index + 2).kind == "relative":
            return
        lemmas = self.words[of.head].lemmas if of else frozenset()
        people = of is not None and (of.living or bool(lemmas & self.tables.common))
        if of is not None and not people and cases.isdisjoint({"nomn", "ablt"}):
            return
        linking = [
            w for w in self.sentence.segment(word.index)
            if w.kind in ("verb", "infinitive") and w.lemmas & self.tables["verbs.linking"]
        ]  # fmt: skip
        if of is None or not people or "ablt" not in cases or len(linking) != 1 or (
            self.clauses.subject(linking[0].index) != "person"
        ):  # fmt: skip
            raise Unsure("one_of_many", word.text)
        self.change(word, "ablt")
        self.person.proven = True
        lemma = next((name for name in lemmas if name in self.roles), None)
        common = lemmas & self.tables.common or (
            self.words[of.head].low.removesuffix("ов").endswith(self.tables.endings)
        )
        form = noun_form(self.roles[lemma], "gent", "plur") if lemma else None
        if form is None and not common:
            raise Unsure("unlisted_noun", self.words[of.head].text)
        if form is not None and lemma and not self.stays(lemma):
            self.new[of.head] = form
