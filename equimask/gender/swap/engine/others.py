"""Phrases that speak of somebody else, as far as anybody can tell."""

from __future__ import annotations

from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.phrases import Phrase
from equimask.gender.swap.engine.words import OPENING


def settle_other(person: Person, phrase: Phrase) -> None:
    """What speaks of somebody else; a phrase that may be the person raises `Unsure`."""
    word, same = person.words[phrase.head], person.has_gender(phrase)
    people = phrase.kind in ("role", "gender")
    if same and (phrase.kind == "headless" or (people and not phrase.governed)):
        _check_one_of(person, phrase)
    if phrase.kind == "unknown":
        _check_unlisted(person, phrase)
        _check_participle(person, phrase)
    if phrase.kind == "name" and person.tables.content(word.low).role and _states(person, phrase):
        raise Unsure("unlisted_noun", word.text)  # "foi nomeado Cavaleiro"
    if phrase.kind == "thing" or not person.fits(phrase):
        _check_participle(person, phrase)
        if people and same and phrase.bare and person.phrases.before(phrase).kind == "copula":
            raise Unsure("other_person", word.text)  # "fue voluntaria ... a las mujeres"
        return
    if phrase.kind == "gender":
        raise Unsure("several_gender_words", f"{person.context.word.text} {word.text}")
    check_unknown(person, phrase)
    abroad = phrase.governed and person.phrases.is_of("abroad", phrase)  # "à l'étranger"
    if abroad or not person.shows_in(phrase):
        return
    if phrase.kind == "name":
        _check_name(person, phrase)
    elif phrase.kind == "headless":
        superlative = any(w.kind == "adverb" for w in person.words[phrase.first : phrase.head])
        placed = word.low in person.lists["placings"]  # "y el 20 % para el segundo"
        if not phrase.governed or word.kind != "adjective" or superlative or placed:
            _settle_headless(person, phrase)
    elif phrase.kind in ("role", "common"):
        raise Unsure("other_person", word.text)
    elif not phrase.governed:
        raise Unsure("unlisted_noun", word.text)


def _check_one_of(person: Person, phrase: Phrase) -> None:
    """ "el otro", "l'un d'entre eux"."""
    text = person.words[phrase.head].text
    first = phrase.governed and person.phrases.is_of("placings", phrase)  # "tra le prime"
    if first or any(person.words[i].low in person.lists["others"] for i in phrase.places):
        raise Unsure("one_or_other", text)
    after = person.words.after(phrase.last, ("preposition",))
    them = person.phrases.at(after)
    of_them = after > phrase.last + 1 or (them.kind == "pronoun" and them.governed)  # "um deles"
    if phrase.kind == "headless" and of_them and person.belongs(them):
        raise Unsure("partitive", text)


def _check_unlisted(person: Person, phrase: Phrase) -> None:
    """An unlisted word that may be a noun, or an adjective, of the person."""
    word = person.words[phrase.head]
    before = person.phrases.at(person.words.before(phrase.first, ("adverb",)))
    shows = person.may_show(word.low)
    if _states(person, phrase):
        raise Unsure("unlisted_noun", word.text)
    if shows and person.belongs(person.phrases.at(phrase.last + 1)):
        raise Unsure("unknown_agreement", word.text)  # "une parfaite femme"
    alone = phrase.first == phrase.last and not phrase.governed
    alone &= word.text[0].islower() or not word.index
    if alone and shows and not (before.kind == "thing" and person.fits(before)):
        raise Unsure("unknown_agreement", word.text)


def _check_name(person: Person, phrase: Phrase) -> None:
    """ "Wigner mismo", "el republicano Rothfus": what shows the gender beside a name."""
    word, article = person.words[phrase.head], person.words[phrase.first]
    described = any(person.words[i].kind == "adjective" for i in range(phrase.first, phrase.last))
    adjective = person.tables.content(word.low).adjective
    epithet = adjective is not None and (adjective.varies or not phrase.governed)
    placed = {article.low, word.low} & person.lists["locatives"]
    named = person.lists["named_articles"] and not (word.text.isupper() or placed)
    trails = person.words[phrase.last].kind == "adjective" and person.shows(phrase.last)
    stated = person.is_stated and phrase.first < person.main.first  # "El Dalái Lama es rey"
    opened = named or epithet or ((described or stated) and not phrase.governed)
    if trails or (article.kind == "article" and opened):
        raise Unsure("proper_name", word.text)


