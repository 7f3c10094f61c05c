"""Which phrase a verb speaks of: the nearest free one before it, past what only stands between."""

from __future__ import annotations

from collections.abc import Container

from equimask.gender.swap.engine.phrases import NO_PHRASE, Phrase, Phrases
from equimask.gender.swap.engine.words import VERBAL, Kind, Word

_STRONG = frozenset('.!?;:…()[]«»"“”—–')
_SMALL: frozenset[Kind] = frozenset({"adverb", "object", "clitic", "negation"})


class Clauses:
    """Subjects, by the order of words alone; a word that is not found is an empty mark."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases, self.words, self.lists = phrases, phrases.words, phrases.lists

    def verb_before(self, index: int) -> Word:
        """The verb that the word at that place follows, with nothing but small words between."""
        word = self.words.at(self.words.before(index, _SMALL))
        return word if word.kind in (*VERBAL, "infinitive", "participle") else self.words.at(-1)

    def verb_of(self, index: int) -> Word:
        """The verb before that place in its clause."""
        return self._back(index, VERBAL, ("mark", "subordinator", "relative"))

    def earlier_relative(self, index: int) -> Word:
        """The relative pronoun before that place in its clause."""
        return self._back(index, ("relative",), (*VERBAL, "mark", "subordinator", "conjunction"))

    def _back(self, index: int, wanted: Container[str], ends: Container[str]) -> Word:
        """The nearest earlier word of a wanted part, none behind a part or a mark that ends it."""
        for word in reversed(self.words[: max(0, index)]):
            if word.kind in wanted:
                return word
            if word.kind in ends or word.text in ends:
                break
        return self.words.at(-1)

    def subject(self, index: int, depth: int = 4) -> Phrase:
        """The phrase that the verb at that place speaks of; none where it is not written."""
        at, nonfinite = index - 1, self.words.at(index).low in self.lists["nonfinite_copulas"]
        if nonfinite and (beside := self.phrases.at(at)):
            return beside  # "após a mulher ser eleita"
        while at >= 0 and depth:
            word, phrase = self.words[at], self.phrases.at(at)
            if word.text == ")":
                at = self.words.past_brackets(at)
            elif word.text == ",":
                at = self._parenthesis(at) - 1
            elif phrase:
                if self._is_free(phrase) and not self.is_within(phrase):
                    return phrase
                at = phrase.first - 1
            elif word.kind == "conjunction":
                verb = self._back(at, VERBAL, _STRONG | {"subordinator"})
                if self.words.at(at - 1).text == "," and self.earlier_relative(verb.index).text:
                    return NO_PHRASE  # "un crimen que no cometió, y fue absuelto"
                if verb.text:
                    return self.subject(verb.index, depth - 1)
                at -= 1
            elif word.kind == "relative":
                before = self.words.at(at - 1)  # "do qual foi", "em que foi"
                oblique = before.kind == "preposition" or before.low in self.lists["contracted"]
                return NO_PHRASE if oblique else self.antecedent(at)
            elif word.kind in VERBAL:
                relative = self.earlier_relative(at)
                if not relative.text or nonfinite:
                    return self.subject(at, depth - 1)
                antecedent = self.antecedent(relative.index)
                return NO_PHRASE if antecedent.governed else antecedent
            elif word.text in _STRONG or word.kind == "subordinator":
                break
            elif word.low in self.lists["speakers"] | self.lists["this"]:
                break  # a subject that no phrase can be: "yo", "esto"
            elif word.kind == "speaker" and word.low in self.lists["thing_pronouns"]:
                break  # "il est important"
            else:
                at -= 1
        return NO_PHRASE

    def next_subject(self, index: int) -> Phrase:
        """The free phrase that opens what follows the next comma: "Cansada, la reina ..."."""
        for word in self.words[index + 1 :]:
            if word.text == ",":
                phrase = self.phrases.at(self.words.after(word.index, ("adverb",)))
                return phrase if self._is_free(phrase) else NO_PHRASE
            if word.kind in VERBAL or word.text in _STRONG:
                break
        return NO_PHRASE

    def clause_start(self, index: int) -> bool:
        """Whether nothing but small words stands between the last mark and that place."""
        once = self.lists["once"]  # "una vez elegida"
        index -= 1
        while index >= 0 and (
            self.words[index].kind in ("adverb", "conjunction")
            or not once.isdisjoint((self.words[index].low, self.words[index + 1].low))
        ):
            index -= 1
        return self.words.at(index).kind == "mark"

    def is_within(self, phrase: Phrase) -> bool:
        """The object of an earlier verb, or an unlisted word after a noun: no subject."""
        before = self.phrases.before(phrase)
        if before.kind in ("verb", "infinitive", "participle"):
            asked = self.words[phrase.first].low in self.lists["asking"]
            return phrase.kind != "pronoun" and not asked
        if phrase.bare and before.low in self.lists["as"]:
            return phrase.kind in ("role", "common", "gender")  # "de situarse como regente"
        unlisted = phrase.kind == "unknown" and phrase.bare
        return unlisted and before.kind in ("gender", "noun", "adjective")

    def _is_free(self, phrase: Phrase) -> bool:
        return not phrase.governed and not self.phrases.is_time(phrase)

    def _parenthesis(self, comma: int) -> int:
        """The comma that opens what this one closes (", who came,"); -1 where none does."""
        for word in reversed(self.words[:comma]):
            if word.text in _STRONG:
                break
            if word.text == ",":
                inside = self.words[word.index + 1 : comma]
                finite = any(within.kind in VERBAL for within in inside)
                return -1 if finite and inside[0].kind != "relative" else word.index
        return -1

    def antecedent(self, relative: int) -> Phrase:
        """ "la reina con la que": before the article and the preposition of the pronoun."""
        at = relative - 1
        while (word := self.words.at(at)).kind in ("preposition", "article") or word.text == ",":
            at -= 1
        return self.phrases.at(at)
