"""Which phrase a verb speaks of: the nearest free one before it, past what only stands between."""

from __future__ import annotations

from equimask.gender.swap.engine.phrases import Phrase, Phrases
from equimask.gender.swap.engine.words import VERBAL

_STRONG = frozenset('.!?;:…()[]«»"“”—–')


class Clauses:
    """Subjects, by the order of words alone."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases, self.words = phrases, phrases.words
        self.lists = phrases.tables.lists

    def verb_before(self, index: int) -> int | None:
        """The verb that the word at that place follows, with nothing but small words between."""
        index -= 1
        while index >= 0 and self.words[index].kind in (
            "adverb", "object", "clitic", "negation", "participle", "infinitive", "preposition",
        ):  # fmt: skip
            if self.words[index].kind == "infinitive" or self.words[index].kind == "participle":
                return index
            if self.words[index].kind == "preposition":
                return None
            index -= 1
        return index if index >= 0 and self.words[index].kind in VERBAL else None

    def verb_of(self, index: int) -> int | None:
        """The verb before that place in its clause."""
        for at in range(index - 1, -1, -1):
            if self.words[at].kind in VERBAL:
                return at
            if self.words[at].kind in ("mark", "subordinator", "relative"):
                return None
        return None

    def subject(self, index: int, depth: int = 4) -> Phrase | None:
        """The phrase that the verb at that place speaks of; None where it is not written."""
        at = index - 1
        beside = self.phrases.of.get(at)
        if beside is not None and self.words[index].low in self.lists["nonfinite_copulas"]:
            return beside  # "após a mulher ser eleita"
        while at >= 0 and depth:
            word, phrase = self.words[at], self.phrases.of.get(at)
            if word.text == ")":
                at = self._bracket(at) - 1
            elif word.text in _STRONG:
                return None
            elif word.text == ",":
                opened = self._parenthesis(at)
                if opened is None:
                    return None
                at = opened - 1
            elif phrase is not None:
                if self._is_free(phrase) and not self.is_within(phrase):
                    return phrase
                at = phrase.first - 1
            elif word.low in self.lists["speakers"] | self.lists["this"]:
                return None
            elif word.kind == "conjunction":
                verb = self._earlier_verb(at)
                if verb is not None:
                    return self.subject(verb, depth - 1)
                at -= 1
            elif word.kind == "relative":
                return self.antecedent(at)
            elif word.kind == "subordinator":
                return None
            elif word.kind in VERBAL:
                relative = self.earlier_relative(at)
                if relative is None or self.words[index].low in self.lists["nonfinite_copulas"]:
                    return self.subject(at, depth - 1)
                antecedent = self.antecedent(relative)
                if antecedent is None or antecedent.governed:
                    return None
                return antecedent
            else:
                at -= 1
        return None

    def next_subject(self, index: int) -> Phrase | None:
        """The free phrase that opens what follows the next comma: "Cansada, la reina ..."."""
        at = index + 1
        while at < len(self.words) and self.words[at].text != ",":
            if self.words[at].kind in VERBAL or self.words[at].text in _STRONG:
                return None
            at += 1
        at += 1
        while at < len(self.words) and self.words[at].kind == "adverb":
            at += 1
        phrase = self.phrases.of.get(at)
        return phrase if phrase is not None and self._is_free(phrase) else None

    def clause_start(self, index: int) -> bool:
        """Whether nothing but small words stands between the last mark and that place."""
        index -= 1
        while index >= 0 and (
            self.words[index].kind in ("adverb", "conjunction")
            or self.words[index].low in self.lists["once"]
            or self.words[index + 1].low in self.lists["once"]
        ):
            index -= 1  # "una vez elegida"
        return index < 0 or self.words[index].kind == "mark"

    def starts_with_infinitive(self, index: int) -> bool:
        """ "Mettre son roi en échec est illégal"."""
        while index > 0 and self.words[index - 1].kind != "mark":
            index -= 1
        return self.words[index].kind == "infinitive"

    def is_within(self, phrase: Phrase) -> bool:
        """The object of an earlier verb, or an unlisted word after a noun: no subject."""
        before = self.words[phrase.first - 1] if phrase.first else None
        if before is None:
            return False
        if before.kind in ("verb", "infinitive", "participle"):
            asked = self.words[phrase.first].low in self.lists["asking"]
            return phrase.kind != "pronoun" and not asked
        bare = phrase.kind == "unknown" and phrase.first == phrase.head
        if phrase.first == phrase.head and before.low in self.lists["as"]:
            return phrase.kind in ("role", "common", "gender")  # "de situarse como regente"
        return bare and before.kind in ("gender", "noun", "adjective")

    def _is_free(self, phrase: Phrase) -> bool:
        return not phrase.governed and not self.phrases.is_time(phrase)

    def _parenthesis(self, comma: int) -> int | None:
        """The comma that opens what this one closes: ", who came,"."""
        for at in range(comma - 1, -1, -1):
            if self.words[at].text in _STRONG:
                return None
            if self.words[at].text == ",":
                inside = self.words[at + 1]
                finite = any(self.words[i].kind in VERBAL for i in range(at + 1, comma))
                if inside.kind == "relative" or not finite:
                    return at
                return None
        return None

    def _bracket(self, closed: int) -> int:
        """The bracket that opens what this one closes: "Ana (1956) es"."""
        return next((at for at in range(closed, 0, -1) if self.words[at].text == "("), 0)

    def _earlier_verb(self, index: int) -> int | None:
        for at in range(index - 1, -1, -1):
            if self.words[at].kind in VERBAL:
                return at
            if self.words[at].text in _STRONG or self.words[at].kind == "subordinator":
                return None
        return None

    def earlier_relative(self, index: int) -> int | None:
        """The relative pronoun before that place in its clause."""
        for at in range(index - 1, -1, -1):
            if self.words[at].kind == "relative":
                return at
            if self.words[at].kind in VERBAL:
                return None
            if self.words[at].kind in ("mark", "subordinator", "conjunction"):
                return None
        return None

    def antecedent(self, relative: int) -> Phrase | None:
        """ "la reina con la que": before the article and the preposition of the pronoun."""
        at = relative - 1
        while at >= 0 and (
            self.words[at].kind == "preposition"
            or self.words[at].text == ","
            or (self.phrases.of.get(at) is not None and self._is_article(at))
        ):
            at -= 1
        return self.phrases.of.get(at)

    def _is_article(self, at: int) -> bool:
        phrase = self.phrases.of[at]
        return phrase.kind == "headless" and phrase.first == phrase.last
