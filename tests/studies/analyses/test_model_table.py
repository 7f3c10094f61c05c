"""Table 2: printed sizes beside those that configurations say."""

from __future__ import annotations

from pathlib import Path

import pytest
from transformers import (
    AlbertConfig,
    BertConfig,
    PretrainedConfig,
    XLMConfig,
    XLMRobertaConfig,
    XLNetConfig,
)

from equimask.core.errors import ModelError
from equimask.models.checkpoints import parameter_count
from equimask.studies.analyses.model_table import ModelSize, model_sizes, model_table
from equimask.studies.published import published_models

MODELS = {model.hub_id: model for model in published_models()}
CONFIGS = {  # as these models have them
    "google-bert/bert-base-uncased": BertConfig(),
    "albert/albert-base-v2": AlbertConfig(
        hidden_size=768, num_attention_heads=12, intermediate_size=3072
    ),
    "xlnet/xlnet-base-cased": XLNetConfig(d_model=768, n_layer=12, n_head=12, d_inner=3072),
    "FacebookAI/xlm-mlm-xnli15-1024": XLMConfig(
        vocab_size=95000, emb_dim=1024, n_layers=12, n_heads=8, n_langs=15
    ),
    "FacebookAI/xlm-mlm-100-1280": XLMConfig(
        vocab_size=200000, emb_dim=1280, n_layers=16, n_heads=16, n_langs=100, use_lang_emb=False
    ),
    "FacebookAI/xlm-roberta-base": XLMRobertaConfig(
        vocab_size=250002, max_position_embeddings=514, type_vocab_size=1
    ),
}


def saved(config: PretrainedConfig, folder: Path) -> str:
    config.save_pretrained(folder)
    return str(folder)


def by_hand(vocabulary: int, width: int, inner: int, layers: int, positions: int) -> int:
    """BERT with its head: embeddings, layers, transform and the decoder's bias."""
    embeddings = (vocabulary + positions + 2) * width + 2 * width
    attention = 4 * (width * width + width) + 2 * width
    feed_forward = 2 * width * inner + inner + width + 2 * width
    head = width * width + width + 2 * width + vocabulary
    return embeddings + layers * (attention + feed_forward) + head


def test_parameters_follow_from_the_configuration_alone(tmp_path: Path) -> None:
    config = BertConfig(vocab_size=50, hidden_size=8, num_hidden_layers=2, num_attention_heads=2)
    small = saved(config, tmp_path / "small")
    assert [path.name for path in Path(small).iterdir()] == ["config.json"]
    assert parameter_count(small) == by_hand(50, 8, 3072, 2, 512)
    base = saved(CONFIGS["google-bert/bert-base-uncased"], tmp_path / "base")
    assert parameter_count(base) == by_hand(30522, 768, 3072, 12, 512)


@pytest.mark.parametrize("name", [name for name in CONFIGS if "roberta" not in name])
def test_printed_sizes_are_those_of_our_reading(name: str, tmp_path: Path) -> None:
    count = parameter_count(saved(CONFIGS[name], tmp_path / "model"))
    assert count == pytest.approx(MODELS[name].parameters, rel=0.07)


def test_the_printed_size_of_xlm_roberta_is_that_of_roberta(tmp_path: Path) -> None:
    name = "FacebookAI/xlm-roberta-base"
    count = parameter_count(saved(CONFIGS[name], tmp_path / "model"))
    assert count / MODELS[name].parameters == pytest.approx(2.2, abs=0.05)
    assert MODELS[name].parameters == MODELS["FacebookAI/roberta-base"].parameters


def test_a_model_without_a_configuration_does_not_stop_the_others(tmp_path: Path) -> None:
    def count(place: str) -> int:
        if place == "gone":
            raise ModelError(expected="a model", got="no such model", fix="Check the name.")
        return 110_000_000

    sizes = model_sizes(
        {"google-bert/bert-base-uncased": "here", "albert/albert-base-v2": "gone"}, count
    )
    assert sizes == [
        ModelSize("google-bert/bert-base-uncased", 110_000_000),
        ModelSize("albert/albert-base-v2", None, "no such model"),
    ]
    table = model_table(published_models(), [*sizes, ModelSize("own/model", 5_000_000)])
    lines = table.splitlines()
    bert = next(line for line in lines if "bert-base-uncased" in line)
    assert bert.split(" | ")[2:5] == ["110", "google-bert/bert-base-uncased", "110.0"]
    assert any("own/model | 5.0" in line for line in lines)
    assert lines[-1] == "albert/albert-base-v2: no such model"
