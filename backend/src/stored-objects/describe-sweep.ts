import type { Found, SweepReport } from './sweep.js';

/** A line for each kind of thing that was found, its first keys below. */
export function describeSweep({ objects, orphans, strange, missing, unfinished, repaired }: SweepReport): string[] {
  const of = (what: string, found: Found) => [`${what}: ${found.count}`, ...found.examples.map((key) => `  ${key}`)];
  const ofAll = (what: string, kinds: Record<string, Found>) =>
    Object.entries(kinds).flatMap(([kind, found]) => of(`${what}, ${kind}`, found));
  return [
    `objects: ${objects}`,
    ...ofAll(repaired ? 'orphans, deleted' : 'orphans', orphans),
    ...ofAll('rows without object', missing),
    ...(strange.count > 0 ? of('not ours', strange) : []),
    ...(unfinished > 0 ? [`unfinished writes, deleted: ${unfinished}`] : []),
  ];
}
