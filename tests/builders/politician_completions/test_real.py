"""Real names, treebanks and a real tagger, with models that have real words but know nothing."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builders.kit.sources import read_sources
from equimask.studies.completions.treebank import folded, is_proper, read_words
from tests.builders.politician_completions import worlds

pytestmark = pytest.mark.slow

LANGUAGES = {"ar": "Arabic", "en": "English", "es": "Spanish", "fr": "French", "hi": "Hindi",
             "ru": "Russian", "zh": "Chinese"}  # fmt: skip
NAMES = 25  # of each gender and language
UDPIPE = "french-partut-ud-2.5-191206.udpipe"
Lemmas = dict[tuple[str, str], Counter[str]]


def plain_reading(path: Path, lang: str) -> Lemmas:
    """(folded form, tag) -> lemmas, without the code that is tested."""
    found: Lemmas = defaultdict(Counter)
    for word in filter(is_proper, read_words(path)):
        found[folded(word.form, lang), word.upos][folded(word.lemma, lang)] += 1
    return found


def real_people(path: Path) -> dict[str, list[tuple[str, str, str]]]:
    people: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    genders: Counter[tuple[str, str]] = Counter()
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        for line in lines:
            qid, name, lang, gender = line.split("\t")[:4]
            if lang in LANGUAGES and gender in ("male", "female"):
                genders[lang, gender] += 1
                if genders[lang, gender] <= NAMES:
                    people[lang].append((qid, name, gender))
    return people


class World:
    """Politicians, the PUD treebanks, and what two models say."""

    def __init__(self, sources: Path, folder: Path, golden: Path) -> None:
        self.sources, self.folder = sources, folder
        self.people = real_people(sources / "politicians" / "politicians.tsv.gz")
        self.treebanks = {
            lang: sources / "ud" / f"{name}-PUD" / f"{lang}_pud-ud-test.conllu.gz"
            for lang, name in LANGUAGES.items()
        }
        self.lemmas = {lang: plain_reading(path, lang) for lang, path in self.treebanks.items()}
        # Words of all kinds, so that the filter has something to do.
        words = [
            form
            for lemmas in self.lemmas.values()
            for form, _ in sorted(lemmas, key=lambda key: (-lemmas[key].total(), key))[:1500]
        ]
        self.words = set(words)
        letters = sorted({letter for people in self.people.values() for _, name, _ in people
                          for letter in name})  # fmt: skip
        self.models = [
            str(worlds.model(folder / "real-words", [*words, *letters])),
            f"ar,en,fr,zh={golden}",
        ]
        self.politicians = worlds.politicians(folder / "politicians", self.people)

    def build(self, out: str, *more: str) -> Path:
        arguments = ["--politicians", str(self.politicians), "--out", str(self.folder / out),
                     "--shards", str(self.folder / "shards")]  # fmt: skip
        for path in self.treebanks.values():
            arguments += ["--treebanks", str(path)]
        for model in self.models:
            arguments += ["--model", model]
        assert worlds.build([*arguments, *more], chunk=64) == 0
        return self.folder / out

    def french(self) -> list[str]:
        return ["--udpipe", f"fr={self.sources / 'udpipe' / UDPIPE}"]


@pytest.fixture(scope="module")
def world(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    pytest.importorskip("spacy_udpipe", reason="spacy-udpipe is not installed")
    sources, golden = shared / "sources", shared / "golden" / "models" / "xlmr"
    needed = [sources / "ud" / "French-PUD", sources / "udpipe" / UDPIPE, golden,
              sources / "politicians" / "politicians.tsv.gz"]  # fmt: skip
    for path in needed:
        if not path.exists():
            pytest.skip(f"no {path.name} among the shared material")
    return World(sources, tmp_path_factory.mktemp("world"), golden)


@pytest.fixture(scope="module")
def out(world: World) -> Path:
    return world.build("seven", *world.french())


def groups(out: Path, lang: str) -> Iterator[list[dict[str, Any]]]:
    """The rows of one name, model and part of speech."""
    together = defaultdict(list)
    for row in worlds.rows(out, lang):
        together[row["model"], row["qid"], row["upos"]].append(row)
    yield from together.values()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_adjectives_and_verbs_of_the_treebank_come_with_its_lemmas(
    world: World, out: Path, lang: str
) -> None:
    lemmas = world.lemmas[lang]
    rows = worlds.rows(out, lang)
    for row in rows:
        known = lemmas[folded(row["word"], lang), row["upos"]]
        assert row["upos"] in ("ADJ", "VERB")
        assert known, f"{row['word']} is no {row['upos']}"
        assert row["lemma"] == min(known, key=lambda lemma: (-known[lemma], lemma))
    assert {row["upos"] for row in rows} == {"ADJ", "VERB"}
    others = {form for form, upos in lemmas if form in world.words and upos in ("NOUN", "ADP")}
    passed = {folded(row["word"], lang) for row in rows}
    assert others - passed, "the filter had nothing to do"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_has_its_words_by_rank_and_its_gender(
    world: World, out: Path, lang: str
) -> None:
    facts = worlds.receipt(out)["summary"]["languages"][lang]
    genders = {qid: gender for qid, _, gender in world.people[lang]}
    answered: dict[str, set[str]] = defaultdict(set)
    for rows in groups(out, lang):
        first = rows[0]
        answered[first["model"]].add(first["qid"])
        words = facts["models"][first["model"]]["parts_of_speech"][first["upos"]]["words"]
        assert len(rows) == min(words, facts["tops"][first["upos"]])
        assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
        probabilities = [row["prob"] for row in rows]
        assert probabilities == sorted(probabilities, reverse=True)
        assert probabilities[-1] >= 0 and sum(probabilities) <= 1
        assert {row["gender"] for row in rows} == {genders[first["qid"]]}
        assert len({row["word"] for row in rows}) == len(rows)
    assert facts["tops"] == {"ADJ": 20 if lang == "en" else 100, "VERB": 20}
    real_words = next(model for model in answered if model.startswith("real-words@"))
    assert answered[real_words] == set(genders)
    for model, qids in answered.items():
        skipped = facts["models"][model]["skipped"]
        assert len(qids) + sum(skipped.values()) == len(genders)


def test_counts_are_those_of_the_rows(out: Path) -> None:
    keys = ("lang", "model", "upos", "lemma", "gender")
    plain = Counter(
        tuple(row[key] for key in keys) for lang in LANGUAGES for row in worlds.rows(out, lang)
    )
    counts = {tuple(row[key] for key in keys): row["count"] for row in worlds.rows(out, "counts")}
    assert counts == plain


def tagged_by_hand(world: World, words: list[str], names: list[str]) -> dict[str, Any]:
    """Word -> the majority's tag and lemma behind these names, by spacy-udpipe alone."""
    import spacy_udpipe

    nlp = spacy_udpipe.load_from_path("fr", str(world.sources / "udpipe" / UDPIPE))
    found = {}
    for word in words:
        tags = []
        for name in names:
            token = nlp.tokenizer([[*name.split(), word]])[-1]
            tags.append((token.pos_, token.lemma_))
        upos = Counter(tag for tag, _ in tags).most_common(1)[0][0]
        lemma = Counter(lemma for tag, lemma in tags if tag == upos).most_common(1)[0][0]
        found[word] = (upos, lemma)
    return found


