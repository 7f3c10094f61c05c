"""Sentences whose sense forbids a swap, however well their words could agree."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import governor, same_clause
from equimask.gender.swap.languages.romance.names import first_name_gender, is_first_name
from equimask.gender.swap.languages.romance.words import NOMINAL, VERBAL, Tag, Word

_LADIES = frozenset("dama damas dame dames".split())
_FIRST = frozenset("primera primeira première premières primeras primeiras".split())
_GAMES = (
    "ajedrez", "xadrez", "xeque", "échecs", "jogo", "jogar", "joga", "juego", "juega", "jugar",
    "jeu", "joue", "jouer", "tablero", "tabuleiro", "damier", "adversari", "adversár", "peça",
)  # fmt: skip
# "los derechos del hombre" are everybody's.
_RIGHTS = frozenset({"derechos", "direitos", "droits"})
_QUOTES = "\"'«»“”„‘’"


def refuse_obstacles(analysis: Analysis) -> None:
    """Refuse names in apposition, nouns that name a role, and wives that are called women."""
    _refuse_quoted(analysis)
    if analysis.pair.pos == "pron":
        _refuse_named_antecedent(analysis)
        return
    before = analysis.word(analysis.context.first - 1)
    if before is not None and before.tag is Tag.NAME and analysis.context.word.text[0].isupper():
        raise UnsureError("name_beside", before.text)
    text = analysis.context.word.text
    inner = analysis.context.first > 0 and text[0].isupper() and not text.isupper()
    if inner and text.lower() in analysis.grammar.mankind:
        raise UnsureError("mankind", text)
    opening = analysis.words[analysis.start]
    named = opening.tag is not Tag.GENDER and opening.text[0].isupper()
    if inner and analysis.pair.pos == "noun" and (named or analysis.number == "plur"):
        raise UnsureError("proper_name", text)
    rights = analysis.word(governor(analysis, analysis.start) - 1)
    if rights is not None and rights.low in _RIGHTS:
        raise UnsureError("mankind", text)
    _refuse_name_before(analysis)
    _refuse_name_after(analysis)
    _refuse_given_name(analysis)
    like, name = analysis.word(analysis.end + 1), analysis.word(analysis.end + 2)
    if like and name and like.low in analysis.grammar.as_words and name.tag is Tag.NAME:
        raise UnsureError("name_beside", name.text)
    if analysis.context.word.text.lower() in analysis.grammar.address_forms:
        _refuse_determined_address(analysis)
    if text.lower() in _LADIES:
        _refuse_game(analysis)
    if analysis.pair.pos == "noun":
        _refuse_role(analysis)
        _refuse_wife(analysis)
        _refuse_shared_determiner(analysis)


def _refuse_quoted(analysis: Analysis) -> None:
    """A word between quotation marks is spoken about, not used."""
    before = analysis.word(analysis.context.first - 1)
    after = analysis.word(analysis.context.last + 1)
    if before and after and before.text in _QUOTES and after.text in _QUOTES:
        raise UnsureError("quoted_word", analysis.context.word.text)
    opening = analysis.word(analysis.start - 1)
    is_cut = opening is not None and opening.text in _QUOTES
    if is_cut and analysis.tag(analysis.start - 2) is Tag.DETERMINER:
        raise UnsureError("quoted_word", analysis.context.word.text)


def _refuse_named_antecedent(analysis: Analysis) -> None:
    """ "Mary vino cuando ella quiso": the name, or another person, may be who is meant."""
    first = analysis.context.first
    governed = analysis.is_governed(first)
    for word in analysis.words[:first]:
        if word.tag is Tag.NAME:
            known = first_name_gender(word.text)
            if known != analysis.target and (known or not analysis.is_place(word.index)):
                raise UnsureError("pronoun_reference", word.text)
        elif word.tag is Tag.NOUN and analysis.compatible(word.index):
            is_thing = analysis.grammar.nouns.get(word.low) in ("m", "f")
            apart = not same_clause(analysis, word.index, first)
            if governed or (apart and not is_thing):
                raise UnsureError("pronoun_reference", word.text)


def _refuse_name_before(analysis: Analysis) -> None:
    """ "Felipe, el rey de España," and "Felipe, rey de España,"."""
    first = analysis.start
    while analysis.tag(first - 1) is Tag.ADVERB:
        first -= 1
    comma, name = analysis.word(first - 1), analysis.word(first - 2)
    if comma is not None and (comma.tag is Tag.NAME or comma.low in analysis.grammar.predicated):
        raise UnsureError("name_beside", comma.text)
    if comma is None or comma.text not in (",", "(") or name is None or name.tag is not Tag.NAME:
        return
    if not analysis.is_place(name.index):
        raise UnsureError("name_beside", name.text)


def _refuse_name_after(analysis: Analysis) -> None:
    """ "el actor francés Emile Zola", "el presidente de la empresa, Jean Parent"."""
    index = analysis.end + 1
    following = analysis.word(index)
    if following is not None and following.tag is Tag.NAME:
        raise UnsureError("name_beside", following.text)
    while (word := analysis.word(index)) is not None:
        if word.text in ",:" and _is_name_phrase(analysis, index + 1):
            raise UnsureError("name_beside", analysis.words[index + 1].text)
        if word.tag in VERBAL or word.tag in (Tag.SUBORDINATOR, Tag.PRONOUN):
            return
        if word.tag is Tag.MARK and word.text not in ",()":
            return
        if word.tag is Tag.NAME and _names_the_noun(analysis, index):
            raise UnsureError("name_beside", word.text)
        index += 1


def _is_name_phrase(analysis: Analysis, index: int) -> bool:
    """ "Juan Pérez" and "el general Juan Pérez"."""
    pair = analysis.words[index : index + 2]
    if len(pair) == 2 and all(w.text[0].isupper() for w in pair):
        return True
    while analysis.tag(index) in (Tag.DETERMINER, Tag.NOUN, Tag.ADJECTIVE):
        index += 1
    return analysis.tag(index) is Tag.NAME


def _refuse_given_name(analysis: Analysis) -> None:
    """ "Mi hermano se llama Juan"."""
    for word in analysis.words[analysis.end + 1 :]:
        verb = analysis.word(word.index - 1)
        named = verb is not None and verb.low.startswith(analysis.grammar.naming_verbs)
        if named and word.tag is Tag.NAME:
            raise UnsureError("name_beside", word.text)


def _names_the_noun(analysis: Analysis, index: int) -> bool:
    """ "el ministro de deporte Jan Novak", "el director de la ZDF Jan Novak"."""
    before, word = analysis.words[index - 1], analysis.words[index]
    if before.tag in (Tag.NOUN, Tag.ADJECTIVE, Tag.UNKNOWN):
        return True
    if before.tag is not Tag.NAME:
        return False
    acronym = before.text.isupper() and not word.text.isupper()
    return acronym or analysis.tag(index - 2) is Tag.NAME or is_first_name(word.text)


def _refuse_game(analysis: Analysis) -> None:
    """Draughts and the queen of chess are called ladies, and so is a president's wife."""
    if analysis.words[analysis.context.first - 1].low in _FIRST:
        raise UnsureError("first_lady", analysis.context.word.text)
    for word in analysis.words:
        if word.low.startswith(_GAMES):
            raise UnsureError("game", word.text)


