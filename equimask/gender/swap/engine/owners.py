"""Whose each loose word is: a predicate, a participle, a pronoun of the person's gender."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING, VERBAL, Word


def settle(person: Person) -> None:
    """Give an owner to every word that shows the person's gender, or raise `Unsure`."""
    for phrase in person.phrases.every:
        if (
            phrase.kind == "pronoun"
            and not person.belongs(phrase)
            and (person.phrases.varies(phrase.head))
        ):
            _settle_pronoun(person, phrase)
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
            _check_dative(person, word)
            _check_other_object(person, word)
            if person.shows(index) and _refers(person, word):
                person.changed.add(index)
            elif not _is_fact(person, word):
                _check_number(person, word)
        elif word.kind in ("verb", "infinitive", "unknown"):
            _settle_enclitic(person, word)
    person.gather()
    for word in person.words:
        if word.found is None and word.low in person.lists["unpaired"]:
            raise Unsure("several_gender_words", word.text)
        if word.low in person.lists["foreign_titles"] and word.kind in ("name", "unknown"):
            raise Unsure("foreign_title", word.text)
    for phrase in person.phrases.every:
        if person.belongs(phrase):
            _check_unknown(person, phrase)
        else:
            _settle_other(person, phrase)


def _check_other_object(person: Person, word: Word) -> None:
    """ "Ele a conheceu": somebody of the other gender."""
    readings = person.phrases.readings(word.index)
    other = (person.context.target, "sing")
    if readings != {other} or word.index + 1 >= len(person.words):
        return
    human = person.words[word.index + 1].low.startswith(tuple(person.tables.person_verbs))
    if human and not any(p.kind == "thing" and p.fits(other) for p in person.phrases.every):
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")


def _check_dative(person: Person, word: Word) -> None:
    """Italian "le" is "to her" and "them": one looks like the other."""
    forms = person.tables.agreeing.get("dative", {}).get(word.low)
    if forms is None or person.shows(word.index):
        return
    if not person.features.isdisjoint(forms.readings(word.low)):
        raise Unsure("pronoun_reference", word.text)


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
    index, clauses = word.index, person.clauses
    if word.kind == "participle":
        return _object_participle(person, word)
    listed = _listed_with(person, index)
    if listed is not None:
        return listed
    verb = clauses.verb_before(index)
    if verb is not None:
        if word.doubtful:
            raise Unsure("verb_or_noun", word.text)
        return _predicate(person, word, verb)
    if clauses.clause_start(index):
        subject = clauses.next_subject(index)
        before = person.phrases.of.get(index - 2) if index > 1 else None
        if person.belongs(before) and person.words[index - 1].text == ",":
            return _only(person, word)
        if subject is not None:
            return _by_subject(person, word, subject)
        after = person.phrases.of.get(index + 1)
        if person.belongs(after) and after is not None and not after.governed:
            return True
    return _only(person, word)


def _listed_with(person: Person, index: int) -> bool | None:
    """The owner of the adjective before "y" or a comma: "alto y moreno"."""
    at = index - 1
    while at >= 0 and person.words[at].kind == "adverb":
        at -= 1
    if at < 1 or not (person.words[at].kind == "conjunction" or person.words[at].text == ","):
        return None
    before = at - 1
    if person.words[before].kind not in ("adjective", "participle"):
        return None
    if not person.phrases.readings(before) & person.phrases.readings(index):
        return None
    if before in person.changed:
        return True
    if before in person.settled:
        person.settled.add(index)
        return False
    return None


def _predicate(person: Person, word: Word, verb: int) -> bool:
    if (
        person.words[verb].low in person.tables.speaking
        and person.context.word.text.lower() not in person.lists["speaking_pronouns"]
    ):
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
        if _is_impersonal(person, word) or person.clauses.starts_with_infinitive(verb):
            person.settled.add(word.index)
            return False
        after = person.phrases.of.get(word.index + 1)
        if after is not None and not after.governed and copular:
            return _by_subject(person, word, after)
        return _only(person, word)
    if not copular and not person.belongs(subject):
        raise Unsure("unknown_agreement", word.text)
    if not copular and not person.words[verb].low.startswith(tuple(person.lists["settling"])):
        after = person.phrases.of.get(word.index + 1)
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
    free = (
        after is not None
        and not after.governed
        and person.words[after.head].low not in (person.lists["times"])
    )
    return word.low in person.lists["dative_participles"] or free


def _is_impersonal(person: Person, word: Word) -> bool:
    """ "es necesario que", "fue difícil decir"."""
    if person.source != ("male", "sing") or word.index + 1 >= len(person.words):
        return False
    after = person.words[word.index + 1]
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
    return _only(person, word)


def _only(person: Person, word: Word) -> bool:
    """The person's, as nothing else in the sentence could rule it."""
    rival = next(person.rivals(word.index, people=word.low in person.lists["personal"]), None)
    if rival is not None or person.is_beside:
        raise Unsure("unknown_agreement", word.text)
    return True


