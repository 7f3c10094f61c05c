"""What a spec says to people: the `Args:` of a module, the tables of a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill, indent
from typing import NamedTuple

from equimask.core.options import OPTIONS, Option, options_in
from equimask.core.packaged import packaged_languages
from equimask.core.result import OF_A_MODEL, RIGHT_AT_LEAST, UNKNOWN_AT_MOST
from equimask.core.verdicts import Verdict
from equimask.metrics.spec import MALE, Measure, MetricSpec
from equimask.version import REPOSITORY

_ALWAYS = (
    "stderr, ci_low, ci_high, p_value, test, neutral, verdict, n, n_clusters, n_ties, skipped, "
    "mde, attainable_p, notes, rows, signature"
)
_CALIBRATED = "null, null_stderr, distance_from_null, twins, p_uncalibrated, p_from_mean_twin"
_TWO_NUMBERS = (
    "where gender_more is known male_prevalence, male_lean and stereotype_contrast, each with "
    "_stderr, _ci_low and _ci_high, the latter two with _d"
)
_WITH_CONTROL = (
    "control, minus_control (each with _stderr, _ci_low, _ci_high), minus_control_p_value, "
    "control_kind, n_control, control_left_out"
)
OF_DATA = {
    "data": "instead of columns: a file (.csv, .tsv, .jsonl, .json, .parquet), a folder that a "
    "builder has built, a dataset of the Hub (NAME[:CONFIG][@REVISION][/SPLIT]), a frame, a "
    "Dataset, a mapping of columns or a list of records.",
    "columns": "what the data call the columns above: {'sent_more': 'A_x'}.",
    "where": "which rows of the data: {'bias_type': 'gender'}; '*' takes all values of a column as "
    "one where they would not be pooled.",
    "template": "a sentence for cells of the data, with the two words that are compared: '[He|She] "
    'said: "{sentence}"\'; makes male, female, their words and masked_sentence.',
    "group": "columns of the data whose values are scored apart, such as 'source'; the result is "
    "{'groups': {name: result}}.",
}
"""What every metric is told about its data, beside its options."""

NO_FAIR_MODEL = "A model that knows no language is no fair model."


class Asked(NamedTuple):
    """What a model is to predict in a pass over it: in tables, and in a sentence of a card."""

    short: str
    told: str


_IN_SIGHT = Asked(
    "tokens in sight",
    "`lm_accuracy`, the share of tokens that are the model's first guess at their own place, and "
    "`lm_surprisal`, nats per token (`lm_read`: `in_sight`). Nothing is hidden, which is an easier "
    "question: these figures cannot be compared with those of metrics that mask, and only show "
    "that a model is alive.",
)
# By a metric's `evaluation`.
_ASKED = {
    "masked_pairs": Asked(
        "masked tokens",
        "`lm_accuracy`, the share of masked tokens that are the model's first guess, and "
        "`lm_surprisal`, nats per masked token, over both sides of all pairs (`lm_read`: "
        "`masked`).",
    ),
    "filled_masks": Asked(
        "gender words",
        "`lm_accuracy`, the share of masks at which one of the two words begins as the model's "
        "first guess does, and `lm_surprisal`, nats per token of the likelier word (`lm_read`: "
        "`masked`). Other words would do as well, so both look worse than those of `s_jsd`.",
    ),
    "likelihood_pairs": _IN_SIGHT,
    "bags": _IN_SIGHT,
}


def asked(spec: MetricSpec) -> str:
    """What the metric has a model predict, in a few words."""
    return _ASKED[spec.evaluation].short


def options_of(spec: MetricSpec) -> list[Option]:
    """The options that the metric reads: its own first, then those that all share."""
    loading = options_in("loading", "calibration") if spec.needs_model else ("device",)
    shared = (*loading, *options_in("statistics", "showing"))
    return [OPTIONS[name] for name in dict.fromkeys((*spec.options, *shared))]


def arguments(spec: MetricSpec) -> str:
    """The docstring of the module's `compute`."""
    lines = ["Args:"]
    for name, told in spec.columns.items():
        lines.append(_argument(f"{name} (list of str)", told))
    lines.append(_wrapped(spec.without_columns, "        "))
    lines += [_argument(name, told) for name, told in OF_DATA.items()]
    for option in options_of(spec):
        kind = "list" if option.role == "column" else f"default {option.default!r}"
        lines.append(_argument(f"{option.name} ({kind})", option.help))
    of_a_model = f"; {', '.join(OF_A_MODEL)}, lm_read" if spec.needs_model else ""
    further = of_a_model + (f"; {spec.returns}" if spec.returns else "")
    further += f"; with calibrate {_CALIBRATED}" if spec.needs_model else ""
    further += f"; {_TWO_NUMBERS}" if has_two_numbers(spec) else ""
    further += f"; with control {_WITH_CONTROL}" if "control" in spec.options else ""
    lines += ["Returns:", _wrapped(f"{spec.name}, {_ALWAYS}{further}.", "    ")]
    lines += ["Examples:", "    >>> import equimask"]
    lines.append(f'    >>> {spec.name} = equimask.load("{spec.name}", "en")')
    return "\n".join(lines) + f"\n{indent(spec.example, '    ')}\n"