def _refuse_determined_address(analysis: Analysis) -> None:
    """ "ce monsieur" has no "cette madame"."""
    if analysis.words[analysis.start].tag in (Tag.DETERMINER, Tag.NUMERAL):
        raise UnsureError("address_form", analysis.context.word.text)


def _refuse_role(analysis: Analysis) -> None:
    """ "trabaja como vendedor", "Ana, directora de": a bare noun says what somebody else is."""
    grammar, word = analysis.grammar, analysis.context.word.text.lower()
    first = analysis.start
    while analysis.tag(first - 1) is Tag.ADVERB:
        first -= 1
    before, after = analysis.word(first - 1), analysis.word(analysis.end + 1)
    closed = after is None or after.tag is Tag.MARK
    compared = before is not None and (
        before.low in grammar.as_words
        or (before.low in grammar.of and analysis.words[before.index - 1].low in grammar.as_words)
        or (before.low in grammar.that and analysis.words[before.index - 1].low == "tant")
    )
    if compared and any(w.tag is Tag.NAME for w in analysis.words[: analysis.start]):
        raise UnsureError("role", word)
    if analysis.words[analysis.start].tag is Tag.DETERMINER or analysis.number != "sing":
        return
    if word in grammar.verb_like and not (before is None or (before.tag is Tag.MARK and closed)):
        raise UnsureError("verb_or_noun", word)
    if word in grammar.bare_nouns or (before is None and closed):
        return
    if before is None or compared:
        raise UnsureError("role", word)
    head = analysis.word(first - 2)
    if before.low in grammar.of and head is not None and head.low in grammar.role_nouns:
        raise UnsureError("role", word)
    if before.tag in (Tag.NOUN, Tag.UNKNOWN, Tag.ADJECTIVE) or _names_somebody(analysis, before):
        raise UnsureError("role", word)
    listed = before.tag is Tag.COORDINATOR and analysis.tag(analysis.start - 2) in (
        *NOMINAL,
        Tag.ADJECTIVE,
    )
    if listed or (before.text in (",", "(", "-", "–", "—", ":") and not closed):
        raise UnsureError("role", word)


