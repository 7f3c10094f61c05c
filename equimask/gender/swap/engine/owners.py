"""Whose each loose adjective, participle and pronoun is."""

from __future__ import annotations

from equimask.gender.swap.engine.others import check_unknown, settle_other
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import NO_PHRASE, Phrase
from equimask.gender.swap.engine.pronouns import (
    check_dative,
    check_object,
    check_other_object,
    is_fact,
    settle_enclitic,
    settle_pronoun,
)
from equimask.gender.swap.engine.words import NOMINAL, VERBAL, Word


def settle(person: Person) -> None:
    """Give an owner to every word that shows the person's gender, or raise `Unsure`."""
    phrases = person.phrases
    for phrase in phrases.every:
        if phrase.kind == "pronoun" and not person.belongs(phrase):
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
        if person.shows(index):
            if not is_fact(person, word, index + 1):
                check_object(person, word)
                person.changed.add(index)
        else:
            _check_number(person, word)
    elif word.kind in ("verb", "infinitive", "unknown"):
        check_other_object(person, word)
        settle_enclitic(person, word)


def _check_words_of_one_gender(person: Person, word: Word) -> None:
    """ "marido", "Lady": words that say the gender and have no counterpart."""
    if word.low in person.lists["unpaired"]:
        raise Unsure("several_gender_words", word.text)
    if word.low in person.lists["foreign_titles"] and word.kind in NOMINAL:
        titled = person.phrases.at(word.index)
        if not titled.governed or titled.first < person.main.first:
            raise Unsure("foreign_title", word.text)


def _check_number(person: Person, word: Word) -> None:
    """A loose word of the same gender in the other number: one of them, or all of them."""
    readings = person.phrases.readings(word.index)
    if not person.phrases.varies(word.index) or person.source in readings:
        return
    if all(gender != person.source[0] for gender, _ in readings):
        return
    subject = person.clauses.subject(person.clauses.verb_before(word.index).index)
    others = (p for p in person.phrases.every if p.first < word.index and p.kind == "thing")
    ruled = person.phrases.at(word.index + 1)  # "incluidas las islas"
    if not any(phrase.features & readings for phrase in (subject, ruled, *others)):
        raise Unsure("other_person", word.text)


def _owned(person: Person, word: Word) -> bool:
    """Whether the word is the person's; a parse is asked where the order of words cannot tell."""
    try:
        return _is_own(person, word)
    except Unsure:
        parsed = _parsed(person, word)
        if parsed is None:
            raise
        return parsed


def _is_own(person: Person, word: Word) -> bool:
    """Whether the loose adjective or participle is the person's."""
    index, clauses, lists = word.index, person.clauses, person.lists
    verb = clauses.verb_before(index)
    before, follows = person.phrases.at(index - 1), person.phrases.at(index + 1)
    ours = person.belongs(follows) and not follows.governed
    ours |= index - 2 in person.changed  # "rápido y preciso"
    if word.low in lists["impersonal"] and not (ours or clauses.subject(verb.index)):
        return False  # "caso necessário", "cuando fue necesario"
    if word.low in lists["together"] and person.words.at(index + 1).kind == "preposition":
        return False  # "la reina, junto con su ejército"
    if word.kind == "participle":
        return _object_participle(person, word)
    ruled = follows.governed or person.phrases.is_time(follows)
    if _continues(person, word) or (ruled and _is_beside(person, word)):
        return True
    if before.kind == "pronoun" and person.belongs(before):
        return True  # "él mismo"
    if before.kind == "thing" and not (person.fits(before) or _describes(person, word)):
        whole = person.phrases.at(person.phrases.before_preposition(before))
        if before.governed and whole.kind == "thing" and person.fits(whole):
            return False  # "la casa de campo inglesa"
        raise Unsure("unknown_agreement", word.text)  # whose error it is, nobody knows
    if verb.text:
        return _predicate(person, word, verb)
    if clauses.clause_start(index):
        if person.words.at(index + 1).low in lists["this"]:
            return False  # "hecho esto"
        if not follows.governed:
            if person.belongs(follows):
                return True
            raise Unsure("unknown_agreement", word.text)  # "terminada la guerra, la reina"
        if subject := clauses.next_subject(index):
            return _by_subject(person, word, subject)
        comma = next((w.index for w in person.words[index:] if w.text == ","), index)
        opens = not any(earlier.kind in VERBAL for earlier in person.words[:index])
        if opens and person.words.at(comma + 1).kind in VERBAL and person.speaks(comma + 1):
            return True  # "nacida en Lisboa, fue alumna"
    return _only(person, word)


def _continues(person: Person, word: Word) -> bool:
    """ "fue detenido en la calle y fusilado": a second participle of one verb."""
    joined = person.words.at(word.index - 1).kind == "conjunction"
    if not joined or not person.lists.begins("done_to_people", word.low):
        return False
    for earlier in reversed(person.words[: word.index - 1]):
        if earlier.index in person.changed and person.shows(earlier.index):
            return person.clauses.verb_before(earlier.index).kind == "copula"
        if earlier.kind in VERBAL or earlier.kind in ("mark", "relative"):
            break
    return False


def _is_beside(person: Person, word: Word) -> bool:
    """ "la actriz, nominada tres veces al premio, ..."."""
    comma = person.words.before(word.index, ("adverb",))
    own = person.phrases.at(comma - 1)
    apposed = (
        _describes(person, word) and person.words.at(comma).text == "," and person.belongs(own)
    )
    return apposed and not own.governed


