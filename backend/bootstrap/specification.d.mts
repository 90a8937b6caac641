/** The repository as the page is compared with it. */
export interface Files {
  kindOf(path: string): 'file' | 'folder' | undefined;
  read(path: string): string;
}
/** What the page names and the repository does not have, one German line each. */
export function faultsOfSpecification(text: string, files?: Files): string[];
/** What the page names and a run of all suites did not pass. `passed`: names of passed tests with the groups around them, by file. */
export function faultsOfRun(text: string, passed: Map<string, string[]>, files?: Pick<Files, 'read'>): string[];
/** Whether a test is marked for `npm run drill`, by itself or with its whole file. */
export function isMarkedForDrill(source: string, name: string): boolean;
/** What the repository itself has. */
export const repository: Files;
