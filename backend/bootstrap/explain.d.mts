/** Anything thrown, as one line without a stack. */
export function explain(error: unknown): string;
/** The line of a tool's output that says what went wrong. */
export function tellingLine(output: string): string;
