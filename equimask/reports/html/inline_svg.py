"""matplotlib's SVG becomes part of a page: its colours follow the theme, its ids are its own.

Everything that a browser does not need is left out, so that many figures fit into one file.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from markupsafe import Markup

from equimask.core.drawing import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION

# The page defines these for a light and a dark background.
THEME = {
    "#000000": "currentColor",
    "#ffffff": "var(--paper)",
    BLUE.lower(): "var(--blue)",
    ORANGE.lower(): "var(--orange)",
    GREEN.lower(): "var(--green)",
    VERMILION.lower(): "var(--vermilion)",
    PURPLE.lower(): "var(--purple)",
    SKY.lower(): "var(--sky)",
    GREY.lower(): "var(--grey)",
}
_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_COLOUR = re.compile("#[0-9a-f]{6}")
_FAMILY = re.compile(r"font-family: [^;]*;? ?")
_NUMBER = re.compile(r"-?\d+\.\d+")
_WHOLE = re.compile(r"\.0(?!\d)")
_GAP = re.compile(r"\s*([MLCQzZ])\s*")
_REFERENCE = re.compile(r"(^#|url\(#)(\w+)(?=$|\))")
_NO_ROTATION = re.compile(r"rotate\(-?0(\.0)? ")
_GEOMETRY = ("d", "x", "y", "width", "height", "transform")


def inline_svg(picture: bytes, key: str, title: str, description: str) -> Markup:
    """The `<svg>` element with a name and a description for those who do not see it.

    `key` is unique in the page: all ids of the figure start with it.
    """
    root = ET.fromstring(picture)
    _drop_what_is_not_drawn(root)
    short = {name: f"{key}-{number}" for number, name in enumerate(_references(root))}
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
        _tidy_text(element)
        _shorten(element)
        _recolour(element)
        _rename(element, short)
    _unwrap(root)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.attrib |= {"role": "img", "aria-labelledby": f"{key}-title {key}-desc"}
    for position, (tag, text) in enumerate((("title", title), ("desc", description))):
        named = ET.Element(tag, {"id": f"{key}-{tag}"})
        named.text = text
        root.insert(position, named)
    return Markup(ET.tostring(root, encoding="unicode"))


def _drop_what_is_not_drawn(root: ET.Element) -> None:
    """Metadata, and the style sheet, which would speak to the whole page."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)


def _references(root: ET.Element) -> list[str]:
    """The ids that something points to, in the order of the file."""
    values = [value for element in root.iter() for value in element.attrib.values()]
    return list(dict.fromkeys(name for value in values for _, name in _REFERENCE.findall(value)))


def _tidy_text(element: ET.Element) -> None:
    if element.tag not in ("text", "tspan"):
        element.text = None
    element.tail = None


def _shorten(element: ET.Element) -> None:
    """A tenth of a point is finer than a screen."""
    for name in _GEOMETRY:
        if name in element.attrib:
            rounded = _NUMBER.sub(lambda found: f"{float(found[0]):.1f}", element.attrib[name])
            element.attrib[name] = _WHOLE.sub("", _GAP.sub(r"\1", rounded)).strip()
    if _NO_ROTATION.match(element.get("transform", "")):
        del element.attrib["transform"]


def _recolour(element: ET.Element) -> None:
    if "style" in element.attrib:
        plain = _FAMILY.sub("", element.attrib["style"])
        themed = _COLOUR.sub(lambda found: THEME.get(found[0], found[0]), plain)
        element.attrib["style"] = themed.replace(": ", ":").replace("; ", ";")


def _rename(element: ET.Element, short: dict[str, str]) -> None:
    if _LINK in element.attrib:
        element.attrib["href"] = element.attrib.pop(_LINK)
    for name in ("href", "clip-path", "style"):  # a style has the pattern of a hatch
        if name in element.attrib:
            element.attrib[name] = _REFERENCE.sub(
                lambda found: found[1] + short[found[2]], element.attrib[name]
            )
    old = element.attrib.pop("id", None)
    if old in short:
        element.attrib["id"] = short[old]


def _unwrap(parent: ET.Element) -> None:
    """Groups that group nothing, from the leaves up."""
    for child in list(parent):
        _unwrap(child)
        if child.tag in ("g", "defs") and not len(child):
            parent.remove(child)
        elif child.tag == "g" and not child.attrib:
            place = list(parent).index(child)
            parent.remove(child)
            for offset, grandchild in enumerate(child):
                parent.insert(place + offset, grandchild)
