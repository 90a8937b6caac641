import type { Files } from './specification.mjs';

export interface PromiseRow {
  line: number;
  id: string;
  isByPeople: boolean;
}
/** The marks of a legal page by their line, and its lines that state a time and have none. */
export function readPromises(text: string): { ids: Map<string, number>; unmarked: number[] };
export function readRows(text: string): PromiseRow[];
/** What the legal pages (texts by path) promise without a row, and rows that name what is not there: one German line each. */
export function faultsOfPromises(text: string, legal: Map<string, string>, files?: Files): string[];
/** The legal pages of the repository. */
export function legalPages(): Map<string, string>;
export function checkPromises(): { code: number; output: string };
