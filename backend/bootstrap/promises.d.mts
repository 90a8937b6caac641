import type { Files } from './specification.mjs';

export interface PromiseRow {
  line: number;
  id: string;
  isByPeople: boolean;
}
/** The marks of a legal page by their line, its lines that state a time and have none, and the times that are promised. */
export function readPromises(text: string): { ids: Map<string, number>; unmarked: number[]; times: Set<string> };
export function readRows(text: string): PromiseRow[];
/** What is promised without a row in legal pages and elsewhere (texts by path), and rows that name what is not there: one German line each. */
export function faultsOfPromises(
  text: string,
  legal: Map<string, string>,
  files?: Files,
  elsewhere?: Map<string, string>,
): string[];
/** The legal pages of the repository. */
export function legalPages(): Map<string, string>;
/** The other texts of the repository that customers read. */
export function otherTexts(): Map<string, string>;
export function checkPromises(): { code: number; output: string };
