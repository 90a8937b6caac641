import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { colourDifferenceOf } from './colour-difference.js';
import { compareRuns } from './compare-runs.js';
import { PORTRAIT_FIGURES, shown, type FigureKind } from './figures.js';
import type { PersonOrder } from './judge-person.js';
import { pageOf, type Comparison } from './page.js';
import { groupPeople, readGroups, readPeople, readPerson, type Person } from './people.js';
import {
  BACKGROUNDS,
  BEFORE,
  beginResults,
  exists,
  finishResults,
  keepBefore,
  PAGE,
  REPORT,
  reportIn,
} from './results-folder.js';
import { readRun, type PersonReport, type RunReport } from './run-report.js';
import type { Settings } from './settings.js';
import { breachesOf, type Breach } from './summarise.js';
import { writeBackgrounds } from './write-backgrounds.js';

/** Broken bounds that are told in words; the page has all of them. */
const TOLD = 12;

/**
 * Makes and measures the portraits of all persons, and writes the page.
 * @returns how many bounds are broken
 * @throws Error with a German text for folders that cannot be read or written
 */
export async function judge(settings: Settings, say: (line: string) => void): Promise<number> {
  const { out, styles, count, isLarge } = settings;
  const people = await peopleOf(settings);
  const groups = groupPeople(
    people.map(({ id }) => id),
    Object.assign({}, ...(await Promise.all(settings.people.map(readGroups)))) as Record<string, string[]>,
  );
  const ownReport = await reportIn(out);
  const last = settings.before ?? ownReport;
  const before = last === null ? null : await readRun(last);
  const work = await beginResults(out);
  const run: RunReport = { version: 1, begun: new Date().toISOString(), styles, count, groups, persons: [] };
  for (const [i, { id, files }] of people.entries()) {
    const begun = performance.now();
    const report = await inOwnProcess({ id, files, styles, count, isLarge, out: work });
    run.persons.push(report);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(
      `  ${String(i + 1).padStart(String(people.length).length)}/${people.length} ${id}: ${told(report)} (${seconds} s)`,
    );
  }
  await writeFile(join(work, REPORT), `${JSON.stringify(run, null, 1)}\n`);
  await writeBackgrounds(join(work, BACKGROUNDS), styles);
  if (last !== null) await keepBefore(last, work);
  const comparison = before && (await compare(before, run, work));
  await writeFile(join(work, PAGE), pageOf(run, comparison));
  await finishResults(out);
  const breaches = breachesOf(run);
  for (const line of summaryOf(breaches)) say(`  ${line}`);
  say(`  Die Seite: ${join(out, PAGE)}`);
  return breaches.length;
}

function summaryOf(breaches: readonly Breach[]): string[] {
  if (breaches.length === 0) return ['Alle Grenzen halten.'];
  const told = breaches.slice(0, TOLD).map((breach) => `Grenze gebrochen: ${inWords(breach)}`);
  return breaches.length > TOLD ? [...told, `… und ${breaches.length - TOLD} weitere`] : told;
}

async function peopleOf({ people, persons }: Settings): Promise<Person[]> {
  const found = [
    ...(await Promise.all(people.map(readPeople))).flat(),
    ...(await Promise.all(persons.map(readPerson))),
  ];
  const twice = found.find(({ id }, i) => found.some((other, j) => j < i && other.id === id));
  if (twice) throw new Error(`zwei Personen heissen «${twice.id}»`);
  return found;
}

/** A process that breaks down is what became of the person. */
function inOwnProcess(order: PersonOrder): Promise<PersonReport> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('person-process.js', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let [report, errors]: [PersonReport | null, string] = [null, ''];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('message', (message) => (report = message as PersonReport));
    child.once('close', (code, signal) => resolve(report ?? failed(order.id, errors, signal ?? code)));
    child.send(order);
  });
}

function failed(id: string, errors: string, end: string | number | null): PersonReport {
  const line = errors.split('\n').find((text) => /\bError\b/.test(text)) ?? `ended with ${end}`;
  return { id, outcome: 'failed', error: line.trim(), photos: [], figures: {}, portraits: [] };
}

async function compare(before: RunReport, now: RunReport, work: string): Promise<Comparison> {
  const compared = compareRuns(before, now);
  const changes: Comparison['changes'] = [];
  for (const pair of compared.pairs) {
    const [a, b] = [join(work, BEFORE, pair.before.picture), join(work, pair.now.picture)];
    if (await exists(a))
      changes.push({
        ...pair,
        before: { ...pair.before, picture: `${BEFORE}/${pair.before.picture}` },
        difference: await colourDifferenceOf(a, b),
      });
  }
  return { ...compared, changes: changes.toSorted((a, b) => b.difference - a.difference) };
}

const BECAME = {
  refused: 'abgelehnt',
  doubtful: 'nur Reservefotos, keine Porträts',
  none: 'keine Porträts, obwohl die Prüfung Fotos annahm',
  failed: 'abgebrochen',
} as const;

function told(report: PersonReport): string {
  const { outcome, error, portraits, photos } = report;
  if (outcome === 'portraits') return `${portraits.length} Porträts`;
  const reasons = [...new Set(photos.flatMap(({ refused, doubt }) => refused ?? doubt ?? []))];
  const why = error ?? reasons.join(', ');
  return why === '' ? BECAME[outcome] : `${BECAME[outcome]} (${why})`;
}

function inWords({ person, portrait, what }: Breach): string {
  if (!portrait) return `${person}: ${BECAME[what as keyof typeof BECAME]}`;
  const kind: FigureKind = PORTRAIT_FIGURES[what as keyof typeof PORTRAIT_FIGURES];
  return `${person}, ${portrait.style} ${portrait.index + 1}: ${what} ${shown(portrait.figures[what], kind)}`;
}
