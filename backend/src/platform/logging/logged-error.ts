/** What of a failure may stand in the log. */
export interface LoggedError {
  name: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

const DEEPEST_CAUSE = 3;

/** A failure without the values it was about: drivers put rows, parameters and addresses into their errors and messages. */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: 'not an error' };
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  const message = withoutValues(thrown.message);
  const places = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: thrown.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: [`${thrown.name}: ${message}`, ...places].join('\n'),
    ...(thrown.cause instanceof Error && depth < DEEPEST_CAUSE ? { cause: loggedError(thrown.cause, depth + 1) } : {}),
  };
}

/** Later lines are details and hints; PostgreSQL quotes a refused value after a colon, names of constraints without one. */
function withoutValues(message: string): string {
  return message
    .split('\n', 1)[0]!
    .replace(/: ".*$/, ': …')
    .replaceAll(/[^\s"'()<>]+@[^\s"'()<>]+/g, '…');
}
