"""Names beside a gender noun, which show the gender and would stay."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

_UNDECLINED = ("о", "и", "у", "э", "е")


def refuse_names(sentence: Sentence, phrase: Phrase, *, title: bool) -> None:
    """A name beside the noun is the person's; only a foreign surname has no gender."""
    words, head = sentence.words, sentence.words[phrase.head]
    related = head.lemmas & sentence.tables["nouns.relations"]
    for word in words:
        named = word.name == "person" and _may_be_same(word) and not title
        later = "nomn" in phrase.cases and word.index > phrase.head and any(
            w.predicates(sentence.gender) for w in sentence.segment(word.index)
        )  # fmt: skip
        if named and (later or not related):  # "подруга, которой я верю, Анна пришла"
            raise Unsure("name_beside", word.text)
    after = sentence.at(phrase.head + 1)
    if after.text == "." and title:
        after = sentence.at(phrase.head + 2)
    apposed = sentence.at(phrase.head + 2)
    if after.text in ",—–-:(" and apposed.name in ("person", "foreign"):
        raise Unsure("name_beside", apposed.text)
    if after.text[0].isupper() and not sentence.shouted:
        if title and after.kind != "adj":
            _check_surname(sentence, phrase, after)
        elif after.kind not in ("name", "adj", "noun") or (
            after.kind == "name" and after.name != "place" and _may_be_same(after)
        ):
            raise Unsure("name_beside", after.text)
    for word in words[phrase.head + 1 :]:
        if word.kind not in ("name", "noun", "adj"):
            break
        same = _may_be_same(word) or (word.head and word.head.cases & (phrase.cases - {"nomn"}))
        if word.name in ("person", "foreign") and not title and same:  # "прихожане отца Джонсона"
            raise Unsure("name_beside", word.text)
    _check_before(sentence, phrase)


def _check_before(sentence: Sentence, phrase: Phrase) -> None:
    before, farther = sentence.at(phrase.first - 1), sentence.at(phrase.first - 2)
    if before.name in ("person", "foreign"):
        raise Unsure("name_beside", before.text)
    if before.text in "—–-," and farther.name == "person":
        raise Unsure("name_beside", farther.text)
    if before.text in "—–-" and "nomn" in phrase.cases and farther.index >= 0:
        left = sentence.segment(farther.index)
        if not any(w.kind == "pronoun" for w in left):  # what is said of it stays
            raise Unsure("predicate_noun", sentence.words[phrase.head].text)


def _check_surname(sentence: Sentence, phrase: Phrase, surname: Word) -> None:
    """ "господин Смит", and no "господин Иванов" nor "господина Смита"."""
    nominative = any(r.case == "nomn" and r.number == "sing" for r in surname.readings)
    declined = phrase.cases != {"nomn"} and not surname.low.endswith(_UNDECLINED)
    shows = surname.low.endswith(tuple(sentence.tables["guards.surnames"]))
    if shows or declined or (surname.readings and not nominative):
        raise Unsure("surname_with_gender", surname.text)


def _may_be_same(word: Word) -> bool:
    """Whether the name may stand in apposition; in the genitive it is whose the noun is."""
    return word.head is None or "nomn" in word.head.cases or "gent" not in word.head.cases
