"""While a model is trained: its bias beside its loss."""

from equimask.training.callback import BiasCallback

__all__ = ["BiasCallback"]
