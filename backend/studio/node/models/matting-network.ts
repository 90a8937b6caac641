import { readFile } from 'node:fs/promises';
import type * as Ort from 'onnxruntime-web';
import type { PersonMask } from '../../core/models/person-mask.js';
import { clamp } from '../../core/raster/numbers.js';
import { UnfitNetwork, type MattingOptions } from './matting-options.js';
import { requireModule } from './model-files.js';

/** Side of the square for networks that take any size, in pixels: what portrait matting is mostly trained with. */
const ANY_SIZE_SIDE = 512;

/** Sizes within which a network helps: below it sees no hair, above it takes more memory than a photo check may have. */
const [LEAST_SIDE, MOST_SIDE] = [64, 2048];

/** How far the values of a probability may lie outside of 0 to 1: rounding, and filters that overshoot. */
const OVERSHOOT = 0.05;

const INPUT = 'one input, float32, 1×3×H×W or 1×H×W×3';

/** An operator's network, and how long its first look took. */
export interface MattingNetwork extends PersonMask {
  readonly lookMs: number;
}

/**
 * Loads the network and has it look at one picture, so that one that fails is known before the first photo.
 * @throws UnfitNetwork
 */
export async function loadMattingNetwork(options: MattingOptions): Promise<MattingNetwork> {
  const ort = loadRuntime(options.runtime);
  const session = await openSession(ort, options.model);
  const { input, output, channelsFirst, width, height } = readContract(session, options.model);
  const shape = channelsFirst ? [1, 3, height, width] : [1, height, width, 3];
  const ask = async (rgb: Float32Array): Promise<Ort.Tensor> => {
    const pixels = prepare(rgb, options, channelsFirst);
    const answer = await session.run({ [input]: new ort.Tensor('float32', pixels, shape) }, [output]);
    return answer[output]!;
  };
  const started = performance.now();
  const first = await ask(testPicture(width, height)).catch((error: unknown) => {
    throw new UnfitNetwork(
      `${options.model} fails at a test picture of ${width} × ${height} pixels: ${wordsOf(error)}`,
    );
  });
  const lookMs = performance.now() - started;
  requireMask(first, { width, height, options });
  return {
    width,
    height,
    lookMs,
    run: async (rgb) => ({ person: toProbability((await ask(rgb)).data as Float32Array, options), parts: null }),
  };
}

function loadRuntime(name: string): typeof Ort {
  let ort: typeof Ort;
  try {
    ort = requireModule(name) as typeof Ort;
  } catch (error) {
    throw new UnfitNetwork(`the runtime ${name} cannot be loaded: ${wordsOf(error)}`);
  }
  // Photo checks and renderings run beside it and need the other cores.
  ort.env.wasm.numThreads = 1;
  return ort;
}

async function openSession(ort: typeof Ort, path: string): Promise<Ort.InferenceSession> {
  let file: Uint8Array;
  try {
    file = await readFile(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UnfitNetwork(missing ? `there is no file ${path}` : `${path} cannot be read: ${wordsOf(error)}`);
  }
  try {
    return await ort.InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 });
  } catch (error) {
    throw new UnfitNetwork(`${path} is not an ONNX network that can be run here: ${wordsOf(error)}`);
  }
}

interface Contract {
  input: string;
  output: string;
  channelsFirst: boolean;
  width: number;
  height: number;
}

/** Reads off the network how it wants pictures. Of several outputs the first counts: others are of help in training only. */
function readContract({ inputMetadata, outputNames }: Ort.InferenceSession, path: string): Contract {
  const [input] = inputMetadata;
  const [output] = outputNames;
  if (inputMetadata.length !== 1 || !input?.isTensor || !output)
    throw new UnfitNetwork(`${path} has ${inputMetadata.length} inputs; expected is ${INPUT}`);
  const { type, shape, name } = input;
  const [batch, ...sizes] = shape;
  const channelsFirst = sizes[0] === 3;
  const fits = sizes.length === 3 && isSizeOr(batch, 1) && (channelsFirst || sizes[2] === 3);
  if (type !== 'float32' || !fits)
    throw new UnfitNetwork(`${path} takes ${type} ${shape.join('×') || '(a single number)'}; expected is ${INPUT}`);
  const [height, width] = (channelsFirst ? sizes.slice(1) : sizes.slice(0, 2)).map((size) =>
    isFixed(size) ? size : ANY_SIZE_SIDE,
  ) as [number, number];
  if (Math.min(width, height) < LEAST_SIDE || Math.max(width, height) > MOST_SIDE)
    throw new UnfitNetwork(
      `${path} takes pictures of ${width} × ${height} pixels; expected are ${LEAST_SIDE} to ${MOST_SIDE} a side`,
    );
  return { input: name, output, channelsFirst, width, height };
}

/** Sizes that are not fixed have a name, or nothing, in place of a number. */
const isFixed = (size: number | string | undefined): size is number => typeof size === 'number' && size > 0;
const isSizeOr = (size: number | string | undefined, wanted: number): boolean => !isFixed(size) || size === wanted;

/** Every brightness and many colours: a network that answers this within bounds does so for photos. */
function testPicture(width: number, height: number): Float32Array {
  const rgb = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [across, down] = [(i % width) / (width - 1), Math.floor(i / width) / (height - 1)];
    rgb.set([across, down, (across + 1 - down) / 2], i * 3);
  }
  return rgb;
}

/** Takes off the mean, divides by the deviation, and puts the channels where the network wants them. */
function prepare(rgb: Float32Array, { mean, deviation }: MattingOptions, channelsFirst: boolean): Float32Array {
  const n = rgb.length / 3;
  const out = new Float32Array(rgb.length);
  for (let i = 0; i < n; i++)
    for (let c = 0; c < 3; c++)
      out[channelsFirst ? c * n + i : i * 3 + c] = (rgb[i * 3 + c]! - mean[c]!) / deviation[c]!;
  return out;
}

function toProbability(values: Float32Array, { logits }: MattingOptions): Float32Array {
  return values.map((value) => (logits ? 1 / (1 + Math.exp(-value)) : clamp(value, 0, 1)));
}

/** @throws UnfitNetwork where the answer is not one probability for each pixel */
function requireMask(
  { type, dims, data }: Ort.Tensor,
  { width, height, options }: { width: number; height: number; options: MattingOptions },
): void {
  const sizes = dims.filter((size) => size !== 1);
  if (type !== 'float32' || sizes.length !== 2 || sizes[0] !== height || sizes[1] !== width)
    throw new UnfitNetwork(
      `${options.model} answers with ${type} ${dims.join('×')}; expected as its first output is float32 1×1×${height}×${width} or 1×${height}×${width}×1`,
    );
  let [least, most] = [Infinity, -Infinity];
  for (const value of data as Float32Array) {
    if (!Number.isFinite(value)) throw new UnfitNetwork(`${options.model} answers with values that are no numbers`);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!options.logits && (least < -OVERSHOOT || most > 1 + OVERSHOOT))
    throw new UnfitNetwork(
      `${options.model} answers with values from ${least.toFixed(2)} to ${most.toFixed(2)}; expected are probabilities from 0 to 1 (STUDIO_MATTE_OUTPUT=logits for those that are still to become some)`,
    );
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
