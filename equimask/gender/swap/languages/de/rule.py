"""Which person of a German sentence is swapped, and the steps of a swap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import (
    Choice,
    Edit,
    GenderWord,
    Refusal,
    SwapContext,
    WordPair,
)
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.changes import Changes
from equimask.gender.swap.languages.de.person import Person, is_possessive
from equimask.gender.swap.languages.de.sentence import Phrase, Sentence, Word, records
from equimask.gender.swap.languages.tables import read_table
from equimask.gender.swap.languages.de.subjects import SHE, THEY, UNKNOWN, Subjects

REFERRING = frozenset(
    {"er", "ihn", "ihm", "sie"}
    | {stem + ending for stem in ("sein", "ihr") for ending in ("", "e", "en", "em", "er", "es")}
)
_MOST_TOKENS = 1000


class _Last:
    """The sentence that was read last, since its person is chosen before it is swapped."""

    key: tuple[str, frozenset[tuple[str, tuple[WordPair, ...]]]] | None = None
    found: tuple[Sentence, Subjects]


def _of(text: str, words: Sequence[GenderWord]) -> tuple[Sentence, Subjects]:
    nouns = [w for w in words if any(p.pos in ("noun", "title") for p in w.pairs)]
    known = records()
    own = {w.text.lower(): w.pairs for w in nouns if known.get(w.text.lower()) != w.pairs}
    key = (text, frozenset(own.items()))
    if key != _Last.key:
        sentence = Sentence(tokenize(text, "de"), {**known, **own} if own else known)
        _Last.found, _Last.key = (sentence, Subjects(sentence)), key
    return _Last.found


def main_word(text: str, every: Sequence[GenderWord]) -> GenderWord | Refusal:
    """The word of the person who is swapped."""
    if not every:
        return Refusal("no_gender_word")
    if len(text) > _MOST_TOKENS and len(tokenize(text, "de")) > _MOST_TOKENS:
        return Refusal("too_long", every[0].text)
    sentence, subjects = _of(text, every)
    at = {word.start: word.index for word in sentence.words}
    nouns = [w for w in every if w.start in at and any(p.pos in ("noun", "title") for p in w.pairs)]
    pronouns = [w for w in every if w.start in at and w not in nouns and all(p.pos in ("pron", "det") for p in w.pairs)]
    shown = [w for w in pronouns if w.text.lower() == "er" or (w.text.lower() == "sie" and subjects.sie(at[w.start]) == SHE)]
    genders = {w.gender for w in shown}
    if len(genders) > 1:
        return Refusal("several_gender_words", " ".join(w.text for w in shown))
    nouns = [w for w in nouns if _is_choosable(sentence, at[w.start])] or nouns
    if not shown and nouns and all(not _leads(sentence, at[w.start]) for w in nouns):
        possessives = [
            w for w in pronouns
            if all(p.pos == "det" for p in w.pairs) and _is_pronoun(sentence, at[w.start], w.gender)
            or w.text.lower() in ("ihm", "ihn")
        ]  # fmt: skip
        if possessives and possessives[0].start < nouns[0].start:
            nouns = []
    owned = [w for w in nouns if _is_owned(sentence, at[w.start], w.gender)]
    if shown:
        first = shown[0]
        before = [w for w in nouns if w.gender == first.gender and _may_lead(subjects, at[w.start]) and w.start < first.start]
        if any(w in owned for w in before):
            return Refusal("several_gender_words", " ".join(w.text for w in (before[0], first)))
        return before[0] if before else first
    if nouns:
        free = [w for w in nouns if w not in owned]
        return (free or nouns)[0]
    if not pronouns:
        return every[0]
    male = [w for w in pronouns if w.gender == "male" and _is_pronoun(sentence, at[w.start], "male")]
    female = [
        w for w in pronouns
        if w.gender == "female" and _is_pronoun(sentence, at[w.start], "female")
        and not (w.text.lower() == "sie" and subjects.sie(at[w.start]) in (THEY, UNKNOWN))
    ]  # fmt: skip
    if male and female:
        return Refusal("several_gender_words", " ".join(w.text for w in (*male, *female)))
    if not male and not female:
        return Refusal("ambiguous_word", pronouns[0].text)
    return (male or female)[0]


def _is_choosable(sentence: Sentence, index: int) -> bool:
    """Whether the noun heads a phrase of its own."""
    phrase = sentence.of.get(index)
    return phrase is not None and phrase.head == index


def _leads(sentence: Sentence, index: int) -> bool:
    """Whether the noun is one person who may be a subject."""
    phrase = sentence.of.get(index)
    return phrase is not None and phrase.nominative and phrase.determiner >= 0 and any(
        g != "plural" for g, _ in phrase.cells
    )  # fmt: skip


def _is_pronoun(sentence: Sentence, index: int, gender: str) -> bool:
    word = sentence.words[index]
    if is_possessive(word.low, gender) and word.low not in ("ihr",):
        phrase = sentence.of.get(index)
        return phrase is not None and phrase.determiner == index
    return word.low != "sein"


def _is_owned(sentence: Sentence, index: int, gender: str) -> bool:
    """ "ihre Mutter": hers who is of the same gender."""
    phrase = sentence.of.get(index)
    if phrase is None or phrase.determiner < 0:
        return False
    return is_possessive(sentence.low(phrase.determiner), gender)


def _may_lead(subjects: Subjects, index: int) -> bool:
    """Whether the noun is one person who is spoken of: no plural, no role that is said of one."""
    phrase = subjects.sentence.of.get(index)
    return phrase is not None and any(g != "plural" for g, _ in phrase.cells) and (
        not subjects.follows_as(phrase)
    )  # fmt: skip


def agree(context: SwapContext) -> Choice | Refusal:
    """All edits of the swap, or why there is none."""
    try:
        return _agree(context)
    except Unsure as unsure:
        return unsure.refusal


def _agree(context: SwapContext) -> Choice:
    every = (context.word, *context.others)
    sentence, subjects = _of(context.sentence, every)
    word = context.word
    index = next((w.index for w in sentence.words if w.start == word.start), -1)
    if index < 0:
        raise Unsure("ambiguous_word", word.text)
    is_noun = any(pair.pos in ("noun", "title") for pair in word.pairs)
    main = sentence.of.get(index) if is_noun else None
    if is_noun and (main is None or main.head != index):
        raise Unsure("ambiguous_word", word.text)
    if main is not None:
        subjects.tell_number(main)
    person = Person(sentence, subjects, word.gender, main)
    person.settle()
    _guard(context, person)
    _check_nouns(person, every)
    _check_quotes(person)
    if not person.evidence():
        raise Unsure("ambiguous_word", word.text)
    changes = Changes(person, context.target, word.pairs)
    edits = changes.make()
    _check_titles(person, edits)
    pair = changes.pair or word.pairs[0]
    return Choice(pair, _marked(edits, word))


def _marked(edits: tuple[Edit, ...], word: GenderWord) -> tuple[Edit, ...]:
    """The edit of the word itself says so."""
    found = []
    for edit in edits:
        is_word = edit.start <= word.start and word.end <= edit.end
        kind = "gender_word" if is_word else edit.kind
        found.append(Edit(edit.start, edit.end, edit.old, edit.new, kind))
    if not any(edit.kind == "gender_word" for edit in found):
        raise Unsure("ambiguous_word", word.text)
    return tuple(found)


def _guard(context: SwapContext, person: Person) -> None:
    """What forbids a swap whoever it speaks of."""
    lists, words = person.lists, person.words
    for word in words:
        if word.text in lists["one_sex"]:
            raise Unsure("one_sex", word.text)
        if word.text in lists["gender_adjectives"]:
            raise Unsure("gender_adjective", word.text)
    if any(w.text in lists["naming"] for w in words) and not any(w.text in ("heute",) for w in words):
        name = next((w for w in words if w.kind == "noun" and person.sentence.is_name(w.index)), None)
        if name is not None:
            raise Unsure("name_beside", name.text)
    _check_idioms(context, person)
    for word in words:
        phrase = person.sentence.of.get(word.index)
        if word.text in lists["spouses"] and phrase is not None:
            owner = person.sentence.low(phrase.determiner)
            if phrase is not person.main or owner.startswith(("sein", "ihr", "mein")):
                raise Unsure("wife", word.text)
        _check_group(person, word.index, phrase)
    if person.main is None:
        names = FirstNames("de", _all_names())
        found = names.antecedent(context.tokens, len(context.tokens), person.gender)  # type: ignore[arg-type]
        genitive = (w.text for w in words if w.text.endswith("s") and w.kind == "noun")
        if not found:
            known = _all_names()
            found = next((t for t in genitive if known.get(t[:-1]) == person.gender), "")
        if found:
            raise Unsure("name_as_antecedent", found)
        return
    found = FirstNames("de", _all_names()).beside(
        context.sentence, context.tokens, person.main.first, person.main.last
    )
    head = words[person.main.head]
    title = all(pair.pos == "title" for pair in context.word.pairs) or head.low in ("herr", "herrn", "frau")
    if title and person.main.last > person.main.head:
        found = FirstNames("de", _all_names()).after_title(context.tokens, person.main.head)
    elif not found:
        found = _name_of(person)
    if found:
        raise Unsure("name_beside", found)
    if person.main.last > person.main.head and not title:
        raise Unsure("name_beside", words[person.main.head + 1].text)


def _name_of(person: Person) -> str:
    """A first name of the same gender, or a name after a comma, that may be the person's."""
    assert person.main is not None
    names, sentence = _all_names(), person.sentence
    main = person.main
    owner = sentence.low(main.determiner) if main.determiner >= 0 else ""
    other = not main.nominative or owner.startswith(("sein", "ihr", "mein"))
    listed = "" if other and not person.pronouns else next(
        (w.text for w in person.words if w.kind == "noun" and names.get(w.text) == person.gender), ""
    )
    after = sentence.word(person.main.last + 2)
    if not listed and after is not None and sentence.low(after.index - 1) == ",":
        following = sentence.word(after.index + 1)
        if sentence.is_name(after.index) and (following is None or following.kind == "mark"):
            return after.text
    return listed


