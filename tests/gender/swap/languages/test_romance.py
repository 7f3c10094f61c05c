"""Spanish, Portuguese and French agreement: inflection tables, contractions, elision, edits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.tokens import isolate, tokenize
from equimask.gender.lexicon.types import (
    Choice,
    Gender,
    GenderWord,
    ParsedToken,
    Refusal,
    SwapContext,
)
from equimask.gender.swap.languages.es import inflection as es_inflection
from equimask.gender.swap.languages.es import rule as es
from equimask.gender.swap.languages.fr import inflection as fr_inflection
from equimask.gender.swap.languages.fr import rule as fr
from equimask.gender.swap.languages.fr.elision import elides
from equimask.gender.swap.languages.pt import inflection as pt_inflection
from equimask.gender.swap.languages.pt import rule as pt
from equimask.gender.swap.languages.romance.analysis import fit_case
from equimask.gender.swap.languages.romance.data import column, mapping, rows
from equimask.gender.swap.languages.romance.words import Grammar, Paradigm

PARADIGMS: dict[str, Callable[[str], Paradigm]] = {
    "es": es_inflection.paradigm,
    "pt": pt_inflection.paradigm,
    "fr": fr_inflection.paradigm,
}
GRAMMARS: dict[str, Grammar] = {"es": es.GRAMMAR, "pt": pt.GRAMMAR, "fr": fr.GRAMMAR}
AGREE = {"es": es.agree, "pt": pt.agree, "fr": fr.agree}
each_language = pytest.mark.parametrize("lang", ["es", "pt", "fr"])


def context_of(
    lang: str, sentence: str, noun: str, parse: tuple[ParsedToken, ...] | None = None
) -> SwapContext:
    """The context that the lexicon would build for the noun, found as a substring."""
    start = sentence.index(noun)
    end = start + len(noun)
    pairs = tuple(p for p in load_pairs(lang) if noun.lower() in (p.male, p.female))
    gender: Gender = "male" if noun.lower() == pairs[0].male else "female"
    tokens, first, last = isolate(tokenize(sentence, lang), start, end)
    target: Gender = "female" if gender == "male" else "male"
    word = GenderWord(noun, start, end, gender, pairs)
    return SwapContext(sentence, tokens, word, first, last, target, parse)


def edited(lang: str, sentence: str, noun: str) -> str:
    """The sentence with its agreement edits, the noun itself left as it was."""
    choice = AGREE[lang](context_of(lang, sentence, noun))
    assert isinstance(choice, Choice), choice
    for edit in sorted(choice.edits, key=lambda e: -e.start):
        assert sentence[edit.start : edit.end] == edit.old
        sentence = sentence[: edit.start] + edit.new + sentence[edit.end :]
    return sentence


@each_language
def test_every_listed_adjective_goes_to_the_feminine_and_back(lang: str) -> None:
    grammar = GRAMMARS[lang]
    for masculine in column(lang, "adjectives"):
        forms = PARADIGMS[lang](masculine)
        assert forms.masculine == masculine
        for number in ("sing", "plur"):
            male, female = forms.form("male", number), forms.form("female", number)
            if not female or not forms.varies:
                continue
            back = grammar.adjectives[female]
            assert back.form("male", number) == male, (masculine, female)
            assert ("female", number) in back.readings(female)
            assert grammar.adjectives[male].form("female", number) == female


@each_language
def test_every_determiner_goes_to_the_feminine_and_back(lang: str) -> None:
    for form, forms in GRAMMARS[lang].determiners.items():
        for gender, number in forms.readings(form):
            other: Gender = "female" if gender == "male" else "male"
            there = forms.form(other, number)
            if " " in there or not there:
                continue
            back = GRAMMARS[lang].determiners[there].form(gender, number)
            assert back in (form, forms.masculine)


@pytest.mark.parametrize(
    ("lang", "masculine", "forms"),
    [
        ("es", "alemán", "alemana alemanes alemanas"),
        ("es", "inglés", "inglesa ingleses inglesas"),
        ("es", "hablador", "habladora habladores habladoras"),
        ("es", "burlón", "burlona burlones burlonas"),
        ("es", "mejor", "mejor mejores mejores"),
        ("es", "feliz", "feliz felices felices"),
        ("es", "español", "española españoles españolas"),
        ("pt", "alemão", "alemã alemães alemãs"),
        ("pt", "comilão", "comilona comilões comilonas"),
        ("pt", "europeu", "europeia europeus europeias"),
        ("pt", "português", "portuguesa portugueses portuguesas"),
        ("pt", "bom", "boa bons boas"),
        ("pt", "mau", "má maus más"),
        ("pt", "gentil", "gentil gentis gentis"),
        ("pt", "fácil", "fácil fáceis fáceis"),
        ("pt", "amável", "amável amáveis amáveis"),
        ("fr", "heureux", "heureuse heureux heureuses"),
        ("fr", "actif", "active actifs actives"),
        ("fr", "premier", "première premiers premières"),
        ("fr", "cruel", "cruelle cruels cruelles"),
        ("fr", "italien", "italienne italiens italiennes"),
        ("fr", "bon", "bonne bons bonnes"),
        ("fr", "complet", "complète complets complètes"),
        ("fr", "muet", "muette muets muettes"),
        ("fr", "blanc", "blanche blancs blanches"),
        ("fr", "long", "longue longs longues"),
        ("fr", "public", "publique publics publiques"),
        ("fr", "grec", "grecque grecs grecques"),
        ("fr", "sec", "sèche secs sèches"),
        ("fr", "favori", "favorite favoris favorites"),
        ("fr", "gentil", "gentille gentils gentilles"),
        ("fr", "fou", "folle fous folles"),
        ("fr", "doux", "douce doux douces"),
        ("fr", "faux", "fausse faux fausses"),
        ("fr", "vieux", "vieille vieux vieilles"),
        ("fr", "conservateur", "conservatrice conservateurs conservatrices"),
        ("fr", "moqueur", "moqueuse moqueurs moqueuses"),
        ("fr", "supérieur", "supérieure supérieurs supérieures"),
        ("fr", "loyal", "loyale loyaux loyales"),
        ("fr", "fatigué", "fatiguée fatigués fatiguées"),
        ("fr", "rapide", "rapide rapides rapides"),
    ],
)
def test_inflection(lang: str, masculine: str, forms: str) -> None:
    _, feminine, masculine_plural, feminine_plural, _ = PARADIGMS[lang](masculine)
    assert f"{feminine} {masculine_plural} {feminine_plural}" == forms


@pytest.mark.parametrize(
    ("lang", "masculine", "short"),
    [("es", "bueno", "buen"), ("es", "primero", "primer"), ("fr", "beau", "bel"),
     ("fr", "nouveau", "nouvel"), ("fr", "vieux", "vieil")],
)  # fmt: skip
def test_short_masculine(lang: str, masculine: str, short: str) -> None:
    forms = PARADIGMS[lang](masculine)
    assert forms.form("male", "sing", short=True) == short
    assert forms.form("female", "sing", short=True) == forms.feminine
    assert ("male", "sing") in forms.readings(short)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("homme", True), ("héroïne", True), ("héros", False), ("actrice", True), ("reine", False),
     ("haute", False), ("heureuse", True), ("honteuse", False), ("onze", False), ("œuvre", True),
     ("écrivaine", True), ("Hollandaise", False), ("hôtesse", True)],
)  # fmt: skip
def test_elision(word: str, expected: bool) -> None:
    assert elides(word) is expected


@pytest.mark.parametrize(
    ("lang", "male", "female"),
    [
        ("es", "Vi al rey.", "Vi a la reina."),
        ("es", "La voz del rey.", "La voz de la reina."),
        ("pt", "Dei ao rei.", "Dei à rainha."),
        ("pt", "A voz do rei.", "A voz da rainha."),
        ("pt", "Penso no rei.", "Penso na rainha."),
        ("pt", "Passei pelo rei.", "Passei pela rainha."),
        ("pt", "Penso num rei.", "Penso numa rainha."),
        ("pt", "Penso naquele rei.", "Penso naquela rainha."),
        ("pt", "Falei àquele rei.", "Falei àquela rainha."),
        ("fr", "La voix du roi.", "La voix de la reine."),
        ("fr", "Je parle au roi.", "Je parle à la reine."),
        ("fr", "Je parle à l'homme.", "Je parle à la femme."),
        ("fr", "La voix de l'homme.", "La voix de la femme."),
    ],
)
def test_contractions_there_and_back(lang: str, male: str, female: str) -> None:
    male_noun, female_noun = re.findall(r"\w+", male)[-1], re.findall(r"\w+", female)[-1]
    there = edited(lang, male, male_noun).replace(male_noun, female_noun)
    back = edited(lang, female, female_noun).replace(female_noun, male_noun)
    assert (there, back) == (female, male)


def test_a_tonic_a_keeps_the_masculine_article() -> None:
    assert edited("es", "El amo llegó.", "amo") == "El amo llegó."


def test_a_disputed_article_is_refused() -> None:
    assert isinstance(es.agree(context_of("es", "El árbitro llegó.", "árbitro")), Refusal)


@pytest.mark.parametrize(
    ("new", "old", "shouted", "expected"),
    [("la", "El", False, "La"), ("la ", "L'", False, "La "), ("la", "EL", False, "LA"),
     ("a", "O", True, "A"), ("la ", "L'", True, "LA "), ("la", "el", False, "la")],
)  # fmt: skip
def test_casing(new: str, old: str, shouted: bool, expected: str) -> None:
    assert fit_case(new, old, shouted=shouted) == expected


def test_a_parse_settles_what_the_rules_leave_open() -> None:
    sentence = "La noticia puso nerviosa a la reina."
    assert isinstance(es.agree(context_of("es", sentence, "reina")), Refusal)
    names = ["La", "noticia", "puso", "nerviosa", "a", "la", "reina", "."]
    heads = [1, 2, -1, 6, 6, 6, 2, 2]
    relations = ["det", "nsubj", "root", "amod", "case", "det", "obj", "punct"]
    tags = ["DET", "NOUN", "VERB", "ADJ", "ADP", "DET", "NOUN", "PUNCT"]
    tokens = tokenize(sentence, "es")
    parse = tuple(
        ParsedToken(t.text, t.start, t.end, t.text, upos, {}, head, relation)
        for t, upos, head, relation in zip(tokens, tags, heads, relations, strict=True)
    )
    assert [t.text for t in tokens] == names
    choice = es.agree(context_of("es", sentence, "reina", parse))
    assert isinstance(choice, Choice)
    assert [(e.old, e.new) for e in choice.edits] == [("nerviosa", "nervioso"), ("a la", "al")]


@each_language
def test_word_lists_are_sorted_and_unique(lang: str) -> None:
    for name in ("adjectives", "nouns", "verbs", "finite_verbs", "copulas", "function_words"):
        listed = rows(lang, name)
        assert len(listed) == len(set(listed)), name
        assert list(listed) == sorted(listed), name
    assert set(mapping(lang, "nouns").values()) <= {"m", "f", "c", "i"}


@each_language
def test_referring_pronouns_are_lower_case(lang: str) -> None:
    module = {"es": es, "pt": pt, "fr": fr}[lang]
    assert module.REFERRING
    assert all(form == form.lower() and form for form in module.REFERRING)


@each_language
def test_cases_cover_swaps_and_refusals(lang: str) -> None:
    path = Path(__file__).parent / "cases" / f"{lang}.tsv"
    _, *lines = path.read_text(encoding="utf-8").splitlines()
    refused = [line for line in lines if not line.split("\t")[1]]
    assert len(lines) - len(refused) >= 70
    assert len(refused) >= 10
