"""German verb forms: a table of frequent verbs, prefixes, and endings for the rest."""

from __future__ import annotations

import re
from functools import lru_cache

# infinitive, third person singular, past singular, participle
_STRONG = """
sehen sieht sah gesehen|geben gibt gab gegeben|gehen geht ging gegangen|kommen kommt kam gekommen
|stehen steht stand gestanden|nehmen nimmt nahm genommen|sprechen spricht sprach gesprochen
|finden findet fand gefunden|lassen lässt ließ gelassen|halten hält hielt gehalten
|schreiben schreibt schrieb geschrieben|lesen liest las gelesen|tragen trägt trug getragen
|fahren fährt fuhr gefahren|helfen hilft half geholfen|treffen trifft traf getroffen
|rufen ruft rief gerufen|schlafen schläft schlief geschlafen|laufen läuft lief gelaufen
|sitzen sitzt saß gesessen|liegen liegt lag gelegen|essen isst aß gegessen
|trinken trinkt trank getrunken|bitten bittet bat gebeten|bringen bringt brachte gebracht
|denken denkt dachte gedacht|kennen kennt kannte gekannt|nennen nennt nannte genannt
|ziehen zieht zog gezogen|fallen fällt fiel gefallen|schlagen schlägt schlug geschlagen
|verlieren verliert verlor verloren|gewinnen gewinnt gewann gewonnen
|sterben stirbt starb gestorben|werfen wirft warf geworfen|singen singt sang gesungen
|springen springt sprang gesprungen|schließen schließt schloss geschlossen
|beginnen beginnt begann begonnen|bleiben bleibt blieb geblieben
|scheinen scheint schien geschienen|steigen steigt stieg gestiegen
|schweigen schweigt schwieg geschwiegen|leihen leiht lieh geliehen|heißen heißt hieß geheißen
|fliegen fliegt flog geflogen|fliehen flieht floh geflohen|lügen lügt log gelogen
|bieten bietet bot geboten|greifen greift griff gegriffen|leiden leidet litt gelitten
|reiten reitet ritt geritten|schneiden schneidet schnitt geschnitten
|streiten streitet stritt gestritten|brechen bricht brach gebrochen
|stehlen stiehlt stahl gestohlen|empfehlen empfiehlt empfahl empfohlen
|befehlen befiehlt befahl befohlen|vergessen vergisst vergaß vergessen|messen misst maß gemessen
|treten tritt trat getreten|waschen wäscht wusch gewaschen|wachsen wächst wuchs gewachsen
|schaffen schafft schuf geschaffen|laden lädt lud geladen|graben gräbt grub gegraben
|raten rät riet geraten|braten brät briet gebraten|fangen fängt fing gefangen
|hängen hängt hing gehangen|stoßen stößt stieß gestoßen|verlassen verlässt verließ verlassen
|verzeihen verzeiht verzieh verziehen|zwingen zwingt zwang gezwungen|sinken sinkt sank gesunken
|klingen klingt klang geklungen|gelingen gelingt gelang gelungen|binden bindet band gebunden
|schwimmen schwimmt schwamm geschwommen|schießen schießt schoss geschossen
|genießen genießt genoss genossen|betrügen betrügt betrog betrogen|beißen beißt biss gebissen
|heben hebt hob gehoben|schieben schiebt schob geschoben|wiegen wiegt wog gewogen
|frieren friert fror gefroren|riechen riecht roch gerochen|gießen gießt goss gegossen
|fließen fließt floss geflossen|kriechen kriecht kroch gekrochen|biegen biegt bog gebogen
|schreien schreit schrie geschrien|treiben treibt trieb getrieben|weisen weist wies gewiesen
|reißen reißt riss gerissen|pfeifen pfeift pfiff gepfiffen|gleiten gleitet glitt geglitten
|schreiten schreitet schritt geschritten|weichen weicht wich gewichen
|gleichen gleicht glich geglichen|streichen streicht strich gestrichen|rennen rennt rannte gerannt
|brennen brennt brannte gebrannt|senden sendet sandte gesandt|wenden wendet wandte gewandt
|geschehen geschieht geschah geschehen|gelten gilt galt gegolten|werben wirbt warb geworben
|verderben verdirbt verdarb verdorben|erschrecken erschrickt erschrak erschrocken
|fressen frisst fraß gefressen|stechen sticht stach gestochen|blasen bläst blies geblasen
|schwören schwört schwor geschworen|bersten birst barst geborsten|gebären gebiert gebar geboren
|sinnen sinnt sann gesonnen|spinnen spinnt spann gesponnen|ringen ringt rang gerungen
|dringen dringt drang gedrungen|schwingen schwingt schwang geschwungen
|verschwinden verschwindet verschwand verschwunden|preisen preist pries gepriesen
|meiden meidet mied gemieden|bewegen bewegt bewog bewogen|tun tut tat getan
|backen backt backte gebacken|mahlen mahlt mahlte gemahlen|empfangen empfängt empfing empfangen
|erhalten erhält erhielt erhalten|gefallen gefällt gefiel gefallen
|vergeben vergibt vergab vergeben|besitzen besitzt besaß besessen|bekommen bekommt bekam bekommen
|verstehen versteht verstand verstanden|erkennen erkennt erkannte erkannt
|schmelzen schmilzt schmolz geschmolzen|erlöschen erlischt erlosch erloschen
|schelten schilt schalt gescholten|schwinden schwindet schwand geschwunden
"""
_WEAK = """
sag frag mach lieb leb wohn arbeit spiel lern lehr kauf verkauf besuch such brauch glaub mein hör
zeig schenk schick erzähl erklär antwort bezahl zahl heirat küss umarm lob rett hol leg stell setz
fühl führ folg dien dank gratulier gehör schmeck wart wünsch träum lach wein lächel hoff freu ärger
stör interessier wunder überrasch enttäusch beeindruck langweil schütz verteidig verfolg verhaft
töt mord ermord verletz heil pfleg koch putz bau öffn sammel zerstör regier herrsch krön wähl
ehr verehr bewunder respektier hass vermiss begrüß verabschied begleit grüß wink dreh schau blick
beobacht merk bemerk erinner pass kost reis wander tanz lauf miet nutz benutz benötig teil heil
änder veränder entwickel organisier leit gründ erfind entdeck forsch unterricht studier red plauder
flüster beschwer entschuldig bedank kümmer sorg beeil versuch vertrau trau misstrau gelang schein
erwart verlang forder bericht beschuldig kritisier behaupt bestätig beton meld kündig verkünd
veröffentlich unterstütz arrangier fehl mangel reich genüg fürcht befürcht droh bedroh warn erlaub
ermöglich ermutig überzeug überred beleidig tröst beruhig weck stürz eil wehr näh mal zeichn
fotografier film dicht komponier dirigier verdien beherrsch erob befrei besieg kämpf siegt jag
angel fütter streichel zähm erb erzieh förder prüf test kontrollier untersuch behandel operier
verordn mess rechn zähl plan vertret füll leer räum pack trenn scheid vermähl verlob feier begeh
schau guck schimpf bell miau steck stopf klopf klingel läut speicher tipp drück press roll
fass pflück pflanz ernt säe wackel stolper hink zitter schwitz keuch seufz stöhn murmel nick
schüttel deut erwähn wiederhol betracht begutacht bewert begeister entlass engagier beschäftig
befrag verhör verurteil bestraf verwöhn erleb überleb ereign begegn nähr ähnel schad nütz
gehorch lausch zuhör imponier beauftrag ernenn adoptier vererb übersetz dolmetsch passier
scheiter stamm hust nies atm duft kleid schmück dekorier kletter segel steuer lenk park
protestier demonstrier diskutier streik ruh rast raub überfall entführ hinterlass umgeb
entfern erreich erschein verschwend empör betret beweg wechsel tausch leist schaff lock kriech
stimm verzweifel zweifel glaub bestell servier reparier bedien vermiet miss versteck verrat
beneid beurteil empfind verarzt impf bedauer beweis bereit hinder verhinder sehn spür ahn
gewöhn beton kenn stütz stärk schwäch verwandel verzauber verhex segne tauf predig bet beicht
konfrontier ignorier fehl riskier telefonier funk surf chatt mail buch storni prob üb trainier
turn jubel applaudier klatsch pfeif brüll heul jammer klag verklag anklag vertrag verwend
verwirr verteil vermittel vermut erober erwach erwisch hetz kehr landet land starte start
mitteil füg handel werd schein lohn schein gelt bild heft platz krieg beschütz vollend beend end
dauer häng reg regn schnei blüh welk wirk fürcht herrsch lager löst lös ras flüchte flücht
verbring verbreit verbesser verringer vergrößer erhöh senk spar spend stift schneider strick
näher zerr schlepp trag reich schuf hob ras verkörper entschlüssel erforsch erricht beantrag
beantwort bezweifel verkleid spazier marschier musizier operier reagier akzeptier repräsentier
gefährd blend verblüff faszinier inspirier motivier amüsier irritier schockier provozier
richt versöhn biet vermach opfer widm charakterisier absolvier engagier kandidier triumphier
"""
_IRREGULAR = {
    "sein": "bin:1sg bist:2sg ist:3sg sind:pl seid:2pl war:3sg warst:2sg waren:pl wart:2pl sei:3sg"
    " seien:pl wäre:3sg wären:pl wärst:2sg wärest:2sg gewesen:part",
    "haben": "habe:1sg hab:1sg hast:2sg hat:3sg haben:pl,inf habt:2pl hatte:3sg hattest:2sg"
    " hatten:pl hattet:2pl hätte:3sg hätten:pl hättest:2sg gehabt:part",
    "werden": "werde:1sg wirst:2sg wird:3sg werden:pl,inf werdet:2pl wurde:3sg wurdest:2sg"
    " wurden:pl ward:3sg würde:3sg würden:pl würdest:2sg geworden:part worden:part",
    "können": "kann:3sg kannst:2sg können:pl,inf könnt:2pl konnte:3sg konntest:2sg konnten:pl"
    " könnte:3sg könnten:pl könntest:2sg könne:3sg gekonnt:part",
    "müssen": "muss:3sg muß:3sg musst:2sg müssen:pl,inf müsst:2pl musste:3sg mussten:pl müsste:3sg"
    " müssten:pl müsse:3sg gemusst:part musstest:2sg",
    "dürfen": "darf:3sg darfst:2sg dürfen:pl,inf dürft:2pl durfte:3sg durften:pl dürfte:3sg"
    " dürften:pl dürfe:3sg gedurft:part",
    "sollen": "soll:3sg sollst:2sg sollen:pl,inf sollt:2pl sollte:3sg sollten:pl solltest:2sg"
    " solle:3sg",
    "wollen": "will:3sg willst:2sg wollen:pl,inf wollt:2pl wollte:3sg wollten:pl wolltest:2sg"
    " wolle:3sg gewollt:part",
    "mögen": "mag:3sg magst:2sg mögen:pl,inf mögt:2pl mochte:3sg mochten:pl möchte:3sg möchten:pl"
    " möchtest:2sg möge:3sg gemocht:part",
    "wissen": "weiß:3sg weißt:2sg wissen:pl,inf wisst:2pl wusste:3sg wussten:pl wüsste:3sg"
    " wüssten:pl wisse:3sg gewusst:part",
    "tun": "tue:1sg tust:2sg tun:pl,inf täte:3sg",
}
_SUBJUNCTIVES = {
    "käme": "kommen", "ginge": "gehen", "gäbe": "geben", "ließe": "lassen", "sähe": "sehen",
    "fände": "finden", "bliebe": "bleiben", "hielte": "halten", "bräuchte": "brauchen",
    "stünde": "stehen", "nähme": "nehmen", "spräche": "sprechen", "hieße": "heißen",
}  # fmt: skip
_INSEPARABLE = ("be", "ver", "er", "ent", "zer", "miss", "ge", "über", "unter", "um", "wider",
                "wieder", "durch", "hinter", "emp", "voll")  # fmt: skip
