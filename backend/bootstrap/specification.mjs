import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf } from './references.mjs';
import { root } from './workspace.mjs';

const page = 'docs/specification.md';
/** The sections of the specification the page goes by. */
const sections = [2, 3, 4, 5, 6, 7, 8, 9];
/** Holds the rules that may supersede a row. */
const rules = 'docs/product-rules.md';

export const isTest = (path) => /\.(?:test|spec)\.tsx?$/.test(path);
export const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** `file` «name of a test in it», as often as it stands in a cell. */
export const references = (cell) =>
  [...cell.matchAll(/`([^`]+)`(?:\s*«([^»]*(?:»(?!\s*(?:;|$))[^»]*)*)»)?/g)].map(([, path, name]) => ({ path, name }));

/** The rows of the tables: what is asked for, where it is, what proves it. */
export function readSpecification(text) {
  const rows = [];
  let section = null;
  for (const [index, line] of text.split('\n').entries()) {
    section = Number(/^## (\d+)/.exec(line)?.[1] ?? section);
    if (section === 0 || !line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line)) continue;
    const [thing = '', place = '', proof = ''] = cellsOf(line);
    if (thing === 'what') continue;
    rows.push({
      line: index + 1,
      section,
      cells: cellsOf(line).length,
      thing,
      places: references(place),
      tests: references(proof),
      superseded: [...proof.matchAll(/superseded by \[[^\]]+\]\(product-rules\.md#([\w-]+)\)/g)].map(
        ([, rule]) => rule,
      ),
    });
  }
  return rows;
}

function faultsOfRow(row, { kindOf, read }) {
  const faults = [];
  const { places, tests, superseded } = row;
  if (row.cells !== 3) faults.push(`hat ${row.cells} Spalten statt 3`);
  if (tests.length === 0 && superseded.length === 0)
    faults.push('nennt weder einen Test noch die Regel, die sie ersetzt');
  if (places.length === 0 && superseded.length === 0) faults.push('nennt keinen Ort');
  for (const rule of superseded)
    if (!anchorsOf(read(rules)).has(rule)) faults.push(`eine Regel «${rule}» gibt es in ${rules} nicht`);
  faults.push(...faultsOfReferences(places, tests, { kindOf, read }));
  return faults;
}

/** Places and tests that a row names and the repository does not have. */
export function faultsOfReferences(places, tests, { kindOf, read }) {
  const faults = [];
  for (const { path } of places) if (!kindOf(path)) faults.push(`«${path}» gibt es nicht`);
  for (const { path, name } of tests) {
    if (!isTest(path)) faults.push(`«${path}» ist keine Testdatei`);
    else if (kindOf(path) !== 'file') faults.push(`die Testdatei «${path}» gibt es nicht`);
    else if (name === undefined) faults.push(`nennt keinen Test in «${path}»`);
    else if (!read(path).includes(name)) faults.push(`in «${path}» steht kein Test «${name}»`);
  }
  return faults;
}

export const repository = {
  kindOf(path) {
    if (!existsSync(join(root, path))) return undefined;
    return statSync(join(root, path)).isDirectory() ? 'folder' : 'file';
  },
  read: (path) => readFileSync(join(root, path), 'utf8'),
};

/** What the page names and the repository does not have, one German line each. */
export function faultsOfSpecification(text, files = repository) {
  const rows = readSpecification(text);
  const missing = sections
    .filter((number) => !rows.some(({ section }) => section === number))
    .map((number) => `${page}: Abschnitt ${number} fehlt`);
  return [
    ...missing,
    ...rows.flatMap((row) => faultsOfRow(row, files).map((fault) => `${page}:${row.line} (${row.thing}): ${fault}`)),
  ];
}

/** A name in the code, as it reads in the report of a run: what is filled in per case may be anything. */
function asReported(name) {
  const fixed = name.split(/%[sdifjo#]|\$\{[^}]*\}|\$[a-zA-Z]+/);
  return new RegExp(fixed.map((part) => part.replaceAll("\\'", "'").replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
}

/** Whether a test is marked for `npm run drill`, by itself or with its whole file: see backend/test/support/drill-tag.ts. */
export function isMarkedForDrill(source, name) {
  if (source.includes('@module-tag drill')) return true;
  const [before = '', after = ''] = source.split(name, 2);
  return /\blongTest\(\s*['`][^'`]*$/.test(before) || /^[^{}]*\{ tags?: '@?drill' \}/.test(after);
}

/**
 * What the page names and a run of all suites did not pass. Tests that are marked for the drill need not have run where another of their row has.
 * @param {Map<string, string[]>} passed names of passed tests with the groups around them, by file
 */
export function faultsOfRun(text, passed, { read } = repository) {
  const hasPassed = ({ path, name }) => (passed.get(path) ?? []).some((title) => asReported(name).test(title));
  return readSpecification(text).flatMap(({ line, thing, tests }) => {
    const isProven = tests.some(hasPassed);
    return tests
      .filter((test) => !hasPassed(test))
      .filter(({ path, name }) => !isProven || !(path.includes('/drill/') || isMarkedForDrill(read(path), name)))
      .map(({ path, name }) => `${page}:${line} (${thing}): «${name}» in «${path}» ist nicht gelaufen und bestanden`);
  });
}

const readPage = () => readFileSync(join(root, page), 'utf8');
export const asResult = (faults) => ({
  code: faults.length === 0 ? 0 : 1,
  output: faults.map((fault) => `error: ${fault}`).join('\n'),
});

/** For `npm run check`: everything the page names exists. */
export const checkSpecification = () => asResult(faultsOfSpecification(readPage()));

/** For `npm test`, after its suites: every test the page names has run and passed. */
export const compareWithRun = (passed) => asResult(faultsOfRun(readPage(), passed));
