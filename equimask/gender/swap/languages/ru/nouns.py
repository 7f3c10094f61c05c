"""The gender word that is a noun: its case, its counterpart, what agrees with it directly."""

from __future__ import annotations

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import GenderWord, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.ru.owners import Owners
from equimask.gender.swap.languages.ru.person import Person
from equimask.gender.swap.languages.ru.sentence import Phrase, Sentence, Word

_CASES = {"nom": "nomn", "gen": "gent", "dat": "datv", "acc": "accs", "ins": "ablt", "loc": "loct"}
_COUNTS = {"два": "две", "оба": "обе", "двумя": "двумя", "обоих": "обеих", "обоим": "обеим",
           "обоими": "обеими"}  # fmt: skip


_COUNTING = frozenset({"два", "оба", "двое", "трое", "четверо"})


def choose(
    sentence: Sentence, person: Person, owners: Owners, found: GenderWord
) -> tuple[WordPair, bool]:
    """The record that fits, and whether nothing else shows the gender: a plural, an adjective.

    Else the noun is the person's first mention, and its adjectives change.
    """
    word = next(w for w in sentence.words if w.end == found.end)
    pairs = reliable(found.pairs, found.gender)
    if not pairs:
        raise Unsure("ambiguous_word", word.text)
    if pairs[0].pos == "adj":
        return _adjective(sentence, word, pairs), True
    phrase = word.head or Phrase(word.index, word.index, [])
    _refuse_names(sentence, phrase, pairs)
    counted = _counted(sentence, phrase)
    plural = [p for p in pairs if p.number == "plur"]
    if counted is not None:
        return _with_number(sentence, owners, phrase, counted, pairs), True
    numbers = _numbers(sentence, phrase)
    pairs = tuple(p for p in pairs if not numbers or p.number in numbers)
    if not pairs or (len(numbers) > 1 and numbers != {p.number for p in pairs}):
        raise Unsure("unknown_form", word.text)
    ordinal = sentence.words[phrase.first - 1] if phrase.first else word
    if ordinal.kind == "ordinal" or any(
        sentence.words[i].text[0].isdigit() for i in phrase.modifiers
    ):
        raise Unsure("unknown_agreement", ordinal.text)
    cases = _case(sentence, phrase, pairs)
    fitting = [p for p in pairs if cases & {_CASES.get(c, c) for c in p.cases}]
    if len({(p.side(sentence.target), p.number) for p in fitting}) != 1:
        raise Unsure("case_undecided", word.text)
    pair = fitting[0]
    if pair in plural:
        _plural(sentence, owners)
        return pair, True
    side = pair.side(sentence.target)
    single = cases & {_CASES.get(c, c) for c in pair.cases}
    person.mentions[word.index] = single
    for index in phrase.modifiers:
        forms = set()
        for case in single:
            owners.change(sentence.words[index], case)
            forms.add(owners.new[index])
        if len(forms) != 1:
            raise Unsure("case_undecided", word.text)
    before = sentence.words[phrase.first - 1] if phrase.first else None
    if before is not None and before.low in ("о", "об") and phrase.first == word.index:
        needed = "об" if side[0] in "аиоуэ" else "о"
        if needed != before.low:
            owners.new[before.index] = needed
    new = transfer(found.text, pair.side(found.gender), side)
    if new is None:
        raise Unsure("odd_casing", found.text)
    if found.start == word.start:
        owners.new[word.index] = new
    elif found is sentence.context.word:
        for index in phrase.modifiers:  # the lexicon changes "старший брат" as one word
            if sentence.words[index].start >= found.start:
                del owners.new[index]
    else:
        raise Unsure("several_gender_words", found.text)
    return pair, False


def _numbers(sentence: Sentence, phrase: Phrase) -> set[str]:
    """ "мужчины": of a man, or men."""
    numbers = {r.number for r in phrase.readings}
    if len(numbers) < 2 or phrase.preposition:
        return numbers
    before = sentence.words[phrase.first - 1] if phrase.first else None
    if before is None or before.kind in ("mark", "conjunction"):
        verbs = [w for w in sentence.segment(phrase.head) if w.kind == "verb"]
        singular = any(r.number == "sing" for w in verbs for r in w.readings)
        return numbers if singular or not verbs else {"plur"}
    plural = any(
        r.number == "plur" and r.pos in ("VERB", "ADJS", "PRTS") and w.kind in ("verb", "short")
        for w in sentence.segment(phrase.head)
        for r in w.readings
    )
    if before.kind in ("noun", "name") and before.head is not None and not plural:
        return {"sing"}
    return numbers


