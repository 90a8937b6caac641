import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { text, type TextKey, type TextValues } from '~/lib/i18n';
import { DURATION } from '~/lib/messages';

/** What the specification (docs/specification.md) words, by the key that says it: changed here only with the specification. */
const WORDED: Record<string, [sentence: string, key: TextKey, values?: TextValues][]> = {
  'the frame': [
    ['Preise', 'shell.nav.pricing'],
    ['Styles', 'shell.nav.styles'],
    ['Anmelden', 'shell.nav.signIn'],
    ['Jetzt starten', 'shell.nav.start'],
    ['Dashboard', 'shell.nav.dashboard'],
    ['Abmelden', 'shell.nav.signOut'],
    ['Einstellungen', 'shell.nav.settings'],
    ['Lädt...', 'shell.loading'],
    ['Oops! Page not found', 'shell.notFound.title'],
  ],
  'the public pages': [
    ['Bewerbung Blog', 'site.blog.pageTitle', { title: 'Bewerbung' }],
    ['Zurück zur Kategorie', 'site.blog.toCategory'],
    ['Zurück zur Bewerbungs-Kategorie', 'site.blog.back.bewerbung'],
    ['Zurück zur LinkedIn-Kategorie', 'site.blog.back.linkedin'],
    ['Zurück zur AI-Kategorie', 'site.blog.back.ai'],
  ],
  accounts: [
    ['Reset-Link senden', 'accounts.forgot.submit'],
    ['Account existiert bereits', 'accounts.error.exists'],
    ['Ungültiger Link', 'accounts.reset.invalidTitle'],
    ['Bestätigungs-E-Mail wurde erneut gesendet!', 'accounts.verify.resent'],
    ['AGBs erforderlich', 'accounts.error.termsTitle'],
    ['Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.', 'accounts.error.terms'],
    ['Das Passwort muss mindestens 6 Zeichen lang sein.', 'accounts.error.passwordShort'],
    ['Die Passwörter stimmen nicht überein.', 'accounts.error.passwordsDiffer'],
    ['Passwort geändert', 'accounts.reset.doneTitle'],
    ['E-Mail oder Passwort ist falsch.', 'errors.invalid_credentials'],
    ['Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.', 'errors.email_not_confirmed'],
    ['Diese E-Mail-Adresse wird bereits verwendet.', 'errors.email_taken'],
    ['Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.', 'errors.rate_limited'],
    ['Das Passwort entspricht nicht den Anforderungen. Mindestens 6 Zeichen erforderlich.', 'errors.weak_password'],
    ['Bitte geben Sie eine gültige E-Mail-Adresse ein.', 'accounts.error.emailInvalid'],
    ['Ein Fehler ist aufgetreten. Bitte versuchen Sie es später erneut.', 'errors.unexpected'],
    ['Nicht angemeldet', 'errors.notSignedIn'],
    ['Fehler', 'errors.title'],
    ['Profil konnte nicht geladen werden.', 'shell.broken.account'],
    ['Ihre E-Mail-Adresse kann nicht geändert werden.', 'settings.account.emailFixed'],
    ['Gespeichert', 'settings.saved'],
    ['Admin Anpassung', 'settings.reason.admin_adjustment'],
  ],
  'subscriptions and credits': [
    ['Mein Abo', 'billing.panel.tabs.plan'],
    ['Upgrade', 'billing.panel.tabs.upgrade'],
    ['Credits kaufen', 'billing.panel.tabs.packs'],
    ['Kein aktives Abo', 'billing.panel.none'],
    ['Aktiv', 'billing.panel.active'],
    ['Läuft aus', 'billing.panel.ending'],
    ['Inaktiv', 'billing.panel.inactive'],
    ['Aktuelles Abo', 'billing.pricing.current'],
    ['Downgrade nicht möglich', 'billing.pricing.downgrade'],
    ['Bitte melden Sie sich zuerst an', 'billing.order.signIn'],
    ['Keine aktive Sitzung', 'billing.panel.noSession'],
    ['Fehler beim Kauf', 'billing.order.failed.pack'],
    ['Fehler beim Starten des Checkout', 'billing.order.failed.plan'],
    ['Upgrade fehlgeschlagen', 'billing.order.failed.upgrade'],
    ['Kündigung fehlgeschlagen', 'billing.panel.cancelFailed'],
    [
      'Downgrades sind nicht möglich. Kündigen Sie Ihr Abo zum Periodenende oder kaufen Sie Credit-Packs.',
      'errors.downgrade_not_allowed',
    ],
    ['Abo gekündigt', 'billing.panel.canceledTitle'],
    ['Abo erfolgreich aktualisiert', 'billing.return.upgradeTitle'],
    ['Upgrade wird vorbereitet', 'billing.order.preparing'],
    ['Abo aktiviert', 'billing.return.planTitle'],
  ],
  'profiles and training': [
    ['Training starten', 'aiProfiles.wizard.start'],
    ['Zurück', 'shell.back'],
    ['Portraits generieren', 'aiProfiles.action.generate'],
    ['Ungültige Dateien', 'aiProfiles.wizard.invalidTitle'],
    ['Einige Bilder wurden verworfen', 'aiProfiles.wizard.droppedTitle'],
    ['Bilder validiert', 'aiProfiles.wizard.validatedTitle'],
    ['Name fehlt', 'aiProfiles.wizard.nameMissingTitle'],
    ['Bitte geben Sie einen Namen für das Profil ein.', 'aiProfiles.wizard.nameMissing'],
    ['Zu wenige Fotos', 'aiProfiles.wizard.tooFewTitle'],
    ['Bitte laden Sie mindestens 8 Fotos hoch.', 'errors.too_few_photos'],
    ['Name darf nicht leer sein.', 'aiProfiles.rename.empty'],
    ['Training konnte nicht gestartet werden', 'aiProfiles.wizard.startFailedTitle'],
    ['Bitte später erneut versuchen', 'aiProfiles.wizard.startLater'],
    ['Nicht genug Credits', 'aiProfiles.wizard.creditsTitle'],
    ['Training gestartet', 'aiProfiles.wizard.startedTitle'],
    ['Training abgeschlossen', 'aiProfiles.became.readyTitle'],
    ['Training fehlgeschlagen', 'aiProfiles.became.failedTitle'],
    ['Gespeichert', 'aiProfiles.rename.savedTitle'],
    ['Profilname wurde aktualisiert', 'aiProfiles.rename.saved'],
    ['Gelöscht', 'aiProfiles.remove.doneTitle'],
    ['Profil wurde erfolgreich gelöscht', 'aiProfiles.remove.done'],
  ],
  'styles and generations': [
    ['Profil 2', 'styles.option.unnamed', { number: 2 }],
    ['Bereit', 'styles.option.ready'],
    ['Training', 'styles.option.training'],
    ['Nicht bereit', 'styles.option.other'],
    ['Portraits generieren (10 Credits)', 'styles.generate'],
    ['Wird generiert...', 'styles.generating'],
    ['Sie benötigen ein AI-Profil.', 'styles.needProfile'],
    ['Bitte wählen Sie ein Profil aus.', 'styles.needChoice'],
    ['Style nicht gefunden', 'styles.notFound'],
    ['Kein AI-Profil', 'styles.error.noProfileTitle'],
    ['Kein Profil ausgewählt', 'styles.error.noChoiceTitle'],
    ['Profil muss trainiert sein', 'styles.error.notReadyTitle'],
    ['Nicht genug Credits', 'styles.error.creditsTitle'],
    ['Generation gestartet', 'styles.started.title'],
    ['Fertig', 'generations.status.completed'],
    ['In Bearbeitung', 'generations.status.processing'],
    ['Fehlgeschlagen', 'generations.status.failed'],
    ['In Warteschlange', 'generations.status.queued'],
    ['Fertig', 'generations.listStatus.completed'],
    ['Wird generiert', 'generations.listStatus.processing'],
    ['Fehlgeschlagen', 'generations.listStatus.failed'],
    ['In Warteschlange', 'generations.listStatus.queued'],
    ['Ihre Portraits', 'generations.untitled'],
    ['Generation löschen?', 'generations.remove.title'],
    ['Alle herunterladen (8)', 'generations.downloadAll', { count: 8 }],
    ['Erstellung fehlgeschlagen', 'generations.failed.title'],
    ['Generation nicht gefunden', 'generations.notFound.title'],
    ['Bilder werden vorbereitet...', 'generations.progress.preparing'],
    ['KI generiert Ihre Portraits...', 'generations.progress.generating'],
    ['Fast fertig! Qualität wird optimiert...', 'generations.progress.almost'],
    ['Letzte Details werden hinzugefügt...', 'generations.progress.details'],
    ['Download fehlgeschlagen', 'generations.downloadFailed'],
    ['Bitte versuchen Sie es erneut.', 'generations.tryAgain'],
    ['Fehler beim Löschen', 'generations.remove.failed'],
    ['Gelöscht', 'generations.remove.doneTitle'],
    ['Die Generation wurde gelöscht.', 'generations.remove.done'],
  ],
  'the admin area': [
    ['Admin Panel', 'admin.title'],
    ['Dashboard', 'admin.nav.dashboard'],
    ['User verwalten', 'admin.nav.users'],
    ['Styles verwalten', 'admin.nav.styles'],
    ['Credit Packs', 'admin.nav.packs'],
    ['Zugriff verweigert', 'shell.admin.refusedTitle'],
    ['Sie haben keine Admin-Berechtigung', 'shell.admin.refusedText'],
    ['Credits können nicht negativ sein', 'errors.balance_negative'],
    ['Credits aktualisiert', 'admin.users.creditsDone'],
    ['User blockiert', 'admin.users.blocked'],
    ['Der User kann sich nicht mehr anmelden', 'admin.users.blockedText'],
    ['User freigegeben', 'admin.users.unblocked'],
    ['Der User kann sich wieder anmelden', 'admin.users.unblockedText'],
    ['Style aktualisiert', 'admin.styles.saved'],
    ['Style aktiviert', 'admin.styles.switchedOn'],
    ['Style deaktiviert', 'admin.styles.switchedOff'],
    ['Möchten Sie dieses Kreditpaket wirklich löschen?', 'admin.packs.deleteTitle'],
    ['Kreditpakete konnten nicht geladen werden.', 'admin.packs.failed'],
    ['Kreditpaket konnte nicht gespeichert werden.', 'admin.packs.saveFailed'],
    ['Kreditpaket konnte nicht gelöscht werden.', 'admin.packs.deleteFailed'],
    ['Erfolgreich aktualisiert', 'admin.packs.edited'],
    ['Erfolgreich erstellt', 'admin.packs.created'],
    ['Erfolgreich gelöscht', 'admin.packs.deleted'],
  ],
};

