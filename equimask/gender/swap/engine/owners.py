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
    for phrase in person.phrases.every:
        if (
            phrase.kind == "pronoun"
            and not person.belongs(phrase)
            and (person.phrases.varies(phrase.head))
        ):
            settle_pronoun(person, phrase)
    for word in person.words:
        index = word.index
        if index in person.phrases.of:
            continue
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
    person.gather()
    for word in person.words:
        if word.found is not None:
            continue
        if word.low in person.lists["unpaired"]:
            raise Unsure("several_gender_words", word.text)
        if word.low in person.lists["foreign_titles"] and word.kind in NOMINAL:
            titled = person.phrases.of.get(word.index)
            if titled is None or not titled.governed or titled.first < person.main.first:
                raise Unsure("foreign_title", word.text)
    for phrase in person.phrases.every:
        if person.belongs(phrase):
            check_unknown(person, phrase)
        else:
            settle_other(person, phrase)


def _check_number(person: Person, word: Word) -> None:
    """A loose word of the same gender in the other number: one of them, or all of them."""
    readings = person.phrases.readings(word.index)
    if not person.phrases.varies(word.index) or any(f in readings for f in person.features):
        return
    if all(gender != person.source[0] for gender, _ in readings):
        return
    verb = person.clauses.verb_before(word.index)
    if verb is None and word.kind == "adjective" and readings == {("male", "sing")}:
        return  # "plus d'hommes que prévu"
    subject = person.clauses.subject(verb) if verb is not None else None
    explained = subject is not None and bool(subject.features & readings)
    others = (p for p in person.phrases.every if p.first < word.index and p.kind == "thing")
    if not explained and not any(p.features & readings for p in others):
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
    if word.low in person.lists["one_sex"]:
        raise Unsure("one_sex", word.text)
    if word.low in person.lists["impersonal"]:
        stated = person.clauses.verb_before(word.index)
        if stated is None or person.clauses.subject(stated) is None:
            person.settled.add(word.index)
            return False  # "caso necessário", "cuando fue necesario"
    index, clauses = word.index, person.clauses
    together = person.words[index + 1 : index + 2]
    if word.low in person.lists["together"] and any(w.kind == "preposition" for w in together):
        person.settled.add(index)
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
        described = person.tables.content(word.low).is_participle
        if not described and word.low not in person.lists["personal"]:
            raise Unsure("unknown_agreement", word.text)  # whose error it is, nobody knows
    verb = clauses.verb_before(index)
    if verb is not None:
        if word.doubtful:
            raise Unsure("verb_or_noun", word.text)
        return _predicate(person, word, verb)
    if clauses.clause_start(index):
        neuter = any(after.low in person.lists["this"] for after in together)
        if neuter or _is_absolute(person, index):
            person.settled.add(index)
            return False  # "terminada la guerra, la reina volvió", "hecho esto"
        subject = clauses.next_subject(index)
        comma = index - 1
        while comma > 0 and person.words[comma].kind == "adverb":
            comma -= 1
        before = person.phrases.of.get(comma - 1) if comma > 0 else None
        if before is not None and person.belongs(before) and person.words[comma].text == ",":
            free = not before.governed and before.kind != "pronoun"
            free = free and person.tables.content(word.low).is_participle
            return free or _only(person, word)  # "la reina, acusada de herejía,"
        if subject is not None:
            return _by_subject(person, word, subject)
        after = person.phrases.of.get(index + 1)
        if person.belongs(after) and after is not None and not after.governed:
            return True
    return _only(person, word)


def _is_absolute(person: Person, index: int) -> bool:
    """Whether a noun phrase follows that the participle speaks of: "terminada la guerra"."""
    follows = person.phrases.of.get(index + 1)
    if follows is None or follows.governed or person.belongs(follows):
        return False
    times = person.phrases.is_time(follows) or (
        person.words[follows.head].low in person.lists["once"]
    )
    determined = person.words[follows.first].kind in ("article", "fixed")
    return determined and not times and person.fits(follows)


def _listed_with(person: Person, index: int) -> bool | None:
    """The owner of what stands before "y" or a comma: "alto y moreno", "hallado muerto"."""
    words, at = person.words, index - 1
    while at >= 0 and words[at].kind == "adverb":
        at -= 1
    joined, follows = at > 0 and words[at].kind == "conjunction", at
    if joined or (at > 0 and words[at].text == ","):
        at -= 1
    if joined and person.tables.content(words[index].low).is_participle:
        at = _past_complements(person, at)  # "acusado de soborno y condenado"
    if at < 0 or words[at].kind not in ("adjective", "participle"):
        return None
    if not person.phrases.readings(at) & person.phrases.readings(index):
        return None
    if at in person.changed:
        return True
    if at in person.settled and at < follows:
        person.settled.add(index)
        return False
    return None


def _past_complements(person: Person, at: int) -> int:
    """The place before the phrases with prepositions that end there."""
    phrase = person.phrases.of.get(at)
    while phrase is not None and phrase.governed and phrase.first > 1:
        fused = person.words[phrase.first].low in person.lists["contracted"]
        at = phrase.first - (1 if fused else 2)
        phrase = person.phrases.of.get(at)
    return at


