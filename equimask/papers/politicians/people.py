"""Who was named, how they were asked about, and what became of it: Tables 1, S1 to S3 and more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from equimask.core.errors import EquimaskError
from equimask.core.languages import get_language
from equimask.core.options import Options
from equimask.core.packaged import packaged_languages
from equimask.core.schema import PERSON_GENDERS
from equimask.evaluation.score import score
from equimask.gender.lexicon.records import load_names
from equimask.papers.exhibit import Cell, Estimate, Exhibit, NotMade, table
from equimask.papers.politicians.materials import quiet
from equimask.papers.politicians.words import PAPER_LANGUAGES
from equimask.papers.politicians.work import Work
from equimask.papers.receipts import told_of_languages
from equimask.studies.analyses.subgroups import (
    Subgroup,
    born_before,
    born_since,
    most_popular,
    people_of,
    speakers,
)
from equimask.studies.completions.person_counts import counted
from equimask.studies.completions.query import ORDERS, PARTS_OF_SPEECH
from equimask.studies.published import published_politicians

FIRST_NAMES = (
    "No politicians were brought: ours are the packaged first names, each of one gender. Build "
    "and pass politicians."
)
NEEDS_POLITICIANS = "The packaged first names have no {what}. Build and pass politicians."


def names_of_languages(work: Work) -> Exhibit:
    """Table 1: how many names of whom, language by language."""
    printed = {row.language: row for row in published_politicians()}
    rows: list[list[Cell]] = []
    for language in PAPER_LANGUAGES:
        ours = genders_of_names(work, language)
        for gender in PERSON_GENDERS:
            value = getattr(printed[language], gender.replace("-", "_"))
            own = None if ours is None else ours[gender]
            rows.append([get_language(language).name, gender, Estimate(value, published=True), own])
    found = table("names", "Names", ("language", "gender", "published", "ours"), rows)
    return Exhibit((found,), notes=() if work.brought.politicians is not None else (FIRST_NAMES,))


def genders_of_names(work: Work, language: str) -> Counter[str] | None:
    """Names by gender: of politicians, or where none were brought the packaged first names."""
    if work.brought.politicians is None:
        known = language in packaged_languages("first_names")
        return Counter(load_names(language).values()) if known else None
    people = work.brought.people_of(language)
    return None if people is None else Counter(people["gender"])


def genders(work: Work) -> Exhibit | NotMade:
    """S1 Text: the genders that Wikidata has, and the class of each."""
    if work.brought.politicians is None:
        return NotMade(NEEDS_POLITICIANS.format(what="statements about gender"))
    rows: list[list[Cell]] = []
    for language in PAPER_LANGUAGES:
        people = work.brought.people_of(language)
        if people is not None and "wikidata_gender" in people:
            pairs = zip(people["wikidata_gender"], people["gender"], strict=True)
            rows += [
                [get_language(language).name, *pair, n] for pair, n in Counter(pairs).most_common()
            ]
    headings = ("language", "in Wikidata", "class here", "names")
    return Exhibit(
        (table("genders", "Genders", headings, rows),),
        notes=(
            "The paper counts everybody who is not plainly male or female as non-binary, trans "
            "women and men too; `--genders stanczak` builds the names so.",
        ),
    )


def orders(work: Work) -> Exhibit:
    """S1 Table: whether a word is asked for before or behind a name."""
    told = _orders_of_data(work)
    rows = []
    for language in PAPER_LANGUAGES:
        own = told.get(language, {})
        here = [own.get(upos, ORDERS[language, upos]) for upos in PARTS_OF_SPEECH]
        rows.append([get_language(language).name, *here, "the data" if own else "the default"])
    headings = ("language", "adjectives", "verbs", "as in")
    asked = () if work.brought.completions is not None else work.words.told
    return Exhibit((table("orders", "Places of the mask", headings, rows),), notes=asked)


def _orders_of_data(work: Work) -> dict[str, dict[str, str]]:
    """By language and part of speech, as the receipt of the completions has it."""
    folder = work.brought.folder_of_completions()
    return {} if folder is None else told_of_languages(folder, lambda told: dict(told["orders"]))


def generated_words(work: Work) -> Exhibit:
    """S3 Table: how many words each model said, and how many different ones."""
    rows = []
    for key in work.words.keys:
        found = work.words.of(*key)
        if found is not None:
            counts = dict(zip(found.genders, found.counts.sum(axis=0).tolist(), strict=True))
            said = [counts.get(gender, 0) for gender in PERSON_GENDERS]
            named = get_language(key.language).name, key.model, key.upos or "any"
            rows.append([*named, len(found.words), *said])
    headings = ("language", "model", "part of speech", "different words")
    said_of = tuple(f"said of {gender}" for gender in PERSON_GENDERS)
    return Exhibit(
        (table("words", "Generated words", (*headings, *said_of), rows),), notes=work.words.told
    )


def subgroups(work: Work) -> Exhibit | NotMade:
    """S3 Text: popular politicians, those of countries that speak the language, two generations."""
    if work.brought.completions is None or work.brought.politicians is None:
        return NotMade(
            "It needs the words of every person and who they are. Build and pass politicians and "
            "politician_completions, whose counts_by_person has them."
        )
    by_person = work.brought.by_person()
    if by_person is None:
        return NotMade(
            "The completions have no counts_by_person: build them again with this version "
            "(finished parts are kept), and pass the folder or the id of the dataset."
        )
    names = set(work.words.source.name_of.values())
    rows: list[list[Cell]] = []
    notes: list[str] = []
    for language in work.languages(work.words.models):
        people = work.brought.people_of(language)
        if people is None:
            continue
        with quiet():
            own = by_person.filter(
                lambda lang, model: lang == language and model in names,  # noqa: B023
                input_columns=["lang", "model"],
            )
        for group in _groups(people, language, notes):
            inside = people_of(group, people["qid"])
            information = _information(own, inside, work.request.options)
            rows.append([get_language(language).name, group.name, *information])
    headings = ("language", "subgroup", "people", "mutual information beyond chance")
    found = table("subgroups", "Adjectives by subgroup, all models", headings, rows)
    told = "The paper finds no pattern in any of them; its text gives no numbers and no thresholds."
    return Exhibit((found,), notes=(told, *dict.fromkeys(notes)))


def _groups(people: Mapping[str, list[Any]], language: str, notes: list[str]) -> list[Subgroup]:
    """Those that can be told; why another cannot goes into the notes."""
    makers: tuple[Callable[[], Subgroup], ...] = (
        lambda: most_popular(people["sitelinks"]),
        lambda: speakers(people["country"], language),
        lambda: born_before(people["birth_year"]),
        lambda: born_since(people["birth_year"]),
    )
    made = []
    for make in makers:
        try:
            made.append(make())
        except EquimaskError as error:
            notes.append(f"A subgroup is missing: {error}")
    return made


def _information(rows: Any, qids: frozenset[str], asked: Options) -> list[Cell]:
    """Of how many people, and what a word of theirs tells of their gender; None where too few."""
    try:
        words = counted(rows, qids, {"upos": "ADJ"})
        found = score(
            "latent_pmi",
            {"word": words.word, "gender": words.gender},
            counts=words.counts,
            l1=1e-3,
            seed=asked.seed,
            confidence_level=asked.confidence_level,
            progress=False,
        )
    except EquimaskError:
        return [len(qids), None]
    return [words.people, Estimate(found.value, found.stderr, found.ci_low, found.ci_high)]
