from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import ModelError
from equimask.gender.swap import GenderLexicon, Swap
from equimask.gender.swap.parse import load_parser

MODELS = {
    "de": "german-gsd-selftrained.udpipe",
    "en": "english-ewtdev-selftrained.udpipe",
    "fr": "french-partut-ud-2.5-191206.udpipe",
    "pt": "portuguese-bosquedev-selftrained.udpipe",
}


def model(shared: Path, lang: str) -> Path:
    pytest.importorskip("spacy_udpipe", reason="spacy-udpipe is not installed")
    path = shared / "sources" / "udpipe" / MODELS[lang]
    if not path.is_file():
        pytest.skip(f"no UDPipe model {path.name}")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "sentence", "contraction", "parts"),
    [
        ("de", "Er ging  zum alten König. Dann kam er.", "zum", ["zu", "dem"]),
        ("fr", "L'homme parle du roi.", "du", ["de", "le"]),
        ("pt", "Ele falou do rei na casa.", "do", ["de", "o"]),
    ],
)
def test_the_parts_of_a_contraction_share_its_span(
    shared: Path, lang: str, sentence: str, contraction: str, parts: list[str]
) -> None:
    tokens = load_parser(lang, model(shared, lang))(sentence)
    start = sentence.index(f" {contraction} ") + 1
    inside = [t for t in tokens if t.start == start]
    assert [t.text for t in inside] == parts
    assert {sentence[t.start : t.end] for t in inside} == {contraction}


@pytest.mark.slow
def test_offsets_heads_and_features(shared: Path) -> None:
    sentence = "Der alte König  schläft. Er träumt."
    tokens = load_parser("de", model(shared, "de"))(sentence)
    assert all(sentence[t.start : t.end] == t.text for t in tokens)
    assert all(-1 <= t.head < len(tokens) for t in tokens)
    assert [t.text for t in tokens if t.head == -1] == ["schläft", "träumt"]
    king = next(t for t in tokens if t.text == "König")
    assert king.upos == "NOUN" and king.feats.get("Number") == "Sing"
    assert tokens[0].head == tokens.index(king)


@pytest.mark.slow
def test_an_empty_sentence_has_no_parse(shared: Path) -> None:
    assert load_parser("en", model(shared, "en"))("  ") == ()


@pytest.mark.slow
def test_a_parse_may_decide_what_the_rules_leave_open(shared: Path) -> None:
    lexicon = GenderLexicon.load("en", udpipe_model=model(shared, "en"))
    swap = lexicon.try_swap("Nobody ever found her hat.")
    assert isinstance(swap, Swap)
    assert swap.male == "Nobody ever found his hat."


def test_a_missing_model_file_is_named() -> None:
    with pytest.raises(ModelError, match=r"nowhere\.udpipe"):
        load_parser("en", "nowhere.udpipe")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "spacy_udpipe":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    file = tmp_path / "a.udpipe"
    file.write_bytes(b"")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelError, match="pip install spacy-udpipe"):
        load_parser("en", file)
