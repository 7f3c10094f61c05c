"""Whose every word that shows the person's gender is; what may be theirs and may not is refused."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.morphology import agreeing, noun_form
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import Phrase, Word

_ADJECTIVES = ("ADJF", "PRTF")
_AGREEING = ("VERB", "ADJS", "PRTS")


class Owners:
    """Collects what the words of the person become; `new` holds it by place."""

    def __init__(self, person: Person) -> None:
        self.person, self.sentence, self.words = person, person.sentence, person.words
        self.tables, self.clauses = person.tables, person.clauses
        self.gender, self.target = person.gender, person.target
        self.new: dict[int, str] = {}

    def settle(self) -> None:
        """Every word of the sentence, relatives first, since verbs follow them."""
        for word in self.words:
            if word.kind == "relative" and word.reads(self.gender, _ADJECTIVES):
                self._relative(word)
        for phrase in self.sentence.phrases:
            self._noun(phrase)
        for word in self.words:
            if word.kind in ("verb", "short", "predicative") and word.reads(self.gender, _AGREEING):
                self._verb(word)
        for word in self.words:
            if word.kind == "adj" and word.reads(self.gender, _ADJECTIVES):
                self._adjective(word)
        for index in sorted(self.person.mentions):
            if self.words[index].low in self.tables.third:
                self._pronoun(self.words[index])

    def change(self, word: Word, case: str = "") -> None:
        """The word in the other gender."""
        new = agreeing(word.text.lower(), self.gender, self.target, case)
        if new is None:
            raise Unsure("unknown_agreement", word.text)
        self.new[word.index] = new

    # verbs and short forms

    def _verb(self, word: Word) -> None:
        if any(w.low == "бы" for w in self.sentence.segment(word.index)) and (
            word.low in self.tables["words.times"]
        ):
            return
        owner = self.clauses.subject(word.index)
        if owner is None:
            raise Unsure("subject_undecided", word.text)
        if owner == "person":
            self.change(word)
        elif any(w.low == "я" for w in self.words) and any(w.text in '«":—' for w in self.words):
            raise Unsure("subject_undecided", word.text)  # whoever speaks may be the person

    # pronouns

    def _pronoun(self, word: Word) -> None:
        cases = self.person.mentions[word.index]
        after = " after" if word.low[0] == "н" else ""
        if cases == {"own"}:
            cases, after = {"gent"}, ""
        if len(cases) > 1 and not after:
            cases = self._of_ei(word, cases)
        side = 1 if self.gender == "male" else 0
        forms = {self.tables.pronouns[case + after][side] for case in cases}
        if len(forms) != 1:
            raise Unsure("pronoun_case", word.text)
        form = forms.pop()
        self.new[word.index] = {"ее": "её", "нее": "неё", "нем": "нём"}.get(form, form)

    def _of_ei(self, word: Word, cases: set[str]) -> set[str]:
        """ "ей": to her, or by her."""
        if cases != {"datv", "ablt"}:
            return cases
        for other in self.sentence.segment(word.index):
            lemmas = {r.lemma for r in other.readings}
            passive = any(r.passive for r in other.readings) or (
                other.low.endswith(("ся", "сь")) and other.kind == "verb"
            )
            if lemmas & self.tables["verbs.for_persons"]:
                return {"datv"}
            if passive or lemmas & self.tables["verbs.instrumental"]:
                raise Unsure("pronoun_case", word.text)
        return {"datv"}

    # relatives

    def _relative(self, word: Word) -> None:
        at, preposition = word.index - 1, ""
        if at >= 0 and self.words[at].kind == "preposition":
            preposition, at = self.words[at].low, at - 1
        head = None
        if (
            at >= 0
            and self.words[at].kind in ("noun", "name", "adj")
            and self.words[at].text != ","
        ):
            head, at = self.words[at], at - 1  # "автор которого"
            while at >= 0 and self.words[at].kind in ("adj", "preposition"):
                at -= 1
        if at < 1 or self.words[at].text != ",":
            raise Unsure("relative_antecedent", word.text)
        fitting = [
            p
            for p in self.sentence.phrases
            if p.head < at
            and self.words[p.head].segment == self.words[at - 1].segment
            and p.may_be(self.gender)
        ]
        own = [p for p in fitting if p.head in self.person.mentions]
        if any(self._is_owner(p) for p in own):
            raise Unsure("relative_antecedent", word.text)
        beside = at - 1 in self.person.mentions and self.words[at - 1].kind == "pronoun"
        if not own and not beside:
            if not fitting and not any(w.kind == "adj" for w in self.words[at - 1 : at]):
                raise Unsure("relative_antecedent", word.text)
            return
        if len(fitting) > 1 or beside:
            raise Unsure("relative_antecedent", word.text)
        cases = {r.case for r in word.reads(self.gender, _ADJECTIVES)}
        if preposition:
            cases &= self.tables.governed(preposition)
            if preposition in ("с", "со"):
                cases &= {"ablt"}
        elif head is not None:
            cases &= {"gent"}
        elif "nomn" in cases:
            cases = {"nomn"}
        else:
            cases = self._governed(word, cases)
        forms = {agreeing(word.text.lower(), self.gender, self.target, case) for case in cases}
        if len(forms) != 1 or None in forms:
            raise Unsure("relative_case", word.text)
        self.person.mentions[word.index] = cases
        self.new[word.index] = forms.pop() or ""

    def _is_owner(self, phrase: Phrase) -> bool:
        """ "статуя короля, которого": the relative may be of what is owned."""
        before = self.words[phrase.first - 1] if phrase.first else None
        return (
            before is not None
            and before.head is not None
            and not phrase.preposition
            and (phrase.cases == {"gent"})
        )

    def _governed(self, word: Word, cases: set[str]) -> set[str]:
        verbs = [w for w in self.sentence.segment(word.index) if w.index > word.index]
        found: set[str] = set()
        for verb in verbs:
            lemmas = {r.lemma for r in verb.readings}
            if lemmas & self.tables["verbs.genitive"]:
                found.add("gent")
            elif lemmas & self.tables["verbs.instrumental"]:
                found.add("ablt")
            elif lemmas & (self.tables["verbs.for_persons"] | self.tables["verbs.datives"]):
                found.add("datv")
            elif verb.kind in ("verb", "infinitive") and any(r.transitive for r in verb.readings):
                found |= {"gent", "accs"} if self.sentence.negated(word.index) else {"accs"}
        return cases & found or cases

    # nouns

    def _noun(self, phrase: Phrase) -> None:
        word, tables = self.words[phrase.head], self.tables
        if phrase.head in self.person.mentions or word.name:
            return
        singular = phrase.may_be(self.gender)
        lemmas = [r.lemma for r in phrase.readings if r.pos == "NOUN"]
        roles = tables.to_female if self.gender == "male" else tables.to_male
        lemma = next((name for name in lemmas if name in roles), None)
        if not singular:
            main = self.words[self.sentence.context.last].readings
            if (
                lemma is not None
                and self._one_of(phrase) is None
                and any(r.lemma in lemmas for r in main)
            ):
                raise Unsure("several_gender_words", word.text)
            return
        if lemma is None:
            if not phrase.is_living(self.gender) or set(lemmas) & tables.common:
                return
            if self.gender == "male" and word.low.endswith(tables.endings):
                return
            if self.person.is_said(phrase) or self._is_loose(phrase):
                raise Unsure("unlisted_noun", word.text)
            return
        said = self.person.is_said(phrase)
        if said:
            self.person.said.append(phrase)
            if self.gender == "male" and lemma in tables.both:
                return
            self._change_noun(phrase, roles[lemma], "sing")
            return
        if word.found is not None:
            raise Unsure("several_gender_words", f"{self.sentence.context.word.text} {word.text}")
        if self._is_loose(phrase) and not (self.gender == "male" and lemma in tables.both):
            raise Unsure("unlisted_noun", word.text)

    def _is_loose(self, phrase: Phrase) -> bool:
        """Whether it may be said of the person, as far as its case tells."""
        if phrase.preposition:
            return False
        before = self.words[phrase.first - 1] if phrase.first else None
        own = {"его", "ее", "их"}
        if (before is not None and before.low in own) or any(
            r.lemma in self.tables["words.possessives"]
            for i in phrase.modifiers
            for r in self.words[i].readings
        ):
            return False
        after = before is not None and before.head is not None and before.index == before.head.head
        return bool(phrase.cases & {"nomn", "ablt"}) or not after

    def _change_noun(self, phrase: Phrase, lemma: str, number: str) -> None:
        single = {r.case for r in phrase.readings if r.number == "sing"}
        cases = {"ablt"} if "ablt" in single else single & {"nomn", "gent"}
        if "nomn" in cases:
            cases = {"nomn"}
        forms = {noun_form(lemma, case, number) for case in cases}
        if len(forms) != 1 or None in forms:
            raise Unsure("case_undecided", self.words[phrase.head].text)
        case = next(iter(cases))
        self.person.mentions[phrase.head] = {"said"}
        self.new[phrase.head] = forms.pop() or ""
        for index in phrase.modifiers:
            self.change(self.words[index], case)

    def _one_of(self, phrase: Phrase) -> Word | None:
        """The "one" before "of the best actors"."""
        at = phrase.first - 1
        if at < 1 or self.words[at].low not in self.tables["words.of"]:
            return None
        one = self.words[at - 1]
        return one if one.kind == "adj" and one.head is None else None

    # adjectives

    def _adjective(self, word: Word) -> None:
        if word.index in self.new:
            return
        if word.head is not None and word.index != word.head.head:
            if word.head.head in self.person.mentions and word.index not in self.new:
                if self.person.mentions[word.head.head] == {"said"}:
                    return
                self.change(word, next(iter(self.person.mentions[word.head.head])))
            return
        cases = {r.case for r in word.reads(self.gender, _ADJECTIVES)}
        of = self.words[word.index + 1] if word.index + 1 < len(self.words) else None
        if of is not None and of.low in self.tables["words.of"]:
            self._chosen(word, cases)
            return
        owner = self._owner(word, cases)
        if owner is None:
            raise Unsure("unknown_agreement", word.text)
        if owner:
            shared = {c for m in self.person.mentions.values() for c in m} & cases
            case = "nomn" if "nomn" in cases else "ablt" if "ablt" in cases else ""
            self.change(word, case or next(iter(shared), ""))

    def _owner(self, word: Word, cases: set[str]) -> bool | None:
        """Whether the loose adjective is the person's; None where nobody can tell."""
        index = word.index
        before = self.words[index - 1] if index else None
        segment = self.sentence.segment(index)
        if before is not None and before.kind == "preposition":
            return None
        lemma = word.readings[0].lemma
        if "nomn" in cases and lemma in ("сам", "один"):
            verb = next((w for w in segment if w.kind == "verb"), word)
            return self.clauses.subject(verb.index) == "person" or None
        oblique = {c for m in self.person.mentions.values() for c in m} & cases
        if not cases & {"nomn", "ablt"} and not oblique:
            return None if word.readings[0].pos == "PRTF" else False  # "помог больному"
        participle = word.readings[0].pos == "PRTF" or (before is not None and before.text == ",")
        at = index - 1
        while at >= 0 and self.words[at].kind == "small":
            at -= 1
        before = self.words[at] if at >= 0 else None
        opening = segment[0] is word or before is None or before.text == ","
        if participle and opening and before is not None and before.text == ",":
            own = self._before_comma(before.index, cases)
            if own is not None:
                return own
        if (
            opening
            and "nomn" in cases
            and participle
            and (before is None or before.kind in ("mark", "conjunction"))
        ):
            return True if self._next_is_person(word) else None
        linking = [
            w
            for w in segment
            if w.kind in ("verb", "infinitive", "short")
            and {r.lemma for r in w.readings} & self.tables["verbs.linking"]
        ]
        if linking and cases & {"ablt", "nomn"}:
            if any(w.reads("neuter", ("VERB", "ADJS", "PRTS")) for w in segment):
                return None  # what is neuter looks like what is masculine
            rules = [self.clauses.subject(w.index) for w in linking]
            return True if rules == ["person"] else None
        if "nomn" in cases and any(self.clauses.is_subject(w.index) for w in segment):
            return None if any(w.kind == "verb" for w in segment) else True
        at = index - 1
        while at > 0 and (
            self.words[at].kind in ("conjunction", "small") or (self.words[at].text == ",")
        ):
            at -= 1
        if at < index - 1 and at in self.new and self.words[at].kind == "adj":
            return True
        return None

    def _next_is_person(self, word: Word) -> bool:
        for number in range(word.segment + 1, len(self.sentence.segments)):
            if number in self.sentence.strong:
                return False
            segment = self.sentence.segments[number]
            if any(self.clauses.is_subject(w.index) for w in segment):
                return True
            if any(w.kind in ("verb", "short") for w in segment):
                return False
        return False

    def _before_comma(self, comma: int, cases: set[str]) -> bool | None:
        fitting = [
            p
            for p in self.sentence.phrases
            if p.head < comma
            and self.words[p.head].segment == self.words[comma - 1].segment
            and any(p.may_be(self.gender, case) for case in cases)
        ]
        own = [p for p in fitting if p.head in self.person.mentions]
        pronoun = self.words[comma - 1].index in self.person.mentions
        if pronoun and not fitting:
            return True
        if own and len(fitting) == 1 and fitting[0].head == comma - 1:
            return True
        if own or not fitting:
            return None
        return False if fitting[-1].head == comma - 1 else None

    def _chosen(self, word: Word, cases: set[str]) -> None:
        """ "один из актёров": the person, where it is said of them; else somebody else."""
        segment = self.sentence.segment(word.index)
        after = next((p for p in self.sentence.phrases if p.head > word.index + 1), None)
        if after is None:
            if word.index + 2 < len(self.words) and self.words[word.index + 2].kind == "relative":
                return
            raise Unsure("one_of_many", word.text)
        if not after.living:
            if any(r.lemma in self.tables.common for r in after.readings):
                pass
            elif "nomn" in cases or "ablt" in cases:
                raise Unsure("one_of_many", word.text)
            else:
                return
        linking = [w for w in segment if {r.lemma for r in w.readings} & self.tables[
            "verbs.linking"] and w.kind in ("verb", "infinitive")]  # fmt: skip
        said = len(linking) == 1 and self.clauses.subject(linking[0].index) == "person"
        if not (said and "ablt" in cases):
            raise Unsure("one_of_many", word.text)
        self.change(word, "ablt")
        self.person.proven = True
        lemmas = {r.lemma for r in after.readings}
        roles = self.tables.to_female if self.gender == "male" else self.tables.to_male
        lemma = next((name for name in lemmas if name in roles), None)
        if lemma is None:
            if not lemmas & self.tables.common and not self.words[after.head].low.endswith(
                tuple(e + "ов" for e in self.tables.endings)
            ):
                raise Unsure("unlisted_noun", self.words[after.head].text)
            return
        if self.gender == "male" and lemma in self.tables.both:
            return
        form = noun_form(roles[lemma], "gent", "plur")
        if form is None:
            raise Unsure("unknown_agreement", self.words[after.head].text)
        self.new[after.head] = form
