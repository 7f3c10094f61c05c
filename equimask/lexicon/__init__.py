"""The gender lexicon under the name by which users know it; it lives in `equimask.gender`."""

from equimask.gender.swap import *  # noqa: F403
from equimask.gender.swap import __all__ as __all__
