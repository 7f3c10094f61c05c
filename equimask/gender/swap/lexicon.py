"""The gender lexicon of one language: find gender words, turn a sentence into a minimal pair."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from equimask.core.languages import get_language, nearest
from equimask.gender.finder import GenderWords, Segmenter, has_lower_case_twin
from equimask.gender.lexicon.affixes import affixes_of, joined
from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.conflicts import Conflicts
from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.folding import View, composed, lowered
from equimask.gender.lexicon.own import hash_of, own_pairs
from equimask.gender.lexicon.records import (
    check_has_pairs,
    data_hash,
    languages_with_pairs,
    load_names,
    load_pairs,
    load_stops,
)
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.tokens import HYPHENS, isolate, merge, tokenize
from equimask.gender.lexicon.types import (
    Choice,
    Edit,
    Gender,
    GenderWord,
    Refusal,
    Swap,
    SwapContext,
    WordPair,
)
from equimask.gender.swap.edits import apply, ordered
from equimask.gender.swap.languages import has_rules, rules_hash, rules_of
from equimask.gender.swap.languages.plain import agree as plain_agree
from equimask.gender.swap.parse import Parser, load_parser
from equimask.gender.swap.reference import (
    is_changed,
    same_person,
    several,
    unsettled,
    without_referring,
)

GENDER_WORD = "gender_word"
# Forms for both genders at once: s/he, Lehrer*in, Lehrer:innen, Student(in), (s)he.
_SPLIT_AFTER = re.compile(r"[/*_:·(]\w")
_SPLIT_BEFORE = re.compile(r"\w[/*_:·)]$")
_HYPHEN_BEFORE = re.compile(rf"\w[{HYPHENS}]$")
_HYPHEN_AFTER = re.compile(rf"[{HYPHENS}]\w")
# No sentence has as many tokens; the rules compare pronouns with clauses, which takes the square.
_MOST_TOKENS = 1000


class GenderLexicon:
    """Word pairs of one language, and the swap that they allow.

    `refusals` counts what `swap` refused; `settled` the rows of one's own list that contradicted
    others (`from_records`).
    """

    def __init__(
        self,
        lang: str,
        words: GenderWords,
        names: FirstNames,
        parser: Parser | None = None,
        own: tuple[WordPair, ...] | None = None,
    ) -> None:
        self.lang = lang
        self.refusals: Counter[str] = Counter()
        self.settled: Counter[str] = Counter()
        self._words, self._names, self._parser, self._own = words, names, parser, own
        self._rules = rules_of(lang)
        self._agree = self._rules.agree if own is None or has_rules(lang) else plain_agree

    @classmethod
    def load(
        cls,
        lang: str,
        udpipe_model: str | Path | None = None,
        segmenter: Segmenter | None = None,
    ) -> GenderLexicon:
        """The packaged lexicon of a language.

        A UDPipe model sharpens agreement; a segmenter (sentence -> spans of its words) bounds
        matches where a script has no spaces.
        """
        lang = get_language(lang).code
        check_has_pairs(lang)
        parser = load_parser(lang, udpipe_model) if udpipe_model is not None else None
        names = FirstNames(lang, load_names(lang))
        return cls(lang, GenderWords.load(lang, segmenter), names, parser)

    @classmethod
    def from_records(
        cls,
        language: str,
        records: Any,
        *,
        conflicts: Conflicts = "refuse",
        udpipe_model: str | Path | None = None,
        segmenter: Segmenter | None = None,
    ) -> GenderLexicon:
        """A lexicon of one's own words, in any language.

        `records` is a table, or an iterable of mappings, with `male`, `female` and, if known,
        `gloss`, `pos` (noun, pron, det, title, adj), `number` (sing, plur, dual), `case`
        (joined by +) and `ambiguous` (what else a word means: it is found and not swapped); or
        of (male, female) tuples. What a record leaves out is taken from the packaged records of
        the same two words, if there are any. Only these words are found: other gender words of a
        sentence stay as they are.

        Refused are empty words, a word on both sides, repeated pairs, and a word with several
        counterparts that neither pos, number nor case tells apart; `conflicts="settle"` takes
        the first counterpart, leaves the other rows out and counts them in `settled`.

        Where the project has agreement rules (ar, de, en, es, fr, hi, pt, ru) they apply to these
        words too. But for English they must know a word's number, in de, hi and ru its case as
        well: without it a sentence is refused as `unknown_form`. In a language without rules, such
        as sv, the word alone is replaced, so pass only words with which nothing agrees; a word
        before a capitalised one is refused as `name_beside`. A region (pt-BR) has the rules of
        its language.
        """
        tag = get_language(language).code
        lang = nearest(tag, languages_with_pairs()) or tag
        own, settled = own_pairs(lang, records, conflicts)
        listed = {lowered(word) for pair in own for word in (pair.male, pair.female)}
        stops = [compound for compound in load_stops(lang) if lowered(compound) not in listed]
        parser = load_parser(lang, udpipe_model) if udpipe_model is not None else None
        names = load_names(lang)
        words = GenderWords(lang, own, stops, names, segmenter)
        lexicon = cls(lang, words, FirstNames(lang, names), parser, own)
        lexicon.settled = settled
        return lexicon

    @cached_property
    def pairs(self) -> tuple[WordPair, ...]:
        """All records of the language, or one's own."""
        return load_pairs(self.lang) if self._own is None else self._own

    def signature(self) -> str:
        """A short hash of the data that decides what is found and swapped."""
        rules = rules_hash(self.lang)
        if self._own is None:
            return hash_of((), [data_hash(self.lang), rules])
        return hash_of(self._own, load_stops(self.lang), sorted(load_names(self.lang)), [rules])

    def find(self, sentence: str) -> list[GenderWord]:
        """The gender words of the sentence, in order; doubtful ones (German "sie") included.

        A pronoun that may refer to the only other gender word counts as agreement, not as a
        gender word, where the language's rules settle it ("Der König liebt sein Volk").
        """
        if unicodedata.is_normalized("NFC", sentence):
            return without_referring(self._words.find(sentence), self._rules.referring)
        view = composed(sentence)
        words = without_referring(self._words.find(view.text), self._rules.referring)
        return [_in_original(word, sentence, view) for word in words]

    def swap(self, sentence: str) -> Swap | None:
        """The minimal pair of the sentence, or None with the reason counted in `refusals`."""
        result = self.try_swap(sentence)
        if isinstance(result, Refusal):
            self.refusals[result.reason] += 1
            return None
        return result

    def try_swap(self, sentence: str) -> Swap | Refusal:
        """The minimal pair of the sentence, or why there is none."""
        view = composed(sentence)
        every_word = self._words.find(view.text)
        words = self._one_person(view.text, every_word)
        if isinstance(words, Refusal):
            return words
        if self._rules.one_person is not None:
            return self._together(sentence, view, every_word, words)
        word, *others = words
        context = self._context(view.text, word, others)
        if len(context.tokens) > _MOST_TOKENS:
            return Refusal("too_long", word.text)
        choice = self._choice(context)
        if isinstance(choice, Refusal):
            return choice
        whole = self._rules.main_word is not None
        left = [] if whole else unsettled(every_word, word, choice.edits)
        if left:
            return Refusal("several_gender_words", " ".join(w.text for w in (word, *left)))
        edits = self._edits(context, choice)
        if isinstance(edits, Refusal):
            return edits
        return self._checked(sentence, view, every_word, word, edits)

    def _together(
        self, sentence: str, view: View, every_word: list[GenderWord], words: list[GenderWord]
    ) -> Swap | Refusal:
        """Each of the words swapped as if it were alone, or the first refusal."""
        found: list[Edit] = []
        for word in words:
            context = self._context(view.text, word)
            if len(context.tokens) > _MOST_TOKENS:
                return Refusal("too_long", word.text)
            choice = self._choice(context)
            edits = choice if isinstance(choice, Refusal) else self._edits(context, choice)
            if isinstance(edits, Refusal):
                return edits
            found += edits
        return self._checked(sentence, view, every_word, words[0], ordered(found))

    def _checked(
        self,
        sentence: str,
        view: View,
        every_word: list[GenderWord],
        word: GenderWord,
        edits: tuple[Edit, ...],
    ) -> Swap | Refusal:
        """The swap, where the gender words found in it are those that were meant."""
        after, at = apply(view.text, edits), 0
        target: Gender = "female" if word.gender == "male" else "male"
        if self._rules.settled or self._rules.one_person is not None:
            counterpart = self._words.find(after)
            expected = [target if is_changed(w, edits) else w.gender for w in every_word]
            at = [(w.start, w.end) for w in every_word].index((word.start, word.end))
        else:
            counterpart, expected = self.find(after), [target]
        if self._rules.main_word is not None and len(counterpart) == len(expected):
            # "seinen Vater", "seine Mutter": of whom it is said stays
            expected = [
                found.gender if all(pair.pos == "det" for pair in word.pairs) else gender
                for found, word, gender in zip(counterpart, every_word, expected, strict=True)
            ]
        if [found.gender for found in counterpart] != expected:
            return Refusal("unclear_result", " ".join(found.text for found in counterpart))
        return _as_swap(sentence, view, word, counterpart[at].text, edits)

    def _one_person(
        self, sentence: str, every_word: list[GenderWord]
    ) -> list[GenderWord] | Refusal:
        """The gender word that is swapped, then those that may be the same person's."""
        if (persons := self._rules.one_person) is not None:
            if every_word and len(tokenize(sentence, self.lang)) > _MOST_TOKENS:
                return Refusal("too_long", every_word[0].text)
            return persons(sentence, every_word)
        if (main_word := self._rules.main_word) is not None:
            main = main_word(sentence, every_word)
            if isinstance(main, Refusal):
                return main
            return [main, *(word for word in every_word if word is not main)]
        words = without_referring(every_word, self._rules.referring)
        if not words:
            return Refusal("no_gender_word")
        if not self._rules.settled:
            return words if len(words) == 1 else several(words)
        return same_person(every_word, words, self._rules.referring) or several(words)

    def _context(
        self, sentence: str, word: GenderWord, others: Sequence[GenderWord] = ()
    ) -> SwapContext:
        tokens = tokenize(sentence, self.lang)
        if not self._words.language.spaced:
            tokens = tuple(merge(tokens, sentence, word.start, word.end))
        tokens, first, last = isolate(tokens, word.start, word.end)
        target: Gender = "female" if word.gender == "male" else "male"
        return SwapContext(sentence, tokens, word, first, last, target, others=tuple(others))

    def _choice(self, context: SwapContext) -> Choice | Refusal:
        word = context.word
        refusal = self._obstacle(context)
        if refusal is not None:
            return refusal
        if self._parser is not None:
            context = replace(context, parse=self._parser(context.sentence))
        choice = self._agree(context)
        if self._settles(word) or isinstance(choice, Refusal):
            return choice
        if choice.pair not in reliable(word.pairs, word.gender):
            return Refusal("ambiguous_word", word.text)
        return choice

    def _settles(self, word: GenderWord) -> bool:
        """Whether the language's rules ask themselves if the pronoun stands for a person."""
        return all(pair.pos in self._rules.settled for pair in word.pairs)

    def _obstacle(self, context: SwapContext) -> Refusal | None:
        """What forbids a swap in any language, before its rules are asked."""
        sentence, word = context.sentence, context.word
        if any(not getattr(pair, name) for pair in word.pairs for name in self._rules.needed):
            return Refusal("unknown_form", word.text)
        doubtful = not reliable(word.pairs, word.gender) and not self._settles(word)
        if doubtful or has_lower_case_twin(sentence, word, self.lang):
            return Refusal("ambiguous_word", word.text)
        if not affixes_of(self.lang).after_stays and _is_glued(sentence, word.end):
            return Refusal("glued_form", word.text)
        if self._words.language.spaced:
            before = sentence[: word.start]
            if _SPLIT_AFTER.match(sentence, word.end) or _SPLIT_BEFORE.search(before):
                return Refusal("split_form", word.text)
            if all(pair.pos != "pron" for pair in word.pairs) and _is_hyphenated(sentence, word):
                return Refusal("compound_word", word.text)
        return None if self._rules.main_word is not None else self._name(context)

    def _name(self, context: SwapContext) -> Refusal | None:
        tokens, first, word = context.tokens, context.first, context.word
        if all(pair.pos in ("pron", "det") for pair in word.pairs):
            name = self._names.antecedent(tokens, first, word.gender)
            return Refusal("name_as_antecedent", name) if name else None
        if self._words.language.spaced and all(pair.pos == "title" for pair in word.pairs):
            name = self._names.after_title(tokens, context.last)
        else:
            name = self._names.beside(context.sentence, tokens, first, context.last)
        return Refusal("name_beside", name) if name else None

    def _edits(self, context: SwapContext, choice: Choice) -> tuple[Edit, ...] | Refusal:
        word, edits = context.word, choice.edits
        if not any(e.kind == GENDER_WORD for e in edits):
            listed, new = choice.pair.side(word.gender), choice.pair.side(context.target)
            recased = transfer(word.text, listed, new)
            if recased is None:
                return Refusal("odd_casing", word.text)
            new = joined(recased, context.sentence[: word.start], self.lang)
            edits = (*edits, Edit(word.start, word.end, word.text, new, GENDER_WORD))
        return ordered(edits)


