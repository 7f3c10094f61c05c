"""The rule of a language: its tables, and the steps that are the same for all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, WordPair
from equimask.gender.swap.engine.changes import Changes
from equimask.gender.swap.engine.guards import check_own, guard
from equimask.gender.swap.engine.names import check_names
from equimask.gender.swap.engine.owners import settle
from equimask.gender.swap.engine.person import Person, Unsure
from equimask.gender.swap.engine.pronouns import stands_for_somebody
from equimask.gender.swap.engine.tables import Tables, tables_of
from equimask.gender.swap.engine.words import ENDING, plain


def rule_by_tables(lang: str) -> Callable[[SwapContext], Choice | Refusal]:
    """The agreement rule of a language that has tables."""
    return partial(agree_by, tables_of(lang))


def agree_by(tables: Tables, context: SwapContext) -> Choice | Refusal:
    """Choose the record of the gender word and edit all that agrees with it."""
    pair = choose_pair(tables, context)
    if pair is None:
        return Refusal("ambiguous_form", context.word.text)
    genders = {tables.nouns.get(pair.male), tables.nouns.get(pair.female)}
    if genders in ({"m"}, {"f"}):
        fixed = tables.conditions["idiom"].search(plain(context.sentence))  # "exame de paternidade"
        return Refusal("set_phrase", fixed.group()) if fixed else Choice(pair, ())
    if pair.pos == "adj":
        return Refusal("gendered_adjective", context.word.text)
    try:
        person = Person(context, tables, pair)
        guard(person)
        person.gather()
        settle(person)
        check_own(person)
        check_names(person)
        if not stands_for_somebody(person):
            return Refusal("ambiguous_word", context.word.text)
        return Choice(pair, Changes(person).make())
    except Unsure as unsure:
        return unsure.refusal


def choose_pair(tables: Tables, context: SwapContext) -> WordPair | None:
    """The record whose number and case fit the sentence."""
    pairs = context.word.pairs
    if len(pairs) == 1:
        return pairs[0]
    before = context.before()
    low = before.text.lower() if before else ""
    if all(pair.pos == "pron" for pair in pairs):
        after = context.after()
        ends = after is None or after.text in ENDING
        compared = ends and low in tables.lists["comparing"]
        governed = compared or tables.is_of("preposition", low)
        fitting = [p for p in pairs if p.case == ("obl" if governed else "nom")]
        return (fitting or list(pairs))[0]
    forms = tables.agreeing["article"].get(low)
    numbers = {features[1] for features in forms.readings(low)} if forms else set()
    fitting = [pair for pair in pairs if pair.number in numbers]
    return fitting[0] if len(fitting) == 1 else None