def _describes(person: Person, word: Word) -> bool:
    """Whether the word describes people rather than things."""
    participle = person.tables.content(word.low).is_participle
    return participle or word.low in person.lists["personal"]


def _predicate(person: Person, word: Word, verb: Word) -> bool:
    """Whether the predicate of that verb is the person's."""
    lists = person.lists
    speaking = person.context.word.text.lower() in lists["speaking_pronouns"]
    if verb.low in lists["speaking"] and not speaking:
        if person.is_stated or person.quotes:
            raise Unsure("unknown_agreement", word.text)  # "orgulloso de ser su capitán"
        return False
    subject = person.clauses.subject(verb.index)
    copular = verb.kind == "copula" or verb.low in lists["becoming"]
    nonfinite = verb.low in lists["nonfinite_copulas"]
    if nonfinite and subject.kind == "thing" and lists.begins("done_to_people", word.low):
        raise Unsure("unknown_agreement", word.text)  # "cargo que ocupou até ser demitido"
    after = person.phrases.at(word.index + 1)
    free = not after.governed
    follows = free and not person.phrases.is_time(after)
    if _is_dative(person, word, verb, object_follows=follows):
        return False
    if not subject:
        if word.low in lists["factual"]:
            raise Unsure("unknown_agreement", word.text)  # "que no era cierto"
        if _is_impersonal(person, word):
            return False
        becomes = word.low in lists["becoming"]  # "sendo considerada um prodígio"
        ruled = free and copular and (person.belongs(after) or not becomes)
        return _by_subject(person, word, after) if ruled else _only(person, word)
    makes = follows and lists.begins("making", verb.low)  # "hizo público su deseo"
    settles = lists.begins("settling", verb.low) or _describes(person, word)
    if makes or not (copular or (settles and person.belongs(subject) and not follows)):
        raise Unsure("unknown_agreement", word.text)
    return _by_subject(person, word, subject)


def _is_dative(person: Person, word: Word, verb: Word, *, object_follows: bool) -> bool:
    """ "il s'est lavé les mains": a participle whose object follows agrees with nobody."""
    participles = person.lists["dative_participles"]
    reflexive = person.words.at(verb.index - 1).low in person.lists["reflexives"]
    if not participles or not reflexive or person.source != ("male", "sing"):
        return False
    described = person.words.at(person.words.after(word.index, ("adverb",))).kind == "adjective"
    return not described and (word.low in participles or object_follows)  # "s'est dite ravie"


def _is_impersonal(person: Person, word: Word) -> bool:
    """ "isso é doloroso", "fue difícil decir", "não foi determinado quantos"."""
    after, lists = person.words.at(word.index + 1), person.lists
    at = person.clauses.verb_before(word.index).index - 1
    relatives = lists["relatives"] - lists["agreeing_relatives"]
    at -= person.words.at(at).low in relatives  # "ce qui est important"
    nobody = person.words.at(at).kind == "speaker"
    stated = nobody or person.words.at(at).low in lists["this"] | lists["comparatives"]
    that = after.low in lists["relatives"] | lists["asking"]
    follows = after.kind == "infinitive" or that
    return (stated or follows) and person.source == ("male", "sing")


def _by_subject(person: Person, word: Word, subject: Phrase) -> bool:
    """Whether the word is the person's, if it speaks of that subject."""
    if person.belongs(subject):
        return True
    if subject.kind == "thing" and word.low in person.lists["personal"]:
        raise Unsure("unknown_agreement", word.text)  # "a la consulta, que estaba encantada"
    if subject.kind == "name":
        raise Unsure("proper_name", person.words[subject.head].text)
    unlisted = subject.kind == "unknown" and subject.bare
    if person.fits(subject) and not unlisted and subject.kind != "common":
        return False  # but of "su oponente" nobody knows who it is
    raise Unsure("unknown_agreement", word.text)


def _only(person: Person, word: Word) -> bool:
    """The person's, as nothing else in the sentence could rule it."""
    beside = person.words.at(word.index - 1).kind == "conjunction"  # "um rosto magro e cansado"
    beside &= person.phrases.at(word.index - 2).kind == "thing"
    people = not beside and word.low in person.lists["personal"]
    rivals = person.rivals(word.index, people=people)
    ahead = all(word.index < phrase.first for phrase in person.own)
    ruled = ahead and not person.clauses.verb_before(word.index).text  # "aucune façon influencé"
    ruled |= person.words.at(word.index - 1).low in person.lists["as"]  # "come richiesto"
    thing = person.lists.begins("done_to_things", word.low)  # "en 1990 fue publicado"
    if any(rivals) or person.is_beside or person.is_quoted(word.index) or ruled or thing:
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
    every = person.phrases.every
    phrase = next((p for p in every if person.words[p.head].start == head), NO_PHRASE)
    if person.belongs(phrase):
        return True
    named = phrase.kind == "name"  # who is named may be the person
    return None if named or not person.fits(phrase) else False


def _object_participle(person: Person, word: Word) -> bool:
    """ "je l'ai vue", "la femme que j'ai vue": where the participle agrees with its object."""
    lists, words = person.lists, person.words
    at = words.before(word.index, ("adverb", "negation", "auxiliary"))
    before = words.at(at)
    if before.kind in ("clitic", "object") and before.low in lists["object_participles"]:
        check_object(person, before)
        return True
    relative = person.clauses.earlier_relative(at + 1)
    after_that = words.at(relative.index - 1).kind == "preposition"  # "après que"
    object_of = relative.low in lists["object_relatives"] and not after_that
    return object_of and person.belongs(person.clauses.antecedent(relative.index))
