/** The answers to «Erkennt man Sie?», each with a word. */
export const LIKENESS = [1, 2, 3, 4, 5] as const;
export type Likeness = (typeof LIKENESS)[number];
