"""A page as a tree, read by the standard library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from equimask.reports.html.views import Entry

_VOID = {"meta", "link", "br", "img", "hr"}


@dataclass
class Node:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    own_text: str = ""

    def all(self, *tags: str) -> Iterator[Node]:
        """The elements below, in the order of the page; of these tags, or all."""
        for child in self.children:
            if not tags or child.tag in tags:
                yield child
            yield from child.all(*tags)

    @property
    def text(self) -> str:
        """All text below."""
        return self.own_text + "".join(child.text for child in self.children)

    def by_id(self, name: str) -> Node:
        return next(node for node in self.all() if node.attributes.get("id") == name)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in _VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        assert closed.tag == tag, f"<{closed.tag}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].own_text += data


def read(html: str) -> Node:
    """The page; an element that is not closed in its place fails."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]


def text_of(cell: str | Entry) -> str:
    """What is to be read in a cell of a table."""
    return cell.text if isinstance(cell, Entry) else cell
