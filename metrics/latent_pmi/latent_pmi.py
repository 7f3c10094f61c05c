"""Latent PMI as an `evaluate` module; what it is stands in equimask.metrics.latent_pmi."""

import equimask.evaluation.module


class LatentPmi(equimask.evaluation.module.BiasMetric):
    """Mutual information of word and gender beyond chance, and each word's part in it."""

    metric = "latent_pmi"
