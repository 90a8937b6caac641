// Loaded into a process before everything else, which then dies of calling an address whose path has the word «deadly», as of a fault in native code.
import { subscribe } from 'node:diagnostics_channel';

subscribe('http.client.request.start', ({ request }) => {
  if (request.path.includes('deadly')) process.kill(process.pid, 'SIGKILL');
});
