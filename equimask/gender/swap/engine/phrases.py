"""Noun phrases: a head, and what stands before and after it and agrees with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from equimask.gender.swap.engine.forms import Features, Forms
from equimask.gender.swap.engine.tables import MOST_KEPT, Tables, every_first_name
from equimask.gender.swap.engine.words import ENDING, OPENING, Word, Words

Head = Literal["gender", "role", "common", "thing", "name", "unknown", "headless", "pronoun", ""]
_THINGS = ("male", "female")
ANY: frozenset[Features] = frozenset(
    (gender, number) for gender in _THINGS for number in ("sing", "plur")
)


@dataclass(eq=False)
class Phrase:
    """The words first..last; `features` are those that all of them may have together."""

    first: int
    last: int
    head: int
    kind: Head
    features: frozenset[Features]
    governed: bool = False

    def __bool__(self) -> bool:
        """Whether there is a phrase at all."""
        return bool(self.kind)

    def fits(self, features: Features) -> bool:
        """Whether the phrase may have those features."""
        return features in self.features

    @property
    def bare(self) -> bool:
        """Whether nothing stands before the head."""
        return self.first == self.head

    @property
    def places(self) -> range:
        """The places of its words."""
        return range(self.first, self.last + 1)


NO_PHRASE = Phrase(0, -1, 0, "", frozenset(), governed=True)


class Phrases:
    """The phrases of a sentence, and by each word the phrase that it is in."""

    def __init__(self, words: Words, tables: Tables) -> None:
        self.words, self.tables, self.lists = words, tables, tables.lists
        self.every: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        for at in range(len(words)):
            if at not in self.of and (phrase := self._begin(at)):
                phrase.governed = self._is_governed(phrase)
                self.every.append(phrase)
                self.of.update(dict.fromkeys(phrase.places, phrase))

    def at(self, index: int) -> Phrase:
        """The phrase that the word at that place is in."""
        return self.of.get(index, NO_PHRASE)

    def before(self, phrase: Phrase) -> Word:
        """The word before the phrase."""
        return self.words.at(phrase.first - 1)

    def after(self, phrase: Phrase) -> Word:
        """The word after the phrase."""
        return self.words.at(phrase.last + 1)

    def is_of(self, name: str, phrase: Phrase) -> bool:
        """Whether the head stands in that list."""
        return self.words[phrase.head].low in self.lists[name]

    def is_time(self, phrase: Phrase) -> bool:
        """Whether the phrase tells when: "el 13 de diciembre", "muchos años"."""
        return self.words[phrase.head].low[0].isdigit() or self.is_of("times", phrase)

    def is_fused(self, phrase: Phrase) -> bool:
        """Whether its article holds a preposition: "del rey"."""
        return self.words[phrase.first].low in self.lists["contracted"]

    def before_preposition(self, phrase: Phrase) -> int:
        """The place before the phrase and its preposition."""
        return phrase.first - (1 if self.is_fused(phrase) else 2)

    def forms(self, index: int) -> Forms | None:
        """The forms of an agreeing word, by its part."""
        word, agreeing = self.words[index], self.tables.agreeing
        if word.kind in ("article", "copula"):
            return agreeing.get(word.kind, {}).get(word.low)
        if word.kind in ("adjective", "participle"):
            return self.tables.content(word.low).adjective
        if word.kind == "noun":
            return self.tables.content(word.low).role
        found = (agreeing.get(kind, {}).get(word.low) for kind in self._pronouns(word))
        return next((forms for forms in found if forms is not None), None)

    def _pronouns(self, word: Word) -> tuple[str, ...]:
        """The tables of the pronoun, the likeliest first."""
        if word.kind != "pronoun":
            return ("clitic", "dative") if word.kind == "clitic" else ()
        before, after = self.words.at(word.index - 1), self.words.at(word.index + 1)
        compared = before.low in self.lists["comparing"] and after.text in ENDING
        if compared or (word.index and before.kind == "preposition"):
            return ("stressed", "personal", "reflexive")
        return ("personal", "stressed", "reflexive")

    def object_forms(self, pronoun: str) -> Forms | None:
        """The forms of a pronoun that is written with its verb."""
        agreeing = self.tables.agreeing
        return agreeing["clitic"].get(pronoun) or agreeing.get("dative", {}).get(pronoun)

    def readings(self, index: int) -> frozenset[Features]:
        """The features that the word shows; all where it shows none."""
        word = self.words[index]
        if joined := self.contracted(index):
            return self.tables.agreeing["article"][joined].readings(joined)
        if word.kind in ("pronoun", "clitic"):
            return self._readings(index)
        key, shown = (word.kind, word.low), self.tables.shown
        if key not in shown:
            if len(shown) > MOST_KEPT:
                shown.clear()
            shown[key] = self._readings(index)
        return shown[key]

    def _readings(self, index: int) -> frozenset[Features]:
        forms = self.forms(index)
        return (forms.readings(self.words[index].low) if forms else frozenset()) or ANY

    def contracted(self, index: int) -> str:
        """ "a la", where the two words count as one article ("al")."""
        if index == 0 or self.words[index].kind != "article":
            return ""
        both = f"{self.words[index - 1].low} {self.words[index].low}"
        return both if both in self.tables.agreeing["article"] else ""

    def varies(self, index: int) -> bool:
        """Whether gender changes the word."""
        forms = self.forms(index)
        return forms is not None and forms.varies

    def _begin(self, at: int) -> Phrase | None:
        """The phrase that begins there."""
        words, index = self.words, at
        if words[at].kind == "pronoun":
            return Phrase(at, at, at, "pronoun", self._found(words[at]) or self.readings(at))
        while self._opens(index, at):
            index += 1
        head = words.at(index)
        if head.kind in ("gender", "noun", "name", "unknown"):
            return self._headed(at, index)
        if head.kind != "adjective":
            index -= 1
            head = words.at(index)
            if index < at or (index == at and head.kind == "numeral"):
                return None
        elif index == at:
            return None
        number = words[index].low[0].isdigit()  # "nel 1683"
        return self._extended(at, index, "thing" if number else "headless", self._shown(at, index))

    def _opens(self, index: int, start: int) -> bool:
        """Whether the word stands before the head of the phrase that began at `start`."""
        word, after = self.words.at(index), self.words.at(index + 1)
        if index > start and word.low in self.lists["contracted"]:
            return False
        described = word.kind == "adverb" and (after.opens or after.kind == "adjective")
        return word.kind in OPENING or word.opens or (index > start and described)

    def _found(self, word: Word) -> frozenset[Features]:
        """The features of a gender word."""
        found = word.found
        return (
            frozenset((found.gender, pair.number) for pair in found.pairs) if found else frozenset()
        )

    def _headed(self, first: int, head: int) -> Phrase:
        word, content = self.words[head], self.tables.content(self.words[head].low)
        features = self._shown(first, head - 1)
        kind: Head = "thing"
        own = ANY
        if word.found is not None:
            kind, own = "gender", self._found(word)
        elif word.kind == "name":
            named = content.gender not in _THINGS or word.text in every_first_name()
            if named and word.low not in self.lists["places"]:
                kind, own = "name", _of(ANY, 1, "sing") if head == first else ANY
        elif (
            content.role is not None
            and word.kind != "unknown"
            and (content.gender not in _THINGS or self._is_stated(first, head))
        ):
            kind, own = "role", content.role.readings(word.low)
        elif content.gender:
            own = self._numbered(content.number, word.low)
            body = word.low in self.lists["bodies"] and features == {("female", "sing")}
            kind = "common" if content.gender == "c" and not body else "thing"  # "la policía"
            own = own if content.gender == "c" else _of(own, 0, content.gender)
        else:
            guess = self.tables.guessed_gender(word.low)
            kind = "thing" if self.tables.is_thing(word.low) else "unknown"
            if kind == "thing" or len({gender for gender, _ in features}) > 1:
                own = _of(ANY, 0, guess) or ANY
        return self._extended(first, head, kind, (features & own) or own)

    def _is_stated(self, first: int, head: int) -> bool:
        """Whether "música" is a musician here: after "es (una)", "como", "promovida a"."""
        before, bare = self.words.at(first - 1), first == head
        if before.kind == "copula" and (bare or self.words[first].low in self.lists["one"]):
            return True
        if not bare or not before.text:
            return False
        if before.low in self.lists["as"] | self.lists["becoming"]:
            return True
        becomes = self.tables.content(self.words.at(first - 2).low).is_participle
        return becomes and before.low in self.lists["becoming_in"]

    def _numbered(self, number: str, low: str) -> frozenset[Features]:
        plural = low.endswith(tuple(self.tables.settings["nouns"]["plural_signs"]))
        return ANY if number == "sing" and plural else _of(ANY, 1, number)

    def _shown(self, first: int, last: int) -> frozenset[Features]:
        """What the words before the head and the head itself show together."""
        features = ANY
        for index in range(first, last + 1):
            word = self.words[index]
            if word.kind in ("article", "adjective"):
                features = (features & self.readings(index)) or features
            elif word.low in self.lists["plurals"]:
                features = _of(features, 1, "plur") or features
            elif word.low in self.lists["singulars"]:
                features = _of(features, 1, "sing") or features
        return features

    def _extended(self, first: int, head: int, kind: Head, features: frozenset[Features]) -> Phrase:
        """With the names and the agreeing adjectives after the head."""
        words, last = self.words, head
        while kind != "headless" and words.at(last + 1).kind == "name":
            last += 1
        timed = words[head].low in self.lists["times"] and words.at(first - 1).kind == "copula"
        listed = timed or words[head].low in self.lists["once"]  # "fut un temps soupçonné"
        step = None if listed else self._adjective_after(last, features, listed=False)
        while step is not None:
            done = self.lists.begins("done_to_people", words[step].low)
            if kind == "thing" and done and words[step - 1].joins:
                break  # "fue galardonado con el premio y nombrado profesor"
            last, features = step, features & self.readings(step)
            step = self._adjective_after(last, features, listed=True)
        return Phrase(first, last, head, kind, features)

    def _adjective_after(
        self, last: int, features: frozenset[Features], *, listed: bool
    ) -> int | None:
        words, index = self.words, last + (listed and self.words.at(last + 1).joins)
        index = words.after(index, ("adverb", "negation"))
        word = words.at(index)
        if word.kind != "adjective" or word.doubtful or (word.opens and index > last + 1):
            return None
        follows = words.at(index + 1)
        apart = word.low in self.lists["together"]  # "el rey junto con su ejército"
        if listed and words[index - 1].text == ",":  # "en una casa aislada, rodeada de libros"
            apart |= self.tables.content(word.low).is_participle
        if apart and follows.kind == "preposition":
            return None
        return index if self.readings(index) & features else None

    def _is_governed(self, phrase: Phrase) -> bool:
        """Whether a preposition rules the phrase."""
        before, near = self.before(phrase), self.words[max(0, phrase.first - 5) : phrase.first]
        governed = before.kind == "preposition" or self.is_fused(phrase)
        if self.words.at(phrase.first - 2).low in self.lists["quantities"]:
            governed = False  # "beaucoup de femmes"
        if before.kind == "conjunction":
            listed = self.at(phrase.first - 2)  # "de Juan y Ana": governed as the one before it is
            alike = phrase.bare and phrase.kind in ("name", "thing") and listed.kind == phrase.kind
            between = any(word.low in self.lists["between"] for word in near)
            governed |= between or (alike and listed.governed)
        return governed


def _of(features: Iterable[Features], at: int, value: str) -> frozenset[Features]:
    """Those features that have that gender, or that number."""
    return frozenset(found for found in features if found[at] == value)
