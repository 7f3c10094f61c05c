"""The formulas against hand-worked values, SciPy, and the symmetry they promise."""

from __future__ import annotations

import math

import pytest
import torch
from scipy import stats

from equimask.studies.sentiment.model import (
    Coder,
    Perceptron,
    divergence,
    evidence,
    log_likelihood,
    mean_sentiment,
    new_coder,
)
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind, SourceLexicon

LEXICA = {
    Kind.BINARY: (SourceLexicon("b", Kind.BINARY, {"w": (1.0,)}), (1.0,), (0.0,)),
    Kind.REAL: (SourceLexicon("r", Kind.REAL, {"w": (0.3,)}), (0.3,), (-0.3,)),
    Kind.PAIR: (SourceLexicon("p", Kind.PAIR, {"w": (0.7, 0.1)}), (0.7, 0.1), (0.1, 0.7)),
    Kind.COUNTS: (
        SourceLexicon("c", Kind.COUNTS, {"w": (1.0, 0, 4, 2)}, (*THREE_CLASSES, 0.0)),
        (1.0, 0.0, 4.0, 2.0),
        (4.0, 0.0, 1.0, 2.0),
    ),
}
each_kind = pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.value)
Z = torch.tensor([[0.2, 0.3, 0.5]], dtype=torch.float64)


def seeded(lexicon: SourceLexicon) -> Coder:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        return new_coder(lexicon, 8)


def row(*values: float) -> torch.Tensor:
    return torch.tensor([values], dtype=torch.float64)


def constant(lexicon: SourceLexicon, *outputs: float) -> Coder:
    """A coder whose decoder says the same whatever z is."""
    coder = seeded(lexicon)
    still = Perceptron(*(torch.zeros_like(tensor) for tensor in coder.decoder))
    return Coder(coder.encoder, still, torch.tensor(outputs, dtype=torch.float64))


@each_kind
def test_evidence_is_one_unit_and_changes_sides_with_the_value(kind: Kind) -> None:
    lexicon, value, opposite = LEXICA[kind]
    coder = seeded(lexicon)
    omega = evidence(coder, lexicon, row(*value))
    assert omega.shape == (1, 3)
    assert float(omega.sum()) == pytest.approx(1)
    mirrored = evidence(coder, lexicon, row(*opposite))
    torch.testing.assert_close(mirrored, omega.flip(-1))
    assert not torch.allclose(omega, omega.flip(-1))


@each_kind
def test_the_likelihood_is_the_same_when_word_and_value_change_sides(kind: Kind) -> None:
    lexicon, value, opposite = LEXICA[kind]
    coder = seeded(lexicon)
    there = log_likelihood(coder, lexicon, Z, row(*value))
    back = log_likelihood(coder, lexicon, Z.flip(-1), row(*opposite))
    torch.testing.assert_close(there, back)
    assert not torch.allclose(there, log_likelihood(coder, lexicon, Z.flip(-1), row(*value)))


@each_kind
def test_one_observation_has_one_likelihood_term(kind: Kind) -> None:
    lexicon, value, _ = LEXICA[kind]
    many = log_likelihood(seeded(lexicon), lexicon, Z.expand(5, 3), row(*value).expand(5, -1))
    assert many.shape == (5,)


def test_a_side_is_bernoulli() -> None:
    lexicon = LEXICA[Kind.BINARY][0]
    coder = constant(lexicon, math.log(3))
    assert float(log_likelihood(coder, lexicon, Z, row(1.0))) == pytest.approx(math.log(0.75))
    assert float(log_likelihood(coder, lexicon, Z, row(0.0))) == pytest.approx(math.log(0.25))


def test_a_number_is_normal_with_a_learned_scale_above_its_floor() -> None:
    lexicon = LEXICA[Kind.REAL][0]
    coder = constant(lexicon, math.atanh(0.4), 0.0)
    expected = stats.norm(0.4, math.log(2) + 0.05).logpdf(0.3)
    assert float(log_likelihood(coder, lexicon, Z, row(0.3))) == pytest.approx(expected)


def test_ten_ratings_count_as_their_mean() -> None:
    lexicon = SourceLexicon("v", Kind.COUNTS, {"w": (2.0, 0.0, 8.0)}, THREE_CLASSES)
    coder = constant(lexicon, math.log(0.2), math.log(0.3), math.log(0.5))
    expected = 0.2 * math.log(0.2) + 0.8 * math.log(0.5)
    for votes in ((2.0, 0.0, 8.0), (20.0, 0.0, 80.0)):
        found = float(log_likelihood(coder, lexicon, Z, row(*votes)))
        assert found == pytest.approx(expected)


def test_the_divergence_has_its_known_value() -> None:
    # ln(3!) - ln(2) + digamma(2) - digamma(4)
    expected = math.log(3) - (1 / 2 + 1 / 3)
    assert float(divergence(row(2, 1, 1), row(1, 1, 1))) == pytest.approx(expected)
    assert float(divergence(row(2, 3, 4), row(2, 3, 4))) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("lexica", [1, 2, 5])
def test_no_share_exceeds_what_so_many_lexica_can_say(lexica: int) -> None:
    beta = row(1 + lexica, 1, 1)
    assert float(mean_sentiment(beta).max()) == pytest.approx((1 + lexica) / (3 + lexica))
