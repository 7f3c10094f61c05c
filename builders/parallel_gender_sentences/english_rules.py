"""When an English gender word or first name is no sure sign: small lists and positions."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# First names that are also common English words: at the start of a sentence, where every word
# has a capital, they say nothing ("Mark the page", "Bill them later").
WORDS_AS_NAMES = _words(
    "Angel April Art Ash August Bill Buck Candy Carol Chance Charity Chase Cherry Chuck Crystal "
    "Dawn Dean Dick Don Drew Eve Faith Frank Ginger Grace Grant Guy Harmony Hazel Heather Holly "
    "Hope Hunter Iris Ivy Jade Jasmine Joy June Lance Lily Mark Mason May Melody Mercy Miles Misty "
    "Nick Olive Pat Patience Pearl Penny Pierce Poppy Prudence Ray Rich Rob Robin Rod Rose Ruby "
    "Rusty Sandy Skip Sky Sue Summer Trinity Victor Violet Wade Will Willow Winter Woody"
)
# Words with a capital after which a first name is still a first name, not a surname.
TITLES_BEFORE_NAMES = _words(
    "Mr Mister Sir Lord Lady Dame Madam Mrs Ms Miss Dr Doctor Prof Professor St Saint San Santa "
    "King Queen Prince Princess Emperor Empress Duke Duchess Pope Cardinal Bishop Archbishop "
    "Reverend Rev Father Brother Sister Mother Uncle Aunt Auntie Grandpa Grandma Cousin Coach "
    "President Chancellor Minister Premier Governor Gov Mayor Senator Sen Representative Rep "
    "Congressman Congresswoman Secretary Ambassador Judge Justice General Gen Colonel Col Major "
    "Captain Capt Lieutenant Lt Sergeant Sgt Officer Detective Director Chairman Chairwoman "
    "Actor Actress Author"
)
_ABBREVIATIONS = _words("Mr Mrs Ms Dr Prof St Sen Rep Gov Gen Col Capt Lt Sgt Rev Jr Sr")
_SENTENCE_ENDS = "!?…:;"
_QUOTES = "\"'“”„‘’«»"
_OPENERS = _QUOTES + "([{¿¡-–—•*"
_JOINTS = "-‐‑/@"


def opens_sentence(text: str, start: int) -> bool:
    """Whether the word at `start` stands where any word would have a capital."""
    before = text[:start]
    rest = before.rstrip(_OPENERS + " \t\u00a0\u3000")
    if not rest:
        return True
    opened = any(quote in before[len(rest) :] for quote in _QUOTES)
    if rest[-1] == ".":
        word = rest[:-1].rpartition(" ")[2].lstrip(_OPENERS)
        return word not in _ABBREVIATIONS and len(word) != 1
    return rest[-1] in _SENTENCE_ENDS or (opened and rest[-1] == ",")


def joined_to_a_word(text: str, start: int, end: int) -> bool:
    """Whether the word is part of a compound such as `man-made` or of a web address."""
    left = start > 1 and text[start - 1] in _JOINTS and text[start - 2].isalnum()
    right = end + 1 < len(text) and text[end] in _JOINTS and text[end + 1].isalnum()
    return left or right


def may_be_surname(text: str, start: int) -> bool:
    """Whether a name directly follows a word with a capital that is neither title nor opener."""
    before = text[:start]
    if not before.endswith(" "):
        return False
    word = before[:-1].rpartition(" ")[2]
    bare = word.rstrip(".").lstrip(_OPENERS)
    if not bare[:1].isupper() or not bare.isalpha() or bare in TITLES_BEFORE_NAMES:
        return False
    if word.endswith(".") and len(bare) > 1:
        return False
    return not opens_sentence(
        text, start - 1 - len(word) + (len(word) - len(word.lstrip(_OPENERS)))
    )
