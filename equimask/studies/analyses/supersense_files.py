"""The two files that sort English words into supersenses; neither is part of this package.

- Adjectives: predictions of Tsvetkov et al. (2014), 13 classes, GPL-2. They come from a classifier
  and are wrong for some words: `abdominal` is called temporal.
- Verbs: the lexicographer files of WordNet 3.0, 15 classes, WordNet licence. A verb gets the class
  of its first sense.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from equimask.core.errors import DataError, shorten

VERB_HEADER = ("lemma", "first_sense", "all_senses")


def read_adjective_classes(path: str | PathLike[str]) -> dict[str, str]:
    """Adjective -> class, from lines of word, most probable class, all probabilities."""
    return _classes(_lines(path), path)


def read_verb_classes(path: str | PathLike[str]) -> dict[str, str]:
    """Verb -> class, from a TSV with a header; `verb.motion` becomes `motion`."""
    lines = _lines(path)
    if not lines or tuple(lines[0].split("\t")) != VERB_HEADER:
        raise DataError(
            expected=f"the header {', '.join(VERB_HEADER)} in {Path(path).name}",
            got=shorten(lines[0] if lines else ""),
            fix="Pass the table of WordNet verbs and their lexicographer files.",
        )
    found = _classes(lines[1:], path, first_line=2)
    return {word: name.removeprefix("verb.") for word, name in found.items()}


def _lines(path: str | PathLike[str]) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        raise DataError(
            expected="a file of supersenses",
            got=f"no file at {str(path)!r}",
            fix="Download it from its authors; its licence keeps it out of this package.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            expected=f"a text file in UTF-8 at {str(path)!r}",
            got=str(error),
            fix="Pass the file as its authors give it.",
        ) from error


def _classes(lines: list[str], path: str | PathLike[str], first_line: int = 1) -> dict[str, str]:
    classes: dict[str, str] = {}
    for number, line in enumerate(lines, first_line):
        word, _, rest = line.partition("\t")
        name = rest.partition("\t")[0].strip().lower()
        if not word or not name or classes.get(word, name) != name:
            raise DataError(
                expected=f"a word and its one class in line {number} of {Path(path).name}",
                got=shorten(line),
                fix="Mend the file: word, tab, class, and no word twice with different classes.",
            )
        classes[word] = name
    if not classes:
        raise DataError(
            expected=f"words in {Path(path).name}", got="none", fix="Pass a file that has some."
        )
    return classes
