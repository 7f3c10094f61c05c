"""Hindi: what changes with a gender noun, and whose every other form of its gender is."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.hi import words
from equimask.gender.swap.languages.hi.phrase import Clause, Phrase
from equimask.gender.swap.languages.hi.words import Forms, is_a, is_known, plain
from equimask.gender.swap.languages.tables import read_table


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart in its number and case, and what agrees with it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    first = context.tokens[context.first].text
    if not pairs:
        return Refusal("ambiguous_word", context.word.text)
    if plain(first) not in plain(context.word.text):
        return Refusal("part_of_word", first)
    if pairs[0].pos == "adj":
        return Refusal("gendered_adjective", context.word.text)
    try:
        return _Person(context, pairs).swap()
    except Unsure as unsure:
        return unsure.refusal


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
            stated = self.phrase.shows(
                clause.verbs - 1, words.modifier(clause.low[clause.verbs - 1])
            )
            if clause is not self.clause and (clause.shown(self.phrase.gender) or stated):
                self._check_clause(clause)
        self._respect()
        return Choice(self.pair, tuple(self.edits))

    def _controls(self) -> bool:
        """Whether the verb shows the noun's gender: as subject, or as object of a verb with ने."""
        phrase, clause = self.phrase, self.clause
        before = phrase.low[max(0, clause.start - 1) : phrase.start]
        says = {kind for kind in _SUBJECTS if any(is_a(word, kind) for word in before)}
        shown, beside_verb = clause.shown(phrase.gender), phrase.end >= clause.verbs
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
        copular = all(is_a(word, "be") for word in clause.group)
        if "first_person" in says and not (copular and beside_verb):
            raise Unsure("object_undecided")
        last = before[-1] if before else ""
        owned = is_a(phrase.word(phrase.start), "genitive")
        alone = not last or is_a(last, *_NO_SUBJECT) or last.endswith(plain("कर"))
        if not (alone or owned) or (owned and len(before) > 1 and copular):
            raise Unsure("subject_undecided", last)
        if clause.shown(self.target) and not shown:
            raise Unsure("verb_disagrees")
        return True

    def _record(self, pairs: tuple[WordPair, ...]) -> WordPair:
        noun = self.context.word.text
        case = "obl" if self.phrase.is_oblique else "dir"
        fitting = [pair for pair in pairs if case in pair.cases]
        if not fitting:
            raise Unsure("form_and_context_disagree", noun)
        if len({pair.number for pair in fitting}) > 1:
            number = self._number()
            fitting = [pair for pair in fitting if pair.number == number]
        if len({pair.side(self.target) for pair in fitting}) > 1:
            raise Unsure("several_counterparts", noun)
        (pair, *_) = fitting
        inflects = pair.male.endswith("ा") and not is_a(plain(pair.male), "respected")
        if self.respected and inflects and pair.number == "sing":
            raise Unsure("polite_plural", noun)
        return pair

    def _number(self) -> str:
        """Singular or plural of a form that both share."""
        phrase = self.phrase
        if phrase.has("plural_sign"):
            return "plur"
        plural = any(forms.is_plural(phrase.text(i)) for i, forms in phrase.modifiers)
        sure = phrase.is_oblique or is_a(phrase.noun, "respected") or phrase.has("one")
        if not sure and (self.respected or plural):
            raise Unsure("number_undecided", self.context.word.text)
        return "sing"

    # --- whose the other forms of the gender are

    def _settle_predicates(self) -> None:
        """What is said of the person; what else may be is a thing's, unless it tells a state."""
        phrase, clause = self.phrase, self.clause
        first = phrase.end + phrase.is_oblique
        stated = clause.says("becoming") or all(is_a(word, "be") for word in clause.group)
        for index in (*range(clause.start, phrase.start), *range(first, clause.verbs)):
            forms = words.modifier(phrase.text(index)) or words.verb(phrase.text(index))
            if not phrase.shows(index, forms):
                continue
            become = is_a(phrase.word(index + 1), "having_become") and index + 2 == clause.verbs
            state = become or is_a(phrase.low[index], "state", "having_become")
            if self.controls and index >= first and (become or index + 1 == clause.verbs):
                self._change(index, forms, "predicate", plural=self.plural)
            elif state or (self.controls and stated and index >= first):
                raise Unsure("predicate_undecided", phrase.text(index))
            elif words.modifier(phrase.text(index)) is None and index >= first:
                raise Unsure("other_clause", phrase.text(index))
        if self.agent and any(is_a(word, "he") for word in phrase.low[first : clause.end]):
            raise Unsure("other_clause", clause.low[clause.end - 1])

    def _check_own_clause(self) -> None:
        """The verb is somebody else's, and shows who, where the noun says what they are."""
        phrase, clause = self.phrase, self.clause
        if is_a(phrase.word(phrase.end + 1), "like"):
            raise Unsure("compared_with", phrase.word(phrase.end + 1))
        behind, before = phrase.word(phrase.end), phrase.word(phrase.start)
        if self.pair.number == "plur" and is_a(behind, "genitive") and is_a(before, "genitive"):
            raise Unsure("modifier_undecided", before)  # "के पुरुषों के पन्ने"
        shown = clause.shown(phrase.gender)
        if shown and self._says_what() and not clause.says("agent", "dative"):
            raise Unsure("other_person", phrase.text(shown[0]))
        owned = is_a(phrase.word(phrase.start), "genitive") or phrase.has("reflexive")
        theirs = clause.shown(self.target) and not clause.says("agent")
        if is_a(phrase.noun, "spouse") and (owned or theirs):
            raise Unsure("wife", self.context.word.text)
        for index in range(len(phrase.low) - 1):  # "काम करने वाले होने के कारण"
            stated = is_a(phrase.low[index + 1], "being")
            if stated and phrase.shows(index, words.modifier(phrase.low[index])):
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
            forms = words.verb(self.phrase.text(index))
            nasal = bare and index == shown[-1]
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


_SUBJECTS = ("polite_subject", "they", "agent", "marked_object", "first_person")
_NO_SUBJECT = ("postposition", "adverb", "conjunction", "subject_pronoun")
