from __future__ import annotations

from pathlib import Path

import pytest

from builders.equimask_pairs.build import BUILDER
from builders.kit.fetch import locate
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.finder import GenderWords
from equimask.gender.pair_audit import audit_pair
from tests.builders.made import Made, made, written

HEADER = "id\tcategory\tgender_more\tmale\tfemale\tmale_word\tfemale_word\n"
PAIR = "a-1\twork\tfemale\tHe mends it.\tShe mends it.\tHe\tShe\n"


def english(folder: Path, text: str) -> Made:
    return made(BUILDER, written(folder, {"pairs/en.tsv": text}))


def test_the_more_side_is_that_of_its_gender(tmp_path: Path) -> None:
    turned = PAIR.replace("a-1", "a-2").replace("female\tHe", "male\tHe")
    first, second = english(tmp_path, HEADER + PAIR + turned).rows
    assert tuple(first) == DATASET_COLUMNS["equimask_pairs"]
    assert (first["sent_more"], first["sent_less"]) == ("She mends it.", "He mends it.")
    assert (second["sent_more"], second["sent_less"]) == ("He mends it.", "She mends it.")
    assert (first["male"], first["female"]) == (second["male"], second["female"])


def test_pairs_with_the_same_two_words_are_one_cluster(tmp_path: Path) -> None:
    same = PAIR.replace("a-1", "a-2").replace("mends", "paints")
    inflected = PAIR.replace("a-1", "a-3").replace("He", "His").replace("She", "Her")
    found = english(tmp_path, HEADER + PAIR + same + inflected)
    first, second, third = (row["cluster"] for row in found.rows)
    assert first == second != third
    assert found.summary["languages"]["en"]["clusters"] == 2


def test_the_language_is_the_name_of_the_file(tmp_path: Path) -> None:
    files = written(tmp_path, {f"pairs/{lang}.tsv": HEADER + PAIR for lang in ("de", "en")})
    assert [row["lang"] for row in made(BUILDER, files).rows] == ["de", "en"]
    assert [row["lang"] for row in made(BUILDER, files, "de").rows] == ["de"]


def test_word_lists_are_no_pairs(tmp_path: Path) -> None:
    texts = {"pairs/en.tsv": HEADER + PAIR, "gender_lexicon/en.tsv": "male\tfemale\n"}
    assert len(made(BUILDER, written(tmp_path, texts)).rows) == 1


def test_pairs_in_which_other_words_agree_are_counted(tmp_path: Path) -> None:
    agreeing = "a-2\twork\tmale\tHe mends his own.\tShe mends her own.\tHe\tShe\n"
    summary = english(tmp_path, HEADER + PAIR + agreeing).summary
    assert summary["categories"] == ["work"]
    facts = summary["languages"]["en"]
    assert facts["agreement"] == 1
    assert facts["audit"] == {"pairs": 2, "clean": 2, "flags": {}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "a-1\twork\n", "line 2"),
        (HEADER + PAIR.replace("female\tHe", "both\tHe"), "'both'"),
        (HEADER.replace("id\t", "number\t") + PAIR, "the columns id"),
    ],
)
def test_a_broken_line_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        english(tmp_path, text)


@pytest.fixture(scope="module")
def packaged(root: Path) -> Made:
    sources = read_sources(root / "builders" / "equimask_pairs" / "source.toml")
    return made(BUILDER, {file.name: locate(file).path for file in sources.files})


def test_every_language_has_at_least_forty_pairs(packaged: Made) -> None:
    languages = [row["lang"] for row in packaged.rows]
    assert all(languages.count(language) >= 40 for language in {"de", "en", *languages})


def test_the_packaged_pairs_pass_the_audit(packaged: Made) -> None:
    doubtful = {
        (row["lang"], row["id"]): flags
        for row in packaged.rows
        if (
            flags := audit_pair(
                str(row["sent_more"]), str(row["sent_less"]), GenderWords.load(str(row["lang"]))
            )
        )
    }
    assert doubtful == {}
