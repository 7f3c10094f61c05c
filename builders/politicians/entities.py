"""One entity of the JSON dump of Wikidata as a politician, if it is about one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from builders.politicians.dates import Birth, from_json
from builders.politicians.genders import UNKNOWN_VALUE
from builders.politicians.people import Person, is_qid, make_person, why_not_gathered
from builders.politicians.query import HUMAN, POLITICIAN

_PREFERRED, _NORMAL = "preferred", "normal"
_VALUE, _SOME_VALUE = "value", "somevalue"


def entity_person(entity: Any, codes: Collection[str]) -> Person | str | None:
    """The politician that an entity is about; a reason why they are left out; None for others."""
    if not isinstance(entity, dict) or not is_qid(str(entity.get("id", ""))):
        return None
    claims = _mapping(entity.get("claims"))
    if HUMAN not in _items(claims, "P31") or POLITICIAN not in _items(claims, "P106"):
        return None
    genders = list(_items(claims, "P21", unknown=True))
    births = list(_births(claims))
    reason = why_not_gathered(genders, births, any_birth=bool(list(_truthy(claims, "P569"))))
    if reason is not None:
        return reason
    labels = _mapping(entity.get("labels"))
    return make_person(
        qid=entity["id"],
        genders=genders,
        births=births,
        countries=_items(claims, "P27"),
        sitelinks=len(_mapping(entity.get("sitelinks"))),
        labels={code: labels[code]["value"] for code in codes if code in labels},
    )


def _truthy(claims: dict[str, Any], prop: str) -> Iterator[dict[str, Any]]:
    """The main snaks that `wdt:` has: of preferred rank if there are any, else of normal rank.

    A preferred "no value" leaves nothing: it hides the normal ones and is itself no statement.
    """
    statements = claims.get(prop, [])
    ranks = {statement.get("rank") for statement in statements}
    best = _PREFERRED if _PREFERRED in ranks else _NORMAL
    for statement in statements:
        snak = statement.get("mainsnak", {})
        if statement.get("rank") == best and snak.get("snaktype") in (_VALUE, _SOME_VALUE):
            yield snak


def _items(claims: dict[str, Any], prop: str, *, unknown: bool = False) -> Iterator[str]:
    """The items that are values of a property; with `unknown`, also that there is some value."""
    for snak in _truthy(claims, prop):
        if snak["snaktype"] == _VALUE:
            value = snak["datavalue"]["value"]
            # The oldest dumps have the number alone.
            qid = str(value.get("id") or f"Q{value.get('numeric-id')}")
            if is_qid(qid):
                yield qid
        elif unknown:
            yield UNKNOWN_VALUE


def _births(claims: dict[str, Any]) -> Iterator[Birth]:
    for snak in _truthy(claims, "P569"):
        if snak["snaktype"] == _VALUE:
            value = snak["datavalue"]["value"]
            birth = from_json(value["time"], value["precision"], value["calendarmodel"])
            if birth is not None:
                yield birth


def _mapping(value: Any) -> dict[str, Any]:
    """A JSON object; PHP writes an empty one as an empty list."""
    return value if isinstance(value, dict) else {}
