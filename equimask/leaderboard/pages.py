"""Rows of a model's page on the Hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equimask.core.errors import DataError, EquimaskError
from equimask.leaderboard.files import check_dataset
from equimask.leaderboard.rows import Row
from equimask.leaderboard.signed import Signed, agree, read_signature

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from equimask.hub.page_results import ModelPage, Stated


def rows_of_page(api: HfApi, repo: str) -> tuple[list[Row], int]:
    """Every number of Equimask on the page, and how many others stand there."""
    from equimask.hub.page_results import read_page

    page = read_page(api, repo)
    rows = []
    for stated in page.results:
        try:
            rows.append(_row(page, stated))
        except EquimaskError as error:
            told = f"{error.got} in {stated.where}"
            raise DataError(expected=error.expected, got=told, fix=error.fix) from error
    return rows, page.others


def _row(page: ModelPage, stated: Stated) -> Row:
    result = stated.result
    signed = read_signature(result.signature)
    _check_model(signed, page.repo)
    check_dataset(signed, result.dataset)
    low, high = result.interval or (None, None)
    return Row(
        page.repo,
        signed.revision,
        page.parameters,
        signed.language,
        signed.measure.name,
        result.value,
        None,
        low,
        high,
        signed.measure.neutral,
        result.null,
        result.verdict,
        result.equivalence_bound,
        None,
        signed.n,
        signed.data,
        signed.data_revision,
        signed.part,
        result.dataset,
        signed.equimask,
        stated.date,
        page.repo,
        signed.text,
    )


def _check_model(signed: Signed, repo: str) -> None:
    """The model of the signature is that of the page; one scored in a folder, by its name."""
    own = repo if "/" in signed.model else repo.partition("/")[2]
    if signed.model.lower() != own.lower():
        agree("model", signed.model, repo)
