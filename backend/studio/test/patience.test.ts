import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processorTimeOf, whenOverdue } from '../node/processes/patience.js';

const LIMIT = 400;

let child: ChildProcess;
let pid: number;
beforeEach(async () => {
  child = spawn(process.execPath, ['-e', 'process.stdout.write("."); for (;;);'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  pid = child.pid!;
  await once(child.stdout!, 'data');
});
afterEach(async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
});

/** What the clock and the processor say when the process is overdue, in milliseconds. */
async function waited(): Promise<{ clock: number; processor: number }> {
  const [begun, used] = [performance.now(), processorTimeOf(pid)!];
  await new Promise<void>((resolve) => whenOverdue(pid, LIMIT, resolve));
  return { clock: performance.now() - begun, processor: processorTimeOf(pid)! - used };
}

/** Only Linux tells what a process has used. */
describe.runIf(process.platform === 'linux')('the time of a process', () => {
  it('is over when it has worked for as long', async () => {
    const { clock, processor } = await waited();
    // One tick of the system's count is lost at either end.
    expect(processor >= LIMIT - 20 || clock >= 4 * LIMIT).toBe(true);
  });

  it('goes on while others have the processor', async () => {
    let isStopped = false;
    const others = setInterval(() => {
      isStopped = !isStopped;
      process.kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
    }, 30);
    const { clock, processor } = await waited();
    clearInterval(others);
    expect(clock).toBeGreaterThan(LIMIT * 1.2);
    expect(processor >= LIMIT - 20 || clock >= 4 * LIMIT).toBe(true);
  });

  it('is over at its limit where it hangs', async () => {
    process.kill(pid, 'SIGSTOP');
    const { processor } = await waited();
    expect(processor).toBeLessThan(LIMIT / 10);
  });

  it('is not waited for any more once there is an answer', async () => {
    let isOverdue = false;
    whenOverdue(pid, 20, () => (isOverdue = true))();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(isOverdue).toBe(false);
  });
});