_SEPARABLE = (
    "ab", "an", "auf", "aus", "bei", "ein", "fest", "fort", "heim", "her", "hin", "los", "mit",
    "nach", "nieder", "vor", "weg", "weiter", "zu", "zurück", "zusammen", "heraus", "hinaus",
    "herein", "hinein", "herauf", "hinauf", "herunter", "hinunter", "herum", "vorbei", "dar",
    "entgegen", "statt", "teil", "um", "über", "unter", "durch", "kennen", "frei", "voraus", "wahr",
    "bereit", "gegenüber", "heran", "hervor", "dazu", "hinzu", "auseinander", "still", "sicher",
)  # fmt: skip
_FINITE = frozenset({"1sg", "2sg", "3sg", "pl", "2pl"})
Reading = tuple[str, str]  # infinitive, form


def _weak_forms(stem: str) -> dict[str, str]:
    link = "e" if re.search(r"([td]|[^aeiouäöülrh][mn])$", stem) else ""
    s = "" if stem[-1] in "sßzx" else "s"
    plural = stem + ("n" if stem.endswith(("el", "er")) else "en")
    first = stem[:-2] + "le" if stem.endswith("el") else stem + "e"
    prefixed = stem.startswith(("be", "ver", "er", "ent", "zer", "ge", "miss", "über", "unter"))
    bare = (prefixed and len(stem) > 5) or stem.endswith("ier")
    participle = ("" if bare else "ge") + stem + link + "t"
    return {
        first: "1sg", stem + link + s + "t": "2sg", stem + link + "te": "3sg",
        stem + link + "ten": "pl", stem + link + "test": "2sg", plural: "pl,inf",
        participle: "3sg,part" if bare else "part",
        **({} if bare else {stem + link + "t": "3sg"}),
    }  # fmt: skip