def _parsed(person: Person, word: Word) -> bool | None:
    """What a UD parse says of the word: the person's, somebody else's, or nothing."""
    parse = person.context.parse
    if parse is None:
        return None
    at = next((i for i, token in enumerate(parse) if token.start == word.start), None)
    if at is None:
        return None
    token = parse[at]
    if token.deprel in ("amod", "acl") and token.head >= 0:
        head = parse[token.head].start
    else:
        head = next((t.start for t in parse if t.head == at and t.deprel.startswith("nsubj")), -1)
    phrase = next((p for p in person.phrases.every if person.words[p.head].start == head), None)
    if phrase is None:
        return None
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
    if stands and before is not None and _refers(person, before):
        return True
    relative = person.clauses.earlier_relative(at + 1)
    if relative is not None and person.words[relative].low in person.lists["object_relatives"]:
        antecedent = person.clauses.antecedent(relative)
        if person.belongs(antecedent):
            return True
    person.settled.add(word.index)
    return False


def _is_fact(person: Person, word: Word) -> bool:
    """ "lo sabe", "lo es": not somebody, but that it is so."""
    if word.low not in person.lists["neuter"] or word.index + 1 >= len(person.words):
        return False
    verb = person.words[word.index + 1]
    return verb.kind == "copula" or verb.low.startswith(tuple(person.lists["facts"]))


def _refers(person: Person, word: Word) -> bool:
    """Whether the object pronoun stands for the person; False where it is a fact."""
    index = word.index
    after = person.words[index + 1] if index + 1 < len(person.words) else None
    before = person.phrases.of.get(index - 1)
    if before is not None and person.belongs(before) and before.governed:
        return True  # "a la bruja la encerraron"
    if _is_fact(person, word):
        person.settled.add(index)
        return False
    if (
        after is not None
        and after.kind in VERBAL
        and (person.belongs(person.clauses.subject(index)))
    ):
        raise Unsure("pronoun_reference", word.text)  # who sees her is not herself
    verb = after.low if after else ""
    if after is not None and after.kind == "auxiliary":
        verb = next(
            (w.low for w in person.words[index + 1 : index + 5] if w.kind == "participle"), verb
        )
    human = verb.startswith(tuple(person.tables.person_verbs))
    if word.low in person.lists["neuter"] and not human:
        raise Unsure("pronoun_reference", word.text)
    return _sole(person, word, people=False)


def _sole(person: Person, word: Word, *, people: bool) -> bool:
    for rival in person.rivals(word.index, people=people):
        if rival.first < word.index:
            raise Unsure("pronoun_reference", person.words[rival.head].text)
    return True


def _settle_enclitic(person: Person, word: Word) -> None:
    match = person.tables.object_verb(word.low)
    if match is None:
        return
    forms = person.phrases.object_forms(match["object"])
    shown = forms.readings(match["object"]) if forms else frozenset()
    if person.features.isdisjoint(shown):
        return
    human = word.low.startswith(tuple(person.tables.person_verbs))
    if match["object"] in person.lists["neuter"] and not human:
        raise Unsure("pronoun_reference", word.text)
    if _sole(person, word, people=False):
        person.changed.add(word.index)


def _settle_other(person: Person, phrase: Phrase) -> None:
    """What speaks of somebody else; a phrase that may be the person raises `Unsure`."""
    word = person.words[phrase.head]
    if phrase.kind == "pronoun":
        return
    lows = {person.words[i].low for i in range(phrase.first, phrase.last + 1)}
    same = any(gender == person.source[0] for gender, _ in phrase.features)
    if same and phrase.kind == "headless" and lows & person.lists["others"]:
        raise Unsure("one_or_other", word.text)
    if phrase.kind == "unknown" and _states(person, phrase):
        raise Unsure("unlisted_noun", word.text)
    if phrase.kind == "unknown" and phrase.first == phrase.last and not phrase.governed:
        at = phrase.first - 1
        while at >= 0 and person.words[at].kind == "adverb":
            at -= 1
        listed = at >= 0 and (
            person.words[at].kind == "conjunction" or person.words[at].text == ","
        )
        if listed and person.tables.may_show(word.low, person.source[0]):
            raise Unsure("unknown_agreement", word.text)
    if phrase.kind == "thing" or not person.fits(phrase):
        _check_participle(person, phrase)
        if phrase.kind in ("role", "gender") and _is_of_set(person, phrase):
            raise Unsure("other_person", word.text)
        return
    if phrase.kind == "gender":
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")
    shown = any(person.shows(i) for i in range(phrase.first, phrase.last + 1))
    _check_unknown(person, phrase)
    if not shown:
        return
    if phrase.kind == "name":
        article = person.words[phrase.first]
        named = (
            article.kind == "article"
            and person.lists["named_articles"]
            and not (word.text.isupper() or {article.low, word.low} & person.lists["locatives"])
        )
        if named or (person.words[phrase.last].kind == "adjective" and person.shows(phrase.last)):
            raise Unsure("proper_name", word.text)  # "Wigner mismo"
    elif phrase.kind == "headless":
        if phrase.governed and word.kind == "adjective":
            return
        _settle_headless(person, phrase)
    elif phrase.kind in ("role", "common"):
        raise Unsure("other_person", word.text)
    elif not phrase.governed:
        raise Unsure("unlisted_noun", word.text)


