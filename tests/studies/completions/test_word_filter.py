"""Which tokens pass: by the treebanks, as the tokenizer spells them, by their tag in a query."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from equimask.studies.completions.tagging import Tagged
from equimask.studies.completions.treebank import WordList
from equimask.studies.completions.word_filter import Candidate, FilteredWords, filter_words


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