def _check_quotes(person: Person) -> None:
    """Who speaks is another than those who are spoken of."""
    if person.main is None:
        return
    marks = [w.index for w in person.words if w.text in "\"„“”»«"]
    for index in person.pronouns:
        low, high = sorted((index, person.main.head))
        if sum(low < mark < high for mark in marks) % 2:
            raise Unsure("pronoun_reference", person.words[index].text)


def _check_idioms(context: SwapContext, person: Person) -> None:
    """Fixed phrases, and a noun that only explains the one before it."""
    for idiom in person.sentence.tables.idioms:
        if idiom in context.sentence:
            raise Unsure("idiom", idiom)
    main = person.main
    if main is None:
        return
    before = person.sentence.of.get(main.first - 2)
    if person.sentence.low(main.first - 1) == "," and before is not None:
        if person.people(before) and before not in person.own:
            raise Unsure("apposition", person.words[before.head].text)
    head = person.words[main.head]
    first = any(person.words[i].low.startswith(("erst", "einzig")) for i in main.adjectives)
    if first and head.low in ("frau", "mann", "frauen", "männer"):
        raise Unsure("first_of_gender", head.text)
    bare = main.determiner < 0 and not main.adjectives and main.last == main.head
    if bare and head.low in person.lists["surnames"] and not person.subjects.follows_as(main):
        if not (person.plural or _is_said(person, main)):
            raise Unsure("name_beside", head.text)
    if person.plural and head.low.startswith(tuple(person.lists[f"{person.gender}_groups"])):
        named = next((w.text for w in _first_names(person)), "")
        if named:
            raise Unsure("name_beside", named)
    if person.sentence.low(main.head - 1) == "first":
        raise Unsure("idiom", person.words[main.head].text)
    male = {pair.male for pair in main.pairs}
    for phrase in person.sentence.phrases:
        if phrase is not main and phrase not in person.own and male & {p.male for p in phrase.pairs}:
            raise Unsure("several_gender_words", person.words[phrase.head].text)


