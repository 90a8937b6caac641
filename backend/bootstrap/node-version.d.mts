/** The Node major version everything is built and tested on. */
export const neededMajor: number;
/** Why this Node cannot run Bildnis, in one German line, or undefined when it can. */
export function explainWrongNode(version: string, env: Record<string, string | undefined>): string | undefined;
/** Ends the process with one clear line when Node is not the needed version. */
export function requireNode(): void;
