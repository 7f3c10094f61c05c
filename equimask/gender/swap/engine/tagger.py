"""The part that each word of a sentence plays, from left to right."""

from __future__ import annotations

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.tokens import isolate
from equimask.gender.lexicon.types import SwapContext
from equimask.gender.swap.engine.tables import Content, Tables, every_first_name
from equimask.gender.swap.engine.words import NOMINAL, OPENING, VERBAL, Kind, Word, plain

_FAR = 80  # letters that an impersonal phrase takes at most
_GENDERS = {"m": "male", "f": "female"}
_BEFORE_VERB: frozenset[Kind] = frozenset({"clitic", "object", "negation", "pronoun", "speaker"})
_ENDING = frozenset(".!?:…;")
_QUOTES = "«»\"'“”„‘’¿¡([-–—"
# Classes of function words, those first that are told apart by nothing else.
_ORDER: tuple[tuple[str, Kind], ...] = (
    ("negation", "negation"), ("auxiliary", "auxiliary"), ("copula", "copula"),
    ("article", "article"), ("determiner", "fixed"), ("personal", "pronoun"),
    ("stressed", "pronoun"), ("object", "object"), ("pronoun", "speaker"),
    ("subordinator", "subordinator"), ("coordinator", "conjunction"),
    ("preposition", "preposition"), ("adverb", "adverb"), ("numeral", "numeral"),
)  # fmt: skip


def words_of(context: SwapContext, tables: Tables) -> list[Word]:
    """The words of the sentence with their parts; a gender word is one, however it is written."""
    tokens, found = context.tokens, (context.word, *context.others)
    for other in context.others:
        tokens, _, _ = isolate(tokens, other.start, other.end)
    words: list[Word] = []
    joined = tables.lists["joined"]
    by_start = {word.start: word for word in found}
    until = 0
    for token in tokens:
        if token.start < until:
            continue
        gender = by_start.get(token.start)
        text, end = token.text, token.end
        if gender is not None:
            text, end = gender.text, gender.end
        until = end
        low = plain(text)
        if "-" in low:
            stem, _, last = low.rpartition("-")
            low = stem if stem and last in joined else low  # "tornou-se" is its verb
        words.append(Word(len(words), text, low, token.start, end, gender))
    _Tagger(words, tables, context.sentence).tag()
    return words


