"""The terminal: thin commands over the library."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from equimask.cli.audit import audit
from equimask.core.errors import DataError, EquimaskError
from equimask.core.schema import METRIC_COLUMNS, PAIR_ID
from equimask.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Measure gender bias in masked language models, with an error bar and a signature.",
)


def _mendable(command: Callable[..., None]) -> Callable[..., None]:
    """What a user can mend ends as a message and exit code 2, not as a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with _files_as_errors():
                command(*args, **kwargs)
        except EquimaskError as error:
            Console(stderr=True).print(
                f"[red]error:[/red] {escape(str(error))}", soft_wrap=True, highlight=False
            )
            raise typer.Exit(2) from error

    return run


@contextmanager
def _files_as_errors() -> Iterator[None]:
    """A folder that is a file, a full disk, a forbidden place: the system's words, and ours."""
    try:
        yield
    except BrokenPipeError:  # whoever read our output has seen enough
        raise
    except OSError as error:
        raise DataError(
            expected="files and folders that can be read and written",
            got=str(error),
            fix="Name another place, or mend this one.",
        ) from error


@app.command()
@_mendable
def score(
    metric: Annotated[str, typer.Argument(help="s_jsd, cps, aul, mbe, sbm, dcbm or latent_pmi.")],
    model: Annotated[
        str | None,
        typer.Argument(
            help="A hub id, a folder, or `embedded`: the packaged model. Not for latent_pmi.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(
            help="A .csv, .tsv, .jsonl or .parquet file or a hub dataset with the metric's columns "
            "(s_jsd, cps, aul: sent_more, sent_less; sbm: male, female; dcbm: masked_sentence, "
            "male_word, female_word; mbe: sentence, gender and, if there is one, pair_id; "
            "latent_pmi: word, gender and, if there is one, count). "
            "Without it, the packaged pairs of the language are scored."
        ),
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="ISO 639-1 code, e.g. de.")
    ] = None,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Compare with untrained twins of the model.")
    ] = False,
    likelihood: Annotated[
        str, typer.Option(help="Of whole sentences: aula, aul or norm_aula (aul, mbe, sbm).")
    ] = "aula",
    unit: Annotated[str, typer.Option(help="token, or word (PLL-word-l2r).")] = "token",
    protocol: Annotated[
        str, typer.Option(help="corrected, or published (the authors' released code).")
    ] = "corrected",
    perturb: Annotated[
        str | None, typer.Option(help="last_character: remove it from every sentence.")
    ] = None,
    sentiment: Annotated[
        str | None,
        typer.Option(help="latent_pmi: a .parquet with word, negative, neutral, positive."),
    ] = None,
    revision: Annotated[str | None, typer.Option(help="The model's branch, tag or commit.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda:1, mps, xpu …")] = None,
    dtype: Annotated[str, typer.Option(help="float32, float16, bfloat16 or float64.")] = "float32",
    seed: Annotated[int, typer.Option(help="Seed of the resampling.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    rows: Annotated[bool, typer.Option(help="Per-pair scores in the JSON.")] = False,
) -> None:
    """One number: METRIC of MODEL.

    Examples:

      equimask score s_jsd embedded --language de

      equimask score s_jsd bert-base-multilingual-cased --language de

      equimask score cps ./my-checkpoint --data pairs.csv --json > cps.json

      equimask score latent_pmi --data words.parquet --sentiment lexicon.parquet --json
    """
    from equimask.evaluation import score as compute
    from equimask.inputs.tables import read_columns
    from equimask.reports.terminal import result_table

    columns = label = None
    options: dict[str, Any] = {}
    if data is not None:
        names = METRIC_COLUMNS.get(metric, METRIC_COLUMNS["s_jsd"])
        beside = {"gender_more": "gender_more", "count": "counts", PAIR_ID: PAIR_ID}
        columns, label = read_columns(data, names, tuple(beside), language)
        options = {beside[name]: columns.pop(name) for name in beside if name in columns}
    result = compute(
        metric,
        columns,
        language=language,
        data=label,
        model=model,
        calibrate=calibrate,
        likelihood=likelihood,
        unit=unit,
        protocol=protocol,
        perturb=perturb,
        sentiment=sentiment,
        revision=revision,
        device=device,
        dtype=dtype,
        seed=seed,
        progress=sys.stderr.isatty(),
        **options,
    )
    if as_json:
        # in UTF-8 whatever the terminal's encoding
        typer.echo(json.dumps(result.as_dict(rows=rows), ensure_ascii=False).encode())
        return
    console = Console()
    console.print(result_table([(language or ("–" if data else "en"), result)]))
    console.print(result.signature, style="dim", soft_wrap=True, markup=False)


app.command()(_mendable(audit))

_YES = typer.Option("--yes", help="Do it. Without it, only say what would be done.")


@app.command()
@_mendable
def publish(
    folder: Annotated[
        Path, typer.Argument(help="A built dataset or a metric: datasets/NAME or metrics/NAME.")
    ],
    repo: Annotated[str, typer.Option(help="ORG/NAME on the Hub; made if it is not there.")],
    tag: Annotated[
        str | None,
        typer.Option(help="v1.0.0; by default the version of the receipt or of the package."),
    ] = None,
    private: Annotated[
        bool, typer.Option("--private", help="Make a new repository private; refuses a public one.")
    ] = False,
    yes: Annotated[bool, _YES] = False,
) -> None:
    """Put a dataset or a metric on the Hub: one commit and a version tag.

    Without --yes it only shows what would be created, changed, deleted and tagged. A run that was
    cut off is simply repeated; a published version is never changed. Writing needs a token:
    `hf auth login`, or HF_TOKEN.

    A dataset is built first, by `python -m builders NAME`; what may not be passed on is refused. A
    metric becomes a Space that `evaluate.load` finds. Its page installs this version of the
    package, so that must be on PyPI before.

    Examples:

      equimask publish datasets/equimask_pairs --repo lab/equimask_pairs

      equimask publish metrics/s_jsd --repo lab/s_jsd --yes
    """
    from huggingface_hub import HfApi

    from equimask.hub.plan import check_tag
    from equimask.hub.publish import carry_out, prepare
    from equimask.hub.show import plan_table

    console, api = Console(), HfApi()
    publication = prepare(api, folder, repo, tag, private=private)
    if not publication.plan.is_done:
        console.print(plan_table(publication))
    check_tag(publication.plan, publication.remote, publication.tag)
    if publication.plan.is_done:
        console.print(f"Nothing to do: {repo} at {publication.tag} is this folder.", markup=False)
    elif not yes:
        console.print("Dry run: nothing was sent. Do it with --yes.")
    else:
        address = carry_out(api, publication)
        console.print(f"Published {address}", markup=False, soft_wrap=True)


@app.command()
@_mendable
def publish_results(
    results: Annotated[
        Path,
        typer.Argument(
            help='A JSON file: what `equimask score --json` prints, a list of it, or {"results": '
            '[...]}. A result may name its "dataset" (ORG/NAME), "language" and "metric".'
        ),
    ],
    repo: Annotated[str, typer.Option(help="The model on the Hub, ORG/MODEL.")],
    dataset: Annotated[
        str | None, typer.Option(help="ORG/NAME of the data, for results that name none there.")
    ] = None,
    yes: Annotated[bool, _YES] = False,
) -> None:
    """Send results to a model's page, as a pull request to its repository.

    They go into `.eval_results/`, and into the card's `model-index` for older readers, each with
    its interval and its signature. An audit's results.json can be sent as it is. What was scored on
    the packaged pairs needs --dataset: where you published them.

    Examples:

      equimask score cps lab/my-model --language de --json > results.json

      equimask publish-results results.json --repo lab/my-model --dataset lab/equimask_pairs
    """
    from huggingface_hub import HfApi

    from equimask.hub.model_page import prepare_results, submit
    from equimask.hub.show import submission_table

    console, api = Console(), HfApi()
    submission = prepare_results(api, results, repo, dataset)
    console.print(submission_table(submission))
    if not submission.files:
        console.print(f"Nothing to do: {repo} has these results.", markup=False)
    elif submission.proposed:
        told = f"Nothing to do: {submission.proposed} proposes these results and is open."
        console.print(told, markup=False, soft_wrap=True)
    elif not yes:
        console.print("Dry run: nothing was sent. Do it with --yes.")
    else:
        console.print(f"Opened {submit(api, submission)}", markup=False, soft_wrap=True)


@app.command()
@_mendable
def demo(
    out: Annotated[
        Path, typer.Option(help="Folder for the report; what is finished is not scored again.")
    ] = Path("equimask-demo"),
) -> None:
    """A tour of every metric on the embedded model, with its report; needs no network."""
    from equimask.cli.demo import run_demo

    run_demo(Console(), out, progress=sys.stderr.isatty())


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print it.")] = False) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit
