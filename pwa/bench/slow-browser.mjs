/**
 * A browser whose threads all run a part of the time only: what a browser offers for it slows the main thread alone, no worker, and a quota
 * of a control group makes all threads share one slow core, which no device has.
 */
import { chromium as launcher } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf } from '../../backend/bench/processes.mjs';

/** How long the browser runs between two stops, in milliseconds. */
const RUN = 5;

/**
 * Runs something in a slowed browser.
 * @param act gets the browser, and what makes it this many times slower from then on
 * @returns what `act` returns
 */
export async function inSlowBrowser(executablePath, act) {
  const server = await launcher.launchServer(executablePath ? { executablePath } : {});
  const browser = await launcher.connect(server.wsEndpoint());
  const end = new AbortController();
  let slowing = Promise.resolve();
  try {
    return await act(browser, (times) => {
      slowing = slow(server.process().pid, times, end.signal);
      slowing.catch(() => end.abort());
    });
  } finally {
    end.abort();
    await slowing;
    await browser.close();
    await server.close();
  }
}

/** Stops a program and all it has started again and again. */
async function slow(ancestor, times, signal) {
  while (!signal.aborted) {
    const begun = performance.now();
    await sleep(RUN);
    const pids = descendantsOf(ancestor);
    signalAll(pids, 'SIGSTOP');
    await sleep((performance.now() - begun) * (times - 1));
    signalAll(pids, 'SIGCONT');
  }
}

function signalAll(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** In a page: how long a fixed loop takes, in milliseconds. */
export function spin() {
  const begun = performance.now();
  let sum = 0;
  for (let i = 0; i < 1e8; i++) sum = (sum + i) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - begun;
}
