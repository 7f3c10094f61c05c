"""What forbids a swap before anybody asks who agrees with whom."""

from __future__ import annotations

from equimask.gender.swap.engine.names import tells
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, plain


def guard(person: Person) -> None:
    """Raise `Unsure` where names, idioms or coordination tie the gender to more than the person."""
    phrase = person.main
    for one in person.words:
        if one.low in person.lists["one_sex"]:
            raise Unsure("one_sex", one.text)
    _opposites(person, phrase)
    _counterparts(person)
    _coordination(person, phrase)
    _subject(person, phrase)
    _idioms(person, phrase)
    word = person.context.word.text.lower()
    unknown = person.words[phrase.last + 1] if phrase.last + 1 < len(person.words) else None
    if (
        unknown is not None
        and unknown.kind == "unknown"
        and unknown.text[0].islower()
        and (phrase.kind != "pronoun" and person.tables.may_show(unknown.low, person.source[0]))
    ):
        raise Unsure("unknown_agreement", unknown.text)
    opened = person.words[phrase.first].kind in OPENING
    if word in person.lists["address_forms"] and opened:
        raise Unsure("address_form", word)
    joined = phrase.first and phrase.first == phrase.head and person.pair.pos == "noun"
    if joined and person.words[phrase.first - 1].kind == "noun":
        raise Unsure("role", person.context.word.text)  # "la société mère"
    if unknown is not None and unknown.kind == "noun" and person.pair.pos == "noun":
        gender = person.tables.content(unknown.low).gender
        if gender == person.source[0] and person.tables.may_show(unknown.low, gender):
            raise Unsure("unknown_agreement", unknown.text)  # "o candidato tucano"
        role = person.tables.content(unknown.low).role
        if role is not None and role.varies and person.source in role.readings(unknown.low):
            raise Unsure("gendered_adjective", unknown.text)  # "una mujer médica"
    described = person.words[phrase.first - 2].kind if phrase.first > 1 else "mark"
    if (
        phrase.first == phrase.head
        and person.words[phrase.first - 1].kind == "adverb"
        and described in ("noun", "unknown")
        and person.pair.pos == "noun"
    ):
        raise Unsure("gendered_adjective", person.context.word.text)  # "las personas más ancianas"
    if word in person.lists["verb_like"] and phrase.first == phrase.head:
        raise Unsure("verb_or_noun", word)


def check_own(person: Person) -> None:
    """Raise `Unsure` where what speaks of the person is a set phrase, a wife or a daughter."""
    words, lists = person.words, person.lists
    idiom = person.tables.conditions.get("idiom")
    fixed = list(idiom.finditer(plain(person.context.sentence))) if idiom is not None else []
    for phrase in person.own:
        head = words[phrase.head]
        for match in fixed:
            if match.start() < head.end and head.start < match.end():
                raise Unsure("set_phrase", match.group())
        if head.low in lists["one_sex_roles"]:
            raise Unsure("one_sex", head.text)
        if head.low not in lists["wives"] | lists["kin"]:
            continue
        after = words[phrase.last + 1] if phrase.last + 2 < len(words) else None
        before = words[phrase.first - 1].low if phrase.first else ""
        of = after is not None and after.low in lists["of"] | lists["contracted"]
        lows = {before, *(words[i].low for i in range(phrase.first, phrase.head))}
        theirs = bool(lows & lists["possessives"])
        if head.low in lists["wives"]:
            whose = person.phrases.of.get(phrase.last + 2) or person.phrases.of.get(phrase.last + 1)
            people = ("name", "gender", "role", "common")
            theirs |= of and whose is not None and whose.kind in people
        else:
            joined = after is not None and after.kind == "conjunction"
            counted = any(words[i].kind == "numeral" for i in range(phrase.first, phrase.head))
            theirs |= of or joined or counted
        if theirs:
            raise Unsure("wife", head.text)


def _idioms(person: Person, phrase: Phrase) -> None:
    """Playing cards, prayers, titles that lose their ending before a name, mothers of things."""
    words, text = person.words, person.context.word.text
    after = words[phrase.last + 1 : phrase.last + 3]
    if (
        len(after) == 2
        and after[0].low in person.lists["of"]
        and (after[1].low in person.lists["suits"])
    ):
        raise Unsure("proper_name", text)
    if phrase.head < phrase.last:
        follows = words[phrase.head + 1]
        if follows.kind != "name" and follows.text[0].isupper() and not text.isupper():
            raise Unsure("proper_name", text)
        if follows.kind == "name" and text.lower() in person.lists["shortened"]:
            raise Unsure("title", text)
    before = person.phrases.of.get(phrase.first - 2) if phrase.first > 1 else None
    if before is None or words[phrase.first - 1].text != "," or phrase.kind == "pronoun":
        return
    if before.kind == "thing" and phrase.first == phrase.head and not before.governed:
        raise Unsure("role", text)