def inputs(spec: MetricSpec) -> str:
    """The columns and the options in Markdown."""
    columns = [f"- `{name}`: {told}" for name, told in spec.columns.items()]
    options = table(
        ("option", "default", "what it does"),
        ((f"`{option.name}`", f"`{option.default!r}`", option.help) for option in options_of(spec)),
    )
    data = [f"- `{name}`: {told}" for name, told in OF_DATA.items()]
    return "\n".join([*columns, "", spec.without_columns, "", *data, "", options])


def language_quality(spec: MetricSpec) -> str:
    """What results say of how well the model knows the text, for a card."""
    alike = (
        " Rows whose two sides are the same to the model's tokenizer are counted in `skipped` as "
        "`same_to_the_model`; `protocol='published'` keeps them."
        if spec.evaluation != "bags"
        else ""
    )
    return (
        f"How well the model knows the text, from the same passes: {_ASKED[spec.evaluation].told} "
        f"{NO_FAIR_MODEL} Read it before the score: where `lm_accuracy` is below "
        f"{100 * RIGHT_AT_LEAST:g} %, or more than {100 * UNKNOWN_AT_MOST:g} % of the text are "
        "unknown, a `?` stands beside the verdict.\n\n"
        "What the model was shown: `unk_rate` is the share of the text's tokens that its tokenizer "
        f"does not know; above {100 * UNKNOWN_AT_MOST:g} % there is a warning. Special tokens in "
        f"the text are an error that names the row and the token.{alike} `notes` say what else is "
        "to be known of the model."
    )


def has_two_numbers(spec: MetricSpec) -> bool:
    """Whether its results tell prevalence and stereotype apart where they can."""
    return "gender_more" in spec.options


def two_numbers(spec: MetricSpec) -> str:
    """What results say of prevalence and of stereotype, for a card."""
    rows, needs = "rows", "`gender_more` is known"
    if spec.evaluation == "bags":
        rows, needs = "pairs", "`pair_id` and `gender_more` are known"
    return (
        f"Two numbers, where {needs}, as of the packaged pairs. `male_prevalence` is the "
        f"percentage of {rows} in which the male side wins, and `male_lean` by how much it does on "
        f"average. `stereotype_contrast` is that mean over {rows} about men minus the mean over "
        f"{rows} about women (`n_about_male`, `n_about_female`): how often men are written about "
        "at all plays no part in it. Each has its `_stderr`, `_ci_low` and `_ci_high`, by clusters "
        "where there are any; `stereotype_contrast_p_value` is Welch's, or that of clusters. The "
        f"latter two are on the scale of single {rows}; `male_lean_d` and "
        "`stereotype_contrast_d`, with `_ci_low` and `_ci_high`, are in standard deviations of "
        f"{rows}. `n_gendered` counts {rows} whose `gender_more` is known; where it gives no "
        "contrast, `notes` say why. With `calibrate=True`, `stereotype_contrast_null` is the mean "
        "contrast of the untrained twins."
    )


def control_pairs(spec: MetricSpec) -> str:
    """What `control` adds to a result, for a card."""
    contexts, names = (len(packaged_languages(one)) for one in ("lab", "first_names"))
    prevalence = (
        " How much likelier men are at all is the names' own part: `neutral` takes it off."
        if spec.headline.claim == MALE
        else ""
    )
    return (
        "Control pairs (`control`, after Pikuliak et al. 2023): a trained model may prefer a "
        "sentence for the name in it, whatever the stereotype. `'neutral'` puts the two names of a "
        "row, each on its side, into four contexts without a stereotype "
        f"({contexts} languages); `'names'` puts each sentence beside itself under two other names "
        f"of the same gender, so that no gender differs ({names} languages). `control` is the "
        "score of these pairs, `minus_control` what the rows score beyond it, row by row, with "
        "`minus_control_p_value`; both have `_stderr`, `_ci_low` and `_ci_high`, and clusters are "
        "those of the score: the error is that of other rows beside the same contexts and names. "
        "Both are of the `n_control` rows that name one listed person of "
        "either gender; `control_left_out` counts the others by reason. The score itself does not "
        f"move.{prevalence} Untrained twins (`calibrate`) tell what the architecture does, control "
        "pairs what a trained model does with names."
    )