def _check_group(person: Person, index: int, phrase: Phrase | None) -> None:
    """ "der beste Spieler der Männer", "Jungenschule": groups that the person may be one of."""
    word = person.words[index]
    starts = tuple(person.lists[f"{person.gender}_groups"])
    if word.kind != "noun" or not any(p.startswith(starts) for p in word.low.split("-")):
        return
    if phrase is not None and phrase is person.main:
        if person.plural and not word.low.startswith(("schwestern", "brüder", "prinz")) and (
            (person.pronouns and _is_within(person)) or any(_shows_one(person, p) for p in person.sentence.phrases)
        ):
            raise Unsure("several_gender_words", word.text)
        return
    if word.low not in person.sentence.records and person.sentence.tables.roles(word.text):
        return
    if person.sentence.records.get(word.low) and phrase is not None and not any(
        g == "plural" for g, _ in phrase.cells
    ):
        return
    raise Unsure("several_gender_words", word.text)


def _first_names(person: Person) -> Iterator[Word]:
    """The first names of the person's gender."""
    known = _all_names()
    return (w for w in person.words if w.kind == "noun" and known.get(w.text) == person.gender)


def _is_said(person: Person, phrase: Phrase) -> bool:
    """Whether the noun is said of somebody: "ist König"."""
    clause = person.sentence.clause_of.get(phrase.head)
    return clause is not None and person.sentence.low(clause.verb) in person.lists["copulas"]


