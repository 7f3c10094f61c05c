"""What Kaneko et al. (2022) print beside their scores, agreement and meta-evaluation."""

from __future__ import annotations

from typing import NamedTuple

from equimask.studies.published import read_published


class PublishedMbeModel(NamedTuple):
    """A model and its table; Table 6 asks those of 4 and 5 again.

    `subtitle&sns` has no address in the paper; that of Deberta is printed as
    microsoft/deberta-xlarge-v2, which is no model: both ids are our reading.
    """

    table: str
    language: str
    name: str
    hub_id: str


class PublishedPreservation(NamedTuple):
    """A language in Figure 2: sentences that keep "he" or "she", in percent.

    The bars have no figures; this is what the text says of them.
    """

    language: str
    corpus: str
    bound: str
    percent: float


def published_models() -> list[PublishedMbeModel]:
    """One of each of eight languages; eleven English, four Japanese, two Russian ones."""
    return read_published("mbe_models.tsv", PublishedMbeModel)


def published_preservation() -> list[PublishedPreservation]:
    """Figure 2, as far as the text has figures."""
    return read_published("mbe_preservation.tsv", PublishedPreservation)