class _Tagger:
    """Gives the words of a sentence their parts, from left to right."""

    def __init__(self, words: list[Word], tables: Tables, sentence: str) -> None:
        self.words, self.tables, self.lists = words, tables, tables.lists
        self.sentence = sentence
        self.shouted = 2 * sum(map(str.isupper, sentence)) > sum(map(str.isalpha, sentence))

    def tag(self) -> None:
        for word in self.words:
            word.kind = self._kind(word)

    def _kind(self, word: Word) -> Kind:
        if word.found is not None:
            if any(pair.pos != "pron" for pair in word.found.pairs):
                return "gender"
            if not self._is_nobody(word):
                return "pronoun"
            word.found = None
            return "object" if word.low in self.lists["datives"] else "speaker"
        if word.low in self.tables.agreeing["personal"] and self._is_nobody(word):
            return "speaker"
        first = word.low[0]
        if not first.isalnum():
            return "conjunction" if first == "&" else "mark"
        if first.isdigit():
            return "numeral"
        previous = self.at(word.index - 1)
        if previous and f"{previous.low}+{word.low}" in self.lists["adverb_pairs"]:
            return "adverb"
        classes = self.tables.classes.get(word.low, frozenset())
        if word.text[0].isupper() and not self.shouted and self._is_name(word, classes):
            return "name"
        if word.text[2:3] == "-" and word.text[3:4].isupper():
            return "name"  # "al-Assad"
        return (classes and self._closed(word, classes)) or self._open(word)

    def _is_nobody(self, word: Word) -> bool:
        """ "il faut" names nobody; "lui parle" may be any gender."""
        impersonal = self.tables.conditions.get("impersonal")
        ahead = self.sentence[word.start : word.start + _FAR]
        if impersonal is not None and impersonal.match(plain(ahead)):
            return True
        behind = self.tables.conditions.get("impersonal_behind")
        hangs = behind is not None and self.sentence[word.start - 1 : word.start] == "-"
        asked = plain(self.sentence[max(0, word.end - _FAR) : word.end]) if hangs else ""
        if behind is not None and behind.search(asked):
            return True
        after = self.at(word.index + 1)
        if word.low not in self.lists["datives"] or after is None or not after.low[0].isalnum():
            return False
        if self.before(word) == "preposition":
            return self.tables.content(after.low).verb == "nonfinite"
        classes = self.tables.classes.get(after.low, frozenset())
        return not classes & {"preposition", "coordinator"} and classes != {"adverb"}

    def at(self, index: int) -> Word | None:
        return self.words[index] if 0 <= index < len(self.words) else None

    def before(self, word: Word) -> Kind:
        """The part of the word before; a mark where there is none."""
        return self.words[word.index - 1].kind if word.index else "mark"

    def _is_name(self, word: Word, classes: frozenset[str]) -> bool:
        index = word.index
        while index and self.words[index - 1].text in _QUOTES:
            index -= 1
        opens = index == 0 or self.words[index - 1].text in _ENDING or index < word.index
        if not opens:
            dotted = self.sentence[word.start + 1 : word.end + 1] == "."  # "Dionisio A. Lind"
            return dotted or not classes & {"article", "preposition", "determiner", "clitic"}
        if word.text in load_names(self.tables.lang):
            return True
        if classes:
            return False
        content, after = self.tables.content(word.low), self.at(word.index + 1)
        known = word.low in self.tables.adjectives or content.is_noun
        if word.text in every_first_name() and not known:
            return True
        if content.is_participle and not known and after is not None and after.text[0].isupper():
            return True  # "René Mayer", not reborn
        if content.adjective or content.is_noun or word.low in self.tables.verbs or after is None:
            return False
        if self.tables.is_adverb(word.low):
            return False
        follows = self.tables.classes.get(after.low, frozenset())
        finite = not follows and self.tables.content(after.low).verb == "finite"
        named = after.text[0].isupper() and not self.shouted
        begins = follows & {"copula", "auxiliary", "object", "negation", "coordinator"}
        if content.verb == "nonfinite":
            begins |= follows & {"clitic"}  # "Hedgewar lo convenció"
        return finite or named or bool(begins) or after.text == "," or not content.verb

    def _closed(self, word: Word, classes: frozenset[str]) -> Kind | None:
        low, before = word.low, self.before(word)
        if classes & {"clitic", "dative"} and self._is_clitic(word):
            return "clitic"
        if low in self.lists["neuter"] and "article" not in classes:
            if self._described_by(word.index + 1):
                return "fixed"  # "lo bueno"
            after = self.at(word.index + 1)
            if after is not None and after.low in self.tables.classes:
                return "speaker"  # "lo que", "por lo tanto"
        if self._is_a_little(word):
            return "adverb"
        if "article" in classes:
            previous = self.at(word.index - 1)
            promoted = previous is not None and previous.low.startswith(
                tuple(self.lists["becoming_stems"])
            )
            if "preposition" in classes and (promoted or not self._determines(word)):
                return "preposition"  # "promovida a música"
            stated = before == "copula" and self._described_by(word.index + 1)
            if "adverb" in classes and stated:
                return "adverb"  # "era demasiado joven"
            if classes & {"adverb", "pronoun"} and not self._quantifies(word):
                return "adverb" if "adverb" in classes else "speaker"
            if low in self.lists["comparatives"] and self._is_that(word.index + 1):
                return "adverb"
            if (
                before == "gender"
                and low in self.tables.adjectives
                and not self._nominal(word.index + 1)
            ):
                return "adjective"
            return "article"
        content = self.tables.content(low)
        stated = "copula" in classes and content.is_participle and content.is_noun
        if stated and before == "preposition":
            return None  # "jefe de estado"
        if {"adverb", "subordinator"} <= classes and self._described_by(word.index + 1):
            return "adverb"  # "si belle"
        if low in self.lists["relatives"]:
            if before in NOMINAL or before in ("adjective", "article", "preposition"):
                return "relative"
            comma = self.at(word.index - 1)
            return "relative" if comma is not None and comma.text == "," else "subordinator"
        if "preposition" in classes and before in OPENING and low in self.tables.adjectives:
            return None  # "o segundo presidente"
        if (
            "preposition" in classes
            and before in ("copula", "article", "gender", "noun")
            and (before != "noun" or not self._follows(word))
            and (low in self.tables.adjectives and not self._nominal(word.index + 1))
        ):
            return "adjective"
        if (
            before in OPENING
            and not classes & {"auxiliary", "preposition"}
            and ("copula" not in classes or self.tables.nouns.get(low))
            and (self.tables.nouns.get(low) or low in self.tables.adjectives)
        ):
            return None
        stated = "adverb" in classes and low in self.tables.adjectives
        if (
            stated
            and self._last_but_adverbs(word) == "copula"
            and (not self._described(word.index + 1))
        ):
            return "adjective"
        return next((kind for name, kind in _ORDER if name in classes), None)

    def _follows(self, word: Word) -> bool:
        return word.index + 1 < len(self.words) and self.words[word.index + 1].low[0].isalnum()

    def _is_a_little(self, word: Word) -> bool:
        """ "un poco cansada": an adverb of two words."""
        little, before = self.lists["little"], self.at(word.index - 1)
        if word.low not in little and word.low not in self.lists["one"]:
            return False
        start = word.index - 1 if word.low in little and before is not None else word.index
        pair = self.words[start : start + 2]
        if len(pair) < 2 or pair[1].low not in little or pair[0].low not in self.lists["one"]:
            return False
        return self._described_by(start + 2) or not self._nominal(start + 2)

    def _is_that(self, index: int) -> bool:
        word = self.at(index)
        return word is not None and word.low in self.lists["relatives"]

    def _quantifies(self, word: Word) -> bool:
        """ "mucho tiempo" against "mucho mejor" and "quiero mucho a mi madre"."""
        after = self.at(word.index + 1)
        if after is None or not self._nominal(after.index):
            return False
        classes = self.tables.classes.get(after.low, frozenset())
        return word.low in self.lists["predeterminers"] or not classes & {"article", "determiner"}

    def _described_by(self, index: int) -> bool:
        word = self.at(index)
        return (
            word is not None
            and word.low not in self.tables.classes
            and (self.tables.content(word.low).adjective is not None)
        )

    def _described(self, index: int) -> bool:
        word = self.at(index)
        return word is not None and bool(
            self.tables.content(word.low).adjective or word.low in self.tables.classes
        )

    def _is_clitic(self, word: Word) -> bool:
        """ "la vi" is a pronoun, "la reina" an article."""
        after, before = self.at(word.index + 1), self.before(word)
        if after is None or (after.found is not None and self._nominal(after.index)):
            return False
        classes = self.tables.classes.get(after.low, frozenset())
        if classes & {"auxiliary", "copula"}:
            return after.low not in self.lists["nonfinite_copulas"] and before != "preposition"
        if classes & {"object"}:
            return before in _BEFORE_VERB
        if classes:
            return False
        content = self.tables.content(after.low)
        if content.verb == "nonfinite":
            gerund = after.low.endswith(tuple(self.lists["before_gerunds"]))
            return (gerund or bool(self.lists["before_infinitives"])) and not content.adjective
        if content.verb != "finite" or before in VERBAL or before in ("infinitive", "participle"):
            return False
        if content.is_noun or content.adjective is not None:
            return before in _BEFORE_VERB or (
                before in ("subordinator", "relative") and after.low in self.tables.verbs
            )
        return before != "preposition"

    def _determines(self, word: Word) -> bool:
        """Whether the article's features fit the noun that follows."""
        after = self.at(word.index + 1)
        if after is not None and after.low in self.lists["agreeing_relatives"]:
            return True
        if after is None or not self._nominal(after.index):
            return False
        readings = self.tables.agreeing["article"][word.low].readings(word.low)
        if after.found is not None:
            return any((after.found.gender, p.number) in readings for p in after.found.pairs)
        content = self.tables.content(after.low)
        forms = content.adjective or content.role
        if forms is None and after.low in self.tables.agreeing["article"]:
            forms = self.tables.agreeing["article"][after.low]
        if forms is not None:
            return bool(forms.readings(after.low) & readings)
        gender = content.gender or self.tables.guessed_gender(after.low)
        plural = content.number == "plur" or after.low.endswith("s")
        fits = {(_GENDERS.get(gender, g), "plur" if plural else "sing") for g in _GENDERS.values()}
        return bool(fits & readings)

    def _nominal(self, index: int, depth: int = 3) -> bool:
        """Whether a noun may begin there, with what stands before it."""
        word = self.at(index)
        if word is None or not word.low[0].isalnum() or not depth:
            return False
        if word.found is not None:
            return any(pair.pos != "pron" for pair in word.found.pairs)
        if word.low[0].isdigit():
            return True
        if word.text[0].isupper() and not self.shouted:
            return True
        classes = self.tables.classes.get(word.low)
        that = word.low in self.lists["comparatives"] and self._is_that(index + 1)
        if that or word.low in self.lists["contracted"]:
            return False  # "tout ce que"
        if classes:
            return bool(classes & {"article", "determiner", "numeral"}) or bool(
                word.low in self.tables.adjectives and self._nominal(index + 1, depth - 1)
            )
        content = self.tables.content(word.low)
        if content.is_noun:
            return True
        if content.adjective is not None:
            return self._nominal(index + 1, depth - 1)
        return not content.verb and not self.tables.is_adverb(word.low)

    def _open(self, word: Word) -> Kind:
        content = self.tables.content(word.low)
        if len(word.low) < len(word.text) or self._asks(word):
            return "verb"  # "tornou-se", "préfères-tu", "écrit-il"
        if self.tables.object_verb(word.low) is not None:
            return "infinitive" if content.verb == "nonfinite" else "verb"
        last = self._last_but_adverbs(word)
        before = self.before(word)
        previous = self.at(word.index - 1)
        if before in OPENING or (previous is not None and previous.opens):
            return self._inside(word, content, before)
        if (
            before in _BEFORE_VERB
            and content.verb
            and not (before == "pronoun" and content.is_noun)
        ):
            return _verb(content)
        if last == "auxiliary" and content.adjective is None and self.tables.is_adverb(word.low):
            return "adverb"
        if last == "auxiliary":
            if content.verb == "nonfinite" and content.adjective is None:
                return "infinitive"
            described = content.adjective is not None or content.is_participle
            return "participle" if described or not content.is_noun else "noun"
        if content.is_noun and content.adjective is None:
            bare = before in ("gender", "name", "pronoun", "relative", "subordinator")
            return "verb" if bare and word.low in self.tables.verbs else "noun"
        if word.low in self.lists["sometimes_adverbs"] and not self._states(word, before):
            return "adverb"
        if content.adjective is not None:
            return self._adjective(word, content, before, last)
        if content.verb:
            return _verb(content)
        if self.tables.is_adverb(word.low):
            return "adverb"
        as_what = previous is not None and previous.low in self.lists["as"]
        said = before == "relative" or (before == "subordinator" and not as_what)
        return "verb" if said else "unknown"

    def _asks(self, word: Word) -> bool:
        """Whether a subject pronoun hangs on the word."""
        if self.sentence[word.end : word.end + 1] != "-":
            return False
        after = self.at(word.index + 1)
        while after is not None and (after.text == "-" or after.low in self.lists["liaison"]):
            after = self.at(after.index + 1)
        return after is not None and after.low in self.tables.agreeing["personal"]

    def _inside(self, word: Word, content: Content, before: Kind) -> Kind:
        """A word after a determiner, before the noun or the noun itself."""
        after = self.at(word.index + 1)
        if (
            content.role is not None
            and after is not None
            and (self.tables.content(after.low).is_participle)
        ):
            return "noun"
        if content.adjective is not None and self._nominal(word.index + 1):
            word.opens = True
            return "adjective"
        if content.is_noun:
            return "noun"
        if content.adjective is not None:
            return "adjective"
        previous = self.words[word.index - 1]
        alone = self.lists["others"] | self.lists["predeterminers"]
        if content.verb and (before == "numeral" or previous.low in alone):
            return _verb(content)
        return "adverb" if self.tables.is_adverb(word.low) else "noun"

    def _adjective(self, word: Word, content: Content, before: Kind, last: Kind) -> Kind:
        after = self.at(word.index + 1)
        previous = self.at(word.index - 1)
        if content.is_noun and previous is not None and previous.low in self.lists["as"]:
            return "noun"  # "comenzó como mecánico"
        spoken = before != "speaker" and word.low.endswith(tuple(self.lists["first_person"]))
        if content.verb == "finite" and not (content.is_participle or last == "copula" or spoken):
            starts = after is not None and bool(
                self.tables.classes.get(after.low, frozenset())
                & {"article", "determiner", "object", "clitic", "adverb", "preposition"}
            )
            opens = NOMINAL | {"adjective", "relative", "subordinator", "adverb", "mark"}
            if before in opens and starts and word.low not in self.lists["personal"]:
                return "verb"
            word.doubtful = True
        if before not in NOMINAL and self._nominal(word.index + 1):
            later = self.at(word.index + 1)
            stated = content.is_participle or word.low in self.lists["personal"]
            if last == "copula" and later is not None and not stated:
                stated = word.low in self.lists["becoming"] or later.text[0].isupper()
            word.opens = (
                not stated and later is not None and (not self.tables.classes.get(later.low))
            )
        stays = content.is_noun and word.low not in self.lists["personal"]
        if stays and before in ("verb", "participle", "infinitive") and last != "copula":
            return "noun"  # "faire partie"
        if before == "preposition" and not word.opens:
            return "noun" if content.is_noun else "adverb"  # "de nuevo", "en inglés"
        return "adjective"

    def _states(self, word: Word, before: Kind) -> bool:
        """ "vive solo" against "solo vive"."""
        if word.low in self.lists["self_words"] and before in NOMINAL:
            return True  # "ela mesma"
        after = self.at(word.index + 1)
        closes = (
            after is None
            or not after.low[0].isalnum()
            or bool(
                after.low in self.lists["contracted"]
                or self.tables.classes.get(after.low, frozenset()) & {"preposition", "coordinator"}
            )
        )
        return closes and before in (*VERBAL, *NOMINAL, "adverb", "participle")

    def _last_but_adverbs(self, word: Word) -> Kind:
        index = word.index - 1
        while index >= 0 and (
            self.words[index].kind in ("adverb", "negation", "object", "clitic")
            or "-" in (self.words[index].text, self.words[max(0, index - 1)].text)
        ):
            index -= 1  # "a-t-il bien dit"
        return self.words[index].kind if index >= 0 else "mark"


def _verb(content: Content) -> Kind:
    return "infinitive" if content.verb == "nonfinite" else "verb"
