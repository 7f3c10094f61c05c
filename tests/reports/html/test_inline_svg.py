"""A figure in a page points at its own parts and at no other figure's."""

from __future__ import annotations

import re

from equimask.core.drawing import Canvas
from equimask.reports.html.inline_svg import inline_svg


def test_hatches_and_clips_point_at_parts_of_the_same_figure() -> None:
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(3, 2)
        axes.bar(["a", "b"], [1, 2])[0].set(facecolor="white", hatch="////")
        page = str(inline_svg(canvas.save(figure), "one", "Bars", "Two bars."))
    ids = re.findall(r' id="([^"]+)"', page)
    pointed = {*re.findall(r"url\(#([^)]+)\)", page), *re.findall(r'href="#([^"]+)"', page)}
    assert len(set(ids)) == len(ids) and all(one.startswith("one-") for one in ids)
    assert pointed <= set(ids)
    assert re.search(r"fill:url\(#one-\d+\)", page) and "<pattern" in page
