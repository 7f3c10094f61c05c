"""Clusters of each gender's words: only its own words, found apart, beside the printed ones."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.studies.analyses.clusters import cluster_words
from equimask.studies.analyses.gender_clusters import (
    cluster_by_gender,
    clusters_markdown,
    gender_clusters_figure,
)
from equimask.studies.published import published_clusters

CENTRES = np.array([[10.0, 0, 0], [0, 10, 0], [0, 0, 10]])


def planted() -> tuple[np.ndarray, list[str], np.ndarray]:
    """Six words of both, four of men alone, three of women alone; each a group of its own."""
    sizes = (6, 4, 3)
    rng = np.random.default_rng(0)
    vectors = np.repeat(CENTRES, sizes, axis=0) + 0.1 * rng.normal(size=(13, 3))
    words = [f"{letter}{i}" for letter, n in zip("bmw", sizes, strict=True) for i in range(n)]
    return vectors, words, np.repeat([[30, 10], [20, 0], [0, 8]], sizes, axis=0)


def test_a_gender_is_clustered_by_the_words_that_were_said_of_it() -> None:
    vectors, words, counts = planted()
    found = cluster_by_gender(vectors, words, counts, k=2)
    assert list(found) == ["male", "female"]
    assert [set(found["male"].members(c)) for c in (0, 1)] == [
        {f"b{i}" for i in range(6)},
        {f"m{i}" for i in range(4)},
    ]
    assert [set(found["female"].members(c)) for c in (0, 1)] == [
        {f"b{i}" for i in range(6)},
        {f"w{i}" for i in range(3)},
    ]
    assert found["male"].gender_shares.tolist() == [[0.75, 0.25], [1.0, 0.0]]


def test_each_is_what_k_means_gives_for_its_words_alone() -> None:
    vectors, words, counts = planted()
    rows = np.flatnonzero(counts[:, 1])
    alone = cluster_words(vectors[rows], [words[i] for i in rows], counts[rows], k=2)
    found = cluster_by_gender(vectors, words, counts, of=("female",), k=2)["female"]
    assert found.records() == alone.records()
    assert found.silhouette == alone.silhouette


def test_words_hardly_said_can_be_left_out() -> None:
    vectors, words, counts = planted()
    counts[:2, 1] = 1
    found = cluster_by_gender(vectors, words, counts, of=("female",), k=2, min_count=5)
    assert set(found["female"].words) == {"b2", "b3", "b4", "b5", "w0", "w1", "w2"}


def test_the_table_has_the_printed_clusters_above_ours() -> None:
    found = cluster_by_gender(*planted(), k=2)
    lines = clusters_markdown(found, 2, published_clusters()).splitlines()
    assert lines[2] == "| published | male | 1 |  | catholique, ancien, petit, bien |"
    assert lines[7].startswith("| ours | male | 1 | 6 | b")
    assert lines[-1].startswith("silhouette: male 0.9")


def test_the_figure_has_a_panel_per_gender_and_names_the_clusters() -> None:
    found = cluster_by_gender(*planted(), k=2)
    picture = gender_clusters_figure(found, title="French").decode()
    assert "words said of male people (10)" in picture
    assert "words said of female people (9)" in picture
    assert f"2: {', '.join(found['female'].members(1, 4))}" in picture


def test_too_few_words_of_a_gender_are_named() -> None:
    vectors, words, counts = planted()
    with pytest.raises(InputError, match=r"more than 9 words .* female people.*9 said"):
        cluster_by_gender(vectors, words, counts, k=9)
    with pytest.raises(InputError, match=r"13 words.*12 vectors"):
        cluster_by_gender(vectors[:-1], words, counts)
    with pytest.raises(InputError, match="at least one gender"):
        gender_clusters_figure({})
