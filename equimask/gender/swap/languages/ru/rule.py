"""Russian swaps: a gender word, and every word that agrees with its person."""

from __future__ import annotations

from equimask.gender.lexicon.types import Choice, Edit, GenderWord, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.changes import fit_case
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.morphology import dictionary_version, plain
from equimask.gender.swap.languages.ru.nouns import choose
from equimask.gender.swap.languages.ru.owners import Owners
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import Sentence, Word
from equimask.gender.swap.languages.ru.tables import tables

__all__ = ["REFERRING", "SETTLED", "agree", "dictionary_version"]

SETTLED = frozenset({"pron", "det"})
REFERRING = frozenset(
    "он его ему им него нему ним нём нем она её ее ей ею неё нее ней нею сам сама".split()
)


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart in its case, and every form that agrees with it."""
    try:
        _guard(context)
        _refuse_quotes(context)
        sentence = Sentence(context, tables())
        person = Person(sentence)
        owners = Owners(person)
        pair, alone = _gather(sentence, person, owners)
        if alone:
            return Choice(pair, _edits(sentence, owners))
        owners.settle()
        if not person.is_proven():
            raise Unsure("ambiguous_word", context.word.text)
        starts = {sentence.words[index].start for index in owners.new}
        if is_pronoun(context.word) and context.word.start not in starts:
            raise Unsure("pronoun_reference", context.word.text)
        return Choice(pair, _edits(sentence, owners))
    except Unsure as unsure:
        return unsure.refusal


def _guard(context: SwapContext) -> None:
    """What forbids a swap before anything is read."""
    words = tables()
    lows = [plain(token.text) for token in context.tokens]
    text = " ".join(lows)
    for phrase in words.phrases:
        if phrase in text:
            raise Unsure("set_phrase", phrase)
    adjective = all(pair.pos == "adj" for pair in context.word.pairs)
    for low in lows:
        if f"{low}=".startswith(words.one_gender) and not low.startswith("усынов"):
            raise Unsure("suits_one_gender", low)
        if low.startswith(("мужск", "женск")) and not adjective:
            raise Unsure("gendered_adjective", low)
    main = context.word
    for word in context.others:
        if word.gender != main.gender:
            raise Unsure("several_gender_words", f"{main.text} {word.text}")
    third = words.third
    other = {p[1 if main.gender == "male" else 0] for p in words.pronouns.values()} | {"ею", "нею"}
    ours = {p[0 if main.gender == "male" else 1] for p in words.pronouns.values()}
    for low in lows:
        if (
            low in third
            and low in other - ours
            and (main.gender == "male" or low not in ("ею", "нею"))
        ):
            raise Unsure("several_gender_words", low)


def _refuse_quotes(context: SwapContext) -> None:
    """What is said of the person in somebody's words, and titles, are not what stands around."""
    places = [w.start for w in (context.word, *context.others)]
    inside, depth = set(), False
    for token in context.tokens:
        if token.text in "«“„":
            depth = True
        elif token.text in "»”":
            depth = False
        elif token.text == '"':
            depth = not depth
        if token.start in places:
            inside.add(depth)
    quoted = any(token.text in '«»“”„"' for token in context.tokens[1:-2])
    if True in inside and quoted:
        raise Unsure("quoted", context.word.text)


def _gather(sentence: Sentence, person: Person, owners: Owners) -> tuple[WordPair, bool]:
    """The person's pronouns and nouns, in order; the record of the main word."""
    context = sentence.context
    pairs = context.word.pairs
    nouns = [w for w in (context.word, *context.others) if not is_pronoun(w)]
    pair, main = None, None
    if nouns:
        main = next((w for w in sentence.words if w.end == nouns[0].end), None)
        if main is None:
            raise Unsure("compound_word", nouns[0].text)
        pair, alone = choose(sentence, person, owners, nouns[0])
        if alone:
            person.proven = True
            return (pair, True)
        person.proven = main.index in person.mentions
        _refuse_spouses(sentence, main)
        _find_speaker(sentence, person, main)
    every = [w for w in sentence.words if person.cases_of(w)]
    subject_first = sorted(every, key=lambda w: w.index)
    if main is not None and every and every[0].index < main.index:
        _refer_to_predicate(sentence, person, main.index)
    for word in subject_first:
        if word.index not in person.mentions:
            if word.low in ("им",):
                _by_him(sentence, person, word.index)
                continue
            if word.low == "ним" and not person.cases_of(word) - {"datv"}:
                raise Unsure("pronoun_reference", word.text)
            person.refer(word)
    if pair is None or main is None:
        return pairs[0], False
    _refuse_other_subject(sentence, person, main)
    return (pair if not is_pronoun(context.word) else pairs[0]), False


