"""Whose each loose adjective, participle and pronoun is."""

from __future__ import annotations

from equimask.gender.swap.engine.others import check_unknown, settle_other
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.pronouns import (
    check_dative,
    check_other_object,
    is_fact,
    refers,
    settle_enclitic,
    settle_pronoun,
)
from equimask.gender.swap.engine.words import NOMINAL, Word


def settle(person: Person) -> None:
    """Give an owner to every word that shows the person's gender, or raise `Unsure`."""
    phrases = person.phrases
    for phrase in phrases.every:
        varies = phrase.kind == "pronoun" and phrases.varies(phrase.head)
        if varies and not person.belongs(phrase):
            settle_pronoun(person, phrase)
    for word in person.words:
        if word.index not in phrases.of:
            _settle_loose(person, word)
    person.gather()
    for word in person.words:
        if word.found is None:
            _check_words_of_one_gender(person, word)
    for phrase in phrases.every:
        if person.belongs(phrase):
            check_unknown(person, phrase)
        else:
            settle_other(person, phrase)


def _settle_loose(person: Person, word: Word) -> None:
    """A word outside of all phrases."""
    index = word.index
    if word.kind in ("adjective", "participle", "copula"):
        if person.shows(index) and _owned(person, word):
            person.changed.add(index)
            person.gather()
        elif word.kind != "participle":
            _check_number(person, word)
    elif word.kind == "clitic":
        check_dative(person, word)
        check_other_object(person, word)
        if person.shows(index) and refers(person, word):
            person.changed.add(index)
        elif not is_fact(person, word):
            _check_number(person, word)
    elif word.kind in ("verb", "infinitive", "unknown"):
        check_other_object(person, word)
        settle_enclitic(person, word)


def _check_words_of_one_gender(person: Person, word: Word) -> None:
    """ "marido", "Lady": words that say the gender and have no counterpart."""
    if word.low in person.lists["unpaired"]:
        raise Unsure("several_gender_words", word.text)
    if word.low in person.lists["foreign_titles"] and word.kind in NOMINAL:
        titled = person.phrases.of.get(word.index)
        if titled is None or not titled.governed or titled.first < person.main.first:
            raise Unsure("foreign_title", word.text)


def _check_number(person: Person, word: Word) -> None:
    """A loose word of the same gender in the other number: one of them, or all of them."""
    readings = person.phrases.readings(word.index)
    if not person.phrases.varies(word.index) or not readings.isdisjoint(person.features):
        return
    if all(gender != person.source[0] for gender, _ in readings):
        return
    verb = person.clauses.verb_before(word.index)
    if not verb.text and word.kind == "adjective" and readings == {("male", "sing")}:
        return  # "plus d'hommes que prévu"
    subject = person.clauses.subject(verb.index)
    others = (p for p in person.phrases.every if p.first < word.index and p.kind == "thing")
    known = [*others] if subject is None else [*others, subject]
    if not any(phrase.features & readings for phrase in known):
        raise Unsure("other_person", word.text)


def _owned(person: Person, word: Word) -> bool:
    """Whether the word is the person's; a parse is asked where the order of words cannot tell."""
    try:
        owned = _is_own(person, word)
    except Unsure:
        parsed = _parsed(person, word)
        if parsed is None:
            raise
        return parsed
    if not owned:
        person.settled.add(word.index)
    return owned


