"""Small changes of the sentences, and what they do to scores."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from equimask.audits.perturbing import PERTURBATIONS, perturbed
from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.engine.tables import begins_with_vowel
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import Pair, load_pairs, pair_languages
from tests.audits.worlds import (
    quick_audit,
)

LANGUAGES = pair_languages()


def perturbed_pairs(kind: str, language: str, seed: int) -> list[Pair]:
    """The packaged pairs after a change; what is more stereotypical follows from their sides."""
    columns = perturbed(packaged_table(language), kind, seed).columns
    names = [field.name for field in fields(Pair)]
    pairs = [
        Pair(**dict(zip(names, row, strict=True)))
        for row in zip(*(columns[name] for name in names), strict=True)
    ]
    for name in ("sent_more", "sent_less"):
        assert [getattr(pair, name) for pair in pairs] == columns[name]
    return pairs


@pytest.mark.parametrize("kind", PERTURBATIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pairs_keep_their_order_and_their_gender_words(language: str, kind: str) -> None:
    before = load_pairs(language)
    after = perturbed_pairs(kind, language, 0)
    assert [(p.id, p.gender_more) for p in after] == [(p.id, p.gender_more) for p in before]
    for pair in after:
        assert pair.male_word in pair.male
        assert pair.female_word in pair.female
        assert pair.male != pair.female


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_character_goes_unless_it_is_part_of_the_gender_word(language: str) -> None:
    before = load_pairs(language)
    after = perturbed_pairs("last_character", language, 0)
    stayed = [old for old, new in zip(before, after, strict=True) if old == new]
    assert all(p.male.endswith(p.male_word) or p.female.endswith(p.female_word) for p in stayed)
    assert len(stayed) < 10
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert all((new.male, new.female) == (old.male[:-1], old.female[:-1]) for old, new in changed)


def test_casing_changes_nothing_where_a_script_has_none() -> None:
    for language in ("ar", "hi", "th", "zh"):
        before = load_pairs(language)
        latin = [p for p in before if p.male.lower() != p.male]
        after = perturbed_pairs("casing", language, 0)
        assert sum(old != new for old, new in zip(before, after, strict=True)) == len(latin) < 5
    assert all(p.male == p.male.lower() for p in perturbed_pairs("casing", "de", 0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_replaced_by_other_names_of_the_same_gender(language: str) -> None:
    names, before = load_names(language), load_pairs(language)
    after = perturbed_pairs("name_swap", language, 0)
    changed = 0
    for old, new in zip(before, after, strict=True):
        if (old.male_word, old.female_word) == (new.male_word, new.female_word):
            assert old == new
            continue
        changed += 1
        assert (names[new.male_word], names[new.female_word]) == ("male", "female")
        assert new.male == old.male.replace(old.male_word, new.male_word, 1)
        assert new.female == old.female.replace(old.female_word, new.female_word, 1)
        if language == "fr":
            for new_word, old_word in (
                (new.male_word, old.male_word),
                (new.female_word, old.female_word),
            ):
                assert begins_with_vowel("fr", new_word) == begins_with_vowel("fr", old_word)
    assert changed > len(before) / 2


@pytest.mark.parametrize("kind", PERTURBATIONS)
@pytest.mark.parametrize("gap", [None, "", 7])
def test_a_column_with_gaps_stays_and_keeps_no_other_from_being_changed(
    kind: str, gap: object
) -> None:
    table = packaged_table("en")
    whole = perturbed(table, kind, 0).columns
    gaps = [gap, *["A [MASK]."] * (len(table) - 1)]
    beside = perturbed(replace(table, columns={**table.columns, "masked_sentence": gaps}), kind, 0)
    assert beside.columns == {**whole, "masked_sentence": gaps}
    alone = replace(table, columns={"masked_sentence": gaps})
    assert perturbed(alone, kind, 0).columns == alone.columns


def test_the_seed_draws_the_names() -> None:
    first, again, other = (perturbed_pairs("name_swap", "en", seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.slow
def test_reliability_compares_pairs_before_and_after() -> None:
    found = quick_audit(languages=("de", "th"), metrics=["cps", "mbe"], reliability=True)
    assert found.options["reliability"] == ["casing", "last_character", "name_swap"]
    by_place = {(r.place.key, r.measure, r.perturbation): r for r in found.reliability}
    assert ("th", "cps", "casing") not in by_place  # a script without case
    assert [note for note in found.notes if note.startswith("th casing: left out")]
    for (language, measure, _), one in by_place.items():
        cell = found.cell(language, measure)
        assert cell is not None
        assert one.change == pytest.approx(one.value - cell.result.value)
        assert one.rank_correlation is not None and -1 <= one.rank_correlation <= 1
        assert (one.sign_changes is None) is (measure == "mbe")
    assert by_place["de", "cps", "last_character"].n == 112
    assert by_place["de", "cps", "name_swap"].n == 76
    assert by_place["de", "mbe", "name_swap"].n == 2 * 76


def test_an_untouched_model_is_perfectly_reliable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A perturbation that the model cannot see moves nothing."""
    nothing = {"casing": lambda columns, *_: columns}
    monkeypatch.setattr("equimask.audits.run.PERTURBATIONS", nothing)
    monkeypatch.setattr("equimask.audits.perturbing.PERTURBATIONS", nothing)
    for module in ("run", "reliability"):
        monkeypatch.setattr(f"equimask.audits.{module}.changed_rows", lambda a, b: [True] * len(a))
    (one,) = quick_audit(metrics=["cps"], reliability=True).reliability
    assert (one.rank_correlation, one.sign_changes, one.change) == (pytest.approx(1.0), 0.0, 0.0)
