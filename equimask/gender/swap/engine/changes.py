"""The words of the person in the other gender, from right to left."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Edit
from equimask.gender.swap.engine.forms import Features
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import Word


def fit_case(new: str, old: str, *, shouted: bool = False) -> str:
    """`new` cased as `old` is; a lone capital is a shout only among shouted words."""
    letters = [c for c in old if c.isalpha()]
    if letters and all(c.isupper() for c in letters) and (len(letters) > 1 or shouted):
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


class Changes:
    """Collects the edits of a sentence; `new` holds what stands at a place afterwards."""

    def __init__(self, person: Person) -> None:
        self.person, self.words, self.tables = person, person.words, person.tables
        self.gender, self.target = person.source[0], person.context.target
        text = person.context.word.text
        self.shouted = text.isupper() and len(text) > 1
        self.new: dict[int, str] = {}
        self.spans: dict[int, tuple[int, int, str]] = {}

    def make(self) -> tuple[Edit, ...]:
        """All edits but that of the gender word, which is the lexicon's."""
        person = self.person
        self._gender_words()
        for phrase in sorted(person.own, key=lambda p: -p.first):
            self._phrase(phrase)
        for index in sorted(person.changed, reverse=True):
            self._word(index)
            self._adverb(index)
        self._elide()
        main = next(w.index for w in self.words if w.found is person.context.word)
        return tuple(
            Edit(start, end, self.person.context.sentence[start:end], new, "agreement")
            for index, (start, end, new) in sorted(self.spans.items())
            if index != main and self.person.context.sentence[start:end] != new
        )

    def _gender_words(self) -> None:
        """The main word, and the other gender words that are the person's."""
        main = self.person.context.word
        for word in self.words:
            if word.found is None or (word.found is not main and word.kind == "pronoun"):
                continue
            if not self.person.belongs(self.person.phrases.of.get(word.index)):
                continue
            phrase = self.person.phrases.of.get(word.index)
            one_of = phrase in self.person.sets
            number = "plur" if one_of else self.person.source[1]
            pairs = [p for p in word.found.pairs if p.number in ("-", number)]
            pair = (
                self.person.pair
                if word.found is self.person.context.word
                else (pairs or list(word.found.pairs))[0]
            )
            listed = pair.side(word.found.gender)
            new = transfer(word.text, listed, pair.side(self.target))
            if new is None:
                raise Unsure("odd_casing", word.text)
            if new.lower() in self.person.lists["disputed"]:
                raise Unsure("determiner", new)
            self.new[word.index] = new
            self.spans[word.index] = (word.start, word.end, new)

    def _phrase(self, phrase: Phrase) -> None:
        for index in range(phrase.last, phrase.first - 1, -1):
            word = self.words[index]
            agrees = word.found is None and word.kind in ("article", "adjective", "noun")
            if agrees or (word.kind == "pronoun" and word.found is not self.person.context.word):
                self._word(index, phrase)

    def _word(self, index: int, phrase: Phrase | None = None) -> None:
        word, person = self.words[index], self.person
        match = (
            self.tables.object_verb(word.low)
            if word.kind in ("verb", "infinitive", "unknown")
            else None
        )
        if match is not None:
            self._enclitic(word, match["object"], match.start("object"))
            return
        forms = person.phrases.forms(index)
        joined = person.phrases.contracted(index)
        old = joined or word.low
        if joined:
            forms = self.tables.agreeing["article"][joined]
        if forms is None or not forms.varies:
            return
        self._check_article(index)
        readings = forms.readings(old)
        one_of = phrase in person.sets
        features = {(self.gender, "plur")} if one_of else person.features
        source = next((f for f in features if f in readings), None)
        if source is None:
            return
        if old in person.lists["one_sex"]:
            raise Unsure("one_sex", word.text)
        following = self._following(index, phrase)
        target: Features = (self.target, *source[1:])
        new = forms.form(target, following, self.tables.conditions)
        if not new:
            raise Unsure("unknown_agreement", word.text)
        if new in person.lists["disputed"] or following in person.lists["disputed"]:
            raise Unsure("determiner", word.text)
        first = self.words[index - 1] if joined else word
        self._write(index, first.start, word.end, new)

    def _check_article(self, index: int) -> None:
        """ "a minha mãe" may be an article, or the preposition alone."""
        word = self.words[index]
        if word.kind != "article" or index + 1 >= len(self.words) or index == 0:
            return
        if "preposition" not in self.tables.classes[word.low]:
            return
        before = self.words[index - 1].kind
        if self.words[index + 1].low in self.person.lists["possessives"] and before not in (
            "mark", "preposition", "subordinator", "relative", "copula",
        ):  # fmt: skip
            raise Unsure("determiner", word.text)

    def _adverb(self, index: int) -> None:
        """ "toute contente": an adverb that agrees."""
        table = self.tables.agreeing.get("adverb", {})
        before = self.words[index - 1] if index else None
        if before is None or before.low not in table or before.kind not in ("adverb", "article"):
            return
        features: Features = (self.target, *self.person.source[1:])
        following = self.new.get(index, self.words[index].text).lower()
        new = table[before.low].form(features, following, self.tables.conditions)
        self._write(before.index, before.start, before.end, new)

    def _following(self, index: int, phrase: Phrase | None) -> str:
        """The word after it as it will be; nothing at the end of a phrase."""
        if index + 1 >= len(self.words):
            return ""
        after = self.words[index + 1]
        counts = phrase is not None and phrase.kind == "headless" and index < phrase.last
        inside = counts and self.words[index].kind == "adjective"  # "el primer afroamericano"
        if (
            phrase is not None
            and index >= phrase.head
            and after.kind not in VERB_LIKE
            and not inside
        ):
            return ""
        if self.words[index].kind == "clitic" or phrase is not None:
            return self.new.get(index + 1, after.text).lower()
        return ""

    def _write(self, index: int, start: int, end: int, new: str) -> None:
        sentence = self.person.context.sentence
        old = sentence[start:end]
        new = fit_case(new, old, shouted=self.shouted)
        if old.endswith(("'", "’")) and not new.endswith("'"):
            new += " "
        elif new.endswith("'") and not old.endswith(("'", "’")):
            while end < len(sentence) and sentence[end] == " ":
                end += 1
        if "’" in sentence:
            new = new.replace("'", "’")
        self.new[index] = new
        self.spans[index] = (start, end, new)

    def _enclitic(self, word: Word, pronoun: str, at: int) -> None:
        forms = self.person.phrases.object_forms(pronoun)
        if forms is None:
            raise Unsure("unknown_agreement", word.text)
        source = next(f for f in self.person.features if f in forms.readings(pronoun))
        new = forms.form((self.target, *source[1:]), "", self.tables.conditions)
        text = word.text[:at] + fit_case(new, word.text[at : at + len(pronoun)])
        self.new[word.index] = text + word.text[at + len(pronoun) :]
        self.spans[word.index] = (word.start, word.end, self.new[word.index])

    def _elide(self) -> None:
        """ "d'actrice", "de comédien": small words that lose their vowel before another."""
        elided = self.tables.settings.get("elided", {})
        conditions = {full: short.partition(":")[2] or "vowel" for full, short in elided.items()}
        elided = {full: short.partition(":")[0] for full, short in elided.items()}
        whole = {short: full for full, short in elided.items()}
        for index in sorted(self.new):
            start = self.spans[index][0]
            before = next((w for w in reversed(self.words[:index]) if w.end <= start), None)
            if before is None or before.index in self.new or before.low not in {*elided, *whole}:
                continue
            condition = conditions[whole.get(before.low, before.low)]
            opens = bool(self.tables.conditions[condition].match(self.new[index].lower()))
            if opens == (before.low in whole):
                continue
            new = elided[before.low] if opens else whole[before.low]
            self._write(before.index, before.start, before.end, new)


VERB_LIKE = ("verb", "auxiliary", "copula")
