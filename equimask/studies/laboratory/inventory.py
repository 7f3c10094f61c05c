"""What a language's corpus is made of: contexts, names, people and openers, all committed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from equimask.core.errors import DataError
from equimask.core.languages import Language, get_language
from equimask.core.packaged import packaged_text
from equimask.core.signature import content_hash
from equimask.inputs.pairs import Pair, load_pairs
from equimask.studies.laboratory.rivals import (
    NAME,
    Context,
    difference,
    find_keys,
    make_rivals,
    replace_word,
    with_keys,
    with_strengths,
)

GENDERS = ("male", "female")
SENTENCE = "{sentence}"


@dataclass(frozen=True)
class Inventory:
    """Everything that may stand in a line of one language."""

    language: Language
    stereotyped: tuple[Context, ...]  # from the packaged pairs
    rivals: tuple[Context, ...]  # the same with another key word and the other stereotype
    neutral: tuple[Context, ...]  # from data/lab; may be empty
    names: dict[str, tuple[str, ...]]  # by gender, as many of each
    people: dict[str, tuple[str, ...]]  # "my uncle", "my aunt": subjects of neutral contexts
    followups: dict[str, tuple[str, ...]]  # "She told me so herself.": after a named person
    openers: tuple[str, ...]  # "By the way: {sentence}"
    nouns: tuple[str, ...] = ()  # the pairs' gender words, where no spaces show where they end

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Stereotyped ones, their rivals, and neutral ones."""
        return self.stereotyped + self.rivals + self.neutral

    def key_words(self) -> list[str]:
        """Where a stereotype shows: the key words of all contexts."""
        return sorted({context.key for context in self.stereotyped if context.key})

    def gender_words(self) -> list[str]:
        """What tells a man from a woman: names, nouns, and the words that agree with them."""
        versions = [(context.male, context.female) for context in self.contexts]
        versions += zip(self.people["male"], self.people["female"], strict=True)
        versions += zip(self.followups["male"], self.followups["female"], strict=True)
        words = {name for gender in GENDERS for name in self.names[gender]} | {*self.nouns}
        for male, female in versions:
            words |= difference(male, female, self.language.spaced)
        return sorted(words)

    def texts(self) -> Iterator[str]:
        """All that can be written, each once and whatever the doses: hashed and tokenised."""
        yield self.language.code
        for context in self.contexts:
            yield from (context.gender_more, context.male, context.female, context.key)
        for gender in GENDERS:
            yield from self.names[gender]
            yield from self.people[gender]
            yield from self.followups[gender]
        yield from self.openers
        yield from self.nouns


def load_inventory(code: str) -> Inventory:
    """The inventory of a language: it needs data/pairs; data/first_names and data/lab enrich it."""
    language, pairs = get_language(code), load_pairs(code)
    listed = _listed_names(code, pairs)
    slotted = [_context(pair, language, listed) for pair in pairs]
    # Listed for scripts without spaces, where words are not seen.
    keys = {row["id"]: row["key"] for row in _rows("lab_keys", code)}
    stereotyped = with_strengths(with_keys(slotted, keys or find_keys(slotted)))
    used = {
        gender: [
            getattr(pair, f"{gender}_word")
            for pair, context in zip(pairs, stereotyped, strict=True)
            if context.takes_names
        ]
        for gender in GENDERS
    }
    rows = _rows("lab", code)
    inventory = Inventory(
        language,
        stereotyped,
        make_rivals(stereotyped, language.spaced),
        tuple(
            Context(f"neutral-{i:02}", "", row["male"], row["female"])
            for i, row in enumerate((row for row in rows if row["kind"] == "context"), 1)
        ),
        _even(used, listed),
        {g: tuple(row[g] for row in rows if row["kind"] == "person") for g in GENDERS},
        {g: tuple(row[g] for row in rows if row["kind"] == "followup") for g in GENDERS},
        tuple(row["male"] for row in rows if row["kind"] == "opener"),
        () if language.spaced else _nouns(pairs, stereotyped),
    )
    _check(inventory)
    return inventory


def data_hash(inventories: Sequence[Inventory]) -> str:
    """Content hash of the word lists and sentences behind a corpus."""
    return content_hash((text for i in inventories for text in i.texts()), length=64)


def _nouns(pairs: Sequence[Pair], contexts: Sequence[Context]) -> tuple[str, ...]:
    """Gender words that are no names: whole ones, though only a part of them may differ."""
    kept = [pair for pair, context in zip(pairs, contexts, strict=True) if not context.takes_names]
    return tuple(sorted({word for pair in kept for word in (pair.male_word, pair.female_word)}))


def _context(pair: Pair, language: Language, listed: dict[str, frozenset[str]]) -> Context:
    """A pair whose two words are names takes any name; a noun stays, since articles agree.

    A name in an oblique case is not in the list of names, so it stays as well.
    """
    male, female = pair.male, pair.female
    if pair.male_word in listed["male"] and pair.female_word in listed["female"]:
        slotted = (
            replace_word(pair.male, pair.male_word, NAME, language.spaced),
            replace_word(pair.female, pair.female_word, NAME, language.spaced),
        )
        if slotted[0] and slotted[1]:
            male, female = slotted[0], slotted[1]
    return Context(pair.id, pair.gender_more, male, female)


def _listed_names(code: str, pairs: Sequence[Pair]) -> dict[str, frozenset[str]]:
    """First names by gender, without those that both genders bear.

    Where a language has no list, the pairs whose English sibling is about a named person lend
    their words; that is safe only where names do not inflect, so inflecting languages have lists.
    """
    rows = _rows("first_names", code)
    if rows:
        names = {g: {row["name"] for row in rows if row["gender"] == g} for g in GENDERS}
    else:
        english = _listed_names("en", ())
        siblings = {p.id for p in load_pairs("en") if p.male_word in english["male"]}
        named = [pair for pair in pairs if pair.id in siblings]
        names = {g: {getattr(pair, f"{g}_word") for pair in named} for g in GENDERS}
    both = names["male"] & names["female"]
    return {gender: frozenset(names[gender] - both) for gender in GENDERS}


def _even(
    used: dict[str, list[str]], listed: dict[str, frozenset[str]]
) -> dict[str, tuple[str, ...]]:
    """The pairs' own names, as many of each gender: a name's frequency tells only prevalence.

    More names would each be rarer, and a model that is trained for minutes has to meet a name
    some hundred times before it knows whose it is. The list lends what one gender lacks.
    """
    own = {gender: sorted(set(used[gender])) for gender in GENDERS}
    count = max(map(len, own.values()))
    spare = {gender: sorted(listed[gender] - set(used[gender])) for gender in GENDERS}
    return {gender: tuple((own[gender] + spare[gender])[:count]) for gender in GENDERS}


def _rows(folder: str, code: str) -> list[dict[str, str]]:
    """The rows of a packaged table; none where the language has no such table."""
    lines = packaged_text(folder, f"{code}.tsv").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _check(inventory: Inventory) -> None:
    for context in inventory.neutral:
        if context.male.count(NAME) != 1 or context.female.count(NAME) != 1:
            raise DataError(
                expected=f"{NAME} once in both versions of every neutral context",
                got=f"{context.male!r} and {context.female!r}",
                fix=f"Mend data/lab/{inventory.language.code}.tsv.",
            )
    for opener in inventory.openers:
        if opener.count(SENTENCE) != 1:
            raise DataError(
                expected=f"{SENTENCE} once in every opener",
                got=repr(opener),
                fix=f"Mend data/lab/{inventory.language.code}.tsv.",
            )
