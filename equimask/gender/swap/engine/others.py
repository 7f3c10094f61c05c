"""Phrases that speak of somebody else, as far as anybody can tell."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING


def settle_other(person: Person, phrase: Phrase) -> None:
    """What speaks of somebody else; a phrase that may be the person raises `Unsure`."""
    word = person.words[phrase.head]
    if phrase.kind == "pronoun":
        return
    lows = {person.words[i].low for i in range(phrase.first, phrase.last + 1)}
    same = any(gender == person.source[0] for gender, _ in phrase.features)
    listed = phrase.kind == "headless" or (
        phrase.kind in ("role", "gender") and not phrase.governed
    )
    if same and listed and lows & person.lists["others"]:
        raise Unsure("one_or_other", word.text)
    after = phrase.last + 1
    while after < len(person.words) and person.words[after].kind == "preposition":
        after += 1
    them = person.phrases.of.get(after) if after > phrase.last + 1 else None
    if same and phrase.kind == "headless" and person.belongs(them):
        raise Unsure("partitive", word.text)  # "l'un d'entre eux"
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
    if phrase.kind in ("role", "common") and not phrase.governed and _is_of_both(person, phrase):
        raise Unsure("other_person", word.text)
    if phrase.kind == "thing" or not person.fits(phrase):
        _check_participle(person, phrase)
        if phrase.kind in ("role", "gender") and _is_of_set(person, phrase):
            raise Unsure("other_person", word.text)
        return
    if phrase.kind == "gender":
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")
    shown = any(person.shows(i) for i in range(phrase.first, phrase.last + 1))
    check_unknown(person, phrase)
    if not shown:
        return
    if phrase.kind == "name":
        article = person.words[phrase.first]
        described = any(
            person.words[i].kind == "adjective" for i in range(phrase.first, phrase.last)
        )
        named = (
            article.kind == "article"
            and person.lists["named_articles"]
            and not (word.text.isupper() or {article.low, word.low} & person.lists["locatives"])
        )
        epithet = person.tables.content(word.low).adjective is not None
        if (
            named
            or (article.kind == "article" and (epithet or (described and not phrase.governed)))
            or (person.words[phrase.last].kind == "adjective" and person.shows(phrase.last))
        ):
            raise Unsure("proper_name", word.text)  # "Wigner mismo", "el republicano Rothfus"
    elif phrase.kind == "headless":
        superlative = any(w.kind == "adverb" for w in person.words[phrase.first : phrase.head])
        if phrase.governed and word.kind == "adjective" and not superlative:
            return
        _settle_headless(person, phrase)
    elif phrase.kind in ("role", "common"):
        raise Unsure("other_person", word.text)
    elif not phrase.governed:
        raise Unsure("unlisted_noun", word.text)


def check_unknown(person: Person, phrase: Phrase) -> None:
    """An unlisted word after a noun for people may be an adjective of theirs."""
    after = person.words[phrase.last + 1] if phrase.last + 1 < len(person.words) else None
    if after is None or after.kind != "unknown" or phrase.kind not in ("gender", "role", "common"):
        return
    may_show = person.tables.may_show(after.low, person.source[0])
    if after.text[0].islower() and may_show and not person.no_adjective(after):
        raise Unsure("unknown_agreement", after.text)


def _check_participle(person: Person, phrase: Phrase) -> None:
    """ "tornò dalla guerra ferita": a wound, or wounded."""
    word = person.words[phrase.head]
    last = person.words[phrase.last]
    trails = phrase.first == phrase.head < phrase.last and phrase.governed and person.fits(phrase)
    owned = person.belongs(person.phrases.of.get(phrase.first - 2))
    if (
        trails
        and last.kind == "adjective"
        and (owned or person.tables.content(last.low).is_participle)
    ):
        # "los hombres de negocios europeos", "volvió a casa cambiada"
        raise Unsure("unknown_agreement", last.text)
    bare = phrase.first == phrase.last and not phrase.governed and person.fits(phrase)
    before = person.words[phrase.first - 1].kind if phrase.first else "name"
    if (
        bare
        and before in ("noun", "name", "gender", "adjective", "adverb")
        and (person.tables.content(word.low).is_participle)
    ):
        raise Unsure("unknown_agreement", word.text)


def _is_of_both(person: Person, phrase: Phrase) -> bool:
    """ "la jeune auteur": an article of the person's gender before a noun of the other."""
    article = person.phrases.readings(phrase.first)
    thing = person.tables.nouns.get(person.words[phrase.head].low) in ("m", "f")
    return article == {person.source} and not (person.fits(phrase) or thing)


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
        return person.tables.is_of("role_noun", noun.low)
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


def _settle_headless(person: Person, phrase: Phrase) -> None:
    """ "el otro", "la primera": the person, or one of the same kind."""
    word = person.words[phrase.head]
    if phrase.governed and phrase.first == phrase.last and word.low in person.lists["masses"]:
        return  # "sobre todo"
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
