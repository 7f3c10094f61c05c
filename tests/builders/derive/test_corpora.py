"""Every derived corpus from made-up files that are laid out as the public ones are."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from builders.derive.__main__ import _DECLARED, derive, main
from builders.derive.corpora import CORPORA
from builders.derive.raw import RawFiles
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.files import sha256
from tests.builders.real_sources import real_sources

FILES = {file.name: file for file in read_sources(_DECLARED).files}


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def made(corpus: str, lang: str, folder: Path) -> list[tuple[str, ...]]:
    file = FILES[f"parallel/{corpus}/en-{lang}.tsv.gz"]
    count = derive(corpus, file, RawFiles(folder / "raw"), folder / "out")
    text = gzip.decompress((folder / "out" / file.name).read_bytes()).decode()
    assert text.endswith("\n")
    assert text.count("\n") == count
    return [tuple(line.split("\t")) for line in text.splitlines()]


def sentence(key: str, text: str) -> str:
    return f"# newdoc id = n\n# sent_id = {key}\n# text = {text}\n1\t{text}\t_\n\n"


def test_every_derived_source_has_a_way_to_be_made_and_a_known_text():
    derived = [file for file in FILES.values() if file.derived]
    assert {file.name.split("/")[1] for file in derived} == set(CORPORA)
    assert all(file.text_sha256 and file.size for file in derived)


def test_treebanks_are_joined_by_their_ids_in_english_order(tmp_path: Path):
    english = sentence("b", "He  left. ") + sentence("a", "She\u00a0sang.") + sentence("c", "Rain.")
    german = sentence("a", "Sie sang.") + sentence("b", "Er ging.") + sentence("d", "Schnee.")
    write(tmp_path, "raw/UD_English-PUD/en_pud-ud-test.conllu", english)
    write(tmp_path, "raw/UD_German-PUD/de_pud-ud-test.conllu.gz", german)
    assert made("pud", "de", tmp_path) == [("He left.", "Er ging."), ("She sang.", "Sie sang.")]


def test_references_are_joined_by_line_without_empty_sides_and_repetitions(tmp_path: Path):
    source = "He left.\n\nHe left.\nHe left.\nA line\u2028break.\n"
    target = "Er ging.\nNichts.\nEr ging.\nEr ist weg.\nEin Umbruch.\n"
    write(tmp_path, "raw/NTREX-128/newstest2019-src.eng.txt", source)
    write(tmp_path, "raw/NTREX-128/newstest2019-ref.deu.txt", target)
    assert made("ntrex", "de", tmp_path) == [
        ("He left.", "Er ging."),
        ("He left.", "Er ist weg."),
        ("A line break.", "Ein Umbruch."),
    ]


def test_flores_is_the_devtest_of_its_pair(tmp_path: Path):
    for pair, target in (("eng-deu", "Er ging.\n"), ("deu-eng", "Sie ging.\n")):
        write(tmp_path, f"raw/testsets/{pair}/flores101-devtest.eng", "He left.\n")
        write(tmp_path, f"raw/testsets/{pair}/flores101-devtest.deu", target)
    assert made("flores101", "de", tmp_path) == [("He left.", "Er ging.")]


def news(folder: Path, pair: str, name: str, lines: int = 1) -> None:
    for code in pair.split("-"):
        text = "".join(f"{code} {pair} {name} {line}\n" for line in range(lines))
        write(folder, f"raw/testsets/{pair}/{name}.{code}", text)


def test_news_are_taken_by_name_once_till_2018_and_then_in_both_directions(tmp_path: Path):
    for name in (
        "newstest2020-enfi", "newstest2014-fien", "news-test2008", "newssyscomb2009",
        "newstest2018-enfi", "newstest2018-fien", "newstestB2020-enfi", "newsdev2015",
        "newstest2021.en-fi", "newsdiscusstest2015-enfi", "tatoeba-test-v2021-08-07",
    ):  # fmt: skip
        news(tmp_path, "eng-fin", name)
    for name in ("newstest2018-fien", "newstest2019-fien", "newstest2020-fien"):
        news(tmp_path, "fin-eng", name)
    write(tmp_path, "raw/testsets/eng-fin/newstest2018-enfi.eng.labels", "x\n")
    assert [english.split()[1:3] for english, _ in made("wmt-news", "fi", tmp_path)] == [
        ["eng-fin", "news-test2008"],
        ["eng-fin", "newsdiscusstest2015-enfi"],
        ["eng-fin", "newssyscomb2009"],
        ["eng-fin", "newstest2014-fien"],
        ["eng-fin", "newstest2018-enfi"],
        ["eng-fin", "newstest2020-enfi"],
        ["eng-fin", "newstest2021.en-fi"],
        ["fin-eng", "newstest2019-fien"],
        ["fin-eng", "newstest2020-fien"],
    ]


@pytest.mark.parametrize(
    ("lang", "code", "first"), [("de", "deu", "1"), ("ru", "rus", "1"), ("fi", "fin", "0")]
)
def test_of_large_news_the_last_20_000_stay(tmp_path: Path, lang: str, code: str, first: str):
    news(tmp_path, f"eng-{code}", "newstest2018", 20_001)
    assert made("wmt-news", lang, tmp_path)[0][0].split()[-1] == first


def test_rows_of_tatoeba_are_known_by_their_labels(tmp_path: Path):
    release = "raw/data/release/test/v2023-09-26/tatoeba-test-v2023-09-26"
    arabic = "ara\teng\tذهب.\tHe left.\narz\teng\tمشى.\tHe left.\n"
    write(tmp_path, f"{release}.ara-eng.txt.gz", arabic)
    japanese = "eng\tjpn\tHe left.\t彼は去った。\neng\tjpn_Kana\tTea.\tオチャ\n"
    write(tmp_path, f"{release}.eng-jpn.txt.gz", japanese)
    chinese = (
        "eng\tcmn_Hans\tHe left.\t他走了。\neng\tcmn_Hant\tHe ran.\t他跑了。\neng\tyue\tX.\t佢。\n"
    )
    write(tmp_path, f"{release}.eng-zho.txt.gz", chinese)
    assert made("tatoeba", "ar", tmp_path) == [("He left.", "ذهب.")]
    assert made("tatoeba", "ja", tmp_path) == [("He left.", "彼は去った。"), ("Tea.", "オチャ")]
    assert made("tatoeba", "zh", tmp_path) == [("He left.", "他走了。")]
    write(tmp_path, f"{release}.eng-fin.txt.gz", "He left.\tHän lähti.\n")
    with pytest.raises(DataError, match="2 columns in line 1"):
        made("tatoeba", "fi", tmp_path)


def talk(*segments: str) -> str:
    inner = "".join(f'<seg id="{n}"> {text} </seg>\n' for n, text in enumerate(segments, 1))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<mteval>\n<srcset setid="s" srclang="english">\n'
        f'<doc docid="1" genre="lectures">\n<title>No segment</title>\n{inner}</doc>\n'
        "</srcset>\n</mteval>\n"
    )


def test_talks_are_the_segments_of_seven_sets(tmp_path: Path):
    sets = ["tst2015", "dev2010", *(f"tst{year}" for year in range(2010, 2015)), "tst2017"]
    for name in sets:
        for code in ("en", "de"):
            text = talk(f"R&amp;D in\n{name} {code}", "Thanks.")
            write(tmp_path, f"raw/de-en/IWSLT17.TED.{name}.en-de.{code}.xml", text)
    copy = tmp_path / "raw" / "again" / "IWSLT17.TED.dev2010.en-de.en.xml"
    copy.parent.mkdir()
    copy.write_bytes((tmp_path / "raw/de-en" / copy.name).read_bytes())
    pairs = made("ted-iwslt17", "de", tmp_path)
    assert pairs[:2] == [("R&D in dev2010 en", "R&D in dev2010 de"), ("Thanks.", "Thanks.")]
    assert [english.split()[2] for english, _ in pairs[2:]] == [
        f"tst{year}" for year in range(2010, 2016)
    ]
    copy.write_text(talk("Another text."), "utf-8")
    with pytest.raises(DataError, match="They differ"):
        made("ted-iwslt17", "de", tmp_path)


def test_sides_of_different_length_and_missing_files_are_refused(tmp_path: Path):
    write(tmp_path, "raw/newstest2019-src.eng.txt", "One.\nTwo.\n")
    with pytest.raises(DataError, match=r"newstest2019-ref\.deu\.txt below raw, but got none"):
        made("ntrex", "de", tmp_path)
    write(tmp_path, "raw/newstest2019-ref.deu.txt", "Eins.\n")
    with pytest.raises(DataError, match=r"newstest2019-ref\.deu\.txt ends after 1"):
        made("ntrex", "de", tmp_path)
    assert not list((tmp_path / "out").rglob("*.gz"))


def test_the_bytes_are_the_same_at_any_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path, "raw/newstest2019-src.eng.txt", "One.\n")
    write(tmp_path, "raw/newstest2019-ref.deu.txt", "Eins.\n")
    path = tmp_path / "out/parallel/ntrex/en-de.tsv.gz"
    packed = []
    for now in (1e9, 2e9):
        monkeypatch.setattr("time.time", lambda now=now: now)
        made("ntrex", "de", tmp_path)
        packed.append(path.read_bytes())
    assert packed[0] == packed[1]
    assert packed[0][4:8] == bytes(4)


def test_the_command_says_which_texts_are_not_those_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for name, text in (("src.eng", "One.\n"), ("ref.deu", "Eins.\n"), ("ref.fin", "Yksi.\n")):
        write(tmp_path, f"raw/newstest2019-{name}.txt", text)
    command = ["ntrex", "--from", str(tmp_path / "raw"), "--out", str(tmp_path / "out")]
    command += ["--language", "de"]
    assert main(command) == 2
    shown = capsys.readouterr()
    assert "1 lines\tOTHER TEXT" in shown.out
    assert "other text in parallel/ntrex/en-de.tsv.gz" in shown.err
    text = sha256(b"One.\tEins.\n")
    declared = replace(FILES["parallel/ntrex/en-de.tsv.gz"], text_sha256=text)
    monkeypatch.setattr("builders.derive.__main__._declared", lambda *_: [declared])
    assert main(command) == 0
    assert "as declared" in capsys.readouterr().out


def test_an_unknown_language_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["ted-iwslt17", "--from", ".", "--out", str(tmp_path), "--language", "it"]) == 2
    assert "languages of the sources: de, zh, but got it" in capsys.readouterr().err


def test_real_treebanks_make_the_declared_texts(shared: Path, tmp_path: Path):
    raw = real_sources(shared, "ud/English-PUD") / "ud"
    assert main(["pud", "--from", str(raw), "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.rglob("*.gz"))) == 11
