import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const children = new Set();
/** Set once everything is told to end: nothing may start after that. */
let stopping = false;

/**
 * Runs a program to its end and keeps its output.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, onText?: (text: string) => void, timeoutMs?: number, niceness?: number }} options `show` also prints the output as it comes,
 *   `onText` sees each piece of it, `niceness` from 1 to 19 lets others have the processor first
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program does not exist, 124 when it took too long, 130 when this process is ending
 */
export function runProgram(command, args, options = {}) {
  if (stopping) return Promise.resolve({ code: 130, output: '' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true, // its own group, so that stopping it reaches what it started too
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (options.niceness && child.pid) lowerPriority(child.pid, options.niceness);
    let output = '';
    let timedOut = false;
    children.add(child);
    const timer =
      options.timeoutMs &&
      setTimeout(() => {
        timedOut = true;
        stopGroup(child, 'SIGTERM');
      }, options.timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        if (options.show) process.stdout.write(text);
        options.onText?.(text);
      });
    }
    const finish = (code) => {
      clearTimeout(timer);
      children.delete(child);
      resolve({ code: timedOut ? 124 : code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** Linux may weigh whole sessions against each other, of which each program here has one: the session needs the lower priority as well. */
function lowerPriority(pid, niceness) {
  try {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // It has ended, or the system knows no such groups.
  }
}

function stopGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // already gone
  }
}

/** Tells everything runProgram has started to end, without waiting. */
export function stopPrograms(signal) {
  stopping = true;
  for (const child of children) stopGroup(child, signal);
}

/**
 * On Ctrl-C or SIGTERM ends what runProgram started, and this process with `exitCode`.
 * @param {() => Promise<void> | void} cleanUp runs before the end
 * @returns {() => void} hands the signals over to somebody else
 */
export function stopOnSignals(exitCode, cleanUp = () => undefined) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let isEnding = false;
  const end = async () => {
    stopPrograms('SIGTERM');
    setTimeout(() => {
      stopPrograms('SIGKILL');
      process.exit(exitCode);
    }, 8_000).unref();
    await cleanUp();
    await Promise.all([...children].map((child) => new Promise((resolve) => child.once('close', resolve))));
    process.exit(exitCode);
  };
  const stop = () => {
    if (isEnding) return; // Ctrl-C arrives two or three times: from the terminal and forwarded by npm
    isEnding = true;
    void end();
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
