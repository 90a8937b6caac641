import { readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second: 100 on every Linux. */
const TICKS = 100;
/** Share of the time below which a process does not work but hangs. */
const HANGING = 0.02;
/** A machine may be so busy that work takes this many times as long as its limit. */
const MOST = 4;

/** Processor time a process has used so far, in milliseconds; null where the system does not tell. */
export function processorTimeOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: the twelfth and thirteenth field are the ticks in user and system mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  } catch {
    return null;
  }
}

/**
 * Calls back once a process has worked for so long, or hangs. A process that has to share its processor with much else gets more
 * time, within bounds: to begin again would make it later still.
 * @param limitMs processor time; where the system does not tell it, the clock's
 * @returns stops waiting
 */
export function whenOverdue(pid: number | undefined, limitMs: number, isOverdue: () => void): () => void {
  const [begun, usedBefore] = [performance.now(), processorTimeOf(pid)];
  let seen = usedBefore;
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      const used = processorTimeOf(pid);
      const isHanging = used === null || seen === null || used - seen < ms * HANGING;
      const left = usedBefore === null || used === null ? 0 : limitMs - (used - usedBefore);
      if (isHanging || left <= 0 || performance.now() - begun >= MOST * limitMs) return isOverdue();
      seen = used;
      wait(Math.max(left, limitMs / 4));
    }, ms);
  };
  wait(limitMs);
  return () => clearTimeout(timer);
}
