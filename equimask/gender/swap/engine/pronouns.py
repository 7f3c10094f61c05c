"""Whom each other pronoun stands for: the person, somebody else, or a fact."""

from __future__ import annotations

from equimask.gender.swap.engine.evidence import does_what_people_do, is_doubtful
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, Word


def settle_pronoun(person: Person, phrase: Phrase) -> None:
    """Add the pronoun to the person, or raise `Unsure`; one that cannot be theirs is left."""
    word = person.words[phrase.head]
    before = person.phrases.of.get(phrase.first - 1)
    if word.low in person.lists["possessors"] and person.belongs(before):
        return  # "la abuela de ella"
    if not person.fits(phrase):
        same = any(gender == person.source[0] for gender, _ in phrase.features)
        if same or not phrase.governed:
            names = f"{person.context.word.text} {word.text}"
            raise Unsure("several_gender_words", names)
        return
    human = does_what_people_do(person, phrase)
    if person.main.kind != "pronoun" and person.is_theirs:
        raise Unsure("pronoun_reference", word.text)
    if phrase.governed:
        _check_things(person, phrase.first, person.main.first, governed=True)
    for rival in person.rivals(phrase.head, people=human):
        if rival.kind == "thing" and (
            not is_doubtful(person, phrase)
            or rival.governed
            or person.clauses.is_within(rival)
            or (person.main.kind == "pronoun" and rival.first < person.main.first)
        ):
            continue
        if rival.kind in ("name", "unknown", "headless") and person.main.kind == "pronoun":
            continue
        if rival.first < phrase.head and rival.kind != "pronoun":
            raise Unsure("pronoun_reference", person.words[rival.head].text)
    if phrase.first < person.main.first and person.main.kind != "pronoun":
        raise Unsure("pronoun_reference", word.text)
    person.own.append(phrase)


def check_dative(person: Person, word: Word) -> None:
    """Italian "le" is "to her" and "them": one looks like the other."""
    forms = person.tables.agreeing.get("dative", {}).get(word.low)
    if forms is None or person.shows(word.index):
        return
    if not person.features.isdisjoint(forms.readings(word.low)):
        raise Unsure("pronoun_reference", word.text)


def check_other_object(person: Person, word: Word) -> None:
    """ "Ele a conheceu", "deixando-a só": somebody of the other gender."""
    match = person.tables.object_verb(word.low) if word.kind != "clitic" else None
    pronoun = match["object"] if match else word.low
    forms = person.phrases.object_forms(pronoun)
    other = (person.context.target, "sing")
    if forms is None or forms.readings(pronoun) != {other}:
        return
    verb = word if match else _verb_after(person, word)
    human = verb.low.startswith(tuple(person.tables.person_verbs))
    if pronoun in person.lists["neuter"] and not human:
        return
    if not any(p.kind == "thing" and p.fits(other) for p in person.phrases.every):
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")


def is_fact(person: Person, word: Word) -> bool:
    """ "lo sabe", "lo es": not somebody, but that it is so."""
    if word.low not in person.lists["neuter"]:
        return False
    verb = _verb_after(person, word)
    if verb.kind == "copula":  # "lo es"; but "o tornou famoso"
        return not verb.low.startswith(tuple(person.lists["making"]) or ("\0",))
    complement = person.words[word.index + 2 : word.index + 3]
    if any(found.kind == "adjective" for found in complement):
        return False  # "lo hizo famoso"
    if verb.low.startswith(tuple(person.tables.person_verbs)):
        return False
    return verb.low.startswith(tuple(person.lists["facts"]))


def _verb_after(person: Person, word: Word) -> Word:
    """The verb whose object the pronoun is; of "l'ai bien vu" the participle."""
    after = person.words[word.index + 1 : word.index + 5] or [word]
    if after[0].kind != "auxiliary":
        return after[0]
    return next((found for found in after if found.kind == "participle"), after[0])


def refers(person: Person, word: Word) -> bool:
    """Whether the object pronoun stands for the person; False where it is a fact."""
    index = word.index
    after = person.words[index + 1] if index + 1 < len(person.words) else None
    before = person.phrases.of.get(index - 1)
    if before is not None and person.belongs(before) and before.governed:
        return True  # "a la bruja la encerraron"
    if is_fact(person, word):
        person.settled.add(index)
        return False
    if after is not None and after.kind in (*VERBAL, "infinitive"):
        _check_other(person, word, after)
    human = after is not None and _verb_after(person, word).low.startswith(
        tuple(person.tables.person_verbs)
    )
    ahead = person.words[index : min(phrase.first for phrase in person.own)]
    if person.main.kind != "pronoun" and any(w.kind in ("mark", "conjunction") for w in ahead):
        raise Unsure("pronoun_reference", word.text)  # nobody was named yet
    if word.low in person.lists["neuter"] and not human:
        raise Unsure("pronoun_reference", word.text)
    own = [phrase.first for phrase in person.own if phrase.first < index]
    _check_things(person, index, max(own, default=index), governed=not human)
    return _sole(person, word, people=human)


def _check_things(person: Person, index: int, since: int, *, governed: bool) -> None:
    """What was named since the person, and is no subject: "comprou o castelo, viveu perto dele"."""
    verb = person.clauses.verb_of(index)
    spared = [person.phrases.of.get(index - step) for step in (1, 2)]
    spared += [person.clauses.subject(at) for at in (verb, index) if at is not None]
    for rival in person.rivals(index, people=False):
        definite = rival.kind == "thing" and person.words[rival.first].kind in OPENING
        definite &= governed or not rival.governed
        if definite and since < rival.first < index and rival not in spared:
            raise Unsure("pronoun_reference", person.words[rival.head].text)


def _check_other(person: Person, word: Word, verb: Word) -> None:
    """Who sees her, or wants to see her, is not herself."""
    at: int | None = verb.index
    first = min(word.index, verb.index)
    if verb.kind == "infinitive" and first and person.words[first - 1].text == ",":
        return  # "..., levando-o a"
    while at is not None and person.words[at].kind == "infinitive":
        at = next((i for i in range(at - 1, -1, -1) if person.words[i].kind in VERBAL), None)
    if at and person.words[at].low.endswith(tuple(person.lists["speaking_endings"]) or ("\0",)):
        return  # "llegó y salí a saludarla"
    subject = person.clauses.subject(word.index if at == verb.index else at) if at else None
    if person.belongs(subject):
        raise Unsure("pronoun_reference", word.text)


def _sole(person: Person, word: Word, *, people: bool) -> bool:
    for rival in person.rivals(word.index, people=people):
        if rival.first < word.index:
            raise Unsure("pronoun_reference", person.words[rival.head].text)
    return True


def settle_enclitic(person: Person, word: Word) -> None:
    """The pronoun that is written with its verb: "verla"."""
    match = person.tables.object_verb(word.low)
    if match is None:
        return
    forms = person.phrases.object_forms(match["object"])
    shown = forms.readings(match["object"]) if forms else frozenset()
    if person.features.isdisjoint(shown):
        return
    _check_other(person, word, word)
    human = word.low.startswith(tuple(person.tables.person_verbs))
    if not human and (match["object"] in person.lists["neuter"] or person.main.kind == "pronoun"):
        raise Unsure("pronoun_reference", word.text)
    if _sole(person, word, people=False):
        person.changed.add(word.index)
