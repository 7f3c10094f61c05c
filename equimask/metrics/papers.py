"""Citations that several metrics share."""

from __future__ import annotations

YU_2024 = """\
@article{yu-etal-2024-favorite,
  title = {What Is Your Favorite Gender, {MLM}? Gender Bias Evaluation in Multilingual Masked
           Language Models},
  author = {Yu, Jeongrok and Kim, Seong Ug and Choi, Jacob and Choi, Jinho D.},
  journal = {Information},
  volume = {15},
  number = {9},
  pages = {549},
  year = {2024}
}"""
