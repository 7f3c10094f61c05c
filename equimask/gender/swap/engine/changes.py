"""The words of the person in the other gender, from right to left."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.types import Edit
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import VERBAL, Word


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
        self.sentence, self.found = person.context.sentence, person.context.word
        self.target = person.context.target
        self.shouted = self.found.text.isupper()
        self.new: dict[int, str] = {}
        self.spans: dict[int, tuple[int, int, str]] = {}

    def make(self) -> tuple[Edit, ...]:
        """All edits but that of the gender word, which is the lexicon's."""
        for phrase in self.person.own:
            for index in phrase.places:
                self._gender_word(self.words[index], self._number(phrase))
        for phrase in sorted(self.person.own, key=lambda p: -p.first):
            for index in reversed(phrase.places):
                word = self.words[index]
                agrees = word.found is None and word.kind in ("article", "adjective", "noun")
                if agrees or (word.kind == "pronoun" and word.found is not self.found):
                    self._word(word, phrase)
        for index in sorted(self.person.changed, reverse=True):
            self._word(self.words[index], None)
            self._adverb(index)
        self._elide()
        return tuple(
            Edit(start, end, self.sentence[start:end], new, "agreement")
            for index, (start, end, new) in sorted(self.spans.items())
            if self.words[index].found is not self.found and self.sentence[start:end] != new
        )

    def _number(self, phrase: Phrase | None) -> str:
        return "plur" if phrase in self.person.sets else self.person.source[1]

    def _gender_word(self, word: Word, number: str) -> None:
        """The main word, or another noun of the lexicon that is the person's."""
        if word.found is None or (word.found is not self.found and word.kind == "pronoun"):
            return
        pairs = [p for p in word.found.pairs if p.number in ("-", number)] or word.found.pairs
        pair = self.person.pair if word.found is self.found else pairs[0]
        new = transfer(word.text, pair.side(word.found.gender), pair.side(self.target))
        if new is None:
            raise Unsure("odd_casing", word.text)
        if new.lower() in self.person.lists["disputed"]:
            raise Unsure("determiner", new)
        self._put(word.index, word.start, word.end, new)

    def _word(self, word: Word, phrase: Phrase | None) -> None:
        """An agreeing word of the phrase, or a loose one."""
        person, index = self.person, word.index
        verb = word.kind in ("verb", "infinitive", "unknown")
        match = self.tables.object_verb(word.low) if verb else None
        if match is not None:
            self._enclitic(word, match["object"], match.start("object"))
            return
        joined = person.phrases.contracted(index)
        old, forms = joined or word.low, person.phrases.forms(index)
        if joined:
            forms = self.tables.agreeing["article"][joined]
        if forms is None or not forms.varies:
            return
        self._check_article(word)
        number = self._number(phrase)
        if (person.source[0], number) not in forms.readings(old):
            return
        following = self._following(index, phrase)
        new = forms.form((self.target, number), following, self.tables.conditions)
        if not new or not person.lists["disputed"].isdisjoint((new, following)):
            raise Unsure("determiner", word.text)
        self._write(index, self.words[index - 1 if joined else index].start, word.end, new)

    def _check_article(self, word: Word) -> None:
        """ "a minha mãe" may be an article, or the preposition alone."""
        before, after = self.words.at(word.index - 1), self.words.at(word.index + 1)
        doubtful = word.kind == "article" and self.tables.is_of("preposition", word.low)
        sure = word.index == 0 or before.kind in (
            "mark", "preposition", "subordinator", "relative", "copula",
        )  # fmt: skip
        if doubtful and after.low in self.person.lists["possessives"] and not sure:
            raise Unsure("determiner", word.text)

    def _adverb(self, index: int) -> None:
        """ "toute contente": an adverb that agrees."""
        before = self.words.at(index - 1)
        forms = self.tables.agreeing.get("adverb", {}).get(before.low)
        if forms is not None and before.kind in ("adverb", "article"):
            following = self.new.get(index, self.words[index].text).lower()
            new = forms.form((self.target, self._number(None)), following, self.tables.conditions)
            self._write(before.index, before.start, before.end, new)

    def _following(self, index: int, phrase: Phrase | None) -> str:
        """The word after it as it will be; nothing at the end of a phrase."""
        word, after = self.words[index], self.words.at(index + 1)
        if phrase is not None:
            counts = phrase.kind == "headless" and word.kind == "adjective" and index < phrase.last
            inside = index < phrase.head or counts  # "el primer afroamericano"
            if not inside and after.kind not in VERBAL:
                return ""
        elif word.kind != "clitic":
            return ""
        return self.new.get(index + 1, after.text).lower()

    def _write(self, index: int, start: int, end: int, new: str) -> None:
        """The form in the place of that text, which may end in an apostrophe."""
        old = self.sentence[start:end]
        new = fit_case(new, old, shouted=self.shouted)
        apart, joined = not old.endswith(("'", "’")), new.endswith("'")
        if not apart and not joined:
            new += " "
        while apart and joined and self.sentence[end : end + 1] == " ":
            end += 1
        self._put(index, start, end, new.replace("'", "’") if "’" in self.sentence else new)

    def _put(self, index: int, start: int, end: int, new: str) -> None:
        self.new[index], self.spans[index] = new, (start, end, new)

    def _enclitic(self, word: Word, pronoun: str, at: int) -> None:
        """The pronoun that is written with its verb."""
        forms = self.person.phrases.object_forms(pronoun)
        if forms is None:
            raise Unsure("unknown_agreement", word.text)
        new = forms.form((self.target, self._number(None)), "", self.tables.conditions)
        end = at + len(pronoun)
        text = word.text[:at] + fit_case(new, word.text[at:end]) + word.text[end:]
        self._put(word.index, word.start, word.end, text)

    def _elide(self) -> None:
        """ "d'actrice", "de comédien": small words that lose their vowel before another."""
        rules: dict[str, tuple[str, str, str]] = {}  # by both forms: whole, short, condition
        for full, rule in self.tables.settings.get("elided", {}).items():
            short, _, condition = rule.partition(":")
            rules[full] = rules[short] = (full, short, condition or "vowel")
        for index in sorted(self.new):
            start = self.spans[index][0]
            before = next((w for w in reversed(self.words[:index]) if w.end <= start), None)
            if before is None or before.index in self.new or before.low not in rules:
                continue
            full, short, condition = rules[before.low]
            opens = self.tables.conditions[condition].match(self.new[index].lower())
            if (before.low == short) != bool(opens):
                self._write(before.index, before.start, before.end, short if opens else full)
