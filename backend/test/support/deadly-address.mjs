// Loaded into a process before everything else: calling an address whose path has the word «deadly» kills it, as a fault in native code does, and
// one with «endless» has it hang.
import { subscribe } from 'node:diagnostics_channel';

subscribe('http.client.request.start', ({ request }) => {
  if (request.path.includes('deadly')) process.kill(process.pid, 'SIGKILL');
  while (request.path.includes('endless'));
});
