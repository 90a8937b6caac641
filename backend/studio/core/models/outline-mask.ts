import type * as Tf from '@tensorflow/tfjs-core';
import type { PersonMask } from './person-mask.js';
import { createTfliteNetwork } from './tflite-graph.js';

/** MediaPipe's small selfie segmentation, for devices: it tells a person from everything else, and not what of the person it sees. */
export function createOutlineMask(tf: typeof Tf, tflite: Uint8Array): PersonMask {
  const network = createTfliteNetwork(tf, tflite);
  const [height, width] = network.inputShape;
  return { width, height, run: async (rgb) => ({ person: await network.run(rgb), parts: null }) };
}
