"""How figures look here: no window, no clock, safe colours, letters of every script.

The colours are Okabe and Ito's, which colour-blind readers can tell apart; a figure never says by
colour alone what matters.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from equimask.core.errors import IN_LINES, check_choice, printable

BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, GREY = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8C8C8C",
)  # fmt: skip
GENDER_COLOURS = {"male": BLUE, "female": ORANGE, "non-binary": PURPLE}
SENTIMENT_COLOURS = {"negative": VERMILION, "neutral": GREY, "positive": GREEN}
FORMATS = ("svg", "png")

# The first that is installed and has a letter draws it. DejaVu comes with matplotlib and knows
# Latin, Cyrillic and Arabic; the others are what systems usually have for the rest.
_FAMILIES = (
    "DejaVu Sans", "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans Thai",
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans JP", "Source Han Sans SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "IPAexGothic", "Lohit Devanagari", "Loma",
    "PingFang SC", "Hiragino Sans", "Kohinoor Devanagari", "Thonburi", "Arial Unicode MS",
    "Microsoft YaHei", "Yu Gothic", "Nirmala UI", "Leelawadee UI",
)  # fmt: skip


class Canvas:
    """matplotlib without a window, and pictures that are the same in every run."""

    def __init__(self, format: str) -> None:
        check_choice(format, FORMATS, "a picture format")
        self.format = format

    def __enter__(self) -> Canvas:
        import matplotlib

        settings: dict[Any, Any] = {
            "svg.hashsalt": "equimask",
            "svg.fonttype": "none",  # text stays text: the reader's own fonts draw it
            "font.family": [*_installed_families(), "sans-serif"],
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": 10,
            "legend.frameon": False,
            "text.parse_math": False,  # a name may hold two dollars
        }
        self._context = matplotlib.rc_context(settings)
        self._context.__enter__()
        return self

    def __exit__(self, *details: Any) -> None:
        self._context.__exit__(*details)

    def new(
        self,
        width: float,
        height: float,
        rows: int = 1,
        columns: int = 1,
        title: str = "",
        **sharing: Any,
    ) -> tuple[Any, Any]:
        """An empty figure and its axes; the Agg canvas needs no screen and no global state."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        if title:
            figure.suptitle(title, fontsize=11)
        return figure, figure.subplots(rows, columns, **sharing)

    def save(self, figure: Any) -> bytes:
        """The picture as bytes, without the date of its making; no name breaks it."""
        scripts = _undrawable_scripts(figure) if self.format == "png" else []
        options: dict[str, Any] = {"format": self.format, "dpi": 150}
        options["metadata"] = {"Date": None} if self.format == "svg" else {"Software": None}
        if scripts:
            note = f"□: no installed font draws {', '.join(scripts)}; see the SVG, or add a font"
            figure.text(0.01, -0.01, note, va="top", fontsize=7)
            options["bbox_inches"] = "tight"  # the note stands below the figure, and is kept
            warnings.warn(note, stacklevel=3)
        buffer = BytesIO()
        with warnings.catch_warnings():
            # one warning per figure says it; matplotlib's own comes for every letter
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            figure.savefig(buffer, **options)
        picture = buffer.getvalue()
        return _well_formed(picture) if self.format == "svg" else picture


def _well_formed(svg: bytes) -> bytes:
    """Characters that XML has no place for may stand in the name of a folder."""
    lines = svg.decode("utf-8", "backslashreplace").split("\n")
    return "\n".join(printable(line, IN_LINES) for line in lines).encode()


def label_points(
    figure: Any,
    axes: Any,
    points: Sequence[tuple[float, float]],
    texts: Sequence[str],
    size: int,
    reach: int = 1,
    uncovered: bool = False,
) -> list[str]:
    """Write each text beside its point where it covers no earlier one; the texts that found room.

    With a `reach` above 1 a text may stand farther off, tied to its point by a line; `uncovered`
    points have no text over them. Call it last: a later change of the layout would move the texts.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    renderer = figure.canvas.get_renderer()
    frame = axes.get_window_extent(renderer)
    behind = {"facecolor": "white", "edgecolor": "none", "alpha": 0.6, "pad": 0.3}
    tied = {"arrowstyle": "-", "color": GREY, "linewidth": 0.5}
    obstacles = axes.transData.transform(points) if uncovered and len(points) else []
    taken: list[Any] = []
    written = []
    for point, text in zip(points, texts, strict=True):
        label = axes.annotate(
            text, point, (0, 0), textcoords="offset points", fontsize=size, bbox=behind
        )
        own = label.get_window_extent(renderer)
        label.remove()
        found = _room(own, frame, taken, obstacles, reach, figure.dpi / 72)
        if found is not None:
            box, offset, side, ring = found
            taken.append(box)
            written.append(text)
            axes.annotate(
                text,
                point,
                xytext=offset,
                textcoords="offset points",
                ha=side,
                fontsize=size,
                bbox=behind,
                arrowprops=tied if ring > 1 else None,
            )
    return written


def _room(
    own: Any, frame: Any, taken: Sequence[Any], dots: Sequence[Any], reach: int, scale: float
) -> tuple[Any, tuple[float, float], str, int] | None:
    """The first box beside a point that is free, with its offset, its side and its ring."""
    for ring in range(1, reach + 1):
        for (dx, dy), side in _beside(ring):
            box = own.translated(scale * dx - (own.width if side == "right" else 0.0), scale * dy)
            inside = frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1)
            free = not any(box.overlaps(other) for other in taken)
            if inside and free and not any(box.contains(*dot) for dot in dots):
                return box, (dx, dy), side, ring
    return None


def _beside(ring: int) -> list[tuple[tuple[float, float], str]]:
    """Offsets around a point, the farther the later the ring."""
    aside, above, below = 4 + 10 * (ring - 1), 3 + 9 * (ring - 1), -9 - 9 * (ring - 1)
    sides = [((aside, above), "left"), ((-aside, above), "right")]
    return [*sides, ((aside, below), "left"), ((-aside, below), "right")]


def _installed_families() -> list[str]:
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return [family for family in _FAMILIES if family in installed]


def _undrawable_scripts(figure: Any) -> list[str]:
    """The scripts of letters that none of the installed families has."""
    from matplotlib import font_manager
    from matplotlib.text import Text

    letters = {c for text in figure.findobj(Text) for c in text.get_text() if ord(c) > 0x7F}
    fonts = [
        font_manager.get_font(font_manager.findfont(family)) for family in _installed_families()
    ]
    missing = [c for c in letters if not any(font.get_char_index(ord(c)) for font in fonts)]
    scripts = {unicodedata.name(c, "OTHER").split()[0] for c in missing}
    return sorted(script if script == "CJK" else script.title() for script in scripts)
