"""A German sentence as tokens that know whether they are nouns, verbs or small words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de import verbs as de_verbs
from equimask.gender.swap.languages.de.declension import is_determiner
from equimask.gender.swap.languages.de.tables import (
    CONTRACTIONS,
    ENDINGS,
    INDECLINABLE,
    PREPOSITION_CASES,
)
from equimask.gender.swap.languages.de.words import (
    ACCUSATIVE_PRONOUNS,
    ADVERBS,
    COORDINATORS,
    NOMINATIVE_PRONOUNS,
    OBLIQUE_PRONOUNS,
    RELATIVE_FORMS,
    SUBORDINATORS,
    UNMARKED_PRONOUNS,
    word_set,
)

OPENING_MARKS = frozenset(".!?:;…„“”\"»«›‹‚‘'(–—-")
ABBREVIATIONS = word_set("Dr Prof Hr Fr Mr Mrs Ms St Nr ca z B bzw usw Jr Sr d h u a")
QUOTES = frozenset('„“”"»«›‹')
_NOT_VERBS = word_set(
    """meine deine seine keine eine liebe lieber liebes bitte danke zufolge teilweise weise gleiche
    gewisse gewisser anstelle schade vierte sein ihre feste beste letzte erste rechte gute alte
    weite breite harte zarte echte bunte kalte rote tote satte glatte leichte schlechte nackte
    achten achte schlimmste älteste jüngste größte höchste nächste meiste halbe lange stelle
    ende gerade wegen gegen neben sieben eigen offen selten golden zufrieden trocken verlegen
    besten meisten ersten letzten seinen ihren meinen deinen keinen einen heißen ganzen mitten
    dazwischen inmitten zugunsten daneben außen innen hinten unten oben draußen morgen gestern
    seitens übrigens wenigstens höchstens meistens frühestens spätestens erstens zweitens
    insgesamt selbst sonst fast einst erst meist zuletzt zuerst jetzt nicht oft seit mit laut
    dicht samt statt dort sofort fort gut alt kalt rot tot recht echt leicht schlecht vielleicht
    weit breit bereit bunt satt nackt direkt perfekt korrekt exakt abrupt verrückt bekannt
    berühmt beliebt verwandt tun heiß land teil dank angst schuld leid"""
) - {"tun", "heiß"}
_FUNCTION_WORDS = (
    NOMINATIVE_PRONOUNS
    | ACCUSATIVE_PRONOUNS
    | OBLIQUE_PRONOUNS
    | UNMARKED_PRONOUNS
    | COORDINATORS
    | SUBORDINATORS
    | RELATIVE_FORMS
    | ADVERBS
    | CONTRACTIONS.keys()
    | PREPOSITION_CASES.keys()
    | {
        "manch",
        "solch",
        "welch",
        "ihr",
        "sich",
        "um",
        "zu",
        "ohne",
        "irgend",
        "herr",
        "sowohl",
        "zwei",
        "drei",
        "vier",
    }
    | word_set(
        "fünf sechs sieben acht neun zehn elf zwölf dreizehn zwanzig dreißig hundert tausend"
    )
)
# Written like an adverb or a verb, but an adjective before a noun.
_FOND_WORDS = word_set("liebe lieber liebes lieben böse müde leise")
_POLITE = re.compile(r"(Sie|Ihnen|Ihr(e|en|em|er|es)?)")


class Sentence:
    """The tokens of one sentence, each asked about by its index."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.lower = [token.text.lower() for token in tokens]

    def __len__(self) -> int:
        return len(self.tokens)

    def text(self, index: int) -> str:
        """The token as written, empty beyond the sentence."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def at(self, index: int) -> str:
        """The token in lower case, empty beyond the sentence."""
        return self.lower[index] if 0 <= index < len(self.tokens) else ""

    def is_mark(self, index: int) -> bool:
        """Whether the token is punctuation (or lies beyond the sentence)."""
        word = self.at(index)
        return not word or not (word[0].isalnum())

    def opens(self, index: int) -> bool:
        """Whether a capital letter here may be only that of a sentence's first word."""
        if index > 1 and self.text(index - 1) == "." and self.text(index - 2) in ABBREVIATIONS:
            return False
        return index == 0 or self.text(index - 1) in OPENING_MARKS

    def is_capital(self, index: int) -> bool:
        """Whether the token starts with a capital letter."""
        return 0 <= index < len(self.tokens) and self.text(index)[0].isupper()

    def is_polite(self, index: int) -> bool:
        """Whether the token is a pronoun of polite address, written with a capital."""
        return bool(_POLITE.fullmatch(self.text(index))) and not self.opens(index)

    def is_noun(self, index: int) -> bool:
        """Whether the token is a noun or a name, as far as its capital letter tells."""
        if not self.is_capital(index) or self.is_polite(index):
            return False
        if not self.opens(index):
            return not self.is_city_adjective(index)
        if self.is_name(index):
            return True
        word = self.at(index)
        small = word in _FUNCTION_WORDS or is_determiner(word) or de_verbs.is_finite(word)
        small = small or self.is_order(index)
        adverb = re.search(r"(lich|weise|ig|isch|bar|sam|end)$", word)
        adjective = word.endswith(ENDINGS) and (
            self.is_noun(index + 1) and not self.is_name(index + 1)
        )
        return not (small or adverb or adjective)

    def is_name(self, index: int) -> bool:
        """Whether the token is a listed first name, also in the genitive."""
        if not self.is_capital(index):
            return False
        names = load_names("de")
        text = self.text(index)
        return text in names or text.removesuffix("s") in names or text in _MORE_NAMES

    def is_city_adjective(self, index: int) -> bool:
        """Whether the token is an undeclined adjective like `Berliner` before a noun."""
        return (
            bool(re.fullmatch(r"[A-ZÄÖÜ]\w{3,}er", self.text(index)))
            and self.is_capital(index + 1)
            and self.text(index) in _CITY_ADJECTIVES
        )

    def is_verb(self, index: int) -> bool:
        """Whether the token is a known finite verb form."""
        word = self.at(index)
        if word == "meine" and "ich" in {self.at(index - 1), self.at(index + 1)}:
            return True
        if (
            word in _NOT_VERBS
            or word in ADVERBS
            or (self.is_capital(index) and not self.opens(index))
        ):
            return False
        return de_verbs.is_finite(word) or self.is_order(index)

    def is_order(self, index: int) -> bool:
        """Whether the token is an imperative at the start of its clause."""
        starts = self.opens(index) or self.at(index - 1) in {",", "bitte", "und"}
        return starts and de_verbs.is_imperative(self.at(index)) and not self.is_name(index)

    def may_be_verb(self, index: int) -> bool:
        """Whether an unknown word has the shape of a finite verb."""
        word = self.at(index)
        if self.is_mark(index) or self.is_capital(index) or word in _NOT_VERBS:
            return False
        if word in _FUNCTION_WORDS or is_determiner(word) or not word.isalpha():
            return False
        return word.endswith(("t", "te", "ten", "st", "en", "ern", "eln")) and len(word) > 3

    def is_adjective(self, index: int) -> bool:
        """Whether the token has the shape of an attributive adjective."""
        word = self.at(index)
        proper = self.is_capital(index) and not self.opens(index)
        if word in INDECLINABLE or (word in _FOND_WORDS and not proper):
            return True
        if not word[:1].isalnum() or (self.is_capital(index) and not self.opens(index)):
            return self.is_city_adjective(index) if word[:1].isalnum() else False
        if word in _FUNCTION_WORDS or (is_determiner(word) and not _may_be_adjective(word)):
            return False
        adverb = word.endswith(("maßen", "weise")) and word != "weise"
        return word.endswith(ENDINGS) and len(word) > 3 and not adverb


def _may_be_adjective(word: str) -> bool:
    """Determiners that decline like adjectives after another one: ein jeder, ein solcher."""
    return word.startswith(("viel", "wenig", "beid", "solch", "zahlreich", "einig"))


_MORE_NAMES = word_set(
    """Tom Maria Mary John Toms Marys Johns Marias Johnny Bob Jim Ken Alice Jane Anne Kate Lucy
    Bill Max Ben Nancy Layla Sami Emily Linda Susan George Jack Mike Fred Harry Betty Judy Ann
    Ali Johannes Markku Dan Meg Nick Kenji Yumi Taro Mike Steve Naomi Carol Helen"""
)
_CITY_ADJECTIVES = word_set(
    """Berliner Wiener Münchner Hamburger Kölner Frankfurter Pariser Londoner Zürcher Schweizer
    Dresdner Leipziger Römer Moskauer Bonner Stuttgarter Basler Berner New-Yorker Brüsseler
    Prager Mainzer Bremer Nürnberger Düsseldorfer Salzburger Grazer Tokioter Madrider"""
)
