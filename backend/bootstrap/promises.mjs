import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asResult, cellsOf, faultsOfReferences, references, repository } from './specification.mjs';
import { root } from './workspace.mjs';

const page = 'docs/promises.md';
/** The pages on which customers are promised something. */
const folder = 'pwa/src/content/legal';

/** Put by authors behind what promises: `<!-- promise: photos-24h -->`, or several with commas between them. */
const mark = /<!-- promise: ([a-z0-9, -]+?) -->/g;
/** A number of days, hours and so on that the facts fill in: a line that states a time promises something. */
const term = /\{\{[^{}]*(?:second|minute|hour|day|month|year)s\w*\s*\}\}/i;

/** Where customers read of times, too: the app but for its admin area, public pages, articles, emails and messages. */
const ELSEWHERE = [
  'pwa/src/locales/de-CH/*.json',
  'pwa/src/content/pages/*.json',
  'pwa/src/content/blog/*/*.md',
  'backend/src/notifications/{emails,push}/*.ts',
];
const OF_ADMINS = /\/admin[\w-]*\.json$/;
/** A fact in a text of the app or of a page, and in the code of an email. */
const FACT = /\{\{(?:[a-z]+ )?(?:facts\.)?([\w.]+)\}\}|\bfacts\.([\w.]+)/g;
const IS_TIME = /(?:second|minute|hour|day|month|year)s\w*$/i;
/** What the screen counts while it is open, as `{{seconds}}`. */
const OF_SCREEN = /^(?:seconds|minutes|hours|days)$/;
/** A time in words, as «innert einer Minute». */
const WORDED =
  /\b(?:innert|innerhalb|spätestens nach|höchstens) (?:einmal am |eine[mrs]? |\d+ )(?:Sekunde|Minute|Stunde|Tag|Woche|Monat)(?:e?[ns])?\b/g;

/** The times that a line states: facts by their paths, others by their words. */
function timesIn(line) {
  const facts = [...line.matchAll(FACT)].map(([, inText, inCode]) => inText ?? inCode);
  return [
    ...facts.filter((path) => IS_TIME.test(path) && !OF_SCREEN.test(path)),
    ...[...line.matchAll(WORDED)].map(([words]) => words),
  ];
}

/** The marks of a legal page, its lines that state a time and have none, and the times that are promised. */
export function readPromises(text) {
  const ids = new Map();
  const times = new Set();
  /** @type {number[]} */
  const unmarked = [];
  for (const [index, line] of text.split('\n').entries()) {
    const marked = [...line.matchAll(mark)].flatMap(([, list]) => list.split(',').map((id) => id.trim()));
    for (const id of marked) ids.set(id, index + 1);
    if (marked.length === 0 && term.test(line)) unmarked.push(index + 1);
    if (marked.length > 0) for (const time of timesIn(line)) times.add(time);
  }
  return { ids, unmarked, times };
}

/** The rows of both tables: what a mechanism keeps, and what people keep. */
export function readRows(text) {
  const rows = [];
  let isByPeople = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) isByPeople = line === '## Kept by people';
    if (!line.startsWith('| `')) continue;
    const [id = '', promise = '', keeper = '', proof = ''] = cellsOf(line);
    rows.push({
      line: index + 1,
      id: id.replaceAll('`', ''),
      isByPeople,
      cells: cellsOf(line).length,
      promise,
      keeper,
      places: references(keeper),
      tests: references(proof),
    });
  }
  return rows;
}

function faultsOfRow(row, files) {
  if (row.isByPeople) return row.cells === 3 && row.keeper ? [] : ['sagt nicht, wer das Versprechen wie hält'];
  const faults = row.cells === 4 ? [] : [`hat ${row.cells} Spalten statt 4`];
  if (row.places.length === 0) faults.push('nennt keine Datei, die das Versprechen hält');
  if (row.tests.length === 0) faults.push('nennt keinen Test');
  return [...faults, ...faultsOfReferences(row.places, row.tests, files)];
}

/** Lines that state a time of which neither a legal page nor a row says what keeps it. */
function faultsElsewhere(elsewhere, rows, promised) {
  const isKnown = (time) =>
    promised.has(time) || rows.some(({ promise }) => promise.includes(`\`${time}\``) || promise.includes(`«${time}»`));
  const faults = [];
  for (const [path, content] of elsewhere)
    for (const [index, line] of content.split('\n').entries())
      for (const time of new Set(timesIn(line)))
        if (!isKnown(time))
          faults.push(
            `${path}:${index + 1}: nennt «${time}», wovon weder eine rechtliche Seite noch ${page} sagt, was es hält`,
          );
  return faults;
}

/**
 * What is promised without a row, and rows that name what is not there: one German line each.
 * @param {Map<string, string>} legal texts of the legal pages by their paths
 * @param {Map<string, string>} elsewhere the other texts that customers read, by their paths: the times they name are those of legal pages, or of rows
 */
export function faultsOfPromises(text, legal, files = repository, elsewhere = new Map()) {
  const rows = readRows(text);
  const known = new Set(rows.map(({ id }) => id));
  const faults = rows.flatMap((row) =>
    faultsOfRow(row, files).map((fault) => `${page}:${row.line} (${row.id}): ${fault}`),
  );
  for (const [index, { id, line }] of rows.entries())
    if (rows.findIndex((row) => row.id === id) < index) faults.push(`${page}:${line} (${id}): steht doppelt da`);
  const promised = new Set();
  for (const [path, content] of legal) {
    const { ids, unmarked, times } = readPromises(content);
    for (const time of times) promised.add(time);
    for (const [id, line] of ids)
      if (!known.has(id)) faults.push(`${path}:${line}: das Versprechen «${id}» hat keine Zeile in ${page}`);
    for (const line of unmarked)
      faults.push(`${path}:${line}: nennt eine Frist ohne Versprechen; setzen Sie «<!-- promise: … -->» dahinter`);
  }
  return [...faults, ...faultsElsewhere(elsewhere, rows, promised)];
}

/** The legal pages of the repository. */
export const legalPages = () =>
  new Map(
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
  );

/** The other texts of the repository that customers read. */
export const otherTexts = () =>
  new Map(
    globSync(ELSEWHERE, { cwd: root })
      .filter((path) => !OF_ADMINS.test(path) && !path.endsWith('.test.ts'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

/** For `npm run check`: every promise of the legal pages, and every time in other texts, has somebody or something that keeps it. */
export const checkPromises = () =>
  asResult(faultsOfPromises(readFileSync(join(root, page), 'utf8'), legalPages(), repository, otherTexts()));
