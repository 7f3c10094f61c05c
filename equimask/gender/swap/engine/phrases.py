"""Noun phrases: a head, and what stands before and after it and agrees with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from equimask.gender.swap.engine.forms import Features, Forms
from equimask.gender.swap.engine.tables import Tables, every_first_name
from equimask.gender.swap.engine.words import ENDING, OPENING, Word

Head = Literal["gender", "role", "common", "thing", "name", "unknown", "headless", "pronoun"]
_GENDERS = {"m": "male", "f": "female"}
ANY: frozenset[Features] = frozenset(
    (gender, number) for gender in ("male", "female") for number in ("sing", "plur")
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

    def fits(self, features: Features) -> bool:
        """Whether the phrase may have those features."""
        return features in self.features


class Phrases:
    """The phrases of a sentence, and by each word the phrase that it is in."""

    def __init__(self, words: list[Word], tables: Tables) -> None:
        self.words, self.tables = words, tables
        self.every: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        at = 0
        while at < len(words):
            phrase = self._begin(at)
            if phrase is None:
                at += 1
                continue
            self.every.append(phrase)
            for index in range(phrase.first, phrase.last + 1):
                self.of[index] = phrase
            at = phrase.last + 1

    def is_time(self, phrase: Phrase) -> bool:
        """Whether the phrase tells when: "el 13 de diciembre", "muchos años"."""
        low = self.words[phrase.head].low
        return low[0].isdigit() or low in self.tables.lists["times"]

    def forms(self, index: int) -> Forms | None:
        """The forms of an agreeing word, by its part."""
        word, tables = self.words[index], self.tables
        if word.kind == "article":
            return tables.agreeing["article"].get(word.low)
        if word.kind in ("adjective", "participle"):
            return tables.content(word.low).adjective or tables.agreeing["article"].get(word.low)
        if word.kind == "noun":
            content = tables.content(word.low)
            return content.role or (content.adjective if not content.gender else None)
        if word.kind == "copula":
            return tables.agreeing.get("copula", {}).get(word.low)
        if word.kind in ("pronoun", "clitic"):
            for kind in self._pronouns(index):
                found = tables.agreeing.get(kind, {}).get(word.low)
                if found is not None:
                    return found
        return None

    def _pronouns(self, index: int) -> tuple[str, ...]:
        if self.words[index].kind == "clitic":
            return ("clitic", "dative")
        before = self.words[index - 1] if index else None
        after = self.words[index + 1] if index + 1 < len(self.words) else None
        ends = after is None or after.text in ENDING
        stressed = before is not None and (
            before.kind == "preposition" or (ends and before.low in self.tables.lists["comparing"])
        )
        return (
            ("stressed", "personal", "reflexive")
            if stressed
            else ("personal", "stressed", "reflexive")
        )

    def object_forms(self, pronoun: str) -> Forms | None:
        """The forms of a pronoun that is written with its verb."""
        agreeing = self.tables.agreeing
        return agreeing["clitic"].get(pronoun) or agreeing.get("dative", {}).get(pronoun)

    def readings(self, index: int) -> frozenset[Features]:
        """The features that the word shows; all where it shows none."""
        word = self.words[index]
        joined = self.contracted(index)
        if joined:
            return self.tables.agreeing["article"][joined].readings(joined)
        if word.kind in ("pronoun", "clitic"):
            return self._readings(index)
        key = (word.kind, word.low)
        found = self.tables.shown.get(key)
        if found is None:
            found = self.tables.shown[key] = self._readings(index)
        return found

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
        words, index = self.words, at
        if words[at].kind == "pronoun":
            return self._pronoun(at)
        opened = False
        contracted = self.tables.lists["contracted"]
        while (
            index < len(words)
            and not (opened and words[index].low in contracted)
            and (
                words[index].kind in OPENING
                or words[index].opens
                or (words[index].kind == "adverb" and opened and self._opens(index + 1))
            )
        ):
            opened, index = True, index + 1
        if index < len(words) and words[index].kind in ("gender", "noun", "name"):
            return self._headed(at, index)
        if index < len(words) and words[index].kind == "unknown":
            return self._headed(at, index)
        if not opened:
            return None
        if index < len(words) and words[index].kind == "adjective":
            return self._extended(at, index, "headless", self._before(at, index))
        last = words[index - 1]
        if last.kind == "numeral" and index - 1 == at:
            return None
        kind: Head = "thing" if last.low[0].isdigit() else "headless"  # "nel 1683"
        return self._extended(at, index - 1, kind, self._before(at, index - 1))

    def _opens(self, index: int) -> bool:
        return index < len(self.words) and (
            self.words[index].opens or self.words[index].kind == "adjective"
        )

    def _pronoun(self, at: int) -> Phrase:
        word = self.words[at]
        features = self.readings(at)
        if word.found is not None:
            features = frozenset((word.found.gender, pair.number) for pair in word.found.pairs)
        return self._done(Phrase(at, at, at, "pronoun", features))

    def _headed(self, first: int, head: int) -> Phrase:
        word, content = self.words[head], self.tables.content(self.words[head].low)
        features = self._before(first, head - 1) if head > first else ANY
        kind: Head = "thing"
        own = ANY
        if word.found is not None:
            kind = "gender"
            own = frozenset((word.found.gender, pair.number) for pair in word.found.pairs)
        elif (
            word.kind == "name"
            and (content.gender in _GENDERS or word.low in self.tables.lists["places"])
            and (word.text not in every_first_name() or word.low in self.tables.lists["places"])
        ):
            kind = "thing"  # "la Universidad"
        elif word.kind == "name":
            kind, own = (
                "name",
                frozenset(f for f in ANY if f[1] == "sing") if head == first else ANY,
            )
        elif content.role is not None and (
            content.gender not in _GENDERS or self._is_stated(first, head)
        ):
            kind, own = "role", content.role.readings(word.low)
        elif content.gender == "c":
            kind, own = "common", self._numbered(content.number, word.low)
        elif content.gender:
            gender = _GENDERS[content.gender]
            own = frozenset(f for f in self._numbered(content.number, word.low) if f[0] == gender)
        elif self.tables.is_thing(word.low):
            gender = _GENDERS.get(self.tables.guessed_gender(word.low), "")
            own = frozenset(f for f in ANY if f[0] == gender) or ANY
        else:
            kind = "unknown"
            shown = {gender for gender, _ in features}
            guess = _GENDERS.get(self.tables.guessed_gender(word.low), "")
            if len(shown) > 1 and guess:
                own = frozenset(f for f in ANY if f[0] == guess)
        return self._extended(first, head, kind, (features & own) or own)

    def _is_stated(self, first: int, head: int) -> bool:
        """Whether "música" is a musician here: bare after a copula, "como", "promovida a"."""
        before = self.words[first - 1] if first else None
        if before is None or first < head:
            return False
        lists = self.tables.lists
        return (
            before.kind == "copula"
            or before.low in lists["as"] | lists["becoming"]
            or (
                before.low in lists["becoming_in"]
                and self.tables.content(self.words[first - 2].low).is_participle
            )
        )

    def _numbered(self, number: str, low: str) -> frozenset[Features]:
        plural = low.endswith(tuple(self.tables.settings["nouns"]["plural_signs"]))
        if number == "sing" and not plural:
            return frozenset(f for f in ANY if f[1] == "sing")
        return frozenset(f for f in ANY if f[1] == number) if number == "plur" else ANY

    def _before(self, first: int, last: int) -> frozenset[Features]:
        features = ANY
        for index in range(first, last + 1):
            word = self.words[index]
            if word.kind in ("article", "adjective"):
                features = (features & self.readings(index)) or features
            elif word.low in self.tables.lists["plurals"]:
                features = frozenset(f for f in features if f[1] == "plur") or features
            elif word.low in self.tables.lists["singulars"]:
                features = frozenset(f for f in features if f[1] == "sing") or features
        return features

    def _extended(self, first: int, head: int, kind: Head, features: frozenset[Features]) -> Phrase:
        """With the names and the agreeing adjectives after the head."""
        words, last = self.words, head
        while last + 1 < len(words) and words[last + 1].kind == "name" and kind != "headless":
            last += 1
        listed = False
        while True:
            if words[head].low in self.tables.lists["once"]:
                break
            step = self._adjective_after(last, features, listed=listed)
            if step is None:
                break
            last, listed = step, True
            features = (features & self.readings(step)) or features
        return self._done(Phrase(first, last, head, kind, features))

    def _adjective_after(
        self, last: int, features: frozenset[Features], *, listed: bool
    ) -> int | None:
        words, index = self.words, last + 1
        if (
            index < len(words)
            and listed
            and (words[index].kind == "conjunction" or words[index].text == ",")
        ):
            index += 1
        while index < len(words) and words[index].kind in ("adverb", "negation"):
            index += 1
        if index >= len(words) or words[index].kind != "adjective" or words[index].doubtful:
            return None
        if words[index].opens and index > last + 1:
            return None
        follows = words[index + 1].kind if index + 1 < len(words) else "mark"
        if words[index].low in self.tables.lists["together"] and follows == "preposition":
            return None  # "el rey junto con su ejército"
        return index if self.readings(index) & features else None

    def _done(self, phrase: Phrase) -> Phrase:
        before = self.words[phrase.first - 1] if phrase.first else None
        first = self.words[phrase.first]
        phrase.governed = (
            before is not None and before.kind == "preposition"
        ) or first.low in self.tables.lists["contracted"]
        quantity = self.words[phrase.first - 2].low if phrase.first > 1 else ""
        if quantity in self.tables.lists["quantities"]:
            phrase.governed = False  # "beaucoup de femmes"
        if before is not None and before.kind == "conjunction":
            phrase.governed |= self._continues(phrase)
            near = self.words[max(0, phrase.first - 5) : phrase.first]
            phrase.governed |= any(word.low in self.tables.lists["between"] for word in near)
        if before is not None and before.text == "," and phrase.kind == "name":
            after = self.words[phrase.last + 1 : phrase.last + 2]
            phrase.governed |= all(word.kind == "mark" for word in after) and self._continues(
                phrase
            )
        return phrase

    def _continues(self, phrase: Phrase) -> bool:
        """ "en Nashville, Tennessee,", "de Juan y Ana": governed as the one before it is."""
        listed = self.of.get(phrase.first - 2)
        alike = phrase.kind in ("name", "thing") and phrase.first == phrase.head
        return alike and listed is not None and listed.governed and listed.kind == phrase.kind
