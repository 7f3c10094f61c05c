"""A first look: the embedded model, scored on the packaged pairs, without a network."""

from __future__ import annotations

from rich.console import Console

from equimask.embedded import embedded_languages, embedded_model_path
from equimask.evaluation import score
from equimask.report import result_table
from equimask.result import BiasResult

METRICS = ("s_jsd", "cps")


def run_demo(console: Console) -> list[tuple[str, BiasResult]]:
    """Score every language that the model knows with every pair metric and print the table."""
    console.print(
        "Equimask scores a small masked language model that ships with it. It was trained on "
        "generated sentences with a planted bias, so the answer is known: it is a laboratory "
        "animal, not a language model.\n"
    )
    model = str(embedded_model_path())
    results = [
        (language, score(metric, language=language, model=model, progress=False))
        for language in embedded_languages()
        for metric in METRICS
    ]
    console.print(result_table(results, title="embedded model on equimask_pairs"))
    console.print("\nEvery number carries a signature with which it can be rerun:")
    console.print(results[0][1].signature, style="dim", soft_wrap=True)
    console.print(
        "\nNext:  equimask score s_jsd bert-base-multilingual-cased --language de", soft_wrap=True
    )
    return results
