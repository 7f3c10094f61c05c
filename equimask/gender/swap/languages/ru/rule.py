"""Russian: what agrees with a gender noun, in all cases of the singular and in the plural."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.ru.adjectives import agreement_cases
from equimask.gender.swap.languages.ru.apposition import (
    detached_participle,
    name_before,
    name_behind,
)
from equimask.gender.swap.languages.ru.case import read_case
from equimask.gender.swap.languages.ru.clause import Agreement
from equimask.gender.swap.languages.ru.owner import Owners
from equimask.gender.swap.languages.ru.phrase import Phrase, modifier_edits, read_phrase
from equimask.gender.swap.languages.ru.predicate import is_made_by_verb, predicative_subject
from equimask.gender.swap.languages.ru.pronouns import (
    personal_pronouns,
    pronoun_edit,
    refers,
    relative_edit,
)
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.titles import agree_title
from equimask.gender.swap.languages.ru.words import (
    COUNTS_OF_TWO,
    NAMING,
    ONE_GENDER_ONLY,
    SET_PHRASES,
)

_ONE_OF_TWO = frozenset(
    "один одна оба обе каждый каждая любой любая вторая второй первая первый другая другой две"
    " два".split()
)
_OF_THE_POPE = ("ватикан", "кардинал", "понтифик", "конклав", "католич", "римск", "выборов")
_SELF = frozenset("сам сама самого самому самим самом самой саму".split())
REFERRING = frozenset(
    "он его ему им него нему ним нём нем она её ее ей ею неё нее ней нею сам сама".split()
)


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart in its case, and every form that agrees with it."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if not pairs or any(pair.pos in ("pron", "det") for pair in pairs):
        return Refusal("ambiguous_word", context.word.text)
    sentence = Sentence(context)
    refusal = _no_plain_noun(sentence)
    if refusal is not None:
        return refusal
    if pairs[0].pos == "adj":
        return _agree_adjective(sentence, pairs)
    phrase = read_phrase(sentence)
    if isinstance(phrase, Refusal):
        return phrase
    if pairs[0].pos == "title":
        refusal = agree_title(sentence, phrase)
        if refusal is not None:
            return refusal
    else:
        refusal = name_behind(sentence, phrase)
        if refusal is not None:
            return refusal
    if (
        phrase.start
        and sentence.low[phrase.start - 1] in ("его", "ее")
        and not is_made_by_verb(sentence)
    ):
        return Refusal("several_gender_words", sentence.tokens[phrase.start - 1].text)
    reading = read_case(sentence, phrase)
    if isinstance(reading, Refusal):
        return reading
    pair, case = reading
    edits = _edits(sentence, phrase, pair, case)
    return edits if isinstance(edits, Refusal) else Choice(pair, tuple(edits))


def _edits(sentence: Sentence, phrase: Phrase, pair: WordPair, case: str) -> list[Edit] | Refusal:
    if pair.number == "plur":
        return _plural_edits(sentence, phrase, pair, case)
    if phrase.counted:
        return _counted_edits(sentence, phrase)
    detached = name_before(sentence, phrase, case) or detached_participle(sentence, phrase, case)
    if isinstance(detached, Refusal):
        return detached
    edits = modifier_edits(sentence, phrase, case)
    if isinstance(edits, Refusal):
        return edits
    settled = set()
    if isinstance(detached, Edit):
        edits.append(detached)
        settled.add(phrase.end + 1)
    relative = relative_edit(sentence, phrase)
    if isinstance(relative, Refusal):
        return relative
    if relative is not None:
        edits.append(relative)
    if _shares_modifier(sentence, phrase):
        return Refusal("shared_modifier", sentence.context.word.text)
    corefer = _coreferring(sentence, phrase, case)
    if isinstance(corefer, Refusal):
        return corefer
    if _speaks_of_self(sentence):
        return Refusal("reflexive", sentence.context.word.text)
    edits += _preposition_edit(sentence, phrase, pair)
    subject = case == "nom" and not phrase.preposition
    owners = Owners(sentence, phrase, subject=subject, corefer=corefer, settled=settled)
    rest = Agreement(sentence, phrase, owners).run()
    if isinstance(rest, Refusal):
        return rest
    for index in sorted(corefer):
        if sentence.low[index] in ("я", "ты"):
            continue
        edit = pronoun_edit(sentence, index)
        if isinstance(edit, Refusal):
            return edit
        edits.append(edit)
    return [*edits, *rest]


def _coreferring(sentence: Sentence, phrase: Phrase, case: str) -> set[int] | Refusal:
    """Pronouns for the noun itself; any other third person would be a second gender word."""
    corefer: set[int] = set()
    predicated = predicative_subject(sentence, phrase, case)
    if isinstance(predicated, Refusal):
        return predicated
    if predicated is not None:
        corefer.add(predicated)
    for index in personal_pronouns(sentence):
        if index in corefer:
            if (sentence.low[index] in ("он", "его")) != (sentence.gender == "male"):
                return Refusal("several_gender_words", sentence.tokens[index].text)
            continue
        if not refers(sentence, phrase, index):
            return Refusal("several_gender_words", sentence.tokens[index].text)
        corefer.add(index)
    return corefer


def _plural_edits(
    sentence: Sentence, phrase: Phrase, pair: WordPair, case: str
) -> list[Edit] | Refusal:
    """Russian plurals have no gender; only "one of" and "both" show it."""
    for index in personal_pronouns(sentence):
        return Refusal("several_gender_words", sentence.tokens[index].text)
    for index, low in enumerate(sentence.low[:-1]):
        chosen = low in _ONE_OF_TWO and sentence.is_mark(index + 1)
        if chosen or (sentence.low[index + 1] == "из" and agreement_cases(low, sentence.gender)):
            return Refusal("one_of_many", sentence.tokens[index].text)
    if case == "nom" and isinstance(predicative_subject(sentence, phrase, case), Refusal):
        return Refusal("name_subject", sentence.context.word.text)
    return _preposition_edit(sentence, phrase, pair)


def _counted_edits(sentence: Sentence, phrase: Phrase) -> list[Edit] | Refusal:
    """ "два" and "оба" have a gender; three and four do not."""
    for index in personal_pronouns(sentence):
        return Refusal("several_gender_words", sentence.tokens[index].text)
    if phrase.modifiers or phrase.start + 1 < sentence.first:
        return Refusal("counted_modifier", sentence.context.word.text)
    low = sentence.low[phrase.start]
    table = COUNTS_OF_TWO if sentence.gender == "male" else {v: k for k, v in COUNTS_OF_TWO.items()}
    if low in ("полтора", "полторы"):
        return Refusal("counted_modifier", low)
    return [sentence.edit(phrase.start, table[low], "numeral")] if low in table else []


def _agree_adjective(sentence: Sentence, pairs: tuple[WordPair, ...]) -> Choice | Refusal:
    """The adjective agrees with its own noun, which stays; only its case may be in doubt."""
    for index in personal_pronouns(sentence):
        return Refusal("several_gender_words", sentence.tokens[index].text)
    forms = {pair.side(sentence.target) for pair in pairs}
    if len(forms) == 1:
        return Choice(pairs[0], ())
    noun = sentence.low[sentence.last + 1] if sentence.last + 1 < len(sentence.low) else ""
    if not noun.isalpha() or noun.endswith("ь"):
        return Refusal("case_undecided", sentence.context.word.text)
    masculine = noun[-1] not in "аеиоуыэюя" and not noun.endswith(("ой", "ей"))
    for pair in pairs:
        if ("nom" in pair.cases) == masculine:
            return Choice(pair, ())
    return Refusal("case_undecided", sentence.context.word.text)


def _preposition_edit(sentence: Sentence, phrase: Phrase, pair: WordPair) -> list[Edit]:
    """ "о матери" but "об отце": the preposition looks at the sound behind it."""
    if phrase.preposition not in ("о", "об") or phrase.start != sentence.first:
        return []
    needed = "об" if pair.side(sentence.target)[0] in "аиоуэ" else "о"
    if needed == phrase.preposition:
        return []
    return [sentence.edit(phrase.start - 1, needed, "preposition")]


def _shares_modifier(sentence: Sentence, phrase: Phrase) -> bool:
    """ "мой друг и брат": the possessive agrees with the first of two nouns for one person."""
    start = phrase.start
    if (
        phrase.modifiers
        or phrase.preposition
        or start < 3
        or sentence.low[start - 1] not in ("и", "или")
    ):
        return False
    before = range(max(0, start - 7), start - 2)
    return not sentence.is_verb(start - 2) and any(
        agreement_cases(sentence.low[i], sentence.gender) for i in before
    )


def _speaks_of_self(sentence: Sentence) -> bool:
    """ "самим собой" shows the gender of whoever it means, far from the noun."""
    for index, low in enumerate(sentence.low[:-1]):
        pair = {low, sentence.low[index + 1]}
        if pair & _SELF and pair & {"себя", "себе", "собой", "собою"}:
            return True
    return False


def _no_plain_noun(sentence: Sentence) -> Refusal | None:
    """Set phrases, and words beside it that only one gender can have."""
    text = " ".join(sentence.low)
    word = " ".join(sentence.low[sentence.first : sentence.last + 1])
    for phrase in SET_PHRASES:
        if phrase in text and any(part in phrase for part in (word, word[:4])):
            return Refusal("set_phrase", phrase)
    if word.startswith("пап") and any(low.startswith(_OF_THE_POPE) for low in sentence.low):
        return Refusal("set_phrase", word)
    for index, low in enumerate(sentence.low):
        if low.startswith(ONE_GENDER_ONLY) and not low.endswith("ась"):  # she was born
            return Refusal("suits_one_gender", low)
        if low in NAMING and any(map(sentence.is_name, range(len(sentence.low)))):
            return Refusal("name_beside", sentence.tokens[index].text)
    return None
