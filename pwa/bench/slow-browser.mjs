/** A browser all of whose threads get a share of one processor: what a browser offers for it slows the main thread alone, no worker. */
import { chromium as launcher } from '@playwright/test';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { descendantsOf } from '../../backend/bench/processes.mjs';

/** Length of the periods in which the share is given, in microseconds. */
const PERIOD = 20_000;

/** Where control groups are, in either version; null where there are none, or none may be made. */
function makeGroup() {
  const name = `bildnis-bench-${process.pid}`;
  const [first, second] = [`/sys/fs/cgroup/cpu/${name}`, `/sys/fs/cgroup/${name}`];
  try {
    if (existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')) {
      mkdirSync(first);
      writeFileSync(`${first}/cpu.cfs_period_us`, String(PERIOD));
      return { folder: first, quota: 'cpu.cfs_quota_us', shareOf: (part) => String(Math.round(PERIOD * part)) };
    }
    mkdirSync(second);
    return { folder: second, quota: 'cpu.max', shareOf: (part) => `${Math.round(PERIOD * part)} ${PERIOD}` };
  } catch {
    return null;
  }
}

/**
 * Runs something in a slowed browser.
 * @param act gets the browser, and what gives it a part of one processor from then on
 * @returns what `act` returns; null where this machine cannot slow a browser
 */
export async function inSlowBrowser(executablePath, act) {
  const group = makeGroup();
  if (!group) return null;
  const server = await launcher.launchServer(executablePath ? { executablePath } : {});
  const browser = await launcher.connect(server.wsEndpoint());
  try {
    return await act(browser, (part) => {
      writeFileSync(`${group.folder}/${group.quota}`, group.shareOf(part));
      for (const pid of descendantsOf(server.process().pid)) writeFileSync(`${group.folder}/cgroup.procs`, String(pid));
    });
  } finally {
    await browser.close();
    await server.close();
    rmdirSync(group.folder);
  }
}

/** In a page: how long a fixed loop takes, in milliseconds. */
export function spin() {
  const begun = performance.now();
  let sum = 0;
  for (let i = 0; i < 1e8; i++) sum = (sum + i) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - begun;
}
