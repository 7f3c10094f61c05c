"""Words and their pieces: which tokens are one word, and how a vocabulary marks it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tokenizers import decoders

from equimask.core.languages import unspaced


def words_by_offsets(
    text: str, offsets: Sequence[tuple[int, int]], special: Sequence[bool]
) -> tuple[int, ...]:
    """A running word number per token; a word is an unbroken run of letters, marks and digits.

    A piece that is only the space before a word (a bare `▁` or `Ġ`) belongs to that word.
    """
    words: list[int] = []
    previous: tuple[int, int] | None = None
    for (start, end), is_special in zip(offsets, special, strict=True):
        joined = (
            previous is not None
            and not is_special
            and start < end
            and start <= previous[1]
            and (
                start < previous[1]  # two pieces of one character
                or not text[slice(*previous)].strip()
                or _joins(text[start - 1], text[start])
            )
        )
        words.append(words[-1] if joined else len(words))
        previous = None if is_special else (start, end)
    return _renumber(words)


def words_by_marks(pieces: Sequence[str], alone: Sequence[bool], style: str) -> tuple[int, ...]:
    """For tokenizers without offsets: read `##x`, `x@@`, `x</w>`, `▁x`, or single letters.

    `alone` marks the tokens that are never part of a word, such as special tokens.
    """
    words: list[int] = []
    for i, piece in enumerate(pieces):
        joined = i > 0 and not alone[i - 1] and not alone[i]
        joined = joined and _continues(pieces[i - 1], piece, style)
        words.append(words[-1] if joined else len(words))
    return _renumber(words)


def _continues(previous: str, piece: str, style: str) -> bool:
    if style == "##":
        return piece.startswith("##")
    if style == "@@":
        return previous.endswith("@@")
    if style == "</w>":
        return not previous.endswith("</w>")
    if style == "▁":
        return previous == "▁" or _joins(previous[-1:], piece[:1])
    if style == " ":  # bytes as Latin-1 characters: from 0x80 on they are parts of letters
        return all(c.isalnum() or c >= "\x80" for c in (previous, piece))
    return False


def mark_style(vocabulary: Collection[str]) -> str:
    """Which of the marks a vocabulary uses; a space for bytes, an empty string for none."""
    counts = {
        "##": sum(token.startswith("##") for token in vocabulary),
        "@@": sum(token.endswith("@@") for token in vocabulary),
        "</w>": sum(token.endswith("</w>") for token in vocabulary),
        "▁": sum(token.startswith("▁") for token in vocabulary),
    }
    style, count = max(counts.items(), key=lambda item: item[1])
    if count:
        return style
    return " " if " " in vocabulary else ""


def _joins(left: str, right: str) -> bool:
    return all(unicodedata.category(c)[0] in "LMN" and not unspaced(c) for c in (left, right))


def _renumber(words: Sequence[int]) -> tuple[int, ...]:
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(word, len(numbers)) for word in words)


_BYTE_SPACE, _SPACE = "Ġ", "▁"


class Piece(NamedTuple):
    """What a piece writes; `spaced` is False where its vocabulary marks spaces and it has none."""

    text: str
    spaced: bool


@dataclass(frozen=True)
class PieceMarks:
    """The marks of a vocabulary; an empty one is not used.

    space: a space stands before the piece (`Ġ`, `▁`).
    inside: the piece continues the one before it (`##`).
    unfinished: the next piece continues this one (`@@`).
    end: a word ends with this piece (`</w>`); without the mark it goes on.
    bare_start: the first word of a text has no space mark, as in RoBERTa.
    """

    space: str = ""
    inside: str = ""
    unfinished: str = ""
    end: str = ""
    bare_start: bool = False

    def read(self, token: str) -> Piece | None:
        """What the token writes, or None where the mark makes it a part of a word."""
        if self.inside and token.startswith(self.inside):
            return None
        if self.unfinished and token.endswith(self.unfinished):
            return None
        if self.end:
            return Piece(token.removesuffix(self.end), True) if token.endswith(self.end) else None
        spaced = not self.space or token.startswith(self.space)
        text = token.removeprefix(self.space) if self.space else token
        return Piece(_from_bytes(text) if self.space == _BYTE_SPACE else text, spaced)


def marks_of(tokenizer: Any) -> PieceMarks:
    """The marks, from the pipeline of a fast tokenizer or the vocabulary of a Python one."""
    vocabulary = tokenizer.get_vocab()
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        marks = _from_vocabulary(vocabulary)
    else:
        marks = _from_pipeline(json.loads(backend.to_str()), vocabulary)
    if not marks.space:
        return marks
    return replace(marks, bare_start=_starts_bare(tokenizer, vocabulary, marks))


def _starts_bare(tokenizer: Any, vocabulary: Collection[str], marks: PieceMarks) -> bool:
    """Ask the tokenizer for a word that its vocabulary has behind a space."""
    marked = (marks.read(token) for token in vocabulary if token.startswith(marks.space))
    words = [piece.text for piece in marked if piece and piece.text.isalpha()]
    first = tokenizer.tokenize(min(words))[0] if words else ""
    return bool(first) and first != tokenizer.unk_token and not first.startswith(marks.space)


def _from_pipeline(pipeline: dict[str, Any], vocabulary: Collection[str]) -> PieceMarks:
    model = pipeline["model"]
    around = [
        part
        for name in ("normalizer", "pre_tokenizer", "decoder")
        for part in _parts(pipeline.get(name))
    ]
    if any(part["type"] == "ByteLevel" for part in around):
        return PieceMarks(space=_BYTE_SPACE)
    for part in around:
        if part["type"] == "Metaspace":
            return PieceMarks(space=part["replacement"])
        if part["type"] == "Replace" and part.get("content") == _SPACE:
            return PieceMarks(space=_SPACE)
    if model.get("end_of_word_suffix"):
        return PieceMarks(end=model["end_of_word_suffix"])
    if model["type"] in ("WordPiece", "WordLevel") or model.get("continuing_subword_prefix"):
        return PieceMarks(inside=model.get("continuing_subword_prefix") or "")
    return _from_vocabulary(vocabulary)


def _parts(component: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """A component of a pipeline, and what it is a sequence of."""
    if component is None:
        return
    yield component
    for name in ("normalizers", "pretokenizers", "decoders"):
        for part in component.get(name, ()):
            yield from _parts(part)


def _from_vocabulary(vocabulary: Collection[str]) -> PieceMarks:
    style = mark_style(vocabulary)
    if sum(token.startswith(_BYTE_SPACE) for token in vocabulary) > _uses(vocabulary, style):
        return PieceMarks(space=_BYTE_SPACE)
    return {
        "##": PieceMarks(inside="##"),
        "@@": PieceMarks(unfinished="@@"),
        "</w>": PieceMarks(end="</w>"),
        "▁": PieceMarks(space=_SPACE),
    }.get(style, PieceMarks())


def _uses(vocabulary: Collection[str], style: str) -> int:
    if not style.strip():
        return 0
    return sum(token.startswith(style) or token.endswith(style) for token in vocabulary)


_BYTES = decoders.ByteLevel()


def _from_bytes(text: str) -> str:
    """Text behind the letters that stand for bytes; broken characters come out as U+FFFD."""
    return str(_BYTES.decode([text]))
