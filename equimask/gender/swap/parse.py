"""A UD parse with character offsets, by spacy-udpipe, where a model file is given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from equimask.core.errors import ModelError
from equimask.gender.lexicon.types import ParsedToken

Parser = Callable[[str], tuple[ParsedToken, ...]]


def load_udpipe(lang: str, model: str | Path) -> Any:
    """The UDPipe model in that file, as spacy-udpipe wraps it."""
    path = Path(model)
    if not path.is_file():
        raise ModelError(
            expected="a UDPipe model file",
            got=repr(str(model)),
            fix="Give the path of a .udpipe file, or none: the rules also work without a parse.",
        )
    try:
        import spacy_udpipe
    except ImportError as error:
        raise ModelError(
            expected="the package spacy-udpipe beside a UDPipe model",
            got="an environment without it",
            fix="Run `pip install spacy-udpipe`, or leave the model out.",
        ) from error
    wrapped = spacy_udpipe.load_from_path(lang, str(path)).tokenizer.model
    if wrapped.model is None:
        raise ModelError(
            expected="a whole UDPipe 1 model",
            got=f"{path.name}, which UDPipe cannot read",
            fix="It is cut short or of another kind: get it anew.",
        )
    return wrapped


def load_parser(lang: str, model: str | Path) -> Parser:
    """A function that parses one sentence with the UDPipe model in that file."""
    udpipe = load_udpipe(lang, model)

    def parse(sentence: str) -> tuple[ParsedToken, ...]:
        parsed: list[ParsedToken] = []
        at = 0
        for part in udpipe(text=sentence) if sentence.strip() else ():
            at = _add(parsed, part, sentence, at)
        return tuple(parsed)

    return parse


def _add(parsed: list[ParsedToken], part: Any, sentence: str, at: int) -> int:
    """Append the words of one UDPipe sentence; returns where the text behind it begins.

    The words of a contraction (`zum` = `zu` `dem`) share the span of what is written. spaCy's
    own document would lose it, so UDPipe's sentence is read directly.
    """
    contractions = {token.idFirst: token for token in part.multiwordTokens}
    base = len(parsed) - 1  # UDPipe counts from 1 and has the root as word 0
    span, last_of_span = (at, at), 0
    for word in list(part.words)[1:]:
        if word.id > last_of_span:
            written = contractions.get(word.id)
            form = word.form if written is None else written.form
            last_of_span = word.id if written is None else written.idLast
            span = _span(form, sentence, at)
            at = span[1]
        parsed.append(
            ParsedToken(
                text=word.form,
                start=span[0],
                end=span[1],
                lemma=word.lemma,
                upos=word.upostag,
                feats=_features(word.feats),
                head=-1 if word.head == 0 else base + word.head,
                deprel=word.deprel,
            )
        )
    return at


def _span(form: str, sentence: str, at: int) -> tuple[int, int]:
    start = sentence.find(form, at)
    if start < 0:  # a form that the model does not write as the text does
        return at, at
    return start, start + len(form)


def _features(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split("|") if "=" in pair)
