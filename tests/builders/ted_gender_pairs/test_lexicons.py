"""Word lists of users: whatever a file holds, it is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.ted_gender_pairs.lexicons import LexiconFile, lexicon_of
from equimask.core.errors import DataError


def read(folder: Path, suffix: str, text: str) -> str:
    path = folder / f"words{suffix}"
    path.write_text(text, encoding="utf-8")
    return " ".join(
        pair.male for pair in lexicon_of("en", [LexiconFile(f"en={path}")], ["en"]).plain
    )


def test_a_list_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, ".json", '[{"male": "duke", "female": "duchess"}]') == "duke"
    assert read(tmp_path, ".csv", "male,female\nduke,duchess\n") == "duke"


@pytest.mark.parametrize(
    ("suffix", "text", "message"),
    [
        (".json", '[{"male": "duke", "male": "king", "female": "duchess"}]', "more than once"),
        (".jsonl", '{"male": "duke", "female": "x", "female": "duchess"}', "more than once"),
        (".csv", "male,female,male\nduke,duchess,king\n", "stands there twice"),
        (".json", '[{"male": "duke", "female": "duchess", "lang": 5}]', "text as lang.*got 5"),
        (".json", '[{"male": "duke", "female": "duchess", "neutral": 5}]', "text as neutral"),
        (".json", '[{"male": ["duke"], "female": "duchess"}]', "text as male"),
        (".json", "[" * 100_000, "readable .json file"),
    ],
)
def test_what_nobody_knows_how_to_read_is_told(
    tmp_path: Path, suffix: str, text: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, suffix, text)
