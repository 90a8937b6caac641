import { isMainThread } from 'node:worker_threads';
import { supervisorVariable } from './supervisor-variable.js';

/**
 * Loaded into API and worker before their own code: when the supervisor is gone (whatever killed it), they finish like after SIGTERM, and by
 * force where that takes long; a job cut off here is taken up again after the next start.
 */
const graceMs = 3_000;

if (isMainThread && process.channel && process.env[supervisorVariable] === String(process.ppid)) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs);
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref(); // watching must not keep a process alive that has nothing left to do
}