def _strong_forms(infinitive: str, present: str, past: str, participle: str) -> dict[str, str]:
    stem = infinitive.removesuffix("n").removesuffix("e")
    plural = past + ("n" if past.endswith("e") else "en")
    second = present[:-1].removesuffix("e") + ("t" if present[-2] in "sßz" else "st")
    forms: dict[str, str] = {}
    for form, tag in (
        (stem + "e", "1sg"), (second, "2sg"), (present, "3sg"), (past, "3sg"), (plural, "pl"),
        (infinitive, "pl,inf"), (participle, "part"),
    ):  # fmt: skip
        forms[form] = f"{forms[form]},{tag}" if form in forms else tag
    return forms


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, frozenset[Reading]]:
    found: dict[str, set[Reading]] = {}

    def add(infinitive: str, forms: dict[str, str]) -> None:
        for form, tags in forms.items():
            found.setdefault(form, set()).update((infinitive, tag) for tag in tags.split(","))

    for line in _STRONG.replace("\n", "").split("|"):
        add(line.split()[0], _strong_forms(*line.split()))
    for stem in _WEAK.split():
        add(stem + ("n" if stem.endswith(("el", "er")) else "en"), _weak_forms(stem))
    for infinitive, forms in _IRREGULAR.items():
        add(infinitive, dict(form.split(":") for form in forms.split()))
    for form, infinitive in _SUBJUNCTIVES.items():
        add(infinitive, {form: "3sg", form + "n": "pl"})
    return {form: frozenset(readings) for form, readings in found.items()}


