"""Code of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from tests import tiny
from tests.models.kinds.reference import Reference
from tests.models.kinds.remote import (
    layers_own,
    modeling_behind,
    modeling_heads,
    modeling_tables,
    modeling_views,
)
from tests.models.kinds.workshop import (
    KNOWN,
    MASKED_LM,
    Checkpoint,
    Workshop,
    edit,
    kind,
    read_by,
    save_weights,
)

TRUSTED = {"trust_remote_code": True}
DIFFUSION = ("AutoModel", "AutoModelForCausalLM")
UNDECIDED = "its class says|taken for granted|could not be decided"


def scored(
    workshop: Workshop, name: str, made_by: type[Any], shift: int = 0, **config: Any
) -> Checkpoint:
    folder, model = workshop.own(name, made_by, **config)
    return Checkpoint(folder, Reference(model, workshop.tokenizer, shift=shift), TRUSTED)


def refused(workshop: Workshop, name: str, made_by: type[Any]) -> Checkpoint:
    return Checkpoint(workshop.own(name, made_by)[0], options=TRUSTED)


@kind("code that was not asked for", cause="code-not-asked-for", fix="trust_remote_code=True")
def code_not_asked_for(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.own("code_not_asked_for", layers_own.OwnForMaskedLM)
    mark = workshop.root / "code-ran"
    line = f"\nopen({str(mark)!r}, 'w').close()\n"
    for file in folder.glob("*.py"):
        file.write_text(file.read_text() + line)
    return Checkpoint(folder, mark=mark)


@kind("code without tables of its own")
def own_code(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "own_code", layers_own.OwnForMaskedLM)


@kind("rotary frequencies that are not saved", notes="computed anew")
def rotary_frequencies(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "rotary_frequencies", modeling_tables.RotaryForMaskedLM)


@kind("tables of cos and sin that are not saved", notes="computed anew")
def cos_and_sin(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "cos_and_sin", modeling_tables.CosSinForMaskedLM)


@kind("a table of complex numbers that is not saved", notes="computed anew")
def complex_table(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "complex_table", modeling_tables.ComplexForMaskedLM)


@kind("a table that is saved")
def saved_table(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "saved_table", modeling_tables.SavedForMaskedLM)


@kind("a table that should be saved, and that the file leaves out", cause="inv_freq", fix="\\w")
def saved_table_left_out(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.own("saved_table_left_out", modeling_tables.SavedForMaskedLM)
    path = folder / "model.safetensors"
    save_weights(path, {k: v for k, v in load_file(path).items() if "inv_freq" not in k})
    return Checkpoint(folder, options=TRUSTED)


@kind("numbers of positions that are not saved", notes="computed anew")
def numbered_positions(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "numbered_positions", modeling_tables.NumberedForMaskedLM)


@kind("a table that is no buffer, only an attribute")
def table_as_attribute(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "table_as_attribute", modeling_tables.AttributeForMaskedLM)


@kind("random features that are not saved", cause="features.*random|random.*features", fix="save")
def random_features(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "random_features", modeling_tables.RandomFeaturesForMaskedLM)


def live_with_table(workshop: Workshop, name: str) -> tuple[Any, Any]:
    _, model = workshop.own(name, modeling_tables.RotaryForMaskedLM)
    twin = type(model)(model.config).eval()
    twin.load_state_dict(model.state_dict())
    return model, twin


@kind("a live model whose tables are sound")
def live_with_sound_tables(workshop: Workshop) -> Checkpoint:
    model, twin = live_with_table(workshop, "live_with_sound_tables")
    return Checkpoint(model, Reference(twin, workshop.tokenizer), {"tokenizer": workshop.tokenizer})


@kind("a live model whose tables hold garbage", cause="inv_freq", fix="name|folder|type\\(model")
def live_with_garbage(workshop: Workshop) -> Checkpoint:
    model, _ = live_with_table(workshop, "live_with_garbage")
    model.encoder.inv_freq.uniform_(-9, 9)
    return Checkpoint(model, options={"tokenizer": workshop.tokenizer})


@kind("a head that calls its encoder's forward (NeoBERT)")
def head_calls_forward(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "head_calls_forward", modeling_heads.CallsForward)


@kind("tied keys in a list (GTE)")
def list_of_tied_keys(workshop: Workshop) -> Checkpoint:
    folder, model = workshop.own("list_of_tied_keys", layers_own.OwnForMaskedLM)
    read_by(folder, modeling_heads.ListOfTied)
    return Checkpoint(folder, Reference(model, workshop.tokenizer), TRUSTED)


@kind("tied keys in a list, and a config of transformers 4 that ties by default")
def tied_by_default_of_old(workshop: Workshop) -> Checkpoint:
    folder, model = workshop.own("tied_by_default_of_old", layers_own.OwnForMaskedLM)
    read_by(folder, modeling_heads.ListOfTied)
    configuration = folder / "configuration_own.py"
    lines = configuration.read_text().splitlines()
    configuration.write_text("\n".join(line for line in lines if "tie_word" not in line) + "\n")
    edit(folder / "config.json", remove=("tie_word_embeddings",))
    return Checkpoint(folder, Reference(model, workshop.tokenizer), TRUSTED)


@kind("no post_init, and a head that shares the embeddings' parameter (LTG-BERT, HPLT)")
def without_post_init(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "without_post_init", modeling_heads.WithoutPostInit)


@kind("no post_init, and a table that is not saved", notes="computed anew")
def table_without_post_init(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "table_without_post_init", modeling_heads.RotaryWithoutPostInit)


@kind("no post_init, a `.bin` with both names", notes=r"\.bin|pickle")
def without_post_init_bin(workshop: Workshop) -> Checkpoint:
    folder, model = workshop.own("without_post_init_bin", modeling_heads.WithoutPostInit)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    return Checkpoint(folder, Reference(model, workshop.tokenizer), TRUSTED)


def frameless(workshop: Workshop, mask: bool = True) -> Any:
    """A causal model's tokenizer: nothing before or after the text, a mask perhaps."""
    pieces = workshop.tokenizer.get_vocab()
    tokenizer = tiny.wordpiece_of(sorted(pieces, key=pieces.__getitem__))
    tokenizer.backend_tokenizer.post_processor = None
    if not mask:
        tokenizer.mask_token = None
    return tokenizer


