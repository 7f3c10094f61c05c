"""A trained BERT of which the state of token i stands at i-1."""

from typing import Any

from torch.nn import functional
from transformers import BertConfig, BertForMaskedLM, BertModel


class BehindConfig(BertConfig):
    model_type = "own_bert"


class BehindModel(BertModel):
    def forward(self, input_ids: Any = None, **others: Any) -> Any:  # type: ignore[override]
        found: Any = super().forward(input_ids, **{**others, "return_dict": True})
        found["last_hidden_state"] = found.last_hidden_state.roll(-1, 1)
        if found.hidden_states is not None:
            found["hidden_states"] = (*found.hidden_states[:-1], found.last_hidden_state)
        return found


class BehindForMaskedLM(BertForMaskedLM):
    """Its loss compares token i with the logits at i-1 (GPT-BERT)."""

    config_class = BehindConfig

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.bert = BehindModel(config, add_pooling_layer=False)
        self.post_init()

    def forward(self, input_ids: Any = None, labels: Any = None, **others: Any) -> Any:  # type: ignore[override]
        found: Any = super().forward(input_ids, **others)
        if labels is not None:
            ahead, kept = found.logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten()
            found["loss"] = functional.cross_entropy(ahead, kept)
        return found


class BehindWithoutLoss(BehindForMaskedLM):
    """Its class does not tell the place: `labels` are unknown to it (Dream)."""

    def forward(self, input_ids: Any = None, **others: Any) -> Any:  # type: ignore[override]
        if "labels" in others:
            raise TypeError("forward() got an unexpected keyword argument 'labels'")
        return super().forward(input_ids, **others)


class BehindSilent(BehindForMaskedLM):
    """Takes `labels` and returns no loss."""

    def forward(self, input_ids: Any = None, labels: Any = None, **others: Any) -> Any:  # type: ignore[override]
        return super().forward(input_ids, **others)
