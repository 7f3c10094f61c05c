"""The values of Wikidata's property P21 and the class that each of them falls into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from equimask.core.schema import PERSON_GENDERS

MALE, FEMALE, NON_BINARY = PERSON_GENDERS

# Wikidata says that somebody has a gender and that it is not known which.
UNKNOWN_VALUE = ""

# Reasons for which a person has no row.
NOT_KNOWN = "gender: unknown value"
ORGANISM = "gender: an animal's"
NOT_LISTED = "gender: a value that the table does not list"
DISAGREE = "gender: both male and female"


class GenderValue(NamedTuple):
    """A value of P21: its English label, its class, the class in Stańczak et al., older labels."""

    qid: str
    label: str
    corrected: str
    stanczak: str
    formerly: tuple[str, ...] = ()


# The paper puts everybody who is not plainly male or female into one class, trans women and
# trans men among them, which misgenders them; `corrected` puts them where they belong.
GENDER_VALUES = (
    GenderValue("Q6581097", "male", MALE, MALE),
    GenderValue("Q6581072", "female", FEMALE, FEMALE),
    GenderValue("Q15145778", "cisgender man", MALE, MALE, ("cisgender male",)),
    GenderValue("Q15145779", "cisgender woman", FEMALE, FEMALE, ("cisgender female",)),
    GenderValue("Q2449503", "trans man", MALE, NON_BINARY, ("transgender male",)),
    GenderValue("Q1052281", "trans woman", FEMALE, NON_BINARY, ("transgender female",)),
    GenderValue("Q121307094", "intersex man", MALE, NON_BINARY),
    GenderValue("Q121307100", "intersex woman", FEMALE, NON_BINARY),
    *(
        GenderValue(qid, label, NON_BINARY, NON_BINARY)
        for qid, label in (
            ("Q48270", "non-binary"),
            ("Q18116794", "genderfluid"),
            ("Q12964198", "genderqueer"),
            ("Q48279", "third gender"),
            ("Q27679684", "transfeminine"),
            ("Q27679766", "transmasculine"),
            ("Q189125", "transgender"),
            ("Q505371", "agender"),
            ("Q859614", "bigender"),
            ("Q7130936", "pangender"),
            ("Q1289754", "neutrois"),
            ("Q93954933", "demiboy"),
            ("Q93955709", "demigirl"),
            ("Q97595519", "androgyne"),
            ("Q96000630", "X-gender"),
            ("Q1097630", "intersex"),
            ("Q104717073", "intersex person"),
            ("Q301702", "two-spirit"),
            ("Q660882", "hijra"),
            ("Q746411", "kathoey"),
            ("Q1399232", "fa'afafine"),
            ("Q350374", "fakaleitī"),
            ("Q4700377", "'akava'ine"),
            ("Q7677449", "takatāpui"),
            ("Q3277905", "māhū"),
            ("Q3177577", "muxe"),
            ("Q17148251", "travesti"),
        )
    ),
)
ORGANISMS = {"Q44148": "male organism", "Q43445": "female organism"}

_BY_QID = {value.qid: value for value in GENDER_VALUES}
_QID_OF_LABEL = {
    **{label: qid for qid, label in ORGANISMS.items()},
    **{label: value.qid for value in GENDER_VALUES for label in (value.label, *value.formerly)},
}


class Gender(NamedTuple):
    """The class of a person and Wikidata's own words."""

    gender: str
    wikidata_gender: str


def gender_table() -> list[dict[str, str]]:
    """The table as the card shows it."""
    return [
        {
            "label": value.label,
            "qid": value.qid,
            "corrected": value.corrected,
            "stanczak": value.stanczak,
        }
        for value in GENDER_VALUES
    ]


def qid_of_label(label: str) -> str:
    """The value with this English label, of today or of earlier; else the label itself."""
    return _QID_OF_LABEL.get(label, label)


def gender_of(qids: Sequence[str], *, stanczak: bool = False) -> Gender | str:
    """The gender of a person by all values that hold; a reason where no class can be given.

    Values that fall into one class agree. Beside a value beyond male and female, one of these
    two does not count: the former is the more particular statement. Male and female together
    contradict each other. A value that the table does not list is no reason to guess; only
    `stanczak` counts everything else as non-binary, as the paper does.
    """
    values = [qid for qid in qids if qid != UNKNOWN_VALUE]
    if not values:
        return NOT_KNOWN
    values = [qid for qid in values if qid not in ORGANISMS]
    if not values:
        return ORGANISM
    unlisted = [qid for qid in values if qid not in _BY_QID]
    if unlisted and not stanczak:
        return f"{NOT_LISTED}: {unlisted[0]}"
    classes = {_class(qid, stanczak) for qid in values}
    if NON_BINARY in classes:
        chosen = NON_BINARY
    elif len(classes) > 1:
        return DISAGREE
    else:
        (chosen,) = classes
    labels = (_BY_QID[qid].label if qid in _BY_QID else qid for qid in values)
    return Gender(chosen, "; ".join(labels))


def _class(qid: str, stanczak: bool) -> str:
    value = _BY_QID.get(qid)
    if value is None:
        return NON_BINARY
    return value.stanczak if stanczak else value.corrected
