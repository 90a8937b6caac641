import { median } from '../core/raster/numbers.js';
import { broken, isBeyond, kindsOf, PERSON_FIGURES, PORTRAIT_FIGURES, worstOf, type FigureKind } from './figures.js';
import type { PersonReport, PortraitReport, RunReport } from './run-report.js';

/** One figure over a group. Null where nobody has it. */
export interface FigureSummary {
  name: string;
  kind: FigureKind;
  median: number | null;
  worst: number | null;
  /** How many lie beyond the bound. */
  broken: number;
}

/** A group's figures. */
export interface GroupSummary {
  name: string;
  persons: number;
  portraits: number;
  /** Persons without portraits, by what became of them. */
  without: Record<Exclude<PersonReport['outcome'], 'portraits'>, number>;
  /** Photos by the reason of their refusal. */
  refusals: [reason: string, photos: number][];
  figures: FigureSummary[];
}

/** The figures of each group of a run. */
export const summarise = (run: RunReport): GroupSummary[] =>
  Object.entries(run.groups).map(([name, ids]) =>
    summariseGroup(
      name,
      run.persons.filter(({ id }) => ids.includes(id)),
    ),
  );

function summariseGroup(name: string, persons: readonly PersonReport[]): GroupSummary {
  const portraits = persons.flatMap((person) => person.portraits);
  const became = (outcome: PersonReport['outcome']): number =>
    persons.filter((person) => person.outcome === outcome).length;
  return {
    name,
    persons: persons.length,
    portraits: portraits.length,
    without: {
      refused: became('refused'),
      doubtful: became('doubtful'),
      none: became('none'),
      failed: became('failed'),
    },
    refusals: countsOf(persons.flatMap(({ photos }) => photos.flatMap(({ refused }) => refused ?? []))),
    figures: [
      ...kindsOf(PORTRAIT_FIGURES).map(([key, kind]) => summariseFigure(key, kind, portraits)),
      ...kindsOf(PERSON_FIGURES).map(([key, kind]) => summariseFigure(key, kind, persons)),
    ],
  };
}

function summariseFigure(
  name: string,
  kind: FigureKind,
  from: readonly Pick<PortraitReport, 'figures'>[],
): FigureSummary {
  const values = from.flatMap(({ figures }) => figures[name] ?? []);
  return {
    name,
    kind,
    median: values.length > 0 ? median(values) : null,
    worst: worstOf(values, kind),
    broken: values.filter((value) => isBeyond(value, kind)).length,
  };
}

/** How often each word occurs, the most frequent first. */
function countsOf(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** A bound that is broken: by a portrait's figure, or by a person who gets nothing. */
export interface Breach {
  person: string;
  portrait: PortraitReport | null;
  /** Name of the figure, or what became of the person. */
  what: string;
}

/** All broken bounds of a run. */
export const breachesOf = ({ persons }: RunReport): Breach[] =>
  persons.flatMap(({ id, outcome, portraits }) => [
    ...(outcome === 'none' || outcome === 'failed' ? [{ person: id, portrait: null, what: outcome }] : []),
    ...portraits.flatMap((portrait) => broken(portrait.figures).map((what) => ({ person: id, portrait, what }))),
  ]);