describe.each(Object.entries(WORDED))('%s', (_group, texts) => {
  it.each(texts)('«%s»', (sentence, key, values) => expect(text(key, values)).toBe(sentence));
});

it('has the numbers of the specification', () => {
  expect(
    facts.plans.map(({ name, priceRappen, credits, recommended }) => [name, priceRappen, credits, recommended]),
  ).toEqual([
    ['Starter', 990, 120, false],
    ['Professional', 1790, 240, true],
    ['Business', 3490, 500, false],
  ]);
  expect(facts.plans.map(({ examples }) => examples.map(({ trainings, styles }) => [trainings, styles]))).toEqual([
    [[1, 2]],
    [
      [1, 14],
      [2, 4],
    ],
    [
      [1, 40],
      [5, 0],
    ],
  ]);
  expect(facts).toMatchObject({
    currency: 'CHF',
    training: { credits: 100 },
    generation: { credits: 10, portraits: 8, estimateSeconds: 180 },
    photos: { min: 8, max: 15, maxBytes: 10_000_000, advisedPixels: 512 },
    portraits: { keptDays: 90, reminderDaysBefore: 7 },
    referencePhotos: { deletedHoursAfterTraining: 24 },
    retention: { providerHours: 1, sessionAddressDays: 7 },
    deletion: { imagesWithinDays: 7, accountingYears: 10 },
    account: { passwordMinLength: 6, displayNameMax: 100, minimumAge: 18 },
    profile: { nameMax: 50 },
    links: { lifetimeSeconds: 3600 },
    dashboard: { recentGenerations: 5 },
    withdrawal: { days: 14 },
    cookies: { consentYears: 1, analyticsMonths: 14, marketingDays: 90 },
    terms: { changeNoticeDays: 30 },
    privacy: { requestWorkingDays: 7 },
    refunds: {
      reviewWorkingDays: 3,
      paybackDaysMin: 5,
      paybackDaysMax: 10,
      duplicateMinutes: 5,
      duplicateAskHours: 24,
    },
  });
  // A plan is good for what is said of it.
  for (const { credits, examples } of facts.plans)
    for (const { trainings, styles } of examples)
      expect(trainings * facts.training.credits + styles * facts.generation.credits).toBeLessThanOrEqual(credits);
});

it('has the durations of messages', () =>
  expect(DURATION).toEqual({ info: 3_000, normal: 5_000, long: 8_000, waiting: 20_000 }));

it('breaks at 768 pixels and nowhere near it, in units that grow with the letters', () => {
  const REM = 16; // pixels, at the size browsers start with
  const source = join(import.meta.dirname, '../src');
  const edges = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [
      ...readFileSync(join(source, name), 'utf8').matchAll(
        /@(?:media|container)[^{]*?(min|max)-width: ([\d.]+)(px|rem)/g,
      ),
    ])
    .map(([, edge, width, unit]) => ({
      unit,
      width: Number(width) * (unit === 'rem' ? REM : 1) + (edge === 'max' ? 1 : 0),
    }));
  const widths = edges.map(({ width }) => width);
  expect(widths).toContain(768);
  expect([...new Set(widths)].filter((width) => width !== 768 && Math.abs(width - 768) < 60)).toEqual([]);
  // Only what stands below the narrowest phone may count in pixels.
  expect(edges.filter(({ unit, width }) => unit === 'px' && width > 360)).toEqual([]);
});
