"""Names that tell the gender of the person whom the gender word speaks of."""

from __future__ import annotations

import re

from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.de.forms import is_title, owns_next
from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.words import OBJECT_NOUNS

_NAMING = frozenset({"heißen", "nennen", "taufen", "benennen"})
# What may stand before a name that explains the noun.
_INTRODUCING = frozenset({",", ":", "–", "—", "("})
_ACADEMIC = frozenset({"Dr", "Prof", "von", "van", "Doktor"})


def find_name(syntax: Syntax) -> Refusal | None:
    """A name beside the noun, behind it or given to it."""
    sentence, phrase = syntax.sentence, syntax.phrase
    following = phrase.last + 1
    if is_title(sentence, phrase) and sentence.text(phrase.last) in {"Herr", "Herrn", "Frau"}:
        capitals: list[int] = []
        for index in range(following, min(following + 3, len(sentence))):
            if sentence.text(index) in _ACADEMIC or sentence.text(index) == ".":
                continue
            if not sentence.is_noun(index) or sentence.text(index) in OBJECT_NOUNS:
                break
            capitals.append(index)
        if owns_next(sentence, phrase):
            capitals = capitals[:1]
        if len(capitals) > 1 or any(sentence.is_name(i) for i in capitals):
            return Refusal("name_beside", sentence.text(following))
        return None
    if sentence.is_noun(following) and sentence.text(following) not in OBJECT_NOUNS:
        return Refusal("name_beside", sentence.text(following))
    for index in (following, following + 1):
        marked = index > following and sentence.text(following) in {
            ",",
            "(",
            "–",
            "-",
            ":",
            "„",
            '"',
            "—",
        }
        if marked and sentence.is_name(index):
            return Refusal("name_beside", sentence.text(index))
    particle = sentence.at(following) in {"al", "el", "bin", "van", "de", "di", "ibn"}
    if re.match(r"[a-z]+-[A-Z]", sentence.text(following)) or (
        particle and sentence.is_capital(following + 1)
    ):
        return Refusal("name_beside", sentence.text(following))
    loose = phrase.determiner is None and phrase.adjectives and not phrase.possessor
    if loose and sentence.is_name(phrase.start - 1):
        return Refusal("name_beside", sentence.text(phrase.start - 1))
    if any(sentence.is_name(i) for i in range(phrase.start + 1, phrase.first)):
        return Refusal("name_beside", sentence.text(phrase.first - 1))
    if sentence.text(following) == "," and sentence.is_noun(following + 1):
        lone = any(n.start == n.head == following + 1 for n in syntax.nominals)
        if lone and sentence.is_mark(following + 2) and not phrase.bare:
            return Refusal("name_beside", sentence.text(following + 1))
    return _named(syntax) or _named_later(syntax)


def _named_later(syntax: Syntax) -> Refusal | None:
    """`Der Direktor der Schule James Farrell sagte`: a full name before the verb."""
    sentence, clause = syntax.sentence, syntax.clause
    past_verb = False
    for index in range(syntax.phrase.last + 1, len(sentence)):
        marks = _INTRODUCING - {","} if past_verb else _INTRODUCING
        if sentence.text(index) in marks and _is_full_name(sentence, index + 1):
            return Refusal("name_beside", sentence.text(index + 1))
        past_verb = past_verb or sentence.is_verb(index)
    if clause.finite is None or clause.kind != "main":
        return None
    for index in range(syntax.phrase.last + 1, clause.finite):
        full = (
            sentence.is_noun(index)
            and sentence.is_noun(index + 1)
            and not sentence.at(index).endswith(("en", "er"))
        )
        if full or sentence.is_name(index):
            return Refusal("name_beside", sentence.text(index))
    return None


def _is_full_name(sentence: Sentence, start: int) -> bool:
    """Two or three capitalised words (or a first name) between marks: `, Dr. Jörg Bias,`."""
    words = 0
    index = start
    while sentence.is_noun(index) or sentence.text(index) in _ACADEMIC | {"."}:
        words += sentence.is_noun(index) and sentence.text(index) not in _ACADEMIC
        index += 1
        if sentence.text(index) == "." and index + 1 >= len(sentence):
            break
    return sentence.is_mark(index) and (words in {2, 3} or (words == 1 and sentence.is_name(start)))


def _named(syntax: Syntax) -> Refusal | None:
    """`Die Königin heißt Anna`, `eine Frau namens Anna`, `Anna, die Königin`."""
    sentence, phrase = syntax.sentence, syntax.phrase
    names = [n for n in syntax.nominals if n.kind == "name" or _is_bare(n)]
    naming = any(
        clause.holds(name.start) and syntax.verbs(clause) & _NAMING
        for clause in syntax.clauses
        for name in names
    ) or any(
        sentence.at(i) in {"namens", "genannt", "getauft"} or sentence.at(i).startswith("name")
        for i in range(len(sentence))
    )
    if naming and names:
        return Refusal("name_beside", sentence.text(names[0].head))
    before = phrase.start - 1
    if sentence.at(before) in {",", "(", "–", "-"} and any(n.end == before - 1 for n in names):
        return Refusal("name_beside", sentence.text(before - 1))
    if any(n.end == before for n in names) and phrase.determiner is None and phrase.bare:
        return Refusal("name_beside", sentence.text(before))
    return None


def _is_bare(nominal: Nominal) -> bool:
    return nominal.kind == "noun" and nominal.start == nominal.head
