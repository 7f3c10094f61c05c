"""The builder on small made-up worlds."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from builders.politician_completions.materials import Person, sample, stand_ins
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS
from equimask.studies.completions.person_counts import counted, unpack
from equimask.studies.completions.word_filter import Tagged
from tests.builders.politician_completions import worlds


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> worlds.SmallWorld:
    return worlds.SmallWorld(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def out(world: worlds.SmallWorld) -> Path:
    return world.build(out="plain")


def test_every_name_gets_the_words_of_each_part_of_speech_by_rank(out: Path) -> None:
    rows = worlds.rows(out, "en")
    assert {tuple(row) for row in rows} == {DATASET_COLUMNS["politician_completions"]}
    assert list(dict.fromkeys(row["qid"] for row in rows)) == [qid for qid, _, _ in worlds.ENGLISH]
    lemmas = {"brave": "brave", "Brave": "brave", "kind": "kind", "women": "women", "ran": "run",
              "runs": "run"}  # fmt: skip
    adjectives = {"brave", "Brave", "kind", "women"}
    for qid, _, gender in worlds.ENGLISH:
        own = [row for row in rows if row["qid"] == qid]
        assert {row["gender"] for row in own} == {gender}
        for upos, words in {"ADJ": adjectives, "VERB": {"ran", "runs"}}.items():
            found = [row for row in own if row["upos"] == upos]
            assert {row["word"] for row in found} == words
            assert [row["rank"] for row in found] == list(range(1, len(words) + 1))
            probabilities = [row["prob"] for row in found]
            assert probabilities == sorted(probabilities, reverse=True)
            assert 0 < sum(probabilities) < 1
            assert all(row["lemma"] == lemmas[row["word"]] for row in found)
            assert {row["order"] for row in found} == {"mask_first"}
    assert {row["order"] for row in worlds.rows(out, "es")} == {"name_first"}
    assert all(row["model"].startswith("tiny@") for row in rows)


def test_one_name_gets_one_answer_whoever_bears_it(out: Path) -> None:
    rows = worlds.rows(out, "en")
    first, second = (
        [(row["word"], row["prob"]) for row in rows if row["qid"] == qid] for qid in ("Q10", "Q15")
    )
    assert first == second


def test_counts_are_those_of_the_rows(out: Path) -> None:
    counts = worlds.rows(out, "counts")
    assert {tuple(row) for row in counts} == {EXTRA_CONFIGS["politician_completions"]["counts"]}
    keys = ("lang", "model", "upos", "lemma", "gender")
    everything = worlds.rows(out, "en") + worlds.rows(out, "es")
    plain = Counter(tuple(row[key] for key in keys) for row in everything)
    assert [tuple(row[key] for key in keys) for row in counts] == sorted(plain)
    assert all(row["count"] == plain[tuple(row[key] for key in keys)] for row in counts)


def test_counts_by_person_are_those_of_the_rows_in_order(out: Path) -> None:
    found = worlds.rows(out, "counts_by_person")
    columns = EXTRA_CONFIGS["politician_completions"]["counts_by_person"]
    assert {tuple(row) for row in found} == {columns}
    keys = columns[:-1]
    lemmas: dict[tuple[str, ...], list[str]] = {}
    for row in worlds.rows(out, "en") + worlds.rows(out, "es"):
        lemmas.setdefault(tuple(row[key] for key in keys), []).append(row["lemma"])
    assert [(tuple(row[key] for key in keys), unpack(row["lemmas"])) for row in found] == list(
        lemmas.items()
    )


def test_everybody_by_person_is_counts_and_a_subgroup_is_its_rows(out: Path) -> None:
    by_person, rows = worlds.rows(out, "counts_by_person"), worlds.rows(out, "en")
    english = {"lang": "en", "upos": "ADJ"}
    everybody, old = (counted(t, where=english) for t in (by_person, worlds.rows(out, "counts")))
    assert everybody[:3] == old[:3]
    assert (everybody.people, old.people) == (7, None)
    some = {"Q10", "Q11", "Q99"}
    assert counted(by_person, some, english) == counted(rows, some, english)
    assert counted(by_person, some, english).absent == 1


def test_receipt_and_card_tell_all_but_no_paths(out: Path, world: worlds.SmallWorld) -> None:
    receipt = worlds.receipt(out)
    for config in ("counts", "counts_by_person"):
        assert receipt["extra_configs"][config]["rows"] == len(worlds.rows(out, config))
    english = receipt["summary"]["languages"]["en"]
    assert english["people"] == {"male": 4, "female": 2, "non-binary": 1}
    assert english["tops"] == {"ADJ": 20, "VERB": 20}
    assert receipt["summary"]["languages"]["es"]["tops"] == {"ADJ": 100, "VERB": 20}
    (facts,) = english["models"].values()
    assert facts["parts_of_speech"]["ADJ"] == {
        "words": 4, "dropped_in_context": {}, "other_lemmas": 0, "rows": 28, "lemmas": 3,
        "leaning": {"of_women": 0.2857, "most": [], "least": []},
    }  # fmt: skip
    assert [source["name"] for source in receipt["sources"]] == [
        "datasets/politicians/en",
        "datasets/politicians/es",
        "ud/en_x-ud-test.conllu",
        "ud/es_x-ud-test.conllu",
    ]
    assert receipt["redistributable"] is True
    text = json.dumps(receipt) + (out / "README.md").read_text(encoding="utf-8")
    assert "secret" not in text and str(world.folder) not in text


def test_lemmas_with_a_gender_are_counted_and_stay(out: Path) -> None:
    languages = worlds.receipt(out)["summary"]["languages"]
    (spanish,) = languages["es"]["models"].values()
    assert spanish["leftovers"] == {
        "female feminine form": {"lemmas": 1, "rows": 2, "most_frequent": {"fundadora": 2}},
        "female gender word": {"lemmas": 1, "rows": 2, "most_frequent": {"chica": 2}},
    }
    assert "fundadora" in {row["lemma"] for row in worlds.rows(out, "es")}
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "| female gender word | 1 | 7 | women 7 |" in card


def test_a_language_without_treebanks_is_left_out_unless_it_is_wanted(
    world: worlds.SmallWorld, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(worlds.receipt(out)["configs"]) == ["en", "es"]
    assert worlds.build(world.arguments("--language", "fi")) == 2
    assert "treebanks of fi" in capsys.readouterr().err
    assert worlds.build(world.arguments("--language", "zh")) == 2
    assert "There are en, es, fi" in capsys.readouterr().err


def test_the_size_of_parts_changes_no_more_than_the_last_digits(
    world: worlds.SmallWorld, out: Path
) -> None:
    whole = worlds.rows(world.build(out="whole", chunk=100), "en")
    for one, other in zip(whole, worlds.rows(out, "en"), strict=True):
        assert one == {**other, "prob": pytest.approx(other["prob"], rel=1e-4)}


def test_finished_parts_are_used_again(
    world: worlds.SmallWorld, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("equimask.studies.completions.completer.complete", None)
    again = world.build(out="again")  # no model is asked
    assert worlds.receipt(again)["content_hash"] == worlds.receipt(out)["content_hash"]


def test_top_order_and_languages_of_a_model_follow_the_options(world: worlds.SmallWorld) -> None:
    other = worlds.model(world.folder / "secret" / "other", worlds.WORDS, seed=1)
    out = world.build(
        "--top-adjectives", "2", "--top-verbs", "1", "--order", "en:VERB=name_first",
        "--model", f"en={other}", out="options",
    )  # fmt: skip
    english = worlds.rows(out, "en")
    assert Counter(row["upos"] for row in english) == {"ADJ": 2 * 7 * 2, "VERB": 2 * 7}
    assert {(row["upos"], row["order"]) for row in english} == {
        ("ADJ", "mask_first"),
        ("VERB", "name_first"),
    }
    assert [name.split("@")[0] for name in dict.fromkeys(row["model"] for row in english)] == [
        "tiny",
        "other",
    ]
    assert len({row["model"] for row in worlds.rows(out, "es")}) == 1


def test_a_sample_takes_so_many_of_each_gender_and_the_same_people_everywhere(
    world: worlds.SmallWorld,
) -> None:
    out = world.build("--names", "1", out="sample")
    genders = Counter(row["gender"] for row in worlds.rows(out, "en") if row["rank"] == 1)
    assert genders == {"male": 2, "female": 2, "non-binary": 2}  # an adjective and a verb each
    people = [Person(f"Q{n}", f"name {n}", "male") for n in range(50)]
    some = sample(people, 10, seed=3)
    assert len(some) == 10 and some == [person for person in people if person in some]
    renamed = [person._replace(name="x") for person in reversed(people)]
    assert {person.qid for person in sample(renamed, 10, 3)} == {person.qid for person in some}
    assert sample(people, 10, seed=4) != some
    assert sample(people, 0, seed=3) == people


def test_unknown_terms_forbid_publishing_and_non_commercial_ones_are_told(
    world: worlds.SmallWorld,
) -> None:
    others = world.folder / "others"
    worlds.treebank(others / "nc", "en_n-ud-test.conllu", worlds.EN_TREEBANK, worlds.NON_COMMERCIAL)
    out = world.build("--treebanks", str(others), "--language", "en", out="nc")
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "license: cc-by-nc-sa-4.0" in card and "must not be published" not in card
    worlds.treebank(others / "own", "en_o-ud-test.conllu", "odd/odd/ADJ", licence="")
    how = ("--treebanks", str(others), "--language", "en")
    card = (world.build(*how, out="own") / "README.md").read_text(encoding="utf-8")
    assert "license: other" in card and "must not be published" in card
    free = world.build(*how, "--redistributable-only", out="free")
    assert "must not be published" not in (free / "README.md").read_text(encoding="utf-8")
    assert "ud/en_o-ud-test.conllu" not in json.dumps(worlds.receipt(free))


class Tagger:
    """Calls everything an adjective but `bonitas`."""

    def __init__(self, lang: str, model: Path, names: list[str]) -> None:
        self.lang, self.names = lang, tuple(names)

    def tag(self, words: list[str], order: str) -> list[Tagged]:
        return [Tagged("NOUN" if word == "bonitas" else "ADJ", word + "x") for word in words]


@pytest.mark.slow
def test_a_tagger_drops_what_is_something_else_beside_a_name(
    world: worlds.SmallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builders.politician_completions.language_job.QueryTagger", Tagger)
    udpipe = world.folder / "secret" / "own.udpipe"
    udpipe.write_bytes(b"")
    how = ("--language", "es", "--udpipe", f"es={udpipe}")
    out = world.build(*how, "--no-context-filter", "--lemmas", "tagger", out="loose")
    assert {row["lemma"] for row in worlds.rows(out, "es")} == {
        "bonitax", "bonitasx", "chicax", "fundadorax", "correx",
    }  # fmt: skip
    # no verb is left, so there is nothing to ask for
    assert worlds.build(world.arguments(*how)) == 2
    monkeypatch.setattr(
        Tagger, "tag",
        lambda self, words, order: [
            Tagged({"bonitas": "NOUN", "corre": "VERB"}.get(word, "ADJ"), "x") for word in words
        ],
    )  # fmt: skip
    out = world.build(*how, out="strict")
    rows = worlds.rows(out, "es")
    assert {row["word"] for row in rows} == {"bonita", "chica", "fundadora", "corre"}
    assert {row["lemma"] for row in rows} == {"bonito", "chica", "fundadora", "correr"}
    spanish = worlds.receipt(out)["summary"]["languages"]["es"]
    assert spanish["tagged_beside"] == ["Fay Ruiz", "Ben Arce"]
    (facts,) = spanish["models"].values()
    assert facts["parts_of_speech"]["ADJ"]["dropped_in_context"] == {"NOUN": 1}
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "Words with another tag are left out" in card and "CC BY-NC-SA" in card


def test_names_to_tag_beside_are_those_of_the_lowest_ids() -> None:
    people = [Person("Q100", "d", "male"), Person("Q9", "a", "male"), Person("Q20", "b", "male"),
              Person("Q5", "c", "female"), Person("Q1", "e", "non-binary")]  # fmt: skip
    assert stand_ins(people) == ["c", "a", "b"]


def test_a_language_of_no_known_order_is_asked_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = worlds.SmallWorld(tmp_path)
    worlds.politicians(world.politicians, {"sv": worlds.ENGLISH})
    worlds.treebank(world.treebanks / "UD_Swedish-X", "sv_x-ud-test.conllu", worlds.EN_TREEBANK)
    assert worlds.build(world.arguments("--language", "sv")) == 2
    assert "--order sv=mask_first" in capsys.readouterr().err
    assert worlds.build(world.arguments("--language", "sv", "--order", "sv:ADJ=mask_first")) == 2
    assert "--order sv=mask_first" in capsys.readouterr().err
    out = world.build("--language", "sv", "--order", "sv=mask_first")
    assert list(worlds.receipt(out)["configs"]) == ["sv"]
    assert "Swedish (`sv`)" in (out / "README.md").read_text(encoding="utf-8")
