import { Worker } from 'node:worker_threads';

const LOOK_MS = 1000;
/** A thread of its own: it looks also while the event loop of the process hangs. */
const WATCH = `
  const { workerData } = require('node:worker_threads');
  const looking = setInterval(() => {
    if (process.ppid === workerData.parent) return;
    clearInterval(looking);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData.graceMs);
  }, workerData.lookMs);`;

/**
 * Ends this process by force once its parent has been gone for a while, whatever either of them is at: nobody else would.
 * @param graceMs for what it does by itself then
 */
export function endWithParent(graceMs: number): void {
  new Worker(WATCH, { eval: true, workerData: { parent: process.ppid, graceMs, lookMs: LOOK_MS } }).unref();
}