def _refuse_names(sentence: Sentence, phrase: Phrase, pairs: tuple[WordPair, ...]) -> None:
    """A name beside the noun is the person's; only a foreign surname has no gender."""
    words, title = sentence.words, pairs[0].pos == "title"
    related = any(
        r.lemma in sentence.tables["nouns.relations"] for r in words[phrase.head].readings
    )
    named = next((w for w in words if w.name == "person" and _may_be_same(w)), None)
    if named is not None and not title and not related and words[phrase.head].found is not None:
        raise Unsure("name_beside", named.text)
    after = words[phrase.head + 1] if phrase.head + 1 < len(words) else None
    if after is not None and after.text == "." and title:
        after = words[phrase.head + 2] if phrase.head + 2 < len(words) else None
    if after is not None and after.text in ",—–-:(" and phrase.head + 2 < len(words):
        apposed = words[phrase.head + 2]
        if apposed.name in ("person", "foreign"):
            raise Unsure("name_beside", apposed.text)
    if after is not None and after.text[0].isupper() and not sentence.shouted:
        if title and after.kind != "adj":
            shows = after.low.endswith(tuple(sentence.tables["guards.surnames"]))
            declined = any(r.case == "nomn" and r.number == "sing" for r in after.readings)
            if shows:
                raise Unsure("surname_with_gender", after.text)
            if (not declined and after.readings) or (
                phrase.cases != {"nomn"} and not after.low.endswith(("о", "и", "у", "э", "е"))
            ):
                raise Unsure("surname_with_gender", after.text)
        elif after.kind not in ("name", "adj", "noun") or (
            after.kind == "name" and after.name != "place" and _may_be_same(after)
        ):
            raise Unsure("name_beside", after.text)
    for word in words[phrase.head + 1 :]:
        if word.kind not in ("name", "noun", "adj"):
            break
        if word.name in ("person", "foreign") and not title and _may_be_same(word):
            raise Unsure("name_beside", word.text)
    before = words[phrase.first - 1] if phrase.first else None
    if before is not None and before.text in "—–-" and phrase.cases & {"nomn"} and phrase.first > 1:
        left = sentence.segment(phrase.first - 2)
        if not any(w.kind == "pronoun" for w in left):
            raise Unsure("predicate_noun", words[phrase.head].text)  # what is said of it stays
    if before is not None and before.name in ("person", "foreign"):
        raise Unsure("name_beside", before.text)
    if (
        before is not None
        and before.text in "—–-,"
        and phrase.first > 1
        and (words[phrase.first - 2].name == "person")
    ):
        raise Unsure("name_beside", words[phrase.first - 2].text)


def _may_be_same(word: Word) -> bool:
    """Whether the name may stand in apposition; in the genitive it is whose the noun is."""
    return word.head is None or "nomn" in word.head.cases or "gent" not in word.head.cases


def _counted(sentence: Sentence, phrase: Phrase) -> Word | None:
    at = phrase.first - 1
    before = sentence.words[at] if at >= 0 else None
    if before is None:
        return None
    if any(r.pos == "NUMR" for r in before.readings) or before.low in _COUNTS:
        return before
    return None


def _with_number(
    sentence: Sentence, owners: Owners, phrase: Phrase, count: Word, pairs: tuple[WordPair, ...]
) -> WordPair:
    """ "два" and "оба" have a gender; what is counted stands in the genitive singular."""
    if phrase.modifiers or any(
        r.lemma in ("двое", "трое", "четверо", "пятеро", "шестеро", "семеро", "полтора")
        for r in count.readings
    ):
        raise Unsure("collective_numeral", count.text)
    table = _COUNTS if sentence.gender == "male" else {f: m for m, f in _COUNTS.items()}
    if count.low in table:
        owners.new[count.index] = table[count.low]
    numbers = {r.case for r in count.readings if r.pos == "NUMR"}
    if count.low in ("два", "две", "три", "четыре", "оба", "обе"):
        fitting = [p for p in pairs if p.number == "sing" and "gen" in p.cases]
    else:
        fitting = [p for p in pairs if p.number == "plur" and (
            "gen" in p.cases or {_CASES[c] for c in p.cases} & numbers)]  # fmt: skip
    if len({p.side(sentence.target) for p in fitting}) != 1:
        raise Unsure("case_undecided", sentence.words[phrase.head].text)
    _plural(sentence, owners)
    return fitting[0]


