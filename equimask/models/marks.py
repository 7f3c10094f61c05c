"""How a tokenizer's pieces show where words begin and end, as the tokenizer itself tells it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tokenizers import decoders

from equimask.models.words import mark_style

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
