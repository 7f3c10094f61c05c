"""The part that each word of a sentence plays, from left to right."""

from __future__ import annotations

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.tokens import isolate
from equimask.gender.lexicon.types import SwapContext
from equimask.gender.swap.engine.tables import Content, Tables, every_first_name
from equimask.gender.swap.engine.words import NOMINAL, OPENING, VERBAL, Kind, Word, Words, plain

_FAR = 80  # letters that an impersonal phrase takes at most
_BEFORE_VERB: frozenset[Kind] = frozenset({"clitic", "object", "negation", "pronoun", "speaker"})
_SMALL: frozenset[Kind] = frozenset({"adverb", "negation", "object", "clitic"})
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
_NO_CLASSES: frozenset[str] = frozenset()


def words_of(context: SwapContext, tables: Tables) -> Words:
    """The words of the sentence with their parts; a gender word is one, however it is written."""
    tokens = context.tokens
    for other in context.others:
        tokens, _, _ = isolate(tokens, other.start, other.end)
    words = Words()
    by_start = {word.start: word for word in (context.word, *context.others)}
    until = 0
    for token in tokens:
        if token.start < until:
            continue
        gender = by_start.get(token.start)
        written = gender or token
        until, low = written.end, plain(written.text)
        if low in tables.lists["prefixes"] and context.sentence[until : until + 1] == "-":
            until += 1  # "vice-président"
            continue
        stem, _, last = low.rpartition("-")
        if stem and last in tables.lists["joined"]:
            low = stem  # "tornou-se" is its verb
        words.append(Word(len(words), written.text, low, token.start, until, gender))
    tagger = _Tagger(words, tables, context.sentence)
    for word in words:
        word.kind = tagger.kind(word)
    return words


