"""The training: the measures find the sign that was planted; the same seed, the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimask import score
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import Mixture
from equimask.studies.laboratory.inventory import GENDERS, Inventory, load_inventory
from equimask.studies.laboratory.rivals import NAME, make_rivals
from equimask.studies.laboratory.training import CARD, RECORD, Setup, Trained, save, train

NOBODY: dict[str, tuple[str, ...]] = {"male": (), "female": ()}
pytestmark = pytest.mark.slow  # trains


def tiny_world() -> Inventory:
    """Four contexts of each stereotype: enough to see a sign, small enough for seconds."""
    full = load_inventory("en")
    named = [c for c in full.stereotyped if c.takes_names]
    chosen = [c for g in GENDERS for c in [n for n in named if n.gender_more == g][:4]]
    names = {g: full.names[g][:8] for g in GENDERS}
    rivals = make_rivals(chosen, spaced=True)
    return Inventory(full.language, tuple(chosen), rivals, (), names, NOBODY, full.followups, ())


def tiny_training(stereotype: float) -> Trained:
    setup = Setup(Doses(stereotype, 0.0), seed=3, steps=300, hidden=32, layers=1)
    return train([tiny_world()], setup, progress=False)


def tiny_score(trained: Trained) -> float:
    world = tiny_world()
    more, less = [], []
    for context in world.stereotyped:
        for man, woman in zip(world.names["male"], world.names["female"], strict=True):
            sides = context.male.replace(NAME, man), context.female.replace(NAME, woman)
            more.append(sides[0] if context.gender_more == "male" else sides[1])
            less.append(sides[1] if context.gender_more == "male" else sides[0])
    columns = {"sent_more": more, "sent_less": less}
    options = {"model": trained.model, "tokenizer": trained.tokenizer, "progress": False}
    return score("s_jsd", columns, language="en", **options).value


def test_the_sign_of_the_planted_bias_is_the_sign_that_is_found() -> None:
    assert tiny_score(tiny_training(0.9)) < -0.002
    assert tiny_score(tiny_training(-0.9)) > 0.002


def test_a_saved_model_says_what_made_it_and_is_made_again_to_the_byte(tmp_path: Path) -> None:
    doses, lists = Doses(0.9, 0.0, -0.5), Mixture(lists=0.2)
    setup = Setup(doses, seed=3, steps=20, hidden=32, layers=1, mixture=lists)
    for folder in ("one", "two"):
        world = [tiny_world()]
        save(train(world, setup, progress=False), world, setup, tmp_path / folder)
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    record = json.loads((tmp_path / "one" / RECORD).read_text(encoding="utf-8"))
    assert record["doses"] == {"stereotype": 0.9, "prevalence": 0.0, "name_frequency": -0.5}
    assert record["lists"] == 0.2
    card = (tmp_path / "one" / CARD).read_text(encoding="utf-8")
    assert "--name-frequency -0.5 --lists 0.2" in card and "| name frequency | -0.5 |" in card
    assert (record["seed"], record["steps"], record["languages"]) == (3, 20, ["en"])
