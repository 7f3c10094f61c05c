"""The person of a sentence: the phrases that speak of them, and those that might."""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.lexicon.types import Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.clauses import Clauses
from equimask.gender.swap.engine.forms import Features
from equimask.gender.swap.engine.phrases import NO_PHRASE, Phrase, Phrases
from equimask.gender.swap.engine.tables import Tables
from equimask.gender.swap.engine.tagger import words_of
from equimask.gender.swap.engine.words import VERBAL, Word

_PEOPLE = frozenset({"gender", "role", "common", "name", "unknown", "pronoun", "headless"})
_STATED = ("role", "common", "gender", "headless")
_QUOTES = frozenset('«»“”"')


class Unsure(Exception):  # noqa: N818 - it is an answer and no failure
    """Nobody can tell; the sentence is refused with this reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.refusal = Refusal(reason, detail)


class Person:
    """One sentence and its person; `own` are the phrases that speak of them."""

    def __init__(self, context: SwapContext, tables: Tables, pair: WordPair) -> None:
        self.context, self.tables, self.pair = context, tables, pair
        self.lists = tables.lists
        self.words = words_of(context, tables)
        self.phrases = Phrases(self.words, tables)
        self.clauses = Clauses(self.phrases)
        self.source: Features = (context.word.gender, pair.number)
        found = (word.index for word in self.words if word.found is context.word)
        self.main = self.phrases.at(next(found, -1))
        if not self.main:
            raise Unsure("ambiguous_word", context.word.text)
        self.own: list[Phrase] = [self.main]
        self.sets: list[Phrase] = []  # of whom the person is one
        self.changed: set[int] = set()  # loose words of the person

    @property
    def is_beside(self) -> bool:
        """Whether the sentence may well speak of another, unnamed: "su padre", "con la reina"."""
        return (self.main.governed or self.is_theirs) and not self.is_stated

    @property
    def is_stated(self) -> bool:
        """Whether the word says what somebody is."""
        return self.states(self.main)

    def states(self, phrase: Phrase) -> bool:
        """Whether the phrase says what somebody is: "es", "como", "convertirse en", "cargo de"."""
        at = self.words.before(phrase.first, ("adverb", "negation"))
        before, earlier = self.words.at(at), self.words.at(at - 1)
        if before.kind == "copula" or self.as_what(phrase.first).text:
            return True
        if before.low in self.lists["of"]:
            return earlier.low in self.lists["roles"]
        becomes = self.lists.begins("becoming_stems", earlier.low)
        return before.low in self.lists["becoming_in"] and becomes

    @property
    def is_theirs(self) -> bool:
        """Whether somebody else, maybe unnamed, owns the person: "su padre"."""
        before = self.words[self.main.first : self.main.head]
        return any(word.low in self.lists["their"] for word in before)

    @property
    def quotes(self) -> bool:
        """Whether there is a quotation: who speaks in it may be the person."""
        return any(word.text in _QUOTES for word in self.words)

    def is_quoted(self, index: int) -> bool:
        """Whether the word stands in a quotation."""
        return sum(word.text in _QUOTES for word in self.words[:index]) % 2 == 1

    def belongs(self, phrase: Phrase) -> bool:
        """Whether the phrase speaks of the person."""
        return phrase in self.own

    def shows(self, index: int) -> bool:
        """Whether the word shows the person's gender and number, and would change with them."""
        return self.phrases.varies(index) and self.source in self.phrases.readings(index)

    def may_show(self, low: str) -> bool:
        """Whether the ending of an unlisted word may be that of the person."""
        gender, number = self.source[:2]
        return self.tables.may_show(low, gender, "" if self.sets else number)

    def shows_in(self, phrase: Phrase) -> bool:
        """Whether a word of the phrase does."""
        return any(map(self.shows, phrase.places))

    def fits(self, phrase: Phrase) -> bool:
        """Whether the phrase could rule what agrees with the person."""
        return phrase.fits(self.source)

    def has_gender(self, phrase: Phrase) -> bool:
        """Whether the phrase may have the person's gender, in whatever number."""
        return any(gender == self.source[0] for gender, _ in phrase.features)

    def rivals(self, index: int, *, people: bool) -> Iterator[Phrase]:
        """The other phrases that a word at that place may agree with."""
        for phrase in self.phrases.every:
            if self.belongs(phrase) or not self.fits(phrase) or index in phrase.places:
                continue
            apart = self.phrases.is_time(phrase) or self.phrases.is_of("relatives", phrase)
            apart |= phrase.governed and self.phrases.is_of("abroad", phrase)  # "à l'étranger"
            stated = self.phrases.before(phrase).kind in VERBAL  # "fue responsable"
            aged = phrase.governed and self.phrases.is_of("ages", phrase)  # "de joven"
            apart |= phrase.kind == "common" and phrase.bare and (stated or aged)
            later = phrase.first > index and phrase.governed
            if apart or later or (people and phrase.kind not in _PEOPLE):
                continue
            lows = {self.words[phrase.first].low, self.phrases.before(phrase).low}
            if phrase.kind == "name" and lows & self.lists["locatives"]:
                continue  # "en Londres", "de 1990"
            if phrase.kind != "unknown" or not (phrase.governed or phrase.bare):
                yield phrase

    # --- who else is the person

    def gather(self) -> None:
        """Find the predicates, appositions and roles of the person, until no more are found."""
        for _ in range(3):
            every = self.phrases.every
            self.own += [p for p in every if not self.belongs(p) and self._is_person(p)]
            for one in every:
                self._take_set(one)

    def _take_set(self, one: Phrase) -> None:
        """ "es uno de los fundadores": one of them, who change together."""
        them = self.of_whom(one)
        people = them.kind in ("role", "gender", "common") and them.fits((self.source[0], "plur"))
        named = one.kind == "headless" and self.fits(one) and not self.phrases.is_of("others", one)
        known = self.belongs(one) or self.belongs(them)
        stated = self.is_one_of(one) and (self.is_predicate(one) or self._is_role(one))
        if people and named and not known and stated:
            best = self.phrases.at(them.last + 1)  # "l'un des étudiants les plus brillants"
            several = [them, *([best] if best.kind == "headless" else [])]
            self.own += [one, *several]
            self.sets += several

    def _is_person(self, phrase: Phrase) -> bool:
        if phrase.kind not in _STATED or not self.fits(phrase):
            return False
        if phrase.kind == "headless":
            quoted = self.phrases.after(phrase).text in _QUOTES  # "una «madam»"
            factual = self.phrases.is_of("factual", phrase)  # "que no era cierto"
            what = phrase.first == phrase.last and self.phrases.is_of("neuter", phrase)
            fact = what and self.phrases.after(phrase).kind == "relative"  # "sentir o que sinto"
            if quoted or factual or fact or self.is_one_of(phrase) or self._is_first_of(phrase):
                return False
            adverb = any(self.words[i].kind == "adverb" for i in range(phrase.first, phrase.last))
            if adverb and self.belongs(self.phrases.at(phrase.first - 1)):
                return True  # "la femme la plus intelligente"
        stated = self.is_predicate(phrase) or self._is_role(phrase) or self._is_apposed(phrase)
        return stated or self._is_again(phrase)

    def _is_again(self, phrase: Phrase) -> bool:
        """ "sobre la duquesa ... ordenó la duquesa"."""
        heads = [self.words[p.head].low for p in (self.main, phrase)]
        named = self.phrases.after(phrase).low in self.lists["of"] | self.lists["contracted"]
        definite = self.words[phrase.first].low in self.lists["definite"]
        alone = phrase.first + 1 == phrase.head == phrase.last
        return definite and alone and not named and heads[0] == heads[1]

    def is_one_of(self, phrase: Phrase) -> bool:
        """ "uno de los fundadores", "el otro"."""
        bare = all(self.words[i].kind == "article" for i in phrase.places)
        return self.phrases.is_of("others", phrase) or (bare and self._is_of(phrase))

    def _is_of(self, phrase: Phrase) -> bool:
        of = self.lists["of"] | self.lists["contracted"] | self.lists["between"]
        return self.phrases.after(phrase).low in of

    def of_whom(self, phrase: Phrase) -> Phrase:
        """What follows, with "of" or without: "uno de los fundadores"."""
        return self.phrases.at(phrase.last + 1) or self.phrases.at(phrase.last + 2)

    def _is_first_of(self, phrase: Phrase) -> bool:
        """ "el primero de los reyes": one of people who stay as they are."""
        them = self.of_whom(phrase)
        return them.kind in ("role", "gender") and not self.belongs(them) and self._is_of(phrase)

    def is_predicate(self, phrase: Phrase) -> bool:
        """ "es una escritora", "fue elegida presidenta", "se convirtió en reina"."""
        at = self.words.before(phrase.first, ("adverb", "negation"))
        if self.phrases.is_fused(phrase) or at < 0:
            return False  # "al verde"
        word = self.words[at]
        listed = self.listed(word) if word.joins else NO_PHRASE
        stated = word.text != "," or self.phrases.before(self.main).kind == "copula"
        if listed and (listed is not self.main or (phrase.bare and stated)):
            bare = phrase.bare and phrase.kind != "headless"
            return bare or self.phrases.after(phrase).kind not in VERBAL
        if word.kind == "adjective" and at in self.changed:
            return True
        becoming = word.low in self.lists["becoming"]
        if word.kind == "preposition" and word.low in self.lists["becoming_in"]:
            at = self.words.before(at, ("adverb",))
            becomes = self.lists.begins("becoming_stems", self.words.at(at).low)
            return becomes and (at in self.changed or self.speaks(at))
        verb = word.kind in VERBAL or word.kind == "infinitive"
        return verb and (becoming or word.kind == "copula") and self.speaks(at)

    def listed(self, joint: Word) -> Phrase:
        """The predicate before "y" or a comma: "profesor (de radiología en Lima) y jefe"."""
        comma = joint.kind == "conjunction" and self.words.at(joint.index - 1).text == ","
        before = self.phrases.at(self.words.past_brackets(joint.index - 1 - comma))
        while before and before.governed and before not in self.own:
            before = self.phrases.at(self.phrases.before_preposition(before))
        whose = before is self.main and before.governed and not self.is_stated
        listed = before.kind in _STATED and self.belongs(before) and not whose
        return before if listed else NO_PHRASE

    def speaks(self, verb: int) -> bool:
        """Whether the verb there speaks of the person, be it left unsaid."""
        if self.main.kind == "pronoun" and self.words[verb].low in self.lists["speaking"]:
            return self.words[self.main.head].low in self.lists["speaking_pronouns"]
        if subject := self.clauses.subject(verb):
            return self.belongs(subject)
        if self.words.at(verb - 1).low in self.lists["interrogatives"]:
            return False  # "on saura qui est le coupable"
        rivals = self.rivals(verb, people=True)
        return not self.is_beside and all(r.governed or r.first > verb for r in rivals)

    def _is_role(self, phrase: Phrase) -> bool:
        """ "trabaja como vendedora", "su carrera de actriz"."""
        before, as_what = self.phrases.before(phrase), self.as_what(phrase.first)
        if as_what.text:
            if phrase.kind == "headless" and self.words[phrase.last].kind == "article":
                return False  # "um alarme para dormir, assim como um para acordar"
            if any(self.words[i].low in self.lists["their"] for i in phrase.places):
                return False  # "torero como su abuelo"
            opened = any(self.words[i].kind == "article" for i in range(phrase.first, phrase.head))
            deemed = self.words.at(as_what.index - 1).low in self.lists["deemed"]
            if opened and not (deemed or self.clauses.verb_before(as_what.index).text):
                return False
            verb = self.clauses.verb_of(as_what.index)
            if verb.text:
                return self.speaks(verb.index)
        of = before.low in self.lists["of"] and phrase.bare
        role = of and self.words.at(phrase.first - 2).low in self.lists["roles"]
        return bool(as_what.text or role) and not any(self.rivals(phrase.first, people=True))

    def as_what(self, first: int) -> Word:
        """The "comme", or "tant que", right before that place."""
        at = first - 1
        compared = self.words.at(at).low in self.lists["comparing"]
        at -= compared and self.words.at(at - 1).low in self.lists["as"]
        return self.words.at(at if self.words.at(at).low in self.lists["as"] else -1)

    def _is_apposed(self, phrase: Phrase) -> bool:
        """ "la reina, una escritora famosa,"."""
        one = self.phrases.at(phrase.first - 2)
        if self.phrases.before(phrase).text != "," or phrase.kind == "headless":
            return False
        closed = self.phrases.after(phrase).text in ("", ",", ".", ";")
        if one.bare and not phrase.bare and self.phrases.before(one).kind == "copula":
            return False  # "cuando era niño, su abuelo, ..."
        return closed and one.kind != "pronoun" and self.belongs(one)
