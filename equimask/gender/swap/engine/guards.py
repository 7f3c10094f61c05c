"""What forbids a swap before anybody asks who agrees with whom."""

from __future__ import annotations

from equimask.gender.swap.engine.names import tells
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, Word, plain


def guard(person: Person) -> None:
    """Raise `Unsure` where names, idioms or coordination tie the gender to more than the person."""
    for word in person.words:
        if word.low in person.lists["one_sex"]:
            raise Unsure("one_sex", word.text)
    if bound := person.tables.conditions["sex_bound"].search(plain(person.context.sentence)):
        raise Unsure("one_sex", bound.group())  # "dio a luz"
    _counterparts(person)
    for check in (_partitive, _opposites, _coordination, _subject, _idioms, _neighbours):
        check(person, person.main)


def _partitive(person: Person, phrase: Phrase) -> None:
    """ "una de las reinas": one of them is spoken of, and maybe all of them."""
    before, listed = person.phrases.before(phrase), person.phrases.at(phrase.first - 2)
    if before.kind == "conjunction" and listed.governed:
        phrase = listed  # "uno de los lores y caballeros"
    one = person.phrases.at(person.phrases.before_preposition(phrase))
    of = person.phrases.is_fused(phrase) or person.phrases.before(phrase).low in person.lists["of"]
    if of and one.kind == "headless" and person.source[1] == "plur" and person.has_gender(one):
        raise Unsure("partitive", person.words[one.head].text)


def _neighbours(person: Person, phrase: Phrase) -> None:
    """What stands beside the word and may be one with it."""
    text, noun = person.context.word.text, person.pair.pos == "noun"
    low, lists = text.lower(), person.lists
    after, before = person.phrases.after(phrase), person.phrases.before(phrase)
    if low in lists["address_forms"] and OPENING & {person.words[phrase.first].kind, after.kind}:
        raise Unsure("address_form", low)
    if noun and phrase.bare and before.kind in ("noun", "unknown"):
        raise Unsure("role", text)  # "la société mère"
    shows = after.kind == "noun" and person.tables.may_show(after.low, person.source[0])
    if noun and shows and person.tables.content(after.low).gender == person.source[0]:
        raise Unsure("gendered_adjective", after.text)  # "o candidato tucano"
    if noun and phrase.bare and before.kind == "name" and low in lists["generations"]:
        raise Unsure("name_beside", text)  # "Dumas padre"
    described = person.words.at(phrase.first - 2).kind in ("noun", "unknown")
    if noun and phrase.bare and before.kind == "adverb" and described:
        raise Unsure("gendered_adjective", text)  # "las personas más ancianas"
    stated = before.kind in ("copula", "preposition") or before.low in lists["becoming"]
    if phrase.bare and low in lists["verb_like"] and not stated:
        raise Unsure("verb_or_noun", low)


def check_own(person: Person) -> None:
    """Raise `Unsure` where what speaks of the person is a set phrase, a wife or a daughter."""
    fixed = list(person.tables.conditions["idiom"].finditer(plain(person.context.sentence)))
    for phrase in person.own:
        head = person.words[phrase.head]
        for match in fixed:
            if match.start() < head.end and head.start < match.end():
                raise Unsure("set_phrase", match.group())
        if head.low in person.lists["one_sex_roles"]:
            raise Unsure("one_sex", head.text)
        ordinals = (w.text for w in person.words[phrase.first : phrase.head] if w.low[0].isdigit())
        if number := next((text for text in ordinals if text.endswith(("º", "ª"))), ""):
            raise Unsure("ambiguous_form", number)
        if head.low in person.lists["wives"] | person.lists["kin"] and _is_theirs(person, phrase):
            raise Unsure("wife", head.text)


def _is_theirs(person: Person, phrase: Phrase) -> bool:
    """ "su mujer", "la mujer de Juan", "les filles du roi"."""
    words, lists = person.words, person.lists
    after = person.phrases.after(phrase)
    of = after.low in lists["of"] | lists["contracted"]
    ours = words[max(0, phrase.first - 1) : phrase.head]
    if any(word.low in lists["possessives"] for word in ours):
        return True
    if words[phrase.head].low in lists["kin"]:
        counted = any(word.kind == "numeral" for word in ours)
        return of or after.kind == "conjunction" or counted
    whose = person.phrases.at(phrase.last + 2) or person.phrases.at(phrase.last + 1)
    return of and (whose.kind in ("name", "gender", "role", "common") or person.is_one_of(whose))