def diffusion(workshop: Workshop, name: str, **config: Any) -> tuple[Path, Any, Any]:
    tokenizer = frameless(workshop, mask=False)
    folder, model = workshop.own(
        name, modeling_heads.Diffusion, DIFFUSION, tokenizer, tie_word_embeddings=False, **config
    )
    return folder, model, tokenizer


MASK_ID = 4  # of [MASK] in the tiny vocabulary


@kind("a masked diffusion model whose config names the mask (LLaDA)")
def diffusion_with_mask_in_config(workshop: Workshop) -> Checkpoint:
    folder, model, tokenizer = diffusion(workshop, "diffusion", mask_token_id=MASK_ID)
    return Checkpoint(folder, Reference(model, tokenizer, MASK_ID), TRUSTED)


@kind("a masked diffusion model, `mask_token` given")
def diffusion_with_mask_given(workshop: Workshop) -> Checkpoint:
    folder, model, tokenizer = diffusion(workshop, "diffusion_with_mask_given")
    options = {**TRUSTED, "mask_token": "[MASK]"}
    return Checkpoint(folder, Reference(model, tokenizer, MASK_ID), options)


@kind("a masked diffusion model whose mask nobody names", cause="mask token", fix="mask_token=")
def diffusion_without_mask(workshop: Workshop) -> Checkpoint:
    folder, _, _ = diffusion(workshop, "diffusion_without_mask")
    return Checkpoint(folder, options=TRUSTED)


@kind(
    "a `mask_token` that the tokenizer does not know", cause=r"<\|none\|>", fix="mask_token|token"
)
def unknown_mask_token(workshop: Workshop) -> Checkpoint:
    folder, _, _ = diffusion(workshop, "unknown_mask_token")
    return Checkpoint(folder, options={**TRUSTED, "mask_token": "<|none|>"})


@kind("a model that reads a time and whose mask the tokenizer was given later (MDLM)")
def timed(workshop: Workshop) -> Checkpoint:
    tokenizer = frameless(workshop, mask=False)
    size = len(tokenizer) + 1
    folder, model = workshop.own("timed", modeling_heads.Timed, vocab_size=size)
    with_mask = frameless(workshop, mask=False)
    with_mask.add_special_tokens({"mask_token": "<|mask|>"})
    assert with_mask.mask_token_id == size - 1
    options = {**TRUSTED, "tokenizer": with_mask}
    return Checkpoint(folder, Reference(model, with_mask), options)