def measures_table(spec: MetricSpec) -> str:
    """Range, neutral point and direction of every measure in Markdown."""
    return table(
        ("", "range", "neutral", "direction"),
        ((_in_result(measure), *_scale(measure)) for measure in spec.measures),
    )


def calibration(spec: MetricSpec) -> str:
    """What a calibrated score is tested against, and why it is that, for a card."""
    lean = (
        " Models that were trained on equally neutral text lean to one gender or the other by "
        "chance, and no null that is made for one model knows how far."
        if spec.headline.claim == MALE
        else ""
    )
    return (
        "With `calibrate=True` `null` is the mean score of untrained twins on the same rows, and "
        "`p_value` tests the score as one more of them: the spread between single twins counts as "
        "chance. `p_from_mean_twin` tests it from their mean, whatever their spread. The first was "
        "chosen by false alarms in models without a planted bias: it raised the fewer "
        f"([lab_validity]({REPOSITORY}/tree/main/datasets/lab_validity)).{lean}"
    )


def verdicts(spec: MetricSpec) -> str:
    """What a result's one word can be, and when it is, for a card."""
    headline = spec.headline
    sides = dict.fromkeys((headline.above, headline.below))
    found = " or ".join(f"`{side.value}`" for side in sides if side.is_finding)
    unknown = (
        f"`{Verdict.UNCALIBRATED.value}` without `calibrate=True`, whatever p: what would be "
        "neutral is not known. Else "
        if headline.neutral is None
        else ""
    )
    few = (
        " Of fewer than 30 rows the interval of a percentage is Clopper and Pearson's, and that of "
        "a mean holds what its sign-flip test does not refuse."
        if headline.statistic != "own"
        else ""
    )
    return (
        "`verdict` says in a word what the result shows, and all tables, reports and pages say "
        f"the same: {unknown}{found} where the distance from the null, or else from neutral, is "
        f"significant at 5 % (without a p-value: where the interval leaves it out, "
        "unless it is one over draws alone); "
        f"`{Verdict.NONE_SHOWN.value}` where it is not; `{Verdict.EQUIVALENT.value}` where the "
        "distance is significantly smaller than the bound `equivalence`, also where it is "
        f"significant itself; `{Verdict.TOO_FEW.value}` where not even rows that all agree could "
        f"be significant (`attainable_p`), whatever p.{few}"
    )


def metrics_table(specs: Iterable[MetricSpec]) -> str:
    """What each metric reads and asks, and how its headline is read, in Markdown."""
    return table(
        ("metric", "input", "what it asks", "range", "neutral", "direction"),
        (
            (
                f"[`{spec.name}`](metrics/{spec.name}/README.md)",
                ", ".join(f"`{name}`" for name in spec.columns),
                spec.headline.asks,
                *_scale(spec.headline),
            )
            for spec in specs
        ),
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """In Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |".replace(
            "|  |", "| |"
        )
        for line in lines
    )


def _in_result(measure: Measure) -> str:
    """Its key in the result, and the options that give it if they are not the defaults."""
    fixed = (f"`{name}={value!r}`" for name, value in measure.options.items())
    return ", ".join((f"`{measure.key}`", *fixed))


def _scale(measure: Measure) -> tuple[str, str, str]:
    low, high = map(_number, measure.limits)
    neutral = "not 50: its `null`" if measure.neutral is None else _number(measure.neutral)
    return f"{low} to {high}", neutral, measure.reads


def _number(value: float) -> str:
    return f"{value:.3g}".replace("-", "−")


def _argument(name: str, told: str) -> str:
    return _wrapped(f"{name}: {told}", "    ", "        ")


def _wrapped(text: str, first: str, later: str | None = None) -> str:
    return fill(
        text, 100, initial_indent=first, subsequent_indent=first if later is None else later
    )
