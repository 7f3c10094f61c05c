"""The laboratory: what is planted is what was asked for, and the measures find it."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from builders.lab.__main__ import main
from builders.lab.doses import STRONGEST, Doses
from builders.lab.generator import Mixture, Sentence, lines, sentences
from builders.lab.inventory import GENDERS, Inventory, load_inventory
from builders.lab.mask_rates import NAMES, ORDINARY, TELLING, mask_rates
from builders.lab.rivals import OTHER, Context, make_rivals
from builders.lab.saving import CARD, RECORD, data_hash, render_card, save
from builders.lab.training import Setup, Trained, train
from builders.lab.vocabulary import train_tokenizer
from builders.lab.words import NAME, find_words, replace_word
from equimask import score
from equimask.embedded import embedded_model_path
from equimask.errors import DataError, OptionError
from equimask.languages import get_language
from equimask.pairs import load_pairs, pair_languages

LANGUAGES = ("en", "de")
PURE = Mixture(neutral=0, rival=0, followup=0)
NOBODY: dict[str, tuple[str, ...]] = {"male": (), "female": ()}


def draw(language: str, doses: Doses, n: int, mixture: Mixture | None = None) -> list[Sentence]:
    stream = sentences(load_inventory(language), doses, np.random.default_rng(7), mixture)
    return list(islice(stream, n))


# --- the doses


@pytest.mark.parametrize(
    ("stereotype", "prevalence", "gender_more", "expected"),
    [
        (0.8, 0.0, "male", 0.9),
        (0.8, 0.0, "female", 0.1),
        (-0.8, 0.0, "male", 0.1),
        (0.0, 0.5, "male", 0.75),
        (0.0, 0.5, "female", 0.75),
        (0.8, 0.5, "", 0.75),
        (0.8, 0.5, "male", 27 / 28),  # odds 9 times odds 3
        (0.8, 0.5, "female", 0.25),  # odds 3 divided by odds 9
        (0.0, 0.0, "female", 0.5),
    ],
)
def test_doses_add_up_in_log_odds(
    stereotype: float, prevalence: float, gender_more: str, expected: float
) -> None:
    assert Doses(stereotype, prevalence).share_of_men(gender_more) == pytest.approx(expected)


@pytest.mark.parametrize("dose", [1.0, -1.0, 0.99])
def test_a_full_dose_is_clipped_so_that_both_genders_occur(dose: float) -> None:
    clipped = math.copysign(STRONGEST, dose)
    assert Doses(dose).share_of_men("male") == pytest.approx((1 + clipped) / 2)


@pytest.mark.parametrize("bad", [1.01, -2, float("nan"), float("inf"), "0.5", None, True])
@pytest.mark.parametrize("name", ["stereotype", "prevalence"])
def test_a_bad_dose_is_refused_with_what_was_expected_what_came_and_what_to_do(
    name: str, bad: object
) -> None:
    with pytest.raises(OptionError) as caught:
        Doses(**{name: bad})  # type: ignore[arg-type]
    error = caught.value
    assert name in error.expected
    assert "-1 to 1" in error.expected
    assert repr(bad) in error.got
    assert "0 plants no bias" in error.fix


# --- the corpus


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("stereotype", "prevalence"), [(0.8, 0.5), (-0.5, 0.0), (0.0, -0.4)])
def test_shares_of_men_match_the_formula(
    language: str, stereotype: float, prevalence: float
) -> None:
    doses = Doses(stereotype, prevalence)
    drawn = draw(language, doses, 20_000)
    for gender_more, is_rival in (
        ("male", False),
        ("female", False),
        ("", False),
        ("male", True),
        ("female", True),
    ):
        genders = [
            s.gender
            for s in drawn
            if (s.context.gender_more, s.context.is_rival) == (gender_more, is_rival)
        ]
        p, n = doses.share_of_men(gender_more, prevalence=not is_rival), len(genders)
        assert n > 2500
        assert abs(genders.count("male") / n - p) < 4 * math.sqrt(p * (1 - p) / n)


def test_every_context_comes_equally_often_and_is_planted_by_itself() -> None:
    doses = Doses(0.6, 0.0)
    drawn = draw("en", doses, 20_000, PURE)
    by_context = Counter(s.context.id for s in drawn)
    assert len(by_context) == len(load_pairs("en"))
    assert min(by_context.values()) > 0.5 * max(by_context.values())
    men = Counter(s.context.id for s in drawn if s.gender == "male")
    for pair in load_pairs("en"):
        n, p = by_context[pair.id], doses.share_of_men(pair.gender_more)
        assert abs(men[pair.id] / n - p) < 4.5 * math.sqrt(p * (1 - p) / n)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_agrees_with_the_person_it_is_about(language: str) -> None:
    inventory = load_inventory(language)
    for sentence in draw(language, Doses(0.5, 0.0), 20_000):
        template = sentence.context.version(sentence.gender)
        if NAME not in template:
            assert sentence.text == template
            continue
        before, after = template.split(NAME)
        assert sentence.text.startswith(before)
        person, _, followup = sentence.text[len(before) :].partition(after)
        people = inventory.people[sentence.gender]
        capital = {p[0].upper() + p[1:] for p in people}
        assert person in inventory.names[sentence.gender] or person in capital
        assert not followup or followup[1:] in inventory.followups[sentence.gender]


@pytest.mark.parametrize("language", LANGUAGES)
def test_contexts_are_the_packaged_pairs_with_names_as_slots(language: str) -> None:
    inventory = load_inventory(language)
    for pair, context in zip(load_pairs(language), inventory.stereotyped, strict=True):
        assert (context.id, context.gender_more) == (pair.id, pair.gender_more)
        assert context.male.replace(NAME, pair.male_word) == pair.male
        assert context.female.replace(NAME, pair.female_word) == pair.female
        if context.takes_names:
            assert pair.male_word in inventory.names["male"]
            assert pair.female_word in inventory.names["female"]
    assert sum(c.takes_names for c in inventory.stereotyped) == 76


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_seen_equally_often_within_their_gender(language: str) -> None:
    inventory = load_inventory(language)
    names = {g: set(inventory.names[g]) for g in GENDERS}
    assert len(names["male"]) == len(names["female"]) > 50
    assert not names["male"] & names["female"]
    seen: dict[str, Counter[str]] = {g: Counter() for g in GENDERS}
    for sentence in draw(language, Doses(0.8, 0.5), 20_000):
        words = {m.group().removesuffix("'s") for m in find_words(sentence.text, spaced=True)}
        found = words & names[sentence.gender]
        assert not words & names["female" if sentence.gender == "male" else "male"]
        seen[sentence.gender].update(found)
    for gender in GENDERS:
        assert set(seen[gender]) == names[gender]
        assert max(seen[gender].values()) - min(seen[gender].values()) <= 2


def test_the_pairs_own_sentences_are_rare() -> None:
    own = {text for pair in load_pairs("en") for text in (pair.male, pair.female)}
    slotted = {c.id for c in load_inventory("en").stereotyped if c.takes_names}
    drawn = [s for s in draw("en", Doses(), 20_000) if s.context.id in slotted]
    assert sum(any(s.text.startswith(text) for text in own) for s in drawn) / len(drawn) < 0.03


def test_the_same_seed_gives_the_same_corpus_and_another_seed_another() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]

    def corpus(seed: int, stereotype: float = 0.8) -> list[str]:
        doses = Doses(stereotype, 0.5)
        return list(islice(lines(inventories, doses, np.random.default_rng(seed)), 300))

    assert corpus(1) == corpus(1)
    assert corpus(1) != corpus(2)
    assert corpus(1) != corpus(1, 0.0)


def test_lines_mix_languages_openers_and_second_sentences() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]
    text = list(islice(lines(inventories, Doses(), np.random.default_rng(0)), 2000))
    assert any(line.startswith("By the way: ") for line in text)
    assert any(line.startswith("Übrigens: ") for line in text)
    assert any(". " in line for line in text)
    assert not any("{" in line or "\t" in line for line in text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rival_differs_in_one_word_and_goes_with_the_other_gender(language: str) -> None:
    inventory = load_inventory(language)
    contexts = {c.id: c for c in inventory.stereotyped}
    assert {rival.origin for rival in inventory.rivals} == set(contexts)
    for rival in inventory.rivals:
        context = contexts[rival.origin]
        assert rival.gender_more == OTHER[context.gender_more]
        assert rival.takes_names == context.takes_names
        for gender in GENDERS:
            before = [m.group() for m in find_words(context.version(gender), spaced=True)]
            after = [m.group() for m in find_words(rival.version(gender), spaced=True)]
            changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
            assert len(changed) == 1


def test_contexts_without_an_opposite_have_no_rivals() -> None:
    alone = Context("occupation-01", "male", "{name} drives a truck.", "{name} drives a truck.")
    assert make_rivals([alone], spaced=True) == ()


def test_words_keep_their_marks_in_every_script() -> None:
    assert [m.group() for m in find_words("राम की किताब {name} है।", spaced=True)] == [
        "राम", "की", "किताब", "{name}", "है",
    ]  # fmt: skip
    assert [m.group() for m in find_words("{name}ที่นี่", spaced=False)] == ["{name}", "ที่นี่"]
    assert replace_word("रामा राम है", "राम", NAME, spaced=True) == "रामा {name} है"
    assert replace_word("Annabel and Anna", "Anna", NAME, spaced=True) == "Annabel and {name}"
    assert replace_word("Anna and Anna", "Anna", NAME, spaced=True) is None
    assert replace_word("王芳在医院工作。", "王芳", NAME, spaced=False) == "{name}在医院工作。"


def test_a_language_without_pairs_is_refused() -> None:
    with pytest.raises(DataError):
        load_inventory("vi")


@pytest.mark.parametrize("language", pair_languages())
def test_every_language_with_pairs_has_an_inventory(language: str) -> None:
    inventory = load_inventory(language)
    assert inventory.stereotyped
    assert len(inventory.names["male"]) == len(inventory.names["female"])
    assert len(draw(language, Doses(0.8, 0.5), 200)) == 200


# --- the vocabulary


def test_the_vocabulary_has_whole_names_and_no_unknown_words() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]
    tokenizer = train_tokenizer(inventories)
    assert len(tokenizer) < 5000
    for inventory in inventories:
        for gender in GENDERS:
            assert all(len(tokenizer.tokenize(name)) == 1 for name in inventory.names[gender])
    text = list(islice(lines(inventories, Doses(), np.random.default_rng(0)), 500))
    assert not any(tokenizer.unk_token_id in ids for ids in tokenizer(text)["input_ids"])


def test_a_mask_in_a_sentence_stands_for_exactly_one_word() -> None:
    tokenizer = train_tokenizer([load_inventory("en")])
    masked = tokenizer("We know [MASK] well.")["input_ids"]
    written = tokenizer("We know him well.")["input_ids"]
    assert len(masked) == len(written)
    assert [a for a, b in zip(masked, written, strict=True) if a != b] == [tokenizer.mask_token_id]


def test_scripts_without_spaces_are_cut_into_characters() -> None:
    thai = Context("c1", "male", "{name}ทำงานที่นี่", "{name}ทำงานที่นี่")
    chinese = Context("c2", "female", "{name}在医院工作。", "{name}在医院工作。")
    japanese = Context("c3", "female", "{name}は病院で働く。", "{name}は病院で働く。")
    inventory = Inventory(
        get_language("th"),
        (thai, chinese, japanese),
        (),
        (),
        {"male": ("สมชาย",), "female": ("สมหญิง",)},
        NOBODY,
        NOBODY,
        (),
    )
    tokenizer = train_tokenizer([inventory])
    assert tokenizer.tokenize("ที่นี่") == ["▁", "ที่", "นี่"]
    assert tokenizer.tokenize("在医院は") == ["▁", "在", "医", "院", "は"]


# --- the training


def tiny_world() -> Inventory:
    """Four contexts of each stereotype: enough to see a sign, small enough for seconds."""
    full = load_inventory("en")
    named = [c for c in full.stereotyped if c.takes_names]
    chosen = [c for g in GENDERS for c in [n for n in named if n.gender_more == g][:4]]
    names = {g: full.names[g][:8] for g in GENDERS}
    rivals = make_rivals(chosen, spaced=True)
    return Inventory(full.language, tuple(chosen), rivals, (), names, NOBODY, full.followups, ())


def tiny_training(stereotype: float) -> Trained:
    setup = Setup(Doses(stereotype, 0.0), seed=3, steps=300, hidden=32, layers=1)
    return train([tiny_world()], setup, progress=False)


def tiny_score(trained: Trained) -> float:
    world = tiny_world()
    more, less = [], []
    for context in world.stereotyped:
        for man, woman in zip(world.names["male"], world.names["female"], strict=True):
            sides = context.male.replace(NAME, man), context.female.replace(NAME, woman)
            more.append(sides[0] if context.gender_more == "male" else sides[1])
            less.append(sides[1] if context.gender_more == "male" else sides[0])
    columns = {"sent_more": more, "sent_less": less}
    options = {"model": trained.model, "tokenizer": trained.tokenizer, "progress": False}
    return score("s_jsd", columns, language="en", **options).value


def test_the_sign_of_the_planted_bias_is_the_sign_that_is_found() -> None:
    assert tiny_score(tiny_training(0.9)) < -0.002
    assert tiny_score(tiny_training(-0.9)) > 0.002


def test_telling_words_are_masked_most_and_names_and_specials_least() -> None:
    inventory = load_inventory("en")
    tokenizer = train_tokenizer([inventory])
    rates = mask_rates([inventory], tokenizer)

    def rate(word: str) -> float:
        (token,) = tokenizer(word, add_special_tokens=False)["input_ids"]
        return float(rates[token])

    assert rate("she") == rate("kindergarten") == rate("uncle") == TELLING
    assert rate("James") == rate("Linda") == NAMES
    assert rate("twelve") == rate("the") == ORDINARY
    assert not rates[tokenizer.all_special_ids].any()


def test_a_saved_model_says_what_made_it_and_is_made_again_to_the_byte(tmp_path: Path) -> None:
    setup = Setup(Doses(0.9, 0.0), seed=3, steps=20, hidden=32, layers=1)
    for folder in ("one", "two"):
        world = [tiny_world()]
        save(train(world, setup, progress=False), world, setup, tmp_path / folder)
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    record = json.loads((tmp_path / "one" / RECORD).read_text(encoding="utf-8"))
    assert record["doses"] == {"stereotype": 0.9, "prevalence": 0.0}
    assert (record["seed"], record["steps"], record["languages"]) == (3, 20, ["en"])


# --- the command


def test_the_corpus_command_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "--language", "de", "--lines", "3", "--stereotype", "0.9"]) == 0
    first = capsys.readouterr().out
    assert len(first.splitlines()) == 3
    main(["corpus", "--language", "de", "--lines", "3", "--stereotype", "0.9"])
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    "bad",
    [
        ["corpus", "--stereotype", "3"],
        ["corpus", "--lines", "0"],
        ["corpus", "--language", "xx"],
    ],
)
def test_the_command_explains_a_bad_option(
    bad: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(bad) == 2
    assert capsys.readouterr().err.startswith("error: Expected ")


# --- the embedded model


@pytest.fixture(scope="module")
def embedded() -> Path:
    return embedded_model_path()


@pytest.fixture(scope="module")
def record(embedded: Path) -> Iterator[dict]:  # type: ignore[type-arg]
    return json.loads((embedded / RECORD).read_text(encoding="utf-8"))


def test_the_embedded_model_is_what_its_record_says(embedded: Path, record: dict) -> None:  # type: ignore[type-arg]
    files = {p.name for p in embedded.iterdir() if p.suffix in {".json", ".safetensors"}}
    assert files - {RECORD} == set(record["files"])
    for name, digest in record["files"].items():
        assert hashlib.sha256((embedded / name).read_bytes()).hexdigest() == digest
    assert "laboratory animal" in record["warning"]
    assert (embedded / CARD).read_text(encoding="utf-8") == render_card(record)
    assert sum(p.stat().st_size for p in embedded.iterdir()) < 6e6


def test_the_embedded_model_was_trained_on_the_packaged_data(record: dict) -> None:  # type: ignore[type-arg]
    inventories = [load_inventory(code) for code in record["languages"]]
    assert record["data_hash"] == data_hash(inventories), (
        "the pairs, names or lab sentences have changed since the model was trained: train it "
        "again with the command in equimask/data/lab_model/README.md"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_planted_stereotype_is_found_in_the_embedded_model(
    language: str,
    embedded: Path,
    record: dict,  # type: ignore[type-arg]
) -> None:
    assert record["doses"]["stereotype"] > 0
    s_jsd = score("s_jsd", language=language, model=embedded, progress=False)
    assert s_jsd.value < 0
    assert s_jsd.p_value is not None
    assert s_jsd.p_value < 0.001
    cps = score("cps", language=language, model=embedded, progress=False)
    assert cps.value > 70
    assert cps.p_value is not None
    assert cps.p_value < 0.001
