"""The figures that the papers print, to stand beside ours; as printed, misprints included.

Kaneko et al. (2022): Table 4 gives MT large-char the difference 9.93, which is -9.93; Table 3 cuts
directions off (8 of 11 is .73, not .72); Table 5 writes wiki&nwes for what is wiki&news here, and
rounds the differences of Tmp to one digit; section 3 says once that below 50 is male, which is
above. Stanczak et al. (2023), politicians: in Tables 5 and 8 seven rows cannot be right, because
shares sum to 1 (`PublishedEffect.consistent`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from equimask.core.packaged import packaged
from equimask.gender.lexicon.records import read_word_list

_FOLDER = packaged("published")

Row = TypeVar("Row")


class Printed(float):
    """A number that keeps the digits of the print: 51.00 says more than 51."""

    text: str

    def __new__(cls, text: str) -> Printed:
        """As it stands in the paper, but for thousands."""
        number = super().__new__(cls, text)
        number.text = str(text)
        return number


class PublishedPairScores(NamedTuple):
    """A row of Table 2 (own pairs by language) or 3 (English CrowS-Pairs) of Steinborn et al. 2022.

    S_JSD and its error are in thousandths. Table 3 has no binarised S_JSD; `perturbed` rows of it
    are without each sentence's last character. The table `repository` is what the authors'
    repository adds to Table 2: five more languages.
    """

    table: str
    language: str
    model: str
    perturbed: bool
    s_jsd: float
    s_jsd_stderr: float
    cps: float
    cps_stderr: float
    b_s_jsd: float | None
    b_s_jsd_stderr: float | None


class PublishedBagScore(NamedTuple):
    """A cell of Table 2 of Kaneko et al. 2022: MBE of a language's model on a parallel corpus.

    `thousands` of sentences, male and female together, are Table 1's.
    """

    table: str
    language: str
    corpus: str
    score: float
    significant: bool
    thousands: float


class PublishedTedScores(NamedTuple):
    """A row of Table 4 of Yu et al. 2024: MBE, SBM and DCBM on TED talks, in percent.

    `mbe_sub` is copied from Kaneko et al.; `mbe_all` is the mean of balanced draws from all that
    their extraction finds, `score("mbe", ..., balanced_draws=5)` here, and not of the sentences of
    the pairs. The margins are called 99 % intervals by the table and standard deviations by the
    text. The shares are those of sentences in the corpus.
    """

    table: str
    language: str
    mbe_sub: float | None
    mbe_all: float
    mbe_all_margin: float
    sbm_lexicon: float
    sbm_lexicon_margin: float
    sbm_model: float
    dcbm: float
    male_share: float
    female_share: float


class PublishedTedCounts(NamedTuple):
    """A language in Tables 1, 2, 3 and 5 of Yu et al. 2024: what becomes of TED2020's sentences.

    `coverage` of their lexicon, in percent (Table 1; Japanese should be 36.2). Counts of sentences
    for MBE (`kaneko_sub`, `kaneko_all`), of lexicon-based and model-based pairs, and of sentences
    with one gender word, `total` (Table 2; the English lexicon-based count is odd, although origins
    are balanced). Masks with a predicted word of no, one or both genders, in percent (Table 3).
    Sentences lost by each method, in percent (Table 5).
    """

    language: str
    coverage: float | None
    kaneko_sub: int | None
    kaneko_all: int | None
    lexicon: int | None
    model: int | None
    total: int | None
    none: float | None
    one: float | None
    both: float | None
    mbe_lost: float | None
    lexicon_lost: float | None
    model_lost: float | None


class PublishedScore(NamedTuple):
    """A cell of Tables 4-6 of Kaneko et al. 2022, the meta-evaluation.

    A bias score and its printed difference from HT (None for HT itself). The released Japanese and
    Russian pairs hold native names, so what they give is to be read beside HTname of Table 6.
    """

    table: str
    language: str
    model: str
    method: str
    score: float
    difference: float | None
    significant: bool


class PublishedAgreement(NamedTuple):
    """A cell of Table 3: agreement over eleven English models with CrowS-Pairs or StereoSet."""

    table: str
    language: str
    data: str
    method: str
    statistic: str
    value: float
    significant: bool


class PublishedEffect(NamedTuple):
    """A row of Tables 5 (English models) and 8 (multilingual ones) of the politicians study.

    Coefficients of one gender's shares; they must sum to 0 over the sentiments, the intercepts to
    1. `consistent` says whether they do, as far as the printed digits allow; None in the row of
    overall p-values.
    """

    table: str
    factor: str
    level: str
    gender: str
    negative: float
    neutral: float
    positive: float
    consistent: bool | None


class PublishedWord(NamedTuple):
    """A word of Tables 3 (PMI), 4 and 6 (deviation by sentiment) of the politicians study.

    `block` is `contrast` or `non-binary` in Table 3, `deviation` in the others.
    """

    table: str
    language: str
    upos: str
    block: str
    gender: str
    sentiment: str
    rank: int
    word: str
    value: float


class PublishedPoliticians(NamedTuple):
    """A language of Table 1 of the politicians study: how many names of whom."""

    language: str
    male: int
    female: int
    non_binary: int


class PublishedModel(NamedTuple):
    """A model of Table 2 of the politicians study.

    `architecture` and `size` are those of its Tables 5 and 8. `parameters` are as printed: those of
    XLM-RoBERTa are English RoBERTa's, and m-BERT's are BERT's, without the larger vocabulary. The
    paper gives no ids: `hub_id` is our reading. XLM-large may as well be xlm-mlm-17-1280, which is
    of the same size.
    """

    setup: str
    name: str
    architecture: str
    size: str
    parameters: float
    training_data: str
    hub_id: str


class PublishedClusterWord(NamedTuple):
    """A word of Table 7 of the politicians study: clusters of what m-BERT says of men, French.

    The table announces five words of each cluster; two show four. `clair` is in two clusters, which
    k-means over word types cannot give.
    """

    language: str
    model: str
    gender: str
    cluster: int
    word: str


# What the effects of a table are measured from, in the form that `anova` takes.
PUBLISHED_REFERENCES = {
    "5": {"architecture": "ALBERT", "size": "base"},
    "8": {"architecture": "m-BERT", "size": "base", "language": "ar"},
}


def published_pair_scores() -> list[PublishedPairScores]:
    """Steinborn et al.: Tables 2 and 3, and the repository's further languages."""
    return read_published("s_jsd_scores.tsv", PublishedPairScores)


