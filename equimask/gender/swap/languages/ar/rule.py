"""Arabic: one person in a short sentence of a plain kind; the rest is refused.

The noun is the subject before or behind a listed verb, the predicate of a pronoun, or somebody
whom a preposition, an owner's noun or a verb of the first person governs.
"""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Gender, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ar.words import (
    TANWIN,
    adjective_counterpart,
    attribute_counterpart,
    bare,
    counterpart,
    is_a,
    verb_counterpart,
)

REFERRING = frozenset({"هو", "هي"})
_QUOTES = frozenset("\"'“”«»‘’„")
_MOST_WORDS = 14
_GENDERS: tuple[Gender, ...] = ("male", "female")


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
        token = context.tokens[context.first]
        before = bare(context.sentence[token.start : context.word.start])
        self.definite = before.endswith(("ال", "لل"))
        # the preposition that is written together with the noun or its demonstrative
        self.proclitic = before.lstrip("وف").removesuffix("ال")
        self.left, self.right = context.first - 1, context.last + 1
        self.was = False  # behind "was" a predicate stands in the accusative
        self.edits: dict[int, Edit] = {}

    def swap(self) -> Choice:
        """All edits, or `Unsure`."""
        self._guard()
        role = self._role()
        self._attributes(role)
        subject = role in ("subject", "after_verb")
        if subject:
            self._predicate(role)
        elif role != "predicate" and self.definite and not self._is_neutral(self.right):
            behind = self.word(self.right)  # said of what is governed: "كتاب الشاعر مشهور"
            if not any(adjective_counterpart(behind, gender) for gender in _GENDERS):
                raise Unsure("name_beside", behind)
        self._rest(role)
        for edit in self.edits.values():  # vowel signs would have to change too
            if bare(edit.old) not in (edit.old, edit.old.removesuffix(TANWIN)):
                raise Unsure("vocalised", edit.old)
        if role == "object" and not self.definite and self.gender == "female":
            raise Unsure("case_undecided", self.text)
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
        if self.word(index) in _QUOTES:
            return index == 0 or (self._is_mark(index - 1) and self._opens(index - 1))
        return self._is_mark(index) and self.word(index) not in ",،"

    def _change(self, index: int, new: str, kind: str) -> None:
        token = self.context.tokens[index]
        self.edits[index] = Edit(token.start, token.end, token.text, new, kind)

    def _guard(self) -> None:
        if bare(self.text) != self.text:
            raise Unsure("vocalised", self.text)
        if self.pair.pos == "adj":
            raise Unsure("gendered_adjective", self.text)
        if self.pair.number != "sing":
            raise Unsure("plural_agreement", self.text)
        if sum(word[:1].isalpha() for word in self.low) > _MOST_WORDS:
            raise Unsure("long_sentence", self.text)
        if self.proclitic.startswith("ك"):
            raise Unsure("compared_with", self.text)
        title = self.pair.pos == "title"
        if title and (self.word(self.right).startswith("ال") or not self.definite):
            raise Unsure("name_beside", self.word(self.right))
        for index, word in enumerate(self.low):
            core = word.lstrip("وف")
            if core in REFERRING and (
                index != self.left or not counterpart(core, self.gender, "pronoun")
            ):
                raise Unsure("several_gender_words", word)
            if is_a(word, "call"):
                raise Unsure("vocative", word)
            if is_a(core, "no_person") or is_a(core.removeprefix("ال"), "no_person"):
                raise Unsure("suits_one_gender", word)

    # --- what stands before

    def _role(self) -> str:
        """The role that the words before the noun give it."""
        pointed = self._demonstrative() and not self.definite
        word, opens = self.word(self.left), self._opens(self.left)
        if self.proclitic:
            if self.proclitic == "ل" and self.left < 0 and not pointed:
                raise Unsure("unknown_before", self.text)
            return "genitive"
        if pointed and opens:
            return "predicate"
        if pointed or is_a(word, "number"):
            raise Unsure("unknown_before", word)
        if is_a(word, "preposition"):
            return "genitive"
        if is_a(word, "having") and not self.definite:
            return "predicate"
        if opens:
            if not (self.definite or self.word(self.right).startswith("ال")):
                raise Unsure("indefinite_subject", self.text)
            return "subject"
        if is_a(word, "pronoun_subject"):
            return self._behind_pronoun(word)
        if verb_counterpart(word, self.gender) is not None:
            return self._behind_verb(word)
        if is_a(word, "object_verb"):
            return "object"
        if not is_a(word, "owned"):
            raise Unsure("unknown_before", word)
        return "genitive"

    def _demonstrative(self) -> bool:
        """Change "this" and "that" before the noun, with what is written together with it."""
        word = self.word(self.left)
        for lead in ("", "و", "ف", "ب", "ل"):
            core = word.removeprefix(lead)
            new = counterpart(core, self.gender, "demonstrative")
            if counterpart(core, self.context.target, "demonstrative") is not None and new is None:
                raise Unsure("modifier_disagrees", word)
            if new is None or not word.startswith(lead):
                continue
            self._change(self.left, lead + new, "demonstrative")
            self.left -= 1
            self.proclitic = lead if lead in ("ب", "ل") else self.proclitic
            return True
        return False

    def _behind_pronoun(self, word: str) -> str:
        if self.definite or not self._opens(self.left - 1):
            raise Unsure("unknown_before", word)
        core = word.removeprefix("و")
        new = counterpart(core, self.gender, "pronoun")
        if new is not None:
            self._change(self.left, word.removesuffix(core) + new, "pronoun")
        return "predicate"

    def _behind_verb(self, word: str) -> str:
        verb, before = verb_counterpart(word, self.gender), self.word(self.left - 1)
        if verb is None or not (self._opens(self.left - 1) or is_a(before, "negation")):
            raise Unsure("unknown_before", before)
        following = self.word(self.right)
        has_object = self._is_object(following)
        noun_too = is_a(word.lstrip("وف"), "noun_like_past")
        unclear = (
            verb.kind == "transitive" or noun_too or (verb.kind == "saying" and not self.definite)
        )
        if verb.kind == "double" or (unclear and not has_object):
            raise Unsure("subject_undecided", word)
        self.was = is_a(word, "being")
        if self.was and not self.definite:
            raise Unsure("case_undecided", self.text)
        self._change(self.left, verb.counterpart, "verb")
        return "after_verb"

    def _is_object(self, word: str) -> bool:
        """Whether the word behind the subject is what is done: "كتب الشاعر قصيدة"."""
        if not self.definite or adjective_counterpart(word, self.gender) is not None:
            return False
        if word.startswith("ال"):  # the article, and the ending of the other gender
            return word.endswith("ة") == (self.gender == "male") and not word.endswith(("اء", "ى"))
        return word == "أن" or (
            word.endswith(("ة", "ا")) and not adjective_counterpart(word, "female")
        )

    # --- what stands behind

    def _attributes(self, role: str) -> None:
        """Change the adjectives behind the noun, with the article where it has one."""
        if not self.definite and self.word(self.right).startswith("ال"):
            self.right, self.definite = self.right + 1, True  # "the bank's director"
            following = self.word(self.right)
            if following.startswith("ال") or adjective_counterpart(following, self.gender):
                raise Unsure("modifier_undecided", following)
            return
        while not self._is_neutral(self.right):
            word = self.word(self.right)
            if self.definite and not word.startswith("ال"):
                return
            if role == "after_verb" and self._is_object(word):
                return
            relative = counterpart(word, self.gender, "relative")
            if relative is not None:
                self._relative(role, relative)
                return
            new = (attribute_counterpart if self.definite else adjective_counterpart)(
                word, self.gender
            )
            if new is None:
                raise Unsure("unknown_modifier" if self.definite else "unknown_follower", word)
            self._change(self.right, new, "modifier")
            self.right += 1

    def _relative(self, role: str, relative: str) -> None:
        """Change "who" behind a subject, and the verb right behind it."""
        verb = verb_counterpart(self.word(self.right + 1), self.gender)
        if role != "subject" or verb is None:
            raise Unsure("relative_clause", self.word(self.right))
        self._change(self.right, relative, "relative")
        self._change(self.right + 1, verb.counterpart, "verb")
        self.right += 2

    def _predicate(self, role: str) -> None:
        """Change the verb or the adjective that follows a subject."""
        self.right += is_a(self.word(self.right), "negation")
        word = self.word(self.right)
        verb = verb_counterpart(word, self.gender) if role == "subject" else None
        if verb is not None:
            self._change(self.right, verb.counterpart, "verb")
            self.right += 1
            self.was = is_a(word, "being")
            word = self.word(self.right)
            if not self.was:
                return
        if role == "after_verb" and not self.was:
            verb_before = self.word(self.left)
            kind = verb_counterpart(verb_before, self.gender)
            if self._is_neutral(self.right) or (
                kind and kind.kind != "intransitive" and self._is_object(word)
            ):
                return
            raise Unsure("unknown_predicate", word)
        if self._is_neutral(self.right) or counterpart(word, self.gender, "suffixed"):
            return
        new = self._stated(word)
        if new is None:
            raise Unsure("unknown_predicate", word)
        self._change(self.right, new, "predicate")
        self.right += 1

    def _stated(self, word: str) -> str | None:
        """An indefinite adjective said of the subject."""
        if not self.was:
            return adjective_counterpart(word, self.gender)
        if self.gender == "male":
            return adjective_counterpart(word[:-1], "male") if word.endswith("ا") else None
        male = adjective_counterpart(word, "female")
        return male + "ا" + TANWIN if male and not male.endswith(("ى", "اء")) else None

    def _rest(self, role: str) -> None:
        """Change pronouns for a sole subject; any other form of its gender is in doubt."""
        subject = alone = role in ("subject", "after_verb")
        for index, word in enumerate(self.low):
            if index in self.edits or self.left < index < self.right or self._is_mark(index):
                continue
            behind = index >= self.right
            pronoun = self._other_pronoun(word)
            if pronoun is not None:
                if not (alone and behind):
                    raise Unsure("pronoun_undecided", word)
                self._change(index, pronoun, "pronoun")
            elif is_a(word, "preposition", "adverb"):
                continue
            elif (behind or self._is_apart(index)) and self._may_agree(index):
                raise Unsure("other_verb", word)
            elif behind and (new := adjective_counterpart(word, self.gender)) is not None:
                if role == "subject" and alone and self._is_mark(index + 1):
                    self._change(index, new, "predicate")
                elif not is_a(self.word(index - 2), "preposition") and (
                    subject or index > self.right
                ):
                    raise Unsure("second_predicate", word)  # but "in a big castle"
            elif behind:
                alone = False

    def _other_pronoun(self, word: str) -> str | None:
        """The word with the pronoun of the other gender at its end."""
        listed = counterpart(word, self.gender, "suffixed")
        if listed is not None or is_a(word, "no_pronoun") or word.startswith("ال") or len(word) < 4:
            return listed
        if self.gender == "male":
            return word + "ا" if word.endswith("ه") else None
        return word[:-1] if word.endswith("ها") else None

    def _is_apart(self, index: int) -> bool:
        """Whether another statement begins between the word and the noun behind it."""
        return any(map(self._opens, range(index + 1, self.left + 1)))

    def _may_agree(self, index: int) -> bool:
        """Whether a verb may have the noun as its subject."""
        word = self.low[index]
        core = word.lstrip("وف") if len(word) > 3 else word
        if is_a(core, "noun_like_present", "object_verb", "owned"):
            return False
        if verb_counterpart(word, self.gender) is not None:
            return True
        prefix = "ي" if self.gender == "male" else "ت"
        present = core.removeprefix("س")
        past = self.gender == "female" and core[-1:] == "ت" and core[-2:] != "ات"
        if past and (core != word or self._opens(index - 1)):
            return True
        return len(present) > 3 and present[0] == prefix and not present.endswith(("ة", "ون", "نا"))
