import { commandLineOf, parentOf, startTimeOf } from './programs.js';

const pollMs = 1_000;

/**
 * Calls `onGone` when npm, through which this process was started, dies without saying so (kill -9): otherwise a server nobody sees would
 * hold the port and the data. Shells and session managers above npm do not count: a start may outlive its terminal on purpose.
 */
export function watchLauncher(onGone: () => void): void {
  const launchers = findLaunchers().map((pid) => ({ pid, startedAt: startTimeOf(pid) }));
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(({ pid, startedAt }) => startTimeOf(pid) === startedAt)) return;
    clearInterval(timer);
    onGone();
  }, pollMs);
  timer.unref();
}

/** The npm and npx processes above this one; a shell between two of them is passed over, one above them ends the search. */
function findLaunchers(): number[] {
  const launchers: number[] = [];
  for (let pid = parentOf(process.pid); pid !== undefined && pid > 1; pid = parentOf(pid)) {
    const command = commandLineOf(pid) ?? '';
    const isNpm = /^npm |(npm|npx)-cli\.js|\/(npm|npx)( |$)/.test(command);
    if (isNpm) launchers.push(pid);
    else if (!/^\S*sh( |$)/.test(command)) break;
  }
  return launchers;
}