def check_unknown(person: Person, phrase: Phrase) -> None:
    """An unlisted word after a noun for people may be an adjective of theirs."""
    after = person.words.at(person.words.after(phrase.last, ("adverb",)))
    described = person.tables.content(after.low).adjective if after.kind == "verb" else None
    if described and described.varies and person.phrases.before(phrase).kind == "copula":
        raise Unsure("unknown_agreement", after.text)  # "foi a única mulher aceita"
    if after.kind != "unknown" or phrase.kind not in ("gender", "role", "common"):
        return
    if after.text[0].islower() and person.may_show(after.low):
        raise Unsure("unknown_agreement", after.text)


def _check_participle(person: Person, phrase: Phrase) -> None:
    """ "tornò dalla guerra ferita": a wound, or wounded."""
    word, last = person.words[phrase.head], person.words[phrase.last]
    if not person.fits(phrase):
        return
    if phrase.head < phrase.last and last.kind == "adjective":
        # "los hombres de negocios europeos", "volvió a casa cambiada"
        ours = person.belongs(person.phrases.at(person.phrases.before_preposition(phrase)))
        fused = person.phrases.is_fused(phrase) and phrase.first + 1 == phrase.head
        described = person.tables.content(last.low).is_participle  # "homem do campo acostumado"
        described |= ours and phrase.bare
        described &= phrase.governed and (phrase.bare or (fused and ours))
        if described or person.lists.begins("done_to_people", last.low):
            raise Unsure("unknown_agreement", last.text)
    before = person.phrases.before(phrase).kind if phrase.first else "name"
    loose = not phrase.governed and phrase.first == phrase.last
    follows = before in ("noun", "name", "gender", "adjective", "adverb")
    if loose and follows and person.tables.content(word.low).is_participle:
        raise Unsure("unknown_agreement", word.text)


def _states(person: Person, phrase: Phrase) -> bool:
    """Whether an unlisted noun says what somebody is: "era ojeadora", "la reina, ojeadora"."""
    at = person.words.before(phrase.first, ("adverb",))
    before, bare = person.words.at(at), person.words[phrase.first].kind not in OPENING
    apposed = before.joins and bool(person.listed(before))
    described = bare and before.kind in ("adjective", "participle")
    of = bare and before.low in person.lists["of"]  # "chamado de gatuno"
    becomes = person.words.at(at - of).low in person.lists["becoming"]
    if bare or before.low not in person.lists["as"]:  # "como os livros" compares
        described |= person.states(phrase)
    return apposed or described or becomes


def _settle_headless(person: Person, phrase: Phrase) -> None:
    """ "el otro", "la primera": the person, or one of the same kind."""
    word, after, lists = person.words[phrase.head], person.phrases.after(phrase), person.lists
    them = person.of_whom(phrase)
    apart = person.phrases.before(phrase).text != "," and not person.is_predicate(phrase)
    many = person.tables.content(person.words[them.head].low).number == "plur"
    if apart and many and them.kind == "thing" and person.is_one_of(phrase):
        return  # "una de sus obras"
    alone, relative = phrase.first == phrase.last, word.low in lists["relatives"]
    alone &= word.low not in lists["demonstratives"]  # "celles qui"
    if alone and phrase.governed and word.low in lists["masses"]:
        return  # "sobre todo"
    if alone and (relative or after.kind == "relative"):
        before = person.words.before(phrase.first, ("preposition", "mark", "numeral"))
        antecedent = person.phrases.at(before)
        comma = phrase.first > 0 and person.phrases.before(phrase).kind == "mark"
        agreeing = relative or after.low in lists["agreeing_relatives"]
        if comma and after.text and not agreeing:
            if word.low in lists["neuter"] | lists["fact_articles"]:
                return  # "..., o que"
        elif antecedent:
            if person.belongs(antecedent):
                person.own.append(phrase)  # "la reina con la que"
            return
    raise Unsure("one_or_other", word.text)
