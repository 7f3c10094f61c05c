"""Both forms of the pins say the same, and hashes are read from an index as it writes them."""

from __future__ import annotations

from packaging.requirements import Requirement

from upkeep.pins import CONSTRAINTS, LOCK, hashes_in, locked, locked_pins, pins_of

ONE, OTHER, THIRD = ("0" * 63 + digit for digit in "123")
PAGE = f"""<a href="https://h/a_b-1.0-py3-none-any.whl#sha256={ONE}">a_b-1.0-py3-none-any.whl</a>
<a href="../a_b-1.0.tar.gz#sha256={OTHER}" data-requires-python="&gt;=3.8">a_b-1.0.tar.gz</a>
<a href="https://h/a_b-1.0.1.tar.gz#sha256={THIRD}">a_b-1.0.1.tar.gz</a>
<a href="https://h/a_b-1.0.zip">a_b-1.0.zip</a><a href="https://h/odd">odd</a>"""


def test_the_lock_file_has_every_pin_with_hashes_and_nothing_else() -> None:
    pins = [pin.line for pin in pins_of(CONSTRAINTS.read_text(encoding="utf-8"))]
    found = locked_pins(LOCK.read_text(encoding="utf-8"))
    assert list(found) == pins
    for line, hashes in found.items():
        Requirement(line)
        assert hashes and len(set(hashes)) == len(hashes)
        assert all(len(one) == 64 and set(one) <= set("0123456789abcdef") for one in hashes)


def test_the_files_of_one_version_are_read_from_an_index() -> None:
    (pin,) = pins_of('# a comment\nA.b==1.0; python_version >= "3.11"\n')
    assert hashes_in(PAGE, pin) == [ONE, OTHER]
    assert locked_pins(locked(pin, [ONE, OTHER])) == {pin.line: [ONE, OTHER]}
    assert hashes_in("", pin) == []
