"""What Kaneko et al. (2022) show."""

from __future__ import annotations

from equimask.papers.mbe.agreement import agreement
from equimask.papers.mbe.corpora import scores, sizes
from equimask.papers.mbe.example import worked
from equimask.papers.mbe.models import own_models
from equimask.papers.mbe.preserved import preserved
from equimask.papers.mbe.translated import native_names, of_japanese, of_russian
from equimask.papers.mbe.work import Work
from equimask.papers.paper import Paper, Planned

PAPER = Paper(
    name="mbe",
    authors="Kaneko et al. (2022)",
    title="Gender Bias in Masked Language Models for Multiple Languages",
    cites="kaneko-etal-2022-gender",
    models=own_models(),
    exhibits=(
        Planned("Figure 1", "The three steps of MBE on a few sentences", worked),
        Planned("Table 1", "Male and female sentences of parallel corpora", sizes),
        Planned("Table 2", "MBE in eight languages", scores),
        Planned("Table 3", "Agreement with annotated pairs over English models", agreement),
        Planned("Table 4", "Japanese: translated pairs, MBE and templates", of_japanese),
        Planned("Table 5", "Russian: translated pairs, MBE and templates", of_russian),
        Planned("Table 6", "Native names in translated pairs", native_names),
        Planned("Figure 2", "Gender that translations keep", preserved),
    ),
    prepare=Work,
)
