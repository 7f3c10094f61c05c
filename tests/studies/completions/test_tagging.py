"""Tags in the query: by a table in place of UDPipe, and by real models where they are at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from equimask.core.errors import InputError, ModelError, OptionError
from equimask.studies.completions import tagging
from equimask.studies.completions.tagging import QueryTagger, Tagged, most_frequent

Rule = Callable[[list[str]], list[tuple[str, str]]]


class TableUDPipe:
    """Tags tokens by a function of the sentence, and remembers what it was asked."""

    def __init__(self, rule: Rule) -> None:
        self.rule, self.seen = rule, list[list[str]]()

    def tokenize(self, queries: list[list[str]]) -> list[Any]:
        self.seen += queries
        return [SimpleNamespace(tokens=query, words=[None]) for query in queries]

    def tag(self, sentence: Any) -> None:
        sentence.words += [
            SimpleNamespace(upostag=upos, lemma=lemma) for upos, lemma in self.rule(sentence.tokens)
        ]


def tagger(monkeypatch: pytest.MonkeyPatch, rule: Rule, *names: str) -> tuple[Any, QueryTagger]:
    udpipe = TableUDPipe(rule)
    monkeypatch.setattr(tagging, "load_udpipe", lambda *_: udpipe)
    return udpipe, QueryTagger("en", "x.udpipe", names)


def by_place(tokens: list[str]) -> list[tuple[str, str]]:
    return [(f"at{place}", token.upper()) for place, token in enumerate(tokens)]


def test_the_word_stands_where_the_query_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    udpipe, asked = tagger(monkeypatch, by_place, "Ada Lovelace")
    assert asked.tag(["brave"], "mask_first") == [Tagged("at0", "BRAVE")]
    assert asked.tag(["brave"], "name_first") == [Tagged("at2", "BRAVE")]
    assert udpipe.seen == [["brave", "Ada", "Lovelace"], ["Ada", "Lovelace", "brave"]]


def test_a_word_is_asked_once_per_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagging, "_WORDS_AT_ONCE", 2)
    udpipe, asked = tagger(monkeypatch, by_place, "Ada", "Alan")
    words = ["e", "b", "a", "b", "d", "c"]
    first = asked.tag(words, "mask_first")
    assert [found.lemma for found in first] == ["E", "B", "A", "B", "D", "C"]
    assert len(udpipe.seen) == 5 * 2
    assert asked.tag(reversed(words), "mask_first") == first[::-1]
    assert len(udpipe.seen) == 5 * 2


def test_most_names_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    tags = {"Ada": ("NOUN", "x"), "Alan": ("ADJ", "a"), "Eve": ("ADJ", "_"), "Bob": ("ADJ", "a")}
    _, asked = tagger(monkeypatch, lambda tokens: [tags[tokens[1]]] * 2, *tags)
    assert asked.tag(["good"], "mask_first") == [Tagged("ADJ", "a")]


def test_of_equals_the_first_counts_and_no_lemma_is_empty() -> None:
    verb, noun = Tagged("VERB", "run"), Tagged("NOUN", "run")
    assert most_frequent([noun, verb]) == noun
    assert most_frequent([verb, noun, verb]) == verb
    assert most_frequent([Tagged("ADJ", "b"), Tagged("ADJ", "a")]) == Tagged("ADJ", "b")


def test_wrong_use_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, asked = tagger(monkeypatch, by_place, "Ada")
    with pytest.raises(OptionError, match="mask_first"):
        asked.tag(["brave"], "before")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="names to tag words beside"):
        QueryTagger("en", "x.udpipe", [" "])
    monkeypatch.undo()
    pytest.importorskip("spacy_udpipe")
    broken = tmp_path / "broken.udpipe"
    broken.write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"broken\.udpipe, which UDPipe cannot read"):
        QueryTagger("en", broken, ["Ada"])


def real(shared: Path, name: str, lang: str, *names: str) -> QueryTagger:
    pytest.importorskip("spacy_udpipe", reason="spacy-udpipe is not installed")
    path = shared / "sources" / "udpipe" / name
    if not path.is_file():
        pytest.skip(f"no UDPipe model {name}")
    return QueryTagger(lang, path, names)


def test_the_real_french_model_tags_and_lemmatises_in_the_query(shared: Path) -> None:
    french = real(
        shared, "french-partut-ud-2.5-191206.udpipe", "fr", "François Hollande", "Ségolène Royal"
    )
    assert french.tag(["européenne", "présenté"], "name_first") == [
        Tagged("ADJ", "européen"),
        Tagged("VERB", "présenter"),
    ]
    # what it has not seen it may leave over: the lemma has the gender of the form
    assert french.tag(["courageuse"], "name_first") == [Tagged("ADJ", "courageuse")]
    words = ["courageuse", "élu", "grande", "important", "parle", "petit"]
    alone = [french.tag([word], "name_first")[0] for word in words]
    again = QueryTagger("fr", shared / "sources/udpipe/french-partut-ud-2.5-191206.udpipe",
                        french.names)  # fmt: skip
    assert again.tag(words, "name_first") == alone  # whatever else is in the batch
    assert {found.upos for found in alone} <= {"ADJ", "VERB", "NOUN"}


def test_the_real_russian_model_lemmatises_before_a_name(shared: Path) -> None:
    russian = real(shared, "russian-taiga-ud-2.3-181115.udpipe", "ru", "Ангела Меркель")
    assert russian.tag(["важной"], "mask_first") == [Tagged("ADJ", "важный")]
