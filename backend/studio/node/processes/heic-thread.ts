import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { readHeic } from '../photo/read-heic.js';

// Loading sharp anew has switched the process's cache on again.
sharp.cache(false);

const read = await readHeic(workerData as Uint8Array);
parentPort!.postMessage(read);