def _is_within(person: Person) -> bool:
    """Whether the noun is no subject and no object: "der Rekord der Frauen"."""
    main = person.main
    return main is not None and (main.governed >= 0 or person.subjects.is_genitive(main))


def _shows_one(person: Person, phrase: Phrase) -> bool:
    """Whether the phrase is another person of the gender, or somebody's of that gender."""
    if is_possessive(person.sentence.low(phrase.determiner), person.gender):
        return _is_within(person)
    return phrase.person and person.people(phrase) and phrase.may(person.gender) and (
        phrase is not person.main and phrase.governed < 0
    )  # fmt: skip


def _check_titles(person: Person, edits: Sequence[Edit]) -> None:
    """ "der Film Der Tod steht ihr gut": a capital article opens a title."""
    for word in person.words:
        low = word.low
        if word.text[0].isupper() and low in ("der", "die", "das", "ein", "eine", "mein", "meine"):
            if person.sentence.opens(word.index):
                continue
            end = next((w.start for w in person.words[word.index :] if w.kind == "mark"), word.end + 999)
            if any(word.start <= edit.start < end for edit in edits):
                raise Unsure("quoted_title", word.text)


def _check_nouns(person: Person, every: Sequence[GenderWord]) -> None:
    """Other gender words: of the same gender, they must be somebody else's for sure."""
    sentence = person.sentence
    for found in every:
        index = next((w.index for w in sentence.words if w.start == found.start), -1)
        word = sentence.word(index)
        if word is None or index in person.pronouns:
            continue
        phrase = sentence.of.get(index)
        if phrase is None or phrase.head != index or any(phrase is one for one in person.own):
            continue
        if any(pair.pos in ("noun", "title") for pair in found.pairs):
            _check_noun(person, phrase, found)


def _check_noun(person: Person, phrase: Phrase, found: GenderWord) -> None:
    if found.gender == person.gender and not _stands_apart(person, phrase):
        raise Unsure("several_gender_words", found.text)
    main, plural = person.main, all(g == "plural" for g, _ in phrase.cells)
    if main is not None and main.last < phrase.first and not main.nominative and not plural:
        if found.gender == person.gender and phrase.adjectives and phrase.determiner >= 0:
            raise Unsure("several_gender_words", found.text)
    if found.gender != person.gender and person.main is not None and not plural:
        raise Unsure("several_gender_words", found.text)


def _stands_apart(person: Person, phrase: Phrase) -> bool:
    """Whether the noun surely speaks of somebody else."""
    if phrase.governed >= 0 or person.subjects.is_genitive(phrase):
        return True
    if all(g == "plural" for g, _ in phrase.cells):
        return True
    return phrase.determiner >= 0 and not phrase.nominative


@lru_cache(maxsize=1)
def _all_names() -> dict[str, str]:
    found: dict[str, str] = {}
    for lang in ("fr", "es", "it", "pt", "en", "de"):
        found |= load_names(lang)
    found |= {name: gender for name, gender in read_table("de", "first_names")}
    return found
