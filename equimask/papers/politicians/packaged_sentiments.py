"""Sentiments that stand in where no lexicon was brought: of the words of the packaged sentences.

They were judged for this project, word by word and out of context; seed words are among them. They
let every exhibit run, and are no lexicon to publish figures by.
"""

from __future__ import annotations

from equimask.core.packaged import packaged_text
from equimask.core.schema import SENTIMENTS
from equimask.inputs.sentiment_lexicon import Entry
from equimask.studies.sentiment.observations import parse_seeds

SEEDS, SENTENCES = "sentiment_seeds", "sentence_sentiments"
TOLD = (
    "Sentiments: no lexicon was brought. Those of some hundred words of the packaged sentences "
    "stand in, as this project judges them; sentiment_lexicon has the published lexica."
)


def packaged_sentiments(language: str, *folders: str) -> dict[str, Entry]:
    """Of seed words and of words of the sentences, or of one of them; empty without any."""
    texts = (packaged_text(one, f"{language}.tsv") for one in folders or (SEEDS, SENTENCES))
    return {
        word: _entry(place) for text in texts if text for word, place in parse_seeds(text).items()
    }


def _entry(place: int) -> Entry:
    """As SentiVAE has a word of a single list: one of four parts is the list's."""
    negative, neutral, positive = ((1 + (at == place)) / 4 for at in range(len(SENTIMENTS)))
    return negative, neutral, positive
