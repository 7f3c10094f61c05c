"""The signature of a lexicon: it moves with every table and rule, and with nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import equimask
from equimask.gender.swap import GenderLexicon

CHANGES = {
    "a row of a table": "data/agreement/es/adjectives.tsv",
    "the grammar": "data/agreement/es/language.toml",
    "the word pairs": "data/gender_lexicon/es.tsv",
    "the first names": "data/first_names/es.tsv",
    "a rule": "gender/swap/engine/owners.py",
    "what is common to all languages": "gender/swap/lexicon.py",
}
ASKING = """
import json, sys
from pathlib import Path
from equimask.gender.swap import GenderLexicon, languages

def signature():
    languages.rules_hash.cache_clear()
    languages.tables_hash.cache_clear()
    return GenderLexicon.load("es").signature()

root = Path(languages.__file__).parents[3]
found = {"": signature()}
for name, path in json.loads(sys.argv[1]).items():
    before = (root / path).read_bytes()
    last = before.rstrip().rpartition(b"\\n")[0]
    (root / path).write_bytes(last if path.endswith(".tsv") else before + b"\\n# more")
    found[name] = signature()
    (root / path).write_bytes(before)
found["back"] = signature()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The signatures that a copy of the package gives, installed in another place."""
    here, there = Path(equimask.__file__).parent, tmp_path_factory.mktemp("there") / "equimask"
    data = ("agreement", "gender_lexicon", "gender_lexicon_stop", "first_names")
    for part in ("core", "gender", *(f"data/{folder}" for folder in data)):
        shutil.copytree(here / part, there / part, ignore=shutil.ignore_patterns("__pycache__"))
    (there / "__init__.py").touch()
    output = subprocess.run(
        [sys.executable, "-c", ASKING, json.dumps(CHANGES)],
        cwd=there.parent,
        env={"PYTHONPATH": str(there.parent)},
        check=True,
        capture_output=True,
    ).stdout
    found: dict[str, str] = json.loads(output)
    return found


def test_it_is_the_same_wherever_the_package_lies(elsewhere: dict[str, str]) -> None:
    assert elsewhere[""] == elsewhere["back"] == GenderLexicon.load("es").signature()


@pytest.mark.parametrize("what", CHANGES)
def test_it_changes_with_what_decides_a_swap(what: str, elsewhere: dict[str, str]) -> None:
    assert elsewhere[what] != elsewhere[""]
