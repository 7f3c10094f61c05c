"""What the rules do about words that no table has: `python -m tests.gender.swap.judged.hidden es`.

A share of the listed nouns, adjectives, roles and verbs is taken away, and real sentences are
swapped with and without it. Where the two differ, the rules took an unknown word for nothing that
matters: a fault that any unseen text may show, found without a reader. What is refused for lack
of a word is as it should be.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from equimask.core import packaged
from equimask.gender.swap import GenderLexicon, Refusal
from tests.gender.swap.judged.human import read_pairs
from tests.gender.swap.judged.records import sha

OPEN = ("adjectives", "nouns", "roles", "verbs", "person_verbs", "human_verbs", "first_names")
_NAMES = {"de": "German", "es": "Spanish", "fr": "French", "pt": "Portuguese", "ru": "Russian"}
_ALL = 2**32


def main() -> None:
    """The swaps that change when words are hidden, and how many do not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lang", choices=("es", "fr", "it", "pt", "de", "ru"))
    parser.add_argument("--share", type=float, default=0.3, help="of the words, hidden")
    parser.add_argument("--seed", default="0", help="another one hides other words")
    parser.add_argument("--tables", nargs="*", default=OPEN, help="in which words are hidden")
    parser.add_argument("--sentences", type=int, default=20_000)
    beside = os.environ.get("EQUIMASK_SHARED", Path(__file__).resolve().parents[5] / "shared")
    parser.add_argument("--shared", type=Path, default=Path(beside), help="the shared material")
    args = parser.parse_args()
    sentences = list(dict.fromkeys(_sentences(args.shared, args.lang)))[: args.sentences]
    whole = _swaps(args.lang, sentences)
    hiding = (args.lang, args.share, args.seed, tuple(args.tables))
    with ProcessPoolExecutor(1, get_context("spawn"), _hide, hiding) as pool:
        partly = pool.submit(_swaps, args.lang, sentences).result()
    same = refused = differing = 0
    for sentence, (full, reason), (part, _) in zip(sentences, whole, partly, strict=True):
        same += bool(part) and part == full
        refused += bool(full) and not part
        if part and part != full:
            differing += 1
            known = full or f"refused: {reason}"
            print(f"  source  {sentence}\n  hidden  {part}\n  known   {known}\n")
    print(
        f"{same} swaps are the same, {refused} are refused, {differing} differ "
        f"({100 * differing / max(1, same + differing):.1f} % of what is swapped)"
    )


def _sentences(shared: Path, lang: str) -> Iterator[str]:
    """The half of the human pairs that rules are tuned on, then running text."""
    for pair in read_pairs(shared, lang):
        if pair.tuned:
            yield from (pair.masculine, pair.feminine)
    for path in sorted(shared.glob(f"sources/ud/{_NAMES.get(lang, '-')}-*/**/*.conllu*")):
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8") as file
        ):
            yield from (line[9:].strip() for line in file if line.startswith("# text = "))
    for path in sorted(shared.glob(f"sources/parallel/*/en-{lang}.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from (line.rstrip("\n").split("\t")[1] for line in file)


def _swaps(lang: str, sentences: Sequence[str]) -> list[tuple[str, str]]:
    """The swapped sentence, or an empty one and why."""
    lexicon, found = GenderLexicon.load(lang), []
    for sentence in sentences:
        result = lexicon.try_swap(sentence)
        if isinstance(result, Refusal):
            found.append(("", f"{result.reason} {result.detail}"))
        else:
            found.append((result.female if result.origin == "male" else result.male, ""))
    return found


def _hide(lang: str, share: float, seed: str, tables: tuple[str, ...]) -> None:
    """From now on, in this process, a share of the rows is not there."""
    read = packaged.packaged_text

    def hiding(*parts: str) -> str:
        text = read(*parts)
        if not text or parts[0] != "agreement" or Path(parts[-1]).stem not in tables:
            return text
        header, *rows = text.splitlines()
        kept = (row for row in rows if int(sha(seed + row)[:8], 16) >= share * _ALL)
        return "\n".join([header, *kept]) + "\n"

    for module in [packaged, *sys.modules.values()]:
        if getattr(module, "packaged_text", None) is read:
            module.packaged_text = hiding  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