@kind("an encoder without a head, known to AutoModel only", cause="head|logits", fix="\\w")
def vectors_only(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.own("vectors_only", modeling_heads.Vectors, ("AutoModel",))
    return Checkpoint(folder, options=TRUSTED)


@kind("answers in a plain dictionary", cause="Dictionary|logits", fix="\\w")
def plain_dictionary(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "plain_dictionary", modeling_heads.Dictionary)


@kind("an input of another name", cause="input_ids", fix="\\w")
def input_of_another_name(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "input_of_another_name", modeling_heads.OtherName)


@kind("a dropout that never ends", cause="twice|random|again|run to run", fix="\\w")
def endless_dropout(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "endless_dropout", modeling_heads.NeverCalm)


@kind("answers that depend on the other rows of a batch", cause="batch|rows|beside", fix="\\w")
def mixed_rows(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "mixed_rows", modeling_heads.BatchMixed)


@kind("tokens that see one neighbour on each side")
def narrow_window(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "narrow_window", modeling_views.WindowForMaskedLM)


@kind("no token sees a later one", cause="only what stands before", fix="masked")
def one_directional(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "one_directional", modeling_views.ForwardsForMaskedLM)


@kind(
    "no token sees an earlier one",
    cause="only what stands (after|behind)|one direction",
    fix="masked",
)
def backwards(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "backwards", modeling_views.BackwardsForMaskedLM)


@kind("no token sees another", cause="no token sees another", fix="\\w")
def no_attention(workshop: Workshop) -> Checkpoint:
    return refused(workshop, "no_attention", modeling_views.AloneForMaskedLM)


@kind("one place to the left, untrained: the loss of the class tells", notes=UNDECIDED)
def shifted_by_class(workshop: Workshop) -> Checkpoint:
    return scored(workshop, "shifted_by_class", modeling_views.OneBehindForMaskedLM, shift=1)


@kind("one place to the left, and nothing before the first word", notes=UNDECIDED)
def shifted_without_frame(workshop: Workshop) -> Checkpoint:
    tokenizer = frameless(workshop)
    made_by = modeling_views.OneBehindForMaskedLM
    folder, model = workshop.own("shifted_without_frame", made_by, tokenizer=tokenizer)
    return Checkpoint(folder, Reference(model, tokenizer, shift=1), TRUSTED)


def behind(
    workshop: Workshop, name: str, made_by: type[Any], auto_classes: tuple[str, ...] = MASKED_LM
) -> Checkpoint:
    """The embedded model, answering one place to the left."""
    trained = workshop.trained
    model = made_by(modeling_behind.BehindConfig(**trained.config.to_dict())).eval()
    model.load_state_dict(trained.state_dict())
    folder = workshop.with_code(name, model, auto_classes, workshop.trained_tokenizer)
    reference = Reference(model, workshop.trained_tokenizer, shift=1)
    return Checkpoint(folder, reference, TRUSTED, KNOWN)


@kind("one place to the left, trained, with a shifted loss (GPT-BERT)", notes="left")
def shifted(workshop: Workshop) -> Checkpoint:
    return behind(workshop, "shifted", modeling_behind.BehindForMaskedLM)


@kind("one place to the left, trained, known to AutoModel only (Dream)", notes="left")
def shifted_diffusion(workshop: Workshop) -> Checkpoint:
    return behind(workshop, "shifted_diffusion", modeling_behind.BehindWithoutLoss, DIFFUSION)


@kind("one place to the left, trained, and a class that returns no loss", notes="left")
def shifted_without_loss(workshop: Workshop) -> Checkpoint:
    return behind(workshop, "shifted_without_loss", modeling_behind.BehindSilent)


def learned(workshop: Workshop, name: str, made_by: type[Any], shift: int) -> Checkpoint:
    """Of a few sentences, those that are scored among them."""
    model = made_by(workshop.taught.config).eval()
    model.load_state_dict(workshop.taught.state_dict())
    folder = workshop.with_code(name, model, MASKED_LM, workshop.tokenizer)
    return Checkpoint(folder, Reference(model, workshop.tokenizer, shift=shift), TRUSTED)


@kind("a model that has learned a few sentences only")
def learned_few_sentences(workshop: Workshop) -> Checkpoint:
    return learned(workshop, "learned_few_sentences", layers_own.OwnForMaskedLM, shift=0)


@kind("one place to the left, a few sentences learned, and a class that returns no loss")
def shifted_few_sentences(workshop: Workshop) -> Checkpoint:
    made_by = modeling_views.OneBehindWithoutLoss
    return learned(workshop, "shifted_few_sentences", made_by, shift=1)


@kind("one place to the left, live", notes="left")
def shifted_live(workshop: Workshop) -> Checkpoint:
    made = behind(workshop, "shifted_live", modeling_behind.BehindForMaskedLM)
    assert made.reference is not None
    live = type(made.reference.model)(made.reference.model.config)
    live.load_state_dict(made.reference.model.state_dict())
    return Checkpoint(
        live, made.reference, {"tokenizer": workshop.trained_tokenizer}, made.sentences
    )


@kind("code beside a family that transformers knows, not asked for")
def code_beside_a_known_family(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("code_beside_a_known_family")
    mark = workshop.root / "beside-ran"
    (folder / "modeling_own.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    edit(folder / "config.json", auto_map={"AutoModelForMaskedLM": "modeling_own.Own"})
    return Checkpoint(folder, reference, mark=mark)
