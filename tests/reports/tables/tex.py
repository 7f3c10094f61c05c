"""What a TeX engine with all letters would print: a reader that refuses what it cannot read."""

from __future__ import annotations

import re
import unicodedata

_SIGNS = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<",
    "textgreater": ">", "textbar": "|", "textasciigrave": "`", "textquotesingle": "'",
    "ldots": "…", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "i": "ı",
}  # fmt: skip
_MATHS = {
    r"\pm": "±", r"\times": "×", r"\cdot": "·", "-": "−", r"\approx": "≈", r"\le": "≤",
    r"\ge": "≥", r"\to": "→", r"\leftarrow": "←",
}  # fmt: skip
_ACCENTS = dict(zip("`'^~=u.\"rHvdcb", "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a"
                    "\u030b\u030c\u0323\u0327\u0331", strict=True))  # fmt: skip
_RAISED = dict(zip("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True))
_TOKEN = re.compile(
    r"""\\unicodeornumber\{(?P<letter>.)\}\{(?P<code>[0-9A-F]{4,6})\}
      | \{(?P<kept>\[|\]|\*)\}
      | (?P<straight>\{''\})
      | \\(?P<sign>[A-Za-z]+)\{\}
      | \\(?P<accent>[`'^~="]|\.|[urHvdcb])\{\\?(?P<base>[A-Za-z])\}
      | \\(?P<escaped>[{}\#$%&_])
      | (?P<space>\\[ ])
      | \$\^\{(?P<raised>[-0-9]+)\}\$
      | \$(?P<maths>[^$]+)\$
      | (?P<nothing>\{\})
      | (?P<dash>---|--)
      | (?P<quotes>``|''|`|')
      | (?P<tie>~)
      | (?P<plain>[A-Za-z0-9 !()+,./:;=?@-])""",
    re.VERBOSE,
)


def printed(tex: str) -> str:
    """The text on paper; ValueError where something is left that TeX would not print."""
    made, at = [], 0
    while at < len(tex):
        token = _TOKEN.match(tex, at)
        if token is None:
            raise ValueError(f"TeX cannot read {tex[at : at + 20]!r}")
        made.append(_meaning(token))
        at = token.end()
    return "".join(made)


def _meaning(token: re.Match[str]) -> str:
    kind, text = token.lastgroup or "", token.group(token.lastgroup or 0)
    if kind == "code":
        assert int(text, 16) == ord(token["letter"])
        return token["letter"]
    if kind == "base":
        return unicodedata.normalize("NFC", text + _ACCENTS[token["accent"]])
    fixed = {"straight": '"', "space": " ", "nothing": "", "tie": "\N{NO-BREAK SPACE}"}
    if kind in fixed:
        return fixed[kind]
    if kind == "raised":
        return "".join(_RAISED[one] for one in text)
    tables = {
        "sign": _SIGNS,
        "maths": _MATHS,
        "dash": {"---": "—", "--": "–"},
        "quotes": {"``": "“", "''": "”", "`": "‘", "'": "’"},
    }
    return tables[kind][text] if kind in tables else text