def _refuse_spouses(sentence: Sentence, main: Word) -> None:
    """Whose husband it is shows in a name or a verb of the other gender, and would stay."""
    if not any(r.lemma in sentence.tables["nouns.spouses"] for r in main.readings):
        return
    for word in sentence.words:
        if (
            word.name == "person"
            or word.low in sentence.tables["words.speakers"]
            or (word.reads(sentence.target, ("VERB", "ADJS", "PRTS")))
        ):
            raise Unsure("other_person", word.text)


def _find_speaker(sentence: Sentence, person: Person, main: Word) -> None:
    """ "Я был плохим студентом", "Мама, ты пришла": who speaks or is spoken to is the noun."""
    speakers = [w for w in sentence.words if w.low in person.tables["words.speakers"]]
    if not speakers or main.head is None:
        return
    inside = [w for w in speakers if w.segment == main.segment]
    before = dict(person.mentions)
    alone = all(w.head is main.head for w in sentence.segment(main.index))
    if inside:
        del person.mentions[main.index]
        person.mentions[inside[0].index] = {"nomn"}
        if not person.is_said(main.head):
            person.mentions.clear()
            person.mentions.update(before)
        else:
            person.mentions[main.index] = {"said", *before[main.index]} - {"nomn"}
    elif alone and "nomn" in person.mentions[main.index] and speakers[0].low == "ты":
        person.mentions[speakers[0].index] = {"nomn"}


def _refuse_other_subject(sentence: Sentence, person: Person, main: Word) -> None:
    """ "Мария Кюри была женщиной": what is said of a name stays."""
    if person.mentions.get(main.index) != {"ablt"} or main.head is None or main.head.preposition:
        return
    for verb in sentence.segment(main.index):
        lemmas = {r.lemma for r in verb.readings}
        ruling = person.tables["verbs.linking"] | person.tables["verbs.making"]
        if verb.kind in ("verb", "infinitive", "short", "adj") and lemmas & ruling:
            raise Unsure("predicate_noun", main.text)


def is_pronoun(word: GenderWord) -> bool:
    """Whether the gender word names nobody itself."""
    return all(pair.pos in SETTLED for pair in word.pairs)


def _by_him(sentence: Sentence, person: Person, index: int) -> None:
    """ "написанный им": by him; else as likely to them."""
    around = sentence.words[max(0, index - 1) : index + 2]
    if not any(r.passive for w in around for r in w.readings):
        raise Unsure("pronoun_reference", sentence.words[index].text)
    person.refer(sentence.words[index])


def _refer_to_predicate(sentence: Sentence, person: Person, at: int) -> None:
    """A noun after its pronoun must be said of it: "он был королём"."""
    phrase = sentence.words[at].head
    del person.mentions[at]
    for word in sentence.words[:at]:
        if person.cases_of(word):
            person.refer(word)
    if phrase is None or not person.is_said(phrase):
        raise Unsure("several_gender_words", sentence.words[at].text)
    person.said.append(phrase)
    person.mentions[at] = {"said"}


def _edits(sentence: Sentence, owners: Owners) -> tuple[Edit, ...]:
    """The edits of the words that change, with ё as the text has it."""
    dots, found = sentence.has_dots, []
    context = sentence.context
    for index, form in owners.new.items():
        word = sentence.words[index]
        spelled = form if dots or "ё" in word.text.lower() else form.replace("ё", "е")
        new = fit_case(spelled, word.text, shouted=sentence.shouted)
        kind = "gender_word" if word.start == context.word.start else "agreement"
        found.append(Edit(word.start, word.end, word.text, _with_capitals(word.text, new), kind))
    return tuple(found)


def _with_capitals(old: str, new: str) -> str:
    """ "ВИЧ-инфицированная": the beginning that both share stays as it is."""
    if old[1:] == old[1:].lower() or new[1:] != new[1:].lower():
        return new
    shared = 0
    while shared < min(len(old), len(new)) and old[shared].lower() == new[shared].lower():
        shared += 1
    return old[:shared] + new[shared:]
