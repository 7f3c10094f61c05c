"""The clauses of a German sentence: verbs and subjects, what "sie" is, who is in which case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import SENTENCE_ENDS, Clause, Phrase, Phrases
from equimask.gender.swap.languages.de.tables import Reading

Sie = Literal["she", "her", "they", ""]  # the last: nobody can tell


class Sentence(Phrases):
    """A sentence with the parts that its phrases play, by words and order alone."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        super().__init__(tokens, own)
        self.clauses: list[Clause] = []
        segment: list[int] = []
        for index in range(len(self.words) + 1):
            if index < len(self.words) and (not self.breaks(index) or index in self.of):
                opens = not segment and self.kind(index) == "coordinator"
                segment += [index] * (self.kind(index) != "mark" and not opens)
            elif segment:
                for part in self._coordinated(segment):
                    self.clauses.append(self._clause(part))
                segment = []
        self.clause_of = {index: clause for clause in self.clauses for index in clause.words}
        for phrase in self.phrases:
            phrase.clause = self.clause_of[phrase.head]
        self._sie: dict[int, Sie] = {}

    def lows(self, clause: Clause) -> set[str]:
        """The words of the clause in lower case."""
        return {self.words[i].low for i in clause.words}

    def _coordinated(self, segment: list[int]) -> Iterator[list[int]]:
        """ "er kam | und sie ging"."""
        start = 0
        for at, index in enumerate(segment):
            if self.kind(index) == "coordinator" and at > start:
                left, right = segment[start:at], segment[at + 1 :]
                if self._has_verb(left) and self._has_verb(right):
                    yield left
                    start = at + 1
        yield segment[start:]

    def _has_verb(self, part: list[int]) -> bool:
        free = (self.words[i] for i in part if i not in self.of)
        return any(
            w.sure or (w.number and w.low.endswith("t") and not self.tables.is_participle(w.low))
            for w in free
        )

    def _clause(self, part: list[int]) -> Clause:
        before = self.clauses[-1] if self.clauses else None
        if self.low(part[0] - 1) in SENTENCE_ENDS:
            before = None
        clause = Clause(part, governed=self.kind(part[0]) == "preposition", before=before)
        opener = part[0] + clause.governed
        hangs = [i for i in part[:3] if "subordinator" in self.tables.classes.get(self.low(i), ())]
        if self.kind(opener) == "relative":
            clause.kind, clause.opener = "relative", opener
        elif hangs and self.verb_final(hangs[0]):
            clause.kind, clause.opener = "sub", hangs[0]
        self._find_verb(clause)
        return clause

    def _find_verb(self, clause: Clause) -> None:
        words = (self.words[i] for i in clause.words if i not in self.of)
        free = [word for word in words if word.number and self.low(word.index - 1) != "zu"]
        sure = [word for word in free if word.sure]
        if clause.kind != "main":
            chosen = (sure or free)[-1:]
        else:
            participle = self.tables.is_participle
            weak = [w for w in free if not w.low.endswith("n") and not participle(w.low)]
            near = (clause.words[0], clause.words[0] + 1)
            second = [
                w for w in free
                if w.index in near or w.index - 1 in self.of or self.kind(w.index - 1) == "speaker"
            ]  # fmt: skip
            sure = [w for w in sure if w in second or self.kind(w.index + 1) != "noun"]
            chosen = (sure or second or weak)[:1]
        for verb in chosen:
            clause.verb, clause.number = verb.index, verb.number

    # --- subjects

    def subject(self, clause: Clause) -> int:
        """The word, or the head of the phrase, that is the subject, be it that of a clause before.

        It is -1 where nobody is named.
        """
        if clause.subject is None:
            found, before = self.own_subject(clause), clause.before
            if found < 0 and before is not None:
                if clause.kind == "main" and clause.verb >= 0:
                    while before.before is not None and before.kind != "main":
                        before = before.before
                found = self.subject(before)
            clause.subject = found
        return clause.subject

    def own_subject(self, clause: Clause) -> int:
        """The subject that stands in the clause itself."""
        pronoun = next(filter(self.stands_for, clause.words), -1)
        if pronoun >= 0 or clause.verb < 0 or self._shares(clause):
            return pronoun
        candidates = self.candidates(clause)
        opener = self.low(clause.opener)
        if clause.kind == "relative" and not clause.governed:
            either = opener in ("die", "das") and not candidates and "sie" not in self.lows(clause)
            if either or opener in ("der", "welcher"):
                return clause.opener
        return candidates[0].head if candidates else -1

    def _shares(self, clause: Clause) -> bool:
        """ "Tom kam herein und sah die Königin": the subject stands before."""
        first, before = clause.words[0], clause.before
        joined = self.low(first - 1) in ("und", "oder", "aber", "sondern")
        return clause.verb == first and joined and before is not None and self.subject(before) >= 0

    def stands_for(self, index: int) -> bool:
        """Whether a word that is in no phrase is a subject: "jeder", "er", "sie", "wir"."""
        word = self.words[index]
        if index in self.of:
            return False
        if word.low == "sie":
            return self.sie(index) in ("she", "they")
        one = word.low.endswith("er") and word.low not in ("der", "einer", "ihrer", "seiner")
        several = word.low in self.lists["several"] and self.clause_of[index].number != "sg"
        alone = word.kind == "determiner" and (one or several)
        return word.low == "er" or word.kind == "speaker" or alone

    def candidates(self, clause: Clause, *, besides: Phrase | None = None) -> list[Phrase]:
        """The phrases of the clause that may be its subject, sure ones first."""
        found = [
            p for p in self.phrases
            if p.clause is clause and p is not besides and p.nominative
            and not (self.is_genitive(p) or self.follows_as(p) or self.is_time(p))
            and not (clause.number == "sg" and p.plural)
            and not (clause.number == "pl" and not self.is_joined(p) and not p.may("plural", "nom"))
        ]  # fmt: skip
        if self.is_copula(clause):
            return found
        return sorted(found, key=lambda p: not p.only_nominative)

    def is_copula(self, clause: Clause) -> bool:
        """Whether its verb is "ist", "wurde", "blieb"."""
        return self.low(clause.verb) in self.lists["copulas"]

    def is_present(self, clause: Clause) -> bool:
        """Whether its finite verb, by its form, tells of no past: "nimmt", "sei"."""
        low = self.low(clause.verb)
        return low in self.lists["present"] or (
            low[-1:] in ("e", "t") and low[-2:] not in ("te", "de")
        )

    def is_time(self, phrase: Phrase) -> bool:
        """ "jeden Tag", which is nobody."""
        return self.text(phrase) in self.lists["time"]

    def is_joined(self, phrase: Phrase) -> bool:
        """ "Anna und Tom": one of several."""
        beside = {self.low(phrase.first - 1), self.low(phrase.last + 1)}
        return not beside.isdisjoint(self.lists["joining"])

    def follows_as(self, phrase: Phrase) -> bool:
        """Whether it is a role: "als Lehrer", "wie ein Lehrer"."""
        opens = phrase.clause.opener == phrase.first - 1
        return self.low(phrase.first - 1) in ("als", "wie") and not opens

    def is_genitive(self, phrase: Phrase) -> bool:
        """Whether it belongs to the noun before it, or that after it to it: "Toms Vater"."""
        owns = phrase.named and self.low(phrase.last).endswith("s") and phrase.last + 1 in self.of
        beside = phrase.first - 1 in self.of and phrase.determiner >= 0
        return owns or (beside and any(case == "gen" for _, case in phrase.cells))

    def is_hidden(self, phrase: Phrase) -> bool:
        """Whether it is no subject and no object: "mit dem Mann", "der Hut des Mannes"."""
        return phrase.governed >= 0 or self.is_genitive(phrase)

    def acts(self, phrase: Phrase) -> bool:
        """Whether the phrase names people, or what does what people do: "die Regierung"."""
        return phrase.person or self.text(phrase) in self.lists["doers"]

    def has_stem(self, clause: Clause, name: str) -> bool:
        """Whether a word of the clause is one of the verbs whose stems are listed."""
        free = (self.low(i) for i in clause.words if i not in self.of)
        forms = (form for low in free for form in (low, low.removeprefix("ge")))
        return any(form.startswith(tuple(self.lists[name])) for form in forms)

    # --- sie

    def sie(self, index: int) -> Sie:
        """What "sie" is there: she, her (or them), they."""
        if index not in self._sie:
            self._sie[index] = ""
            self._sie[index] = self._read_sie(index, self.clause_of[index])
        return self._sie[index]

    def _read_sie(self, index: int, clause: Clause) -> Sie:
        before = self.low(index - 1)
        ruled = before in ("als", "wie") or self.kind(index - 1) in ("preposition", "subordinator")
        if ruled and clause.opener != index - 1:
            return "" if "subordinator" in self.tables.classes[before] else "her"
        ahead = any(self.low(i) in ("es", "sie") for i in clause.words if i < index)
        others = any(self.stands_for(i) for i in clause.words if self.low(i) != "sie")
        rivals = [  # "Ihr Debüt gab sie"
            p for p in self.candidates(clause)
            if p.person or not self.article(p).startswith("ihr")
        ]  # fmt: skip
        acts = any(p.only_nominative for p in rivals) and not self.is_copula(clause)
        if ahead or others or acts or self._shares(clause):
            return "her"
        done = before == "was" and not self.has_stem(clause, "human")  # "was sie berühmt macht"
        if clause.number not in ("sg", "pl") or self._may_do(clause) or done:
            return ""
        verb, known = self.words[clause.verb], self.tables.verbs
        joined = (self.low(i - 1) for i in clause.words if self.kind(i) == "coordinator")
        parts = {known[low][0] for low in joined if low in known}
        if clause.kind == "main" and self.is_infinitive(clause.verb - 1):
            return ""  # "Sie zu finden wäre schön"
        if clause.kind == "sub" and (
            "pl" in parts or (not verb.sure and self.tables.is_participle(verb.low))
        ):
            return ""  # "da sie schwimmen und wächst", "wo sie gefoltert, verletzt wurden"
        shown: Sie = "she" if clause.number == "sg" else "they"
        if self.is_copula(clause):
            rivals = [p for p in rivals if p.determiner >= 0]
        if clause.kind == "main":  # "dass er kam, sie sah und lachte"; "Anna sah sie"
            first = index == clause.words[0]
            final = clause.verb == clause.words[-1]  # "dass er kam, sie umarmt habe"
            near = (first and not final) or index in (clause.verb - 1, clause.verb + 1)
            ahead = any(p.last < index for p in rivals[:1])
            acts = any(p.person if first else self.acts(p) for p in rivals[:1])
            return shown if near and not (ahead or (acts and not self.is_copula(clause))) else ""
        return "" if any(p.last < index for p in rivals) and clause.kind == "sub" else shown

    def _may_do(self, clause: Clause) -> bool:
        """Whether the relative pronoun may be the subject: not so in "die Haare, die sie trägt"."""
        if clause.kind != "relative" or clause.governed:
            return False
        one = self.of.get(clause.opener - 2)
        several = clause.number == "sg" and one is not None and one.plural
        return not several and self.low(clause.opener) not in ("den", "dem", "denen")

    # --- number and case of a phrase

    def check_number(self, phrase: Phrase) -> None:
        """Raise where the noun does not surely stand for one person."""
        before, clause = self.at(phrase.first - 1), phrase.clause
        owner = before.kind == "noun" and before.text.endswith(("s", "'", "’"))  # "Toms Lehrer"
        says = self.is_copula(clause) and phrase.governed < 0
        says = says and any(g != "plural" and case == "nom" for g, case in phrase.cells)
        said = before.low == "als" or (says and self.subject(clause) != phrase.head)
        kin = self.low(phrase.head) in self.lists["kin"] or phrase.last > phrase.head
        many = clause.number == "pl" and phrase.determiner < 0 and phrase.may("plural")
        if not (phrase.bare or owner) and before.index in self.of:
            many |= phrase.may("plural", "gen")  # "die Daten britischer Minister"
        bare = phrase.determiner < 0 and all(map(self.is_fixed, phrase.adjectives))
        if phrase.plural or many or (bare and not (said or owner or kin)):
            raise Unsure("number_undecided", self.text(phrase))  # "Fahrer", "Richter sagte"

    def case(self, phrase: Phrase, gender: str) -> str:
        """The case of a phrase, by its place where its forms do not tell it."""
        cases = {case for g, case in phrase.cells if g in (gender, "neuter")}
        compared = self.low(phrase.first - 2) in self.lists["comparing"]
        if self.follows_as(phrase) and "nom" in cases and not compared:
            return "nom"
        gives, copula = self.has_stem(phrase.clause, "dative"), self.is_copula(phrase.clause)
        beside = [
            p for p in self.phrases
            if p.clause is phrase.clause and p is not phrase and not self.is_hidden(p)
            and not (self.is_time(p) or self.follows_as(p))
        ]  # fmt: skip
        acts = any(map(self.stands_for, phrase.clause.words)) or self._shares(phrase.clause)
        several = "nom" not in cases and (copula or len(beside) + acts > 1)
        if gives or (several and phrase.governed < 0):
            cases |= {c for g, c in phrase.cells if (g, c) == ("plural", "dat")}  # "den Helden"
        if len(cases) == 1:
            return min(cases)
        if cases == {"dat", "gen"}:
            owner = self.of.get(phrase.first - 1)
            rules = self.tables.classes.get(self.low(phrase.governed), ())
            given = owner is not None and owner.governed < 0 and owner.may("neuter", "acc")
            if gives and given and not self.article(phrase).startswith("ein"):
                raise Unsure("case_undecided", self.text(phrase))
            return "gen" if owner or "preposition_gen" in rules else "dat"
        if "nom" not in cases and phrase.bare and gender == "male":
            return min(cases)  # hers has one form
        theirs = phrase.last > phrase.head and self.low(phrase.last).endswith("s")
        sure = "nom" in cases and not (theirs or compared)  # "Frau Schneiders", "als die Chefin"
        if not sure:
            raise Unsure("case_undecided", self.text(phrase))
        return "nom" if self._is_subject(phrase, phrase.clause) else "acc"

    def _is_subject(self, phrase: Phrase, clause: Clause) -> bool:
        """Whether the phrase does it, or is said of who does: otherwise it is done to."""
        lows, rivals = self.lows(clause), self.candidates(clause, besides=phrase)
        joined = self.is_joined(phrase) and clause.number == "pl"
        said = lows & {"sein", "werden", "bleiben"} and (clause.verb < 0 or phrase.determiner < 0)
        if said or self.is_copula(clause) or (joined and phrase.first < clause.verb):
            return True
        infinitive = any(map(self.is_infinitive, clause.words))
        pronoun = any(map(self.stands_for, clause.words))
        if clause.verb < 0 and not (infinitive or pronoun) and phrase.determiner < 0:
            return True  # "sie war Ärztin, Dichterin und Lehrerin"
        others = pronoun or any(p.only_nominative for p in rivals)
        several = clause.number == "pl" and not phrase.may("plural") and not joined
        ruled = clause.number == "you" or {"es", "gibt"} <= lows or self._shares(clause)
        if infinitive or others or several or ruled:
            return False
        relative = clause.kind == "relative" and not clause.governed
        ahead = [p for p in rivals if p.first < phrase.first]
        if relative or not all(self.acts(p) or p.named for p in ahead):
            raise Unsure("case_undecided", self.text(phrase))
        return not ahead  # "Die Polizei sucht eine Frau"
