"""`python -m builders.derive CORPUS --from RAW --out DIR`: a derived corpus from its public form.

RAW holds the public files (a clone of the repository that source.toml names, or the files alone,
packed or not); below DIR they become `parallel/CORPUS/en-XX.tsv.gz`, which builders read with
`--source DIR`. Each is compared with the text that source.toml declares.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from pathlib import Path

from builders.derive.corpora import CORPORA
from builders.derive.raw import RawFiles, whole_and_once
from builders.kit.fetch import sha256_of_text
from builders.kit.parallel import check_languages, corpus_file
from builders.kit.sources import SourceFile, read_sources
from equimask.core.errors import DataError, EquimaskError
from equimask.core.files import atomic_file

_DECLARED = Path(__file__).parents[1] / "parallel_gender_sentences" / "source.toml"


def derive(corpus: str, file: SourceFile, raw: RawFiles, out: Path) -> int:
    """Make one file below `out`; returns its number of lines."""
    path = out / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = 0
    with (
        atomic_file(path) as stream,
        gzip.GzipFile("", "wb", 9, stream, mtime=0) as packed,  # the same bytes at any time
    ):
        for english, target in whole_and_once(CORPORA[corpus](raw, file)):
            packed.write(f"{english}\t{target}\n".encode())
            lines += 1
    if not lines:
        path.unlink()
        raise DataError(
            expected=f"sentences for {file.name}", got="none", fix="Check what --from names."
        )
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Make the files of one corpus; the exit code is 2 if any is not what is declared."""
    arguments = _parser().parse_args(argv)
    try:
        files = _declared(arguments.corpus, arguments.language)
        other = []
        raw = RawFiles(arguments.raw)
        for file in files:
            lines = derive(arguments.corpus, file, raw, arguments.out)
            same = sha256_of_text(arguments.out / file.name) == file.text_sha256
            print(f"{file.name}\t{lines} lines\t{'as declared' if same else 'OTHER TEXT'}")
            other += [] if same else [file.name]
        if other:
            raise DataError(
                expected="the texts that source.toml declares",
                got=f"other text in {', '.join(other)}",
                fix="Take the public files at the commit of its url; builders refuse other text.",
            )
    except EquimaskError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _declared(corpus: str, languages: Sequence[str]) -> list[SourceFile]:
    own = {
        described.lang: file
        for file in read_sources(_DECLARED).files
        if file.derived and (described := corpus_file(file.name)) and described.corpus == corpus
    }
    check_languages(languages, own)
    return [file for lang, file in sorted(own.items()) if not languages or lang in languages]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m builders.derive", description=__doc__)
    parser.add_argument("corpus", choices=sorted(CORPORA))
    parser.add_argument(
        "--from", dest="raw", type=Path, required=True, metavar="RAW", help="the public files"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where parallel/CORPUS is made"
    )
    parser.add_argument(
        "--language",
        action="append",
        default=[],
        metavar="CODE",
        help="make only this language (may be repeated)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
