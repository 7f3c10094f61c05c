"""Whether a pronoun stands for a person; whom each other one stands for, be it a fact."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, Kind, Word

_SMALL: frozenset[Kind] = frozenset({"adverb", "negation", "object", "clitic", "auxiliary"})


def settle_pronoun(person: Person, phrase: Phrase) -> None:
    """Add the pronoun to the person, or raise `Unsure`; one that cannot be theirs is left."""
    word, among = person.words[phrase.head], person.main.kind == "pronoun"
    before = person.phrases.at(phrase.first - 1)
    if word.low in person.lists["possessors"] and person.belongs(before):
        return  # "la abuela de ella"
    that = person.words.at(phrase.first - 1).low in person.lists["relatives"]
    speech = person.phrases.before(phrase).text == ":" and word.text[0].isupper()
    if speech or (that and person.belongs(person.phrases.at(phrase.first - 2))):
        raise Unsure("pronoun_reference", word.text)  # "l'homme qu'il aime", "il dit : Il ..."
    if not person.fits(phrase):
        if person.has_gender(phrase) or not phrase.governed:
            raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")
        return
    if person.is_quoted(word.index) != person.is_quoted(person.main.head):
        raise Unsure("pronoun_reference", word.text)  # "disse ela: “ela veio”"
    if not among and (person.is_theirs or _is_anothers(person)):
        raise Unsure("pronoun_reference", word.text)
    if phrase.governed:
        _check_things(person, phrase.first, person.main.first, governed=True)
    for rival in person.rivals(phrase.head, people=_does_what_people_do(person, phrase)):
        within = rival.governed or person.clauses.is_within(rival)
        apart = rival.kind == "thing" and (within or not is_doubtful(person, phrase))
        apart |= among and rival.kind in ("name", "unknown", "headless")
        if rival.first < phrase.head and not apart:
            raise Unsure("pronoun_reference", person.words[rival.head].text)
    person.own.append(phrase)


def _is_anothers(person: Person) -> bool:
    """ "el hermano ... él", "gracias a un tutor, él": somebody beside the one spoken of."""
    main, lists = person.main, person.lists
    of = {person.words[main.first].low, person.phrases.before(main).low} & lists["of"]
    bare = main.head == main.last and person.words[main.first].low not in lists["one"]
    related = bare and not main.bare and person.phrases.is_of("relations", main)
    after = person.phrases.after(main).low in lists["of"] | lists["contracted"]
    return (related and not after) or (main.governed and not of and not person.is_stated)


def check_dative(person: Person, word: Word) -> None:
    """Italian "le" is "to her" and "them": one looks like the other."""
    forms = person.tables.agreeing.get("dative", {}).get(word.low)
    shows = forms is not None and person.source in forms.readings(word.low)
    if shows and not person.shows(word.index):
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
    if pronoun in person.lists["neuter"] and not _is_human(person, verb):
        return
    if not any(p.kind == "thing" and p.fits(other) for p in person.phrases.every):
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")


def _verb_after(person: Person, word: Word) -> Word:
    """The verb whose object the pronoun is; of "l'ai bien vu" the participle."""
    after = person.words.at(word.index + 1)
    if after.kind != "auxiliary":
        return after
    behind = person.words[word.index + 1 : word.index + 5]
    return next((found for found in behind if found.kind == "participle"), after)


def _is_human(person: Person, verb: Word) -> bool:
    """Whether the object of the verb is a person."""
    return person.lists.begins("person_verbs", verb.low)


def is_fact(person: Person, word: Word, verb: int) -> bool:
    """ "no lo consiguió", "para hacerlo", but "lo hizo famoso"."""
    factual = person.lists.begins("fact_verbs", person.words.at(verb).low)
    after = person.words.at(verb + 1)
    made = after.kind in (*OPENING, "adjective", "noun", "gender", "participle", "unknown")
    neuter = word.low.endswith(tuple(person.lists["neuter"])) and bool(person.lists["neuter"])
    return factual and neuter and not made


def check_object(person: Person, word: Word) -> None:
    """Raise `Unsure` where the object pronoun may stand for somebody else, or for a fact."""
    index, joined = word.index, word.kind not in ("clitic", "object")
    human = _is_human(person, word if joined else _verb_after(person, word))
    ruled = joined or person.words.at(index + 1).kind in (*VERBAL, "infinitive")
    themselves = ruled and person.belongs(person.clauses.subject(index))  # who sees her is not she
    if themselves or (not human and (joined or word.low in person.lists["neuter"])):
        raise Unsure("pronoun_reference", word.text)
    own = [phrase.first for phrase in person.own if phrase.first < index]
    _check_things(person, index, max(own, default=index), governed=not human)
    for rival in person.rivals(index, people=human):
        if rival.first < index:
            raise Unsure("pronoun_reference", person.words[rival.head].text)


def _check_things(person: Person, index: int, since: int, *, governed: bool) -> None:
    """What was named since the person, and is no subject: "comprou o castelo, viveu perto dele"."""
    spared = [person.phrases.at(index - step) for step in (1, 2)]
    if person.words.at(index - 1).kind != "conjunction":  # "el dinero brilla y lo enterró"
        spared.append(person.clauses.subject(index))
    for rival in person.rivals(index, people=False):
        definite = rival.kind == "thing" and person.words[rival.first].kind in OPENING
        definite &= governed or not rival.governed
        if definite and since < rival.first < index and rival not in spared:
            raise Unsure("pronoun_reference", person.words[rival.head].text)


def settle_enclitic(person: Person, word: Word) -> None:
    """The pronoun that is written with its verb: "verla"."""
    match = person.tables.object_verb(word.low)
    forms = person.phrases.object_forms(match["object"]) if match else None
    shows = forms is not None and match and person.source in forms.readings(match["object"])
    if shows and not is_fact(person, word, word.index):
        check_object(person, word)
        person.changed.add(word.index)


def is_doubtful(person: Person, phrase: Phrase) -> bool:
    """Whether the pronoun may as well stand for a thing."""
    found = person.words[phrase.head].found
    if found is None or found.text in person.lists["surely_people"]:
        return False
    return not reliable(found.pairs, found.gender)


def _does_what_people_do(person: Person, phrase: Phrase) -> bool:
    """Whether the verb after the pronoun is one that only people do."""
    verb = person.words.at(person.words.after(phrase.last, _SMALL))
    return person.lists.begins("human_verbs", verb.low)


def stands_for_somebody(person: Person) -> bool:
    """Whether the pronoun surely stands for a person: its verb, or a role, says so."""
    main, phrases, lists = person.main, person.phrases, person.lists
    stated = any(phrase.kind not in ("pronoun", "headless") for phrase in person.own)
    single, sure = person.source[1] == "sing", not is_doubtful(person, main)
    if main.kind != "pronoun" or (stated and single):
        return True
    placed = phrases.before(main).low in lists["place_prepositions"]
    if placed or phrases.is_of("place_pronouns", main) or not (single or sure):
        return False
    if main.governed or not single:
        return (single or not main.governed) and not _may_be_thing(person)
    surely = person.words[main.head].text in lists["surely_people"]
    if surely or (sure and _does_what_people_do(person, main)):
        return True
    earlier = (rival for rival in person.rivals(-1, people=False) if rival.first < main.first)
    free = [(r, person.clauses.is_within(r)) for r in earlier if not r.governed]
    if any(person.words[r.first].kind in OPENING and not within for r, within in free):
        return False  # "la vaca ... y ella volvió"
    if sure:
        return True
    others = (p for p in person.own if p.governed or not phrases.is_of("thing_pronouns", p))
    again = any(p is not main for p in others) and not any(within for _, within in free)
    if again or any(person.words[i].low in lists["personal"] for i in person.changed):
        return True
    return any(_acts_human(person, word) and _does(person, word.index) for word in person.words)


def _may_be_thing(person: Person) -> bool:
    """Whether something was named before that a governed pronoun may stand for."""
    main, phrases = person.main, person.phrases
    owned = [phrases.at(main.head - step) for step in (1, 2)]  # "la réponse d'elle"
    rivals = (r for r in person.rivals(main.head, people=False) if r not in owned)
    earlier = (r for r in rivals if r.first < main.first)
    # No name, but for "la Maison-Blanche" where people's names have no article.
    return any(r.kind != "name" or person.words[r.first].kind == "article" for r in earlier)


def _acts_human(person: Person, word: Word) -> bool:
    """Whether only people do what the verb says, be it in the passive: "il est utilisé"."""
    if word.low in person.lists["human_nouns"]:
        return True
    attribute = word.kind == "adjective" and word.index in person.phrases.of  # "niveaux élevés"
    if attribute or word.kind not in ("verb", "participle", "infinitive", "adjective"):
        return False
    before = person.clauses.verb_before(word.index)
    passive = before.kind in ("copula", "participle") and word.kind in ("participle", "adjective")
    done = passive and person.lists.begins("done_to_things", word.low)
    return person.lists.begins("human_verbs", word.low) and not done


def _does(person: Person, index: int) -> bool:
    """Whether the person does what the verb, or the participle after one, says."""
    if index in person.changed:
        return True
    at = index
    while person.words[at].kind != "verb" and person.words.at(at - 1).kind in (
        *_SMALL, "verb", "preposition",
    ):  # fmt: skip
        at -= 1
        if person.lists.begins("letting", person.words[at].low):
            return False  # "elle lui permet d'obtenir"
    return person.belongs(person.clauses.subject(at))
