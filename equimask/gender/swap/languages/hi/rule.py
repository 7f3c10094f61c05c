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
from equimask.gender.swap.languages.patterns import refuse_if, refusing
from equimask.gender.swap.languages.tables import read_table

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
            self._refuse_own_clause()
        for clause in self.phrase.clauses:
            if clause is not self.clause:
                self._refuse_clause(clause)
        self._respect()
        return Choice(self.pair, tuple(self.edits))

    def _controls(self) -> bool:
        """Whether the verb shows the noun's gender: as subject, or as object of a verb with ने."""
        phrase, clause = self.phrase, self.clause
        before = phrase.low[max(0, clause.start - 1) : phrase.start]
        last, beside_verb = before[-1] if before else "", phrase.end >= clause.verbs
        they = any_is(before, "they") or phrase.has("they")  # of one person, out of respect
        naming = clause.says("naming")  # "उन्हें विज्ञान का पिता माना जाता है"
        ergative, marked = any_is(before, "agent"), any_is(before, "marked_object")
        refuse_if(
            last,
            polite_subject=any_is(before, "polite_subject") or (they and not clause.is_plural),
            verb_undecided=naming and not (marked and phrase.gender == "male"),
            object_undecided=ergative and not (marked or beside_verb),
        )
        if naming or ergative:
            return not marked
        owned = is_a(phrase.word(phrase.start), "genitive")
        alone = not last or is_a(last, *_NO_SUBJECT) or last.endswith(plain("कर"))
        theirs = owned and len(before) > 1 and clause.is_copular
        stated = clause.is_copular and beside_verb
        refuse_if(
            last,
            object_undecided=any_is(before, "first_person") and not stated,
            subject_undecided=theirs or not (alone or owned),
            verb_disagrees=clause.shown(self.target) and not clause.shown(phrase.gender),
        )
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

    @property
    def _says_what(self) -> bool:
        """ "गायिका के रूप में", "महिलाओं की दौड़", "रानियों में से एक": of the one who does it."""
        role = is_a(self.phrase.word(self.phrase.end + 1), "role_word")
        return self.phrase.is_oblique and (role or self.pair.number == "plur")

    def _refuse_own_clause(self) -> None:
        """The verb is somebody else's, and shows who, where the noun says what they are."""
        phrase, clause = self.phrase, self.clause
        following, plural = phrase.word(phrase.end + 1), self.pair.number == "plur"
        owned = is_a(phrase.word(phrase.start), "genitive")
        theirs = clause.shown(self.target) and not clause.says("agent")
        states = (i for i, word in enumerate(phrase.low[1:]) if is_a(word, "being"))
        refuse_if(
            self.context.word.text,
            compared_with=is_a(following, "like"),
            # "के पुरुषों के पन्ने"
            modifier_undecided=plural and owned and is_a(phrase.word(phrase.end), "genitive"),
            other_person=self._says_what
            and clause.shown(phrase.gender)
            and not clause.says("agent", "dative"),
            wife=is_a(phrase.noun, "spouse") and (owned or phrase.has("reflexive") or theirs),
            # "काम करने वाले होने के कारण"
            predicate_undecided=any(phrase.shows(i, modifier(phrase.low[i])) for i in states),
        )

    def _refuse_clause(self, clause: Clause) -> None:
        """Forms of the gender in another clause, but where they are its own subject's."""
        phrase, last = self.phrase, clause.verbs - 1
        shown = clause.shown(phrase.gender) or phrase.shows(last, modifier(clause.low[last]))
        who = clause.says("who")
        if not shown or (clause.says("agent", "speaker") and not who):
            return
        subject = any(
            not is_known(phrase.low[i]) and not is_a(phrase.word(i + 1), "postposition")
            for i in range(clause.start, clause.verbs)
        )
        speaks = self.controls or self.agent or self._says_what
        if speaks or who or clause.says("third_person") or not subject:
            raise Unsure("other_clause", " ".join(clause.group[-2:]))

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
