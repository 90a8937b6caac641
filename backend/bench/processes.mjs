/** What Linux tells about processes; the bench runs on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Process ids of a process and all that it has started, and so on. */
export function descendantsOf(ancestor) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (pid) => pid === ancestor || (parents.has(pid) && parents.get(pid) > 1 && below(parents.get(pid)));
  return [...parents.keys()].filter(below);
}

/** Process ids of API and worker among the descendants of a process. */
export function processesBelow(ancestor) {
  const all = descendantsOf(ancestor);
  const find = (entry) => all.find((pid) => commandOf(pid).some((part) => part.endsWith(`/dist/${entry}`)));
  return { api: find('main.js'), worker: find('worker.js') };
}

/** Highest resident memory so far, in MB. */
export function peakMemory(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN) / 1024;
}

/** When a process was started, in milliseconds since the epoch. */
export function processStart(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const bootedAt = Date.now() - Number(read('/proc/uptime').split(' ')[0]) * 1000;
  return bootedAt + (ticks / TICKS_PER_SECOND) * 1000;
}

const commandOf = (pid) => read(`/proc/${pid}/cmdline`).split('\0');

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
