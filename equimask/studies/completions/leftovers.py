"""Lemmas that still show a gender: what the lemmatiser left over, and words that name one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from equimask.gender.lexicon.records import languages_with_pairs
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Gender
from equimask.gender.swap import GenderLexicon
from equimask.gender.swap.engine.tables import tables_of
from equimask.studies.completions.treebank import WordList

GENDER_WORD = "gender word"
FEMININE_FORM = "feminine form"

# The regular participles of an infinitive, the longer ending first.
_PARTICIPLES = {
    "es": (("aer", "aído"), ("eer", "eído"), ("ar", "ado"), ("er", "ido"), ("ir", "ido")),
    "fr": (("er", "é"),),
    "pt": (("air", "aído"), ("uir", "uído"), ("ar", "ado"), ("er", "ido"), ("ir", "ido")),
}


@dataclass(frozen=True)
class Leftover:
    """A lemma with a gender; `masculine` is the form that a lemmatiser should have given."""

    gender: Gender
    kind: str
    masculine: str = ""


class GenderedLemmas:
    """Looks at lemmas of one language.

    A gender word is a sure sign in the gender lexicon ("women", "chica"). In Spanish, French and
    Portuguese a lemma is also a feminine form when its masculine is known, as an adjective or a
    noun or as the regular participle of a verb of the word list ("fundadora", "protegida"); a
    verb only by its participle, because "casa" may be the verb of that name as well.
    """

    def __init__(self, words: WordList) -> None:
        lang = words.lang
        self._lexicon = GenderLexicon.load(lang) if lang in languages_with_pairs() else None
        self._of_participles = _feminines(lang, _participles(words))
        self._of_all = self._of_participles | _feminines(lang, _nominals(words))

    def find(self, lemma: str, upos: str) -> Leftover | None:
        """The gender that the lemma shows, if any."""
        feminines = self._of_participles if upos == "VERB" else self._of_all
        if lemma in feminines:
            return Leftover("female", FEMININE_FORM, feminines[lemma])
        found = self._lexicon.find(lemma) if self._lexicon else []
        if len(found) == 1 and found[0].text == lemma:
            (word,) = found
            if reliable(word.pairs, word.gender):
                return Leftover(word.gender, GENDER_WORD)
        return None


def _nominals(words: WordList) -> Iterator[str]:
    return (lemma for upos in ("NOUN", "ADJ") for lemma in words.lemmas(upos))


def _participles(words: WordList) -> Iterator[str]:
    for infinitive in words.lemmas("VERB"):
        for ending, participle in _PARTICIPLES.get(words.lang, ()):
            if infinitive.endswith(ending):
                yield infinitive.removesuffix(ending) + participle
                break


def _feminines(lang: str, masculines: Iterator[str]) -> dict[str, str]:
    """Feminine form -> masculine, where the language's rules give two different ones."""
    if lang not in _PARTICIPLES:
        return {}
    endings = tables_of(lang).endings
    feminines: dict[str, str] = {}
    for masculine in masculines:
        forms = endings.forms(masculine)
        for number in ("sing", "plur"):
            female, male = forms.basic("female", number), forms.basic("male", number)
            if female and female not in (male, masculine):
                feminines[female] = masculine
    return feminines
