import type * as Tf from '@tensorflow/tfjs-core';
import { clamp } from '../raster/numbers.js';
import { PARTS, type PersonLook, type PersonMask } from './person-mask.js';
import { createTfliteNetwork } from './tflite-graph.js';

/** What the network tells apart: the background first, then the parts in their order. */
const CLASSES = 1 + PARTS.length;

/** The built-in mask, MediaPipe's multiclass selfie segmentation: it sees strands of hair and tells parts of the person apart. */
export function createPartsMask(tf: typeof Tf, tflite: Uint8Array): PersonMask {
  const network = createTfliteNetwork(tf, tflite);
  const [height, width] = network.inputShape;
  return {
    width,
    height,
    run: async (rgb) => toProbabilities(await network.run(rgb)),
  };
}

/** What the network answers where it is certain: it was trained not to be. */
const [CERTAINLY_NOT, CERTAINLY] = [0.1, 0.97];

function toProbabilities(logits: Float32Array): PersonLook {
  const n = logits.length / CLASSES;
  const person = new Float32Array(n);
  const parts = { hair: plane(n), body: plane(n), face: plane(n), clothes: plane(n), accessory: plane(n) };
  const planes = PARTS.map((part) => parts[part]);
  for (let i = 0; i < n; i++) {
    const at = i * CLASSES;
    let most = -Infinity;
    for (let k = 0; k < CLASSES; k++) most = Math.max(most, logits[at + k]!);
    let sum = 0;
    for (let k = 1; k < CLASSES; k++) sum += planes[k - 1]![i] = Math.exp(logits[at + k]! - most);
    const answer = sum / (sum + Math.exp(logits[at]! - most));
    person[i] = clamp((answer - CERTAINLY_NOT) / (CERTAINLY - CERTAINLY_NOT), 0, 1);
    for (const values of planes) values[i]! *= person[i]! / sum;
  }
  return { person, parts };
}

const plane = (n: number): Float32Array => new Float32Array(n);
