"""Results of many models in one table: a dataset of them, and a static Space that shows it."""

from __future__ import annotations

from equimask.leaderboard.gathering import gather
from equimask.leaderboard.rows import Row
from equimask.leaderboard.writing import TITLE, write_leaderboard

__all__ = ["TITLE", "Row", "gather", "write_leaderboard"]
