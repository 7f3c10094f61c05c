"""Clusters of words: planted groups, gender shares by hand, order, labels, a real pass."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.plans.masks import Encoded
from equimask.studies.analyses.clusters import (
    WordClusters,
    cluster_figure,
    cluster_words,
    word_vectors,
)

CENTRES = np.array([[10.0, 0, 0], [0, 10, 0], [0, 0, 10]])


SIZES = (6, 4, 3)


def planted(seed: int = 0) -> tuple[np.ndarray, list[str], np.ndarray]:
    rng = np.random.default_rng(seed)
    vectors = np.repeat(CENTRES, SIZES, axis=0) + 0.1 * rng.normal(size=(13, 3))
    words = [f"{letter}{i}" for letter, n in zip("abc", SIZES, strict=True) for i in range(n)]
    return vectors, words, rng.integers(1, 9, (13, 2))


def found(**options: int) -> WordClusters:
    return cluster_words(*planted(), **{"k": 3, **options})


def test_planted_groups_are_found_largest_first() -> None:
    clusters = found()
    assert [sorted(clusters.members(c)) for c in range(3)] == [
        ["a0", "a1", "a2", "a3", "a4", "a5"],
        ["b0", "b1", "b2", "b3"],
        ["c0", "c1", "c2"],
    ]
    assert clusters.silhouette > 0.9


def test_every_word_has_one_cluster_and_a_rank_in_it() -> None:
    records = found().records()
    assert [row["word"] for row in records] == sorted(planted()[1])
    assert {row["cluster"] for row in records} == {1, 2, 3}
    for cluster, size in zip((1, 2, 3), SIZES, strict=True):
        ranks = [row["centrality"] for row in records if row["cluster"] == cluster]
        assert sorted(ranks) == list(range(size))


def test_members_come_nearest_to_the_centre_first() -> None:
    vectors, words, counts = planted()
    clusters = cluster_words(vectors, words, counts, k=3)
    inside = [words.index(word) for word in clusters.members(0)]
    centre = vectors[inside].mean(axis=0)
    distances = np.linalg.norm(vectors[inside] - centre, axis=1)
    assert (np.diff(distances) >= 0).all()


def test_gender_shares_are_of_completions() -> None:
    _, words, counts = planted()
    clusters = found()
    inside = [words.index(word) for word in clusters.members(1)]
    men, women = counts[inside].sum(axis=0)
    assert clusters.gender_shares[1].tolist() == pytest.approx(
        [men / (men + women), women / (men + women)]
    )
    assert clusters.overall.tolist() == pytest.approx((counts.sum(axis=0) / counts.sum()).tolist())


def test_the_order_of_the_words_and_the_run_change_nothing() -> None:
    rng = np.random.default_rng(4)
    vectors, counts = rng.normal(size=(60, 5)), rng.integers(1, 9, (60, 2))
    words = [f"w{i:02}" for i in range(60)]
    one = cluster_words(vectors, words, counts)
    order = rng.permutation(60)
    other = cluster_words(vectors[order], [words[i] for i in order], counts[order])
    assert one.records() == other.records()
    assert one.silhouette == pytest.approx(other.silhouette)
    assert one.plane == pytest.approx(other.plane)


def test_the_table_has_sizes_shares_and_central_words() -> None:
    text = found().markdown(examples=2)
    lines = text.splitlines()
    assert lines[0] == "| cluster | words | male % | female % | examples |"
    assert lines[2].startswith("| 1 | 6 |")
    assert lines[5].startswith("| all | 13 |")
    assert lines[-1].startswith("silhouette 0.9")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": 1}, "2 to 12 clusters.*k=1"),
        ({"k": 13}, "k=13"),
        ({"words": ["a"] * 13}, "every word once"),
        ({"counts": np.ones((12, 2))}, r"counts of shape \(12, 2\)"),
        ({"counts": np.zeros((13, 2))}, "said of somebody"),
        ({"vectors": np.zeros((13, 3))}, "1 different vectors"),
        ({"vectors": np.full((13, 3), np.nan)}, "a vector that is not for 'a0' in row 0"),
        ({"vectors": np.arange(13.0)[:, None]}, r"two numbers, but got shape \(13, 1\)"),
        ({"counts": np.eye(13, 2)}, r"counts \[0.0, 0.0\] for 'a2' in row 2"),
    ],
)
def test_what_cannot_be_clustered_is_refused(change: dict, message: str) -> None:
    vectors, words, counts = planted()
    options = {"vectors": vectors, "words": words, "counts": counts, "k": 3, **change}
    with pytest.raises(InputError, match=message):
        cluster_words(**options)


def test_the_figure_labels_words_of_every_cluster() -> None:
    picture = cluster_figure(found(), labels=1, title="Deutsch").decode()
    clusters = found()
    for cluster in range(3):
        assert f">{clusters.members(cluster, 1)[0]}<" in picture
        assert f"cluster {cluster + 1} ({SIZES[cluster]} words)" in picture
    assert "silhouette" in picture and "Deutsch" in picture


def test_many_clusters_and_a_third_gender_can_be_drawn() -> None:
    rng = np.random.default_rng(0)
    clusters = cluster_words(
        rng.normal(size=(40, 4)),
        [f"слово{i}" for i in range(40)],
        rng.integers(1, 5, (40, 3)),
        k=9,
        genders=("male", "female", "non-binary"),
    )
    assert "non-binary" in cluster_figure(clusters).decode()


def fake_mlm(**known: list[int]) -> SimpleNamespace:
    def encode(words: list[str]) -> list[Encoded]:
        ids = [(0, *known.get(word, [9]), 1) for word in words]
        return [Encoded(i, (True, *[False] * (len(i) - 2), True), (0,) * len(i), None) for i in ids]

    def read_sentences(encoded: list[Encoded], *_: object) -> SimpleNamespace:
        content = [np.array(e.ids[1:-1], np.float32) for e in encoded]
        return SimpleNamespace(vectors=np.stack([[c.mean(), c.max()] for c in content]))

    return SimpleNamespace(
        encode=encode, read_sentences=read_sentences, tokenizer=SimpleNamespace(unk_token_id=9)
    )


def test_words_that_the_tokenizer_does_not_know_are_left_out_and_counted() -> None:
    found = word_vectors(fake_mlm(red=[3, 5], blue=[4, 9]), ["red", "???", "blue"])
    assert (found.words, found.rows) == (("red", "blue"), (0, 2))
    assert found.vectors.tolist() == [[4.0, 5.0], [6.5, 9.0]]
    assert found.skipped == {"unknown to the tokenizer": 1}
    with pytest.raises(InputError, match="none among 1"):
        word_vectors(fake_mlm(), ["???"])


def test_a_word_is_the_mean_of_its_tokens_last_states(bert_folder: Path) -> None:
    torch = pytest.importorskip("torch")
    from equimask.models.loading import load_mlm

    mlm = load_mlm(str(bert_folder))
    words = ["nurse", "Ärztin", "医生"]
    found = word_vectors(mlm, words)
    assert found.words == tuple(words)
    for word, vector in zip(words, found.vectors, strict=True):
        inputs = mlm.tokenizer(word, return_tensors="pt")
        with torch.no_grad():
            states = mlm.model(**inputs, output_hidden_states=True).hidden_states[-1][0]
        assert vector == pytest.approx(states[1:-1].mean(axis=0).numpy(), abs=1e-5)
