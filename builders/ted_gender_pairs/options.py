"""The options of the builder; what names a place on this machine shows only its last part."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builders.kit.options import BuildOptions

# Where the lexicon has at least 100 pairs and the agreement rules are complete.
LANGUAGES = ("de", "en", "es", "fr", "pt", "zh")


class PerLanguage(str):
    """`CODE=PLACE` of the command line. As text, which goes into the receipt, it tells no path."""

    lang: str
    place: str

    def __new__(cls, text: str) -> PerLanguage:
        """Parse the option, as argparse wants it."""
        lang, sign, place = text.partition("=")
        if not (lang and sign and place):
            raise argparse.ArgumentTypeError(f"expected CODE=PLACE such as de=..., got {text!r}")
        self = super().__new__(cls, f"{lang}={public_name(place)}")
        self.lang, self.place = lang, place
        return self


class Folder(str):
    """A folder of this machine. As text, which goes into the receipt, it is its last part."""

    path: Path

    def __new__(cls, text: str) -> Folder:
        """Parse the option, as argparse wants it."""
        self = super().__new__(cls, Path(text).resolve().name)
        self.path = Path(text)
        return self


@dataclass(frozen=True)
class PairOptions:
    """The builder's own options, checked."""

    languages: tuple[str, ...]
    corpora: tuple[str, ...]
    texts: tuple[PerLanguage, ...]
    models: dict[str, str]
    seed: int = 0
    balance: bool = True
    top_k: int = 10
    multi_token: bool = False
    model_sentences: int = 0
    udpipe: Path | None = None

    @classmethod
    def of(cls, options: BuildOptions) -> PairOptions:
        """What the command line gave, with the defaults of a call from Python."""
        extra = options.extra
        texts = _listed(extra.get("text"))
        models = _listed(extra.get("model"))
        udpipe = extra.get("udpipe")
        own_languages = tuple(sorted({*LANGUAGES, *(text.lang for text in texts)}))
        return cls(
            languages=options.languages or own_languages,
            corpora=tuple(sorted(str(name) for name in _sequence(extra.get("corpus")))),
            texts=tuple(texts),
            models={model.lang: model.place for model in models},
            seed=int(str(extra.get("seed", 0))),
            balance=bool(extra.get("balance", True)),
            top_k=int(str(extra.get("top_k", 10))),
            multi_token=bool(extra.get("multi_token", False)),
            model_sentences=int(str(extra.get("model_sentences", 0))),
            udpipe=udpipe.path if isinstance(udpipe, Folder) else None,
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    add = parser.add_argument
    add(
        "--corpus",
        action="append",
        default=[],
        metavar="NAME",
        help="take only this corpus (may be repeated), such as ted2020, ted-iwslt17, ntrex",
    )
    add(
        "--text",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=FILE",
        help="also read this .txt or .txt.gz file, a sentence per line (may be repeated)",
    )
    add(
        "--model",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=MODEL",
        help="make model-based pairs with this masked language model, a hub id or a folder (may "
        "be repeated); the paper: en=bert-base-cased, de=deepset/gbert-base, "
        "es=dccuchile/bert-base-spanish-wwm-uncased, pt=neuralmind/bert-base-portuguese-cased, "
        "zh=hfl/chinese-bert-wwm-ext",
    )
    add("--seed", type=int, default=0, help="which sentences a sample takes (default: 0)")
    add(
        "--no-balance",
        dest="balance",
        action="store_false",
        help="keep all lexicon-based pairs of the larger origin",
    )
    add("--top-k", type=_positive, default=10, help="predictions looked at (default: 10)")
    add(
        "--multi-token",
        action="store_true",
        help="score counterparts of several pieces, at as many masks",
    )
    add(
        "--model-sentences",
        type=int,
        default=0,
        metavar="N",
        help="mask at most N sentences per language, a seeded sample (default: all)",
    )
    add(
        "--udpipe",
        type=Folder,
        metavar="DIR",
        help="sharpen agreement by the UDPipe models in DIR, CODE.udpipe or CODE-*.udpipe",
    )


def public_name(place: str) -> str:
    """A hub id stays; of a path only the last part is told."""
    path = Path(place)
    is_path = path.is_absolute() or path.exists() or place.startswith(".") or place.count("/") > 1
    return path.resolve().name if is_path else place


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return number


def _sequence(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()


def _listed(value: object) -> list[PerLanguage]:
    return [item for item in _sequence(value) if isinstance(item, PerLanguage)]
