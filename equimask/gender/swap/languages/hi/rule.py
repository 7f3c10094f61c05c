"""Hindi: what changes with a gender noun, and whose every other form of its gender is."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.hi.phrase import Clause, Phrase, any_is
from equimask.gender.swap.languages.hi.words import (
    Forms,
    is_a,
    is_known,
    modifier,
    plain,
    verb,
)
from equimask.gender.swap.languages.patterns import refusing
from equimask.gender.swap.languages.tables import read_table

_SUBJECTS = ("polite_subject", "they", "agent", "marked_object", "first_person")
_NO_SUBJECT = ("postposition", "adverb", "conjunction", "subject_pronoun")


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart in its number and case, and what agrees with it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if pairs[0].pos == "adj":
        raise Unsure("gendered_adjective", context.word.text)
    return _Person(context, pairs).swap()


class _Person:
    """Who is spoken of: as the one that the verb agrees with (`controls`), or as another."""

    def __init__(self, context: SwapContext, pairs: tuple[WordPair, ...]) -> None:
        self.context, self.target = context, context.target
        self.phrase = Phrase(context)
        self.clause = self.phrase.clause
        self.agent = is_a(self.phrase.word(self.phrase.end), "agent")
        self.edits: list[Edit] = []
        self.controls = not self.phrase.is_oblique and self._controls()
        self.respected = self.controls and self.clause.is_plural
        self.pair = self._record(pairs)
        self.plural = self.pair.number == "plur" or self.respected

    def swap(self) -> Choice:
        """All edits, or `Unsure`."""
        for index, forms in self.phrase.modifiers:
            self._change(index, forms, "modifier", plural=self.plural or self.phrase.is_oblique)
        if self.controls:
            self._change_verbs()
        if self.controls or self.agent:
            self._settle_predicates()
        else:
            self._check_own_clause()
        for clause in self.phrase.clauses:
            last = clause.verbs - 1
            stated = self.phrase.shows(last, modifier(clause.low[last]))
            if clause is not self.clause and (stated or clause.shown(self.phrase.gender)):
                self._check_clause(clause)
        self._respect()
        return Choice(self.pair, tuple(self.edits))

    def _controls(self) -> bool:
        """Whether the verb shows the noun's gender: as subject, or as object of a verb with ने."""
        phrase, clause = self.phrase, self.clause
        before = phrase.low[max(0, clause.start - 1) : phrase.start]
        says = {kind for kind in _SUBJECTS if any_is(before, kind)}
        beside_verb = phrase.end >= clause.verbs
        they = "they" in says or phrase.has("they")  # of one person, out of respect
        if "polite_subject" in says or (they and not clause.is_plural):
            raise Unsure("polite_subject")
        if clause.says("naming"):  # "उन्हें विज्ञान का पिता माना जाता है"
            if phrase.gender == "male" and "marked_object" in says:
                return False
            raise Unsure("verb_undecided", phrase.text(clause.verbs))
        if "agent" in says:
            if "marked_object" not in says and not beside_verb:
                raise Unsure("object_undecided")
            return "marked_object" not in says
        if "first_person" in says and not (clause.is_copular and beside_verb):
            raise Unsure("object_undecided")
        last = before[-1] if before else ""
        owned = is_a(phrase.word(phrase.start), "genitive")
        alone = not last or is_a(last, *_NO_SUBJECT) or last.endswith(plain("कर"))
        if not (alone or owned) or (owned and len(before) > 1 and clause.is_copular):
            raise Unsure("subject_undecided", last)
        if clause.shown(self.target) and not clause.shown(phrase.gender):
            raise Unsure("verb_disagrees")
        return True

    def _record(self, pairs: tuple[WordPair, ...]) -> WordPair:
        """The record of the noun's case and number; a form may be singular and plural."""
        phrase, noun = self.phrase, self.context.word.text
        case = "obl" if phrase.is_oblique else "dir"
        fitting = [pair for pair in pairs if case in pair.cases]
        if len({pair.number for pair in fitting}) > 1:
            many = phrase.has("plural_sign")
            plural = any(forms.is_plural(phrase.text(i)) for i, forms in phrase.modifiers)
            one = phrase.is_oblique or is_a(phrase.noun, "respected") or phrase.has("one")
            if not (many or one) and (self.respected or plural):
                raise Unsure("number_undecided", noun)
            fitting = [pair for pair in fitting if pair.number == ("plur" if many else "sing")]
        if len({pair.side(self.target) for pair in fitting}) != 1:
            raise Unsure("several_counterparts", noun)
        (pair, *_) = fitting
        inflects = pair.male.endswith("ा") and not is_a(plain(pair.male), "respected")
        if self.respected and inflects and pair.number == "sing":
            raise Unsure("polite_plural", noun)
        return pair

    # --- whose the other forms of the gender are

    def _settle_predicates(self) -> None:
        """What is said of the person; what else may be is a thing's, unless it tells a state."""
        phrase, clause = self.phrase, self.clause
        first = phrase.end + phrase.is_oblique
        stated = clause.says("becoming") or clause.is_copular
        for index in (*range(clause.start, phrase.start), *range(first, clause.verbs)):
            forms = modifier(phrase.text(index)) or verb(phrase.text(index))
            if not phrase.shows(index, forms):
                continue
            become = is_a(phrase.word(index + 1), "having_become") and index + 2 == clause.verbs
            state = become or is_a(phrase.low[index], "state", "having_become")
            if self.controls and index >= first and (become or index + 1 == clause.verbs):
                self._change(index, forms, "predicate", plural=self.plural)
            elif state or (self.controls and stated and index >= first):
                raise Unsure("predicate_undecided", phrase.text(index))
            elif modifier(phrase.text(index)) is None and index >= first:
                raise Unsure("other_clause", phrase.text(index))

    def _check_own_clause(self) -> None:
        """The verb is somebody else's, and shows who, where the noun says what they are."""
        phrase, clause, noun = self.phrase, self.clause, self.context.word.text
        behind, before = phrase.word(phrase.end), phrase.word(phrase.start)
        owned, stays = is_a(before, "genitive"), clause.says("agent", "dative")
        theirs = owned or phrase.has("reflexive")
        theirs |= bool(clause.shown(self.target)) and not clause.says("agent")
        for reason, holds in (
            ("compared_with", is_a(phrase.word(phrase.end + 1), "like")),
            # "के पुरुषों के पन्ने"
            (
                "modifier_undecided",
                self.pair.number == "plur" and owned and is_a(behind, "genitive"),
            ),
            ("other_person", self._says_what() and not stays and clause.shown(phrase.gender)),
            ("wife", is_a(phrase.noun, "spouse") and theirs),
        ):
            if holds:
                raise Unsure(reason, noun)
        for index in range(len(phrase.low) - 1):  # "काम करने वाले होने के कारण"
            stated = is_a(phrase.low[index + 1], "being")
            if stated and phrase.shows(index, modifier(phrase.low[index])):
                raise Unsure("predicate_undecided", phrase.text(index))

    def _check_clause(self, clause: Clause) -> None:
        """Forms of the gender in another clause: somebody else's, or refused."""
        low = self.phrase.low
        if clause.says("agent", "speaker") and not clause.says("who"):
            return
        subject = any(
            not is_known(low[i]) and not is_a(self.phrase.word(i + 1), "postposition")
            for i in range(clause.start, clause.verbs)
        )
        speaks = self.controls or self.agent or self._says_what()
        if speaks or clause.says("third_person", "who") or not subject:
            raise Unsure("other_clause", " ".join(low[clause.start : clause.end][-2:]))

    def _says_what(self) -> bool:
        """ "गायिका के रूप में", "महिलाओं की दौड़", "रानियों में से एक": of the one who does it."""
        role = is_a(self.phrase.word(self.phrase.end + 1), "role_word")
        return self.phrase.is_oblique and (role or self.pair.number == "plur")

    # --- the edits

    def _change(
        self, index: int, forms: Forms | None, kind: str, *, plural: bool, nasal: bool = False
    ) -> None:
        if forms is not None:
            token = self.context.tokens[index]
            new = forms.give(self.target, plural=plural, nasal=nasal)
            self.edits.append(Edit(token.start, token.end, token.text, new, kind))

    def _change_verbs(self) -> None:
        """The verb group; without an auxiliary its last feminine plural is nasal."""
        shown = self.clause.shown(self.phrase.gender)
        bare = self.plural and bool(shown) and not is_a(self.clause.group[-1], "present_auxiliary")
        for index in shown:
            nasal = bare and index == shown[-1]
            forms = verb(self.phrase.text(index))
            self._change(index, forms, "verb", plural=self.plural, nasal=nasal)

    def _respect(self) -> None:
        """ "माँ" is "पिता", who is spoken of in the plural; "बाप" is rude."""
        word = self.context.word
        for listed, new in read_table("hi", "respectful"):
            if self.pair.side(self.target) != listed or self.pair.number == "plur":
                continue
            if self.controls and not self.plural:
                raise Unsure("polite_plural", word.text)
            self.edits.append(Edit(word.start, word.end, word.text, new, "gender_word"))
