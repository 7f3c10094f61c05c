"""Which tokens are adjectives or verbs, by treebanks and by a tagger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from equimask.core.errors import InputError, ModelError, OptionError
from equimask.studies.completions import word_filter
from equimask.studies.completions.treebank import WordList
from equimask.studies.completions.word_filter import (
    Candidate,
    FilteredWords,
    QueryTagger,
    Tagged,
    filter_words,
    most_frequent,
)

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
    monkeypatch.setattr(word_filter, "load_udpipe", lambda *_: udpipe)
    return udpipe, QueryTagger("en", "x.udpipe", names)


def by_place(tokens: list[str]) -> list[tuple[str, str]]:
    return [(f"at{place}", token.upper()) for place, token in enumerate(tokens)]


def test_the_word_stands_where_the_query_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    udpipe, asked = tagger(monkeypatch, by_place, "Ada Lovelace")
    assert asked.tag(["brave"], "mask_first") == [Tagged("at0", "BRAVE")]
    assert asked.tag(["brave"], "name_first") == [Tagged("at2", "BRAVE")]
    assert udpipe.seen == [["brave", "Ada", "Lovelace"], ["Ada", "Lovelace", "brave"]]


def test_a_word_is_asked_once_per_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_filter, "_WORDS_AT_ONCE", 2)
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


@pytest.mark.slow
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


def tokenizer(*words: str, uncased: bool = False) -> PreTrainedTokenizerFast:
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    made = Tokenizer(
        models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    made.normalizer = normalizers.BertNormalizer(lowercase=uncased, strip_accents=uncased)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )


def spanish() -> WordList:
    words = WordList("es")
    for form, upos, lemma, times in (
        ("única", "ADJ", "único", 1),
        ("Bonitas", "ADJ", "bonito", 1),
        ("papá", "ADJ", "papá", 1),
        ("papa", "ADJ", "papo", 3),
        ("corre", "VERB", "correr", 1),
        ("mesa", "NOUN", "mesa", 1),
        ("fuera", "ADJ", "fuera", 1),
    ):
        for _ in range(times):
            words.add(form, upos, lemma)
    return words


def words_of(filtered: FilteredWords) -> dict[str, str]:
    return dict(filtered.candidates.values())


def test_whole_words_with_the_part_of_speech_pass_in_any_case() -> None:
    cased = tokenizer("Bonitas", "bonitas", "corre", "mesa", "##bonitas", "nunca")
    found = filter_words(cased, spanish(), "ADJ", "name_first")
    assert found.candidates == {
        5: Candidate("Bonitas", "bonito"),
        6: Candidate("bonitas", "bonito"),
    }
    assert words_of(filter_words(cased, spanish(), "VERB", "name_first")) == {"corre": "correr"}
    assert (found.dropped, found.other_lemmas) == ({}, 0)


def test_a_tokenizer_without_accents_finds_the_accented_word() -> None:
    plain = tokenizer("unica", "papa", uncased=True)
    found = words_of(filter_words(plain, spanish(), "ADJ", "name_first"))
    assert found == {"unica": "único", "papa": "papo"}  # of two spellings the more frequent one
    accented = tokenizer("unica", "única", "papa", "papá")
    assert words_of(filter_words(accented, spanish(), "ADJ", "name_first")) == {
        "única": "único",
        "papa": "papo",
        "papá": "papá",
    }


def test_words_that_are_hardly_ever_so_can_be_left_out() -> None:
    words = spanish()
    for _ in range(3):
        words.add("Fuera", "ADV", "fuera")
    assert words.share("fuera", "ADJ") == 0.25 and words.share("nada", "ADJ") == 0.0
    cased = tokenizer("fuera", "bonitas")
    for least, found in (
        (0.0, {"fuera", "bonitas"}),
        (0.25, {"fuera", "bonitas"}),
        (0.3, {"bonitas"}),
    ):
        kept = words_of(filter_words(cased, words, "ADJ", "name_first", min_share=least))
        assert set(kept) == found


class Table:
    """A tagger that knows its answers, and remembers what it was asked."""

    def __init__(self, **answers: Tagged) -> None:
        self.answers, self.asked = answers, list[tuple[str, str]]()

    def tag(self, words: list[str], order: str) -> list[Tagged]:
        self.asked += [(word, order) for word in words]
        return [self.answers[word] for word in words]


@pytest.fixture
def table() -> Table:
    return Table(
        única=Tagged("ADJ", "Únicar"), bonitas=Tagged("ADJ", ""), fuera=Tagged("ADV", "fuera")
    )


def test_words_that_are_something_else_in_the_query_are_dropped_and_counted(table: Table) -> None:
    plain = tokenizer("unica", "bonitas", "fuera", uncased=True)
    found = filter_words(plain, spanish(), "ADJ", "name_first", tagger=table)  # type: ignore[arg-type]
    assert words_of(found) == {"unica": "único", "bonitas": "bonito"}
    assert found.dropped == {"ADV": 1}
    assert found.other_lemmas == 1
    # the tagger sees the word as the language writes it
    assert ("única", "name_first") in table.asked


def test_the_filter_in_context_can_be_left_out_and_the_taggers_lemmas_taken(table: Table) -> None:
    plain = tokenizer("unica", "bonitas", "fuera", uncased=True)
    found = filter_words(
        plain,
        spanish(),
        "ADJ",
        "name_first",
        tagger=table,  # type: ignore[arg-type]
        context_filter=False,
        lemmas="tagger",
    )
    assert words_of(found) == {"unica": "únicar", "bonitas": "bonito", "fuera": "fuera"}
    assert found.dropped == {}