def _is_own(person: Person, word: Word) -> bool:
    """Whether the loose adjective or participle is the person's."""
    index, clauses, lists = word.index, person.clauses, person.lists
    after, described = person.words.at(index + 1), _describes(person, word)
    verb = clauses.verb_before(index)
    if word.low in lists["one_sex"]:
        raise Unsure("one_sex", word.text)
    if word.low in lists["impersonal"] and clauses.subject(verb.index) is None:
        return False  # "caso necessário", "cuando fue necesario"
    if word.low in lists["together"] and after.kind == "preposition":
        return False  # "la reina, junto con su ejército"
    if word.kind == "participle":
        return _object_participle(person, word)
    listed = _listed_with(person, index)
    if listed is not None:
        return listed
    before = person.phrases.of.get(index - 1)
    if before is not None and before.kind == "thing" and not person.fits(before):
        if before.governed and person.belongs(person.phrases.of.get(before.first - 2)):
            return True  # "una mujer de negocios exitosa"
        if not described:
            raise Unsure("unknown_agreement", word.text)  # whose error it is, nobody knows
    if verb.text:
        return _predicate(person, word, verb)
    if clauses.clause_start(index):
        follows = person.phrases.of.get(index + 1)
        free = follows is not None and not follows.governed
        if after.low in lists["this"]:
            return False  # "hecho esto"
        if follows is not None and free and person.belongs(follows):
            return True
        comma = person.words.before(index, ("adverb",))
        before = person.phrases.of.get(comma - 1)
        if before is not None and person.belongs(before) and person.words[comma].text == ",":
            sure = not before.governed and before.kind != "pronoun"
            participle = person.tables.content(word.low).is_participle
            return (sure and participle) or _only(person, word)  # "la reina, acusada de herejía,"
        if follows is not None and free and not person.phrases.is_time(follows):
            raise Unsure("unknown_agreement", word.text)  # "terminada la guerra, la reina"
        subject = clauses.next_subject(index)
        if subject is not None:
            return _by_subject(person, word, subject)
    return _only(person, word)


def _describes(person: Person, word: Word) -> bool:
    """Whether the word describes people rather than things."""
    participle = person.tables.content(word.low).is_participle
    return participle or word.low in person.lists["personal"]


def _listed_with(person: Person, index: int) -> bool | None:
    """The owner of what stands before "y" or a comma: "alto y moreno", "hallado muerto"."""
    words = person.words
    at = joint = words.before(index, ("adverb",))
    if at > 0 and words[at].joins:
        at -= 1
    if (
        words.at(joint).kind == "conjunction"
        and person.tables.content(words[index].low).is_participle
    ):
        phrase = person.phrases.of.get(at)
        while phrase is not None and phrase.governed and phrase.first > 1:
            at = person.phrases.before_preposition(phrase)  # "acusado de soborno y condenado"
            phrase = person.phrases.of.get(at)
    if words.at(at).kind not in ("adjective", "participle"):
        return None
    if not person.phrases.readings(at) & person.phrases.readings(index):
        return None
    if at in person.changed:
        return True
    return False if at in person.settled and at < joint else None


def _predicate(person: Person, word: Word, verb: Word) -> bool:
    """Whether the predicate of that verb is the person's."""
    lists = person.lists
    if word.doubtful:
        raise Unsure("verb_or_noun", word.text)
    speaking = person.context.word.text.lower() in lists["speaking_pronouns"]
    if verb.low in person.tables.speaking and not speaking:
        if person.is_stated or person.quote(word.index) is not None:
            raise Unsure("unknown_agreement", word.text)  # "orgulloso de ser su capitán"
        return False
    subject = person.clauses.subject(verb.index)
    copular = verb.kind == "copula" or verb.low in lists["becoming"]
    after = person.phrases.of.get(word.index + 1)
    free = after is not None and not after.governed
    timed = after is not None and person.phrases.is_time(after)
    if _is_dative(person, word, verb, object_follows=free and not timed):
        return False
    if subject is None:
        if word.low in lists["factual"]:
            raise Unsure("unknown_agreement", word.text)  # "que no era cierto"
        if _is_impersonal(person, word) or person.clauses.starts_with_infinitive(verb.index):
            return False
        if after is not None and free and copular:
            return _by_subject(person, word, after)
        return _only(person, word)
    rules = free and not person.belongs(after) and not timed
    makes = lists.begins("making", verb.low) or not copular
    stays = copular or lists.begins("settling", verb.low)
    if (
        (not copular and not person.belongs(subject))
        or (rules and makes)  # "hizo público su deseo"
        or (not stays and (free or not _describes(person, word)))  # "habla italiano"
    ):
        raise Unsure("unknown_agreement", word.text)
    return _by_subject(person, word, subject)


