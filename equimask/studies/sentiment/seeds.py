"""Seed words: a few sure words of each class, which say what the three axes mean."""

from __future__ import annotations

from equimask.core.errors import DataError, near_matches, shorten
from equimask.core.schema import SENTIMENTS
from equimask.gender.lexicon.records import read_word_list


def parse_seeds(text: str) -> dict[str, int]:
    """Words and the places of their classes in `SENTIMENTS`, from a TSV with a header."""
    seeds: dict[str, int] = {}
    for number, row in enumerate(read_word_list(text, ("word", "class")), 2):
        word, name = row["word"], row["class"]
        if name not in SENTIMENTS:
            raise DataError(
                expected="a known class of every seed word",
                got=f"{shorten(name)} for {shorten(word)} in line {number}",
                fix=near_matches(name, SENTIMENTS),
            )
        if not word.strip() or word in seeds:
            raise DataError(
                expected="every seed word once",
                got=f"{shorten(word)} in line {number}",
                fix="Write the word, or drop the line that repeats it.",
            )
        seeds[word] = SENTIMENTS.index(name)
    missing = [name for at, name in enumerate(SENTIMENTS) if at not in seeds.values()]
    if missing:
        raise DataError(
            expected="seed words of every class",
            got=f"none that is {missing[0]}",
            fix="Add common, unambiguous words: without them the axes have no meaning.",
        )
    return seeds
