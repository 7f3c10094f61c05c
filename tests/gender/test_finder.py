from __future__ import annotations

import csv
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import DataError
from equimask.core.packaged import packaged, packaged_languages
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.folding import fold
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs, parse_pairs
from equimask.gender.swap import GenderLexicon

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


READINGS = rows(Path(__file__).parent / "readings.tsv")


def found(lang: str, sentence: str) -> list[str]:
    return [word.text for word in GenderLexicon.load(lang).find(sentence)]


def read(words: GenderWords, sentence: str) -> str:
    """The words with a gender as readings.tsv writes them; a question mark is doubt."""
    return ", ".join(
        f"{token.text}:{token.gender[0]}{'' if token.certain else '?'}"
        for token in words.tokens(sentence)
        if token.gender
    )


class TestFind:
    @pytest.mark.parametrize(
        ("lang", "sentence", "words"),
        [
            ("en", "The theme of this other manual: there!", []),
            ("en", "The king, his half-brother and her.", ["king", "his", "half-brother", "her"]),
            ("en", "HE said so; She didn't.", ["HE", "She"]),
            ("en", "#men @king men", ["men"]),
            ("en", "Yes, ma’am, and the father‑in‑law too", ["ma’am", "father‑in‑law"]),
            ("en", "the latino and the Latino", ["Latino"]),
            ("de", "Der junge Mann und der Junge", ["Mann", "Junge"]),
            ("de", "Können Sie mir sagen, ob sie kommt?", ["sie"]),
            ("de", "Es scheint wahr zu sein.", []),
            ("de", "GROSSVATER, Grossvater, Großvater", ["GROSSVATER", "Grossvater", "Großvater"]),
            ("fr", "L’homme et d’autres femmes", ["homme", "femmes"]),
            ("fr", "Il y a du pain, s'il vous plaît.", []),
            ("es", "El Sr. Pérez y la reina.", ["Sr.", "reina"]),
            ("ru", "Тёща и теща пришли.", ["Тёща", "теща"]),
            ("hi", "लड़का और लड़कपन", ["लड़का"]),
            ("hi", "निर्माता आया।", []),
            ("hi", "वह गीत सुनाती है।", []),
            ("ar", "والرجل مع المرأة", ["رجل", "مرأة"]),
            ("ar", "جدا أما", []),
            ("ar", "قَابَلَ رَجُلٌ", ["رَجُل"]),
            ("id", "Ibuku membaca buku.", ["Ibu"]),
            ("fi", "Nainen tapasi miehensä.", ["Nainen", "miehe"]),
            ("zh", "其他人和他的父母弹吉他", ["他"]),
            ("ja", "大丈夫、スミスさんの娘", ["娘"]),
            ("th", "ผู้ชายข้ามแม่น้ำ", ["ผู้ชาย"]),
        ],
    )
    def test_words_are_found_whole(self, lang: str, sentence: str, words: list[str]) -> None:
        assert found(lang, sentence) == words

    @pytest.mark.parametrize("lang", languages_with_pairs())
    def test_every_listed_word_is_found_alone(self, lang: str) -> None:
        words = GenderWords.load(lang)
        for pair in load_pairs(lang):
            if lang == "ar" and pair.pos == "det":
                continue
            for form in (pair.male, pair.female):
                (word,) = words.find(form)
                assert (word.text, word.start, word.end) == (form, 0, len(form))
                assert any(form in (p.male, p.female) for p in word.pairs)

    @settings(deadline=None)
    @given(st.sampled_from(sorted(languages_with_pairs())), st.text(max_size=60))
    def test_words_lie_in_the_sentence_in_order(self, lang: str, sentence: str) -> None:
        end = 0
        for word in GenderLexicon.load(lang).find(sentence):
            assert word.start >= end
            assert sentence[word.start : word.end] == word.text != ""
            end = word.end

    @settings(deadline=None)
    @given(st.lists(st.sampled_from(["Königin", "König", "schön", " ", "ist", "Mädchen"])))
    def test_decomposed_text_gives_the_same_words_at_its_own_offsets(
        self, parts: list[str]
    ) -> None:
        sentence = " ".join(parts)
        decomposed = unicodedata.normalize("NFD", sentence)
        lexicon = GenderLexicon.load("de")
        ours, theirs = lexicon.find(sentence), lexicon.find(decomposed)
        assert [w.pairs for w in ours] == [w.pairs for w in theirs]
        for word in theirs:
            assert decomposed[word.start : word.end] == word.text
            assert unicodedata.is_normalized("NFD", word.text)

    def test_a_letter_that_grows_in_lower_case_does_not_shift_offsets(self) -> None:
        words = GenderLexicon.load("en").find("İİ king")
        assert [(w.text, w.start) for w in words] == [("king", 3)]

    def test_a_segmenter_bounds_matches(self) -> None:
        def cut(sentence: str) -> list[tuple[int, int]]:
            return [(0, 2), (2, len(sentence))]

        assert [w.text for w in GenderWords.load("zh").find("培女儿")] == ["女儿"]
        assert GenderLexicon.load("zh", segmenter=cut).find("培女儿") == []


FORMS = {form for pair in load_pairs("en") for form in (pair.male, pair.female)}
LOWER_CASE = sorted((form for form in FORMS if form[:1].islower()), key=len, reverse=True)
PLAIN = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, LOWER_CASE))})(?!\w)")
WITHOUT_STOPS = GenderWords("en", load_pairs("en"))
PIECES = st.sampled_from(
    [*sorted({form.lower() for form in FORMS}), "the", "there", "x", "-", "'", ".", ",", "in"]
)