def _check_unknown(person: Person, phrase: Phrase) -> None:
    """An unlisted word after a noun for people may be an adjective of theirs."""
    after = person.words[phrase.last + 1] if phrase.last + 1 < len(person.words) else None
    if after is None or after.kind != "unknown" or phrase.kind not in ("gender", "role", "common"):
        return
    if after.text[0].islower() and person.tables.may_show(after.low, person.source[0]):
        raise Unsure("unknown_agreement", after.text)


def _check_participle(person: Person, phrase: Phrase) -> None:
    """ "tornò dalla guerra ferita": a wound, or wounded."""
    word = person.words[phrase.head]
    last = person.words[phrase.last]
    trails = phrase.first == phrase.head < phrase.last and phrase.governed and person.fits(phrase)
    if trails and person.tables.content(last.low).is_participle:
        raise Unsure("unknown_agreement", last.text)  # "volvió a casa cambiada"
    bare = phrase.first == phrase.last and not phrase.governed and person.fits(phrase)
    before = person.words[phrase.first - 1].kind if phrase.first else "name"
    if (
        bare
        and before in ("noun", "name", "gender", "adjective", "adverb")
        and (person.tables.content(word.low).is_participle)
    ):
        raise Unsure("unknown_agreement", word.text)


def _states(person: Person, phrase: Phrase) -> bool:
    """Whether an unlisted noun says what somebody is: "era ojeadora", "como ojeadora"."""
    first = phrase.first
    while first and person.words[first - 1].kind == "adverb":
        first -= 1
    before = person.words[first - 1] if first else None
    opened = person.words[phrase.first].kind in OPENING
    if before is None or (
        opened and before.kind != "copula" and before.low not in person.lists["becoming"]
    ):
        return (
            before is not None
            and before.text == ","
            and person.belongs(person.phrases.of.get(first - 2))
        )
    if before.low in person.lists["as"] or before.kind in ("copula", "adjective", "participle"):
        return True
    if before.low in person.lists["becoming"]:
        return True
    noun = person.words[first - 2] if first > 1 else None
    if before.low in person.lists["of"] and noun is not None:
        return noun.low in person.tables.role_nouns
    return before.text == "," and person.belongs(person.phrases.of.get(first - 2))


def _is_of_set(person: Person, phrase: Phrase) -> bool:
    """ "fue voluntaria ... a las mujeres": a predicate of the same gender, in the other number."""
    same = any(gender == person.source[0] for gender, _ in phrase.features)
    female = all(gender == "female" for gender, _ in phrase.features)
    bare = phrase.first == phrase.head
    before = person.words[phrase.first - 1] if phrase.first else None
    return (
        same
        and bare
        and before is not None
        and before.kind == "copula"
        and (female or person.source[1] == "plur")
    )


def _settle_pronoun(person: Person, phrase: Phrase) -> None:
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
    human = person.does_what_people_do(phrase)
    if person.main.kind != "pronoun" and person.is_theirs:
        raise Unsure("pronoun_reference", word.text)
    for rival in person.rivals(phrase.head, people=human):
        if rival.kind == "thing" and (
            not person.doubtful(phrase)
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


def _settle_headless(person: Person, phrase: Phrase) -> None:
    """ "el otro", "la primera": the person, or one of the same kind."""
    word = person.words[phrase.head]
    after = person.words[phrase.last + 1] if phrase.last + 1 < len(person.words) else None
    relative = word.low in person.lists["relatives"]
    if phrase.first == phrase.last and (
        relative or (after is not None and after.kind == "relative")
    ):
        before = phrase.first - 1
        while before >= 0 and person.words[before].kind in ("preposition", "mark"):
            before -= 1
        antecedent = person.phrases.of.get(before)
        comma = person.words[phrase.first - 1].kind == "mark" if phrase.first else False
        if (
            comma
            and after is not None
            and not relative
            and after.low not in person.lists["agreeing_relatives"]
        ):
            if word.low in person.lists["neuter"] | person.lists["fact_articles"]:
                return  # "..., o que"
            raise Unsure("one_or_other", word.text)
        if person.belongs(antecedent):
            person.own.append(phrase)  # "la reina con la que"
            return
        if antecedent is not None:
            return
    raise Unsure("one_or_other", word.text)
