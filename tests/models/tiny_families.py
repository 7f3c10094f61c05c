"""Every masked-LM family of the installed transformers, tiny and with random weights."""

from __future__ import annotations

from typing import Any

import torch
from transformers import AutoConfig, AutoModelForMaskedLM, PreTrainedConfig, PreTrainedModel

# Wide initial weights: with 0.02 all predictions are flat, and a wrong row would look right.
_BERT: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
    "initializer_range": 0.3,
    "pad_token_id": 0,
}
_LLAMA: dict[str, Any] = {**_BERT, "num_key_value_heads": 4, "head_dim": 8}
_XLM: dict[str, Any] = {
    "emb_dim": 32,
    "n_layers": 2,
    "n_heads": 4,
    "max_position_embeddings": 64,
    "embed_init_std": 0.3,
    "init_std": 0.3,
    "pad_index": 0,
    "pad_token_id": 0,
}
_SEQ2SEQ: dict[str, Any] = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 32,
    "decoder_ffn_dim": 32,
    "max_position_embeddings": 64,
}
_VISION: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "image_size": 32,
    "patch_size": 16,
}

CONFIGS: dict[str, dict[str, Any]] = {
    "albert": {**_BERT, "embedding_size": 16},
    "bart": _SEQ2SEQ,
    "bert": _BERT,
    "big_bird": {
        **_BERT,
        "attention_type": "block_sparse",
        "block_size": 4,
        "num_random_blocks": 1,
    },
    "camembert": _BERT,
    "convbert": {**_BERT, "embedding_size": 32, "head_ratio": 2, "conv_kernel_size": 3},
    "data2vec-text": _BERT,
    "deberta": {**_BERT, "relative_attention": True, "pos_att_type": ["p2c", "c2p"]},
    "deberta-v2": {
        **_BERT,
        "relative_attention": True,
        "pos_att_type": ["p2c", "c2p"],
        "position_biased_input": False,
    },
    "distilbert": {
        "dim": 32,
        "n_layers": 2,
        "n_heads": 4,
        "hidden_dim": 64,
        "max_position_embeddings": 64,
        "initializer_range": 0.3,
    },
    "electra": {**_BERT, "embedding_size": 16},
    "ernie": _BERT,
    "esm": {**_BERT, "position_embedding_type": "rotary", "mask_token_id": 4},
    "esmc": _LLAMA,
    "eurobert": _LLAMA,
    "flaubert": _XLM,
    "fnet": _BERT,
    "funnel": {
        "d_model": 32,
        "block_sizes": [1, 1],
        "n_head": 4,
        "d_head": 8,
        "d_inner": 64,
        "initializer_std": 0.3,
    },
    "gte": _BERT,
    "ibert": _BERT,
    "jina_embeddings_v3": _BERT,
    "layoutlm": {**_BERT, "max_2d_position_embeddings": 16},
    "longformer": {**_BERT, "attention_window": 4},
    "luke": {**_BERT, "entity_vocab_size": 8, "entity_emb_size": 16},
    "mbart": _SEQ2SEQ,
    "megatron-bert": _BERT,
    "mobilebert": {
        **_BERT,
        "embedding_size": 32,
        "intra_bottleneck_size": 16,
        "num_feedforward_networks": 2,
    },
    "modernbert": {**_BERT, "local_attention": 8, "global_attn_every_n_layers": 2},
    "modernvbert": {
        "initializer_range": 0.3,
        "text_config": {**_BERT, "local_attention": 8, "global_attn_every_n_layers": 2},
        "vision_config": _VISION,
    },
    "mpnet": _BERT,
    "mra": _BERT,
    "mvp": _SEQ2SEQ,
    "neomme": {**_LLAMA, "head_dim": 16, "embedding_rank": 16, "patch_size": 4},
    "nomic_bert": _BERT,
    "nystromformer": {**_BERT, "num_landmarks": 8, "segment_means_seq_len": 8},
    "perceiver": {
        "num_latents": 4,
        "d_latents": 32,
        "d_model": 32,
        "num_self_attends_per_block": 1,
        "num_self_attention_heads": 4,
        "num_cross_attention_heads": 4,
        "qk_channels": 32,
        "v_channels": 32,
        "max_position_embeddings": 64,
        "initializer_range": 0.2,
    },
    "reformer": {
        "hidden_size": 32,
        "attention_head_size": 8,
        "num_attention_heads": 4,
        "feed_forward_size": 64,
        "attn_layers": ["local", "local"],
        "local_attn_chunk_length": 4,
        "lsh_attn_chunk_length": 4,
        "num_hashes": 1,
        "num_buckets": 2,
        "is_decoder": False,
        "axial_pos_embds": False,
        "max_position_embeddings": 64,
        "initializer_range": 0.3,
    },
    "rembert": {**_BERT, "input_embedding_size": 16, "output_embedding_size": 16},
    "roberta": _BERT,
    "roberta-prelayernorm": _BERT,
    "roc_bert": {
        **_BERT,
        "pronunciation_vocab_size": 8,
        "pronunciation_embed_dim": 8,
        "shape_vocab_size": 8,
        "shape_embed_dim": 8,
    },
    "roformer": {**_BERT, "embedding_size": 32},
    "squeezebert": {**_BERT, "embedding_size": 32},
    "tapas": _BERT,
    "ultrabert": {**_LLAMA, "prediction_head_size": 32, "sliding_window": 4},
    "ultravbert": {
        "initializer_range": 0.3,
        "text_config": {**_LLAMA, "prediction_head_size": 32, "sliding_window": 4},
        "vision_config": _VISION,
    },
    "xlm": {**_XLM, "n_langs": 2, "use_lang_emb": True, "lang2id": {"de": 0, "en": 1}},
    "xlm-roberta": _BERT,
    "xlm-roberta-xl": _BERT,
    "xmod": {**_BERT, "languages": ["de_DE", "en_XX"]},
    "yoso": _BERT,
}

# A family that a later transformers brings and that cannot be made tiny goes here, with the reason.
CANNOT_BE_TINY: dict[str, str] = {}


def config_of(family: str, vocab_size: int, **changes: Any) -> PreTrainedConfig:
    """The tiny configuration of a family, for a tokenizer of `vocab_size` tokens."""
    fields = {**CONFIGS[family], **changes}
    if "text_config" in fields:
        fields["text_config"] = {**fields["text_config"], "vocab_size": vocab_size}
        return AutoConfig.for_model(family, **fields)
    return AutoConfig.for_model(family, vocab_size=vocab_size, **fields)


def tiny_model(family: str, vocab_size: int, seed: int = 0, **changes: Any) -> PreTrainedModel:
    """A random model of a family, in eval mode."""
    torch.manual_seed(seed)
    return AutoModelForMaskedLM.from_config(config_of(family, vocab_size, **changes)).eval()
