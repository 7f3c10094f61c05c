"""Closed word classes of English that tell how her, his and bare nouns are used."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DETERMINERS = _words(
    """
    a an the this these those my your our their its whose some any no every each either
    neither both all another
    """
)
PRONOUNS = _words(
    """
    i you we they it me us them who whom which what that myself yourself ourselves yourselves
    themselves itself everyone everybody everything someone somebody something anyone anybody
    anything nobody nothing mine yours ours theirs
    """
)
PREPOSITIONS = _words(
    """
    about above across after against along amid among around as at before behind below beneath
    beside besides between beyond by despite during except for from in inside into like near
    of off on onto out outside over past per regarding since through throughout to toward
    towards under underneath until unlike up upon via with within without
    """
)
CONJUNCTIONS = _words(
    """
    and or but nor so yet because if when where while whereas whether although though unless
    than once how why whenever wherever whatever
    """
)
AUXILIARIES = _words(
    """
    am is are was were be been being do does did has have had can could shall should would may
    must cannot isn aren wasn weren don doesn didn hasn haven hadn couldn shouldn wouldn
    """
)
ADVERBS = _words(
    """
    again ago ahead almost already alone also altogether always anymore anyway apart aside
    away badly barely dearly deeply directly even ever everywhere forever forward here hardly
    immediately indeed instead just later maybe merely much nearby never nevertheless not now
    nowhere often perhaps personally please publicly quickly quite really recently regularly
    shortly simply slowly somehow sometimes somewhere someday sometime overnight anyhow soon
    still straight suddenly then there thereby together today tomorrow tonight too twice
    usually well yesterday upstairs downstairs abroad afterwards beforehand anywhere properly
    completely entirely exactly
    """
)
NUMERALS = _words(
    """
    one two three four five six seven eight nine ten eleven twelve
    """
)
# What cannot stand between a possessive and its noun: "I saw her | and", "it is his | to keep".
CLOSED = DETERMINERS | PRONOUNS | PREPOSITIONS | CONJUNCTIONS | AUXILIARIES | ADVERBS
# Beginnings of a noun phrase and of what may follow an object: "her back", "call her back".
OPEN_EITHER_WAY = _words(
    """
    back best better bitter clean close cold crazy dead down enough fast first free full good
    half happy hard high home last late left less little live long low mad many more most next
    only open own right sad safe short sick so such surprise that very will might wrong young
    angry busy calm dry early easy great laughing
    """
)
# Verbs whose object takes a second noun, an adjective or an infinitive: "gave her money",
# "made her happy", "let her go". After them only a closed word or a stop shows the object.
COMPLEX_VERBS = _words(
    """
    allow allows allowed ask asks asked assign assigned award awarded bet bring brings
    bringing brought build built buy buys buying bought call calls called calling catch caught
    charge charged choose chose consider considers considered cost costs deem deemed deny
    denied drive drives drove elect elected envy feed fed feel feels felt find finds found
    fine get gets getting got give gives giving gave given grant granted guarantee hand handed
    have has had having hear hears heard help helps helped helping keep keeps kept lead leave
    leaves left lend lent let lets letting make makes making made name named notice noticed
    observe observed offer offers offered offering owe owed paint painted pass passed pay pays
    paid permit play played promise promised prove proved read render rendered save saved say
    see sees seeing saw seen sell sold send sends sent serve served set show shows showed
    shown sing sang spare spot spotted teach teaches taught tell tells telling told think
    thought throw threw turn turned wanted want wants watch watches watched wish wished
    wishing write wrote
    """
)
# Those of them that take a second object or a name: "told her stories", "called her boss".
DOUBLE_OBJECT_VERBS = _words(
    """
    assign assigned ask asks asked award awarded bring brings bringing brought build built buy
    buys buying bought call calls called calling charge charged choose chose consider
    considers considered cost costs deem deemed deny denied elect elected envy feed fed fine
    get gets getting got give gives giving gave given grant granted guarantee hand handed lend
    lent make makes making made name named offer offers offered offering owe owed pass passed
    pay pays paid play played promise promised read render rendered save saved sell sold send
    sends sent serve served show shows showed shown sing sang spare teach teaches taught tell
    tells telling told throw threw wish wished wishing write wrote
    """
)
# Nouns that are no verbs and no adjectives: "saw her car", but not "saw her dance".
SURE_NOUNS = _words(
    """
    apartment bag bicycle boss bus career cat child children coat colleague colleagues company
    daughter diary family flat friend friends guitar hair handwriting homework jacket keys
    kitchen letter letters life money neighbour neighbours neighbor neighbors novel novels
    office painting paintings parents passport photo photos piano picture shoe shoes son
    speech story students suitcase teacher teachers umbrella wallet car cars
    """
)
# "in his later years", where later is no adverb
BEFORE_PERIODS = frozenset(["later", "then", "now", "once", "ever", "always", "today"])
PERIODS = _words(
    """
    years year life career works work novels films days period paintings writings writing life
    poems plays reign adulthood marriage books books songs recordings albums home wife husband
    partner boyfriend girlfriend manager boss employer famous increasing growing present popular
    """
)
LY_NOUNS = frozenset({"family", "early", "daily", "only", "ally", "belly", "fly", "elderly"})
IRREGULAR_PASTS = _words(
    """
    came went said told made took got gave saw knew thought found left kept let put read ran
    sat spoke stood won wrote lost met paid sent says comes goes lives works wants
    """
)
# After his they begin a noun phrase or end the sentence's: "his past", "his will be done".
NOUN_OR_VERB = frozenset(["will", "might", "like", "inside", "outside"])
BEFORE_ADJECTIVES = _words(
    """
    ever always quite still almost once often usually recently already simply really then
    perhaps never even just now
    """
)
# Nouns of birth and rank that stand as names or titles when capitalised.
KINSHIP = _words(
    """
    mom dad mommy daddy mother father mama papa momma poppa grandma grandpa granny granddad
    grandmother grandfather
    """
)
INTERJECTIONS = frozenset({"man", "boy"})
# Offices that go with Mr but not with Mrs: "Madam President".
OFFICES = _words(
    """
    president speaker secretary mayor vice prime ambassador justice minister commissioner
    chairman chair
    """
)
# Fixed expressions in which the counterpart means something else or nothing.
SET_PHRASES = (
    "first lady", "first ladies", "first gentleman", "our lady", "lady luck", "father figure",
    "mother figure", "mother superior", "founding father", "founding fathers", "holy father",
    "best man", "best boy", "con man", "hit man", "straw man", "family man", "ladies' man",
    "man of the match", "man of god", "man cave", "man and beast", "queen bee", "queen bees",
    "drama queen", "beauty queen", "king penguin", "whipping boy", "boy scout", "boy scouts",
    "girl scout", "girl scouts", "girl guides", "brothers in arms", "old boys", "mother of all",
    "mother hen", "wise men", "maiden name", "wright brothers", "marx brothers", "grimm brothers",
    "brothers grimm", "common man", "primitive man", "modern man", "early man", "fellow man",
    "prehistoric man", "rights of man", "son of god", "son of man", "prince of wales",
    "mother's day", "father's day", "ladies and", "man-made", "sisters of mercy",
    "men in black", "man on the street", "man in the street", "to a man", "as one man",
    "prince charming", "male pattern", "female genital",
)  # fmt: skip