def _counterparts(person: Person) -> None:
    """ "los reyes y reinas", "el duque ... los duques": the same word of other gender or number."""
    if person.main.kind == "pronoun":
        return
    found, singulars = person.context.word, person.tables.singulars
    sides = {plain(side) for pair in found.pairs for side in (pair.male, pair.female)}
    same = set().union(*map(singulars, sides))
    starts = {form[:2] for form in same}
    for word in person.words:
        alike = word.low[:2] in starts and word.found is None
        if alike and not same.isdisjoint(singulars(word.low)):
            raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")


def _opposites(person: Person, phrase: Phrase) -> None:
    """ "le cameriere" (plural), "è stata campione": the form, or its person, is another one."""
    word = person.context.word
    before = [i for i in range(phrase.first, phrase.head) if person.words[i].kind == "article"]
    for index in before:
        if person.source not in person.phrases.readings(index):
            raise Unsure("ambiguous_form", word.text)
        low = person.words[index].low
        if low in person.lists["others"] and person.source[1] == "plur":
            raise Unsure("one_or_other", person.words[index].text)
    other = (person.context.target, person.source[1])
    at = phrase.first - 1 if not phrase.governed else -1
    while at >= 0 and person.words[at].kind in ("adverb", "copula", "adjective"):
        readings = person.phrases.readings(at)
        if person.phrases.varies(at) and readings == {other} and phrase.kind != "pronoun":
            raise Unsure("other_person", person.words[at].text)
        at -= 1


def _coordination(person: Person, phrase: Phrase) -> None:
    """ "el rey y el perro": together they have a gender of their own."""
    if phrase.governed or (phrase.kind == "pronoun" and phrase.first):
        return
    for step, start in ((1, phrase.last + 1), (-1, phrase.first - 1)):
        if not 0 <= start < len(person.words) or person.words[start].kind != "conjunction":
            continue
        other = person.phrases.of.get(start + step)
        if other is None or other.governed or other.kind == "pronoun":
            continue
        if step == 1 and other.first == other.head and other.kind in ("role", "common"):
            continue  # "la compositrice et pianiste"
        if step == 1:
            after = other.last + 1
            starts = after < len(person.words) and (person.words[after].kind in VERBAL)
            plural = starts and person.words[after].low.endswith(
                tuple(person.tables.settings["verbs"]["plural_signs"])
            )
            if starts and not plural:
                continue
        elif any(person.words[i].kind in VERBAL for i in range(other.first)):
            continue
        raise Unsure("coordination", person.words[other.head].text)


def _subject(person: Person, phrase: Phrase) -> None:
    """ "Ana es mi hermana", "el ganador fue mi hermano": the subject shows the gender too."""
    aspirant = person.phrases.of.get(phrase.first - 2) if phrase.governed else None
    if (
        aspirant is not None
        and phrase.first == phrase.head
        and aspirant.kind in ("role", "common", "unknown", "headless")
        and person.fits(aspirant)
        and any(person.shows(i) for i in range(aspirant.first, aspirant.last + 1))
    ):
        raise Unsure("subject_noun", person.words[aspirant.head].text)  # "el aspirante a rey"
    first = phrase.first
    while (listed := _before_in_list(person, first)) is not None:
        first = listed.first
    verb = person.clauses.verb_before(first)
    bare = phrase.first == phrase.head and not phrase.governed  # "se déclarait ami"
    if verb is None or not (bare or person.words[verb].kind == "copula"):
        verb = person.clauses.verb_of(phrase.first - 1) if person.is_stated else None
    if verb is None or phrase.kind == "pronoun":
        return
    subject = person.clauses.subject(verb)
    if subject is None or subject is phrase:
        return
    if subject.kind == "name":
        if subject.first < subject.last or tells(person.words, subject.first, 1):
            raise Unsure("name_beside", person.words[subject.head].text)
        person.own.append(subject)  # "Gladstone fue profesor"
    elif subject.kind in ("role", "unknown") and person.fits(subject):
        raise Unsure("subject_noun", person.words[subject.head].text)
    elif subject.kind in ("headless", "pronoun") and person.fits(subject):
        person.own.append(subject)  # "Este es mi hermano"


def _before_in_list(person: Person, first: int) -> Phrase | None:
    """The predicate before a comma or "y": "fue guitarrista, compositor y cantante"."""
    joint = person.words[first - 1] if first > 1 else None
    if joint is None or not (joint.kind == "conjunction" or joint.text == ","):
        return None
    before = person.phrases.of.get(first - 2)
    bare = before is not None and before.first == before.head
    return before if before and bare and before.kind in ("role", "common") else None
