"""Arabic: one person in a short sentence of a plain kind; the rest is refused.

The noun is the subject before or behind a listed verb, the predicate of a pronoun, or somebody
whom a preposition, an owner's noun or a verb of the first person governs.
"""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ar import words
from equimask.gender.swap.languages.ar.words import adjective_counterpart, bare, counterpart, is_a

REFERRING = frozenset({"هو", "هي"})
_MOST_WORDS = 14


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart and what agrees with it, or why the sentence is no plain case."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if not pairs or any(pair.pos in ("pron", "det") for pair in pairs):
        return Refusal("ambiguous_word", context.word.text)
    try:
        return _Noun(context, pairs[0]).swap()
    except Unsure as unsure:
        return unsure.refusal


class _Noun:
    """The noun; `left` and `right` are the nearest words that are not yet explained."""

    def __init__(self, context: SwapContext, pair: WordPair) -> None:
        self.context, self.pair = context, pair
        self.gender, self.text = context.word.gender, context.word.text
        self.low = [bare(token.text) for token in context.tokens]
        before = context.sentence[context.tokens[context.first].start : context.word.start]
        self.definite = bare(before).endswith(("ال", "لل"))
        self.proclitic = bare(before).lstrip("وف").removesuffix("ال")  # a preposition
        self.left, self.right = context.first - 1, context.last + 1
        self.edits: dict[int, Edit] = {}

    def swap(self) -> Choice:
        """All edits, or `Unsure`."""
        self._guard()
        role = self._role()
        self._attributes()
        if role in ("subject", "after_verb"):
            self._predicate(role)
        elif role == "governed" and self.definite and not self._is_neutral(self.right):
            raise Unsure("name_beside", self.word(self.right))
        self._check_rest()
        for edit in self.edits.values():
            if bare(edit.old) != edit.old:  # vowel signs would have to change too
                raise Unsure("vocalised", edit.old)
        return Choice(self.pair, tuple(self.edits.values()))

    def word(self, index: int) -> str:
        """The token without vowel signs; nothing outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def _is_mark(self, index: int) -> bool:
        return not self.word(index)[:1].isalpha()

    def _is_neutral(self, index: int) -> bool:
        return self._is_mark(index) or is_a(self.word(index), "preposition", "adverb")

    def _opens(self, index: int) -> bool:
        """Whether a sentence may begin behind the index; a title in quotation marks opens none."""
        if index < 0 or is_a(self.word(index), "opener"):
            return True
        quoted = self.word(index) in "\"'“”«»‘’„"
        return self._is_mark(index) and self.word(index) not in ",،" and not (quoted and index)

    def _change(self, index: int, new: str, kind: str) -> None:
        token = self.context.tokens[index]
        self.edits[index] = Edit(token.start, token.end, token.text, new, kind)

    def _guard(self) -> None:
        following = self.word(self.right)
        named = following.startswith("ال") or not self.definite
        for reason, holds in (
            ("vocalised", bare(self.text) != self.text),
            ("gendered_adjective", self.pair.pos == "adj"),
            ("plural_agreement", self.pair.number != "sing"),
            ("long_sentence", sum(word[:1].isalpha() for word in self.low) > _MOST_WORDS),
            ("compared_with", self.proclitic.startswith("ك")),
            ("name_beside", self.pair.pos == "title" and named),
        ):
            if holds:
                raise Unsure(reason, self.text)
        for index, word in enumerate(self.low):
            core = word.lstrip("وف")
            own = index == self.left and counterpart(core, self.gender, "pronoun")
            if core in REFERRING and not own:
                raise Unsure("several_gender_words", word)
            if is_a(word, "call"):
                raise Unsure("vocative", word)
            if is_a(core, "no_person") or is_a(core.removeprefix("ال"), "no_person"):
                raise Unsure("suits_one_gender", word)

    def _role(self) -> str:
        """The role that the words before the noun give it."""
        pointed = self._demonstrative() and not self.definite
        word, opens = self.word(self.left), self._opens(self.left)
        core = word.removeprefix("و")
        if self.proclitic:
            return "governed"
        if pointed and opens:
            return "predicate"
        if opens and self.definite:
            return "subject"
        if opens:
            raise Unsure("indefinite_subject", self.text)
        if words.verb_counterpart(word, self.gender) is not None and not pointed:
            return self._behind_verb(word)
        said = is_a(word, "having") or (
            is_a(word, "pronoun_subject") and self._opens(self.left - 1)
        )
        if said and not self.definite:
            new = counterpart(core, self.gender, "pronoun")
            if new is not None:
                self._change(self.left, word.removesuffix(core) + new, "pronoun")
            return "predicate"
        if pointed or not is_a(word, "preposition", "owned", "object_verb"):
            raise Unsure("unknown_before", word)
        if is_a(word, "object_verb") and not self.definite:
            raise Unsure("case_undecided", self.text)
        return "governed"

    def _demonstrative(self) -> bool:
        """Change "this" and "that" before the noun."""
        word = self.word(self.left)
        new = counterpart(word, self.gender, "demonstrative")
        if new is None:
            if counterpart(word, self.context.target, "demonstrative") is not None:
                raise Unsure("modifier_disagrees", word)
            return False
        self._change(self.left, new, "demonstrative")
        self.left -= 1
        return True

    def _behind_verb(self, word: str) -> str:
        """The subject of an intransitive verb: of others it may be the object."""
        verb, before = words.verb_counterpart(word, self.gender), self.word(self.left - 1)
        if verb is None or not (self._opens(self.left - 1) or is_a(before, "negation")):
            raise Unsure("unknown_before", before)
        if is_a(word, "being"):
            raise Unsure("case_undecided", self.text)
        if verb.kind != "intransitive" or is_a(word.lstrip("وف"), "noun_like_past"):
            raise Unsure("subject_undecided", word)
        self._change(self.left, verb.counterpart, "verb")
        return "after_verb"

    def _attributes(self) -> None:
        """Change the adjectives behind the noun, with the article where it has one."""
        while not self._is_neutral(self.right):
            word = self.word(self.right)
            if self.definite and not word.startswith("ال"):
                return
            new = adjective_counterpart(word, self.gender)
            if new is None:
                raise Unsure("unknown_modifier" if self.definite else "unknown_follower", word)
            self._change(self.right, new, "modifier")
            self.right += 1

    def _predicate(self, role: str) -> None:
        """Change the verb or the adjective that follows a subject."""
        self.right += is_a(self.word(self.right), "negation")
        word = self.word(self.right)
        if self._is_neutral(self.right):
            return
        verb = words.verb_counterpart(word, self.gender)
        new = adjective_counterpart(word, self.gender) if verb is None else verb.counterpart
        if new is None or role == "after_verb" or is_a(word, "being"):
            raise Unsure("unknown_predicate", word)
        self._change(self.right, new, "predicate" if verb is None else "verb")
        self.right += 1

    def _check_rest(self) -> None:
        """A pronoun, a verb or an adjective of its gender may be the person's: that is doubt."""
        for index, word in enumerate(self.low):
            if index in self.edits or self.left < index < self.right or self._is_mark(index):
                continue
            behind, opens = index >= self.right, self._opens(index - 1)
            apart = any(map(self._opens, range(index + 1, self.left + 1)))
            if words.has_pronoun(word, self.gender):
                raise Unsure("pronoun_undecided", word)
            if not is_a(word, "preposition", "adverb") and (behind or apart):
                if words.may_be_verb(word, self.gender, opens):
                    raise Unsure("other_verb", word)
                inside = is_a(self.word(index - 2), "preposition")  # "in a big castle"
                if behind and adjective_counterpart(word, self.gender) and not inside:
                    raise Unsure("second_predicate", word)
