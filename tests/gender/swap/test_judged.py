"""The judged corpus keeps its form, and swaps of its sentences get no worse."""

from __future__ import annotations

import json
import re
from collections import Counter
from hashlib import sha256
from unicodedata import is_normalized

import pytest

from equimask.core.errors import InputError
from equimask.gender.lexicon.records import languages_with_pairs
from equimask.gender.swap import Edit, GenderLexicon
from tests.gender.swap.judged import counts as counting
from tests.gender.swap.judged import human, records
from tests.gender.swap.judged.counts import Case, Counts, cases, count, look
from tests.gender.swap.judged.figures import Share, read_figures, shares
from tests.gender.swap.judged.records import CLASSES, LANGUAGES, Judgement, Written

WITH_LEXICON = [lang for lang in LANGUAGES if lang in languages_with_pairs()]


@pytest.fixture(scope="module", params=LANGUAGES)
def rows(request: pytest.FixtureRequest) -> list[Written]:
    return records.read_written(request.param)


def test_there_are_enough_sentences_of_every_class(rows: list[Written]) -> None:
    assert len(rows) >= 150
    assert {row.kind for row in rows} == set(CLASSES)


def test_no_id_or_sentence_comes_twice(rows: list[Written]) -> None:
    assert len({row.id for row in rows}) == len({row.sentence for row in rows}) == len(rows)
    assert all(re.fullmatch(r"[a-z]{2}-[mf]\d{3}", row.id) for row in rows)


def test_both_directions_have_their_share(rows: list[Written]) -> None:
    male = sum(row.direction == "m" for row in rows)
    assert 0.4 <= male / len(rows) <= 0.6


def test_what_is_right_differs_and_is_clean(rows: list[Written]) -> None:
    for row in rows:
        assert row.sentence not in row.right, row.id
        assert len(set(row.right)) == len(row.right), row.id
        for text in (row.sentence, *row.right):
            assert text == " ".join(text.split()), row.id
            assert is_normalized("NFC", text), row.id
            assert not set("[]|") & set(text), row.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_judgements_hold_words_only(lang: str) -> None:
    seen = set()
    for key, judgements in records.read_judgements(lang).items():
        assert re.fullmatch(r"[0-9a-f]{64}", key)
        for judgement in judgements:
            assert judgement.edits
            for edit in judgement.edits:
                assert edit.start >= 0 and edit.old != edit.new
                assert len(edit.old.split()) <= 5 and len(edit.new.split()) <= 5
            assert (key, judgement.edits) not in seen
            seen.add((key, judgement.edits))


@pytest.mark.parametrize("lang", WITH_LEXICON)
def test_precision_on_the_written_sentences_is_at_least_what_was_committed(lang: str) -> None:
    committed = read_figures()
    for key, today in count(look(GenderLexicon.load(lang), cases(lang, None))).items():
        before = committed[(lang, *key)]
        # a / b >= c / d without division: nothing was swapped at times
        assert today.good() * before.swapped >= before.good() * today.swapped, key


class Echo:
    """A lexicon that knows one sentence."""

    lang = "xx"

    def __init__(self, before: str, after: str) -> None:
        self.lexicon = GenderLexicon.from_records("sv", [(before, after)])

    def try_swap(self, sentence: str) -> object:
        return self.lexicon.try_swap(sentence)


def judged(
    monkeypatch: pytest.MonkeyPatch, case: Case, judgements: dict[str, list[Judgement]]
) -> str:
    monkeypatch.setattr(counting, "read_judgements", lambda _: judgements)
    (seen,) = look(Echo("kung", "drottning"), [case])  # type: ignore[arg-type]
    return seen.outcome


def test_a_swap_that_nobody_read_is_never_right(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "En kung red."
    case = Case("judged", "m", "", sentence, ("En annan red.",), single=True)
    edits = (Edit(3, 7, "kung", "drottning", ""),)
    key = sha256(sentence.encode()).hexdigest()
    assert judged(monkeypatch, case, {}) == "unread"
    assert judged(monkeypatch, case._replace(source="written"), {}) == "wrong"
    assert judged(monkeypatch, case._replace(right=("En drottning  red.",)), {}) == "equal"
    for verdict in ("right", "lenient", "wrong"):
        known = {key: [Judgement(verdict, edits, "")]}  # type: ignore[arg-type]
        assert judged(monkeypatch, case, known) == verdict
    other = {key: [Judgement("right", (Edit(0, 2, "En", "Ett", ""),), "")]}
    assert judged(monkeypatch, case, other) == "unread"


def test_unread_swaps_lie_between_the_low_and_the_high_figure() -> None:
    counts = Counts(sentences=20, swappable=18, single=10, right_single=5)
    counts.outcomes.update(equal=4, right=1, lenient=1, wrong=1, unread=3, refused=10)
    found = {name: (share.hits, share.of) for name, share in shares(counts).items()}
    assert found == {
        "swapped": (10, 20),
        "strict, unread wrong": (5, 10),
        "strict, unread right": (8, 10),
        "lenient, unread wrong": (6, 10),
        "lenient, unread right": (9, 10),
        "right of swappable": (5, 18),
        "right of one person": (5, 10),
    }


def test_the_estimate_takes_the_unread_for_as_good_as_the_read() -> None:
    counts = Counts()
    assert counts.estimate() is None
    counts.outcomes.update(equal=4, unread=4)
    assert counts.estimate() is None
    counts.outcomes.update(right=1, wrong=1)
    # 4 of 10 equal; of the 6 others half of those that were read are right
    assert counts.estimate() == pytest.approx(100 * (4 + 3) / 10)
    assert Counts(outcomes=Counter(equal=3)).estimate() == 100


def test_a_share_tells_its_interval() -> None:
    # Wilson: (p + z2/2n +- z sqrt(pq/n + z2/4n2)) / (1 + z2/n), by hand for 9 of 10
    assert str(Share(9, 10)) == "90.0 [59.6, 98.2]"
    assert str(Share(0, 0)) == "-"


@pytest.mark.parametrize(
    ("masculine", "feminine", "single"),
    [
        ("He lost his keys.", "She lost her keys.", True),
        ("The actor said he was tired.", "The actress said she was tired.", True),
        ("His father was late.", "Her mother was late.", False),
        ("My brother was late.", "My sister was late.", True),
        ("The actor met her.", "The actress met her.", False),
        ("It rained.", "It rained.", False),
    ],
)
def test_the_english_sides_tell_one_person(masculine: str, feminine: str, single: bool) -> None:
    assert human.is_single(masculine, feminine) is single


def test_the_first_digit_of_the_hash_decides_what_is_tuned_on() -> None:
    for sentence in ("He sang.", "He ran.", "He left.", "He stayed."):
        digit = int(sha256(sentence.encode()).hexdigest()[0], 16)
        assert human.Pair(sentence, "", True).tuned is (digit < 8)


def test_edits_are_kept_as_offset_old_and_new() -> None:
    text = '[[0, "Él", "Ella"], [17, "nombrado", "nombrada"]]'
    edits = records.edits_from(text)
    assert edits[1] == Edit(17, 25, "nombrado", "nombrada", "")
    assert json.loads(records.edits_to(edits)) == json.loads(text)


def test_another_header_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: records.Path) -> None:
    (tmp_path / "written").mkdir()
    (tmp_path / "written" / "es.tsv").write_text("id\tsentence\n", encoding="utf-8")
    monkeypatch.setattr(records, "HERE", tmp_path)
    with pytest.raises(InputError, match="id class sentence right note"):
        records.read_written("es")
