/**
 * A start that cannot succeed, with the cause and the way out in one German sentence for the person at the terminal.
 * Everything else that is thrown during a start is a defect and keeps its stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Whether an error carries the given Node system code (`EADDRINUSE`, `ENOSPC`, …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
