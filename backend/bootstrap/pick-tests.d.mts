import type { Suite } from './suites.mjs';

/** A suite of which only some files run, relative to its folder. */
export type PickedSuite = Suite & { files: string[] };
/** The suites that have test files whose path contains one of the patterns. */
export function pickSuites(suites: readonly Suite[], patterns: readonly string[], top?: string): PickedSuite[];
/** Names of the workspaces that have to be built before these suites can run. */
export function buildsNeeded(picked: readonly PickedSuite[]): string[];
