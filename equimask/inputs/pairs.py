"""The packaged pairs: what a metric scores when it is given a language and no sentences."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass

from equimask.core.errors import DataError
from equimask.core.languages import get_language, nearest
from equimask.core.packaged import packaged_languages, packaged_text
from equimask.core.signature import columns_hash

DATASET = "equimask_pairs"
_FOLDER = "pairs"
VERSION = ("sent_more", "sent_less", "male_word", "female_word")


@dataclass(frozen=True)
class Pair:
    """A male and a female version of one sentence, and which of them a stereotype expects."""

    id: str
    category: str
    gender_more: str
    male: str
    female: str
    male_word: str
    female_word: str

    @property
    def cluster(self) -> str:
        """Pairs that share their two gender words or names; what these do, they do in all."""
        return cluster_of(self.male_word, self.female_word)

    @property
    def sent_more(self) -> str:
        """The more stereotypical version."""
        return self.male if self.gender_more == "male" else self.female

    @property
    def sent_less(self) -> str:
        """The less stereotypical version."""
        return self.female if self.gender_more == "male" else self.male


def cluster_of(male_word: str, female_word: str) -> str:
    """The label of pairs in which these words stand; an inflected form is another word."""
    return f"{male_word}/{female_word}"


def pair_languages() -> list[str]:
    """Languages with packaged pairs."""
    return packaged_languages(_FOLDER)


def load_pairs(language: str = "en") -> list[Pair]:
    """The packaged pairs of a language."""
    code, available = get_language(language).code, pair_languages()
    if code not in available:
        near = nearest(code, available)
        choice = f"Take {near!r}" if near else "Choose one of them"
        raise DataError(
            expected=f"a language with packaged pairs ({', '.join(available)})",
            got=repr(code),
            fix=f"{choice}, or bring data of your own: data=… (--data …).",
        )
    text = packaged_text(_FOLDER, f"{code}.tsv")
    reader = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Pair(**row) for row in reader]


def pairs_version(pairs: list[Pair]) -> str:
    """Content hash of a list of pairs, for the signature."""
    return columns_hash([[getattr(pair, name) for pair in pairs] for name in VERSION])


def perturb(sentences: Sequence[str], kind: str | None) -> list[str]:
    """`last_character` removes each sentence's last character, as Steinborn et al. (Table 3) do."""
    if kind == "last_character":
        return [sentence[:-1] for sentence in sentences]
    return list(sentences)
