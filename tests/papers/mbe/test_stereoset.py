"""StereoSet in the forms in which people have it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.core.errors import DataError
from equimask.papers.mbe.stereoset import read_stereoset

PAIR = {"sent_more": ["The aunt was sweet."], "sent_less": ["The aunt was stern."]}
LABELLED = [
    ("The aunt was stern.", "anti-stereotype"),
    ("The aunt was purple.", "unrelated"),
    ("The aunt was sweet.", "stereotype"),
]


def item(about: str = "gender", labelled: Any = LABELLED) -> dict[str, Any]:
    named = [{"sentence": text, "gold_label": label, "id": "x"} for text, label in labelled]
    return {"bias_type": about, "target": "aunt", "sentences": named}


def released(path: Path, *items: dict[str, Any]) -> str:
    path.write_text(json.dumps({"version": "1", "data": {"intrasentence": items}}), "utf-8")
    return str(path)


def test_the_released_file_gives_its_pairs_about_gender(tmp_path: Path) -> None:
    assert read_stereoset(released(tmp_path / "dev.json", item("race"), item())) == PAIR


def test_the_dataset_of_the_hub_has_numbers_for_labels(tmp_path: Path) -> None:
    sentences, labels = zip(*LABELLED, strict=True)
    numbers = [["anti-stereotype", "stereotype", "unrelated"].index(label) for label in labels]
    rows = [
        {"bias_type": about, "sentences": {"sentence": list(sentences), "gold_label": numbers}}
        for about in ("gender", "profession")
    ]
    (tmp_path / "intrasentence").mkdir()
    (tmp_path / "README.md").write_text(
        "---\nconfigs:\n- config_name: intrasentence\n  data_files:\n  - split: validation\n"
        "    path: intrasentence/validation-*\n---\n"
    )
    pq.write_table(
        pa.Table.from_pylist(rows), tmp_path / "intrasentence" / "validation-00000-of-00001.parquet"
    )
    assert read_stereoset(str(tmp_path)) == PAIR


def test_the_gender_swapped_text_holds_the_pairs_in_its_first_lines(tmp_path: Path) -> None:
    path = tmp_path / "swapped.txt"
    path.write_text(
        "The aunt was <sweet>.\nThe uncle was <sweet>.\n\n"
        "The aunt was <stern>.\nThe uncle was <stern>.\n"
    )
    assert read_stereoset(str(path)) == PAIR


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("One <line>.\n\nTwo <line>.\n", "blocks of two lines"),
        ("A <b>.\nC <b>.\n\nA <d>!\nC <d>!\n", "differ between < and > alone"),
    ],
)
def test_a_text_of_another_kind_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "other.txt").write_text(text)
    with pytest.raises(DataError, match=message):
        read_stereoset(str(tmp_path / "other.txt"))


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    with pytest.raises(DataError, match="none in"):
        read_stereoset(released(path, item("race")))
    with pytest.raises(DataError, match="in every item, but got item 1"):
        read_stereoset(released(path, item(), item(labelled=LABELLED[:2])))
    for text in ("{}", '{"data": {"intrasentence": 5}}', "[" * 100_000):
        path.write_text(text)
        with pytest.raises(DataError, match="intrasentence in it"):
            read_stereoset(str(path))
    with pytest.raises(DataError, match="in UTF-8"):
        read_stereoset(str(tmp_path / "gone.txt"))


def test_the_gender_swapped_text_as_released(shared: Path) -> None:
    """251 of the 255 items about gender."""
    folder = shared / "sources/pairs/kinit-bias-methodology"
    found = read_stereoset(str(folder / "stereoset_genderswap.txt"))
    assert len(found["sent_more"]) == len(found["sent_less"]) == 251
    assert not set("<>") & set("".join(found["sent_more"] + found["sent_less"]))
