"""How many swaps are right, by language and source: `python -m tests.gender.swap.judged`."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from builders.__main__ import main as build
from equimask.gender.lexicon.records import languages_with_pairs
from equimask.gender.swap import GenderLexicon
from tests.gender.swap.judged.counts import RIGHT, Seen, cases, count, look
from tests.gender.swap.judged.figures import Figures, read_figures, shares, write_figures
from tests.gender.swap.judged.records import LANGUAGES, edits_to, sha

ROOT = Path(__file__).resolve().parents[4]


def main() -> None:
    """The table of figures, or the swaps that are wrong or unread."""
    args = _arguments()
    shared: Path | None = args.shared
    if not (args.shared / "sources" / "gender_pairs").is_dir():
        print("No human pairs here: set EQUIMASK_SHARED. Only the written sentences are judged.")
        shared = None
    if args.wrong:
        _print_wrong(args.wrong, shared, "judged" if args.judged else "tuning")
        return
    committed = read_figures()
    today: Figures = {}
    for lang in args.languages or LANGUAGES:
        if lang not in languages_with_pairs():
            print(f"\n{lang}: no lexicon; its sentences and pairs wait for one")
            continue
        every = list(look(GenderLexicon.load(lang), cases(lang, shared)))
        ours: Figures = {(lang, *key): counts for key, counts in count(every).items()}
        _print_figures(ours, committed)
        _print_classes(every)
        today |= ours
    if args.write:
        write_figures(committed | today)
        print("\nThe card of gender_lexicon tells these figures; it is built anew.")
        build(["gender_lexicon"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", help="codes; all by default")
    parser.add_argument("--write", action="store_true", help="make these the committed figures")
    parser.add_argument("--wrong", metavar="LANG", help="list wrong and unread swaps instead")
    parser.add_argument(
        "--judged",
        action="store_true",
        help="with --wrong: of the half that no rule is tuned on, for readers who judge",
    )
    beside = os.environ.get("EQUIMASK_SHARED", ROOT.parent / "shared")
    parser.add_argument("--shared", type=Path, default=Path(beside), help="the shared material")
    args = parser.parse_args()
    for lang in [*args.languages, *([args.wrong] if args.wrong else [])]:
        if lang not in LANGUAGES:
            parser.error(f"{lang} is not judged; choose among {' '.join(LANGUAGES)}")
    return args


def _print_figures(ours: Figures, committed: Figures) -> None:
    for (lang, source, direction), counts in ours.items():
        ways = {"m": "m to f", "f": "f to m", "any": "either way"}[direction]
        print(f"\n{lang} {source}, {ways}: {counts.sentences} sentences, "
              f"{counts.swapped} swapped, {counts.outcomes['unread']} of them unread")  # fmt: skip
        before = committed.get((lang, source, direction))
        was = shares(before) if before else {}
        for name, share in shares(counts).items():
            change = f"{share.percent - was[name].percent:+.1f}" if name in was else "new"
            print(f"  {name:22} {share!s:>22}  {change}")
        estimate = counts.estimate()
        print(f"  {'strict, estimated':22} {'-' if estimate is None else f'{estimate:.1f}':>22}")
        refused = counts.outcomes["refused"]
        top = counts.refusals.most_common(6)
        print("  refused:", ", ".join(f"{k} {100 * v / refused:.0f} %" for k, v in top) or "none")


def _print_classes(every: Iterable[Seen]) -> None:
    """Of the written sentences, what happens to each class."""
    table: dict[str, Counter[str]] = {}
    for seen in every:
        if seen.case.source == "written":
            refused = "rightly refused" if not seen.case.right else "refused"
            name = {"refused": refused, "wrong": "wrong"}.get(seen.outcome, "right")
            table.setdefault(seen.case.kind, Counter())[name] += 1
    for kind, outcomes in table.items():
        print(f"  {kind:18}", ", ".join(f"{k} {v}" for k, v in outcomes.most_common()))


def _print_wrong(lang: str, shared: Path | None, half: str) -> None:
    """A line for `real/<lang>.tsv`, its verdict to be given, and the sentences below."""
    for seen in look(GenderLexicon.load(lang), cases(lang, shared)):
        case = seen.case
        if seen.outcome in ("refused", *RIGHT) or case.source not in ("written", half):
            continue
        if case.source != "written":
            verdict = "?" if seen.outcome == "unread" else seen.outcome
            print(f"{sha(case.sentence)}\t{verdict}\t{edits_to(seen.edits)}\t")
        else:
            print(f"written, {case.kind}")
        print(f"  source  {case.sentence}\n  ours    {seen.swapped}")
        for right in case.right:
            print(f"  right   {right}")
        print()


if __name__ == "__main__":
    main()
