"""Which corpus, language and file format a declared source is, by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from equimask.core.errors import DataError, OptionError, near_matches

ENGLISH = "en"
# Codes of OPUS that are not the project's.
_OPUS_CODES = {"jp": "ja", "zh_cn": "zh", "zhs": "zh"}
_NAME = re.compile(r"(?:.*/)?([\w-]+)/([A-Za-z_]+)-([A-Za-z_]+)\.(?:tsv\.gz|tsv|txt\.zip)")
_VERSION = re.compile(r"-v\w+$")


@dataclass(frozen=True)
class CorpusFile:
    """One file of aligned sentences, English and `lang` (which it calls `code`)."""

    name: str
    corpus: str
    lang: str
    code: str


def corpus_files(names: Iterable[str]) -> list[CorpusFile]:
    """The corpora among source names, in order; word lists are none."""
    return [file for name in names if (file := corpus_file(name))]


def check_corpora(asked: Iterable[str], known: Collection[str]) -> None:
    """Refuse the name of a corpus that is not declared."""
    for name in sorted(asked):
        if name not in known:
            raise OptionError(
                expected="the name of a corpus", got=repr(name), fix=near_matches(name, known)
            )


def corpus_file(name: str) -> CorpusFile | None:
    """`parallel/ntrex/en-de.tsv.gz` or `opus/TED2020-v1/de-en.txt.zip`; None for a word list."""
    if name.startswith(("gender_lexicon/", "first_names/")):
        return None
    match = _NAME.fullmatch(name)
    codes = [code for code in match.groups()[1:] if code != ENGLISH] if match else []
    if match is None or len(codes) != 1:
        raise DataError(
            expected="a source named CORPUS/en-XX.tsv.gz or CORPUS/XX-en.txt.zip",
            got=name,
            fix="Mend its name in source.toml.",
        )
    corpus = _VERSION.sub("", match.group(1)).lower()
    return CorpusFile(name, corpus, _OPUS_CODES.get(codes[0], codes[0]), codes[0])
