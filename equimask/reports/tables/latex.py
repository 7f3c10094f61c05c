"""A table for a paper: booktabs and nothing else, for every TeX engine and every name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from equimask.reports.tables.sheets import Entry, Group, Row, Sheet, Span
from equimask.version import __version__

_WIDEST = 455.0  # points: a page of A4 with margins of an inch
_LONGEST = 48  # lines of it
_LETTER, _BETWEEN = 3.7, 6.0  # points of a character in \footnotesize, and between columns

_PLAIN = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "{''}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "[": "{[}",  # after a line's end it would be read as an option
    "]": "{]}",
    "*": "{*}",
    **{character: f"\\{character}" for character in "#$%&_"},
    "±": r"$\pm$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "−": "$-$",
    "≈": r"$\approx$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "→": r"$\to$",
    "←": r"$\leftarrow$",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "\N{NO-BREAK SPACE}": "~",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
}
_RAISED = {"⁻": "-", **{"⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]: str(digit) for digit in range(10)}}
# Combining accents that every font encoding of LaTeX has.
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d",
    "\u0327": "c", "\u0331": "b",
}  # fmt: skip
_BELOW = ("\u0323", "\u0327", "\u0331")  # an i keeps its dot
_REPLACED = "\N{REPLACEMENT CHARACTER}"  # LuaTeX takes it for a damaged file
_MELTING = "-,'`?!"  # neighbours among them would become one sign
_BY_CODE = r"""% What not every engine and font can set: as it is, or else by its code.
\providecommand{\unicodeornumber}[2]{\ifdefined\Uchar
  \iffontchar\font"#2 #1\else[U+#2]\fi\else[U+#2]\fi}"""


def escaped(text: str) -> str:
    """Any text as LaTeX prints it; what pdfTeX has no letter for is named by its code there."""
    made: list[str] = []
    before = ""
    for character in unicodedata.normalize("NFC", text):
        if character in _RAISED and before in _RAISED:  # 10⁻³ has one exponent
            made[-1] = f"{made[-1].removesuffix('}$')}{_RAISED[character]}}}$"
            continue
        blank = character.isspace() and character != "\N{NO-BREAK SPACE}"
        letter = (r"\ " if before == " " else " ") if blank else _letter(character)
        if made and made[-1][-1] in _MELTING and letter[0] in _MELTING:
            made.append("{}")
        made.append(letter)
        before = " " if blank else character
    return "".join(made)


def _letter(character: str) -> str:
    if character in _PLAIN:
        return _PLAIN[character]
    if character in _RAISED:
        return f"$^{{{_RAISED[character]}}}$"
    if character.isascii() and character.isprintable():
        return character
    apart = unicodedata.normalize("NFD", character)
    base, accent = apart[0], apart[1:]
    if accent in _ACCENTS and base.isascii() and base.isalpha():
        dotless = rf"\{base}" if base in "ij" and accent not in _BELOW else base
        return rf"\{_ACCENTS[accent]}{{{dotless}}}"
    code = f"{ord(character):04X}"
    if not character.isprintable() or unicodedata.combining(character) or character == _REPLACED:
        return f"{{[}}U+{code}{{]}}"
    return rf"\unicodeornumber{{{character}}}{{{code}}}"


def breakable(text: str) -> str:
    """Escaped; long names of models and data may be broken after their joints."""
    made = escaped(text)
    for joint in ("/", "@", r"\_"):
        made = made.replace(joint, rf"{joint}\allowbreak{{}}")
    return made


def latex(sheet: Sheet) -> str:
    """One `table`, or several where a page would not hold it; the note stands below the last."""
    parts = list(_parts(sheet))
    body = "\n\n".join(
        _table(part, number, len(parts)) for number, part in enumerate(parts, start=1)
    )
    lines = [f"% Equimask {__version__}; needs \\usepackage{{booktabs}}"]
    if r"\unicodeornumber" in body:
        lines.append(_BY_CODE)
    return "\n".join((*lines, body)) + "\n"


def _parts(sheet: Sheet) -> Iterator[Sheet]:
    for spans in _split_columns(sheet):
        for groups in _split_rows(_with_spans(sheet.groups, spans)):
            yield replace(sheet, spans=tuple(sheet.spans[i] for i in spans), groups=tuple(groups))


def _split_columns(sheet: Sheet) -> list[list[int]]:
    """The numbers of the spans that fit beside each other; one alone stands also if it is wide."""
    rows = [row for group in sheet.groups for row in group.rows]
    stub = max(len(text) for text in (sheet.stub, *(row.label for row in rows)))
    pages: list[list[int]] = [[]]
    room = _WIDEST - stub * _LETTER - _BETWEEN
    left = room
    for i, span in enumerate(sheet.spans):
        width = _width(span, [row.cells[i] for row in rows])
        if pages[-1] and width > left:
            pages.append([])
            left = room
        pages[-1].append(i)
        left -= width
    return pages


def _width(span: Span, cells: Sequence[Sequence[Entry]]) -> float:
    widest = [
        max(len(text) for text in (heading, *(_plain(entries[k]) for entries in cells)))
        for k, heading in enumerate(span.columns)
    ]
    below = sum(widest) * _LETTER + _BETWEEN * len(widest)
    return max(len(span.heading) * _LETTER + _BETWEEN, below)


def _plain(entry: Entry) -> str:
    return entry.text + entry.rest + entry.marks


def _with_spans(groups: Sequence[Group], spans: Sequence[int]) -> list[Group]:
    return [
        Group(
            group.heading,
            tuple(Row(row.label, tuple(row.cells[i] for i in spans)) for row in group.rows),
        )
        for group in groups
    ]


def _split_rows(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups stay whole where a page can hold them."""
    pages: list[list[Group]] = [[]]
    left = _LONGEST
    for group in groups:
        for piece in _pieces(group):
            lines = len(piece.rows) + 1
            if pages[-1] and lines > left:
                pages.append([])
                left = _LONGEST
            pages[-1].append(piece)
            left -= lines
    return pages


def _pieces(group: Group) -> list[Group]:
    size = _LONGEST - 1
    starts = range(0, len(group.rows), size)
    return [Group(group.heading, group.rows[start : start + size]) for start in starts]


def _table(sheet: Sheet, number: int, count: int) -> str:
    columns = sum(len(span.columns) for span in sheet.spans)
    words = _word_columns(sheet)
    alignment = "".join("l" if i in words else "r" for i in range(columns))
    several = "" if count == 1 else f" Part {number} of {count}."
    label = "" if count == 1 else f":{number}"
    lines = [
        r"\begin{table}",
        r"\centering",
        r"\footnotesize",
        r"\setlength{\tabcolsep}{3pt}",
        rf"\caption{{{escaped(sheet.caption + several)}}}",
        rf"\label{{tab:{sheet.name}{label}}}",
        rf"\begin{{tabular}}{{@{{}}l{alignment}@{{}}}}",
        r"\toprule",
        *_headings(sheet),
        r"\midrule",
    ]
    for place, group in enumerate(sheet.groups):
        if place:
            lines.append(r"\addlinespace")
        if group.heading:
            heading = rf"\textit{{{escaped(group.heading)}}}"
            lines.append(rf"\multicolumn{{{columns + 1}}}{{@{{}}l@{{}}}}{{{heading}}} \\")
        for row in group.rows:
            cells = [_cell(entry) for entries in row.cells for entry in entries]
            label = (r"\quad " if group.heading else "") + escaped(row.label)
            lines.append(" & ".join((label, *cells)) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    below = sheet.notes if number == count else (f"For the notes see part {count}.",)
    if sheet.notes:
        lines += ["", r"\smallskip", r"\begin{minipage}{\linewidth}", r"\scriptsize\raggedright"]
        lines += [*(breakable(note) for note in below), r"\end{minipage}"]
    return "\n".join((*lines, r"\end{table}"))


def _word_columns(sheet: Sheet) -> set[int]:
    columns = [(span, heading) for span in sheet.spans for heading in span.columns]
    return {i for i, (span, heading) in enumerate(columns) if span.words or heading == "preferred"}


def _headings(sheet: Sheet) -> list[str]:
    lines = []
    if any(span.heading for span in sheet.spans):
        above, rules, column = [""], [], 2
        for span in sheet.spans:
            last = column + len(span.columns) - 1
            above.append(rf"\multicolumn{{{len(span.columns)}}}{{c}}{{{escaped(span.heading)}}}")
            rules.append(rf"\cmidrule(lr){{{column}-{last}}}")
            column = last + 1
        lines += [" & ".join(above) + r" \\", " ".join(rules)]
    own = [escaped(heading) for span in sheet.spans for heading in span.columns]
    return [*lines, " & ".join((escaped(sheet.stub), *own)) + r" \\"]


def _cell(entry: Entry) -> str:
    text = escaped(entry.text.replace("-", "−") if _is_number(entry.text) else entry.text)
    text = rf"\textbf{{{text}}}" if entry.bold else text
    marks = rf"\textsuperscript{{{escaped(entry.marks)}}}" if entry.marks else ""
    return text + escaped(_minus(entry.rest)) + marks


def _is_number(text: str) -> bool:
    return text[:1] == "-" and text[1:2].isdigit()


def _minus(rest: str) -> str:
    return rest.replace("-", "−")
