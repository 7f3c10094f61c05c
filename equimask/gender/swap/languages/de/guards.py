"""What forbids a German swap, whoever it speaks of: names, idioms, groups, titles of works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import (
    Edit,
    Gender,
    GenderWord,
    SwapContext,
)
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.de.mentions import is_possessive
from equimask.gender.swap.languages.de.person import Person
from equimask.gender.swap.languages.de.phrases import Phrase
from equimask.gender.swap.languages.de.words import Word
from equimask.gender.swap.languages.tables import read_table


def guard(context: SwapContext, person: Person) -> None:
    """What forbids a swap whoever it speaks of."""
    lists, words = person.lists, person.words
    for word in words:
        if word.text in lists["one_sex"]:
            raise Unsure("one_sex", word.text)
        if word.text in lists["gender_adjectives"]:
            raise Unsure("gender_adjective", word.text)
    if any(w.text in lists["naming"] for w in words) and not any(
        w.text in ("heute",) for w in words
    ):
        name = next(
            (w for w in words if w.kind == "noun" and person.sentence.is_name(w.index)), None
        )
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
        names = _listed_names()
        found = names.antecedent(context.tokens, len(context.tokens), person.gender)
        genitive = (w.text for w in words if w.text.endswith("s") and w.kind == "noun")
        if not found:
            known = _all_names()
            found = next((t for t in genitive if known.get(t[:-1]) == person.gender), "")
        if found:
            raise Unsure("name_as_antecedent", found)
        return
    found = _listed_names().beside(
        context.sentence, context.tokens, person.main.first, person.main.last
    )
    head = words[person.main.head]
    title = all(pair.pos == "title" for pair in context.word.pairs) or head.low in (
        "herr",
        "herrn",
        "frau",
    )
    if title and person.main.last > person.main.head:
        found = _listed_names().after_title(context.tokens, person.main.head)
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
    listed = (
        ""
        if other and not person.pronouns
        else next(
            (
                w.text
                for w in person.words
                if w.kind == "noun" and names.get(w.text) == person.gender
            ),
            "",
        )
    )
    after = sentence.word(person.main.last + 2)
    if not listed and after is not None and sentence.low(after.index - 1) == ",":
        following = sentence.word(after.index + 1)
        if sentence.is_name(after.index) and (following is None or following.kind == "mark"):
            return after.text
    return listed


def check_quotes(person: Person) -> None:
    """Who speaks is another than those who are spoken of."""
    if person.main is None:
        return
    marks = [w.index for w in person.words if w.text in '"„“”»«']
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
    _check_bare(person, main)
    before = person.sentence.of.get(main.first - 2)
    if person.sentence.low(main.first - 1) == ",":
        at = main.first - 2
        while at > 0 and person.words[at].kind == "lower" and at not in person.sentence.of:
            at -= 1
        before = person.sentence.of.get(at)
    if (
        person.sentence.low(main.first - 1) == ","
        and before is not None
        and person.people(before)
        and before not in person.own
    ):
        raise Unsure("apposition", person.words[before.head].text)
    head = person.words[main.head]
    first = any(person.words[i].low.startswith(("erst", "einzig")) for i in main.adjectives)
    if first and head.low in ("frau", "mann", "frauen", "männer"):
        raise Unsure("first_of_gender", head.text)
    bare = main.determiner < 0 and not main.adjectives and main.last == main.head
    if (
        bare
        and head.low in person.lists["surnames"]
        and not person.subjects.follows_as(main)
        and (not (person.plural or _is_said(person, main)))
    ):
        raise Unsure("name_beside", head.text)
    if person.plural and head.low.startswith(tuple(person.lists[f"{person.gender}_groups"])):
        named = next((w.text for w in _first_names(person)), "")
        if named:
            raise Unsure("name_beside", named)
    if person.sentence.low(main.head - 1) == "first":
        raise Unsure("idiom", person.words[main.head].text)
    _check_said(person, main)
    beside = person.sentence.of.get(main.first - 2)
    if (
        beside is not None
        and person.sentence.low(main.first - 1) in ("und", "oder", "sowie")
        and person.people(beside)
        and beside not in person.own
        and beside.may(person.gender)
    ):
        raise Unsure("predicate_noun", person.words[beside.head].text)
    after = person.sentence.word(main.head + 1)
    if (
        after is not None
        and after.kind == "noun"
        and head.low in ("junge", "jungen")
        and person.sentence.tables.known_noun(after.low)
    ):
        raise Unsure("noun_or_adjective", head.text)  # "des Jungen Theaters"
    if after is not None and after.low in person.sentence.records:
        raise Unsure("title", head.text)  # "der Herr Vater"
    male = {pair.male for pair in main.pairs}
    for phrase in person.sentence.phrases:
        if (
            phrase is not main
            and phrase not in person.own
            and male & {p.male for p in phrase.pairs}
        ):
            raise Unsure("several_gender_words", person.words[phrase.head].text)


def _check_group(person: Person, index: int, phrase: Phrase | None) -> None:
    """ "der beste Spieler der Männer", "Jungenschule": groups that the person may be one of."""
    word = person.words[index]
    starts = tuple(person.lists[f"{person.gender}_groups"])
    if word.kind != "noun" or not any(p.startswith(starts) for p in word.low.split("-")):
        return
    if phrase is not None and phrase is person.main:
        if (
            person.plural
            and not word.low.startswith(("schwestern", "brüder", "prinz"))
            and (
                (person.pronouns and _is_within(person))
                or any(_shows_one(person, p) for p in person.sentence.phrases)
            )
        ):
            raise Unsure("several_gender_words", word.text)
        return
    if word.low not in person.sentence.records and person.sentence.tables.roles(word.text):
        return
    if (
        person.sentence.records.get(word.low)
        and phrase is not None
        and not any(g == "plural" for g, _ in phrase.cells)
    ):
        return
    raise Unsure("several_gender_words", word.text)


def _check_said(person: Person, main: Phrase) -> None:
    """A noun that is said of somebody whose gender other words show."""
    subjects, sentence = person.subjects, person.sentence
    clause = sentence.clause_of.get(main.head)
    if main.governed >= 0 or subjects.is_genitive(main) or not main.nominative:
        return
    if clause is None or not (subjects.follows_as(main) or _is_said(person, main)):
        return
    subject = subjects.of(clause)
    one = subject.phrase
    if subject.word >= 0 and sentence.words[subject.word].kind == "relative":
        one = person.antecedent(subject.word)
    if one is None or one in person.own:
        return
    if sentence.is_name(one.head) and one.determiner < 0:
        return
    if one.may(person.gender):
        raise Unsure("predicate_noun", sentence.words[one.head].text)


def _check_bare(person: Person, main: Phrase) -> None:
    """Nouns without an article whose number, or whose part, nobody knows."""
    sentence, head = person.sentence, person.words[main.head]
    before, after = sentence.word(main.first - 1), sentence.word(main.last + 2)
    if after is not None and sentence.low(main.last + 1) == ":" and after.text in _all_names():
        raise Unsure("name_beside", after.text)
    clause = sentence.clause_of.get(main.head)
    if sentence.low(main.determiner) == "meinen" and (clause is None or clause.verb < 0):
        raise Unsure("verb_or_noun", "meinen")  # "Dennoch meinen Experten"
    for part in sentence.clauses:  # "Der Präsident der Vereinigung, Dov Lautman, sagte"
        words = part.words
        apposed = words[0] > main.last and sentence.low(words[0] - 1) == "," and len(words) > 1
        if apposed and all(map(sentence.is_name, words)):
            raise Unsure("name_beside", person.words[words[0]].text)
    if main.determiner >= 0 or main.adjectives or before is None:
        return
    if before.low == "wie" and main.may("plural"):
        raise Unsure("number_undecided", head.text)
    if before.kind == "noun" and not before.text.endswith(("s", "'", "’")):
        raise Unsure("name_beside", before.text)  # "die Migros Tochter"


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


def check_titles(person: Person, edits: Sequence[Edit]) -> None:
    """ "der Film Der Tod steht ihr gut": a capital article opens a title."""
    for word in person.words:
        low = word.low
        if word.text[0].isupper() and low in ("der", "die", "das", "ein", "eine", "mein", "meine"):
            if person.sentence.opens(word.index):
                continue
            end = next(
                (w.start for w in person.words[word.index :] if w.kind == "mark"), word.end + 999
            )
            if any(word.start <= edit.start < end for edit in edits):
                raise Unsure("quoted_title", word.text)


def check_nouns(person: Person, every: Sequence[GenderWord]) -> None:
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
    if (
        main is not None
        and main.last < phrase.first
        and not main.nominative
        and not plural
        and found.gender == person.gender
        and phrase.adjectives
        and phrase.determiner >= 0
    ):
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
def _all_names() -> dict[str, Gender]:
    found: dict[str, Gender] = {}
    for lang in ("fr", "es", "it", "pt", "en", "de"):
        found |= load_names(lang)
    found |= {name: cast(Gender, gender) for name, gender in read_table("de", "first_names")}
    return found


@lru_cache(maxsize=1)
def _listed_names() -> FirstNames:
    return FirstNames("de", _all_names())