def test_french_words_are_what_the_tagger_calls_them_beside_a_name(world: World, out: Path) -> None:
    french = worlds.receipt(out)["summary"]["languages"]["fr"]
    rows = worlds.rows(out, "fr")
    words = sorted({folded(row["word"], "fr") for row in rows})
    by_hand = tagged_by_hand(world, words, french["tagged_beside"])
    for row in rows:
        assert by_hand[folded(row["word"], "fr")][0] == row["upos"]
    for facts in french["models"].values():
        assert sum(facts["parts_of_speech"]["ADJ"]["dropped_in_context"].values()) > 0


def test_the_taggers_lemmas_can_be_taken_and_leave_feminine_forms(world: World, out: Path) -> None:
    guessed = world.build("guessed", *world.french(), "--language", "fr", "--lemmas", "tagger")
    french = worlds.receipt(guessed)["summary"]["languages"]["fr"]
    rows = worlds.rows(guessed, "fr")
    words = sorted({folded(row["word"], "fr") for row in rows})
    by_hand = tagged_by_hand(world, words, french["tagged_beside"])
    for row in rows:
        assert row["lemma"] == folded(by_hand[folded(row["word"], "fr")][1], "fr")

    def feminine(folder: Path) -> int:
        models = worlds.receipt(folder)["summary"]["languages"]["fr"]["models"].values()
        kinds = [facts["leftovers"].get("female feminine form", {}) for facts in models]
        return sum(kind.get("lemmas", 0) for kind in kinds)

    assert feminine(guessed) > feminine(out)


def test_declared_sources_are_known_in_packed_copies_and_their_terms_are_told(
    root: Path, world: World, out: Path
) -> None:
    declared = {
        file.name: file
        for file in read_sources(root / "builders/politician_completions/source.toml").files
    }
    sources = {source["name"]: source for source in worlds.receipt(out)["sources"]}
    assert sources[f"udpipe/{UDPIPE}"]["licence"] == "CC-BY-NC-SA-4.0"
    for name, source in sources.items():
        if not name.startswith("datasets/"):
            assert (source["sha256"], source["url"]) == (declared[name].sha256, declared[name].url)
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "license: cc-by-nc-sa-4.0" in card
    assert str(world.folder) not in card + json.dumps(worlds.receipt(out))
