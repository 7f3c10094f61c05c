"""A German sentence: its words, noun phrases with their cells, and clauses with their verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from equimask.gender.lexicon.records import load_names, load_pairs
from equimask.gender.lexicon.types import Token, WordPair
from equimask.gender.swap.languages.de.tables import ANY, Cell, Reading, tables

Kind = Literal[
    "mark", "preposition", "contraction", "subordinator", "coordinator", "determiner", "personal",
    "speaker", "oblique", "neutral", "relative", "number", "noun", "adverb", "lower",
]  # fmt: skip
_ENDING = frozenset(".!?:;…")
_BREAKS = frozenset(",;:.!?…()[]–—\"„“”»«‚‘’'/")
_STARTS = frozenset("\"„“”»«‚‘'([-–—")
_KINDS: tuple[Kind, ...] = (
    "coordinator", "subordinator", "speaker", "oblique", "neutral", "number", "adverb",
)  # fmt: skip
_ADJECTIVE = ("e", "en", "er", "es", "em")
_FAR = 9  # words between an article and its noun, where an attribute stands between
PERSONAL = frozenset("er ihn ihm sie ihr".split())
TWO = ("acc", "dat")


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark."""

    index: int
    text: str
    low: str
    start: int
    end: int
    kind: Kind = "lower"
    number: str = ""  # of a finite verb
    sure: bool = False  # surely a finite verb

    @property
    def finite(self) -> bool:
        """Whether it may be a finite verb."""
        return self.number != ""


@dataclass(eq=False)
class Phrase:
    """A noun phrase; `cells` are those that all its words may share."""

    first: int
    last: int
    head: int
    determiner: int = -1
    adjectives: list[int] = field(default_factory=list)
    governed: int = -1  # the preposition
    cells: frozenset[Cell] = ANY
    people: tuple[Reading, ...] = ()
    pairs: tuple[WordPair, ...] = ()  # records of the gender lexicon

    def may(self, gender: str, case: str = "") -> bool:
        """Whether it may have that gender, and that case."""
        return any(g == gender and case in ("", c) for g, c in self.cells)

    @property
    def person(self) -> bool:
        """Whether a noun that surely stands for people heads it."""
        return bool(self.pairs) or any(
            not reading.is_guess or reading.gender == "female" for reading in self.people
        )

    @property
    def nominative(self) -> bool:
        """Whether it may be a subject."""
        return self.governed < 0 and any(case == "nom" for _, case in self.cells)

    @property
    def only_nominative(self) -> bool:
        """Whether it must be one."""
        return self.nominative and all(case == "nom" for _, case in self.cells)


@dataclass(eq=False)
class Clause:
    """The words of a clause, which need not stand together."""

    words: list[int]
    kind: Literal["main", "sub", "relative"]
    verb: int = -1
    number: str = ""
    opener: int = -1  # the subordinator or relative pronoun
    before: Clause | None = None  # the clause whose subject it may share


@lru_cache(maxsize=1)
def records() -> dict[str, tuple[WordPair, ...]]:
    """The nouns of the gender lexicon by their forms."""
    found: dict[str, tuple[WordPair, ...]] = {}
    for pair in load_pairs("de"):
        if pair.pos in ("noun", "title"):
            for form in {pair.male, pair.female}:
                found[form.lower()] = (*found.get(form.lower(), ()), pair)
    return found


