"""What a UD parse adds to the Russian rules, where one is given."""

from __future__ import annotations

from equimask.gender.lexicon.types import ParsedToken, SwapContext, Token

# A case is believed only where the relation to the head speaks for it too. Genitives are not:
# parsers take the object behind a prepositional phrase for the owner of its noun.
_CASES = {("Nom", "nsubj"): "nom", ("Nom", "root"): "nom", ("Acc", "obj"): "acc"}


def parsed_case(context: SwapContext) -> str | None:
    """The noun's case, if its features and its relation agree on one."""
    noun = _parsed(context, context.tokens[context.last])
    if noun is None or noun.feats.get("Number") != "Sing":
        return None
    return _CASES.get((noun.feats.get("Case", ""), noun.deprel))


def has_other_subject(context: SwapContext, verb: Token) -> bool:
    """Whether the parse gives the verb a noun as subject that is not the gender word."""
    parsed = _parsed(context, verb)
    if parsed is None or context.parse is None:
        return False
    own = range(context.tokens[context.first].start, context.tokens[context.last].end)
    head = context.parse.index(parsed)
    return any(
        token.head == head
        and token.deprel.startswith("nsubj")
        and token.upos in ("NOUN", "PROPN")
        and token.start not in own
        for token in context.parse
    )


def _parsed(context: SwapContext, token: Token) -> ParsedToken | None:
    if context.parse is None:
        return None
    return next((p for p in context.parse if (p.start, p.end) == (token.start, token.end)), None)
