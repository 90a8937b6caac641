import type { Schemas } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';

type Reason = NonNullable<Schemas['PhotoVerdict']['reason']>;

/** What the command says about a photo. */
export const reasonTexts: Record<Reason, string> = {
  unsupported_format: 'kein JPEG, PNG, WebP, GIF oder HEIC',
  heic: 'HEIC nicht lesbar; bitte als JPEG speichern',
  too_many_pixels: 'zu viele Pixel',
  damaged: 'die Datei ist beschädigt',
  no_face: 'kein Gesicht gefunden',
  many_faces: 'mehrere Gesichter',
  too_small: 'das Gesicht ist zu klein',
  face_cut: 'das Gesicht ist angeschnitten',
  turned: 'das Gesicht ist zu stark abgewandt',
  rotated: 'das Bild liegt auf der Seite',
  too_dark: 'zu dunkel',
  too_bright: 'zu hell',
  blurred: 'zu unscharf',
  sunglasses: 'Sonnenbrille',
  duplicate: 'doppelt',
};

export const texts = {
  usage: `Aufruf: npm run portraits -- --photos ORDNER --style SLUG --out ORDNER
  --photos ORDNER   Ordner mit 8 bis 15 Fotos einer Person
  --style SLUG      zum Beispiel corporate, linkedin, black-bg
  --out ORDNER      hier entstehen die Portraits
  --gender WERT     female oder male (Vorgabe male)
  --name NAME       Name des Profils (Vorgabe: Name des Ordners)
  --other-person    die Fotos zeigen nicht Sie, sondern jemanden, der mindestens ${facts.account.minimumAge} Jahre alt ist und in die Verarbeitung seiner Gesichtsbilder eingewilligt hat
  --server URL      ein laufender Server (Vorgabe: der lokale, sonst wird einer gestartet)
  --api-key KEY     Schlüssel für einen Server, der nicht lokal ist (auch BILDNIS_API_KEY)`,
  missing: (name: string) => `--${name} fehlt.`,
  noFolder: (path: string) => `Der Ordner ${path} lässt sich nicht lesen.`,
  noPhotos: (path: string) => `Im Ordner ${path} liegen keine Bilder.`,
  starting: 'Kein Server läuft: Bildnis wird gestartet …',
  startFailed: 'Bildnis liess sich nicht starten:',
  unreachable: (url: string) => `Der Server ${url} antwortet nicht.`,
  keyNeeded:
    'Dieser Server braucht einen API-Schlüssel: --api-key KEY oder BILDNIS_API_KEY. Sie erstellen ihn unter Konto → API.',
  account: 'Konto eröffnet, Plan bestellt',
  checking: 'Fotos prüfen',
  training: 'Training',
  rendering: 'Portraits',
  tooFew: (good: number, needed: number) => `Nur ${good} brauchbare Fotos; ${needed} sind nötig.`,
  chosen: (count: number, of: number) => `Die ${count} besten von ${of} guten Fotos werden verwendet.`,
  unknownStyle: (slug: string, known: string[]) => `Den Style «${slug}» gibt es nicht. Zur Wahl: ${known.join(', ')}.`,
  trainingFailed: 'Das Training ist fehlgeschlagen. Die Credits kommen zurück.',
  otherPerson: 'zeigt eine andere Person',
  runFailed: 'Die Portraits konnten nicht erstellt werden. Die Credits kommen zurück.',
  done: (count: number, folder: string) => `${count} Portraits in ${folder}`,
  sample:
    'Muster: um Ihre Fotos gezeichnet, von keinem Modell erzeugt. Portraits ohne dieses Zeichen entstehen mit einem eingerichteten Bilddienst.',
  good: 'gut',
  tableHead: ['Foto', 'Urteil'] as const,
  refusals: {
    rate_limited: 'Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.',
    insufficient_credits: `Die Credits reichen nicht: ein Training kostet ${facts.training.credits}, ein Style ${facts.generation.credits}.`,
    unauthenticated: 'Der Schlüssel oder die Anmeldung gilt nicht.',
    invalid_credentials: 'E-Mail oder Passwort ist falsch.',
    network: 'Die Verbindung zum Server ist abgebrochen.',
    timeout: 'Der Server antwortet nicht. Bitte versuchen Sie es in einigen Minuten erneut.',
    upload_too_slow:
      'Die Übertragung eines Bildes war zu langsam und wurde abgebrochen. Bitte starten Sie den Befehl erneut.',
    unavailable: 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten erneut.',
  } as Record<string, string>,
  failed: (code: string, detail: string | null) => `Abgebrochen: ${code}${detail ? ` (${detail})` : ''}`,
  timeout: (what: string) => `${what}: nach langer Zeit kein Ergebnis.`,
};
