"""The configuration of all models in this folder."""

from typing import Any

from transformers import PreTrainedConfig


class OwnConfig(PreTrainedConfig):
    model_type = "own"

    def __init__(
        self,
        vocab_size: int = 800,
        hidden_size: int = 32,
        num_hidden_layers: int = 2,
        num_attention_heads: int = 4,
        max_position_embeddings: int = 64,
        initializer_range: float = 0.3,
        tie_word_embeddings: bool = True,
        **others: Any,
    ) -> None:
        self.vocab_size = vocab_size
        self.hidden_size = hidden_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.max_position_embeddings = max_position_embeddings
        self.initializer_range = initializer_range
        self.tie_word_embeddings = tie_word_embeddings
        super().__init__(**others)