def _in_original(word: GenderWord, sentence: str, view: View) -> GenderWord:
    if view.offsets is None:
        return word
    start, end = view.original(word.start), view.original(word.end)
    return replace(word, text=sentence[start:end], start=start, end=end)


def _as_swap(
    sentence: str, view: View, word: GenderWord, counterpart: str, edits: tuple[Edit, ...]
) -> Swap:
    """The pair in the spelling of the original, which may not be in NFC."""
    ours = _in_original(word, sentence, view).text
    if view.offsets is not None:
        form: Literal["NFC", "NFD"] = "NFD" if unicodedata.is_normalized("NFD", sentence) else "NFC"
        edits = tuple(
            Edit(start, end, sentence[start:end], unicodedata.normalize(form, e.new), e.kind)
            for e in edits
            for start, end in [(view.original(e.start), view.original(e.end))]
        )
        counterpart = unicodedata.normalize(form, counterpart)
    other = apply(sentence, edits)
    if word.gender == "male":
        return Swap(sentence, other, ours, counterpart, "male", edits)
    return Swap(other, sentence, counterpart, ours, "female", edits)


def _is_glued(sentence: str, end: int) -> bool:
    rest = sentence[end:].lstrip("\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652")
    return rest[:1].isalnum()


def _is_hyphenated(sentence: str, word: GenderWord) -> bool:
    return bool(
        _HYPHEN_BEFORE.search(sentence[: word.start]) or _HYPHEN_AFTER.match(sentence, word.end)
    )
