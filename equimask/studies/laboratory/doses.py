"""How much bias is planted: three independent doses and the odds they make."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from equimask.core.errors import OptionError, shorten

STRONGEST = 0.98  # odds of 99 to 1: at a dose of 1 one gender would never be seen in a context
WEAK, STRONG = 0.1, 1.9  # how much of the dose's log-odds a stereotype takes
_MOST = math.log1p(STRONGEST) - math.log1p(-STRONGEST)
_STEREOTYPED = {"male": 1, "female": -1, "": 0}


@dataclass(frozen=True)
class Doses:
    """The planted bias, each dose in [-1, 1]; 0 plants nothing.

    `stereotype`: how far contexts go with their stereotypical gender. Of all sentences written
    on a context of strength 1, a share of (1 + stereotype) / 2 is about the gender a stereotype
    expects; strong stereotypes take more of its log-odds and weak ones less, as in life.
    `prevalence`: how much more often men are written about; their share is (1 + prevalence) / 2.
    Together they add up in log-odds, so that neither changes what the other does.
    `name_frequency`: how much more often men's names are read where nothing is said of their
    bearers; of all lists of names, a share of (1 + name_frequency) / 2 is of men. It changes what
    a name costs a model and nothing that is said about anybody.
    """

    stereotype: float = 0.0
    prevalence: float = 0.0
    name_frequency: float = 0.0

    def __post_init__(self) -> None:
        for name in (one.name for one in fields(self)):
            value = getattr(self, name)
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not number or not abs(value) <= 1:  # not NaN either
                raise OptionError(
                    expected=f"a dose of {name} from -1 to 1",
                    got=shorten(value),
                    fix="0 plants no bias, 1 the strongest (clipped to "
                    f"±{STRONGEST}), negative doses reverse it.",
                )

    def share_of_men(
        self, gender_more: str, strength: float = 1.0, prevalence: bool = True
    ) -> float:
        """P(male | context), for a context whose stereotype expects `gender_more` ('': nobody).

        Without `prevalence` men and women are equally frequent but for the stereotype.
        """
        log_odds = _STEREOTYPED[gender_more] * _clip(strength * _log_odds(self.stereotype))
        if prevalence:
            log_odds += _log_odds(self.prevalence)
        return 1 / (1 + math.exp(-log_odds))

    @property
    def share_of_mens_lists(self) -> float:
        """P(male | a list of names)."""
        return 1 / (1 + math.exp(-_log_odds(self.name_frequency)))


def _log_odds(dose: float) -> float:
    """Logit of (1 + dose) / 2."""
    if abs(dose) >= STRONGEST:
        return math.copysign(_MOST, dose)
    return math.log1p(dose) - math.log1p(-dose)


def _clip(log_odds: float) -> float:
    return max(-_MOST, min(_MOST, log_odds))
