"""LaTeX: every text is printed as it is, and every table has the shape that booktabs wants."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.numbers import numbers_of
from equimask.audits.places import Place
from equimask.reports.tables.latex import breakable, escaped, latex
from equimask.reports.tables.sheets import LAYOUTS, sheet
from tests.reports.html.fake_audit import fake_audit
from tests.reports.tables.tex import printed

MODELS = ("lab/tiny_bert@1a2b3c4d5e6f", "lab/other@aabbccddeeff", "third@112233445566")
WILD = r"""a_b%c\d{e}f#g$h&i~j^k<l>m|n"o'p`q[r]s*t--u,,v"""


def by_code(character: str) -> str:
    shown = character.isprintable() and not unicodedata.combining(character)
    shown = shown and character != "\N{REPLACEMENT CHARACTER}"
    return character if shown else f"[U+{ord(character):04X}]"


def as_printed(text: str) -> str:
    kept = {"\N{NO-BREAK SPACE}"}
    return "".join(
        " " if c.isspace() and c not in kept else c if c in kept else by_code(c)
        for c in unicodedata.normalize("NFC", text)
    )


def test_what_tex_takes_for_its_own_is_printed_as_it_is() -> None:
    assert printed(escaped(WILD)) == WILD


def test_letters_with_accents_need_no_font_encoding() -> None:
    assert escaped("Ärztin, médecin, naïve, Łódź, ș") == (
        r"\"{A}rztin, m\'{e}decin, na\"{\i}ve, \L{}\'{o}d\'{z}, \unicodeornumber{ș}{0219}"
    )


def test_a_letter_of_another_script_is_given_as_it_is_and_by_its_code() -> None:
    assert escaped("数 م") == r"\unicodeornumber{数}{6570} \unicodeornumber{م}{0645}"


def test_half_a_character_is_named_by_its_code() -> None:
    escaped("\udc80").encode()
    assert printed(escaped("\udc80")) == "[U+DC80]"


def test_an_exponent_is_one() -> None:
    assert escaped("× 10⁻³") == r"$\times$ 10$^{-3}$"


@given(st.text() | st.text(alphabet=WILD + "±×·−⁻³–—…“”‘’ ßøéïȩ\n\u0301"))
def test_any_text_is_printed_as_it_is(text: str) -> None:
    assert printed(escaped(text)) == as_printed(text)
    assert printed(breakable(text).replace(r"\allowbreak{}", "")) == as_printed(text)


def columns_of(tex: str) -> set[int]:
    """How many cells the lines of a table have."""
    body = re.findall(r"\\midrule\n(.*?)\\bottomrule", tex, flags=re.DOTALL)
    lines = [line for part in body for line in part.splitlines() if " & " in line]
    return {len(re.split(r"(?<!\\)&", line)) for line in lines}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("calibrate", [True, False])
def test_every_line_has_a_cell_for_every_column(layout: str, calibrate: bool) -> None:
    audit = fake_audit(("de", "fi"), models=MODELS, baseline=None, calibrate=calibrate)
    tex = latex(sheet(numbers_of(audit), layout))
    for part in tex.split(r"\begin{table}")[1:]:
        columns = re.search(r"\\begin\{tabular\}\{@\{\}([lr]+)@\{\}\}", part)
        assert columns is not None
        assert columns_of(part) == {len(columns[1])}
        assert all(line.endswith(r" \\") for line in part.splitlines() if " & " in line)
    assert tex.count("{") - tex.count(r"\{") == tex.count("}") - tex.count(r"\}")
    assert set(re.findall(r"\\begin\{(\w+)\}", tex)) == {"table", "tabular", "minipage"}


def test_what_no_page_holds_becomes_several_tables_and_the_note_stands_once() -> None:
    tex = latex(sheet(numbers_of(fake_audit(models=MODELS, baseline=None))))
    parts = tex.split(r"\begin{table}")[1:]
    assert len(parts) > 2 and f"Part 1 of {len(parts)}." in parts[0]
    assert len(set(re.findall(r"\\label\{(.+?)\}", tex))) == len(parts)
    assert ["Models: " in part for part in parts] == [*[False] * (len(parts) - 1), True]
    assert all(part.count(r" \\") <= 60 for part in parts)
    rows = [line for line in tex.splitlines() if line.startswith(r"\quad German & ")]
    assert len(rows) % len(fake_audit(("de",)).measures) == 0 < len(rows)


def test_names_of_any_kind_stay_inside_their_cells() -> None:
    [first, *_] = numbers_of(fake_audit(("de",), ("cps",)))
    place = Place(WILD, f"{WILD} 数\\\\ & x", None, WILD)
    wild = replace(first, model=f"lab/{WILD}", place=place)
    tex = latex(sheet([wild, replace(wild, model="other")]))
    assert columns_of(tex) == {4}  # too wide for two models beside each other
    assert tex.startswith("% Equimask") and r"\providecommand{\unicodeornumber}" in tex


def test_a_shown_preference_is_bold_and_a_negative_number_has_a_minus() -> None:
    [first, *_] = numbers_of(fake_audit(("de",), ("s_jsd",), calibrate=False))
    result = replace(first.result, value=-0.02, stderr=0.004, verdict=None)
    found = replace(first, result=result, verdict=first.shown.below, rank=None)
    row = next(line for line in latex(sheet([found, replace(found, model="x")])).splitlines()
               if line.startswith(r"\quad"))  # fmt: skip
    assert row == r"\quad German & \textbf{$-$20.0} $\pm$ 4.0 & \textbf{$-$20.0} $\pm$ 4.0 \\"