@given(st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "-", "'"])), max_size=8))
def test_the_pattern_finds_what_a_plain_search_finds(parts: list[tuple[str, str]]) -> None:
    sentence = "".join(word + gap for word, gap in parts)
    expected = [match.span() for match in PLAIN.finditer(sentence)]
    assert [(word.start, word.end) for word in WITHOUT_STOPS.find(sentence)] == expected


class TestTokens:
    @pytest.mark.parametrize("row", READINGS, ids=lambda row: f"{row['lang']}: {row['sentence']}")
    def test_the_gender_of_words_in_their_sentence(self, row: dict[str, str]) -> None:
        assert read(GenderWords.load(row["lang"]), row["sentence"]) == row["words"]

    def test_there_are_readings_in_every_language_with_a_list(self) -> None:
        assert {row["lang"] for row in READINGS} == set(languages_with_pairs())

    @given(st.text(), st.sampled_from(["en", "ar", "zh", "th", "hi", "ko"]))
    def test_they_lie_in_the_sentence_in_order(self, sentence: str, language: str) -> None:
        end = 0
        for token in GenderWords.load(language).tokens(sentence):
            assert token.start >= end
            assert sentence[token.start : token.end] == token.text != ""
            end = token.end

    @pytest.mark.parametrize("language", ["de", "zh", "hi"])
    def test_a_letter_that_becomes_two_is_one(self, language: str) -> None:
        tokens = GenderWords.load(language).tokens("\u0958 \u0958")
        assert [token.text for token in tokens] == ["\u0958", "\u0958"]

    def test_decomposed_words_are_read(self) -> None:
        sentence = unicodedata.normalize("NFD", "Der König und Jürgens Tante.")
        tokens = [token for token in GenderWords.load("de").tokens(sentence) if token.gender]
        assert [token.gender for token in tokens] == ["male", "male", "female"]
        assert tokens[0].text == unicodedata.normalize("NFD", "König")

    def test_names_and_obliques_are_told_from_nouns(self) -> None:
        tokens = GenderWords.load("en").tokens("Mary saw him and his king.")
        kinds = [(token.text, token.kind) for token in tokens if token.gender]
        assert kinds == [
            ("Mary", "name"),
            ("him", "oblique"),
            ("his", "oblique"),
            ("king", "noun"),
        ]

    def test_doubt_on_one_side_leaves_the_other_side_certain(self) -> None:
        lexicon = HEADER + "er\tsie\the / she\tpron\tsing\tnom\tfemale side: also they\n"
        assert read(GenderWords.parse("de", lexicon), "Er und sie") == "Er:m, sie:f?"

    def test_a_word_of_both_genders_has_none(self) -> None:
        text = HEADER + "a\tb\tx\tnoun\tsing\t-\tdoubt\nc\ta\tx\tnoun\tsing\t-\tdoubt\n"
        assert read(GenderWords.parse("en", text), "a b c") == "b:f?, c:m?"

    def test_names_are_those_that_are_given(self) -> None:
        words = GenderWords("en", (), names={"Zed": "male"})
        assert read(words, "Zed met Anna; zed") == "Zed:m"

    def test_a_word_list_with_a_missing_cell_is_refused_by_its_line(self) -> None:
        with pytest.raises(DataError, match="line 2"):
            GenderWords.parse("en", HEADER + "man\twoman\n")

    @pytest.mark.parametrize("language", [*languages_with_pairs(), "sk", "sv", "zh-Hant"])
    def test_every_language_loads_and_one_without_lists_has_no_words(self, language: str) -> None:
        words = GenderWords.load(language)
        assert words.language.code == language
        assert words.tokens("") == []
        assert words.find("") == []


class TestTwoViews:
    @pytest.mark.parametrize("lang", packaged_languages("pairs"))
    def test_what_is_found_in_a_packaged_sentence_is_read_with_its_gender(self, lang: str) -> None:
        words = GenderWords.load(lang)
        for row in rows(packaged("pairs", f"{lang}.tsv")):
            for sentence in (row["male"], row["female"]):
                tokens = words.tokens(sentence)
                for word in words.find(sentence):
                    (token,) = (t for t in tokens if t.start < word.end and word.start < t.end)
                    assert token.gender == word.gender or token.kind == "name"
                    assert token.start <= word.start <= word.end <= token.end

    @pytest.mark.parametrize("lang", packaged_languages("pairs"))
    def test_the_gender_word_of_a_packaged_sentence_is_read(self, lang: str) -> None:
        """What its row says it differs in, and surely no other gender but that of a manager."""
        words, others = GenderWords.load(lang), []
        for row in rows(packaged("pairs", f"{lang}.tsv")):
            for gender in ("male", "female"):
                tokens = [token for token in words.tokens(row[gender]) if token.gender]
                named = [fold(part) for part in row[f"{gender}_word"].split()]
                shown = {t.gender for t in tokens if any(part in fold(t.text) for part in named)}
                assert gender in shown, row
                others += [t.text for t in tokens if t.certain and t.gender != gender]
        assert others == (["للمدير"] if lang == "ar" else [])

    def test_records_of_both_views_are_the_same(self) -> None:
        (pair,) = parse_pairs("en", HEADER + "zed\tzeda\tx\tnoun\tsing\t-\t\n")
        words = GenderWords("en", [pair])
        (word,) = words.find("The zeda sings.")
        assert (word.gender, word.pairs) == ("female", (pair,))
        assert read(words, "The zeda sings.") == "zeda:f"
