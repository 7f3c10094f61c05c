"""While a model is trained: its bias beside its loss."""

from equimask.training.callback import BiasCallback
from equimask.training.choosing import least_biased

__all__ = ["BiasCallback", "least_biased"]
