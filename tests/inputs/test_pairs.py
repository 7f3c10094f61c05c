"""The stereotype pairs in equimask/data/pairs/: every file is balanced, minimal and parallel."""

import unicodedata
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "equimask" / "data" / "pairs"
FILES = sorted(FOLDER.glob("*.tsv"))
COLUMNS = ["id", "category", "gender_more", "male", "female", "male_word", "female_word"]
SLUGS = ["occupation", "domestic", "emotion", "ability", "leadership", "appearance", "care"]
SLUGS += ["technology", "sport", "money", "communication", "courage", "relationships", "studies"]
UNSPACED = {"ja", "th", "zh"}


def read(path: Path) -> list[dict[str, str]]:
    """The rows of one file; cells are taken as they stand, quotes included."""
    lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    assert lines[0].split("\t") == COLUMNS, f"{path.name}: header is {lines[0]!r}"
    for number, line in enumerate(lines[1:], start=2):
        assert line.count("\t") == len(COLUMNS) - 1, f"{path.name}: line {number}: cell count"
    return [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines[1:]]


def in_word(char: str) -> bool:
    """Letters, digits and combining marks; `\\b` would split Hindi words at their vowel signs."""
    return unicodedata.category(char)[:1] in ("L", "M", "N") if char else False


def occurrences(word: str, sentence: str, language: str) -> int:
    if language in UNSPACED:
        return sentence.count(word)
    count, start = 0, sentence.find(word)
    while start >= 0:
        before, after = sentence[:start][-1:], sentence[start + len(word) :][:1]
        count += not in_word(before) and not in_word(after)
        start = sentence.find(word, start + 1)
    return count


def ending(sentence: str) -> str:
    """The punctuation after the last word; Thai writes none."""
    return sentence[max(i for i, char in enumerate(sentence) if in_word(char)) + 1 :]


def tokens(sentence: str, language: str) -> list[str]:
    return list(sentence) if language in UNSPACED else sentence.split(" ")


def test_there_are_files() -> None:
    assert {"en", "de"} <= {path.stem for path in FILES}, f"no en.tsv and de.tsv in {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_text_is_clean(path: Path) -> None:
    assert b"\r" not in path.read_bytes(), f"{path.name}: line ends are not LF"
    for row in read(path):
        for column, cell in row.items():
            where = f"{path.name} {row['id']} {column}"
            assert cell, f"{where}: empty"
            assert unicodedata.is_normalized("NFC", cell), f"{where}: {cell!r} is not NFC"
            assert cell == " ".join(cell.split()), f"{where}: stray space in {cell!r}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_ids_and_balance(path: Path) -> None:
    rows = read(path)
    expected = [f"{category}-{number:02d}" for category in SLUGS for number in range(1, 9)]
    ids = [row["id"] for row in rows]
    wrong = sorted(set(ids) ^ set(expected)) or [i for i, n in Counter(ids).items() if n > 1]
    assert ids == expected, f"{path.name}: ids missing, unknown, doubled or out of order: {wrong}"
    english = {row["id"]: row["gender_more"] for row in read(FOLDER / "en.tsv")}
    for row in rows:
        where = f"{path.name} {row['id']}"
        assert row["id"][:-3] == row["category"], f"{where}: category {row['category']}"
        assert row["gender_more"] == english[row["id"]], f"{where}: not the gender_more of en.tsv"
    cells = Counter((row["category"], row["gender_more"]) for row in rows)
    assert cells == dict.fromkeys(product(SLUGS, ("male", "female")), 4), f"{path.name}: {cells}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_pairs_are_minimal(path: Path) -> None:
    language = path.stem
    for row in read(path):
        where, male, female = f"{path.name} {row['id']}", row["male"], row["female"]
        assert male != female, f"{where}: identical sentences"
        assert ending(male) == ending(female), f"{where}: final punctuation differs"
        assert ending(male) or language == "th", f"{where}: no final punctuation"
        for own, other in (("male", "female"), ("female", "male")):
            word = row[f"{own}_word"]
            here, there = (occurrences(word, row[side], language) for side in (own, other))
            assert (here, there) == (1, 0), f"{where}: {word!r} {here} times, other side {there}"
        a, b = Counter(tokens(male, language)), Counter(tokens(female, language))
        for one, two in ((a, b), (b, a)):
            assert (one - two).total() * 2 < one.total(), f"{where}: half of the tokens differ"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_words_rotate_and_lengths_match(path: Path) -> None:
    rows = read(path)
    for column in ("male_word", "female_word"):
        word, count = Counter(row[column] for row in rows).most_common(1)[0]
        ids = [row["id"] for row in rows if row[column] == word]
        assert count <= 0.05 * len(rows), f"{path.name}: {word!r} in more than 5 % of pairs: {ids}"
    male, female = (sum(len(row[side]) for row in rows) / len(rows) for side in ("male", "female"))
    gap = abs(male - female) / ((male + female) / 2)
    assert gap < 0.02, f"{path.name}: mean length {male:.2f} male, {female:.2f} female: {gap:.2%}"
