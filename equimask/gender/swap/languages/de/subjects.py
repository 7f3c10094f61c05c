"""Who is the subject of a clause, what "sie" is, and which case a woman's noun stands in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.sentence import Clause, Sentence

SHE, HER, THEY, UNKNOWN = "she", "her", "they", "unknown"


@dataclass(eq=False, frozen=True)
class Subject:
    """A pronoun or another word, or a phrase; neither where nobody is named."""

    word: int = -1
    phrase: Phrase | None = None

    def __bool__(self) -> bool:
        return self.word >= 0 or self.phrase is not None


NOBODY = Subject()


class Subjects:
    """Subjects by words and order alone."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.lists = sentence, sentence.lists
        self._found: dict[int, Subject] = {}

    def of(self, clause: Clause, depth: int = 4) -> Subject:
        """The subject of the clause, be it that of the one before."""
        key = id(clause)
        if key not in self._found:
            self._found[key] = self._find(clause, depth)
        return self._found[key]

    def _find(self, clause: Clause, depth: int) -> Subject:
        own = self.own(clause)
        if own or depth == 0 or clause.before is None:
            return own
        before = clause.before
        if clause.kind == "main" and clause.verb >= 0:
            while before.before is not None and before.kind != "main":
                before = before.before
        return self.of(before, depth - 1)

    def own(self, clause: Clause) -> Subject:
        """The subject that stands in the clause itself."""
        pronoun = self._pronoun(clause)
        if pronoun >= 0:
            return Subject(word=pronoun)
        if clause.verb < 0:
            return NOBODY
        if clause.kind == "relative" and self._relative_rules(clause):
            return Subject(word=clause.opener)
        if self._has_shared(clause):
            return NOBODY
        for phrase in self.candidates(clause):
            return Subject(phrase=phrase)
        for i in clause.words:  # "Die Mannschaft verlor, als sie ...": her or them, and no other
            if self.sentence.low(i) == "sie" and self.sie(i) in (SHE, THEY):
                return Subject(word=i)
        return NOBODY

    def _pronoun(self, clause: Clause) -> int:
        sentence = self.sentence
        for i in clause.words:
            word = sentence.words[i]
            if i in sentence.of:
                continue
            if self.stands(i):
                return i
            if word.low == "sie" and self.sie(i) in (SHE, THEY):
                return i
        return -1

    def _relative_rules(self, clause: Clause) -> bool:
        """Whether the relative pronoun is the subject."""
        low = self.sentence.low(clause.opener)
        if self.sentence.words[clause.words[0]].kind == "preposition":
            return False
        return low in ("der", "welcher") or (
            low in ("die", "das", "welche", "welches") and not any(self.candidates(clause))
            and not any(self.sentence.low(i) == "sie" for i in clause.words)
        )  # fmt: skip

    def candidates(self, clause: Clause, *, besides: Phrase | None = None) -> list[Phrase]:
        """The phrases of the clause that may be its subject, sure ones first."""
        found = []
        for phrase in self.phrases(clause):
            if phrase is besides or not phrase.nominative or self.is_genitive(phrase):
                continue
            head = self.sentence.words[phrase.head]
            if head.text in self.lists["time"] or self.follows_as(phrase):
                continue
            if clause.number == "sg" and all(g == "plural" for g, _ in phrase.cells):
                continue
            joined = self.is_joined(phrase)
            if clause.number == "pl" and not joined and not phrase.may("plural", "nom"):
                continue
            found.append(phrase)
        if self.sentence.low(clause.verb) in self.lists["copulas"]:
            return found
        return sorted(found, key=lambda p: not p.only_nominative)

    def stands(self, index: int) -> bool:
        """Whether a word that is no phrase is a subject: "jeder", "er", "wir"."""
        word = self.sentence.words[index]
        if index in self.sentence.of:
            return False
        if word.low == "er" or word.kind == "speaker":
            return True
        return word.kind == "determiner" and (
            word.low in ("alle", "viele", "einige", "beide", "manche", "andere", "mehrere")
            or (word.low.endswith("er") and word.low not in ("der", "einer", "ihrer", "seiner"))
        )  # fmt: skip

    def phrases(self, clause: Clause) -> list[Phrase]:
        """The phrases of the clause in order."""
        words = set(clause.words)
        return [p for p in self.sentence.phrases if p.head in words]

    def is_joined(self, phrase: Phrase) -> bool:
        """ "Anna und Tom": one of several."""
        sentence = self.sentence
        before, after = sentence.low(phrase.first - 1), sentence.low(phrase.last + 1)
        return "und" in (before, after) or "sowie" in (before, after) or "oder" in (before, after)

    def follows_as(self, phrase: Phrase) -> bool:
        """Whether it is a role: "als Lehrer", "wie ein Lehrer"."""
        low = self.sentence.low(phrase.first - 1)
        if low not in ("als", "wie"):
            return False
        clause = self.sentence.clause_of.get(phrase.head)
        return clause is None or clause.opener != phrase.first - 1

    def is_genitive(self, phrase: Phrase) -> bool:
        """Whether it belongs to the noun before it."""
        if not any(case == "gen" for _, case in phrase.cells):
            return False
        if all(case == "gen" for _, case in phrase.cells):
            return True
        before = self.sentence.of.get(phrase.first - 1)
        return before is not None and phrase.determiner >= 0 and not phrase.only_nominative

    # --- sie

    @cached_property
    def _sie(self) -> dict[int, str]:
        return {}

    def sie(self, index: int) -> str:
        """What "sie" is there: she, her (or them), they, or nobody can tell."""
        if index not in self._sie:
            self._sie[index] = UNKNOWN
            self._sie[index] = self._read_sie(index)
        return self._sie[index]

    def _read_sie(self, index: int) -> str:
        sentence = self.sentence
        clause = sentence.clause_of.get(index)
        word = sentence.words[index]
        before = sentence.word(index - 1)
        family = sentence.of.get(index + 2)
        if (
            sentence.low(index + 1) == "und"
            and family is not None
            and (sentence.low(family.determiner).startswith("ihr") and family.determiner >= 0)
        ):
            return SHE  # "sie und ihre Familie"
        if clause is None or (before is not None and before.low in ("als", "wie", "statt")
                              and clause.opener != index - 1):  # fmt: skip
            return UNKNOWN
        if before is not None and before.kind == "preposition" and clause.opener != index - 1:
            return HER if "subordinator" not in sentence.tables.classes[before.low] else UNKNOWN
        if clause.verb < 0:
            return HER if any(map(sentence.is_infinitive, clause.words)) else UNKNOWN
        first = clause.words[0]
        if clause.verb == first and sentence.low(first - 1) in ("und", "oder", "aber", "sondern"):
            return HER if clause.number == "sg" else UNKNOWN  # "kam und sah sie"
        others = [i for i in clause.words if i != index and self.stands(i)]
        if others or any(sentence.low(i) == "es" for i in clause.words if i < index):
            return HER
        listed = [i for i in clause.words if i > index and sentence.words[i].kind == "coordinator"]
        if clause.number == "sg" and any(sentence.words[i - 1].number == "pl" for i in listed):
            return UNKNOWN
        if any(sentence.low(i) == "sie" for i in clause.words if i < index):
            return HER
        if not clause.number:
            return UNKNOWN
        if clause.number == "pl" and word.text[0].isupper():
            return THEY
        rival = [p for p in self.candidates(clause) if self._may_rule(p, clause)]
        sure = [p for p in rival if p.only_nominative]
        if sure:
            return HER
        opener = clause.opener
        if clause.kind == "relative" and opener >= 0:
            ruled = sentence.words[opener - 1].kind == "preposition"
            low = sentence.low(opener)
            if low == "der" and not ruled:
                return HER
            if low in ("die", "das") and not ruled:
                return self._beside_relative(clause)
        ahead = [p for p in rival if p.last < index]
        if ahead and clause.kind != "relative":
            return UNKNOWN if clause.kind == "main" else HER
        if index > clause.verb + 1 and clause.kind == "main" and rival:
            return UNKNOWN
        said = index == clause.words[0] and sentence.low(clause.verb) in self.lists["copulas"]
        if clause.kind == "main" and rival and not said and not self._is_object_like(rival[0]):
            return UNKNOWN
        return SHE if clause.number == "sg" else THEY

    def _beside_relative(self, clause: Clause) -> str:
        """ "das Buch, das sie schrieb": who does it?"""
        sentence = self.sentence
        phrase = next((p for p in reversed(sentence.phrases) if p.last < clause.opener - 1), None)
        if phrase is None:
            return UNKNOWN
        if all(g == "plural" for g, _ in phrase.cells) and clause.number == "sg":
            return SHE
        if not phrase.may("plural") and clause.number == "pl":
            return THEY
        thing = not (phrase.person or sentence.is_name(phrase.head))
        head = sentence.words[phrase.head].text
        if thing and head not in self.lists["doers"] and not self._affects(clause):
            human = tuple(self.lists["human"])
            if any(sentence.low(i).removeprefix("ge").startswith(human) for i in clause.words):
                return SHE if clause.number == "sg" else UNKNOWN
        return UNKNOWN

    def _may_rule(self, phrase: Phrase, clause: Clause) -> bool:
        """Whether the phrase could be the subject beside "sie"."""
        verb = self.sentence.low(clause.verb)
        return not (verb in self.lists["copulas"] and phrase.determiner < 0)

    def _is_object_like(self, phrase: Phrase) -> bool:
        """Whether the phrase is rather done to: a thing, or somebody of hers."""
        if phrase.person:
            determiner = self.sentence.low(phrase.determiner) if phrase.determiner >= 0 else ""
            return determiner.startswith(("ihr", "ein"))
        head = self.sentence.words[phrase.head].text
        return head not in self.lists["doers"]

    def _affects(self, clause: Clause) -> bool:
        return any(
            self.sentence.low(i).startswith(tuple(self.lists["affecting"])) for i in clause.words
        )

    def tell_number(self, phrase: Phrase) -> None:
        """Bare nouns have the number of their verb."""
        clause = self.sentence.clause_of.get(phrase.head)
        if clause is None:
            return
        owner = self.sentence.word(phrase.first - 1)
        if (
            phrase.determiner < 0
            and owner is not None
            and owner.kind == "noun"
            and (owner.text.endswith(("s", "'", "’")))
        ):  # "Toms Lehrer"
            return
        theirs = frozenset(c for c in phrase.cells if c == ("plural", "gen"))
        if (
            theirs
            and (phrase.determiner >= 0 or phrase.adjectives)
            and self.sentence.of.get(phrase.first - 1) is not None
        ):
            if clause.verb < 0 or self.candidates(clause, besides=phrase):
                phrase.cells = theirs
            return
        if clause.number not in ("sg", "pl") or phrase.determiner >= 0:
            return
        if phrase.governed >= 0 or self.follows_as(phrase):
            return
        if self.is_joined(phrase) and clause.number == "pl":
            if phrase.may("plural") and any(g != "plural" for g, _ in phrase.cells):
                raise Unsure("number_undecided", self.sentence.words[phrase.head].text)
            return
        if (
            not phrase.adjectives
            and phrase.may("plural")
            and (self.sentence.low(clause.verb) not in self.lists["copulas"])
        ):  # "Skoda versorgt Fahrer"
            phrase.cells = frozenset(c for c in phrase.cells if c[0] == "plural")
            return
        if clause.number == "pl":
            phrase.cells = frozenset(c for c in phrase.cells if c[0] == "plural") or phrase.cells

    # --- the case of a noun

    def case(self, phrase: Phrase, gender: str) -> str:
        """The case of a phrase whose forms do not tell it."""
        cases = {case for g, case in phrase.cells if g in (gender, "neuter", "plural")}
        here = self.sentence.clause_of.get(phrase.head)
        if self.follows_as(phrase) and "nom" in cases:
            if self.sentence.low(phrase.first - 2) in ("mehr", "lieber", "besser", "öfter"):
                raise Unsure("case_undecided", self.sentence.words[phrase.head].text)
            return "nom"
        if "dat" in cases and phrase.determiner < 0 and here is not None and phrase.governed < 0:
            dative = tuple(self.lists["dative"])
            if any(self.sentence.low(i).startswith(dative) for i in here.words):
                return "dat"
        before = self.sentence.word(phrase.governed)
        if before is not None and before.kind == "preposition":
            kinds = self.sentence.tables.classes.get(before.low, frozenset())
            if "preposition_gen" in kinds and "gen" in cases:
                return "gen"
            if len(cases & {"dat", "acc"}) == 1:
                return (cases & {"dat", "acc"}).pop()
        if (
            phrase.last > phrase.head
            and self.sentence.low(phrase.last).endswith("s")
            and "gen" in cases
            and self.sentence.of.get(phrase.last + 1) is not None
        ):
            neutral = any(w.low in ("das", "es", "dies") for w in self.sentence.words)
            if (
                here is not None
                and self.sentence.low(here.verb) in self.lists["copulas"]
                and not neutral
            ):
                raise Unsure("case_undecided", self.sentence.words[phrase.last].text)
            return "gen"
        if len(cases) == 1:
            return cases.pop()
        if (
            gender == "male"
            and "nom" not in cases
            and phrase.determiner < 0
            and not phrase.adjectives
        ):
            return min(cases)
        if cases <= {"dat", "gen"}:
            return self._dative_or_genitive(phrase)
        if cases <= {"nom", "acc"} or "nom" in cases:
            return self._nominative_or_accusative(phrase)
        raise Unsure("case_undecided", self.sentence.words[phrase.head].text)

    def _dative_or_genitive(self, phrase: Phrase) -> str:
        sentence = self.sentence
        owner = sentence.of.get(phrase.first - 1)
        clause = sentence.clause_of.get(phrase.head)
        words = clause.words if clause is not None else []
        giving = any(sentence.low(i).startswith(tuple(self.lists["giving"])) for i in words)
        if owner is None:
            head = sentence.low(phrase.first - 1)
            if head in self.lists["of_them"]:
                return "gen"
            return "dat"
        some = (
            sentence.low(phrase.determiner).startswith("ein") if phrase.determiner >= 0 else False
        )
        if giving and not some and owner.governed < 0 and any(c == "acc" for _, c in owner.cells):
            raise Unsure("case_undecided", sentence.words[phrase.head].text)
        return "gen"

    def _nominative_or_accusative(self, phrase: Phrase) -> str:
        sentence, text = self.sentence, self.sentence.words[phrase.head].text
        clause = sentence.clause_of.get(phrase.head)
        if clause is None:
            return "nom"
        words = clause.words
        if self.is_joined(phrase) and clause.number == "pl" and phrase.first < clause.verb:
            return "nom"
        if sentence.low(clause.verb) in self.lists["copulas"]:
            return "nom"
        if any(map(self.stands, words)):
            said = {"sein", "werden", "bleiben"} & {sentence.low(i) for i in words}
            return "nom" if said and phrase.determiner < 0 else "acc"
        if clause.number == "you":
            return "acc"
        if clause.verb < 0:
            if {"werden", "sein", "bleiben"} & {sentence.low(i) for i in words}:
                return "nom"
            return "acc" if any(map(sentence.is_infinitive, words)) else "nom"
        verb = sentence.low(clause.verb)
        others = [i for i in words if self.stands(i)]
        if verb in self.lists["copulas"] and clause.number:
            return "nom"
        if others:
            return "acc"
        if any(sentence.low(i) == "es" for i in words) and verb in ("gibt", "gab", "gäbe"):
            return "acc"
        if sentence.low(phrase.first - 1) in (
            "für",
            "sowohl",
            "weder",
        ) and "für" not in sentence.low(phrase.first - 1):
            return "nom"
        sies = [i for i in words if sentence.low(i) == "sie"]
        if sies and self.sie(sies[0]) in (SHE, THEY):
            return "acc"
        rivals = self.candidates(clause, besides=phrase)
        if any(p.only_nominative for p in rivals):
            return "acc"
        if self.is_joined(phrase) and clause.number == "pl":
            return "nom"
        if clause.number == "pl" and not phrase.may("plural") and not self.is_joined(phrase):
            return "acc"
        if clause.kind == "relative":
            low = sentence.low(clause.opener)
            ruled = sentence.words[clause.words[0]].kind == "preposition"
            if low == "der" and not ruled:
                return "acc"
            if low in ("den", "dem", "dessen", "deren", "denen") or ruled:
                return "nom" if not rivals else self._first(phrase, rivals)
            one = next((p for p in reversed(sentence.phrases) if p.last < clause.opener - 1), None)
            if (
                one is not None
                and not one.person
                and not sentence.is_name(one.head)
                and sentence.words[one.head].text not in self.lists["doers"]
            ):
                return "nom"
            raise Unsure("case_undecided", text)
        if not rivals:
            shared = (
                clause.kind == "main" and clause.verb < phrase.first and self._has_shared(clause)
            )
            return "acc" if shared else "nom"
        return self._first(phrase, rivals)

    def _has_shared(self, clause: Clause) -> bool:
        """ "Tom kam herein und sah die Königin": the subject stands before."""
        first = clause.words[0]
        before = self.sentence.low(first - 1)
        return clause.verb == first and before in ("und", "oder", "aber", "sondern") and bool(
            clause.before and self.of(clause.before)
        )  # fmt: skip

    def _first(self, phrase: Phrase, rivals: list[Phrase]) -> str:
        """By the order: who comes first does it, unless that is a thing before its verb."""
        first = min(rivals, key=lambda p: p.first)
        if phrase.first < first.first:
            return "nom"
        head = self.sentence.words[first.head]
        living = first.person or head.text in self.lists["doers"]
        if living or self.sentence.is_name(first.head):
            return "acc"
        raise Unsure("case_undecided", self.sentence.words[phrase.head].text)
