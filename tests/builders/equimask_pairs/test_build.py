from __future__ import annotations

from pathlib import Path

import pytest

from builders.equimask_pairs.build import rows, summary
from builders.kit.fetch import fetch_all
from builders.kit.options import BuildOptions
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.pair_audit import audit_pair
from equimask.gender.words import GenderWords

HEADER = "id\tcategory\tgender_more\tmale\tfemale\tmale_word\tfemale_word\n"
PAIR = "a-1\twork\tfemale\tHe mends it.\tShe mends it.\tHe\tShe\n"


def test_the_more_side_is_that_of_its_gender() -> None:
    turned = PAIR.replace("a-1", "a-2").replace("female\tHe", "male\tHe")
    first, second = rows({"pairs/en.tsv": (HEADER + PAIR + turned).encode()}, BuildOptions())
    assert tuple(first) == DATASET_COLUMNS["equimask_pairs"]
    assert (first["sent_more"], first["sent_less"]) == ("She mends it.", "He mends it.")
    assert (second["sent_more"], second["sent_less"]) == ("He mends it.", "She mends it.")
    assert (first["male"], first["female"]) == (second["male"], second["female"])


def test_the_language_is_the_name_of_the_file() -> None:
    files = {f"pairs/{lang}.tsv": (HEADER + PAIR).encode() for lang in ("de", "en")}
    assert [row["lang"] for row in rows(files, BuildOptions())] == ["de", "en"]
    assert [row["lang"] for row in rows(files, BuildOptions(languages=("de",)))] == ["de"]


def test_word_lists_are_no_pairs() -> None:
    files = {"pairs/en.tsv": (HEADER + PAIR).encode(), "gender_lexicon/en.tsv": b"male\tfemale\n"}
    assert len(list(rows(files, BuildOptions()))) == 1


def test_pairs_in_which_other_words_agree_are_counted() -> None:
    agreeing = "a-2\twork\tmale\tHe mends his own.\tShe mends her own.\tHe\tShe\n"
    group = list(rows({"pairs/en.tsv": (HEADER + PAIR + agreeing).encode()}, BuildOptions()))
    english = summary({"en": group})["languages"]["en"]
    assert english["agreement"] == 1
    assert english["audit"] == {"pairs": 2, "clean": 2, "flags": {}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "a-1\twork\n", "line 2"),
        (HEADER + PAIR.replace("female\tHe", "both\tHe"), "'both'"),
        (HEADER.replace("id\t", "number\t") + PAIR, "the columns id"),
    ],
)
def test_a_broken_line_is_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        list(rows({"pairs/en.tsv": text.encode()}, BuildOptions()))


@pytest.fixture(scope="module")
def packaged(root: Path) -> list[Row]:
    sources = read_sources(root / "builders" / "equimask_pairs" / "source.toml")
    return list(rows(fetch_all(sources.files), BuildOptions()))


def test_every_language_has_at_least_forty_pairs(packaged: list[Row]) -> None:
    languages = [row["lang"] for row in packaged]
    assert all(languages.count(language) >= 40 for language in {"de", "en", *languages})


def test_the_packaged_pairs_pass_the_audit(packaged: list[Row]) -> None:
    doubtful = {
        (row["lang"], row["id"]): flags
        for row in packaged
        if (
            flags := audit_pair(
                str(row["sent_more"]), str(row["sent_less"]), GenderWords.load(str(row["lang"]))
            )
        )
    }
    assert doubtful == {}
