"""English nouns and phrases that say a sex beside the listed words, and the places of a role."""

from __future__ import annotations

import re


def _alternatives(text: str) -> str:
    return "|".join(text.split())


# In a sentence in lower case: what holds for one sex alone, or would no longer be true.
SEX_BOUND = re.compile(
    r"\b(?:pregnan\w*|(?:gave|give|gives|giving|given) birth|childbirth|breast-?fe?ed\w*|breasts?"
    r"|menstru\w*|menopaus\w*|miscarriage|abortion|uter(?:us|ine)|womb|vagin\w*|ovar(?:y|ies|ian)"
    r"|prostate|testic\w*|penis|circumcis\w*|castrat\w*|eunuch|beard\w*|moustache|mustache"
    r"|lesbians?|gay|homosexual\w*|trans(?:gender|sexual|vestite)|in drag"
    r"|drag (?:queen|king)s?"
    r"|maiden name|n[ée]e|majesty|majesties|(?:royal|imperial|serene) highness|pope|popes"
    r"|catholic priests?|suffrag\w*|old wives|bore (?:him|her)|first (?:wo)?man to vote"
    r"|in (?:this|the) grammar|chess|pawns?|fratricid\w*|sororicid\w*|all the king['’]s men"
    r"|gentlem[ae]n['’]s agreement|la(?:id|y|ys|ying) (?:\w+ )?eggs|\d[\d.,]* gals?)\b",
)
# Nouns of one gender that the lexicon does not list, most of them for want of a counterpart.
UNLISTED = {
    "male": re.compile(
        r"\b(?:(?!(?:hu|ger|ro|nor|otto|sha|wo|tali|no)m[ae]n\b)(?!(?:speci|acu|regi|abdo|o|a|ye"
        r"|ra|lu|se)men\b)[a-z]{2,}m[ae]n|counts?|baronets?|abb[eé]s?|lords?|squires?|friars?|shahs?"
        r"|caliphs?|sheikhs?|sires?|valets?|butlers?|margraves?|landgraves?|dons?|knight(?:s|ed)?"
        r"|hetman|monsignor|chaps?|blokes?|fellas?|laddies?|[a-z]{2,}lads?|altar boys?|casanovas?"
        r"|[Bb]aronets?|[a-z]{3,}boys?|[Gg]ramps|mr|monseigneur|chevaliers?|padres?"
        r"|fathered|Junior|Jr|infante|dauphin"
        r"|Count|Esquire|bastards?|gigolos?|playboys?|popes?|Mr|masseurs?|grandmasters?)\b"
    ),
    "female": re.compile(
        r"\b(?:[a-z]{2,}wom[ae]n|[a-z]{3,}girls?|aunti?e?y|aunties|mrs"
        r"|(?:[Cc]aptain|[Ee]mper|[Bb]aronet|[Dd]octor|[Pp]rofessor|[Mm]ayor|[Ss]enat|[Cc]hancell)"
        r"(?:or)?ess|madams?|dames?|Dame|maids?|maidens?|matrons?|governess(?:es)?"
        r"|ballerinas?|divas?|damsels?|starlets?|midwi(?:fe|ves)|nann(?:y|ies)|soubrette|infanta"
        r"|dauphine|mothered|mothering|bab(?:e|es)|virgins?|spinsters?|courtesans?|concubines?"
        r"|prima donna|geishas?|abb[eé]sse|shahbanu|doyenne"
        r"|mezzo-soprano|sopranos?|contraltos?|nymphs?|vamps?|tomboys?|harlots?|whores?|sorority"
        r"|gopis?|begums?|maharanis?|ranis?|seamstress(?:es)?|laundress(?:es)?|songstress(?:es)?"
        r"|enchantress(?:es)?|temptress(?:es)?|murderess(?:es)?|patroness(?:es)?|poetess(?:es)?"
        r"|authoress(?:es)?|sculptress(?:es)?|ancestress|Jewess|Mother Superior|housewi(?:fe|ves)"
        r"|bridesmaids?|(?:bar|milk|house|hand|dairy|chamber|nurse)maid(?:en)?s?|debutantes?"
        r"|comediennes?|chanteuses?|danseuses?|masseuses?|equestriennes?|divorcées?|ingénues?"
        r"|brunettes?|naiads?|mermaids?|valkyries?|vixens?|crones?|seductress(?:es)?|godd?ess"
        r"|margravine|landgravine|electress|goddesses|muses?|cheerleaders?|beauty queens?"
        r"|Miss [A-Z]\w+ pageant)\b"
    ),
}
# Things and animals that are spoken of as she, or as he.
THINGS = re.compile(
    r"\b(?:ships?|vessels?|frigates?|schooners?|brigs?|steamers?|submarines?|yachts?|HMS|USS|SS"
    r"|destroyers?|boats?|(?:the|The) [Mm]oon|mares?|stallions?|foals?|geldings?|bulls?|cows?"
    r"|cats?|dogs?|bitch|horses?|colts?|filly|fillies|hens?|roosters?|lioness|Goddess|God)\b"
)
RELATIVES = frozenset(
    """
    father mother dad mom daddy mommy papa mama stepfather stepmother son daughter stepson
    stepdaughter brother sister stepbrother stepsister half-brother half-sister uncle aunt nephew
    niece grandfather grandmother grandson granddaughter husband wife boyfriend girlfriend
    father-in-law mother-in-law son-in-law daughter-in-law brother-in-law sister-in-law
    great-grandfather great-grandmother
    """.split()
)
# Said of men and of women alike today; a woman stays one beside them.
OF_BOTH = frozenset(
    """
    poet poets author authors sculptor sculptors comedian comedians proprietor proprietors
    benefactor benefactors murderer murderers villain villains adventurer adventurers aviator
    executor usher ushers shepherd shepherds giant giants deacon deacons host hosts prophet
    prophets dude dudes prior czar czars mankind fraternity brotherhood
    protégé protégés ombudsman layman laymen ma pa miss
    """.split()
)
OF_ONE_ONLY = frozenset(
    "groom grooms bachelor bachelors lord wizard wizards witch witches god bro sis priors".split()
)
# Beside a man, these are men, or anybody.
NOBODY_OR_MAN = frozenset(
    """
    master masters gods countrymen kinsmen tribesmen ombudsmen alumni guys latino latinos fiance
    landlord landlords shepherd cavemen demigods
    """.split()
)
# Capitalised, they are parts of the names of things or of other persons.
IN_NAMES = frozenset(
    "King Kings Queen Queens Prince Princess Princes Man Men Brothers Sisters Foxes Lion".split()
)
# Among nobles a lady is a lord's counterpart, not a gentleman's.
NOBILITY = re.compile(
    r"\b(?:queens?|duchess(?:es)?|empress(?:es)?|princess(?:es)?|lands?|castles?|manors?|tenants?"
    r"|fiefs?|court|nobles?|nobility|feudal|realm|tenure|knights?|peerage|Parliament|lady of)\b",
    re.IGNORECASE,
)
# A name in apposition: Ada Lovegrove, the sister of; and somebody's relative: the son of a duke.
APPOSED = re.compile(r"\b[A-Z][\w’'-]+ [A-Z][\w’'-]+, (?:(?:the|a|an|only) )?(?:[\w-]+ ){0,2}$")
RELATIVE_OF = re.compile(
    r"\b(?:son|daughter|nephew|niece|brother|sister|uncle|aunt)s? of (?:the|a|an) $", re.IGNORECASE
)
NOT_IN_ADDRESS = frozenset("a an the as double rival one another this that first".split())
DEGREE = re.compile(
    r"(?:Master|Masters|Bachelor|Bachelors|master|bachelor)(?:['’]?s)?"
    r"(?: of (?:[A-Z]|science|arts)|['’]?s? (?:degree|thesis|program|programme|student))"
    r"|(?:Master|Bachelor)['’]s"
)
THINGS_WITH_NAMES = frozenset(
    """
    Cup College School High Aloud Street Road House Hall Hospital University Theatre Theater Park
    Cross Island Islands Bench Counsel Head Arms Club Chapel Bay Bridge Castle Choir Award Awards
    League Institute Academy Prize Square Championship Championships Team Singles Doubles Open
    """.split()
)
BEFORE_OFFICES = frozenset(
    """
    Best The Supporting Lead Vice Deputy Crown Grand Prince Princess Holy Former Prime Outstanding
    Favorite Honorary Roman German French English Spanish Russian First Dowager Leading
    """.split()
)
# What stands before a noun that says what somebody is: "was a popular", "as the", "became".
PREDICATE = re.compile(
    r"\b(?:is|was|be|been|being|am|are|were|become|becomes|became|becoming|as|remained|remains"
    r"|best supporting|best|named|called|elected|appointed|crowned|played|plays|playing)"
    r"(?: (?:also|not|still|then|once|now|later))?"
    r"(?: (?:a|an|the|one of the|his|her))?(?: [\w-]+){0,2} $",
    re.IGNORECASE,
)
