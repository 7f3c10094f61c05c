"""German word lists that tell the parts of a sentence apart."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(words.split())


SUBORDINATORS = word_set(
    """dass daß weil wenn ob obwohl obgleich obschon als nachdem bevor ehe während bis seit seitdem
    damit sodass indem sobald solange sofern falls da wohingegen sooft soweit wobei wodurch
    weshalb weswegen wonach woran worauf worüber wofür wovon womit worin wogegen wozu wie wo
    wohin woher wann warum wieso wer wen wem wessen was"""
)
# These also open a main clause or a question, where the verb comes second.
QUESTION_WORDS = word_set(
    """wie wo wohin woher wann warum wieso weshalb weswegen wer wen wem wessen was wozu woran
    worauf worüber wofür wovon womit"""
)
COORDINATORS = word_set("und oder aber sondern denn doch sowie bzw beziehungsweise")
RELATIVE_FORMS = word_set("der die das den dem dessen deren denen")
RELATIVE_WELCH = word_set("welcher welche welches welchen welchem")

NOMINATIVE_PRONOUNS = word_set(
    """ich du er wir man wer jeder keiner einer mancher dieser jener derselbe derjenige irgendwer
    irgendeiner"""
)
ACCUSATIVE_PRONOUNS = word_set("mich dich ihn wen jemanden niemanden keinen jeden")
OBLIQUE_PRONOUNS = word_set("mir dir ihm ihnen uns euch sich wem jemandem niemandem einander allem")
# Nominative or accusative alike.
UNMARKED_PRONOUNS = word_set(
    """sie es das dies was alles nichts etwas jemand niemand viele alle beide manche einige wenige
    andere vieles beides jede keine eine diese welche mehrere jenes dieses jedes eines
    irgendjemand irgendwas irgendetwas die"""
)
PLURAL_PRONOUNS = word_set("viele alle beide manche einige wenige andere mehrere wir")

VAGUE_PEOPLE = frozenset({"niemand", "jemand", "irgendjemand"})
VAGUE_THINGS = frozenset({"das", "was", "dies", "es", "alles", "nichts", "etwas", "vieles"})
NUMERALS = word_set(
    """zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn zwanzig dreißig hundert
    tausend paar zweier dreier mehr weniger genug lauter"""
)
ADVERBS = word_set(
    """nicht auch noch nur schon sehr so immer nie niemals wieder heute gestern morgen jetzt nun
    dann da dort hier oft manchmal selten bald später früher vorher nachher zuerst zuletzt
    endlich leider vielleicht wahrscheinlich wohl ja nein doch eben halt mal einmal zweimal
    dreimal gern gerne lieber mehr weniger viel wenig sogar selbst fast kaum ganz ziemlich etwa
    ungefähr genau gerade bereits erst sonst trotzdem dennoch deshalb deswegen daher darum also
    außerdem zudem allerdings jedoch dagegen hingegen plötzlich sofort gleich damals neulich
    kürzlich inzwischen mittlerweile anschließend danach davor dabei dafür damit daran darauf
    daraus darin darüber darunter davon dazu hinzu her hin heraus hinaus herein hinein herauf
    hinauf herunter hinunter herum weg fort los zurück weiter zusammen allein alleine draußen
    drinnen drin dran drauf oben unten vorne vorn hinten links rechts überall irgendwo
    irgendwann irgendwie nirgends nirgendwo abends morgens mittags nachts nachmittags vormittags
    tagsüber montags sonntags samstags stets ständig jemals bisher bislang weiterhin wirklich
    tatsächlich natürlich sicher bestimmt hoffentlich offenbar angeblich anscheinend scheinbar
    normalerweise möglicherweise glücklicherweise beispielsweise teilweise überhaupt gar
    besonders insbesondere vor allem eigentlich einfach beinahe längst erneut ebenfalls ebenso
    genauso gleichzeitig schließlich zunächst letztlich letztendlich zumindest mindestens
    höchstens wenigstens insgesamt rund knapp heutzutage übrigens sozusagen bloß lediglich
    ohnehin sowieso überwiegend meist meistens jederzeit einst dereinst vorgestern übermorgen
    umsonst nebenan daheim zuhause unterwegs jedenfalls andererseits einerseits zwar nämlich
    somit folglich demnach stattdessen wiederum mehrmals oftmals vielmals jahrelang stundenlang
    tagelang lange lang kurz schnell langsam laut leise gut besser schlecht recht spät früh weit
    nah tief hoch hart fest stark schwer leicht richtig falsch klar direkt deutlich ernst still
    ruhig freundlich glücklich traurig müde krank gesund alt jung neu groß klein schön nett klug
    stolz allzu zu äußerst überaus höchst erstmals nachdenklich aufmerksam vorsichtig
    rechtzeitig öffentlich offiziell persönlich gemeinsam derzeit momentan künftig seither
    vorbei dahin dorthin hierher bitte danke auf ab an ein aus mit nieder umher entlang quer
    mitten nahezu weitaus desto umso je entweder weder sowohl soeben eher anders bis sowieso
    heimlich ehrlich dringend absolut völlig komplett vollkommen extrem total echt furchtbar
    unheimlich wunderbar herzlich nochmal nochmals immerhin zweifellos gewiss sicherlich jetzt
    gegenüber voraus empor ringsum zuvor zufällig ursprünglich ehemals vergeblich unbedingt
    gegenseitig miteinander nacheinander seinerzeit unterdessen währenddessen vorerst zeitlebens
    zuhause zuweilen bereits dereinst neben frei offen bereit bekannt tot rot blau grün kalt
    warm bunt leer voll wach wütend nervös arm reich süß sauber kaputt fertig fleißig mutig
    schwanger verheiratet verliebt interessant wichtig möglich nötig unmöglich schwierig schlimm
    toll lustig dumm böse hungrig durstig zufrieden froh schuldig unschuldig einverstanden
    zuständig berühmt beliebt wert egal namens"""
)
# Adverbs that may stand before an attributive adjective.
INTENSIFIERS = word_set(
    """sehr so besonders ziemlich ganz recht äußerst überaus höchst wirklich immer noch zu allzu
    einst damals ehemals weltweit leicht schwer gut schlecht neu frisch streng hoch tief viel
    weit etwas wenig ungewöhnlich außergewöhnlich unglaublich extrem absolut völlig vollkommen
    total echt furchtbar unheimlich sozial politisch international ebenso genauso fast kaum
    nicht bereits schon gerade eben kürzlich jüngst sogenannte früh spät allseits wahrhaft
    ausgesprochen bald heute jetzt inzwischen durchaus wunderbar schrecklich furchtbar bekannt"""
)
TIME_NOUNS = word_set(
    """Tag Tages Abend Morgen Mittag Nachmittag Vormittag Montag Dienstag Mittwoch Donnerstag
    Freitag Samstag Sonnabend Sonntag Monat Sommer Winter Herbst Frühling Augenblick Moment
    Januar Februar März April Mai Juni Juli August September Oktober November Dezember Jahr
    Woche Stunde Minute Nacht Mal Zeit Weile Sekunde Wochenende Jahrhundert"""
)
# Nouns that name living beings and take part in a sentence like a person does.
ANIMATE_NOUNS = word_set(
    """Kind Kinder Kindern Kindes Baby Babys Mensch Menschen Person Personen Leute Leuten Hund
    Hunde Hunden Tier Tiere Tieren Pferd Pferde Katze Katzen Familie Polizei Regierung Publikum
    Volk Gast Gäste Gästen Eltern Geschwister Team Mannschaft Firma Gruppe Presse Feind Feinde
    Gegner Gegnern Opfer Mitglied Mitglieder Bevölkerung Gemeinde Klasse Armee Gericht Jury
    Vogel Bär Wolf Drache Wesen Gespenst Star Geist Teufel Engel Zwilling Zwillinge Waise
    Ehepaar Paar Fan Fans Anhänger Nachfolger Vorgänger Verwandte Verwandten Bekannte Bekannten
    Fremde Fremden Kranke Kranken Alte Alten Angeklagte Angeklagten Abgeordnete Vorsitzende
    Gefangene Verletzte Deutsche Deutschen Beamte Beamten Reporter Besucher Zuschauer Reisende
    Kerl Typ Bengel Säugling Fürst Riese Zwerg Affe Hase Fuchs Esel Ritter Clown Boss Star"""
)
PLURAL_NOUNS = word_set(
    """Kinder Leute Eltern Menschen Hunde Tiere Pferde Katzen Gäste Geschwister Feinde Mitglieder
    Babys Personen Großeltern Fans Augen Haare Hände Füße Arme Beine Ohren Finger Bücher Häuser
    Blumen Tränen Fragen Jahre Tage Wochen Monate Stunden Freunde Schuhe Kleider Sachen Worte
    Wörter Lieder Bilder Briefe Karten Träume Pläne Sorgen Gefühle Ideen Gedanken Möbel Ferien
    Schulden Hausaufgaben Aufgaben Erfahrungen Rechte Probleme Fehler Länder Städte Zähne Lippen
    Gedichte Geschichten Truppen Waffen Soldaten Untertanen Geschenke Pflanzen Kräfte"""
)
# Used like names, without an article.
CALLED_BY_NAME = word_set(
    """Vater Mutter Papa Mama Papi Mami Vati Mutti Opa Oma Uropa Uroma Onkel Tante Großvater
    Großmutter Schwester Bruder Sir Ma'am"""
)
# Bare nouns that follow a person without naming that person.
OBJECT_NOUNS = word_set(
    """Kinder Recht Angst Hunger Durst Geld Deutsch Englisch Französisch Spanisch Japanisch Blumen
    Wasser Kaffee Tee Wein Bier Zeit Musik Lieder Bücher Briefe Hilfe Geschichten Fußball
    Klavier Gitarre Brot Milch Essen Fleisch Obst Sport Glück Unrecht Mut Mühe Sorgen Lust Platz
    Schach Geige Tennis Suppe Kuchen Medizin Mathematik Physik Chemie Biologie Jura Geschichte
    Kunst Fragen Probleme Schmerzen Fieber Krebs Arbeit Hoffnung Vertrauen Bescheid Karten Abend
    Morgen Freude Trost Rosen Schokolade Bilder Gedichte Romane Fotos Äpfel Auto Rad Ski Zeitung
    Reis Tag Nacht Jahre Tage Stunden Wochen Monate Minuten Mal Male Prozent Euro Dollar Schuld
    Kleidung Kleider Schmuck Gold Schuhe Hut Brille Anweisungen Ratschläge Befehle Macht
    Einfluss Respekt Mitleid Abschied Urlaub Feierabend Erfolg Widerstand Kritik Druck"""
)
# Predicate nouns that stay the same whoever they are said of.
NEUTRAL_PREDICATES = word_set(
    """Mensch Person Genie Vorbild Kind Mitglied Talent Teil Star Gast Waise Opfer Profi Fan Idol
    Mysterium Rätsel Problem Geschenk Zwilling Tier Engel Monster Wunder Beispiel Symbol Legende
    Ausnahme Hilfe Gefahr Fall Albtraum Alptraum Trottel Persönlichkeit Koryphäe Größe Ikone
    Naturtalent Ass Phänomen Schatz Säugling Flüchtling Lehrling Häftling Liebling Vegetarier
    Menschen Pest Last Enttäuschung Berühmtheit Frohnatur Nervensäge Leiche"""
)
FEMININE_SUFFIXES = (
    "ung", "heit", "keit", "schaft", "tät", "ion", "enz", "anz", "erei", "ik", "ur", "age", "ie",
)  # fmt: skip
NEUTER_SUFFIXES = ("chen", "lein", "ment", "um", "eum")
PLURAL_SUFFIXES = ("ungen", "heiten", "keiten", "schaften", "täten", "ionen", "innen", "erinnen")
WOMAN_SUFFIXES = (
    "erin",
    "istin",
    "entin",
    "antin",
    "login",
    "atin",
    "ärin",
    "orin",
    "eurin",
    "rinnen",
    "tinnen",
    "sinnen",
    "ginnen",
)
# Words of the shape of a woman's title that are none.
NOT_WOMEN = frozenset({"Katherin", "Medizin", "Berlin", "Turin", "Aspirin", "Insulin", "Latin"})
