"""German verbs by what they ask of their subject and their objects."""

from __future__ import annotations

from equimask.gender.swap.languages.de.words import word_set

# What is said or done, so that a thing beside them is the object.
AGENTIVE = word_set(
    """sagen machen tun wissen denken glauben meinen wollen schreiben erzählen lesen essen trinken
    kochen malen kaufen backen fragen antworten singen tragen behaupten nehmen komponieren bauen
    schenken schicken leihen geben vergessen bemerken verkaufen unterschreiben übersetzen
    sammeln erfinden entdecken"""
)
# Verbs whose object feels what the subject causes, so that a thing beside them is the subject.
AFFECTING = word_set(
    """freuen ärgern stören überraschen wundern interessieren betreffen enttäuschen beeindrucken
    langweilen erschrecken beunruhigen beschäftigen begeistern quälen verwirren faszinieren
    schockieren amüsieren verblüffen inspirieren motivieren irritieren töten verletzen umgeben
    wecken treffen erreichen kosten retten trösten erinnern empören bewegen zwingen"""
)
WITH_HUMAN_OBJECT = word_set(
    """ehren wählen entlassen einladen verhaften verurteilen kritisieren loben ernennen beschuldigen
    begrüßen empfangen feiern verklagen bestrafen belohnen auszeichnen befragen zwingen beauftragen
    engagieren verdächtigen anklagen"""
)
APPEARING = word_set(
    """leben kommen sterben erscheinen folgen stehen sitzen liegen klopfen fehlen wohnen herrschen
    gehen bleiben regieren singen sprechen spielen lachen"""
)
SAYING = word_set(
    """sagen rufen fragen antworten erklären flüstern meinen denken schreien erwidern murmeln
    berichten bemerken betonen seufzen lachen erzählen wissen fügen ergänzen schreiben
    hinzufügen"""
)
DATIVE_VERBS = word_set(
    """geben schenken zeigen sagen erzählen helfen danken folgen gehören gefallen schmecken passen
    bringen schicken leihen erklären antworten glauben verzeihen vertrauen begegnen gratulieren
    dienen schaden fehlen erlauben verbieten anbieten bieten empfehlen raten befehlen
    versprechen wünschen schreiben mitteilen geschehen passieren gelingen ähneln gehorchen
    widersprechen zuhören zustimmen beibringen wegnehmen stehlen überreichen übergeben verraten
    vorstellen vorlesen reichen senden verkaufen berichten beweisen verdanken überlassen
    bereiten servieren melden misstrauen drohen nützen imponieren vergeben gleichen kaufen leid
    entkommen entgegenkommen vererben lauschen genügen nähern abnehmen zusehen kündigen machen
    öffnen unterbreiten widmen hinterlassen gönnen"""
)
_GIVING = ("geben", "schicken", "bringen", "schenken", "senden", "nehmen", "sagen")
ONLY_DATIVE = word_set(
    """helfen danken folgen gehören gefallen schmecken vertrauen begegnen gratulieren dienen schaden
    gelingen ähneln gehorchen widersprechen zuhören zustimmen misstrauen drohen nützen imponieren"""
)
GENITIVE_VERBS = frozenset(
    {"gedenken", "bedürfen", "anklagen", "beschuldigen", "bezichtigen", "entledigen"}
)


def takes_dative(verbs: frozenset[str]) -> bool:
    """Whether one of the verbs, or the verb inside it (zurück-geben), has a dative object."""
    return any(verb in DATIVE_VERBS or verb.endswith(_GIVING) for verb in verbs)
