"""The words and the rule of Kaneko et al. (2022), as far as they are published.

The authors name their word list (that of gn_glove) and the source of their first names
(CrowS-Pairs), but release neither the names nor the code. So a name is here a word of a
CrowS-Pairs sentence that the packaged list of English first names has, with the gender that it
has there.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping

from builders.parallel_gender_sentences.english import BOTH_GENDERS, NO_WORD, Verdict
from equimask.core.errors import DataError
from equimask.core.schema import GENDERS, PAIR_COLUMNS
from equimask.gender.lexicon.records import read_word_list

WORD_FILES = {gender: f"gender/gn_glove_{gender}_word_file.txt" for gender in GENDERS}
PAIRS_FILE = "pairs/crows_pairs/crows_pairs_anonymized.csv"

_TOKEN = re.compile(r"[^\W\d_]+")


class PublishedWords:
    """At least one word of one gender and none of the other; a word is a word wherever it stands.

    Words are compared in lower case, names as they are spelled, both with whole runs of letters:
    what the list spells with other signs (`mr.`, `ma'am`, `male_host`) is never found.
    """

    def __init__(self, words: Mapping[str, str], names: Mapping[str, str]) -> None:
        """`words` and `names`: the gender of each."""
        self._words, self._names = words, names

    @classmethod
    def parse(cls, words: Mapping[str, str], crows_pairs: str, first_names: str) -> PublishedWords:
        """From the texts: a file of words for each gender, CrowS-Pairs, a list of first names."""
        genders = {word: gender for gender in GENDERS for word in words[gender].lower().split()}
        twice = [word for word in words["male"].lower().split() if genders[word] != "male"]
        if twice:
            raise DataError(
                expected="words of one gender each",
                got=f"{', '.join(sorted(set(twice)))} on both lists",
                fix="Take the files that source.toml names.",
            )
        used = set(_used(crows_pairs))
        names = {
            row["name"]: row["gender"]
            for row in read_word_list(first_names, ("name", "gender"))
            if row["name"] in used
        }
        return cls(genders, names)

    def judge(self, sentence: str) -> Verdict:
        """The one gender of the sentence, or why it has none."""
        found: dict[str, str] = {}
        for token in _TOKEN.findall(sentence):
            if gender := self._words.get(token.lower()):
                found[token.lower()] = gender
            elif gender := self._names.get(token):
                found[token] = gender
        genders = set(found.values())
        if len(genders) != 1:
            return Verdict("", (), BOTH_GENDERS if genders else NO_WORD)
        return Verdict(genders.pop(), tuple(found), "")

    def sizes(self) -> dict[str, dict[str, int]]:
        """How many words and names there are of each gender."""
        return {
            kind: {gender: list(entries.values()).count(gender) for gender in GENDERS}
            for kind, entries in (("words", self._words), ("names", self._names))
        }


def _used(crows_pairs: str) -> Iterable[str]:
    for row in csv.DictReader(io.StringIO(crows_pairs)):
        for column in PAIR_COLUMNS:
            yield from _TOKEN.findall(row[column])
