import { readdirSync, readFileSync } from 'node:fs';
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

/** The marks of a legal page, and its lines that state a time and have none. */
export function readPromises(text) {
  const ids = new Map();
  /** @type {number[]} */
  const unmarked = [];
  for (const [index, line] of text.split('\n').entries()) {
    const marked = [...line.matchAll(mark)].flatMap(([, list]) => list.split(',').map((id) => id.trim()));
    for (const id of marked) ids.set(id, index + 1);
    if (marked.length === 0 && term.test(line)) unmarked.push(index + 1);
  }
  return { ids, unmarked };
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

/**
 * What the legal pages promise without a row, and rows that name what is not there: one German line each.
 * @param {Map<string, string>} legal texts of the legal pages by their paths
 */
export function faultsOfPromises(text, legal, files = repository) {
  const rows = readRows(text);
  const known = new Set(rows.map(({ id }) => id));
  const faults = rows.flatMap((row) =>
    faultsOfRow(row, files).map((fault) => `${page}:${row.line} (${row.id}): ${fault}`),
  );
  for (const [index, { id, line }] of rows.entries())
    if (rows.findIndex((row) => row.id === id) < index) faults.push(`${page}:${line} (${id}): steht doppelt da`);
  for (const [path, content] of legal) {
    const { ids, unmarked } = readPromises(content);
    for (const [id, line] of ids)
      if (!known.has(id)) faults.push(`${path}:${line}: das Versprechen «${id}» hat keine Zeile in ${page}`);
    for (const line of unmarked)
      faults.push(`${path}:${line}: nennt eine Frist ohne Versprechen; setzen Sie «<!-- promise: … -->» dahinter`);
  }
  return faults;
}

/** The legal pages of the repository. */
export const legalPages = () =>
  new Map(
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
  );

/** For `npm run check`: every promise of the legal pages has somebody or something that keeps it. */
export const checkPromises = () => asResult(faultsOfPromises(readFileSync(join(root, page), 'utf8'), legalPages()));
