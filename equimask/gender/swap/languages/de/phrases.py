"""German noun phrases: an article, adjectives and a noun, with the cells that they share."""

from __future__ import annotations

from collections.abc import Sequence

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de.parts import Phrase, Word
from equimask.gender.swap.languages.de.tables import ANY, ENDINGS, Reading
from equimask.gender.swap.languages.de.words import Words

_OPENING = frozenset({"determiner", "numeral", "noun", "adverb", "lower"})


class Phrases(Words):
    """The phrases of a sentence, and by each word the phrase that it is in."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        super().__init__(tokens, own)
        self.phrases: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        at = 0
        while at < len(self.words):
            phrase = self._phrase(at)
            at += 1
            if phrase is not None:
                self._tell_cells(phrase)
                self.phrases.append(phrase)
                at = phrase.last + 1
                self.of |= dict.fromkeys(range(phrase.first, at), phrase)

    def text(self, phrase: Phrase) -> str:
        """The head of the phrase."""
        return self.words[phrase.head].text

    def article(self, phrase: Phrase) -> str:
        """The determiner in lower case; empty where there is none."""
        return self.low(phrase.determiner)

    def _phrase(self, at: int) -> Phrase | None:
        word = self.words[at]
        if (word.kind not in _OPENING and word.low != "ihr") or word.low in ("dessen", "deren"):
            return None
        determined = word.kind == "determiner" or word.low == "ihr"
        adjectives: list[int] = []
        owned = self.low(at - 1) in ("dessen", "deren")
        index = self._adjectives(at + determined, adjectives, determined=determined or owned)
        if self.kind(index) != "noun":
            headless = determined and adjectives and word.kind != "personal"
            last = adjectives[-1] if adjectives else at
            return Phrase(at, last, last, at, adjectives) if headless else None
        phrase = Phrase(at, index, index, at if determined else -1, adjectives)
        while self._continues(phrase):
            phrase.last += 1
        if word.kind == "personal":  # "ihr Vater", but "ihr Anna gab"
            fits = {"male", "neuter"} & self.tables.genders(self.words[index].text)
            if not fits or (self.is_name(index) and self.low(index).endswith("e")):
                return None
            word.kind = "determiner"
        phrase.people = self.people(index)
        phrase.named = self.is_name(index) and not determined
        return phrase

    def _continues(self, phrase: Phrase) -> bool:
        """ "König Ludwig", "Cramer Müller": names after the noun."""
        at = phrase.last + 1
        if self.kind(at) != "noun" or self.opens(at):
            return False
        if phrase.head == phrase.last and self.people(phrase.head):
            sure = any(not one.guessed for one in self.people(at))
            title = self.low(phrase.head) in ("herr", "herrn", "frau")
            return not self.tables.known_noun(self.low(at)) and (title or not sure)
        return self.is_name(at)

    def is_name(self, index: int) -> bool:
        """Whether the capitalised word is no noun that is known, and may be a name."""
        word = self.words[index]
        if word.kind != "noun" or (word.text.isupper() and len(word.text) > 1):
            return False  # a firm, a party
        people = any(not one.guessed or one.gender == "female" for one in self.people(index))
        known = people or self.tables.known_noun(word.low)
        return not known and len(self.tables.genders(word.text)) > 2

    # --- adjectives

    def _adjectives(self, index: int, found: list[int], *, determined: bool) -> int:
        """Where the noun stands that adjectives from there on lead to."""
        while index + 1 < len(self.words):
            word, following = self.words[index], self.words[index + 1]
            if word.kind == "numeral" and following.low in ("jahre", "monate"):
                aged = self.low(index + 2).startswith("alt")  # "ein 26 Jahre alter Mann"
                if not aged:
                    break
                index += 2
            elif word.kind == "numeral":
                index += 2 if following.text == "." and not self.breaks(index + 1) else 1
            elif self.is_fixed(index) or self._is_adjective(word, determined=determined):
                found.append(index)
                index += 1
            elif self._is_adjective(following, determined=determined) and (
                word.low in self.lists["grades"]
                or (found and word.low in (",", "und", "oder", "aber")
                    and self.kind(self._adjectives(index + 1, [], determined=determined)) == "noun")
            ):  # fmt: skip
                index += 1
            else:
                break
        return index

    def is_fixed(self, index: int) -> bool:
        """ "rosa", "der Braunschweiger Biologe": an adjective that never changes."""
        if {self.low(index), self.words[index].text} & self.lists["indeclinable"]:
            return True
        if self.kind(index) != "noun" or not self.low(index).endswith("er"):
            return False
        person = self.kind(index + 1) == "noun" and self.people(index + 1)
        return bool(person) and all(one.guessed for one in self.people(index))

    def _is_adjective(self, word: Word, *, determined: bool) -> bool:
        after = self.at(word.index + 1)
        if word.low in ("liebe", "lieber") and after.low in self.records:
            return True  # "Liebe Kollegin!"
        if not word.low.endswith(ENDINGS) or self.is_infinitive(word.index):
            return False
        if word.kind == "determiner":
            return determined and word.low.startswith(tuple(self.lists["quantities"]))
        if word.kind != "lower":
            return word.kind == "adverb" and determined and after.kind == "noun"
        if not determined:
            return not word.sure and word.low not in self.tables.verbs
        if word.sure:
            return after.kind == "noun" or self._is_adjective(after, determined=True)
        return not (word.low.endswith("en") and self.low(word.index - 1) in ("das", "dies"))

    # --- the cells

    def _tell_cells(self, phrase: Phrase) -> None:
        before, known, article = self.at(phrase.first - 1), self.tables, self.article(phrase)
        cells = known.determiner_cells(article) if article else ANY
        if article in self.lists["contracted"]:
            phrase.governed = phrase.determiner
        if self._governs(before):
            phrase.governed = before.index
            cells = (cells & known.preposition_cells(before.low)) or cells
        for index in phrase.adjectives:
            cells = (cells & known.adjective_cells(article, self.low(index))) or cells
        head = self.words[phrase.head]
        nouns = known.noun_cells(head.text) if head.kind == "noun" else ANY
        if phrase.named:
            nouns = frozenset(cell for cell in ANY if cell[0] != "plural")
        elif phrase.people:
            nouns = frozenset(cell for one in phrase.people for cell in one.cells)
        cells = (cells & nouns) or cells
        if any(one.adjective for one in phrase.people):
            cells = (cells & known.adjective_cells(article, head.low)) or cells
        several = frozenset(cell for cell in cells if cell[0] == "plural")
        numbered = any(map(self._counts, range(phrase.first, phrase.head)))
        if before.low in self.lists["of_them"] and article.endswith("er"):
            cells = several & {("plural", "gen")} or cells
        elif numbered and not several:  # "mit dreißig Direktor"
            phrase.first, phrase.governed, cells = phrase.head, -1, nouns
        elif numbered:
            cells = several  # "zwei Männer"
        phrase.cells = cells

    def _counts(self, index: int) -> bool:
        """ "zwei Männer", but "der 2. Mann"."""
        number = self.kind(index) == "numeral" and self.low(index) != "1"
        return number and self.low(index + 1) != "."

    def _governs(self, before: Word) -> bool:
        """Whether it is a preposition here: "während der Rede", and not "während er redet"."""
        what = before.low == "für" and "was" in (self.low(0), self.low(before.index - 1))
        if before.kind != "preposition" or what:
            return False
        clausal = "subordinator" in self.tables.classes[before.low]
        return not (clausal and self.verb_final(before.index))
