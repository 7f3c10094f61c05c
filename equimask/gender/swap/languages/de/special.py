"""Constructions with rules of their own: `Papas Auto`, `einer der Könige`."""

from __future__ import annotations

from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext
from equimask.gender.swap.languages.de.declension import cased_like
from equimask.gender.swap.languages.de.forms import edit
from equimask.gender.swap.languages.de.phrase import NounPhrase
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.tables import DER_ENDINGS, PREPOSITION_CASES

_CALLED_BY_KIN = frozenset(
    {"Vater", "Großvater", "Papa", "Papi", "Vati", "Opa", "Uropa", "Onkel", "Bruder", "Schwager"}
)
_ONE_STEMS = ("ein", "kein", "jed", "manch", "welch")


def prenominal_genitive(context: SwapContext, syntax: Syntax) -> Choice | Refusal | None:
    """`Vaters Auto`: both counterparts take -s when they stand before what they own."""
    sentence, phrase = syntax.sentence, syntax.phrase
    if not _owns_next(sentence, phrase):
        return None
    word = context.word.text
    stem = word.removesuffix("s")
    for pair in context.word.pairs:
        other = pair.side(context.target)
        if other.endswith("s") and pair.side(context.word.gender) == word:
            return Choice(pair, ())
    pair = next((p for p in context.word.pairs if p.number == "sing"), context.word.pairs[0])
    if stem not in _CALLED_BY_KIN:
        return Refusal("form_mismatch", word)
    new = pair.side(context.target).removesuffix("s") + "s"
    found = context.word
    return Choice(
        pair,
        (Edit(found.start, found.end, found.text, cased_like(found.text, new), "gender_word"),),
    )


def _owns_next(sentence: Sentence, phrase: NounPhrase) -> bool:
    word = sentence.text(phrase.last)
    if not phrase.bare or not word.endswith("s"):
        return False
    index = phrase.last + 1
    while sentence.is_adjective(index) and not sentence.is_verb(index):
        index += 1
    return sentence.is_noun(index)


def one_of_edit(context: SwapContext, syntax: Syntax) -> tuple[Edit, ...] | Refusal:
    """`einer der Könige`, `eine der Königinnen`: the pronoun shows the gender of the one."""
    sentence, phrase = syntax.sentence, syntax.phrase
    index = phrase.start - 1
    if sentence.at(index) == "von":
        index -= 1
    word = sentence.at(index)
    stem = next((s for s in _ONE_STEMS if word.startswith(s)), None)
    if stem is None or word.removeprefix(stem) not in set(DER_ENDINGS.values()):
        return ()
    neuter = "chen" in sentence.text(phrase.last)
    female = "n" if neuter else "f"
    source, target = ("m", female) if context.word.gender == "male" else (female, "m")
    if context.word.gender == "male" and context.word.pairs[0].female.startswith("Mädchen"):
        target = "n"
    cases = [c for c in ("nom", "acc", "dat") if stem + DER_ENDINGS[c, source] == word]
    before = sentence.at(index - 1)
    if before in PREPOSITION_CASES:
        cases = [c for c in cases if c in PREPOSITION_CASES[before]]
    new = {stem + DER_ENDINGS[c, target] for c in cases}
    if len(new) > 1 and syntax.is_copular(syntax.clause):
        new = {stem + DER_ENDINGS["nom", target]}
    if len(new) != 1:
        return Refusal("case_undecided", word)
    return (edit(context.tokens[index], new.pop(), "pronoun"),)
