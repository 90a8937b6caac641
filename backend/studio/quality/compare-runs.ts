import type { PersonReport, PortraitReport, RunReport } from './run-report.js';

/** Both versions of a portrait that two runs made. */
export interface PortraitPair {
  person: string;
  before: PortraitReport;
  now: PortraitReport;
}

/** Two runs, each reduced to the persons and portraits that the other has, too, in the groups of the later one. */
export interface ComparedRuns {
  before: RunReport;
  now: RunReport;
  pairs: PortraitPair[];
  /** Persons of whom something else became than before. */
  turned: { person: string; before: PersonReport['outcome']; now: PersonReport['outcome'] }[];
}

/** Makes two runs comparable: medians over different portraits would tell of the choice, not of a change. */
export function compareRuns(before: RunReport, now: RunReport): ComparedRuns {
  const others = new Map(before.persons.map((person) => [person.id, person]));
  const both = now.persons.flatMap((person) => {
    const other = others.get(person.id);
    return other ? [{ person, other }] : [];
  });
  const pairs = both.flatMap(({ person, other }) =>
    person.portraits.flatMap((portrait): PortraitPair[] => {
      const match = other.portraits.find(({ style, index }) => style === portrait.style && index === portrait.index);
      return match ? [{ person: person.id, before: match, now: portrait }] : [];
    }),
  );
  const shown = new Set(pairs.flatMap((pair) => [pair.before, pair.now]));
  const reduced = (run: RunReport, persons: PersonReport[]): RunReport => ({
    ...run,
    groups: now.groups,
    persons: persons.map((person) => ({
      ...person,
      portraits: person.portraits.filter((portrait) => shown.has(portrait)),
    })),
  });
  return {
    before: reduced(
      before,
      both.map(({ other }) => other),
    ),
    now: reduced(
      now,
      both.map(({ person }) => person),
    ),
    pairs,
    turned: both
      .filter(({ person, other }) => person.outcome !== other.outcome)
      .map(({ person, other }) => ({ person: person.id, before: other.outcome, now: person.outcome })),
  };
}
