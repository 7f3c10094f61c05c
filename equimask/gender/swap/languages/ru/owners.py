"""Whose every word that shows the person's gender is; what may be theirs and may not is refused."""

from __future__ import annotations

from collections.abc import Collection

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.morphology import agreeing, noun_form
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import ADJECTIVES, PREDICATES, Phrase, Word


class Owners:
    """Settles the words of a person whose mentions are known."""

    def __init__(self, person: Person) -> None:
        self.person, self.sentence, self.words = person, person.sentence, person.words
        self.tables, self.mentions, self.new = person.tables, person.mentions, person.new
        self.gender, self.target = person.gender, person.target

    def settle(self) -> None:
        """Every word of the sentence, relatives first, since verbs follow them."""
        showing = [w for w in self.words if w.reads(self.gender, ADJECTIVES)]
        for word in showing:
            if word.kind == "relative":
                self._relative(word)
        for phrase in self.sentence.phrases:
            fits = phrase.may_be(self.gender) and not self.words[phrase.head].name
            if fits and phrase.head not in self.mentions:
                self._noun(phrase)
        for word in self.words:
            if word.predicates(self.gender):
                does = self.person.does(word)
                if does is None:
                    raise Unsure("subject_undecided", word.text)
                if does:
                    self._change(word)
                elif self._speaks():
                    raise Unsure("subject_undecided", word.text)
        for word in showing:
            if word.kind == "adj" and word.index not in self.new:
                self._adjective(word)
        for index, cases in self.mentions.items():
            if self.words[index].kind == "pronoun":
                self._pronoun(self.words[index], cases)

    def _speaks(self) -> bool:
        """Whether somebody says "I" in the sentence, who may be the person."""
        return any(w.low == "я" for w in self.words) and any(w.text in '«":—' for w in self.words)

    def _change(self, word: Word, cases: Collection[str] = ("",)) -> None:
        """The word in the other gender, which is one form in all those cases."""
        low = word.text.lower()
        forms = {agreeing(low, self.gender, self.target, case) for case in cases}
        if len(forms) != 1 or None in forms:
            raise Unsure("case_undecided" if len(forms) > 1 else "unknown_agreement", word.text)
        self.new[word.index] = str(*forms)

    def _pronoun(self, word: Word, cases: set[str]) -> None:
        after, side = " after" if word.low[0] == "н" else "", 1 if self.gender == "male" else 0
        if cases == {"datv", "ablt"}:  # "ей": to her, or by her
            cases = {"datv"}
            if not any(
                w.lemmas & self.tables["evidence.datv"] for w in self.sentence.segment(word)
            ):
                raise Unsure("pronoun_case", word.text)
        forms = {
            self.tables.pronouns["gent" if case == "own" else case + after][side] for case in cases
        }
        if len(forms) != 1:
            raise Unsure("pronoun_case", word.text)
        self.new[word.index] = forms.pop()

    def _relative(self, word: Word) -> None:
        """ "женщина, которая", "король, о котором": the person, where nobody else stands before."""
        before = self.sentence.before(word.index, past=("preposition",))
        if before.text != ",":
            raise Unsure("relative_antecedent", word.text)
        fitting = [p for p in self.sentence.phrases_before(before) if p.may_be(self.gender)]
        own = [p for p in fitting if p.head in self.mentions]
        if fitting and not own:
            return
        if len(fitting) != 1:
            raise Unsure("relative_antecedent", word.text)
        cases = {r.case for r in word.reads(self.gender, ADJECTIVES)}
        if before.index < word.index - 1:
            cases &= self.tables.governed(self.words[word.index - 1].low)
        elif "nomn" in cases:
            cases = {"nomn"}
        self._change(word, cases)
        self.mentions[word.index] = cases

    # nouns

    def _noun(self, phrase: Phrase) -> None:
        word, lemmas = self.words[phrase.head], [r.lemma for r in phrase.readings]
        role = next((name for name in lemmas if name in self.person.roles), "")
        said = self.person.is_said(phrase)
        if role and said:
            self.person.said.append(phrase)
            if not self._stays(word, role):
                self._change_noun(phrase, self.person.roles[role])
        elif word.found is not None:
            raise Unsure("several_gender_words", word.text)
        elif any(r.living and r.is_one(self.gender) for r in phrase.readings):
            loose = said or not (phrase.preposition or self.sentence.at(phrase.first - 1).head)
            if loose and not self._stays(word, role):
                raise Unsure("unlisted_noun", word.text)

    def _stays(self, word: Word, role: str) -> bool:
        """Whether the noun is said of both: "автор"; many are by their end, as "психолог"."""
        if role:
            return self.gender == "male" and role in self.tables.both
        ends = tuple(self.tables["nouns.common_endings"]) if self.gender == "male" else ()
        return word.low.endswith(ends) or not self.tables.common.isdisjoint(word.lemmas)

    def _change_noun(self, phrase: Phrase, lemma: str) -> None:
        case = next((c for c in ("ablt", "nomn", "gent") if phrase.may_be(self.gender, c)), "")
        form = noun_form(lemma, case, "sing") if case else None
        if form is None:
            raise Unsure("case_undecided", self.words[phrase.head].text)
        self.mentions[phrase.head], self.new[phrase.head] = {"said"}, form
        for index in phrase.modifiers:
            self._change(self.words[index], {case})

    # adjectives

    def _adjective(self, word: Word) -> None:
        main = self.sentence.context.word
        if main.start <= word.start and word.end < main.end:
            return  # "двоюродный брат" is one word of the lexicon
        if word.head is not None:
            cases = self.mentions.get(word.head.head, {"said"})
            if cases != {"said"}:
                self._change(word, cases)
            return
        cases = {r.case for r in word.reads(self.gender, ADJECTIVES)}
        if self.sentence.at(word.index + 1).low == "из":
            raise Unsure("one_of_many", word.text)
        own = self._is_own(word, cases)
        if own is None:
            raise Unsure("unknown_agreement", word.text)
        if own:
            shared = sorted(cases & set().union(*self.mentions.values()))
            self._change(word, [next((c for c in ("nomn", "ablt", *shared) if c in cases), "")])

    def _is_own(self, word: Word, cases: set[str]) -> bool | None:
        """Whether the loose adjective is the person's; None where nobody can tell."""
        segment, before = self.sentence.segment(word), self.sentence.before(word.index)
        participle = word.readings[0].pos == "PRTF"
        if cases.isdisjoint({"nomn", "ablt"}.union(*self.mentions.values())):
            return None if participle or before.kind == "preposition" else False  # "помог больному"
        if before.text == ",":
            phrases = self.sentence.phrases_before(before)
            fitting = [p for p in phrases if any(p.may_be(self.gender, case) for case in cases)]
            own = [p for p in fitting if p.head in self.mentions]
            if fitting:
                return bool(own) if len(fitting) == 1 or not own else None
            if before.index - 1 in self.mentions:
                return True
        alone = word.lemmas & self.tables["words.self"]
        ruling = [
            w for w in segment
            if w.kind in ("verb", "infinitive", "short")
            and (alone or w.lemmas & self.tables["verbs.linking"])
        ]  # fmt: skip
        if ruling and cases & {"ablt", "nomn"}:
            if any(w.reads("neuter", PREDICATES) for w in segment):
                return None  # what is neuter looks like what is masculine
            return [self.person.does(w) for w in ruling] == [True] or None
        joined = self.sentence.before(word.index, past=("small", "conjunction", "mark"))
        return (joined.kind == "adj" and joined.index in self.new) or None
