"""Who is the subject of a clause, what "sie" is, and which case a phrase stands in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Clause, Sentence

Sie = Literal["she", "her", "they", ""]  # the last: nobody can tell


@dataclass(frozen=True)
class Subject:
    """A pronoun or another word, or a phrase; neither where nobody is named."""

    word: int = -1
    phrase: Phrase | None = None

    def __bool__(self) -> bool:
        return self.word >= 0 or self.phrase is not None


class Subjects:
    """Subjects by words and order alone."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.lists = sentence, sentence.lists
        self._found: dict[int, Subject] = {}
        self._sie: dict[int, Sie] = {}

    def of(self, clause: Clause | None) -> Subject:
        """The subject of the clause, be it that of one before."""
        if clause is None:
            return Subject()
        found = self._found.get(id(clause))
        if found is None:
            found, before = self.own(clause), clause.before
            if not found and before is not None:
                if clause.kind == "main" and clause.verb >= 0:
                    while before.before is not None and before.kind != "main":
                        before = before.before
                found = self.of(before)
            self._found[id(clause)] = found
        return found

    def own(self, clause: Clause) -> Subject:
        """The subject that stands in the clause itself."""
        for i in clause.words:
            if self.stands(i) or (self.sentence.low(i) == "sie" and self.sie(i) in ("she", "they")):
                return Subject(word=i)
        if clause.verb < 0 or self._shares(clause):
            return Subject()
        candidates = self.candidates(clause)
        opener = self.sentence.low(clause.opener) if clause.kind == "relative" else ""
        if opener and not clause.governed:
            sie = any(self.sentence.low(i) == "sie" for i in clause.words)
            either = opener in ("die", "das", "welche", "welches") and not candidates and not sie
            if either or opener in ("der", "welcher"):
                return Subject(word=clause.opener)
        return Subject(phrase=candidates[0]) if candidates else Subject()

    def _shares(self, clause: Clause) -> bool:
        """ "Tom kam herein und sah die Königin": the subject stands before."""
        first = clause.words[0]
        joined = self.sentence.low(first - 1) in ("und", "oder", "aber", "sondern")
        return clause.verb == first and joined and bool(clause.before and self.of(clause.before))

    def stands(self, index: int) -> bool:
        """Whether a word that is in no phrase is a subject: "jeder", "er", "wir"."""
        word = self.sentence.words[index]
        if index in self.sentence.of:
            return False
        several = word.low in self.lists["several"]
        one = word.low.endswith("er") and word.low not in ("der", "einer", "ihrer", "seiner")
        return (
            word.low == "er"
            or word.kind == "speaker"
            or (word.kind == "determiner" and (several or one))
        )

    def candidates(self, clause: Clause, *, besides: Phrase | None = None) -> list[Phrase]:
        """The phrases of the clause that may be its subject, sure ones first."""
        found = [
            p for p in self.phrases(clause)
            if p is not besides and p.nominative and not self.is_genitive(p)
            and self.sentence.text(p) not in self.lists["time"] and not self.follows_as(p)
            and not (clause.number == "sg" and p.plural)
            and not (clause.number == "pl" and not self.is_joined(p) and not p.may("plural", "nom"))
        ]  # fmt: skip
        if self.is_copula(clause):
            return found
        return sorted(found, key=lambda p: not p.only_nominative)

    def stands_for(self, index: int) -> bool:
        """Whether "er" or "sie" is one who does something."""
        return self.sentence.low(index) == "er" or self.sie(index) == "she"

    def is_copula_of(self, phrase: Phrase) -> bool:
        """Whether "ist", "wurde" or "blieb" is the verb beside the phrase."""
        clause = self.clause(phrase)
        return clause is not None and self.is_copula(clause)

    def is_copula(self, clause: Clause) -> bool:
        """Whether its verb is "ist", "wurde", "blieb"."""
        return self.sentence.low(clause.verb) in self.lists["copulas"]

    def phrases(self, clause: Clause) -> list[Phrase]:
        """The phrases of the clause in order."""
        return [p for p in self.sentence.phrases if self.clause(p) is clause]

    def clause(self, phrase: Phrase) -> Clause | None:
        """The clause that the phrase stands in."""
        return self.sentence.clause_of.get(phrase.head)

    def is_joined(self, phrase: Phrase) -> bool:
        """ "Anna und Tom": one of several."""
        beside = {self.sentence.low(phrase.first - 1), self.sentence.low(phrase.last + 1)}
        return not beside.isdisjoint(self.lists["joining"])

    def follows_as(self, phrase: Phrase) -> bool:
        """Whether it is a role: "als Lehrer", "wie ein Lehrer"."""
        clause = self.clause(phrase)
        opens = clause is not None and clause.opener == phrase.first - 1
        return self.sentence.low(phrase.first - 1) in ("als", "wie") and not opens

    def is_genitive(self, phrase: Phrase) -> bool:
        """Whether it belongs to the noun before it."""
        cases = {case for _, case in phrase.cells}
        after = phrase.first - 1 in self.sentence.of and phrase.determiner >= 0
        return cases == {"gen"} or ("gen" in cases and after and cases != {"nom"})

    # --- sie

    def sie(self, index: int) -> Sie:
        """What "sie" is there: she, her (or them), they."""
        if index not in self._sie:
            self._sie[index] = ""
            self._sie[index] = self._read_sie(index, self.sentence.clause_of[index])
        return self._sie[index]

    def _read_sie(self, index: int, clause: Clause) -> Sie:
        sentence, before = self.sentence, self.sentence.low(index - 1)
        if sentence.low(index + 1) == "und" and sentence.low(index + 2).startswith("ihr"):
            return "she"  # "sie und ihre Familie"
        if clause.opener != index - 1 and (
            before in ("als", "wie", "statt") or sentence.kind(index - 1) == "preposition"
        ):
            hangs = "subordinator" in sentence.tables.classes.get(before, ())
            return "" if hangs or before == "statt" else "her"
        if clause.verb < 0 and any(map(sentence.is_infinitive, clause.words)):
            return "her"
        ahead = {sentence.low(i) for i in clause.words if i < index}
        if any(map(self.stands, clause.words)) or ahead & {"es", "sie"}:
            return "her"
        rivals = self.candidates(clause)
        if any(p.only_nominative for p in rivals):
            return "her"
        if clause.verb == clause.words[0] and self._shares(clause):
            return "her"  # "kam und sah sie"
        if clause.number not in ("sg", "pl"):
            return ""
        shown: Sie = "she" if clause.number == "sg" else "they"
        if clause.kind == "relative" and not clause.governed:
            return "her" if sentence.low(clause.opener) == "der" else ""
        if self.is_copula(clause):
            rivals = [p for p in rivals if p.determiner >= 0]
        if clause.kind == "main":  # "dass er kam, sie sah und lachte"; "Anna sah sie"
            near = index in (clause.words[0], clause.verb - 1, clause.verb + 1)
            object_ = not rivals or (rivals[0].last > index and self._is_object(rivals[0], clause))
            return shown if near and object_ else ""
        return "her" if any(p.last < index for p in rivals) and clause.kind == "sub" else shown

    def has_pronoun(self, clause: Clause) -> bool:
        """Whether a word that is no phrase is the subject: "sie", "jeder"."""
        sie = (i for i in clause.words if self.sentence.low(i) == "sie")
        return any(map(self.stands, clause.words)) or any(self.sie(i) in ("she", "they") for i in sie)

    def acts(self, phrase: Phrase) -> bool:
        """Whether the phrase names people, or what does what people do: "die Regierung"."""
        return phrase.person or self.sentence.text(phrase) in self.lists["doers"]

    def _is_object(self, phrase: Phrase, clause: Clause) -> bool:
        """Whether the phrase is rather done to, or said of her: a thing, or somebody of hers."""
        owned = self.sentence.determiner(phrase).startswith(("ihr", "ein"))
        return not self.acts(phrase) or (phrase.person and owned) or self.is_copula(clause)

    def is_human(self, clause: Clause) -> bool:
        """Whether the clause says what only people do."""
        return self._any(clause, "human")

    def _any(self, clause: Clause, name: str) -> bool:
        """Whether a word of the clause is one of the verbs whose stems are listed."""
        stems = tuple(self.lists[name])
        return any(
            self.sentence.tables.bare(self.sentence.low(i)).startswith(stems)
            for i in clause.words if i not in self.sentence.of
        )  # fmt: skip

    # --- the case of a phrase

    def tell_number(self, phrase: Phrase) -> None:
        """Bare nouns have the number of their verb."""
        clause, ahead = self.clause(phrase), self.sentence.words[max(0, phrase.first - 1)]
        owned = ahead.kind == "noun" and ahead.text.endswith(("s", "'", "’"))  # "Toms Lehrer"
        apart = phrase.governed >= 0 or self.follows_as(phrase) or owned
        of_them = phrase.cells & {("plural", "gen")}
        described = phrase.determiner >= 0 or phrase.adjectives
        if of_them and described and phrase.first - 1 in self.sentence.of and not owned:
            phrase.cells = of_them  # "die Daten britischer Minister"
        if clause is None or phrase.determiner >= 0 or apart:
            return
        copula = self.is_copula(clause)
        joined = self.is_joined(phrase) and clause.number == "pl"
        if joined and phrase.may("plural") and not phrase.plural:
            raise Unsure("number_undecided", self.sentence.text(phrase))
        if clause.number == "pl" or (not copula and not phrase.adjectives and clause.number):
            several = frozenset(cell for cell in phrase.cells if cell[0] == "plural")
            phrase.cells = several or phrase.cells  # "Skoda versorgt Fahrer"

    def case(self, phrase: Phrase, gender: str) -> str:
        """The case of a phrase, by its place where its forms do not tell it."""
        cases = {case for g, case in phrase.cells if g in (gender, "neuter", "plural")}
        clause, text = self.clause(phrase), self.sentence.text(phrase)
        before = self.sentence.low(phrase.governed)
        kinds = self.sentence.tables.classes.get(before, frozenset())
        if self.follows_as(phrase) and "nom" in cases:
            if self.sentence.low(phrase.first - 2) in self.lists["comparing"]:
                raise Unsure("case_undecided", text)
            return "nom"
        if "preposition_gen" in kinds and "gen" in cases:
            return "gen"
        if len(cases) > 1 and phrase.governed >= 0 and len(cases & {"dat", "acc"}) == 1:
            cases &= {"dat", "acc"}
        if len(cases) == 1 or clause is None:
            return min(cases)
        gives = self._any(clause, "dative")
        if not gives:  # "den Präsidenten" is one
            cases = {c for g, c in phrase.cells if g == gender and c in cases} or cases
            if len(cases) == 1:
                return min(cases)
        if cases <= {"dat", "gen"}:
            owner = self.sentence.of.get(phrase.first - 1)
            if self.sentence.low(phrase.first - 1) in self.lists["of_them"]:
                return "gen"
            some = self.sentence.determiner(phrase).startswith("ein")
            if gives and not some and owner and owner.governed < 0 and owner.may("neuter", "acc"):
                raise Unsure("case_undecided", text)
            return "gen" if owner else "dat"
        bare = phrase.determiner < 0 and not phrase.adjectives
        if "dat" in cases and bare and gives:
            return "dat"
        if "nom" not in cases and bare and gender == "male":
            return min(cases)  # hers has one form
        owner = phrase.last > phrase.head and self.sentence.low(phrase.last).endswith("s")
        if "nom" not in cases or owner:  # "Frau Schneiders"
            raise Unsure("case_undecided", text)
        return self._nominative_or_accusative(phrase, clause)

    def _nominative_or_accusative(self, phrase: Phrase, clause: Clause) -> str:
        lows = self.sentence.lows(clause)
        if lows & {"sein", "werden", "bleiben"} and (clause.verb < 0 or phrase.determiner < 0):
            return "nom"
        if clause.verb < 0 and not self._has_other_subject(phrase, clause):
            return "acc" if any(map(self.sentence.is_infinitive, clause.words)) else "nom"
        joined = self.is_joined(phrase) and clause.number == "pl"
        if self.is_copula(clause) or (joined and phrase.first < clause.verb):
            return "nom"
        there = "es" in lows and lows & {"gibt", "gab", "gäbe"}
        if there or clause.number == "you" or self._has_other_subject(phrase, clause):
            return "acc"
        if joined:
            return "nom"
        if clause.number == "pl" and not phrase.may("plural"):
            return "acc"
        rivals = self.candidates(clause, besides=phrase)
        if clause.kind == "relative" and not (clause.governed or rivals):
            opener = self.sentence.low(clause.opener)
            ahead = [p for p in self.sentence.phrases if p.last < clause.opener - 1]
            thing = ahead and not (self.acts(ahead[-1]) or self.sentence.is_name(ahead[-1].head))
            if opener in ("die", "das", "welche", "welches") and not thing:
                raise Unsure("case_undecided", self.sentence.text(phrase))
        if not rivals:
            return "acc" if clause.verb < phrase.first and self._shares(clause) else "nom"
        first = min(rivals, key=lambda p: p.first)
        if phrase.first < first.first:
            return "nom"
        if self.acts(first) or self.sentence.is_name(first.head):
            return "acc"
        raise Unsure("case_undecided", self.sentence.text(phrase))

    def _has_other_subject(self, phrase: Phrase, clause: Clause) -> bool:
        """Whether a pronoun, or a phrase that can be nothing else, is the subject."""
        opener = self.sentence.low(clause.opener) if clause.kind == "relative" else ""
        return (
            self.has_pronoun(clause)
            or any(p.only_nominative for p in self.candidates(clause, besides=phrase))
            or (opener == "der" and not clause.governed)
        )  # fmt: skip
