"""What forbids a German swap, whoever it speaks of: names, idioms, groups, titles of works."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import cast

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Gender, GenderWord, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import read_table
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase, Word
from equimask.gender.swap.languages.de.sentence import Sentence

_OWNED = ("sein", "ihr", "mein")


def guard(context: SwapContext, person: Person) -> None:
    """Raise `Unsure` where a word of the sentence ties the gender to more than the person."""
    sentence, main, lists = person.sentence, person.main, person.sentence.lists
    for idiom in sentence.tables.idioms:
        if all(part in context.sentence for part in idiom):
            raise Unsure("idiom", " … ".join(idiom))
    quotes: list[int] = []
    for word in sentence.words:
        for reason in ("one_sex", "gender_adjective"):
            if word.text in lists[reason]:
                raise Unsure(reason, word.text)
        if word.text in '"„“”»«' and person.pronouns:
            quotes.append(word.index)
        title = word.text[0].isupper() and word.low in lists["opening_titles"]
        if title and not sentence.opens(word.index):  # "der Film Der Tod steht ihr gut"
            raise Unsure("quoted_title", word.text)
        if word.kind == "noun":
            _check_group(person, word, sentence.of.get(word.index))
        if word.text in lists["naming"]:  # "nannte sich Sarah"
            for phrase in (p for p in sentence.phrases if p.named):
                raise Unsure("name_beside", sentence.text(phrase))
    sides = {sum(quote < index for quote in quotes) % 2 for index in person.pronouns}
    if quotes and (main is not None or len(sides) > 1):  # who speaks may be somebody else
        raise Unsure("pronoun_reference", sentence.words[quotes[0]].text)
    _check_nouns(person, (context.word, *context.others))
    _check_full_names(person)
    if main is not None:
        _check_names(context, person, main)
        _check_said(person, main)
        return
    for text in _nouns(sentence):
        if person.gender in (names().get(text), names().get(text.removesuffix("s"))):
            raise Unsure("name_as_antecedent", text)


def _nouns(sentence: Sentence, first: int = 0) -> list[str]:
    return [word.text for word in sentence.words[first:] if word.kind == "noun"]


def _check_group(person: Person, word: Word, phrase: Phrase | None) -> None:
    """ "die Staffel der Männer", "Jungenschule", "seine Frau", "andere Frauen"."""
    sentence, main = person.sentence, phrase is not None and phrase is person.main
    owned = phrase is not None and sentence.article(phrase).startswith(_OWNED)
    if word.text in sentence.lists["spouses"] and phrase is not None and (owned or not main):
        raise Unsure("wife", word.text)
    starts = tuple(sentence.lists[f"{person.gender}_groups"])
    one = phrase is not None and not phrase.may("plural") and bool(sentence.people(word.index))
    if not main and not one and any(part.startswith(starts) for part in word.low.split("-")):
        raise Unsure("several_gender_words", word.text)


def _check_nouns(person: Person, every: Sequence[GenderWord]) -> None:
    """The same noun again, or, beside a noun, one of the other gender."""
    sentence, main = person.sentence, person.main
    at = {word.start: word.index for word in sentence.words}
    ours = {one.pair.male for phrase in person.own for one in phrase.people if one.pair}
    for found in every:
        phrase = sentence.of.get(at.get(found.start, -1))
        if phrase is None or phrase.head != at[found.start] or person.has(phrase):
            continue
        opposite = found.gender != person.gender and main is not None and not phrase.plural
        if opposite or any(pair.male in ours for pair in found.pairs):
            raise Unsure("several_gender_words", found.text)


def _check_names(context: SwapContext, person: Person, main: Phrase) -> None:
    """First names that tell the gender, names beside the noun, nouns that are names."""
    sentence, found = person.sentence, ""
    owned = sentence.article(main).startswith(_OWNED)
    titled = any(pair.pos == "title" for pair in context.word.pairs)
    if main.last > main.head and not titled:
        found = sentence.words[main.last].text
    elif person.pronouns or not owned:
        said = main.nominative or sentence.article(main) in ("zum", "zur")
        said |= sentence.low(main.first - 1) == ","
        nouns = _nouns(sentence, 0 if person.pronouns or said else main.head)
        found = next((text for text in nouns if names().get(text) == person.gender), "")
    for phrase in sentence.phrases:  # "Der Präsident der Vereinigung, Dov Lautman, sagte"
        apposed = phrase.first > main.last and sentence.low(phrase.first - 1) in (",", ":")
        if phrase.named and apposed and sentence.kind(phrase.last + 1) == "mark":
            found = sentence.text(phrase)
    if found:
        raise Unsure("name_beside", found)


def _check_full_names(person: Person) -> None:
    """ "Gendon Subandono, der Trainer", "Jaqueline Ng kam, weil sie": first names nobody lists."""
    sentence, main, known = person.sentence, person.main, names()
    for phrase in (p for p in sentence.phrases if p.named and p.last > p.head):
        acts = main is None and sentence.subject(phrase.clause) == phrase.head
        apposed = main is not None and phrase.last == main.first - 2
        if (acts or apposed) and known.get(sentence.text(phrase), person.gender) == person.gender:
            raise Unsure("name_as_antecedent", sentence.text(phrase))


def _check_said(person: Person, main: Phrase) -> None:
    """A noun beside others, or said of others, whose gender is shown too."""
    sentence = person.sentence
    before = sentence.low(main.first - 1)
    beside = sentence.of.get(main.first - 2) if before in sentence.lists["joining"] else None
    if beside is not None and not person.is_human(beside):
        beside = None
    becomes = sentence.article(main) in ("zum", "zur")
    said = sentence.follows_as(main) or (main.nominative and sentence.is_copula(main.clause))
    if beside is None and (said or becomes) and not sentence.is_genitive(main):
        subject = sentence.subject(main.clause)
        if sentence.kind(subject) == "speaker" and person.pronouns:
            raise Unsure("pronoun_reference", sentence.low(subject))  # "Ich bin kein Arzt, aber er"
        beside = sentence.of.get(subject)
    if beside is None or person.has(beside) or beside.named:
        return
    thing = said and sentence.tables.known_noun(sentence.low(beside.head)) in ("m", "f", "n")
    if beside.may(person.gender) or thing:
        raise Unsure("predicate_noun", sentence.text(beside))


@lru_cache(maxsize=1)
def names() -> dict[str, Gender]:
    """First names of many languages: who is written about in German has any of them."""
    listed = (load_names(lang).items() for lang in ("fr", "es", "it", "pt", "en", "de"))
    own = ((name, cast(Gender, gender)) for name, gender in read_table("de", "first_names"))
    return dict(chain(*listed, own))
