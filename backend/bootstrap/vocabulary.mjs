import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** Where everything stands that customers and admins read. */
const folders = [
  'pwa/src/locales',
  'pwa/src/content',
  'backend/src/notifications/emails',
  'backend/src/notifications/push',
];

const units = 'KB|kB|MB|GB|px|mm|cm|dpi|Uhr|Min\\.|Pixel|Prozent|×';
/** What is not said, and what is said in its place. */
const rules = [
  { banned: /\bcredit[- ]packs?\b/i, instead: 'Credit-Paket' },
  { banned: /\bkredit-?pakete?n?\b/i, instead: 'Credit-Paket' },
  { banned: /\babonnements?\b/i, instead: 'Abo' },
  { banned: /\bIhr(?:e[nmrs]?)? Plans?\b/, instead: 'Ihr Abo' },
  { banned: /\brückbelast\w*/i, instead: 'Rückbuchung' },
  { banned: /\baccounts?\b/i, instead: 'Konto' },
  { banned: /\bAGBs\b/, instead: 'AGB' },
  { banned: /\bAI\b(?!-Profil)/, instead: 'KI' },
  { banned: /(?<!E-)\bmails?\b/i, instead: 'E-Mail' },
  { banned: /\.{3}/, instead: '…' },
  { banned: /ß/, instead: 'ss' },
  { banned: /\b\d{1,2}:\d{2}\b/, instead: '14.05 Uhr' },
  { banned: /\b200 (?:bis|und) 500 [kK]B\b/, instead: 'was eine Datei von uns wiegt' },
  // In `pwa/src/content` the site itself keeps them on one line.
  {
    banned: new RegExp(`(?:\\d|\\}\\}) (?:${units})(?!\\p{L})|× (?:\\d|\\{\\{)`, 'u'),
    instead: 'ein geschütztes Leerzeichen (\\u00a0) vor der Einheit',
    except: 'pwa/src/content',
  },
];

/** What the product's specification words, or a name of somebody else's: said as it stands, and nowhere else. */
export const exceptions = [
  'Lädt...',
  'Wird generiert...',
  'Bilder werden vorbereitet...',
  'KI generiert Ihre Portraits...',
  'Fast fertig! Qualität wird optimiert...',
  'Letzte Details werden hinzugefügt...',
  'Downgrades sind nicht möglich. Kündigen Sie Ihr Abo zum Periodenende oder kaufen Sie Credit-Packs.',
  'Credit Packs',
  'Kreditpakete konnten nicht geladen werden.',
  'Kreditpaket konnte nicht gespeichert werden.',
  'Kreditpaket konnte nicht gelöscht werden.',
  'Möchten Sie dieses Kreditpaket wirklich löschen?',
  'Account existiert bereits',
  'AGBs erforderlich',
  'Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.',
  'Zurück zur AI-Kategorie',
  'EU AI Act',
];

const lineOf = (source, index) => source.slice(0, index).split('\n').length;
/** Comments, addresses and the names of placeholders are no words. */
const wordsOf = (text) =>
  text
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/https?:\/\/[^\s)"]+|\]\([^)]*\)/g, '')
    .replaceAll(/\{\{[^{}]*\}\}/g, '{{}}');

/** Values, not keys. */
const ofJson = (source) =>
  [...source.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)]
    .filter(([, , colon]) => colon === undefined)
    .map(({ 1: literal, index }) => ({ line: lineOf(source, index), text: JSON.parse(literal) }));
const ofPage = (source) => source.split('\n').map((text, index) => ({ line: index + 1, text }));
/** Strings and templates. Comments and imports are English, and what fills a template is code. */
function ofCode(source) {
  const blank = (part) => part.replaceAll(/[^\n]/g, ' ');
  const words = source
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, blank)
    .replaceAll(/^(?:import|export) [^;]*from .*$/gm, blank);
  return [...words.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:\$\{(?:[^{}`]|`[^`]*`)*\}|[^`\\]|\\.)*`/g)].map(
    ({ 0: literal, index }) => ({
      line: lineOf(source, index),
      text: literal
        .slice(1, -1)
        .replaceAll(/\$\{(?:[^{}`]|`[^`]*`)*\}/g, '{{}}')
        .replaceAll('\\u00a0', '\u00a0'),
    }),
  );
}

const readers = { json: ofJson, md: ofPage, ts: ofCode };
/** In the app's folders code has no words. */
const readerOf = (path) => (/^pwa.*\.ts$|\.test\.ts$/.test(path) ? undefined : readers[path.split('.').at(-1)]);

/** Every text of the product. @returns paths from the top folder with what they contain */
export function vocabularyFiles(folder = root) {
  return folders
    .flatMap((at) => readdirSync(join(folder, at), { recursive: true, encoding: 'utf8' }).map((name) => join(at, name)))
    .filter((path) => readerOf(path))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, source: readFileSync(join(folder, path), 'utf8') }));
}

/** Words that files use and should not, one German line each. */
export function faultsOfWords({ path, source }) {
  return readerOf(path)(source).flatMap(({ line, text }) => {
    const judged = exceptions.reduce((rest, exception) => rest.replaceAll(exception, ''), wordsOf(text));
    return rules
      .filter(({ except }) => except === undefined || !path.startsWith(except))
      .map(({ banned, instead }) => ({ word: banned.exec(judged)?.[0], instead }))
      .filter(({ word }) => word !== undefined)
      .map(({ word, instead }) => `${path}:${line}: statt «${word}» steht hier «${instead}»`);
  });
}

/** Exceptions that no text needs any more, one German line each. */
export function unusedExceptions(files) {
  const said = files.flatMap(({ path, source }) => readerOf(path)(source).map(({ text }) => text));
  return exceptions
    .filter((exception) => !said.some((text) => text.includes(exception)))
    .map((exception) => `die Ausnahme «${exception}» steht in keinem Text`);
}

/** For `npm run check`: one word for one thing, in every text. */
export function checkVocabulary() {
  const files = vocabularyFiles();
  const faults = [...files.flatMap(faultsOfWords), ...unusedExceptions(files)];
  return { code: faults.length === 0 ? 0 : 1, output: faults.map((fault) => `error: ${fault}`).join('\n') };
}
