"""The tables of the engine's languages: forms go there and back, lists are clean."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from equimask.core.packaged import packaged
from equimask.gender.swap import engine
from equimask.gender.swap.engine.forms import Endings, read_cell
from equimask.gender.swap.engine.phrases import Head
from equimask.gender.swap.engine.tables import (
    Tables,
    begins_with_vowel,
    tables_hash,
    tables_of,
)
from equimask.gender.swap.engine.words import Kind
from equimask.gender.swap.languages import rules_hash

LANGUAGES = sorted(path.parent.name for path in packaged("agreement").glob("*/language.toml"))
each_language = pytest.mark.parametrize("lang", LANGUAGES)
# Classes of function words that the engine reads.
CLASSES = {
    "adverb", "auxiliary", "coordinator", "determiner", "negation", "numeral", "object",
    "preposition", "pronoun", "subordinator",
}  # fmt: skip


def test_spanish_portuguese_french_and_italian_are_tables() -> None:
    assert {"es", "fr", "it", "pt"} <= set(LANGUAGES)


@each_language
@pytest.mark.parametrize("table", ["adjectives", "roles"])
def test_every_listed_word_goes_to_the_feminine_and_back(lang: str, table: str) -> None:
    tables = tables_of(lang)
    known = getattr(tables, table)
    for row in tables.rows(table):
        forms = known[row[0]]
        for number in ("sing", "plur"):
            male, female = forms.basic("male", number), forms.basic("female", number)
            assert male and (female or not forms.varies), row
            if female in known and known[female] is forms:
                assert ("female", number) in forms.readings(female)


@each_language
def test_every_article_has_a_way_back(lang: str) -> None:
    tables = tables_of(lang)
    for form, forms in tables.agreeing["article"].items():
        for gender, number in forms.readings(form):
            other = "female" if gender == "male" else "male"
            there = forms.basic(other, number)
            if there:
                back = tables.agreeing["article"].get(there, forms)
                assert back.basic(gender, number)


@each_language
def test_word_lists_are_sorted_unique_and_composed(lang: str) -> None:
    tables = Tables(lang)
    names = ("adjectives", "nouns", "roles", "verbs", "copulas", "function_words", "human_verbs")
    for name in names:
        rows = tables.rows(name)
        assert len(rows) == len(set(rows)), name
        for cell in (cell for row in rows for cell in row):
            assert cell == cell.strip() and unicodedata.is_normalized("NFC", cell), (name, cell)
    assert set(tables.nouns.values()) <= {"m", "f", "c"}
    assert {kind for _, kind in tables.rows("function_words")} <= CLASSES


@each_language
def test_no_noun_for_people_is_listed_as_a_thing(lang: str) -> None:
    tables = tables_of(lang)
    both = [row[0] for row in tables.rows("roles") if tables.nouns.get(row[0]) in ("m", "f")]
    assert not both


@each_language
def test_conditions_of_forms_are_defined(lang: str) -> None:
    tables = tables_of(lang)
    named = {
        condition.rstrip("!")
        for table in tables.agreeing.values()
        for forms in table.values()
        for variants in forms.cells.values()
        for _, condition in variants[1:]
    }
    assert named <= set(tables.conditions)


@pytest.mark.parametrize(
    ("lang", "masculine", "forms"),
    [
        ("es", "alemán", "alemana alemanes alemanas"),
        ("es", "inglés", "inglesa ingleses inglesas"),
        ("es", "hablador", "habladora habladores habladoras"),
        ("es", "mejor", "mejor mejores mejores"),
        ("es", "feliz", "feliz felices felices"),
        ("es", "español", "española españoles españolas"),
        ("pt", "alemão", "alemã alemães alemãs"),
        ("pt", "comilão", "comilona comilões comilonas"),
        ("pt", "europeu", "europeia europeus europeias"),
        ("pt", "português", "portuguesa portugueses portuguesas"),
        ("pt", "mau", "má maus más"),
        ("pt", "gentil", "gentil gentis gentis"),
        ("pt", "fácil", "fácil fáceis fáceis"),
        ("pt", "amável", "amável amáveis amáveis"),
        ("fr", "heureux", "heureuse heureux heureuses"),
        ("fr", "actif", "active actifs actives"),
        ("fr", "premier", "première premiers premières"),
        ("fr", "complet", "complète complets complètes"),
        ("fr", "public", "publique publics publiques"),
        ("fr", "fou", "folle fous folles"),
        ("fr", "conservateur", "conservatrice conservateurs conservatrices"),
        ("fr", "supérieur", "supérieure supérieurs supérieures"),
        ("fr", "loyal", "loyale loyaux loyales"),
        ("fr", "fatigué", "fatiguée fatigués fatiguées"),
        ("fr", "rapide", "rapide rapides rapides"),
        ("it", "stanco", "stanca stanchi stanche"),
        ("it", "simpatico", "simpatica simpatici simpatiche"),
        ("it", "francese", "francese francesi francesi"),
        ("it", "serio", "seria seri serie"),
        ("it", "fondatore", "fondatrice fondatori fondatrici"),
    ],
)
def test_inflection(lang: str, masculine: str, forms: str) -> None:
    found = tables_of(lang).endings.forms(masculine)
    keys = (("female", "sing"), ("male", "plur"), ("female", "plur"))
    assert " ".join(found.basic(*key) for key in keys) == forms


@pytest.mark.parametrize(
    ("lang", "masculine", "following", "short"),
    [("es", "bueno", "rey", "buen"), ("es", "primero", "rey", "primer"),
     ("fr", "beau", "homme", "bel"), ("fr", "vieux", "ami", "vieil"), ("fr", "beau", "roi", "beau"),
     ("it", "bello", "uomo", "bell'"), ("it", "bello", "re", "bel"),
     ("it", "bello", "zio", "bello")],
)  # fmt: skip
def test_a_form_may_depend_on_the_word_after_it(
    lang: str, masculine: str, following: str, short: str
) -> None:
    tables = tables_of(lang)
    forms = tables.endings.forms(masculine)
    assert forms.form(("male", "sing"), following, tables.conditions) == short


@pytest.mark.parametrize(
    ("word", "expected"),
    [("homme", True), ("héroïne", True), ("héros", False), ("actrice", True), ("reine", False),
     ("haute", False), ("heureuse", True), ("honteuse", False), ("onze", False), ("œuvre", True),
     ("écrivaine", True), ("Hollandaise", False), ("hôtesse", True)],
)  # fmt: skip
def test_french_elision(word: str, expected: bool) -> None:
    assert begins_with_vowel("fr", word) is expected


def test_a_cell_may_hold_conditions() -> None:
    assert read_cell("le|l':vowel") == (("le", ""), ("l'", "vowel"))


def test_the_longest_ending_wins_and_a_whole_word_before_all() -> None:
    columns = ["male sing", "female sing"]
    endings = Endings(columns, [("-o", "-a"), ("-co", "-cha"), ("poco", "pouca")])
    assert endings.forms("alto").basic("female", "sing") == "alta"
    assert endings.forms("seco").basic("female", "sing") == "secha"
    assert endings.forms("poco").basic("female", "sing") == "pouca"
    assert not endings.forms("veloz").varies


def test_the_hash_covers_tables_and_rules() -> None:
    assert tables_hash("es") != tables_hash("pt") != ""
    assert tables_hash("xx") == ""
    assert len({rules_hash(lang) for lang in ("es", "pt", "zh")}) == 3


def _constants(path: Path) -> Iterator[str]:
    """The strings of the code, its docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize("path", sorted(Path(engine.__file__).parent.glob("*.py")), ids=str)
def test_the_engine_holds_no_word_of_any_language(path: Path) -> None:
    ours = {*get_args(Kind), *get_args(Head), *CLASSES, "male", "female", "plur", "sing"}
    for lang in LANGUAGES:
        tables = tables_of(lang)
        ours |= {*tables.settings["words"], *tables.settings["nouns"], *tables.settings["verbs"]}
    for lang in LANGUAGES:
        closed = {word for word in tables_of(lang).classes if len(word) > 1}
        assert not (set(_constants(path)) - ours) & closed, lang
