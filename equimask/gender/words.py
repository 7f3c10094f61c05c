"""Which words of a sentence are male or female: word lists and first names, by whole words."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from equimask.core.languages import get_language
from equimask.gender.lexicon.records import packaged_list, parse_names, parse_pairs, read_word_list
from equimask.gender.lexicon.reliability import is_doubtful

__all__ = ["GenderWords", "Token", "fold", "read_word_list"]

# What may follow a listed word inside one written word, where the language glues things on.
_ENDINGS = {
    "de": re.compile(r"e?s"),
    "fi": re.compile(r"\w{1,5}"),
    "hi": re.compile(r"(ों|ओं|ें|े|ो|ियों|ियां|ियाँ)"),
    "id": re.compile(r"(nya|ku|mu|lah|kah|pun|nyalah)"),
    "ko": re.compile(
        r"(이|가|은|는|을|를|의|에|에게|에게서|와|과|로|으로|도|만|들|께|께서|한테|보다|처럼|라는|이라는"
        r"|라고|이라고|이나|나|야|아|랑|까지|부터|였|이었|이다|다|입니다|인|임|며|이며|지만|이지만|답|같)+\w{0,3}"
    ),
    "ru": re.compile(r"(а|я|у|ю|е|и|ы|ой|ей|ом|ем|ём|ою|ею|ам|ям|ами|ями|ах|ях|ов|ев|ин|ина|ину)"),
    "tl": re.compile(r"(ng|g|t|y)"),
}
# The last letter that goes when the ending comes (Анна, Анну) in a listed word.
_DROPPED_FINALS = {"ru": "аяьй", "fi": ""}
_ARABIC_PROCLITICS = re.compile(r"^[وف]?(?:[بكل]?ال|لل|[بلكس])?")
_ARABIC_ENCLITICS = re.compile(r"(?:ه|ها|هم|هن|ي|نا|ك|كم)$")
_ARABIC_MARKS = re.compile(r"[\u064b-\u0652\u0670\u0640]")
# Words that a list of pairs cannot hold, since their counterpart is taken by another word.
_UNPAIRED = {
    "ar": (("مرأة", "female"), ("نسوة", "female")),
    "fi": (("tytär", "female"), ("tyttäre", "female")),
    "fr": (("fils", "male"), ("gars", "male"), ("époux", "male")),
    "ja": (("僕", "male"), ("俺", "male")),
    "th": (("ครับ", "male"), ("ค่ะ", "female"), ("คะ", "female"), ("ฉัน", "female")),
}
_SPELLINGS = str.maketrans({"œ": "oe", "æ": "ae", "ё": "е", "ँ": "ं"})
_SHORTEST_STEM = {"de": 3, "fi": 3, "ru": 3, "hi": 2, "ko": 1, "id": 3, "tl": 3}


@dataclass(frozen=True)
class Token:
    """A word (a character in a script without spaces), or a listed expression of several."""

    text: str
    start: int
    end: int
    gender: str = ""
    certain: bool = True
    kind: str = ""


@dataclass(frozen=True)
class _Entry:
    gender: str
    certain: bool
    kind: str


class GenderWords:
    """The gender words and first names of one language, matched in lower case."""

    def __init__(
        self,
        language: str,
        words: Iterable[tuple[str, str, bool, str]],
        names: Iterable[tuple[str, str]] = (),
    ) -> None:
        """`words`: (word, gender, certain, kind); `names`: (name, gender)."""
        self.language = get_language(language)
        self._entries: dict[tuple[str, ...], _Entry] = {}
        self._stems: dict[str, _Entry] = {}
        for word, gender, certain, kind in words:
            self._add(word, _Entry(gender, certain, kind))
        for name, gender in names:
            self._add(name, _Entry(gender, certain=True, kind="name"))
        self._longest = max(map(len, self._entries), default=1)

    @classmethod
    def parse(cls, language: str, lexicon: str, names: str = "") -> GenderWords:
        """From the text of a lexicon TSV and a first-names TSV."""
        words = [(word, gender, False, "noun") for word, gender in _UNPAIRED.get(language, ())]
        for pair in parse_pairs(language, lexicon):
            kind = "oblique" if _is_oblique(pair.pos, pair.case) else "noun"
            words.append((pair.male, "male", not is_doubtful(pair, "male"), kind))
            words.append((pair.female, "female", not is_doubtful(pair, "female"), kind))
        return cls(language, words, parse_names(names).items())

    @classmethod
    @functools.lru_cache(maxsize=32)
    def load(cls, language: str) -> GenderWords:
        """From the lists that ship with the package; a language without lists has no words."""
        lexicon, names = (
            packaged_list(folder, language) for folder in ("gender_lexicon", "first_names")
        )
        return cls.parse(language, lexicon, names)

    def tokens(self, sentence: str) -> list[Token]:
        """The sentence cut into words, the longest listed expression first, with offsets."""
        pieces = list(_pieces(sentence, self.language.spaced))
        folded = [fold(piece) for piece, _ in pieces]
        found = []
        at = 0
        while at < len(pieces):
            size, entry = self._match(folded, at, capital=pieces[at][0][:1])
            start = pieces[at][1]
            last, last_start = pieces[at + size - 1]
            end = last_start + len(last)
            text = sentence[start:end]
            if entry is None:
                found.append(Token(text, start, end))
            else:
                found.append(Token(text, start, end, entry.gender, entry.certain, entry.kind))
            at += size
        return found

    def _add(self, word: str, entry: _Entry) -> None:
        key = tuple(fold(piece) for piece, _ in _pieces(word.strip(), self.language.spaced))
        if not key:
            return
        self._entries[key] = _merge(self._entries.get(key), entry)
        if len(key) == 1:
            for stem in self._stems_of(key[0]):
                self._stems[stem] = _merge(self._stems.get(stem), entry)

    def _stems_of(self, word: str) -> set[str]:
        code = self.language.code
        stems = {word}
        if word[-1] in _DROPPED_FINALS.get(code, ""):
            stems.add(word[:-1])
        if code == "fi":  # consonant gradation (Mikko, Mikon) and -nen (nainen, naisen)
            stems.add(re.sub(r"([kpt])\1(\w)$", r"\1\2", word))
            stems.add(re.sub(r"nen$", "s", word))
        return {stem for stem in stems if len(stem) >= _SHORTEST_STEM.get(code, 99)}

    def _match(self, folded: Sequence[str], at: int, capital: str) -> tuple[int, _Entry | None]:
        for size in range(min(self._longest, len(folded) - at), 0, -1):
            entry = self._entries.get(tuple(folded[at : at + size]))
            if entry and not (entry.kind == "name" and capital.islower()):
                return size, entry
        entry = self._inflected(folded[at])
        return 1, None if entry and entry.kind == "name" and capital.islower() else entry

    def _inflected(self, word: str) -> _Entry | None:
        if self.language.code == "ar":
            return self._arabic(word)
        endings = _ENDINGS.get(self.language.code)
        if endings is None:
            return None
        for cut in range(len(word) - 1, 0, -1):
            entry = self._stems.get(word[:cut])
            if entry and endings.fullmatch(word, cut):
                return entry
        return None

    def _arabic(self, word: str) -> _Entry | None:
        prefix = _ARABIC_PROCLITICS.match(word)
        cuts = {0, prefix.end() if prefix else 0, *range(1, min(4, len(word) - 2))}
        allowed = [cut for cut in sorted(cuts) if _ARABIC_PROCLITICS.fullmatch(word[:cut])]
        for cut in allowed:
            bare = word[cut:]
            for form in (bare, _ARABIC_ENCLITICS.sub("", bare)):
                for spelling in (form, re.sub("ت$", "ة", form), re.sub("ا$", "", form)):
                    if (spelling,) in self._entries:
                        return self._entries[spelling,]
        return None


def _merge(old: _Entry | None, new: _Entry) -> _Entry:
    """A word listed under both genders has none; a sure listing outweighs an unsure one."""
    if old is None or old == new:
        return new
    if old.gender != new.gender:
        if old.certain != new.certain:
            return old if old.certain else new
        return _Entry("", certain=False, kind=old.kind)
    kind = new.kind if old.kind == "name" else old.kind
    return _Entry(new.gender, old.certain or new.certain, kind)


def _pieces(text: str, spaced: bool) -> Iterator[tuple[str, int]]:
    """Words with their offsets, or single characters where the script has no spaces."""
    start = None
    for at, character in enumerate(text):
        inside = unicodedata.category(character)[0] in "LMN" or character in "\u200c\u200d"
        if inside and not spaced:
            yield character, at
        elif inside and start is None:
            start = at
        elif not inside and start is not None:
            yield text[start:at], start
            start = None
    if start is not None:
        yield text[start:], start


def fold(text: str) -> str:
    """Lower case, NFC, one spelling where a script allows two (ё and е, ँ and ं, œ and oe)."""
    plain = _ARABIC_MARKS.sub("", unicodedata.normalize("NFC", text.lower()))
    return plain.translate(_SPELLINGS)


def _is_oblique(pos: str, case: str) -> bool:
    """Possessives and object pronouns, which often speak of somebody else."""
    return pos == "det" or (pos in ("pron", "pos") and not case.startswith(("nom", "-")))
