"""The person of a German sentence: which phrases and pronouns speak of them, and whose the rest is.

A swap stands only if every word that shows the gender has an owner: the person, or somebody or
something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.sentence import Clause, Phrase, Sentence
from equimask.gender.swap.languages.de.subjects import HER, SHE, UNKNOWN, Subject, Subjects

_PRONOUNS = {"male": {"er": "nom", "ihn": "acc", "ihm": "dat"}, "female": {"ihr": "dat"}}
_STEM = {"male": "sein", "female": "ihr"}
_POSSESSIVE_ENDINGS = frozenset({"", "e", "en", "em", "er", "es"})
# Whom or what a possessive may belong to besides.
OWNERS = {"male": ("male", "neuter"), "female": ("female", "plural")}
_ORDINAL = ("erst", "letzt", "einzig", "zweit", "dritt", "jüngst", "ältest")


def is_possessive(low: str, gender: str) -> bool:
    """Whether the word is a form of "sein" or "ihr"."""
    stem = _STEM[gender]
    return low.startswith(stem) and low[len(stem) :] in _POSSESSIVE_ENDINGS


class Person:
    """One sentence and its person; `own` are the phrases, `pronouns` the words with their case."""

    def __init__(self, sentence: Sentence, subjects: Subjects, gender: str, main: Phrase | None):
        self.sentence, self.subjects, self.gender = sentence, subjects, gender
        self.lists, self.words = sentence.lists, sentence.words
        self.main = main
        self.own: list[Phrase] = [main] if main is not None else []
        self.pronouns: dict[int, str] = {}  # index: case, or "possessive"
        self.ones: list[int] = []  # "einer der ..."
        self.plural = main is not None and all(g == "plural" for g, _ in main.cells)
        self._shown: set[int] = set()

    # --- words

    def settle(self) -> None:
        """Give every word that shows the gender an owner, or raise `Unsure`."""
        one = self._one_of_main()
        if one >= 0:
            self.ones.append(one)
        if not self.plural or one >= 0:
            self._find_pronouns()
        if self.main is not None and self.main.may("neuter") and self.gender == "female":
            for word in self.words:
                if word.low == "es":
                    raise Unsure("pronoun_reference", word.text)
        self._find_roles()
        for index, case in sorted(self.pronouns.items()):
            self._check_pronoun(index, case)
        self._check_others()

    def _one_of_main(self) -> int:
        """ "eine der Königinnen"."""
        at = self.main.first - 1 if self.main is not None and self.plural else -1
        if at < 0 or self.sentence.low(self.main.first) != "der":  # type: ignore[union-attr]
            return -1
        return at if self._may_be(self.sentence.low(at)) else -1

    def _find_pronouns(self) -> None:
        for word in self.words:
            i = word.index
            if word.kind == "noun" and not self.sentence.opens(i):
                continue
            if is_possessive(word.low, self.gender) and word.kind == "determiner" and i in self.sentence.of:
                phrase = self.sentence.of[i]
                if phrase is self.main or self._is_polite(word.index):
                    continue
                if phrase.determiner == i:
                    self.pronouns[i] = "possessive"
                continue
            if i in self.sentence.of and word.kind != "personal":
                continue
            case = _PRONOUNS[self.gender].get(word.low)
            if word.low == "ihr" and self._is_you(i):
                continue
            after = self.sentence.word(i + 1)
            if word.low == "ihr" and after is not None and after.kind == "noun":
                raise Unsure("pronoun_reference", word.text)
            if case:
                self.pronouns[i] = case
            elif word.low == "sie" and self.gender == "female":
                read = self.subjects.sie(i)
                if read == UNKNOWN:
                    raise Unsure("ambiguous_word", word.text)
                if read == SHE:
                    self.pronouns[i] = "nom"
                elif read == HER:
                    self.pronouns[i] = "acc"
            elif is_possessive(word.low, self.gender) and word.low not in ("sein", "ihr"):
                raise Unsure("pronoun_reference", word.text)

    def _is_polite(self, index: int) -> bool:
        word = self.words[index]
        return word.text[0].isupper() and not self.sentence.opens(index)

    def _is_you(self, index: int) -> bool:
        """ "ihr" with a verb in the second person."""
        near = [self.words[i] for i in (index - 1, index + 1) if 0 <= i < len(self.words)]
        if any(word.number == "you" for word in near):
            return True
        return any(
            self.sentence.low(i).endswith("t") and not self.sentence.words[i].sure
            and self.sentence.low(i) not in ("nicht",) and self.words[i].kind == "lower"
            and not self.sentence.tables.is_participle(self.sentence.low(i))
            for i in (index - 1, index + 1) if 0 <= i < len(self.words)
        )  # fmt: skip

    # --- roles

    def belongs(self, subject: Subject) -> bool:
        """Whether the subject is the person."""
        if subject.phrase is not None:
            return any(subject.phrase is one for one in self.own)
        if subject.word < 0:
            return False
        if self.pronouns.get(subject.word) == "nom":
            return True
        if self.words[subject.word].kind == "relative":
            one = self.antecedent(subject.word)
            return one is not None and any(one is own for own in self.own)
        return False

    def antecedent(self, relative: int) -> Phrase | None:
        """The phrase before the comma of a relative pronoun."""
        comma = relative - 1
        if comma >= 0 and self.words[comma].kind == "preposition":
            comma -= 1
        if comma < 1 or self.words[comma].text != ",":
            return None
        genders = {
            f[0] for forms in self.sentence.tables.paradigms["relative"]
            for f in forms.readings(self.sentence.low(relative))
        }  # fmt: skip
        nearest = self.sentence.of.get(comma - 1)
        if nearest is not None and any(nearest.may(g) for g in genders) and (
            nearest.governed < 0 or not self._is_rivalled(nearest, comma, genders)
        ):
            return nearest
        clause = self.sentence.clause_of.get(comma - 1)
        fitting = [
            p for p in self.sentence.phrases
            if p.last < comma and clause is not None and p.head in clause.words
            and any(p.may(g) for g in genders)
        ]  # fmt: skip
        if not fitting:
            return None
        if len(fitting) > 1 and any(p is own for p in fitting for own in self.own):
            raise Unsure("pronoun_reference", self.words[relative].text)
        return fitting[-1]

    def _is_rivalled(self, nearest: Phrase, comma: int, genders: set[str]) -> bool:
        """ "der Mann mit dem Hut, der": whether the noun before it fits as well."""
        before = self.sentence.of.get(nearest.governed - 1)
        return before is not None and any(before is own for own in self.own) and any(
            before.may(g) for g in genders
        )  # fmt: skip

    def _find_roles(self) -> None:
        for _ in range(3):
            before = len(self.own) + len(self.ones)
            for phrase in self.sentence.phrases:
                if not any(phrase is one for one in self.own) and self._is_own(phrase):
                    self.own.append(phrase)
            if len(self.own) + len(self.ones) == before:
                return

    def people(self, phrase: Phrase, gender: str = "") -> bool:
        """Whether a noun for one person of that gender (the person's) heads the phrase."""
        gender = gender or self.gender
        if phrase.pairs:
            low = self.words[phrase.head].low
            return any(p.side(gender).lower() == low for p in phrase.pairs)  # type: ignore[arg-type]
        if not any(reading.gender == gender for reading in phrase.people):
            return False
        if all(reading.role.declension == "adj" for reading in phrase.people):
            return phrase.may(gender)
        return True

    def _is_own(self, phrase: Phrase) -> bool:
        sentence, words = self.sentence, self.words
        headless = words[phrase.head].kind != "noun"
        role = self.people(phrase) or (headless and phrase.may(self.gender))
        clause = sentence.clause_of.get(phrase.head)
        before = sentence.low(phrase.first - 1)
        number = "plural" if self.plural else self.gender
        if role and not any(g in (number, "neuter") for g, _ in phrase.cells):
            return False
        if self._is_listed_on(phrase):
            return role
        if clause is None:
            return False
        subject = self.subjects.of(clause)
        contracted = sentence.low(phrase.determiner) if phrase.determiner >= 0 else ""
        if contracted in ("zum", "zur") or (before == "zu" and phrase.determiner >= 0):
            if not any(sentence.low(i) in self.lists["becoming"] for i in clause.words):
                return False
            if not role and self.main is None and self.belongs(subject):
                known = sentence.tables.known_noun(words[phrase.head].low)
                if known not in ("", "c"):
                    raise Unsure("ambiguous_word", words[phrase.head].text)
            return role and self._is_of(subject, clause, phrase)
        if before in ("als", "wie") and self.subjects.follows_as(phrase):
            return self._is_role(phrase, clause, subject, role=role)
        if phrase.governed < 0 and self._is_genitive_apposition(phrase):
            raise Unsure("apposition", words[phrase.head].text)
        if phrase.governed >= 0 or self.subjects.is_genitive(phrase):
            if role and self._names_role(phrase):
                raise Unsure("role", words[phrase.head].text)
            return False
        if self._is_apposed(phrase):
            if not role:
                if phrase.determiner >= 0 and phrase.may(self.gender) and not (
                    sentence.tables.known_noun(words[phrase.head].low)
                ):
                    raise Unsure("apposition", words[phrase.head].text)
                return False
            after = sentence.word(phrase.last + 1)
            if after is None or after.kind == "mark" or phrase.cells:
                return True
        if not self._is_predicate(phrase, clause, subject):
            return role and self._goes_on(phrase, clause, subject)
        return self._is_said(phrase, role=role)

    def _goes_on(self, phrase: Phrase, clause: Clause, subject: Subject) -> bool:
        """ "Er war Abgeordneter, von 1990 bis 1998 Minister": what is said without a verb."""
        if clause.verb >= 0 or clause.before is None or phrase.determiner >= 0:
            return False
        before = clause.before
        while before.verb < 0 and before.before is not None:
            before = before.before
        return self.belongs(subject) and self.sentence.low(before.verb) in self.lists["copulas"]

    def _is_said(self, phrase: Phrase, *, role: bool) -> bool:
        """Whether a predicate noun changes; raises where nobody knows the noun."""
        head = self.words[phrase.head]
        if role:
            if head.text in self.lists["nobles"]:
                raise Unsure("title", head.text)
            return True
        known = self.sentence.tables
        if head.text in self.lists["time"] or known.is_neutral(head.text):
            return False
        number = "plural" if self.plural else self.gender
        fits = phrase.may(number, "nom") and (phrase.determiner >= 0 or phrase.adjectives or True)
        bare = phrase.determiner < 0 and not phrase.adjectives
        if self.gender == "female" and head.low.endswith("in") and head.kind == "noun":
            raise Unsure("predicate_noun", head.text)
        if known.known_noun(head.low) and (bare or phrase.determiner < 0):
            return False
        if known.known_noun(head.low) and self.main is None:
            raise Unsure("ambiguous_word", head.text)  # what it is said of is a thing
        if fits and not (bare and self._stands_off(phrase)):
            raise Unsure("predicate_noun", head.text)
        return False

    def _stands_off(self, phrase: Phrase) -> bool:
        """A name, or a noun of a known other gender, that says nothing of the person."""
        head = self.words[phrase.head]
        return len(self.sentence.tables.genders(head.text)) == 1 and self.gender == "female"

    def _is_predicate(self, phrase: Phrase, clause: Clause, subject: Subject) -> bool:
        words = [self.sentence.low(i) for i in clause.words if i not in self.sentence.of]
        if clause.verb < 0 and not ({"werden", "sein"} & set(words)):
            return False
        if not self.belongs(subject) or subject.phrase is phrase:
            return False
        if not any(case == "nom" for _, case in phrase.cells):
            return False
        verb = self.sentence.low(clause.verb)
        if verb not in self.lists["copulas"] and not (set(words) & {"werden", "sein", "bleiben"}):
            return False
        if verb in ("wurde", "wurden", "wird") and phrase.first > 0 and self._is_passive(words):
            return phrase.determiner < 0 and bool(phrase.person)
        return True

    def _is_passive(self, words: list[str]) -> bool:
        return any(
            self.sentence.tables.is_participle(low) or low.endswith(("iert", "t")) for low in words
            if low not in ("nicht", "sofort", "erst", "jetzt", "selbst", "dort", "bereits")
            and low not in self.lists["copulas"] and "adverb" not in self.sentence.tables.classes.get(low, ())
        )  # fmt: skip

    def _is_of(self, subject: Subject, clause: Clause, phrase: Phrase) -> bool:
        """Whether a role speaks of the person, who is subject or object of the clause."""
        here = [i for i in self.pronouns if i in set(clause.words)]
        objects = [i for i in here if self.pronouns[i] in ("acc", "dat")]
        if self.belongs(subject):
            if objects:
                raise Unsure("role", self.words[phrase.head].text)
            return True
        if objects or any(one.head in clause.words for one in self.own):
            return True
        if subject.phrase is not None and self.sentence.is_name(subject.phrase.head):
            return self._only_name(subject.phrase)
        if subject.phrase is None and subject.word < 0:
            raise Unsure("role", self.words[phrase.head].text)
        return False

    def _only_name(self, phrase: Phrase) -> bool:
        """Whether the name is the only one that stands free, so that the pronouns mean it."""
        free = [
            p for p in self.sentence.phrases
            if p is not phrase and p.governed < 0 and p.determiner < 0
            and self.sentence.is_name(p.head) and self.words[p.head].text != self.words[phrase.head].text
        ]  # fmt: skip
        if free:
            raise Unsure("name_as_antecedent", self.words[phrase.head].text)
        return True

    def _is_role(self, phrase: Phrase, clause: Clause, subject: Subject, *, role: bool) -> bool:
        """ "arbeitet als Lehrer", "seine Rolle als Vater"."""
        head = self.words[phrase.head]
        owner = self.sentence.of.get(phrase.first - 2)
        of_person = owner is not None and self.pronouns.get(owner.determiner) == "possessive"
        of_person |= subject.phrase is not None and self._is_of_person(subject.phrase)
        if not role:
            known = self.sentence.tables
            if known.is_neutral(head.text) or known.known_noun(head.low) in ("f", "n", "m", "p"):
                return False
            number = "plural" if self.plural else self.gender
            if phrase.may(number) and phrase.determiner < 0 and (of_person or self.belongs(subject)):
                if not (self.gender == "female" and self._stands_off(phrase)) or head.low.endswith("in"):
                    raise Unsure("role", head.text)
            return False
        if head.text in self.lists["nobles"]:
            raise Unsure("title", head.text)
        if self.sentence.low(phrase.first - 1) == "wie":
            if self.belongs(subject):
                raise Unsure("role", head.text)
            return False
        definite = phrase.determiner >= 0 and not self.words[phrase.determiner].low.startswith("ein")
        ordinal = any(self.words[i].low.startswith(_ORDINAL) for i in phrase.adjectives)
        if of_person:
            return True
        if definite and not ordinal:
            if self.belongs(subject):
                raise Unsure("role", head.text)
            return False
        if any(self.words[i].low in ("mehr", "anders", "lieber", "eher", "andere") or (
            self.words[i].low.endswith("er") and self.words[i].kind == "lower" and i not in self.sentence.of
        ) for i in range(max(0, phrase.first - 4), phrase.first - 1)):  # fmt: skip
            raise Unsure("role", head.text)
        return self._is_of(subject, clause, phrase)

    def _names_role(self, phrase: Phrase) -> bool:
        """ "die Rolle der Königin", "der Titel eines Herzogs": of whom is it said?"""
        before = self.sentence.of.get(phrase.first - 1)
        if before is None:
            return False
        head = self.words[before.head].text
        return any(head.lower().endswith(r.lower()) for r in self.lists["roles"])

    def _is_listed_on(self, phrase: Phrase) -> bool:
        """ "Sänger, Dichter und Maler": after one that is the person's."""
        at = phrase.first - 1
        if self.sentence.low(at) in ("sondern", "auch"):
            return False
        if self.sentence.low(at) not in (",", "und", "oder", "sowie"):
            return False
        one = self.sentence.of.get(at - 1)
        if one is None or not any(one is own for own in self.own) or one is self.main:
            return False
        clause = self.sentence.clause_of.get(phrase.head)
        verb_first = self.sentence.word(phrase.last + 1)
        if verb_first is not None and verb_first.sure and clause is not None:
            return False
        if one.determiner >= 0 and phrase.determiner < 0 and phrase.adjectives:
            return True
        return (one.determiner >= 0) == (phrase.determiner >= 0) or phrase.determiner < 0

    def _is_apposed(self, phrase: Phrase) -> bool:
        """ "die Königin, eine Tochter des Kaisers,"."""
        at = phrase.first - 1
        while at >= 0 and self.words[at].kind == "adverb":
            at -= 1
        if at < 1 or self.words[at].text != ",":
            return False
        one = self.sentence.of.get(at - 1)
        if one is None:
            return False
        if not any(one is own for own in self.own):
            return False
        after = self.sentence.word(phrase.last + 1)
        if phrase.determiner >= 0 and not self.words[phrase.determiner].low.startswith("ein"):
            definite = self.words[phrase.determiner].low
            if definite.startswith(_STEM["male"]) or definite.startswith(_STEM["female"]):
                return False
        return after is None or after.kind in ("mark", "preposition", "contraction", "determiner")

    def _is_genitive_apposition(self, phrase: Phrase) -> bool:
        """ "des mächtigsten Mannes, des Prätors"."""
        one = self.sentence.of.get(phrase.first - 2)
        if one is None or self.sentence.low(phrase.first - 1) != "," or phrase.determiner < 0:
            return False
        if not any(one is own for own in self.own) or self.people(phrase):
            return False
        known = self.sentence.tables.known_noun(self.words[phrase.head].low)
        after = self.sentence.word(phrase.last + 1)
        oblique = {c for c in phrase.cells & one.cells if c[1] != "nom"}
        return bool(oblique) and not known and (after is None or after.kind != "lower")

    # --- pronouns

    def rivals(
        self, index: int, genders: tuple[str, ...], *, objects: bool = True,
        possessive: bool = False, hidden: bool = False,
    ) -> Iterator[Phrase]:
        """The phrases before the word that a pronoun of these genders may stand for."""
        for phrase in self.sentence.phrases:
            if phrase.last >= index:
                return
            head = self.words[phrase.head]
            if any(phrase is one for one in self.own) or head.text in self.lists["time"]:
                continue
            here = self.sentence.clause_of.get(phrase.head)
            if phrase.governed >= 0 or self.subjects.is_genitive(phrase):
                if not hidden or here is self.sentence.clause_of.get(index):
                    continue
                if self.subjects.of(here) if here is not None else False:
                    if phrase.person or not self._is_open(here, index):
                        continue
            if self.pronouns.get(phrase.determiner) == "possessive" and not (
                phrase.person
            ):
                continue
            if not objects and (not phrase.nominative or self._is_object(phrase)):
                continue
            if self.sentence.is_name(phrase.head) and phrase.determiner < 0:
                if not ("plural" in genders and self.subjects.is_joined(phrase)):
                    continue
            if self.subjects.follows_as(phrase):
                continue
            if here is not None and here is self.sentence.clause_of.get(index):
                if not possessive and self.subjects.of(here).phrase is phrase:
                    continue  # it would be "sich"
            cells = [g for g, _ in phrase.cells]
            if any(g in cells for g in genders):
                yield phrase

    def _is_open(self, clause: Clause | None, index: int) -> bool:
        """Whether what is within a clause may be spoken of in the clause that hangs on it."""
        later = self.sentence.clause_of.get(index)
        return later is not None and later.kind != "main" and clause is later.before

    def _is_object(self, phrase: Phrase) -> bool:
        """Whether the person does something to what the phrase names."""
        clause = self.sentence.clause_of.get(phrase.head)
        if clause is None or phrase.person:
            return False
        return self.belongs(self.subjects.of(clause))

    def _check_pronoun(self, index: int, case: str) -> None:
        word = self.words[index]
        clause = self.sentence.clause_of.get(index)
        if clause is None:
            raise Unsure("pronoun_reference", word.text)
        subject = self.subjects.of(clause)
        if case == "possessive":
            self._check_possessive(index, clause, subject)
            return
        same = [i for i in self.pronouns if self.sentence.clause_of.get(i) is clause]
        nominative = [i for i in same if self.pronouns[i] == "nom"]
        if case in ("acc", "dat"):
            if self.belongs(subject) and self._shares(index, subject):
                raise Unsure("case_undecided", word.text)
            genders = {"acc": (self.gender,), "dat": OWNERS[self.gender][: 2 if self.gender == "male" else 1]}
            asked = genders[case]
            if word.low == "sie":
                asked = ("female", "plural")
                if not self._is_shown(index):
                    raise Unsure("ambiguous_word", word.text)
            earlier = case == "dat" and self._is_named_before(index)
            for rival in self.rivals(index, asked, objects=not earlier):
                raise Unsure("pronoun_reference", self.words[rival.head].text)
            return
        if len(nominative) > 1 and nominative[0] != index and clause.kind != "main":
            raise Unsure("pronoun_reference", word.text)
        earlier = self._is_named_before(index)
        self._check_anybody(index)
        for rival in self.rivals(index, (self.gender,), objects=not earlier, hidden=not earlier):
            if self.words[rival.head].text in self.lists["events"]:
                continue
            if self._may_be_thing(rival) and self._is_human(clause):
                continue
            raise Unsure("pronoun_reference", self.words[rival.head].text)

    def _check_anybody(self, index: int) -> None:
        """ "Wer das tut, weiß, was er tut"."""
        for word in self.words[:index]:
            if word.low in ("wer", "jeder", "keiner", "jede", "jener", "derjenige") and (
                word.index not in self.sentence.of
            ):
                raise Unsure("pronoun_reference", word.text)

    def _is_named_before(self, index: int) -> bool:
        return any(c == "nom" and i < index for i, c in self.pronouns.items()) or (
            self.main is not None and self.main.last < index
        )

    def _shares(self, index: int, subject: Subject) -> bool:
        """Whether the subject stands in the same clause as the object, so that it is another."""
        clause = self.sentence.clause_of[index]
        if clause.verb < 0:
            return True
        return subject.word >= 0 or subject.phrase is not None

    def _may_be_thing(self, phrase: Phrase) -> bool:
        return not phrase.person

    def _is_human(self, clause: Clause) -> bool:
        """Whether the clause says what only people do."""
        human = tuple(self.lists["human"])
        verbs = [self.words[i] for i in clause.words if i not in self.sentence.of]
        return any(w.kind == "lower" and _bare(w.low).startswith(human) for w in verbs)

    def _is_shown(self, index: int) -> bool:
        """Whether something else tells that the pronoun is one woman."""
        return self.main is not None or any(
            i != index and (c in ("nom", "dat") or (c == "possessive" and self._is_personal(i)))
            for i, c in self.pronouns.items()
        )

    def _check_possessive(self, index: int, clause: Clause, subject: Subject) -> None:
        word, phrase = self.words[index], self.sentence.of[index]
        owners = OWNERS[self.gender]
        self._check_anybody(index)
        if not self.belongs(subject) and self.gender == "female":
            for other in self.words[:index]:
                if other.low == "sie" and other.index not in self.pronouns:
                    raise Unsure("pronoun_reference", other.text)
        if self.belongs(subject) and subject.phrase is not phrase:
            if clause.kind == "relative" and self.words[clause.words[0]].kind == "preposition":
                one = self.antecedent(clause.opener)
                if one is None or any(g in owners for g, _ in one.cells):
                    raise Unsure("pronoun_reference", word.text)
            return
        if self.gender == "female" and clause.number == "pl" and clause.verb < index:
            for one in self.subjects.phrases(clause):
                head = self.words[one.head].text
                if one.last < clause.verb and one.governed < 0 and head not in self.lists["time"]:
                    raise Unsure("pronoun_reference", head)
        other = subject.phrase
        if other is not None and other is not phrase and not self._is_of_person(other):
            name = self.sentence.is_name(other.head) and other.determiner < 0
            joined = self.subjects.is_joined(other) or clause.number == "pl"
            if name and self.gender == "female" and joined and other.first < index:
                raise Unsure("pronoun_reference", word.text)
            if not name and any(g in owners for g, _ in other.cells):
                raise Unsure("pronoun_reference", self.words[other.head].text)
        if subject.word >= 0 and self.words[subject.word].kind == "relative":
            one = self.antecedent(subject.word)
            if one is None or any(g in owners for g, _ in one.cells):
                raise Unsure("pronoun_reference", word.text)
        if subject.word >= 0 and self.sentence.low(subject.word) in ("sie", "er", "wer", "jeder", "keiner", "niemand", "man", "jemand"):
            if subject.word not in self.pronouns and self.sentence.low(subject.word) != "er":
                if self.gender == "female" and self.sentence.low(subject.word) == "sie":
                    raise Unsure("pronoun_reference", word.text)
                if self.sentence.low(subject.word) not in ("sie",) and self.gender == "male":
                    raise Unsure("pronoun_reference", word.text)
        if clause.kind == "relative" and self.words[clause.words[0]].kind != "preposition":
            one = self.antecedent(clause.opener)
            if one is None or (any(g in owners for g, _ in one.cells) and not any(one is p for p in self.own)):
                raise Unsure("pronoun_reference", word.text)
        earlier = any(c == "nom" and i < index for i, c in self.pronouns.items())
        for rival in self.rivals(index, owners, objects=not earlier, possessive=True):
            if rival is not phrase:
                raise Unsure("pronoun_reference", self.words[rival.head].text)

    def _is_of_person(self, phrase: Phrase) -> bool:
        """Whether a thing is the person's: "seine Karriere"."""
        return self.pronouns.get(phrase.determiner) == "possessive" and not (
            phrase.person
        )

    def _is_personal(self, index: int) -> bool:
        """Whether only a person has what the possessive stands before."""
        head = self.words[self.sentence.of[index].head]
        return head.text in self.lists["people_things"] or self.sentence.of[index].pairs != ()

    # --- what is left

    def _check_roles(self) -> None:
        """Nouns for a person of the gender that are nobody's for sure."""
        for phrase in self.sentence.phrases:
            if any(phrase is one for one in self.own) or not self.people(phrase):
                continue
            if not phrase.may(self.gender) or phrase.last > phrase.head:
                continue
            low = self.sentence.low(phrase.determiner) if phrase.determiner >= 0 else ""
            told = self.subjects.follows_as(phrase)
            if low and not low.startswith(("ein", "kein")) and not told:
                continue
            if not told and (not phrase.nominative or self.subjects.is_genitive(phrase)):
                continue
            clause = self.sentence.clause_of.get(phrase.head)
            subject = self.subjects.of(clause) if clause is not None else Subject()
            other = subject.phrase
            if other is not None and other is not phrase and other.person and (
                clause is not None and clause.verb >= 0
            ):
                if not self.belongs(subject) and not self.sentence.is_name(other.head):
                    continue
            if low and not told and clause is not None and self.belongs(subject):
                if self.sentence.low(clause.verb) not in self.lists["copulas"]:
                    continue
            if low and other is phrase:
                continue
            raise Unsure("role", self.words[phrase.head].text)
        unpaired = self.lists[f"{self.gender}_only"]
        for phrase in self.sentence.phrases:
            if self.words[phrase.head].text in unpaired and phrase.governed < 0:
                raise Unsure("unpaired_noun", self.words[phrase.head].text)

    def _check_headless(self) -> None:
        """ "der andere", "die jüngste": without a noun, and maybe one of them."""
        for phrase in self.sentence.phrases:
            if self.words[phrase.head].kind == "noun" or any(phrase is one for one in self.own):
                continue
            low = self.words[phrase.head].low
            if low.startswith("ander") and self.sentence.low(phrase.first - 1) == "wie":
                raise Unsure("one_other", low)
            if phrase.may(self.gender) and not phrase.may("plural") or low.startswith("ander"):
                if self.main is not None or low.startswith("ander"):
                    raise Unsure("one_other", self.words[phrase.head].text)

    def _check_others(self) -> None:
        self._check_roles()
        self._check_headless()
        words = self.words
        owned = {i for p in self.own for i in range(p.first, p.last + 1)} | set(self.pronouns)
        for word in words:
            i = word.index
            if i in owned or word.kind == "mark" or i in self.ones:
                continue
            if word.low in ("einer", "eine", "eines", "einem", "einen") and i not in self.sentence.of:
                if self._is_one_of(i):
                    self.ones.append(i)
                elif self._may_be(word.low):
                    raise Unsure("one_other", word.text)
            elif word.low in ("dieser", "jener", "letzterer", "ersterer", "diese", "derjenige", "diejenige") and i not in self.sentence.of:
                male = word.low.endswith("er")
                if male == (self.gender == "male"):
                    raise Unsure("pronoun_reference", word.text)
            elif word.kind == "determiner" and i not in self.sentence.of and not self.plural:
                self._check_pointer(i)
            elif word.kind == "relative" and not self.plural:
                self._check_relative(i)

    def _may_be(self, low: str) -> bool:
        """Whether "eine" without a noun may be the person."""
        every = self.sentence.tables.paradigms["headless"]
        return any(g == self.gender for forms in every for g, _ in forms.readings(low))

    def _check_relative(self, index: int) -> None:
        """ "Woods, der gewann, weiß, dass er gut ist": the name's relative pronoun shows it too."""
        one = self.antecedent(index)
        if any(one is own for own in self.own):
            return
        shown = any(
            gender == self.gender for forms in self.sentence.tables.paradigms["relative"]
            for gender, _ in forms.readings(self.sentence.low(index))
        )  # fmt: skip
        named = one is None or (self.sentence.is_name(one.head) and one.determiner < 0)
        clause = self.sentence.clause_of[index]
        if shown and named and clause.number != "pl":
            raise Unsure("name_as_antecedent", self.words[index].text)

    def _check_pointer(self, index: int) -> None:
        """ "der" or "die" that is no article and no relative pronoun that is known."""
        low, before = self.sentence.low(index), self.sentence.low(index - 1)
        if low not in ("der", "die", "den", "dem", "dessen", "deren"):
            return
        if before == "," and self.main is not None and index > self.main.last:
            raise Unsure("pronoun_reference", self.words[index].text)
        comma = index - 1
        if comma >= 0 and self.words[comma].kind == "preposition":
            comma -= 1
        one = self.sentence.of.get(comma - 1) if comma >= 1 else None
        if self.sentence.low(comma) == "," and one is not None:
            if not any(one is own for own in self.own) and not one.may(self.gender):
                return
            if any(one is own for own in self.own):
                raise Unsure("pronoun_reference", self.words[index].text)
            return
        if before in ("und", "oder") or index == 0:
            raise Unsure("pronoun_reference", self.words[index].text)

    def _is_one_of(self, index: int) -> bool:
        """ "er war einer der besten Spieler"."""
        low = self.sentence.low(index)
        if low != ("einer" if self.gender == "male" else "eine"):
            return False
        if self.sentence.low(index + 1) not in ("der", "von", "unserer", "ihrer", "seiner"):
            return False
        clause = self.sentence.clause_of.get(index)
        if clause is None or not self.belongs(self.subjects.of(clause)):
            return False
        as_role = self.sentence.low(index - 1) == "als"
        return as_role or self.sentence.low(clause.verb) in self.lists["copulas"]

    def evidence(self) -> bool:
        """Whether the pronouns surely stand for a person and for no thing."""
        if self.own or self.ones:
            return True
        cases = self.pronouns
        if not cases:
            return False
        for index, case in cases.items():
            if case == "possessive":
                if self._is_personal(index):
                    return True
                continue
            clause = self.sentence.clause_of[index]
            things = {self.sentence.low(i) for i in clause.words} & self.lists["thing_verbs"]
            if case == "nom" and (not things or self._is_human(clause)):
                return True
            if case in ("acc", "dat") and not things and self._is_shown_object(index, clause):
                return True
        return False

    def _is_shown_object(self, index: int, clause: Clause) -> bool:
        """Whether the object is no thing: one whom somebody does something that is done to people."""
        subject = self.subjects.of(clause)
        low = self.sentence.low(index)
        if low == "sie":
            return False
        person = subject.word >= 0 or (
            subject.phrase is not None
            and (subject.phrase.person or self.sentence.is_name(subject.phrase.head))
        )
        return low == "ihr" or (low == "ihm" and person) or person or self._is_human(clause)


def _bare(low: str) -> str:
    """A verb without what stands before its stem: "zurückgekehrt" is "kehrt"."""
    for prefix in ("zurück", "aus", "ein", "auf", "über", "um", "an", "ab", "weiter", "fort", "nieder", "hin", "weg"):
        if low.startswith(prefix) and len(low) > len(prefix) + 3:
            low = low.removeprefix(prefix)
            break
    return low.removeprefix("ge") if len(low) > 5 else low