class Sentence:
    """The parts of a sentence."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[WordPair, ...]]) -> None:
        self.tables, self.lists = tables(), tables().lists
        self.records = own
        self.words = [
            Word(i, token.text, token.text.lower(), token.start, token.end)
            for i, token in enumerate(tokens)
        ]
        for word in self.words:
            self._tell(word)
        self._tell_order()
        self._tell_relatives()
        self.phrases: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        self._find_phrases()
        self.clauses: list[Clause] = []
        self.clause_of: dict[int, Clause] = {}
        self._find_clauses()

    def word(self, index: int) -> Word | None:
        """The word at that place, if there is one."""
        return self.words[index] if 0 <= index < len(self.words) else None

    def low(self, index: int) -> str:
        """The word at that place in lower case."""
        return self.words[index].low if 0 <= index < len(self.words) else ""

    def opens(self, index: int) -> bool:
        """Whether a sentence begins there, so that a capital says nothing."""
        while index > 0 and self.words[index - 1].text in _STARTS:
            index -= 1
        return index == 0 or (self.words[index - 1].text in _ENDING and self.breaks(index - 1))

    def breaks(self, index: int) -> bool:
        """Whether the mark ends a clause; that of "3. Kanzler" does not."""
        if self.words[index].text not in _BREAKS:
            return False
        before, after = self.word(index - 1), self.word(index + 1)
        numbered = before is not None and before.text.isdigit() and len(before.text) < 3
        return not (self.words[index].text == "." and numbered and after is not None)

    # --- parts

    def _tell(self, word: Word) -> None:
        text, low, known = word.text, word.low, self.tables
        kinds = known.classes.get(low, frozenset())
        capital = text[0].isupper() and not self.opens(word.index)
        if not any(c.isalnum() for c in text):
            word.kind = "mark"
        elif text[0].isdigit() and not any(c.isupper() for c in text):
            word.kind = "number"
        elif capital and not (low in PERSONAL or low in known.determiners and len(low) < 6):
            word.kind = "noun"
        elif low in PERSONAL:
            word.kind = "personal"
        elif low in known.contractions:
            word.kind = "contraction"
        elif any(kind.startswith("preposition") for kind in kinds):
            word.kind = "preposition"
        elif low in known.determiners:
            word.kind = "determiner"
        else:
            found = next((kind for kind in _KINDS if kind in kinds), None)
            if "number" not in kinds and "numeral" in kinds:
                found = "number"
            if found is not None:
                word.kind = found
            elif text[0].isupper():
                word.kind = "adverb" if self._opens_as_adverb(low) else "noun"
            else:
                verb = known.verb(low)
                if verb is not None:
                    word.number, word.sure = verb
        if word.kind == "noun" and self.opens(word.index):
            verb = known.verb(low)
            if verb is not None and verb[1] and not known.roles(text) and low not in self.records:
                word.kind, (word.number, word.sure) = "lower", verb

    def _opens_as_adverb(self, low: str) -> bool:
        known = self.tables
        if low.endswith(("lich", "weise", "ig", "end", "ends", "mals", "sam", "bar", "isch", "wärts")):
            return True
        return known.is_participle(low) or (
            low.endswith(_ADJECTIVE) and not known.known_noun(low) and not known.roles(low)
            and low.endswith(("liche", "licher", "lichen", "ige", "igen", "iger"))
        )  # fmt: skip

    def _segment_end(self, index: int) -> int:
        while index < len(self.words) and not self.breaks(index):
            index += 1
        return index

    def _tell_order(self) -> None:
        """ "Frag die Lehrerin!": the verb of an order looks like a name."""
        words = self.words
        if len(words) > 2 and words[-1].text == "!" and words[1].kind == "determiner":
            if words[0].kind == "noun" and not any(word.finite for word in words):
                words[0].kind, words[0].number, words[0].sure = "lower", "you", True

    def verb_final(self, first: int, *, relative: bool = False) -> bool:
        """Whether the words up to the next mark end with their finite verb."""
        end = self._segment_end(first)
        while end < len(self.words) and self.words[end].text == "," and self._lists(end):
            end = self._segment_end(end + 1)
        inside = self.words[first:end]
        if len(inside) < 2 or self.is_infinitive(end - 1):
            return False
        sure = [w.index for w in inside if w.sure and not self._is_attribute(w, first)]
        last = inside[-1]
        if sure:
            at = sure[0]
            after = self.words[at + 1 : end]
            if not after or all(w.kind in ("lower", "coordinator") and (w.sure or w.number) for w in after):
                return at > first + (0 if relative else 1)
            if after[0].kind == "coordinator":
                return at > first + 1
            return False
        return last.finite

    def _is_attribute(self, word: Word, first: int) -> bool:
        """ "die neu erbaute Burg": between an article and a noun."""
        after = self.word(word.index + 1)
        if after is None or after.kind != "noun" or not word.low.endswith(_ADJECTIVE):
            return False
        return any(
            self.words[i].kind in ("determiner", "contraction")
            for i in range(max(first + 1, word.index - 3), word.index)
        )

    def is_infinitive(self, index: int) -> bool:
        """ "zu gehen", "wegzugehen"."""
        low = self.low(index)
        if self.low(index - 1) == "zu" and low.endswith("n"):
            return self.words[index].kind == "lower"
        return "zu" in low[2:-3] and low.endswith("n") and any(
            low.startswith(f"{prefix}zu") for prefix in self.lists["prefixes"]
        )  # fmt: skip

    def _lists(self, comma: int) -> bool:
        """Whether the comma stands between two adjectives."""
        before, after = self.word(comma - 1), self.word(comma + 1)
        return (
            before is not None and after is not None and before.kind == after.kind == "lower"
            and before.low.endswith(_ADJECTIVE) and after.low.endswith(_ADJECTIVE)
            and not before.sure and not after.sure and not before.finite
        )  # fmt: skip

    def _tell_relatives(self) -> None:
        for word in self.words:
            if word.text != ",":
                continue
            at = word.index + 1
            if at < len(self.words) and self.words[at].kind == "preposition":
                at += 1
            here = self.word(at)
            if (
                here is not None
                and "relative" in self.tables.classes.get(here.low, ())
                and self.verb_final(at, relative=True)
            ):
                here.kind = "relative"

    # --- noun phrases

    def _find_phrases(self) -> None:
        at = 0
        while at < len(self.words):
            phrase = self._phrase(at)
            if phrase is None:
                at += 1
                continue
            self.phrases.append(phrase)
            for index in range(phrase.first, phrase.last + 1):
                self.of.setdefault(index, phrase)
            at = phrase.last + 1

    def _phrase(self, at: int) -> Phrase | None:
        word = self.words[at]
        determiner = at if word.kind in ("determiner", "contraction") else -1
        if word.low in ("dessen", "deren"):
            return None
        if word.low == "ihr" and word.kind == "personal":
            determiner = at
        index = at + 1 if determiner >= 0 else at
        adjectives: list[int] = []
        owned = self.low(at - 1) in ("dessen", "deren")
        index = self._adjectives(index, adjectives, determined=determiner >= 0 or owned)
        head = self.word(index)
        if head is None or head.kind != "noun":
            far = self._far_noun(at) if determiner >= 0 else None
            if far is None:
                return self._headless(at, determiner, adjectives)
            adjectives, index = [far - 1], far
        phrase = Phrase(at, index, index, determiner, adjectives)
        while (after := self.word(phrase.last + 1)) is not None and self._continues(phrase, after):
            phrase.last += 1
        if word.low == "ihr" and word.kind == "personal":
            if not {"male", "neuter"} & self.tables.genders(head.text) or (
                self.is_name(index) and head.low.endswith("e") and not adjectives
            ):
                return None
            word.kind = "determiner"
        return self._celled(phrase)

    def _continues(self, phrase: Phrase, after: Word) -> bool:
        """ "König Ludwig", "Cramer Müller": names after the noun."""
        if after.kind != "noun" or self.opens(after.index):
            return False
        if self.low(phrase.head) in ("herr", "herrn", "frau"):
            return not self.tables.known_noun(after.low)
        return self.is_name(after.index)

    def is_name(self, index: int) -> bool:
        """Whether the capitalised word is no noun that is known, and may be a name."""
        text = self.words[index].text
        if self.words[index].kind != "noun" or text.lower() in self.records:
            return False
        if self.tables.known_noun(text.lower()) or any(
            not reading.is_guess or reading.gender == "female" for reading in self.tables.roles(text)
        ):
            return False
        return len(self.tables.genders(text)) > 2

    def _adjectives(self, index: int, found: list[int], *, determined: bool) -> int:
        while (word := self.word(index)) is not None:
            following = self.word(index + 1)
            if following is None:
                break
            if word.kind == "number":
                index += 2 if following.text == "." and not self.breaks(index + 1) else 1
            elif following.kind == "noun" and (
                word.text in self.lists["indeclinable"]
                or (determined and self._is_town(word, following))
            ):
                found.append(index)
                index += 1
            elif self._is_adjective(word, determined=determined):
                found.append(index)
                index += 1
            elif word.low in self.lists["grades"] and self._is_adjective(
                following, determined=determined
            ):
                index += 1
            elif (
                found and (word.text == "," or word.low in ("und", "oder", "aber"))
                and self._is_adjective(following, determined=determined)
                and self._leads_to_noun(index + 1, determined=determined)
            ):  # fmt: skip
                index += 1
            else:
                break
        return index

    def _is_town(self, word: Word, noun: Word) -> bool:
        """ "der Braunschweiger Biologe"."""
        if word.kind != "noun" or not word.text.endswith("er") or word.low in self.records:
            return False
        person = noun.low in self.records or any(not r.is_guess for r in self.tables.roles(noun.text))
        return person and all(r.is_guess for r in self.tables.roles(word.text))

    def _leads_to_noun(self, index: int, *, determined: bool) -> bool:
        end = self._adjectives(index, [], determined=determined)
        word = self.word(end)
        return word is not None and word.kind == "noun"

    def _is_adjective(self, word: Word, *, determined: bool) -> bool:
        if word.low in self.lists["indeclinable"]:
            return True
        if word.low in ("lieber", "liebe") and self.low(word.index + 1) in self.records:
            return True
        if word.kind not in ("lower", "determiner") or not word.low.endswith(_ADJECTIVE):
            return word.kind == "adverb" and word.low.endswith(_ADJECTIVE) and determined and (
                (after := self.word(word.index + 1)) is not None and after.kind == "noun"
            )  # fmt: skip
        if word.kind == "determiner":
            return determined and word.low[:4] in ("viel", "ande", "weni", "beid", "solc", "zahl")
        if determined and word.low.endswith("en") and self.low(word.index - 1) in ("das", "dies"):
            return False
        if word.sure and determined:
            after = self.word(word.index + 1)
            return after is not None and (
                after.kind == "noun" or self._is_adjective(after, determined=True)
            )
        if word.number == "one" and self.low(word.index - 1) == "ich":
            return False
        return determined or not word.sure

    def _far_noun(self, at: int) -> int | None:
        """The noun of "ein in Wien lebender Maler", where the attribute begins after `at`."""
        if self.words[at].kind == "contraction":
            return None
        inner = self.word(at + 1)
        if inner is None or inner.kind not in ("preposition", "contraction", "adverb", "oblique"):
            return None
        for index in range(at + 2, min(at + _FAR, len(self.words) - 1)):
            word, noun = self.words[index], self.words[index + 1]
            if word.kind == "mark" or word.sure:
                return None
            if word.kind == "lower" and noun.kind == "noun" and word.low.endswith(_ADJECTIVE):
                if word.low[:-1].endswith(("end", "ende", "t", "te", "en", "ene")):
                    return index + 1
        return None

    def _headless(self, at: int, determiner: int, adjectives: list[int]) -> Phrase | None:
        if determiner < 0 or not adjectives:
            return None
        phrase = Phrase(at, adjectives[-1], adjectives[-1], determiner, adjectives)
        return self._celled(phrase)

    def _celled(self, phrase: Phrase) -> Phrase:
        cells = ANY
        before = self.word(phrase.first - 1)
        kinds: tuple[str, ...] = ("strong",) if phrase.determiner < 0 else ()
        if phrase.determiner >= 0:
            low = self.words[phrase.determiner].low
            if low in self.tables.contractions:
                _, case, letters = self.tables.contractions[low]
                long = {"m": "male", "f": "female", "n": "neuter"}
                cells, kinds = frozenset((long[x], case) for x in letters), ("weak",)
                phrase.governed = phrase.determiner
            else:
                cells, kinds = self.tables.determiner_cells(low)
        if before is not None and self._governs(before):
            phrase.governed = before.index
            cells = (cells & self._cells_after(before)) or cells
        elif before is not None and before.low in ("als", "wie", "statt"):
            pass
        if before is not None and before.low in ("und", "oder") and phrase.first > 1:
            one = self.of.get(phrase.first - 2)
            if one is not None and one.governed >= 0 and phrase.determiner == one.determiner == -1:
                phrase.governed = one.governed
        for index in phrase.adjectives:
            cells = (cells & self.tables.adjective_cells(kinds, self.words[index].low)) or cells
        head = self.words[phrase.head]
        if head.kind == "noun":
            phrase.pairs = self.records.get(head.low, ())
            phrase.people = () if phrase.pairs else self.tables.roles(head.text)
            nouns = self._noun_cells(phrase, head)
            if phrase.determiner < 0 and self.numbered(phrase) and not any(
                gender == "plural" for gender, _ in nouns
            ):  # "mit dreißig Direktor"
                phrase.first, phrase.governed, cells = phrase.head, -1, nouns
            cells = (cells & nouns) or cells
            if phrase.people and all(r.role.declension == "adj" for r in phrase.people):
                cells = (cells & self.tables.adjective_cells(kinds, head.low)) or cells
        if before is not None and before.low in self.lists["of_them"] and phrase.determiner >= 0:
            if self.words[phrase.determiner].low.endswith("er"):
                cells = frozenset(c for c in cells if c == ("plural", "gen")) or cells
        if phrase.determiner < 0 and before is not None and before.low not in ("als", "wie"):
            if any(g == "plural" for g, _ in cells) and ("male", "nom") not in cells:
                one = {"male", "neuter"} | ({"female"} if phrase.pairs else set())
                cells = frozenset(c for c in cells if c[0] not in one) or cells
        if self.numbered(phrase):
            cells = frozenset(c for c in cells if c[0] == "plural") or cells
        if head.kind == "noun" and cells == {("male", "acc"), ("plural", "dat")} and not any(
            word.low.startswith(tuple(self.lists["dative"])) for word in self.words
        ):
            cells = frozenset({("male", "acc")})
        phrase.cells = cells
        return phrase

    def _governs(self, before: Word) -> bool:
        """Whether the word is a preposition here: "während der Rede", and not "während er redet"."""
        if before.kind == "contraction":
            return True
        if before.kind != "preposition" or (
            before.low == "für" and "was" in (self.low(0), self.low(before.index - 1))
        ):
            return False
        clausal = "subordinator" in self.tables.classes[before.low]
        return not (clausal and self.verb_final(before.index))

    def numbered(self, phrase: Phrase) -> bool:
        """Whether a number above one stands in the phrase: "zwei Männer"."""
        return any(
            self.words[i].kind == "number" and self.words[i].text not in ("1", "eins")
            and not (self.low(i + 1) == "." or (word := self.words[i].text).isdigit() and len(word) == 4)
            for i in range(phrase.first, phrase.head)
        )  # fmt: skip

    def _cells_after(self, preposition: Word) -> frozenset[Cell]:
        kinds = self.tables.classes.get(preposition.low, frozenset())
        cases: set[str] = set()
        for kind in kinds:
            if kind.startswith("preposition_"):
                case = kind.removeprefix("preposition_")
                cases |= set(TWO) if case in ("two", "both") else {case}
        if "gen" in cases:
            cases.add("dat")
        return frozenset(cell for cell in ANY if cell[1] in cases) or ANY

    def _noun_cells(self, phrase: Phrase, head: Word) -> frozenset[Cell]:
        if phrase.pairs:
            return frozenset(c for pair in phrase.pairs for c in pair_cells(pair, head.low))
        if phrase.people:
            return frozenset(c for reading in phrase.people for c in reading.cells)
        genders = self.tables.genders(head.text)
        if self.is_name(head.index) and phrase.determiner < 0:
            genders = frozenset({"male", "female", "neuter"})
        return frozenset(cell for cell in ANY if cell[0] in genders)

    # --- clauses

    def _find_clauses(self) -> None:
        inside = {
            i for p in self.phrases for i in range(p.first, p.last + 1) if self.words[i].text == ","
        }
        segment: list[int] = []
        for word in [*self.words, None]:
            if word is None or (self.breaks(word.index) and word.index not in inside):
                if segment:
                    self._close(segment, self.low(segment[0] - 1))
                segment = []
            elif word.kind != "mark":
                segment.append(word.index)
        for clause in self.clauses:
            for index in clause.words:
                self.clause_of[index] = clause

    def _close(self, segment: list[int], mark: str) -> None:
        for part in self._coordinated(segment):
            clause = self._clause(part)
            before = self.clauses[-1] if self.clauses and mark not in _ENDING else None
            if clause.verb < 0 and before is not None:
                clause.before = before  # an infinitive, an apposition, part of a list
            elif clause.kind == "main" and part is not segment:
                clause.before = before
            self._adopt(clause, before)
            self.clauses.append(clause)
            mark = ","

    def _adopt(self, clause: Clause, before: Clause | None) -> None:
        """What goes on after a clause within it: "Die Frau, die ich kenne, lacht"."""
        if clause.before is None:
            clause.before = before
        if clause.kind == "main" and clause.verb == clause.words[0]:
            for one in reversed(self.clauses):
                if one.kind == "main":
                    if one is self.clauses[-1]:
                        break
                    if one.verb < 0 and not any(map(self.is_infinitive, one.words)):
                        clause.words = [*one.words, *clause.words]
                        self.clauses.remove(one)
                    break

    def _coordinated(self, segment: list[int]) -> Iterator[list[int]]:
        start = 0
        for at, index in enumerate(segment):
            if self.words[index].kind != "coordinator" or at == start:
                continue
            left, right = segment[start:at], segment[at + 1 :]
            if self._has_verb(left) and self._has_verb(right):
                yield left
                start = at + 1
        yield segment[start:]

    def _has_verb(self, part: list[int]) -> bool:
        return any(self.words[i].sure and self.of.get(i) is None for i in part) or any(
            self.words[i].finite and self.words[i].low.endswith("t") and self.of.get(i) is None
            and not self.tables.is_participle(self.words[i].low)
            for i in part
        )  # fmt: skip

    def _clause(self, part: list[int]) -> Clause:
        first = self.words[part[0]]
        opener = part[1] if first.kind == "preposition" and len(part) > 1 else part[0]
        clause = Clause(part, "main")
        if self.words[opener].kind == "relative":
            clause.kind, clause.opener = "relative", opener
        else:
            at = next(
                (i for i in part[:3] if self.words[i].kind in ("subordinator", "preposition")
                 and "subordinator" in self.tables.classes.get(self.low(i), ())), -1,
            )  # fmt: skip
            before = self.clauses[-1] if self.clauses else None
            joined = self.low(part[0] - 1) in ("und", "oder", "aber") and before is not None
            if at >= 0 and (self.verb_final(at) or self.low(at) in ("dass", "weil", "ob", "obwohl")):
                clause.kind, clause.opener = "sub", at
            elif joined and before is not None and before.kind != "main" and self._ends(part):
                clause.kind, clause.before = before.kind, before
        self._find_verb(clause)
        return clause

    def _ends(self, part: list[int]) -> bool:
        sure = [i for i in part if self.words[i].sure and self.of.get(i) is None]
        return bool(sure) and sure[0] == part[-1] or (not sure and self.words[part[-1]].finite)

    def _find_verb(self, clause: Clause) -> None:
        free = [
            self.words[i] for i in clause.words
            if self.of.get(i) is None and self.words[i].kind == "lower" and self.words[i].finite
            and self.low(i - 1) != "zu"
        ]  # fmt: skip
        sure = [word for word in free if word.sure]
        if clause.kind != "main":
            chosen = sure[-1] if sure else (free[-1] if free else None)
        else:
            weak = [w for w in free if not w.low.endswith("n") and not self.tables.is_participle(w.low)]
            second = next(
                (w for w in free if w.number in ("pl", "one", "you") and (
                    w.index - clause.words[0] < 2 or w.index - 1 in self.of
                    or self.words[w.index - 1].kind == "speaker")), None,
            )  # fmt: skip
            chosen = sure[0] if sure else (weak[0] if weak else second)
        if chosen is not None:
            clause.verb, clause.number = chosen.index, chosen.number

    def names(self, gender: str) -> Iterator[Word]:
        """The listed first names of that gender."""
        known = load_names("de")
        for word in self.words:
            if word.kind == "noun" and known.get(word.text) == gender:
                yield word


def pair_cells(pair: WordPair, low: str) -> frozenset[Cell]:
    """The cells of a record's form."""
    found: set[Cell] = set()
    for gender, form in (("male", pair.male), ("female", pair.female)):
        if form.lower() != low:
            continue
        shown = "neuter" if is_neuter(form) else gender
        if pair.number == "plur":
            shown = "plural"
        cases = pair.cases
        if gender == "female" and pair.number == "sing" and shown == "female":
            cases = ("nom", "acc", "dat", "gen")
        found |= {(shown, case) for case in cases}
    return frozenset(found)


def is_neuter(form: str) -> bool:
    """Whether the woman's noun is a neuter."""
    return form.lower().rstrip("s").endswith(("mädchen", "mädel", "girl")) and form[0].isupper()
