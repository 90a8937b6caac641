import type { Files } from './specification.mjs';

/** Paths of all pages and code files, from the repository's top folder. */
export function referringFiles(folder?: string): string[];
/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string>;
/** What a file refers to and the repository does not have, one German line each. */
export function faultsOfReferences(path: string, text: string, files?: Files): string[];
/** For `npm run check`: every page, heading, path and command that is referred to exists. */
export function checkReferences(): { code: number; output: string };
