"""The person of a sentence: the phrases that speak of them, and those that might."""

from __future__ import annotations

from collections.abc import Iterator

from equimask.gender.lexicon.types import Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.clauses import Clauses
from equimask.gender.swap.engine.forms import Features
from equimask.gender.swap.engine.phrases import Phrase, Phrases
from equimask.gender.swap.engine.tables import Tables
from equimask.gender.swap.engine.tagger import words_of
from equimask.gender.swap.engine.words import VERBAL, Word

_PEOPLE = frozenset({"gender", "role", "common", "name", "unknown", "pronoun", "headless"})


_NO_ADJECTIVES = frozenset({"ADP", "ADV", "CCONJ", "SCONJ", "NUM", "PROPN", "PRON"})
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
        self.main = self._main()
        self.own: list[Phrase] = [self.main]
        self.settled: set[int] = set()  # words that were given an owner who is somebody else
        self.sets: list[Phrase] = []  # of whom the person is one
        self.changed: set[int] = set()  # loose words of the person
        self._partitive = False

    @property
    def is_beside(self) -> bool:
        """Whether the sentence may well speak of another, unnamed: "su padre", "con la reina"."""
        beside = self.main.governed or (self.main.kind != "pronoun" and self.is_theirs)
        return beside and not self.is_stated

    @property
    def is_stated(self) -> bool:
        """Whether the word says what somebody is: "es", "como", "convertirse en", "cargo de"."""
        at, lists = self.main.first - 1, self.lists
        if at < 0:
            return False
        before, earlier = self.words[at], self.words[at - 1] if at else None
        if before.kind == "copula" or self._as_what(self.main.first) is not None:
            return True
        if earlier is None:
            return False
        if before.low in lists["of"]:
            return earlier.low in lists["roles"] or self.tables.is_of("role_noun", earlier.low)
        becomes = earlier.low.startswith(tuple(lists["becoming_stems"]))
        return before.low in lists["becoming_in"] and becomes

    @property
    def is_theirs(self) -> bool:
        """Whether somebody else, maybe unnamed, owns the person: "su padre"."""
        before = self.words[self.main.first : self.main.head]
        return any(word.low in self.lists["their"] for word in before)

    def parsed(self, word: Word) -> int | None:
        """The place of the word in the UD parse, where one was given."""
        parse = self.context.parse or ()
        return next((i for i, token in enumerate(parse) if token.start == word.start), None)

    def no_adjective(self, word: Word) -> bool:
        """Whether a UD parse says that the unlisted word is no adjective."""
        parse, at = self.context.parse, self.parsed(word)
        return parse is not None and at is not None and parse[at].upos in _NO_ADJECTIVES

    def quote(self, index: int) -> int | None:
        """The place where the quotation begins in which the word stands."""
        opened: int | None = None
        for word in self.words[:index]:
            if word.text in _QUOTES:
                closes = word.text in "»”" or (opened is not None and word.text == '"')
                opened = None if closes else word.index
        return opened

    @property
    def features(self) -> set[Features]:
        """What agrees with the person shows one of these."""
        return {(self.source[0], "sing"), self.source} if self._partitive else {self.source}

    def belongs(self, phrase: Phrase | None) -> bool:
        """Whether the phrase speaks of the person."""
        return phrase in self.own

    def shows(self, index: int) -> bool:
        """Whether the word shows the person's gender and number, and would change with them."""
        return self.phrases.varies(index) and not self.features.isdisjoint(
            self.phrases.readings(index)
        )

    def fits(self, phrase: Phrase) -> bool:
        """Whether the phrase could rule what agrees with the person."""
        return any(phrase.fits(features) for features in self.features)

    def rivals(self, index: int, *, people: bool) -> Iterator[Phrase]:
        """The other phrases that a word at that place may agree with."""
        for phrase in self.phrases.every:
            if self.belongs(phrase) or not self.fits(phrase):
                continue
            if people and phrase.kind not in _PEOPLE:
                continue
            word = self.words[phrase.head]
            if word.low in self.lists["relatives"]:
                continue
            if self.phrases.is_time(phrase) or phrase.first <= index <= phrase.last:
                continue
            if phrase.first > index and phrase.governed:
                continue
            if phrase.kind == "name" and self._is_place(phrase):
                continue
            if phrase.kind == "unknown" and (phrase.governed or phrase.first == phrase.head):
                continue
            yield phrase

    def _main(self) -> Phrase:
        found = self.context.word
        index = next((w.index for w in self.words if w.found is found), -1)
        if index not in self.phrases.of:
            raise Unsure("ambiguous_word", found.text)
        return self.phrases.of[index]

    def _is_place(self, phrase: Phrase) -> bool:
        """ "en Londres", "de 1990": a name that a preposition makes no person."""
        before = self.words[phrase.first - 1] if phrase.first else None
        first = self.words[phrase.first]
        lows = {first.low, before.low if before else ""}
        return bool(lows & self.lists["locatives"])

    # --- who else is the person

    def gather(self) -> None:
        """Find the predicates, appositions and roles of the person, until no more are found."""
        self._take_partitive()
        for _ in range(3):
            found = [p for p in self.phrases.every if not self.belongs(p) and self._is_person(p)]
            self.own += found
            if not found and not self._take_set():
                return

    def _take_partitive(self) -> None:
        """ "una de las reinas": one of them is spoken of."""
        first = self.main.first
        fused = self.words[first].low in self.lists["contracted"]
        before = first - 1 if fused else first - 2
        if self.source[1] != "plur" or before < 0:
            return
        if not fused and self.words[first - 1].low not in self.lists["of"]:
            return
        one = self.phrases.of.get(before)
        if one is None or one.kind != "headless" or (self.source[0], "sing") not in one.features:
            return
        if any(self.words[i].kind == "adjective" for i in range(one.first, one.last + 1)):
            raise Unsure("partitive", self.words[one.head].text)
        self.own.append(one)
        self._partitive = True

    def _take_set(self) -> bool:
        """ "es uno de los fundadores": one of them, who change together."""
        plural: Features = (self.source[0], "plur")
        for one in self.phrases.every:
            if one.kind != "headless" or self.belongs(one) or self.source not in one.features:
                continue
            after = one.last + 1
            them = self.phrases.of.get(after) or self.phrases.of.get(after + 1)
            people = them is not None and them.kind in ("role", "gender") and them.fits(plural)
            if them is None or not people or not self._is_one_of(one) or self.belongs(them):
                continue
            if self.words[one.head].low not in self.lists["others"] and self.is_predicate(one):
                self.own += [one, them]
                self.sets.append(them)
                return True
        return False

    def _is_person(self, phrase: Phrase) -> bool:
        if phrase.kind in ("thing", "name", "pronoun", "unknown") or not self.fits(phrase):
            return False
        bare = phrase.first == phrase.head
        if phrase.kind == "common" and not bare and not self._shows_gender(phrase):
            return False
        if phrase.kind == "headless":
            after = self.words[phrase.last + 1] if phrase.last + 1 < len(self.words) else None
            quoted = after is not None and after.text in _QUOTES  # "una «madam»"
            if quoted or self.words[phrase.head].low in self.lists["factual"]:
                return False  # "que no era cierto"
            if self._is_one_of(phrase) or self._is_first_of(phrase):
                return False
            if self._is_superlative(phrase):
                return True
        return self.is_predicate(phrase) or self._is_role(phrase) or self._is_apposed(phrase)

    def _is_superlative(self, phrase: Phrase) -> bool:
        """ "la femme la plus intelligente"."""
        adverb = any(self.words[i].kind == "adverb" for i in range(phrase.first, phrase.last))
        return adverb and self.belongs(self.phrases.of.get(phrase.first - 1))

    def _is_one_of(self, phrase: Phrase) -> bool:
        """ "uno de los fundadores", "el otro"."""
        after = phrase.last + 1
        of = after < len(self.words) and self.words[after].low in (
            self.lists["of"] | self.lists["contracted"]
        )
        low = self.words[phrase.head].low
        bare = all(self.words[i].kind == "article" for i in range(phrase.first, phrase.last + 1))
        return low in self.lists["others"] or (of and bare)

    def _is_first_of(self, phrase: Phrase) -> bool:
        """ "el primero de los reyes": one of people who stay as they are."""
        after = phrase.last + 1
        if after >= len(self.words) or self.words[after].low not in (
            self.lists["of"] | self.lists["contracted"]
        ):
            return False
        them = self.phrases.of.get(after) or self.phrases.of.get(after + 1)
        return them is not None and them.kind in ("role", "gender") and not self.belongs(them)

    def _shows_gender(self, phrase: Phrase) -> bool:
        return any(self.shows(i) for i in range(phrase.first, phrase.last + 1))

    def is_predicate(self, phrase: Phrase) -> bool:
        """ "es una escritora", "fue elegida presidenta", "se convirtió en reina"."""
        if self.words[phrase.first].low in self.lists["contracted"]:
            return False  # "al verde"
        at = phrase.first - 1
        while at >= 0 and self.words[at].kind in ("adverb", "negation"):
            at -= 1
        if at < 0:
            return False
        if self.words[at].kind == "conjunction" or self._comma(at):
            listed = self._listed(at)
            bare = phrase.first == phrase.head
            stated = self.words[self.main.first - 1].kind == "copula" if self.main.first else False
            if listed is not None and (
                listed is not self.main or (bare and (stated or not self._comma(at)))
            ):
                return bare or self._no_verb_after(phrase)
        word = self.words[at]
        if word.kind == "adjective" and at in self.changed:
            return True
        if word.kind == "participle" and self.phrases.of.get(at) is None:
            before = self.clauses.verb_before(at)
            return (
                before is not None and word.low in self.lists["becoming"] and self._speaks(before)
            )
        if word.kind == "preposition" and word.low in self.lists["becoming_in"]:
            at -= 1
            while at >= 0 and self.words[at].kind == "adverb":
                at -= 1
            word = self.words[at]
            becomes = word.low.startswith(tuple(self.lists["becoming_stems"]))
            if not becomes:
                return False
            return at in self.changed or self._speaks(at)
        if word.kind not in VERBAL and word.kind != "infinitive":
            return False
        if word.kind != "copula" and word.low not in self.lists["becoming"]:
            return False
        return self._speaks(at)

    def _listed(self, at: int) -> Phrase | None:
        """The predicate before "y" or a comma: "profesor (de radiología en Lima) y jefe"."""
        kinds = ("role", "common", "gender", "headless")
        before = self.phrases.of.get(at - 1)
        while self.words[at].kind == "conjunction" and before is not None and before.governed:
            if self.belongs(before):
                break
            fused = self.words[before.first].low in self.lists["contracted"]
            before = self.phrases.of.get(before.first - (1 if fused else 2))
        alike = before is not None and before.kind in kinds and self.belongs(before)
        return before if alike else None

    def _comma(self, at: int) -> bool:
        return at >= 0 and self.words[at].text == ","

    def _no_verb_after(self, phrase: Phrase) -> bool:
        after = phrase.last + 1
        return after >= len(self.words) or self.words[after].kind not in VERBAL

    def _speaks(self, verb: int) -> bool:
        """Whether the verb speaks of the person, be it left unsaid."""
        subject = self.clauses.subject(verb)
        if subject is not None:
            return self.belongs(subject)
        rivals = self.rivals(verb, people=True)
        return not self.is_beside and all(r.governed or r.first > verb for r in rivals)

    def _is_role(self, phrase: Phrase) -> bool:
        """ "trabaja como vendedora", "su carrera de actriz"."""
        first = phrase.first
        before = self.words[first - 1] if first else None
        if before is None or phrase is self.main:
            return False
        compared = self._as_what(first)
        if compared is not None:
            if phrase.kind == "headless" and self.words[phrase.last].kind == "article":
                return False  # "um alarme para dormir, assim como um para acordar"
            if any(self.words[i].kind == "article" for i in range(first, phrase.head)) and not (
                self.clauses.verb_before(compared) is not None
            ):
                return False
            verb = self.clauses.verb_of(compared)
            if verb is None:
                return not any(self.rivals(first, people=True))
            return self._speaks(verb)
        if before.low in self.lists["of"] and first >= 2 and first == phrase.head:
            noun = self.words[first - 2]
            if noun.low in self.lists["roles"] or self.tables.is_of("role_noun", noun.low):
                return not any(self.rivals(first, people=True))
        return False

    def _as_what(self, first: int) -> int | None:
        """The place of "comme", or "tant que", right before that word."""
        at = first - 1
        if at > 0 and self.words[at].low in self.lists["comparing"]:
            at -= self.words[at - 1].low in self.lists["as"]
        return at if at >= 0 and self.words[at].low in self.lists["as"] else None

    def _is_apposed(self, phrase: Phrase) -> bool:
        """ "la reina, una escritora famosa,"."""
        at = phrase.first - 1
        if at < 1 or self.words[at].text != "," or phrase.kind == "headless":
            return False
        one = self.phrases.of.get(at - 1)
        if not self.belongs(one) or one is None or one.kind == "pronoun":
            return False
        after = phrase.last + 1
        return after >= len(self.words) or self.words[after].text in (",", ".", ";")