def published_bag_scores() -> list[PublishedBagScore]:
    """Kaneko et al.: Table 2."""
    return read_published("mbe_scores.tsv", PublishedBagScore)


def published_ted_scores() -> list[PublishedTedScores]:
    """Yu et al.: Table 4."""
    return read_published("sbm_scores.tsv", PublishedTedScores)


def published_ted_counts() -> list[PublishedTedCounts]:
    """Yu et al.: Tables 1, 2, 3 and 5."""
    return read_published("ted_pairs.tsv", PublishedTedCounts)


def published_scores() -> list[PublishedScore]:
    """Kaneko et al.: Tables 4 (Japanese), 5 (Russian) and 6 (native names)."""
    return read_published("mbe_meta_evaluation.tsv", PublishedScore)


def published_agreement() -> list[PublishedAgreement]:
    """Kaneko et al.: Table 3."""
    return read_published("mbe_agreement.tsv", PublishedAgreement)


def published_effects() -> list[PublishedEffect]:
    """Tables 5 and 8 of the politicians study."""
    return read_published("politicians_anova.tsv", PublishedEffect)


def published_words() -> list[PublishedWord]:
    """Tables 3, 4 and 6 of the politicians study."""
    return read_published("politicians_words.tsv", PublishedWord)


def published_politicians() -> list[PublishedPoliticians]:
    """Table 1 of the politicians study."""
    return read_published("politicians_counts.tsv", PublishedPoliticians)


def published_models() -> list[PublishedModel]:
    """Table 2 of the politicians study: eleven English and five multilingual models."""
    return read_published("politicians_models.tsv", PublishedModel)


def published_clusters() -> list[PublishedClusterWord]:
    """Table 7 of the politicians study."""
    return read_published("politicians_clusters.tsv", PublishedClusterWord)


def read_published(name: str, kind: Callable[..., Row]) -> list[Row]:
    """A file's rows; a column has the name and the type of the field, a `float` is `Printed`."""
    types = get_type_hints(kind)
    rows = read_word_list((_FOLDER / name).read_text(encoding="utf-8"), tuple(types))
    return [kind(**{field: _value(row[field], types[field]) for field in types}) for row in rows]


def _value(text: str, wanted: Any) -> Any:
    """An empty cell is None where the field allows it."""
    choices = get_args(wanted) or (wanted,)
    if not text and NoneType in choices:
        return None
    if choices[0] is bool:
        return text == "yes"
    return Printed(text) if choices[0] is float else choices[0](text)
