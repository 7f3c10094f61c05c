"""Models whose heads stand otherwise beside their encoders."""

from typing import Any

import torch
from torch import nn
from torch.nn import functional
from transformers import PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput, CausalLMOutput, MaskedLMOutput

from .configuration_own import OwnConfig
from .layers_own import Encoder, OwnForMaskedLM
from .modeling_tables import Rotary


class CallsForward(PreTrainedModel):
    """The head calls its encoder's `forward`, so no hook on the encoder ever fires (NeoBERT)."""

    config_class = OwnConfig
    base_model_prefix = "model"

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.model = Encoder(config)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.post_init()

    def forward(
        self,
        input_ids: Any,
        output_hidden_states: bool = False,
        output_attentions: bool = False,
        **_: Any,
    ) -> MaskedLMOutput:
        found = self.model.forward(input_ids)
        return MaskedLMOutput(
            logits=self.decoder(found.last_hidden_state),
            hidden_states=found.hidden_states if output_hidden_states else None,
            attentions=found.attentions if output_attentions else None,
        )


class ListOfTied(OwnForMaskedLM):
    """Tied keys as transformers 4 wanted them (GTE)."""

    _tied_weights_keys = ["decoder.weight"]  # noqa: RUF012


class WithoutPostInit(PreTrainedModel):
    """Encoder and model in one, the head's weight shared by hand, no post_init (LTG-BERT, HPLT)."""

    config_class = OwnConfig

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.embedding = Encoder(config)
        self.classifier = nn.Sequential(
            nn.Linear(config.hidden_size, config.hidden_size),
            nn.GELU(),
            nn.Linear(config.hidden_size, config.vocab_size),
        )
        self.classifier[-1].weight = self.embedding.words.weight

    def get_input_embeddings(self) -> Any:
        return self.embedding.words

    def get_output_embeddings(self) -> Any:
        return self.classifier[-1].weight

    def set_output_embeddings(self, value: Any) -> None:
        self.classifier[-1].weight = value

    def forward(
        self,
        input_ids: Any,
        output_hidden_states: Any = None,
        output_attentions: Any = None,
        return_dict: Any = None,
        labels: Any = None,
        **_: Any,
    ) -> Any:
        found = self.embedding(input_ids)
        logits = self.classifier(found.last_hidden_state)
        loss = None
        if labels is not None:
            loss = functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
        if return_dict is False:
            return (logits,) if loss is None else (loss, logits)
        return MaskedLMOutput(
            loss,
            logits,
            found.hidden_states if output_hidden_states else None,
            found.attentions if output_attentions else None,
        )


class RotaryWithoutPostInit(WithoutPostInit):
    """Both at once: a table that is not saved, and no post_init."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.embedding = Rotary(config)
        self.classifier[-1].weight = self.embedding.words.weight


class Network(nn.Module):
    """An encoder that hands out logits."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        self.encoder = Encoder(config)
        self.ff_out = nn.Linear(config.hidden_size, config.vocab_size, bias=False)

    def forward(self, input_ids: Any, output_hidden_states: bool = False) -> CausalLMOutput:
        found = self.encoder(input_ids)
        states = found.hidden_states if output_hidden_states else None
        return CausalLMOutput(logits=self.ff_out(found.last_hidden_state), hidden_states=states)


class Diffusion(PreTrainedModel):
    """Known to `AutoModel` only; no post_init, no attentions, `tie_weights` of old (LLaDA)."""

    config_class = OwnConfig
    base_model_prefix = "model"

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.model = Network(config)

    def get_input_embeddings(self) -> Any:
        return self.model.encoder.words

    def get_output_embeddings(self) -> Any:
        return self.model.ff_out

    def tie_weights(self) -> None:
        """As its authors wrote it: nothing to tie, and no arguments."""

    def forward(
        self,
        input_ids: Any = None,
        output_attentions: Any = None,
        output_hidden_states: Any = None,
        return_dict: Any = None,
        **_: Any,
    ) -> CausalLMOutput:
        if output_attentions:
            raise ValueError("output_attentions is not yet supported")
        found = self.model.forward(input_ids, bool(output_hidden_states))
        return CausalLMOutput(logits=found.logits, hidden_states=found.hidden_states)


class Timed(PreTrainedModel):
    """Reads a time beside the ids, names its embeddings to nobody, answers in a tensor (MDLM)."""

    config_class = OwnConfig
    base_model_prefix = "timed"

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.backbone = Network(config)

    def forward(
        self,
        input_ids: Any = None,
        timesteps: Any = None,
        output_hidden_states: Any = None,
        return_dict: Any = None,
    ) -> Any:
        found = self.backbone(input_ids, bool(output_hidden_states))
        if return_dict:
            return MaskedLMOutput(logits=found.logits, hidden_states=found.hidden_states)
        return found.logits


class Dictionary(OwnForMaskedLM):
    """Answers in a plain dictionary, whose logits are no attribute."""

    def forward(self, input_ids: Any, **_: Any) -> Any:
        return dict(super().forward(input_ids))


class NeverCalm(OwnForMaskedLM):
    """A dropout that does not ask whether the model is in training."""

    def forward(self, input_ids: Any, **others: Any) -> MaskedLMOutput:
        found = super().forward(input_ids, **others)
        found.logits = functional.dropout(found.logits, 0.1)
        return found


class OtherName(OwnForMaskedLM):
    """Does not call its input `input_ids`."""

    def forward(self, src: Any, pad_mask: Any = None) -> MaskedLMOutput:  # type: ignore[override]
        return super().forward(src)


class Vectors(PreTrainedModel):
    """An encoder without a head, known to `AutoModel` only."""

    config_class = OwnConfig

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.encoder = Encoder(config)
        self.post_init()

    def get_input_embeddings(self) -> Any:
        return self.encoder.words

    def forward(self, input_ids: Any, **_: Any) -> BaseModelOutput:
        found: BaseModelOutput = self.encoder(input_ids)
        return found


class BatchMixed(OwnForMaskedLM):
    """What it answers for a row depends on the rows beside it."""

    def forward(self, input_ids: Any, **others: Any) -> MaskedLMOutput:
        found = super().forward(input_ids, **others)
        found.logits = found.logits - torch.mean(found.logits, 0, keepdim=True) / 2
        return found
