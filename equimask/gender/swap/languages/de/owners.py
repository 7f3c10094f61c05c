"""Whose every word is that shows the person's gender; raises `Unsure` where nobody can tell.

A swap stands only if every such word has an owner: the person, or somebody or something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.guards import names
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase, Word

# Whom or what a possessive may belong to.
_OWNERS = {"male": ("male", "neuter"), "female": ("female", "plural")}
_OTHER = {"male": "female", "female": "male"}


class Owners:
    """The words of one sentence and its person."""

    def __init__(self, person: Person) -> None:
        self.person, self.gender, self.sentence = person, person.gender, person.sentence
        self.words, self.lists = person.sentence.words, person.sentence.lists

    def settle(self) -> None:
        """Ask of every pronoun and every noun."""
        for index, case in sorted(self.person.pronouns.items()):
            here = self.sentence.clause_of[index].words if case in ("acc", "dat") else ()
            for before in () if self._is_named(index) else self.words[:index]:
                anybody = before.low in self.lists["anybody"] and before.index not in here
                if anybody and before.index not in self.sentence.of:
                    raise Unsure("pronoun_reference", before.text)  # "Wer weiß, was er tut"
            if case == "possessive":
                self._check_possessive(index)
            else:
                self._check_pronoun(index, case)
        if not (self.person.own or any(map(self._shows_somebody, self.person.pronouns))):
            raise Unsure("ambiguous_word", self.words[min(self.person.pronouns, default=0)].text)
        for phrase in self.sentence.phrases:
            if not self.person.has(phrase):
                self._check_noun(phrase)
        for word in self.words:
            if word.index not in self.person.pronouns:
                self._check_loose(word, self.sentence.of.get(word.index))

    # --- pronouns

    def _is_named(self, index: int) -> bool:
        """Whether the person is spoken of as a subject before."""
        main = self.person.main
        earlier = any(c == "nom" and i < index for i, c in self.person.pronouns.items())
        return earlier or (main is not None and main.last < index)

    def _rivals(self, index: int, case: str, genders: tuple[str, ...]) -> Iterator[Phrase]:
        """The phrases before the word that may own it; fewer once the person is named."""
        person, sentence, named = self.person, self.sentence, self._is_named(index)
        here, ahead = sentence.clause_of[index], -1
        main = next((c for c in sentence.clauses if c.kind == "main" and c.verb >= 0), here)
        if (
            not named
        ):  # "Obwohl sie bewohnbar war, war die Venus heiß", "Bei ihrem Bau war die Burg"
            ahead = sentence.own_subject(main if main.words[0] > index else here)
        for phrase in sentence.phrases:
            if phrase.last >= index and (phrase.head != ahead or phrase.bare):
                continue
            subject = sentence.subject(phrase.clause)
            one = sentence.of.get(subject)
            if sentence.is_hidden(phrase) and (named or phrase.clause is here):
                continue
            acts = person.belongs(subject)
            thing = case == "acc" and not (phrase.people or phrase.named)
            if named and not thing and (not phrase.nominative or (acts and not phrase.person)):
                continue
            known = one is not None and names().get(sentence.text(one)) == _OTHER[self.gender]
            acting = one is not None and one.named and not known
            if acting and one is not phrase and not phrase.person:
                continue  # "Jones besuchte die Schule, wo sie"
            if phrase.named and not ("plural" in genders and sentence.is_joined(phrase)):
                continue
            own = person.has(phrase) or person.of_person(phrase) or sentence.is_time(phrase)
            if not own and any(map(phrase.may, genders)):
                yield phrase

    def _check_pronoun(self, index: int, case: str) -> None:
        clause, word = self.sentence.clause_of[index], self.words[index]
        subject = self.sentence.subject(clause)
        if case != "nom" and self.person.belongs(subject):  # it would be "sich"
            raise Unsure("case_undecided", word.text)
        alone = self.person.main is None and len(self.person.pronouns) == 1
        if case == "acc" and word.low == "sie" and alone:
            raise Unsure("ambiguous_word", word.text)
        main = self.person.main.last if self.person.main is not None else index
        for phrase in self.sentence.phrases if case != "nom" else ():
            titled = phrase.named or phrase.last > phrase.head
            if titled and main < phrase.first < index and not self.sentence.is_hidden(phrase):
                raise Unsure("pronoun_reference", self.sentence.text(phrase))  # "traf Tom"
        several = ("female", "plural") if case == "acc" and word.low == "sie" else (self.gender,)
        for rival in self._rivals(index, case, several):
            if case == "nom" or rival.head != subject:
                raise Unsure("pronoun_reference", self.sentence.text(rival))

    def _shows_somebody(self, index: int) -> bool:
        """Whether the pronoun surely stands for a person and for no thing."""
        sentence, case = self.sentence, self.person.pronouns[index]
        clause = sentence.clause_of[index]
        if case == "possessive":
            return sentence.text(sentence.of[index]) in self.lists["people_things"]
        cut_off = [c for c in sentence.clauses if c.verb < 0 and sentence.subject(c) == index]
        said = sentence.lows(clause).union(*map(sentence.lows, cut_off))
        things, human = said & self.lists["thing_verbs"], sentence.has_stem(clause, "human")
        if case == "nom" or things:
            known = self.lists["people_things"] | self.lists["doings"]
            does = any(self.words[i].text in known for i in clause.words)
            past = sentence.at(clause.verb).sure and not sentence.is_present(clause)
            before = clause.before if clause.kind == "sub" else None  # "sagte, dass sie komme"
            told = does or past or (before is not None and sentence.has_stem(before, "human"))
            return case == "nom" and (human or (told and not things))
        subject = sentence.subject(clause)
        one = sentence.of.get(subject)
        acts = subject >= 0 and (one is None or one.person or one.named)
        return sentence.low(index) != "sie" and (human or (acts and case == "dat"))

    def _check_possessive(self, index: int) -> None:
        person, sentence, clause = self.person, self.sentence, self.sentence.clause_of[index]
        phrase, owners = sentence.of[index], _OWNERS[self.gender]
        subject = sentence.subject(clause)
        theirs = person.belongs(subject) and subject != phrase.head
        beside, preposition = sentence.of.get(phrase.first - 2), sentence.at(phrase.first - 1)
        joined = preposition.low in ("mit", *self.lists["joining"])  # "die Stadt und ihre Bewohner"
        they = beside is not None and beside.plural and sentence.acts(beside)
        governed = preposition.kind == "preposition" and (they or not theirs)
        if beside is not None and (joined or governed) and beside.determiner >= 0:
            apart = not person.has(beside) and not person.of_person(beside)
            if apart and any(map(beside.may, owners)):
                raise Unsure("pronoun_reference", sentence.text(beside))  # "mit seinem Hund"
        apart = not theirs and "relative" in (clause.kind, sentence.kind(subject))
        if apart or (clause.kind == "relative" and clause.governed):
            raise Unsure("pronoun_reference", self.words[index].text)
        named = self._is_named(index)
        they = any(
            word.low in self.lists["they"] and word.index not in person.pronouns
            for word in self.words
            if word.index < index or (word.low == "sie" and not named)
        )
        several = they or (clause.number == "pl" and subject not in (phrase.head, -1))
        if self.gender == "female" and several and not theirs:
            raise Unsure("pronoun_reference", self.words[index].text)
        for rival in () if theirs else self._rivals(index, "", owners):
            if rival is not phrase:
                raise Unsure("pronoun_reference", sentence.text(rival))

    # --- everything else that shows the gender

    def _check_noun(self, phrase: Phrase) -> None:
        """A noun for one of the gender, "der andere", "die Jüngste": nobody's for sure."""
        person, text = self.person, self.sentence.text(phrase)
        article = self.sentence.article(phrase)
        if self.sentence.kind(phrase.head) != "noun":
            single = phrase.may(self.gender) and not phrase.may("plural")
            if text.startswith("ander") or (single and person.main is not None):
                raise Unsure("one_other", text)
            return
        girl = person.is_human(phrase) and phrase.may("neuter")
        if not (phrase.may(self.gender) or girl) or self.sentence.is_time(phrase):
            return
        hidden = not phrase.nominative or self.sentence.is_hidden(phrase)
        known = self.sentence.tables.known_noun(text.lower())
        beside = self.sentence.of.get(phrase.first - 2)
        listed = self.sentence.low(phrase.first - 1) in ("und", "oder", "sowie")
        joined = phrase.bare and listed and person.has(beside)
        if not known and (joined or (self.sentence.follows_as(phrase) and not phrase.named)):
            raise Unsure("role", text)
        unknown = phrase.bare and not (known or hidden or phrase.named)
        said = unknown and self.sentence.is_copula(phrase.clause)
        if said and person.main is None and self.sentence.subject(phrase.clause) != phrase.head:
            raise Unsure("predicate_noun", text)  # "Jones war Gesellschafter, bis er"
        definite = article and not article.startswith(("ein", "kein", "sein", "ihr", "mein"))
        if person.is_human(phrase) and not phrase.plural and (definite or not hidden):
            raise Unsure("role", text)

    def _check_loose(self, word: Word, phrase: Phrase | None) -> None:
        """Pronouns that may be the person: "einer", "Woods, der gewann, weiß, dass er"."""
        person, sentence, index = self.person, self.sentence, word.index
        other = ("sie",) if self.gender == "male" else ("ihn", "ihm")
        if word.low in other and word.kind == "personal" and not sentence.stands_for(index):
            before = (p for p in sentence.phrases if p.head < index and not person.has(p))
            if not any(p.may(g) for p in before for g in _OWNERS[_OTHER[self.gender]]):
                raise Unsure("several_gender_words", word.text)  # "Er heiratete sie"
        owning = word.low == {"male": "dessen", "female": "deren"}[self.gender]
        if owning and word.kind != "relative" and sentence.kind(index - 1) == "mark":
            raise Unsure("pronoun_reference", word.text)
        if phrase is not None or word.kind not in ("determiner", "relative"):
            return
        shown = {
            cell[0] for kind in ("headless", "definite", "relative")
            for forms in sentence.tables.paradigms[kind] for cell in forms.readings(word.low)
        }  # fmt: skip
        if self.gender not in shown:
            return
        if word.low in self.lists["one"] | self.lists["pointing"]:
            raise Unsure("one_other", word.text)
        comma = index - 1 - (sentence.kind(index - 1) == "preposition")
        if word.kind == "relative":
            clause, one = sentence.clause_of[index], person.antecedent(index)
            if clause.number != "pl" and not clause.governed and (one is None or one.named):
                raise Unsure("name_as_antecedent", word.text)
        elif sentence.kind(comma) == "mark" or sentence.low(comma) in ("und", "oder"):
            raise Unsure("pronoun_reference", word.text)
