"""What forbids a German swap, whoever it speaks of: names, idioms, groups, titles of works."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import cast

from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Edit, Gender, GenderWord, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.tables import read_table

_OWNED = ("sein", "ihr", "mein")


def guard(context: SwapContext, person: Person) -> None:
    """Raise `Unsure` where a word of the sentence ties the gender to more than the person."""
    sentence, main = person.sentence, person.main
    for idiom in sentence.tables.idioms:
        if idiom in context.sentence:
            raise Unsure("idiom", idiom)
    for word in person.words:
        for reason in ("one_sex", "gender_adjective"):
            if word.text in person.lists[reason]:
                raise Unsure(reason, word.text)
        if word.kind == "noun":
            _check_group(person, word.index)
        if word.text in person.lists["naming"]:
            for phrase in (p for p in sentence.phrases if p.named):
                raise Unsure("name_beside", sentence.text(phrase))  # "nannte sich Sarah"
        if word.text in '"„“”»«' and main is not None and word.index:
            _check_quote(person, word.index, main)
    _check_nouns(person, (context.word, *context.others))
    if main is not None:
        _check_main(context, person, main)
        return
    for text in (word.text for word in person.words if word.kind == "noun"):
        if person.gender in (_names().get(text), _names().get(text.removesuffix("s"))):
            raise Unsure("name_as_antecedent", text)


def _check_group(person: Person, index: int) -> None:
    """ "die Staffel der Männer", "Jungenschule", "seine Frau"."""
    word, phrase, sentence = person.words[index], person.sentence.of.get(index), person.sentence
    main = phrase is not None and phrase is person.main
    if word.text in person.lists["spouses"] and phrase is not None:
        if not main or sentence.determiner(phrase).startswith(_OWNED):
            raise Unsure("wife", word.text)
    starts = tuple(person.lists[f"{person.gender}_groups"])
    group = any(part.startswith(starts) for part in word.low.split("-"))
    singular = phrase is not None and not phrase.plural and bool(sentence.people(index))
    if main and person.plural:
        if any(sentence.low(i).startswith("ander") for i in range(phrase.first, phrase.head)):
            raise Unsure("one_other", word.text)
        group = any(
            person.is_human(p) and p.may(person.gender) and p is not phrase for p in sentence.phrases
        )
    elif main or singular:
        return
    if group:
        raise Unsure("several_gender_words", word.text)


def _check_quote(person: Person, mark: int, main: Phrase) -> None:
    """Who speaks is another than those who are spoken of."""
    quotes = [word.index for word in person.words if word.text in '"„“”»«']
    for index in person.pronouns:
        low, high = sorted((index, main.head))
        if sum(low < quote < high for quote in quotes) % 2:
            raise Unsure("pronoun_reference", person.words[index].text)


def _check_nouns(person: Person, every: Sequence[GenderWord]) -> None:
    """Other gender words: they must be somebody else's for sure."""
    main, at = person.main, {word.start: word.index for word in person.words}
    for found in every:
        phrase = person.sentence.of.get(at.get(found.start, -1))
        noun = any(pair.pos in ("noun", "title") for pair in found.pairs)
        if phrase is None or not noun or phrase.head != at[found.start] or person.has(phrase):
            continue
        same = found.gender == person.gender
        apart = phrase.governed >= 0 or person.subjects.is_genitive(phrase) or phrase.plural
        if main is not None and (main.nominative or phrase.head < main.head):
            apart |= phrase.determiner >= 0 and not phrase.nominative
        sides = {pair.male for pair in found.pairs}
        again = main is not None and any(r.pair and r.pair.male in sides for r in main.people)
        if again or (not apart if same else main is not None and not phrase.plural):
            raise Unsure("several_gender_words", found.text)


def _check_main(context: SwapContext, person: Person, main: Phrase) -> None:
    """Names beside the noun, and others of whom it is said."""
    sentence, subjects, names = person.sentence, person.subjects, FirstNames("de", _names())
    head = person.words[main.head]
    title = main.last > main.head and any(pair.pos == "title" for pair in context.word.pairs)
    found = names.beside(context.sentence, context.tokens, main.first, main.last)
    if title:
        found = names.after_title(context.tokens, main.head)
    elif main.last > main.head:
        found = person.words[main.last].text
    elif not found and (person.pronouns or not sentence.determiner(main).startswith(_OWNED)):
        after = main.last if not (person.pronouns or main.nominative) else 0
        nouns = (word.text for word in person.words[after:] if word.kind == "noun")
        found = next((text for text in nouns if _names().get(text) == person.gender), "")
    if found:
        raise Unsure("name_beside", found)
    for phrase in sentence.phrases:  # "Der Präsident der Vereinigung, Dov Lautman, sagte"
        after = sentence.kind(phrase.last + 1) == "mark"
        if phrase.named and after and sentence.low(phrase.first - 1) in (",", ":"):
            if phrase.first > main.last:
                raise Unsure("name_beside", sentence.text(phrase))
    ordinals = any(sentence.low(i).startswith(("erst", "einzig")) for i in main.adjectives)
    if ordinals and head.low in ("frau", "mann", "frauen", "männer"):
        raise Unsure("first_of_gender", head.text)
    becomes = sentence.determiner(main) in ("zum", "zur")
    said = subjects.follows_as(main) or subjects.is_copula_of(main) or becomes
    bare = main.determiner < 0 and not main.adjectives and main.last == main.head
    if bare and head.low in person.lists["surnames"] and not (said or person.plural):
        raise Unsure("name_beside", head.text)
    beside = sentence.of.get(main.first - 2)
    if sentence.low(main.first - 1) == ",":
        beside = next((p for p in reversed(sentence.phrases) if p.last < main.first), None)
    elif sentence.low(main.first - 1) not in person.lists["joining"]:
        beside = None
    if said and beside is None and (main.nominative or becomes) and not subjects.is_genitive(main):
        subject = subjects.of(subjects.clause(main))
        beside = subject.phrase
        if sentence.kind(subject.word) == "relative":
            beside = person.antecedent(subject.word)
        if beside is not None and not person.has(beside) and beside.may(person.gender):
            if not beside.named:
                raise Unsure("predicate_noun", sentence.text(beside))
    elif beside is not None and not person.has(beside) and person.is_human(beside):
        if beside.may(person.gender):
            raise Unsure("predicate_noun", sentence.text(beside))


def check_titles(person: Person, edits: Sequence[Edit]) -> None:
    """ "der Film Der Tod steht ihr gut": a capital article opens a title."""
    for word in person.words:
        capital = word.text[0].isupper() and word.low in person.lists["opening_titles"]
        if capital and not person.sentence.opens(word.index):
            rest = person.words[word.index :]
            end = next((w.start for w in rest if w.kind == "mark"), rest[-1].end)
            if any(word.start <= edit.start < end for edit in edits):
                raise Unsure("quoted_title", word.text)


@lru_cache(maxsize=1)
def _names() -> dict[str, Gender]:
    """First names of many languages: who is written about in German has any of them."""
    listed = (load_names(lang).items() for lang in ("fr", "es", "it", "pt", "en", "de"))
    own = ((name, cast(Gender, gender)) for name, gender in read_table("de", "first_names"))
    return dict(chain(*listed, own))
