"""What the people are called in the translations of Kaneko et al.: HT or HTname?

Their paper has two human translations: HT, with English names as the language writes them, and
HTname, with native ones. The released files do not say which they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builders.crows_pairs_multilingual.readers import Pair
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import parse_names, read_word_list
from equimask.gender.lexicon.types import Gender


def name_counts(pairs: Iterable[Pair], files: Mapping[str, bytes]) -> dict[str, dict[str, int]]:
    """Per language, of the rows whose English has a listed first name: those with a native one,
    and those with an English one in the script of the language; a row may have both.
    """
    of_kaneko = [pair for pair in pairs if pair.source == "kaneko"]
    languages = sorted({pair.lang for pair in of_kaneko})
    english = _names_only("en", parse_names(_text(files, "first_names/en.tsv")))
    counts = {}
    for lang in languages:
        forms = read_word_list(
            _text(files, f"transliterated_names/{lang}.tsv"), ("name", "form", "ambiguous")
        )
        foreign = {row["form"] for row in forms}
        own = parse_names(_text(files, f"first_names/{lang}.tsv"))
        native = _names_only(lang, {name: own[name] for name in own if name not in foreign})
        any_gender: Gender = "male"  # whose name it is does not matter here
        transliterated = _names_only(lang, dict.fromkeys(sorted(foreign), any_gender))
        named = [
            pair
            for pair in of_kaneko
            if pair.lang == lang and _has_name(english, pair.more_en, pair.less_en)
        ]
        counts[lang] = {
            "named": len(named),
            "native": sum(_has_name(native, pair.more, pair.less) for pair in named),
            "transliterated": sum(
                _has_name(transliterated, pair.more, pair.less) for pair in named
            ),
        }
    return counts


def _text(files: Mapping[str, bytes], name: str) -> str:
    return files.get(name, b"").decode("utf-8")


def _names_only(lang: str, names: Mapping[str, Gender]) -> GenderWords:
    return GenderWords(lang, (), names=names)


def _has_name(names: GenderWords, *sentences: str) -> bool:
    return any(token.kind == "name" for sentence in sentences for token in names.tokens(sentence))
