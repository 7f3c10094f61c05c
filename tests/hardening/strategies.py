"""Wild text: whatever a file, a clipboard or a scraper may hand over."""

from __future__ import annotations

from hypothesis import strategies as st

from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import WordPair
from equimask.inputs.pairs import pair_languages

LONG = 100_000  # characters

DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\ufe0f"
CONTROLS = "\0\x01\x08\x1a\x1b\x7f\x85\ufffd\ufffe\uffff\U0010ffff"
BLANKS = " \t\n\r\x0b\x0c\x1c\x85\u00a0\u1680\u2003\u2028\u2029\u202f\u3000"
MARKS = "\u0301\u0308\u0327\u0345\u064b\u0651\u0670\u0640\u093c\u094d\u0e31\u0e33\u20dd\u3099"
# Letters that change their length, their form or their neighbours in another case or in NFC.
SHIFTY = "İıßẞŉǰΐﬀﬃſΣςÅΩÅéᄀ\u1161\u11a8각ﷺ\u0958\U0001d15e\u0f73\u0344"
EMOJI = ("👩‍⚕️", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚒", "🇩🇪", "1️⃣", "🙂", "♀️", "🏴\U000e0067\U000e007f")
SCRIPTS = (
    "nurse", "Ärztin", "König", "médecin", "врач", "Ёлка", "طبيبة", "الرجل", "डॉक्टर", "लड़की",
    "医生", "護士", "かのじょ", "ミス", "พยาบาล", "의사", "γιατρός", "רופאה", "𐌰𐍄𐍄𐌰", "𠮷",
)  # fmt: skip
# What a tokenizer, a terminal, a spreadsheet or a signature may take for its own.
SYNTAX = (
    "[MASK]", "<mask>", "[SEP]", "<s>", "</s>", "[UNK]", "##ing", "▁", "Ġ", "@@", "</w>", "[/b]",
    "{0}", "%s", "%00", "|", ":", "=1+1", '=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", '"',
    '""', "'", "\\", "\\ud800", "\r\n", ",", ";", "NaN", "null", "None", "NA", "0", "1e309",
    "../..", "(s)he", "s/he", "Lehrer*in", "l'", "d’", "'s", "Ex-", "-in", "#", ".", "¿",
)  # fmt: skip


def _pairs_of(lang: str) -> st.SearchStrategy[WordPair]:
    return st.sampled_from(load_pairs(lang))


def gender_words(lang: str) -> st.SearchStrategy[str]:
    """A listed word of the language, in its own casing or another."""
    words = st.one_of(
        _pairs_of(lang).map(lambda p: p.male), _pairs_of(lang).map(lambda p: p.female)
    )
    cased = st.sampled_from((str, str, str, str.upper, str.lower, str.title, str.swapcase))
    return st.builds(lambda word, case: case(word), words, cased)


def _joined(pieces: st.SearchStrategy[str], most: int = 12) -> st.SearchStrategy[str]:
    return st.lists(pieces, max_size=most).map("".join)


def _stacked(letter: str, marks: str) -> str:
    return letter + marks


pieces = st.one_of(
    st.sampled_from(SCRIPTS),
    st.sampled_from(SYNTAX),
    st.sampled_from(EMOJI),
    st.sampled_from(SHIFTY),
    st.sampled_from(DIRECTIONS + ZERO_WIDTH + CONTROLS),
    st.sampled_from(BLANKS),
    st.just(" "),
    st.characters(codec="utf-8"),  # all planes
    st.builds(_stacked, st.sampled_from("aeनاกか1🙂 "), st.text(MARKS, min_size=1, max_size=20)),
)
blank_text = st.text(BLANKS + ZERO_WIDTH, max_size=8)
repeated_text = st.builds(lambda piece, n: piece * n, pieces, st.integers(1, 3000))

wild_text = st.one_of(_joined(pieces), st.text(max_size=40), blank_text)
"""Any text that can be written to a file in UTF-8."""

long_text = st.one_of(wild_text, wild_text, wild_text, repeated_text)
"""The same, now and then thousands of characters long."""

broken_text = st.one_of(
    wild_text,
    _joined(st.one_of(pieces, st.characters(categories=["Cs"]))),
)
"""The same, now and then with half a surrogate pair, which a Python string can hold."""

languages = st.sampled_from(pair_languages())


@st.composite
def sentences_with_gender_words(draw: st.DrawFn, lang: str) -> str:
    """A sentence of the language's gender words and of wild text around them."""
    part = st.one_of(gender_words(lang), wild_text, st.sampled_from(SCRIPTS))
    joint = st.sampled_from((" ", " ", " ", "", "-", "\u00a0", "\u200d", ", ", "’"))
    sentence = draw(wild_text)
    for _ in range(draw(st.integers(1, 4))):
        sentence += draw(joint) + draw(part)
    return sentence + draw(st.sampled_from(("", ".", "!", "。", " ")))
