"""Files of a public corpus below a folder, and the pairs of sentences in them."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from builders.kit.parallel import tidy
from equimask.core.errors import DataError
from equimask.core.files import sha256_of_file
from equimask.core.lines import open_file, text_lines

SentencePair: TypeAlias = tuple[str, str]  # English, then its translation

_SEGMENT = re.compile(r"<seg\b[^>]*>(.*?)</seg>", re.DOTALL)


def whole_and_once(pairs: Iterable[SentencePair]) -> Iterator[SentencePair]:
    """The pairs with single spaces: none with an empty side, none twice."""
    seen = set()
    for english, target in pairs:
        pair = tidy(english), tidy(target)
        if all(pair) and pair not in seen:
            seen.add(pair)
            yield pair


class RawFiles:
    """All files below a folder by their names, whether they are packed or not; listed once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._by_name: dict[str, list[Path]] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self._by_name.setdefault(path.name.removesuffix(".gz"), []).append(path)

    def one(self, *names: str) -> Path:
        """The file with the first of the names that there is, or with such an end of its path.

        Several are one if their bytes are the same.
        """
        for name in names:
            folder, _, last = name.rpartition("/")
            found = [
                path for path in self._by_name.get(last, ()) if folder in ("", path.parent.name)
            ]
            if len({sha256_of_file(path) for path in found}) > 1:
                raise DataError(
                    expected=f"one file {name} below {self.folder.name}",
                    got=", ".join(path.relative_to(self.folder).as_posix() for path in found),
                    fix="They differ: leave the right one there.",
                )
            if found:
                return found[0]
        raise DataError(
            expected=f"a file {' or '.join(names)} below {self.folder.name}",
            got="none",
            fix="Get it from the url that source.toml names, and keep its name.",
        )

    def names_in(self, folder: str) -> list[str]:
        """The names of the files in folders of that name, in order."""
        return sorted(
            name
            for name, paths in self._by_name.items()
            if any(path.parent.name == folder for path in paths)
        )


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file in UTF-8."""
    with open_file(path) as stream:
        for number, line in enumerate(text_lines(stream, path.name), 1):
            if line is None:
                raise DataError(
                    expected=f"UTF-8 in {path.name}",
                    got=f"other bytes in line {number}",
                    fix="The file is damaged: get it anew.",
                )
            yield line


def side_by_side(english: Path, target: Path) -> Iterator[SentencePair]:
    """Two files that are aligned by their lines."""
    yield from _aligned(english, lines_of(english), target, lines_of(target))


def segments_side_by_side(english: Path, target: Path) -> Iterator[SentencePair]:
    """Two XML files whose `<seg>` are aligned."""
    yield from _aligned(english, _segments(english), target, _segments(target))


def texts_by_id(path: Path) -> dict[str, str]:
    """The `# text` of every sentence of a CoNLL-U file by its `# sent_id`."""
    texts, key = {}, ""
    for line in lines_of(path):
        if line.startswith("# sent_id = "):
            key = line.removeprefix("# sent_id = ").strip()
        elif line.startswith("# text = "):
            texts[key] = line.removeprefix("# text = ")
    return texts


def _segments(path: Path) -> Iterator[str]:
    text = "\n".join(lines_of(path))
    return (html.unescape(segment) for segment in _SEGMENT.findall(text))


def _aligned(
    english: Path, first: Iterator[str], target: Path, second: Iterator[str]
) -> Iterator[SentencePair]:
    for number, (one, other) in enumerate(itertools.zip_longest(first, second), 1):
        if one is None or other is None:
            short, long = (english, target) if one is None else (target, english)
            raise DataError(
                expected=f"as many sentences in {english.name} as in {target.name}",
                got=f"{short.name} ends after {number - 1}, {long.name} goes on",
                fix="They are not aligned: get both from the same place.",
            )
        yield one, other