def _plural(sentence: Sentence, owners: Owners) -> None:
    """A plural shows no gender; "one of them" does."""
    for word in sentence.words:
        if word.low in sentence.tables.third:
            raise Unsure("several_gender_words", word.text)
        if word.name in ("person", "foreign"):
            raise Unsure("name_beside", word.text)  # one of them, or somebody whom they are like
        if word.index not in owners.new and any(r.lemma in _COUNTING for r in word.readings):
            raise Unsure("one_of_many", word.text)
        roles = sentence.tables.to_female if sentence.gender == "male" else sentence.tables.to_male
        if word.found is None and any(
            r.lemma in roles and r.number == "plur" for r in word.readings
        ):
            raise Unsure("several_gender_words", word.text)
        alone = word.kind == "adj" and word.head is None and word.index not in owners.new
        if alone and word.reads(sentence.gender, ("ADJF", "PRTF")):
            raise Unsure("one_of_many", word.text)


def _adjective(sentence: Sentence, word: Word, pairs: tuple[WordPair, ...]) -> WordPair:
    """The adjective agrees with its own noun, which stays."""
    cases = word.head.cases if word.head is not None else set()
    if word.head is None or word.head.living:
        raise Unsure("gendered_adjective", word.text)
    for other in sentence.words:
        living = other.head is not None and (other.head.is_living("male") or (
            other.head.is_living("female")))  # fmt: skip
        if other.low in sentence.tables.third or other.name or living:
            raise Unsure("gendered_adjective", word.text)  # whose sort it says
    fitting = [p for p in pairs if cases & {_CASES.get(c, c) for c in p.cases}] or list(pairs)
    if len({p.side(sentence.target) for p in fitting}) != 1:
        raise Unsure("case_undecided", word.text)
    return fitting[0]


def _case(sentence: Sentence, phrase: Phrase, pairs: tuple[WordPair, ...]) -> set[str]:
    """The cases of the noun that its place allows."""
    listed = {_CASES.get(c, c) for p in pairs for c in p.cases}
    cases = (phrase.cases & listed) or listed
    if phrase.preposition:
        governed = sentence.tables.governed(phrase.preposition)
        cases = (cases & governed) or cases
        if phrase.preposition in ("с", "со") and "ablt" in cases:
            cases = {"ablt"}
        return cases
    cases -= {"loct"}
    words = sentence.words
    before = words[phrase.first - 1] if phrase.first else None
    if cases >= {"gent", "datv"} and len({p.side(sentence.target) for p in pairs}) > 1:
        near = [
            w
            for w in sentence.segment(phrase.head)
            if {r.lemma for r in w.readings} & sentence.tables["verbs.genitive"] or w.low == "нет"
        ]
        return {"gent"} if near else cases
    if cases == {"gent", "accs"}:
        return _object_or_owner(sentence, phrase, before) or cases
    if cases == {"nomn", "accs"} and len({p.side(sentence.target) for p in pairs}) > 1:
        verbs = [
            w
            for w in sentence.segment(phrase.head)
            if w.kind in ("verb", "short") and w.reads(sentence.gender, ("VERB", "ADJS", "PRTS"))
        ]
        opening = before
        while opening is not None and opening.kind == "small" and opening.index:
            opening = words[opening.index - 1]
        before_verb = opening is None or opening.kind in ("mark", "conjunction", "small")
        present = [w for w in sentence.segment(phrase.head) if w.kind == "verb"]
        if before_verb and (verbs or present):
            return {"nomn"}
        if (
            before is not None
            and before.kind in ("verb", "infinitive")
            and any(r.transitive for r in before.readings)
            and not before.reads(sentence.gender, ("VERB",))
        ):
            return {"accs"}
        if before_verb and not present:
            return {"nomn"}
    return cases


def _object_or_owner(sentence: Sentence, phrase: Phrase, before: Word | None) -> set[str] | None:
    """ "видел короля" and "дворец короля"."""
    if before is None:
        negated = any(w.low == "нет" for w in sentence.segment(phrase.head))
        return {"gent"} if negated else None
    lemmas = {r.lemma for r in before.readings}
    if before.kind in ("noun", "name") and before.head is not None:
        return {"gent"}
    if before.low == "нет" or any(r.pos == "COMP" for r in before.readings):
        return {"gent"}
    at = before
    while at.kind == "small" and at.index:
        at = sentence.words[at.index - 1]
        lemmas = {r.lemma for r in at.readings}
    if at.kind in ("verb", "infinitive", "gerund"):
        if lemmas & sentence.tables["verbs.genitive"]:
            return {"gent"}
        if any(r.transitive for r in at.readings):
            return None if sentence.negated(phrase.head) else {"accs"}
    return None
