from __future__ import annotations

import argparse
import json

import pytest

from builders.kit.arguments import Folder, PerLanguage, positive, public_name


@pytest.mark.parametrize(
    ("place", "name"), [("owner/model", "owner/model"), ("/a/b/model", "model"), ("bert", "bert")]
)
def test_only_the_last_part_of_a_path_is_told(place: str, name: str):
    assert public_name(place) == name
    assert json.dumps(Folder("/a/b/parsers")) == '"parsers"'
    assert json.dumps(PerLanguage("de=/a/b/model")) == '"de=model"'


def test_what_cannot_be_is_refused():
    with pytest.raises(argparse.ArgumentTypeError, match="CODE=PLACE"):
        PerLanguage("model")
    with pytest.raises(argparse.ArgumentTypeError, match="at least 1, got 0"):
        positive("0")