@lru_cache(maxsize=20_000)
def verb_readings(word: str) -> frozenset[Reading]:
    """Infinitive and form (`3sg`, `pl`, `inf`, `part` ...) of a lower-case word of a known verb."""
    direct = _lexicon().get(word)
    if direct:
        return direct
    if match := re.fullmatch(r"(\w+)ier(t|te|ten|en|e|st)", word):
        tags = {"t": ("3sg", "part"), "te": ("3sg",), "ten": ("pl",), "en": ("pl", "inf"),
                "e": ("1sg",), "st": ("2sg",)}[match[2]]  # fmt: skip
        return frozenset((match[1] + "ieren", tag) for tag in tags)
    return _prefixed(word)


def _prefixed(word: str) -> frozenset[Reading]:
    found: set[Reading] = set()
    for prefix in (*_INSEPARABLE, *_SEPARABLE):
        rest = word[len(prefix) :]
        if not word.startswith(prefix) or len(rest) < 3:
            continue
        found |= {(prefix + verb, tag) for verb, tag in _lexicon().get(rest, ())}
        if prefix in _INSEPARABLE:
            for verb, tag in _lexicon().get("ge" + rest, ()):
                if tag == "part":
                    found.add((prefix + verb, "part"))
        elif rest.startswith("zu"):
            for verb, tag in _lexicon().get(rest[2:], ()):
                if tag == "inf":
                    found.add((prefix + verb, "zu-inf"))
    return frozenset(found)


_ZU_INFINITIVE = re.compile(rf"({'|'.join(_SEPARABLE)})zu\w{{2,}}(en|ern|eln)")


def is_zu_infinitive(word: str) -> bool:
    """Whether the form has `zu` inside: anzusehen, zurückzuklettern."""
    return bool(_ZU_INFINITIVE.fullmatch(word))


@lru_cache(maxsize=1)
def _imperatives() -> frozenset[str]:
    found = {stem + ending for stem in _WEAK.split() for ending in ("", "e", "t")}
    for line in _STRONG.replace("\n", "").split("|"):
        infinitive, present, *_ = line.split()
        stem = infinitive.removesuffix("n").removesuffix("e")
        raised = "i" in present and "e" in stem and "i" not in stem
        found |= {present.removesuffix("t") if raised else stem, stem + "e", stem + "t"}
    return frozenset(found) | {"sei", "seid", "tu", "tut", "hab", "habt", "lass", "iss", "lies"}


def is_imperative(word: str) -> bool:
    """Whether the form can give an order."""
    return word in _imperatives()


def is_finite(word: str) -> bool:
    """Whether a known verb has this lower-case form as a finite one."""
    return any(tag in _FINITE for _, tag in verb_readings(word))


def numbers(word: str) -> frozenset[str]:
    """The persons and numbers that the form may have."""
    return frozenset(tag for _, tag in verb_readings(word) if tag in _FINITE)


def is_participle(word: str) -> bool:
    """Whether the form is a past participle of a known verb, or looks like one."""
    return any(tag == "part" for _, tag in verb_readings(word)) or bool(
        re.fullmatch(r"(\w{2,6})?ge\w{3,}(t|en)", word)
    )


def is_infinitive(word: str) -> bool:
    """Whether the form is an infinitive of a known verb."""
    return any(tag in {"inf", "zu-inf"} for _, tag in verb_readings(word))