def _is_dative(person: Person, word: Word, verb: Word, *, object_follows: bool) -> bool:
    """ "il s'est lavé les mains": a participle whose object follows agrees with nobody."""
    participles = person.lists["dative_participles"]
    reflexive = person.words.at(verb.index - 1).low in person.lists["reflexives"]
    if not participles or not reflexive or person.source != ("male", "sing"):
        return False
    return word.low in participles or object_follows


def _is_impersonal(person: Person, word: Word) -> bool:
    """ "es necesario que", "fue difícil decir", "não foi determinado quantos"."""
    after, lists = person.words.at(word.index + 1), person.lists
    if person.source != ("male", "sing") or not after.text:
        return False
    stated = person.words.at(person.clauses.verb_before(word.index).index - 1)
    if stated.low in lists["this"] or after.low in lists["asking"]:
        return True  # "isso é realmente doloroso"
    follows = after.kind in ("subordinator", "infinitive") or after.low in lists["relatives"]
    return follows and after.low not in lists["as"]


def _by_subject(person: Person, word: Word, subject: Phrase) -> bool:
    """Whether the word is the person's, if it speaks of that subject."""
    if person.belongs(subject):
        return True
    if subject.kind == "name":
        raise Unsure("proper_name", person.words[subject.head].text)
    unlisted = subject.kind == "unknown" and subject.bare
    if person.fits(subject) and not unlisted:
        return False
    if unlisted or any(number == person.source[1] for _, number in subject.features):
        raise Unsure("unknown_agreement", word.text)
    return _only(person, word)


def _only(person: Person, word: Word) -> bool:
    """The person's, as nothing else in the sentence could rule it."""
    rivals = person.rivals(word.index, people=word.low in person.lists["personal"])
    quote = person.quote(word.index)
    quoted_alone = quote is not None and all(person.quote(p.head) != quote for p in person.own)
    ahead = all(word.index < phrase.first for phrase in person.own)
    stated = person.clauses.verb_before(word.index).text
    ruled = ahead and not stated and person.clauses.verb_of(word.index).text
    thing = person.lists.begins("done_to_things", word.low)  # "en 1990 fue publicado"
    if (
        any(rivals) or person.is_beside or quoted_alone or ruled or thing
    ):  # "aucune façon influencé"
        raise Unsure("unknown_agreement", word.text)
    return True


def _parsed(person: Person, word: Word) -> bool | None:
    """What a UD parse says of the word: the person's, somebody else's, or nothing."""
    parse = person.context.parse or ()
    at = next((i for i, token in enumerate(parse) if token.start == word.start), -1)
    if at < 0:
        return None
    token = parse[at]
    if token.deprel in ("amod", "acl") and token.head >= 0:
        head = parse[token.head].start
    else:
        head = next((t.start for t in parse if t.head == at and t.deprel.startswith("nsubj")), -1)
    phrase = next((p for p in person.phrases.every if person.words[p.head].start == head), None)
    if phrase is None or (phrase.kind == "name" and not person.belongs(phrase)):
        return None  # who is named may be the person
    if person.belongs(phrase):
        return True
    return False if person.fits(phrase) else None


def _object_participle(person: Person, word: Word) -> bool:
    """ "je l'ai vue", "la femme que j'ai vue": where the participle agrees with its object."""
    lists, words = person.lists, person.words
    at = words.before(word.index, ("adverb", "negation", "auxiliary"))
    before = words.at(at)
    stands = before.kind in ("clitic", "object") and before.low in lists["object_participles"]
    if stands and refers(person, before):
        return True
    relative = person.clauses.earlier_relative(at + 1)
    object_of = relative.low in lists["object_relatives"] and (
        words.at(relative.index - 1).kind != "preposition"  # "après que"
    )
    return object_of and person.belongs(person.clauses.antecedent(relative.index))