class _Tagger:
    """Gives the words of a sentence their parts, from left to right."""

    def __init__(self, words: Words, tables: Tables, sentence: str) -> None:
        self.words, self.tables, self.lists = words, tables, tables.lists
        self.sentence = sentence
        self.shouted = 2 * sum(map(str.isupper, sentence)) > sum(map(str.isalpha, sentence))

    def kind(self, word: Word) -> Kind:
        """The part of the word, those before it being known."""
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
        if f"{self.words.at(word.index - 1).low}+{word.low}" in self.lists["adverb_pairs"]:
            return "adverb"
        classes = self._classes(word)
        if self._is_capital(word) and self._is_name(word, classes):
            return "name"
        return (classes and self._closed(word, classes)) or self._open(word)

    def _classes(self, word: Word) -> frozenset[str]:
        return self.tables.classes.get(word.low, _NO_CLASSES)

    def _is_capital(self, word: Word) -> bool:
        return word.text[:1].isupper() and not self.shouted

    def _before(self, word: Word) -> Kind:
        """The part of the word before; a mark where there is none."""
        return self.words[word.index - 1].kind if word.index else "mark"

    def _is_nobody(self, word: Word) -> bool:
        """ "il faut" names nobody; "lui parle" may be any gender."""
        ahead = plain(self.sentence[word.start : word.start + _FAR])
        if self.tables.conditions["impersonal"].match(ahead):
            return True
        hangs = self.sentence[word.start - 1 : word.start] == "-"
        asked = plain(self.sentence[max(0, word.end - _FAR) : word.end]) if hangs else ""
        if self.tables.conditions["impersonal_behind"].search(asked):
            return True
        after = self.words.at(word.index + 1)
        if word.low not in self.lists["datives"] or not after.is_word:
            return False
        classes = self._classes(after)
        bound = {"preposition", "coordinator", "subordinator"}  # "c'est lui qui"
        return not classes & bound and classes != {"adverb"}

    def _is_name(self, word: Word, classes: frozenset[str]) -> bool:
        index = word.index
        while index and self.words[index - 1].text in _QUOTES:
            index -= 1
        opens = index == 0 or self.words[index - 1].text in _ENDING or index < word.index
        if not opens:
            dotted = self.sentence[word.start + 1 : word.end + 1] == "."  # "Dionisio A. Lind"
            after, adjective = self.words.at(word.index + 1), word.low in self.tables.adjectives
            noun = self.tables.content(after.low if after.text.islower() else "")
            people = noun.role is not None or noun.gender == "c"
            if adjective and people and not self.tables.content(word.low).is_noun:
                return False  # "Premier ministre"
            return dotted or not classes & {"article", "preposition", "determiner", "clitic"}
        if classes or word.text in load_names(self.tables.lang):
            return word.text in load_names(self.tables.lang)
        content, after = self.tables.content(word.low), self.words.at(word.index + 1)
        if content.is_noun or word.low in self.tables.adjectives:
            return False
        if word.text in every_first_name():
            return True
        if content.adjective or word.low in self.tables.verbs or not after.text:
            return False
        if self.tables.is_adverb(word.low):
            return False
        follows = self._classes(after)
        begins = follows & {"copula", "auxiliary", "object", "negation", "coordinator"}
        if "preposition" in follows or after.low in self.lists["contracted"]:
            return False  # "Natif de Rome"
        named = self._is_capital(after) or after.text == ","
        return named or bool(begins) or not content.verb

    def _closed(self, word: Word, classes: frozenset[str]) -> Kind | None:
        """The part of a function word; None where it is a word of an open class here."""
        low, before, tables = word.low, self._before(word), self.tables
        after = self.words.at(word.index + 1)
        if classes & {"clitic", "dative"} and self._is_clitic(word):
            return "clitic"
        if low in self.lists["neuter"] and "article" not in classes and self._classes(after):
            return "speaker"  # "lo que", "por lo tanto"
        if self._is_a_little(word):
            return "adverb"
        if "article" in classes:
            return self._article(word, classes)
        adjective = low in tables.adjectives
        if low in self.lists["relatives"]:
            comma = self.words.at(word.index - 1).text == ","
            follows = before in NOMINAL or before in ("adjective", "article", "preposition")
            return "relative" if comma or follows else "subordinator"
        if "preposition" in classes:
            if adjective and before in OPENING:
                return None  # "o segundo presidente"
            ends = before in ("copula", "article", "gender") or (
                before == "noun" and not after.is_word
            )
            ends |= before == "conjunction" and self.words.at(word.index - 2).kind == "adjective"
            if adjective and ends and not self._nominal(after.index):
                return "adjective"
        elif before in OPENING and "auxiliary" not in classes:
            noun = tables.nouns.get(low)
            if noun or (adjective and "copula" not in classes):
                return None
        ends = not self._classes(after) and tables.content(after.low).adjective is None
        if adjective and "adverb" in classes and ends and self._last(word) == "copula":
            return "adjective"  # "elle est très forte"
        return next((kind for name, kind in _ORDER if name in classes), None)

    def _article(self, word: Word, classes: frozenset[str]) -> Kind:
        """What a word is that may be an article."""
        after = self.words.at(word.index + 1)
        if "preposition" in classes:
            before = self.words.at(word.index - 1).low
            if self.lists.begins("becoming_stems", before) or not self._determines(word):
                return "preposition"  # "promovida a música"
        if "adverb" in classes and self._described(after):
            return "adverb"  # "era demasiado joven"
        if classes & {"adverb", "pronoun"} and not self._quantifies(word):
            return "adverb" if "adverb" in classes else "speaker"
        belongs = self._before(word) == "gender" and word.low in self.tables.adjectives
        return "adjective" if belongs and not self._nominal(after.index) else "article"

    def _is_a_little(self, word: Word) -> bool:
        """ "un poco cansada": an adverb of two words."""
        little, one = self.lists["little"], self.lists["one"]
        first = word.index - (word.low in little)
        return self.words.at(first).low in one and self.words.at(first + 1).low in little

    def _quantifies(self, word: Word) -> bool:
        """ "mucho tiempo" against "mucho mejor" and "quiero mucho a mi madre"."""
        if not self._nominal(word.index + 1):
            return False
        classes = self._classes(self.words.at(word.index + 1))
        return word.low in self.lists["predeterminers"] or not classes & {"article", "determiner"}

    def _described(self, word: Word) -> bool:
        """Whether the word is an adjective and nothing else."""
        return not self._classes(word) and self.tables.content(word.low).adjective is not None

    def _is_clitic(self, word: Word) -> bool:
        """ "la vi" is a pronoun, "la reina" an article."""
        after, before = self.words.at(word.index + 1), self._before(word)
        if not after.text or (after.found is not None and self._nominal(after.index)):
            return False
        classes = self._classes(after)
        if classes & {"auxiliary", "copula"}:
            return after.low not in self.lists["nonfinite_copulas"] and before != "preposition"
        if classes:
            return "object" in classes and before in _BEFORE_VERB
        content = self.tables.content(after.low)
        if content.verb == "nonfinite":
            gerund = self.lists.ends("before_gerunds", after.low)
            spared = gerund or before == "preposition" or bool(self.lists["before_infinitives"])
            return spared and not content.adjective  # "para o ver"
        if content.verb != "finite" or before in VERBAL or before in ("infinitive", "participle"):
            return False
        if content.is_noun or content.adjective is not None:
            return before in (*_BEFORE_VERB, "subordinator", "relative")
        return before != "preposition"

    def _determines(self, word: Word) -> bool:
        """Whether the article's features fit the noun that follows."""
        after, tables = self.words.at(word.index + 1), self.tables
        if after.low in self.lists["agreeing_relatives"] | self.lists["never_determined"]:
            return after.low in self.lists["agreeing_relatives"]
        readings = tables.agreeing["article"][word.low].readings(word.low)
        if not self._nominal(after.index):  # "a primeira na linha"
            at = after.index
            while "adverb" in self._classes(self.words.at(at)):
                at += 1  # "a mais jovem campeã"
            low = self.words.at(at).low
            alone = None if self.tables.classes.get(low) else tables.content(low).adjective
            marked = alone is not None and (alone.varies or at > after.index)
            return marked and bool(alone and alone.readings(low) & readings)
        if after.found is not None:
            return any((after.found.gender, p.number) in readings for p in after.found.pairs)
        content = tables.content(after.low)
        forms = content.adjective or content.role or tables.agreeing["article"].get(after.low)
        if forms is not None:
            return bool(forms.readings(after.low) & readings)
        gender = content.gender or tables.guessed_gender(after.low)
        number = "plur" if content.number == "plur" or after.low.endswith("s") else "sing"
        unknown = gender not in ("male", "female")
        return any(f[1] == number and (unknown or f[0] == gender) for f in readings)

    def _nominal(self, index: int, depth: int = 3) -> bool:
        """Whether a noun may begin there, with what stands before it."""
        word = self.words.at(index)
        if not word.is_word or not depth:
            return False
        if word.found is not None:
            return any(pair.pos != "pron" for pair in word.found.pairs)
        if word.low[0].isdigit() or self._is_capital(word):
            return True
        that = self.words.at(index + 1).low in self.lists["relatives"]
        if (that and word.low in self.lists["comparatives"]) or (
            word.low in self.lists["contracted"]
        ):
            return False  # "tout ce que"
        classes, content = self._classes(word), self.tables.content(word.low)
        if classes & {"article", "determiner", "numeral"}:
            return True
        if classes:
            return word.low in self.tables.adjectives and self._nominal(index + 1, depth - 1)
        if content.is_noun:
            return True
        if content.adjective is not None:
            return self._nominal(index + 1, depth - 1)
        return not content.verb and not self.tables.is_adverb(word.low)

    def _open(self, word: Word) -> Kind:
        """The part of a word of an open class."""
        content, adverb = self.tables.content(word.low), self.tables.is_adverb(word.low)
        verb: Kind = "infinitive" if content.verb == "nonfinite" else "verb"
        if len(word.low) < len(word.text):
            return "verb"  # "tornou-se"
        if self.tables.object_verb(word.low) is not None:
            return verb
        last, before = self._last(word), self._before(word)
        previous = self.words.at(word.index - 1)
        stands_alone = previous.low in self.lists["demonstratives"]  # "celui-ci affirma"
        if (before in OPENING and not stands_alone) or previous.opens:
            return self._inside(word, content, verb)
        if before in _BEFORE_VERB and content.verb:
            return verb
        gerund = self.lists.ends("describing_gerunds", word.low)
        if gerund and previous.low in self.lists["becoming_in"]:
            return "infinitive"  # "en passant par"
        if last == "auxiliary":
            described = content.adjective is not None or content.is_participle
            if not described and (adverb or content.verb == "nonfinite"):
                return "adverb" if adverb else "infinitive"
            return "participle" if described or not content.is_noun else "noun"
        if last not in ("copula", "adverb") and gerund:
            after = self.words.at(word.index + 1)
            classes = self._classes(after)
            if classes & {"article", "determiner", "object"} and "preposition" not in classes:
                return verb  # "représentant la France"
            if content.adjective is not None and "preposition" in classes:
                return "unknown"  # "vivant à Paris"
        if content.is_noun and content.adjective is None:
            bare = before in ("gender", "name", "pronoun", "relative", "subordinator")
            return "verb" if bare and word.low in self.tables.verbs else "noun"
        aged = before == "preposition" and word.low in self.lists["ages"]  # "da solo"
        stated = aged or self._states(word, before)
        if word.low in self.lists["sometimes_adverbs"] and not stated:
            preposed = "preposition" in self._classes(self.words.at(word.index + 1))
            return "unknown" if preposed and before == "gender" else "adverb"
        if content.adjective is not None:
            return self._adjective(word, content, last)
        if content.verb or adverb:
            if content.verb and self._is_guess(word, content, last):
                return "unknown"
            return verb if content.verb else "adverb"
        what = before == "subordinator" and previous.low not in self.lists["comparing"]
        what |= before in ("relative", "speaker", "negation", "object")
        return "verb" if what else "unknown"

    def _is_guess(self, word: Word, content: Content, last: Kind) -> bool:
        """Whether an unlisted verb stands where none does: "est présent", "comme sellier"."""
        if content.verb == "finite" and self._before(word) == "preposition":
            return word.low not in self.tables.verbs  # "de teología"
        if content.verb == "finite" or last == "copula":
            listed = content.verb != "finite" and word.low in self.lists["verbs"]
            return last == "copula" and not listed and self._mistakable(word)
        before, after = self._before(word), self.words.at(word.index + 1)
        if word.low in self.lists["verbs"] or not self._mistakable(word):
            return False
        if self.lists.ends("describing_gerunds", word.low):
            closes = self._classes(after) & {"coordinator", "auxiliary", "copula"}
            return before != "preposition" and (not after.is_word or bool(closes))
        lists = before in ("mark", "conjunction") and not any(
            earlier.kind == "infinitive" for earlier in self.words[: word.index]
        )
        compared = self.words.at(word.index - 1).low in self.lists["as"]
        return lists or compared or before in NOMINAL or before == "adjective"

    def _mistakable(self, word: Word) -> bool:
        """Whether what looks like a verb may be an adjective or a noun."""
        return self.lists.ends("mistakable_verbs", word.low)

    def _inside(self, word: Word, content: Content, verb: Kind) -> Kind:
        """A word after a determiner, before the noun or the noun itself."""
        after = self.tables.content(self.words.at(word.index + 1).low)
        if content.role is not None and after.is_participle:
            return "noun"
        if content.adjective is not None and self._nominal(word.index + 1):
            word.opens = True
            return "adjective"
        if content.is_noun or content.adjective is not None:
            return "noun" if content.is_noun else "adjective"
        alone = self.lists["others"] | self.lists["predeterminers"]
        previous = self.words[word.index - 1]
        if content.verb and (previous.kind == "numeral" or previous.low in alone):
            return verb
        return "adverb" if self.tables.is_adverb(word.low) else "noun"

    def _adjective(self, word: Word, content: Content, last: Kind) -> Kind:
        """What an adjective is that follows no determiner."""
        before, after = self._before(word), self.words.at(word.index + 1)
        personal = word.low in self.lists["personal"]
        heading = before == "mark" and bool(self._classes(after) & {"coordinator"})  # "Mort et ..."
        if content.is_noun and (heading or self.words.at(word.index - 1).low in self.lists["as"]):
            return "noun"  # "comenzó como mecánico"
        spoken = before != "speaker" and self.lists.ends("first_person", word.low)
        if content.verb == "finite" and not (content.is_participle or last == "copula" or spoken):
            starts = self._classes(after) & {
                "article", "determiner", "object", "clitic", "adverb", "preposition",
            }  # fmt: skip
            opens = NOMINAL | {"adjective", "relative", "subordinator", "adverb", "mark"}
            stated = before == "mark" and self._nominal(after.index)  # "..., precisa doctora"
            if before in opens and (starts or stated) and not personal:
                governs = starts == {"preposition"} or after.low in self.lists["contracted"]
                return "unknown" if before == "mark" and governs else "verb"  # "inscrit à Lyon"
            word.doubtful = True
        if before not in NOMINAL and self._nominal(after.index):
            becomes = word.low in self.lists["becoming"] or after.text[0].isupper()
            becomes |= after.low in self.lists["times"]  # "être abattu mardi"
            stated = content.is_participle or personal or (last == "copula" and becomes)
            word.opens = not stated and not self._classes(after)
        follows_verb = before in ("verb", "participle", "infinitive") and last != "copula"
        placed = word.low in self.lists["placings"]  # "terminó cuarto"
        if content.is_noun and not (personal or placed) and follows_verb:
            return "noun"  # "faire partie"
        if before != "preposition" or word.opens:
            return "adjective"
        aged = word.low in self.lists["ages"]  # "de pequeño", but "de nuevo"
        of = self.words.at(word.index - 1).low in self.lists["of"]  # "apesar de perseguida"
        aged |= of and content.is_participle
        return "noun" if content.is_noun else "adjective" if aged else "adverb"

    def _states(self, word: Word, before: Kind) -> bool:
        """ "vive solo" against "solo vive"."""
        if word.low in self.lists["self_words"] and before in NOMINAL:
            return True  # "ela mesma"
        after = self.words.at(word.index + 1)
        closing = self._classes(after) & {"preposition", "coordinator"}
        if before == "gender":  # "presidente solo hasta 2013"
            closing -= {"preposition"}
        closes = not after.is_word or after.low in self.lists["contracted"] or bool(closing)
        return closes and before in (*VERBAL, *NOMINAL, "adverb", "participle")

    def _last(self, word: Word) -> Kind:
        """The part of the last word but adverbs and small pronouns: "a-t-il bien dit"."""
        index = word.index - 1
        while index >= 0 and (
            self.words[index].kind in _SMALL
            or "-" in (self.words[index].text, self.words[max(0, index - 1)].text)
        ):
            index -= 1
        return self.words[index].kind if index >= 0 else "mark"
