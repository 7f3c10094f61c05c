"""The shared look of figures: formats, repeatability, scripts, labels that do not collide."""

from __future__ import annotations

import warnings
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.text import Text

from equimask.core import drawing
from equimask.core.drawing import Canvas, label_points
from equimask.core.errors import OptionError, printable

WORDS = "beautiful красивый جميل 美丽 सुंदर สวย 美しい Ünïcode".split()


def bars(format: str, words: list[str] = WORDS, title: str = "") -> bytes:
    with Canvas(format) as canvas:
        figure, axes = canvas.new(4, 3, title=title)
        axes.barh(range(len(words)), range(len(words)))
        axes.set_yticks(range(len(words)), words)
        return canvas.save(figure)


def test_every_script_is_drawn_without_a_crash_and_the_same_each_time() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for format, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
            picture = bars(format)
            assert picture.startswith(start)
            assert picture == bars(format)


def test_an_svg_keeps_its_words_as_text() -> None:
    picture = bars("svg", title="Überschrift").decode()
    assert all(word in picture for word in [*WORDS, "Überschrift"])


@pytest.mark.parametrize("name", ["a\x1b]0;b\x07", "costs $5$ and $", r"$\frac$"])
def test_no_name_breaks_a_picture(name: str) -> None:
    picture = bars("svg", [name], title=name)
    shown = "".join(ElementTree.fromstring(picture).itertext())
    assert shown.count(printable(name)) == 2
    assert bars("png", [name], title=name).startswith(b"\x89PNG")


def test_letters_without_a_font_are_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_installed_families", lambda: ["DejaVu Sans"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bars("png", ["सुंदर", "गंभीर", "สวย", "美"])
    assert [str(w.message).split(";")[0] for w in caught] == [
        "□: no installed font draws CJK, Devanagari, Thai"
    ]


def test_scripts_that_the_font_knows_are_not_announced() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bars("png", ["красивый", "جميل", "Ünïcode", "× ○ −"])
        bars("svg")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(OptionError, match="picture format"):
        Canvas("pgn")


def test_the_callers_settings_come_back() -> None:
    import matplotlib

    before = matplotlib.rcParams["font.size"], list(matplotlib.rcParams["font.family"])
    bars("svg", ["a"])
    assert (matplotlib.rcParams["font.size"], list(matplotlib.rcParams["font.family"])) == before


def test_labels_neither_overlap_nor_leave_the_axes() -> None:
    rng = np.random.default_rng(0)
    points = [tuple(p) for p in rng.normal(size=(60, 2)).tolist()]
    with Canvas("png") as canvas:
        figure, axes = canvas.new(4, 3)
        axes.scatter(*zip(*points, strict=True))
        written = label_points(figure, axes, points, [f"word{i}" for i in range(60)], 8)
        renderer = figure.canvas.get_renderer()
        boxes = [text.get_window_extent(renderer) for text in axes.texts]
        frame = axes.get_window_extent(renderer)
    assert 5 < len(written) < 60
    assert [text.get_text() for text in axes.texts] == written
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:i])
        assert frame.x0 <= box.x0 and box.x1 <= frame.x1


def test_texts_may_stand_farther_off_and_cover_no_point() -> None:
    rng = np.random.default_rng(1)
    points = [tuple(p) for p in rng.normal(size=(25, 2)).tolist()]
    texts = [f"w{i}" for i in range(25)]
    written = {}
    for reach in (1, 3):
        with Canvas("png") as canvas:
            figure, axes = canvas.new(4, 3)
            axes.scatter(*zip(*points, strict=True))
            written[reach] = label_points(
                figure, axes, points, texts, 8, reach=reach, uncovered=True
            )
            renderer = figure.canvas.get_renderer()
            dots = axes.transData.transform(points)
            for text in axes.texts:
                text.update_positions(renderer)
                box = Text.get_window_extent(text, renderer)
                assert not any(box.shrunk(0.9, 0.9).contains(*dot) for dot in dots)
            tied = [text.get_text() for text in axes.texts if text.arrow_patch is not None]
            assert bool(tied) == (reach > 1)
    assert set(written[1]) < set(written[3])
