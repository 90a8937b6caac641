import { Worker } from 'node:worker_threads';
import type { PhotoReason } from '../../core/port.js';
import { entryFile } from '../processes/entry-file.js';
import type { ReadPhoto } from './read-heic.js';

/**
 * Reads a HEIC file in a thread of its own: the memory of a large photo is free again afterwards, no photo meets what another has left in the
 * decoder, and the process can watch its memory meanwhile.
 */
export function decodeHeic(bytes: Uint8Array): Promise<ReadPhoto | PhotoReason> {
  const thread = new Worker(entryFile('heic-thread'), { workerData: bytes, env: {} });
  const read = new Promise<ReadPhoto | PhotoReason>((resolve) => {
    thread.once('message', resolve);
    // A decoder that gives up takes its thread along.
    thread.once('error', () => resolve('damaged'));
    thread.once('exit', () => resolve('damaged'));
  });
  return read.finally(() => void thread.terminate());
}