def _idioms(person: Person, phrase: Phrase) -> None:
    """Prayers, titles that lose their ending before a name, mothers of things."""
    text = person.context.word.text
    if phrase.head < phrase.last and text.lower() in person.lists["shortened"]:
        raise Unsure("title", text)
    before, apposed = person.phrases.at(phrase.first - 2), person.phrases.before(phrase).text == ","
    thing = before.kind == "thing" and not before.governed
    if apposed and thing and phrase.bare and phrase.kind != "pronoun":
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
    for word in person.words[phrase.first : phrase.head]:
        if word.kind != "article":
            continue
        if person.source not in person.phrases.readings(word.index):
            raise Unsure("ambiguous_form", person.context.word.text)
        if word.low in person.lists["others"] and person.source[1] == "plur":
            raise Unsure("one_or_other", word.text)
    other = (person.context.target, person.source[1])
    at = -1 if phrase.governed or phrase.kind == "pronoun" else phrase.first - 1
    while person.words.at(at).kind in ("adverb", "copula", "adjective"):
        if person.phrases.varies(at) and person.phrases.readings(at) == {other}:
            raise Unsure("other_person", person.words[at].text)
        at -= 1


def _coordination(person: Person, phrase: Phrase) -> None:
    """ "el rey y el perro": together they have a gender of their own."""
    if phrase.governed or (phrase.kind == "pronoun" and phrase.first):
        return
    after, before = person.phrases.after(phrase), person.phrases.before(phrase)
    for joint, at in ((after, after.index + 1), (before, before.index - 1)):
        other = person.phrases.at(at)
        if joint.kind != "conjunction":
            continue
        if joint is before and phrase.bare and other.kind == "unknown" and not other.bare:
            raise Unsure("coordination", person.words[other.head].text)  # "un bisnieto y heredero"
        if other.governed or other.kind == "pronoun":
            continue
        same = joint is after and other.bare and other.kind in ("role", "common")
        ruled = any(word.kind in VERBAL for word in person.words[: other.first])
        kin = other.kind == "thing" or not person.fits(other)
        theirs = kin and person.words[other.first].low in person.lists["their"]
        # "la compositrice et pianiste", "él y su familia"
        if not (same or theirs) and not (joint is before and ruled):
            raise Unsure("coordination", person.words[other.head].text)


def _subject(person: Person, phrase: Phrase) -> None:
    """ "Ana es mi hermana", "el ganador fue mi hermano": the subject shows the gender too."""
    aspirant = person.phrases.at(phrase.first - 2)
    somebody = aspirant.kind in ("role", "common", "unknown", "headless") and person.fits(aspirant)
    if phrase.governed and phrase.bare and somebody and person.shows_in(aspirant):
        raise Unsure("subject_noun", person.words[aspirant.head].text)  # "el aspirante a rey"
    verb = _stating_verb(person, phrase)
    subject = person.clauses.subject(verb.index)
    if phrase.kind == "pronoun" or not subject:
        return
    text = person.words[subject.head].text
    if subject.kind == "name":
        country = phrase.bare and text.lower() in person.lists["countries"]
        if country or subject.first < subject.last or tells(person.words, subject.first, 1):
            raise Unsure("name_beside", text)  # "Alemania figura como actor principal"
        person.own.append(subject)  # "Gladstone fue profesor"
    elif subject.kind == "unknown" and person.fits(subject):
        raise Unsure("subject_noun", text)
    elif subject.kind == "thing" and phrase.bare and verb.index + 1 == phrase.first:
        raise Unsure("subject_noun", text)  # "el club es dueño"
    elif subject.kind in ("headless", "pronoun", "role", "common") and person.fits(subject):
        if subject.kind == "headless" and person.is_one_of(subject):
            raise Unsure("partitive", text)  # "uno de los guerreros"
        itself = person.words.at(verb.index - 1).low in person.lists["reflexives"]
        if verb.kind in ("verb", "infinitive") and not itself:
            raise Unsure("subject_noun", text)  # "las estadounidenses trasladan mujeres"
        person.own.append(subject)  # "Este es mi hermano", "la periodista fue la primera mujer"


def _stating_verb(person: Person, phrase: Phrase) -> Word:
    """The verb that says who the person is: "fue guitarrista, compositor y cantante"."""
    first, words, kinds = phrase.first, person.words, ("role", "common")
    listed = person.phrases.at(first - 2)
    while words[first - 1].joins and listed.bare and listed.kind in kinds:
        first = listed.first
        listed = person.phrases.at(first - 2)
    verb = person.clauses.verb_before(first)
    bare = phrase.bare and not phrase.governed  # "se déclarait ami"
    states = verb.kind == "copula" or verb.low in person.lists["becoming"]
    if states or (bare and verb.text):
        return verb
    return person.clauses.verb_of(phrase.first - 1 if person.is_stated else -1)
