"""Hindi: what changes with a gender noun, and whose every other form of its gender is."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, SwapContext, WordPair
from equimask.gender.swap.engine.reading import read_table
from equimask.gender.swap.languages.hi.phrase import Phrase
from equimask.gender.swap.languages.hi.words import any_is, forms_of, is_a, plain, verb
from equimask.gender.swap.languages.patterns import refuse_if, refusing

_NO_SUBJECT = ("postposition", "adverb", "conjunction", "subject_pronoun")
_STATES = ("state", "having_become")
_RESPECTFUL = {row[0]: row[1] for row in read_table("hi", "respectful")}  # "बाप" is rude


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart in its number and case, and what agrees with it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    refuse_if(context.word.text, gendered_adjective=pairs[0].pos == "adj")
    return _Person(context).swap(pairs)


class _Person:
    """Who is spoken of: as the one that the verb agrees with (`controls`), or as another."""

    def __init__(self, context: SwapContext) -> None:
        self.context, self.target = context, context.target
        self.phrase = Phrase(context)
        self.clause = self.phrase.clause
        self.edits: list[Edit] = []
        self.agent = is_a(self.phrase.word(self.phrase.end), "agent")
        self.controls = not self.phrase.is_oblique
        self.respected = self.controls and self.clause.is_plural

    def swap(self, pairs: tuple[WordPair, ...]) -> Choice:
        """All edits, or `Unsure`."""
        if self.controls:
            self._check_subject()
        pair = self._record(pairs)
        self.plural = self.respected or self.phrase.is_oblique
        for index in self.phrase.modifiers:
            self._change(index)
        if self.controls:
            self._change_verbs()
        if self.controls or self.agent:
            self._settle_predicates()
        self._refuse_other_verbs(many=pair.number == "plur")
        word, new = self.context.word, _RESPECTFUL.get(pair.side(self.target))
        if new:
            self.edits.append(Edit(word.start, word.end, word.text, new, "gender_word"))
        return Choice(pair, tuple(self.edits))

    def _check_subject(self) -> None:
        """The verb shows the noun's gender, whose subject it is or says what it is."""
        phrase, clause = self.phrase, self.clause
        before = phrase.low[max(0, clause.start - 1) : phrase.start]
        last, owned = before[-1] if before else "", is_a(phrase.word(phrase.start), "genitive")
        alone = not last or is_a(last, *_NO_SUBJECT)
        spoken = any_is(before, "first_person") and not clause.is_copular
        theirs = owned and len(before) > 1 and clause.is_copular
        refuse_if(
            last,
            polite_subject=any_is(before, "polite_subject")
            or (phrase.has("they") and not clause.is_plural),  # of one person, out of respect
            verb_undecided=clause.says("naming"),  # "उन्हें विज्ञान का पिता माना जाता है"
            object_undecided=spoken or any_is(before, "agent"),
            subject_undecided=theirs or not (alone or owned),
            verb_disagrees=clause.shown(self.target),
        )

    def _record(self, pairs: tuple[WordPair, ...]) -> WordPair:
        """The record of the noun's case and number; a form may be singular and plural."""
        phrase, noun = self.phrase, self.context.word.text
        case = "obl" if phrase.is_oblique else "dir"
        fitting = [pair for pair in pairs if case in pair.cases]
        if len({pair.number for pair in fitting}) > 1:
            many, one = phrase.has("plural_sign"), is_a(phrase.noun, "respected")
            plural = self.respected or any(map(phrase.is_plural, phrase.modifiers))
            refuse_if(noun, number_undecided=plural and not (many or one))
            fitting = [pair for pair in fitting if pair.number == ("plur" if many else "sing")]
        refuse_if(noun, several_counterparts=len({p.side(self.target) for p in fitting}) != 1)
        (pair, *_) = fitting
        inflects = pair.male.endswith("ा") and not is_a(plain(pair.male), "respected")
        rude = self.controls and pair.side(self.target) in _RESPECTFUL
        refuse_if(noun, polite_plural=inflects if self.respected else rude)
        return pair

    def _settle_predicates(self) -> None:
        """What is said of the person; what else may be is a thing's, unless it tells a state."""
        phrase, clause = self.phrase, self.clause
        for index in filter(phrase.shows, range(clause.start, clause.verbs)):
            word, behind = phrase.word(index), index >= phrase.end
            if self.controls and behind and index + 1 == clause.verbs:
                self._change(index)
            else:
                may_be = is_a(word, *_STATES) or (behind and (clause.is_copular or verb(word)))
                refuse_if(word, predicate_undecided=may_be)

    def _refuse_other_verbs(self, *, many: bool) -> None:
        """Verbs of the person's gender that are not changed may go on with the person."""
        phrase, own = self.phrase, self.clause
        owned = is_a(phrase.word(phrase.start), "genitive") or phrase.has("reflexive")
        theirs = own.shown(self.target) and not own.says("agent")
        refuse_if(phrase.noun, wife=is_a(phrase.noun, "spouse") and (owned or theirs))
        for clause in phrase.clauses:
            ours = clause is own and (self.controls or not many)
            shown = clause.shown(phrase.gender) or phrase.shows(clause.verbs - 1)
            undecided = shown and not ours and not clause.says("agent", "speaker")
            refuse_if(" ".join(clause.group[-2:]), other_clause=undecided)

    def _change_verbs(self) -> None:
        """The verb group; without an auxiliary its last feminine plural is nasal."""
        shown = self.clause.shown(self.phrase.gender)
        bare = self.plural and not any_is(self.clause.group[-1:], "present_auxiliary")
        for index in shown:
            self._change(index, nasal=bare and index == shown[-1])

    def _change(self, index: int, *, nasal: bool = False) -> None:
        token = self.context.tokens[index]
        if forms := forms_of(token.text):
            new = forms.give(self.target, plural=self.plural, nasal=nasal)
            self.edits.append(Edit(token.start, token.end, token.text, new, "agreement"))