def _names_somebody(analysis: Analysis, verb: Word) -> bool:
    """ "se declaró amigo": a bare noun after a verb, unless one has or seeks a friend."""
    return verb.tag is Tag.VERB and not verb.low.startswith(analysis.grammar.having)


def _refuse_wife(analysis: Analysis) -> None:
    """ "mi mujer", "la mujer de Pedro": the counterpart would be another word."""
    word = analysis.context.word.text.lower()
    if word not in analysis.grammar.wives:
        return
    if "fils" in (w.low for w in analysis.words):
        raise UnsureError("wife", word)
    owners = (analysis.words[i].low for i in range(analysis.start, analysis.context.first))
    if any(owner in analysis.grammar.possessives for owner in owners):
        raise UnsureError("wife", word)
    of, owner = analysis.word(analysis.end + 1), analysis.word(analysis.end + 2)
    if of is None or owner is None:
        return
    fused = of.low in analysis.grammar.contracted and of.low.startswith("d")
    if of.low not in analysis.grammar.of and not fused:
        return
    if owner.tag in (Tag.DETERMINER, Tag.ADJECTIVE):
        owner = analysis.word(owner.index + 1) or owner
    is_person = analysis.grammar.nouns.get(owner.low) in ("c", "i")
    if is_person or owner.tag in (Tag.NAME, Tag.PRONOUN):
        raise UnsureError("wife", word)


def _refuse_shared_determiner(analysis: Analysis) -> None:
    """ "el actor y cómico": a second noun under the same determiner."""
    joint, other = analysis.word(analysis.end + 1), analysis.word(analysis.end + 2)
    if joint is None or other is None or joint.tag is not Tag.COORDINATOR:
        return
    if other.tag in (Tag.NOUN, Tag.UNKNOWN) and analysis.grammar.nouns.get(other.low) == "c":
        analysis.end = other.index
        return
    unknown = other.tag in (Tag.NOUN, Tag.UNKNOWN) and analysis.grammar.could_be(
        other.low, analysis.gender, analysis.number
    )
    if unknown or (other.tag is Tag.ADJECTIVE and analysis.matches(other.index)):
        raise UnsureError("unknown_agreement", other.text)
