"""The noun phrase of the gender word: what stands before and after the noun and agrees with it."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.names import is_first_name
from equimask.gender.swap.languages.romance.words import VERBAL, Tag


def settle_phrase(analysis: Analysis, titles: frozenset[str]) -> None:
    """Edit determiners and adjectives around the gender word and find where its phrase ends."""
    _settle_names(analysis, titles)
    _settle_right(analysis)
    _settle_left(analysis)
    _settle_partitive(analysis)


def _settle_names(analysis: Analysis, titles: frozenset[str]) -> None:
    """A surname may follow a title ("la señora García"); any other name forbids the swap."""
    first = analysis.context.last + 1
    after = first
    while analysis.tag(after) is Tag.NAME:
        after += 1
    names = analysis.words[first:after]
    is_title = analysis.pair.pos == "title" or analysis.context.word.text.lower() in titles
    if names and (not is_title or len(names) > 1 or is_first_name(names[0].text)):
        raise UnsureError("name_beside", names[0].text)
    analysis.end = after - 1


def _settle_right(analysis: Analysis) -> None:
    index = analysis.end + 1
    opening = analysis.word(index)
    is_set_off = opening is not None and opening.text == ","
    if is_set_off:
        index += 1
    while True:
        superlative = _superlative_article(analysis, index)
        place = _skip_adverbs(analysis, index + superlative)
        word = analysis.word(place)
        if word is None:
            return
        if superlative:
            word.tag = Tag.ADJECTIVE
        if word.low in analysis.grammar.sometimes_adverbs and analysis.tag(place + 1) in (
            *VERBAL,
            Tag.PRONOUN,
        ):
            raise UnsureError("unknown_agreement", word.text)
        if word.tag is Tag.ADJECTIVE:
            if word.homograph and analysis.matches(place) and _reads_as_verb(analysis, place):
                return
            if not _takes_adjective(analysis, place):
                return
        elif word.tag is Tag.UNKNOWN or (is_set_off and _is_inflecting_noun(analysis, place)):
            if analysis.grammar.could_be(word.low, analysis.gender, analysis.number):
                raise UnsureError("unknown_agreement", word.text)
            if analysis.tag(place + 1) in VERBAL and not is_set_off:
                analysis.end = place
            return
        else:
            return
        if superlative:
            _turn_determiner(analysis, index, analysis.words[index + 1].low)
        analysis.end = place
        index = place + 1
        joint = analysis.word(index)
        if joint is not None and (joint.tag is Tag.COORDINATOR or joint.text == ","):
            further = _skip_adverbs(analysis, index + 1)
            other = analysis.word(further)
            if other is None or other.tag is not Tag.ADJECTIVE or not _fits(analysis, further):
                return
            index += 1
        is_set_off = False


def _superlative_article(analysis: Analysis, index: int) -> bool:
    """ "la femme la plus intelligente": French repeats the article."""
    word, adverb = analysis.word(index), analysis.word(index + 1)
    return (
        word is not None
        and adverb is not None
        and word.low in ("le", "la", "les")
        and adverb.low in ("plus", "moins")
        and _is_adjective(analysis, index + 2)
    )


def _is_adjective(analysis: Analysis, index: int) -> bool:
    word = analysis.word(index)
    return word is not None and (
        word.tag is Tag.ADJECTIVE or word.low in analysis.grammar.adjectives
    )


def _is_inflecting_noun(analysis: Analysis, place: int) -> bool:
    """ "mi padre, socio de la empresa": a noun set off by a comma that changes too."""
    word = analysis.words[place]
    return word.tag is Tag.NOUN and analysis.grammar.nouns.get(word.low) == "i"


def _takes_adjective(analysis: Analysis, place: int) -> bool:
    """Edit an adjective after the noun; False where it does not agree with it."""
    paradigm = analysis.paradigm(place)
    if paradigm is None or not paradigm.varies:
        return True
    if not analysis.matches(place):
        return False
    new = analysis.inflect(place, "adjective")
    analysis.turn_intensifier(place - 1, new)
    _inflect_all(analysis, place - 1)
    return True


def _inflect_all(analysis: Analysis, place: int) -> None:
    """ "toda mojada", "toute seule": the word for "all" agrees like the adjective it stands by."""
    word = analysis.word(place)
    if word is not None and word.tag is Tag.DETERMINER and analysis.matches(place):
        analysis.inflect(place, "adjective")


def _fits(analysis: Analysis, place: int) -> bool:
    paradigm = analysis.paradigm(place)
    return paradigm is not None and (not paradigm.varies or analysis.matches(place))


def _skip_adverbs(analysis: Analysis, index: int) -> int:
    while analysis.tag(index) is Tag.ADVERB:
        index += 1
    return index


def _reads_as_verb(analysis: Analysis, place: int) -> bool:
    """Whether a form like "limpia" is the verb here; unsure where both readings stand."""
    following = analysis.word(place + 1)
    if any(w.tag in VERBAL for w in analysis.words[: analysis.context.first]):
        return False
    if following is not None and following.tag in VERBAL:
        return False
    if following is not None and (
        following.tag in (Tag.DETERMINER, Tag.PRONOUN, Tag.NUMERAL)
        or following.low in ("a", "al", "que", "qu'")
    ):
        return True
    raise UnsureError("verb_or_adjective", analysis.words[place].text)


def _settle_left(analysis: Analysis) -> None:
    pair, target = analysis.pair, analysis.target
    following = pair.side(target)
    index = analysis.context.first - 1
    determined = False
    while index >= 0:
        word = analysis.words[index]
        if word.tag is Tag.DETERMINER:
            if determined and not _may_precede(analysis, index):
                break
            following = _turn_determiner(analysis, index, following)
            determined = True
        elif determined:
            break
        elif word.tag in (Tag.ADJECTIVE, Tag.NOUN) and _fits(analysis, index):
            if word.tag is Tag.NOUN and not _is_nominal_adjective(analysis, index):
                raise UnsureError("unknown_agreement", word.text)
            varies = analysis.matches(index)
            following = analysis.inflect(index, "adjective", following) if varies else word.low
        elif word.tag is Tag.NOUN and analysis.tag(index - 1) is Tag.DETERMINER:
            raise UnsureError("unknown_agreement", word.text)
        elif word.tag is Tag.NUMERAL:
            following = _turn_ordinal(analysis, index)
        elif _links_adjectives(analysis, index):
            following = word.low
        elif word.tag is Tag.UNKNOWN and _may_modify(analysis, index):
            raise UnsureError("unknown_agreement", word.text)
        else:
            break
        index -= 1
    analysis.start = index + 1
    for edit in analysis.grammar.join(analysis.words, analysis.start, following):
        analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)


def _links_adjectives(analysis: Analysis, index: int) -> bool:
    """ "la muy noble reina", "la joven y bella reina"."""
    word = analysis.words[index]
    if analysis.tag(index + 1) is not Tag.ADJECTIVE:
        return False
    joins = word.tag is Tag.COORDINATOR or word.text == ","
    return word.tag is Tag.ADVERB or (joins and analysis.tag(index - 1) is Tag.ADJECTIVE)


def _turn_ordinal(analysis: Analysis, index: int) -> str:
    """ "15º" and "15ª"."""
    word = analysis.words[index]
    ending = {"male": "º", "female": "ª"}
    if word.text.endswith(ending[analysis.gender]):
        analysis.replace(index, word.text[:-1] + ending[analysis.target], "numeral")
    elif word.low in ("1er", "1re", "1ère", "ier"):
        raise UnsureError("unknown_agreement", word.text)
    return word.low


def _may_precede(analysis: Analysis, index: int) -> bool:
    """ "todas las mujeres", "las otras mujeres"; not "excita mucho al niño"."""
    grammar, low = analysis.grammar, analysis.words[index].low
    after = analysis.words[index + 1].low
    if low in grammar.predeterminers:
        return after not in grammar.contracted
    return low not in grammar.adverbs and after in grammar.postdeterminers


def _is_nominal_adjective(analysis: Analysis, index: int) -> bool:
    return analysis.words[index].low in analysis.grammar.adjectives


def _may_modify(analysis: Analysis, index: int) -> bool:
    word = analysis.words[index]
    return (index == 0 or analysis.tag(index - 1) in (Tag.DETERMINER, Tag.MARK)) and (
        analysis.grammar.could_be(word.low, analysis.gender, analysis.number)
    )


def _turn_determiner(analysis: Analysis, index: int, following: str) -> str:
    word = analysis.words[index]
    edits = analysis.grammar.determine(
        analysis.words, index, following, analysis.target, analysis.pair.number
    )
    if edits is None:
        raise UnsureError("determiner", word.text)
    for edit in edits:
        analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)
    analysis.settled[index] = True
    return edits[0].new.lower() if edits else word.low


def _settle_partitive(analysis: Analysis) -> None:
    """ "una de las reinas": the pronoun before "of" agrees with the noun in gender."""
    if analysis.pair.number != "plur":
        return
    of = analysis.start if analysis.words[analysis.start].low in analysis.grammar.contracted else -1
    before = analysis.word(analysis.start - 1)
    if before is not None and before.low in analysis.grammar.of:
        of = analysis.start - 1
    head = analysis.word(of - 1) if of > 0 else None
    if head is None or head.tag not in (Tag.DETERMINER, Tag.PRONOUN, Tag.NOUN, Tag.ADJECTIVE):
        return
    for number in ("sing", "plur"):
        if analysis.matches(head.index, number):
            if head.tag is Tag.NOUN and head.low not in analysis.grammar.adjectives:
                return
            if head.tag is Tag.ADJECTIVE and not _is_determined(analysis, head.index):
                return
            analysis.inflect(head.index, "pronoun", number=number)
            analysis.number = number
            analysis.start = head.index
            _settle_partitive_article(analysis)
            return
    if head.low in analysis.grammar.adjectives and _is_determined(analysis, head.index):
        raise UnsureError("partitive", head.text)


def _is_determined(analysis: Analysis, index: int) -> bool:
    """ "la primera de las mujeres" against "orgulloso de las mujeres"."""
    index -= 1
    while analysis.tag(index) is Tag.ADVERB:
        index -= 1
    return analysis.tag(index) is Tag.DETERMINER


def _settle_partitive_article(analysis: Analysis) -> None:
    index = analysis.start - 1
    while index >= 0 and analysis.tag(index) in (Tag.ADVERB, Tag.DETERMINER):
        if analysis.tag(index) is Tag.DETERMINER:
            if analysis.tag(index + 1) is Tag.ADVERB or analysis.tag(analysis.start) in (
                Tag.NOUN,
                Tag.ADJECTIVE,
            ):
                edits = analysis.grammar.determine(
                    analysis.words,
                    index,
                    analysis.words[index + 1].low,
                    analysis.target,
                    analysis.number,
                )
                for edit in edits or []:
                    analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)
            analysis.settled[index] = True
            analysis.start = index
        index -= 1
