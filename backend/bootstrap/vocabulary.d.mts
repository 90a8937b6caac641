export interface TextFile {
  /** From the repository's top folder. */
  path: string;
  source: string;
}

/** What the specification words, or a name of somebody else's: said as it stands, and nowhere else. */
export const exceptions: readonly string[];
/** Every text of the product. */
export function vocabularyFiles(folder?: string): TextFile[];
/** Words that a file uses and should not, one German line each. */
export function faultsOfWords(file: TextFile): string[];
/** Exceptions that no text needs any more, one German line each. */
export function unusedExceptions(files: readonly TextFile[]): string[];
/** For `npm run check`: one word for one thing, in every text. */
export function checkVocabulary(): { code: number; output: string };