def _predicate(person: Person, word: Word, verb: int) -> bool:
    if (
        person.words[verb].low in person.tables.speaking
        and person.context.word.text.lower() not in person.lists["speaking_pronouns"]
    ):
        if person.is_stated or person.quote(word.index) is not None:
            raise Unsure("unknown_agreement", word.text)  # "orgulloso de ser su capitán"
        person.settled.add(word.index)
        return False
    if _is_dative(person, word, verb):
        person.settled.add(word.index)
        return False
    subject = person.clauses.subject(verb)
    copular = (
        person.words[verb].kind == "copula" or person.words[verb].low in (person.lists["becoming"])
    )
    if subject is None:
        if word.low in person.lists["factual"]:
            raise Unsure("unknown_agreement", word.text)  # "que no era cierto"
        if _is_impersonal(person, word) or person.clauses.starts_with_infinitive(verb):
            person.settled.add(word.index)
            return False
        after = person.phrases.of.get(word.index + 1)
        if after is not None and not after.governed and copular:
            return _by_subject(person, word, after)
        return _only(person, word)
    if not copular and not person.belongs(subject):
        raise Unsure("unknown_agreement", word.text)
    after = person.phrases.of.get(word.index + 1)
    free = after is not None and not after.governed and not person.belongs(after)
    object_follows = after is not None and free and (
        not person.phrases.is_time(after)
    )  # fmt: skip
    makes = person.words[verb].low.startswith(tuple(person.lists["making"]) or ("\0",))
    if object_follows and (makes or not copular):
        raise Unsure("unknown_agreement", word.text)  # "hizo público su deseo"
    if not copular and not person.words[verb].low.startswith(tuple(person.lists["settling"])):
        content = person.tables.content(word.low)
        described = content.is_participle or word.low in person.lists["personal"]
        if not described or (after is not None and not after.governed):
            raise Unsure("unknown_agreement", word.text)  # "habla italiano"
    return _by_subject(person, word, subject)


def _is_dative(person: Person, word: Word, verb: int) -> bool:
    """ "il s'est lavé les mains": a participle whose object follows agrees with nobody."""
    before = person.words[verb - 1].low if verb else ""
    if not person.lists["dative_participles"] or before not in person.lists["reflexives"]:
        return False
    if person.source != ("male", "sing"):
        return False
    after = person.phrases.of.get(word.index + 1)
    free = after is not None and not after.governed and not person.phrases.is_time(after)
    return word.low in person.lists["dative_participles"] or free


def _is_impersonal(person: Person, word: Word) -> bool:
    """ "es necesario que", "fue difícil decir"."""
    if person.source != ("male", "sing") or word.index + 1 >= len(person.words):
        return False
    stated = person.clauses.verb_before(word.index)
    if stated and person.words[stated - 1].low in person.lists["this"]:
        return True  # "isso é realmente doloroso"
    after = person.words[word.index + 1]
    if after.low in person.lists["asking"]:
        return True  # "não foi determinado quantos"
    if after.low in person.lists["as"]:
        return False
    return after.kind in ("subordinator", "infinitive") or after.low in person.lists["relatives"]


def _by_subject(person: Person, word: Word, subject: Phrase) -> bool:
    if person.belongs(subject):
        return True
    if subject.kind == "name":
        raise Unsure("proper_name", person.words[subject.head].text)
    if subject.kind == "unknown" and subject.first == subject.head:
        raise Unsure("unknown_agreement", word.text)
    if person.fits(subject):
        person.settled.add(word.index)
        return False
    if any(number == person.source[1] for _, number in subject.features):
        raise Unsure("unknown_agreement", word.text)
    return _only(person, word)


def _only(person: Person, word: Word) -> bool:
    """The person's, as nothing else in the sentence could rule it."""
    rival = next(person.rivals(word.index, people=word.low in person.lists["personal"]), None)
    quote = person.quote(word.index)
    quoted_alone = quote is not None and all(person.quote(p.head) != quote for p in person.own)
    ahead = all(word.index < phrase.first for phrase in person.own) and (
        person.clauses.verb_before(word.index) is None
        and person.clauses.verb_of(word.index) is not None
    )  # "on n'a en aucune façon influencé le vote, dit-il"
    if rival is not None or person.is_beside or quoted_alone or ahead:
        raise Unsure("unknown_agreement", word.text)
    return True


def _parsed(person: Person, word: Word) -> bool | None:
    """What a UD parse says of the word: the person's, somebody else's, or nothing."""
    parse, at = person.context.parse, person.parsed(word)
    if parse is None or at is None:
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
    if not person.lists["object_participles"]:
        person.settled.add(word.index)
        return False
    at = word.index - 1
    while at >= 0 and person.words[at].kind in ("adverb", "negation", "auxiliary"):
        at -= 1
    before = person.words[at] if at >= 0 else None
    objects = person.lists["object_participles"]
    stands = before is not None and before.kind in ("clitic", "object") and before.low in objects
    if stands and before is not None and refers(person, before):
        return True
    relative = person.clauses.earlier_relative(at + 1)
    if (
        relative
        and person.words[relative].low in person.lists["object_relatives"]
        and person.words[relative - 1].kind != "preposition"  # "après que"
    ):
        antecedent = person.clauses.antecedent(relative)
        if person.belongs(antecedent):
            return True
    person.settled.add(word.index)
    return False
