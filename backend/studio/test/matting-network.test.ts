/**
 * Runs a network beside the built-in mask.
 * @module-tag drill
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescriptor } from '../core/descriptor.js';
import type { PersonMask } from '../core/models/person-mask.js';
import type { Face } from '../core/photo/face.js';
import type { Rgb } from '../core/raster/rgb.js';
import { analysePhoto } from '../core/training/analyse.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { frameFor } from '../core/training/cutout-frame.js';
import { findPortraitRoom } from '../core/training/portrait-room.js';
import { prepareCutout } from '../core/training/prepare-cutout.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { createPhotoInspector, createStudioEngine, UnfitNetwork, type MattingOptions } from '../node/index.js';
import { loadMattingNetwork } from '../node/models/matting-network.js';
import { decodePhoto } from '../node/photo/decode.js';
import { inspectPhoto } from '../node/photo/inspect.js';
import { sharpPictures } from '../node/pictures.js';
import { drawingSvg, drawnCutout, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { greenWallNetwork, onnxFile, UINT8, type Network } from './onnx-network.js';
import { inspected } from './photo-sets.js';
import { isWhole, wholeOr } from './whole.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-matting-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** Writes a network to a file of its own. */
function fileOf(network: Network | Uint8Array): string {
  const path = join(folder, `${++files}.onnx`);
  writeFileSync(path, network instanceof Uint8Array ? network : onnxFile(network));
  return path;
}

const optionsOf = (model: string, rest: Partial<MattingOptions> = {}): MattingOptions => ({
  model,
  runtime: 'onnxruntime-web',
  mean: [0.5, 0.5, 0.5],
  deviation: [0.5, 0.5, 0.5],
  logits: false,
  ...rest,
});

const load = (network: Network | Uint8Array, rest: Partial<MattingOptions> = {}) =>
  loadMattingNetwork(optionsOf(fileOf(network), rest));

/** What a mask says of a picture whose left half is of one colour and whose right half is of another. */
async function askAboutHalves(mask: PersonMask, left: number[], right: number[]): Promise<[number, number]> {
  const { width, height } = mask;
  const rgb = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(i % width < width / 2 ? left : right, i * 3);
  const { person: answer } = await mask.run(rgb);
  expect(answer).toHaveLength(width * height);
  const row = Math.floor(height / 3) * width;
  return [answer[row + 2]!, answer[row + width - 3]!];
}

const GREEN = [0, 192 / 255, 64 / 255];
const PINK = [0.9, 0.7, 0.6];

/** A network of one operator, from the picture to the mask. */
const oneStep = (type: string, shape: (number | string)[] = [1, 3, 96, 96]): Network => ({
  operators: [{ type, inputs: ['picture'], outputs: ['mask'] }],
  inputs: [{ name: 'picture', shape }],
  outputs: [{ name: 'mask', shape }],
});

/** The green wall's network, of which one part is another. */
const changed = (change: (network: Network) => Partial<Network>): Network => {
  const network = greenWallNetwork([96, 128]);
  return { ...network, ...change(network) };
};

/** The network's own outcome, but not yet a probability: 6 for the person and −6 for the wall. */
const unfinished = changed((network) => ({
  operators: [
    ...network.operators,
    { type: 'Mul', inputs: ['alpha', 'twelve'], outputs: ['scaled'] },
    { type: 'Sub', inputs: ['scaled', 'six'], outputs: ['logits'] },
  ],
  outputs: [{ name: 'logits', shape: [1, 1, 96, 128] }],
  weights: [...network.weights!, { name: 'twelve', shape: [], data: [12] }, { name: 'six', shape: [], data: [6] }],
}));

describe('a network of the operator’s own', () => {
  it.each([
    ['any size, channels first', greenWallNetwork(), [512, 512]],
    ['a fixed size, channels first', greenWallNetwork([96, 128]), [128, 96]],
    ['a fixed size, channels last', greenWallNetwork([96, 128], 'NHWC'), [128, 96]],
    ['one side fixed', greenWallNetwork([96, 'width']), [512, 96]],
  ])('is asked as it wants to be: %s', async (_, network, [width, height]) => {
    const mask = await load(network);
    expect([mask.width, mask.height]).toEqual([width, height]);
    const [wall, person] = await askAboutHalves(mask, GREEN, PINK);
    expect(wall).toBeLessThan(0.01);
    expect(person).toBe(1);
  });

  it('gets its colours as it was trained: mean and deviation of each channel', async () => {
    const mask = await load(greenWallNetwork(), { mean: [0, 0.25, 0], deviation: [1, 0.5, 1] });
    // 0.4 · red − 0.8 · (green − 0.25) / 0.5 + 0.4 · blue + 1
    const [left, right] = await askAboutHalves(mask, [0.5, 0.5, 0.25], [0.1, 0.75, 0]);
    expect(left).toBeCloseTo(0.4 * 0.5 - 0.8 * 0.5 + 0.4 * 0.25 + 1, 4);
    expect(right).toBeCloseTo(0.4 * 0.1 - 0.8 + 1, 4);
  });

  it('may answer with logits where that is said', async () => {
    const [wall, person] = await askAboutHalves(await load(unfinished, { logits: true }), GREEN, PINK);
    expect(wall).toBeCloseTo(1 / (1 + Math.exp(6)), 3);
    expect(person).toBeCloseTo(1 / (1 + Math.exp(-6)), 3);
  });

  it('may have outputs beside the mask, which comes first', async () => {
    const network = changed(({ outputs }) => ({ outputs: [...outputs, { name: 'sum', shape: [1, 1, 96, 128] }] }));
    const [wall, person] = await askAboutHalves(await load(network), GREEN, PINK);
    expect([wall < 0.01, person]).toEqual([true, 1]);
  });
});

describe('a network that does not fit is refused with its file and what was expected', () => {
  const halfSize = changed(({ operators }) => ({
    operators: [
      ...operators,
      {
        type: 'AveragePool',
        inputs: ['alpha'],
        outputs: ['half'],
        attributes: { kernel_shape: [2, 2], strides: [2, 2] },
      },
    ],
    outputs: [{ name: 'half', shape: [1, 1, 48, 64] }],
  }));
  // Rows and columns trade places, which fits a square only: known when it runs.
  const failing: Network = {
    operators: [
      { type: 'Transpose', inputs: ['picture'], outputs: ['turned'], attributes: { perm: [0, 1, 3, 2] } },
      { type: 'Add', inputs: ['picture', 'turned'], outputs: ['mask'] },
    ],
    inputs: [{ name: 'picture', shape: [1, 3, 96, 'width'] }],
    outputs: [{ name: 'mask', shape: [1, 3, 96, 'width'] }],
  };

  it.each<[string, Network | Uint8Array, RegExp]>([
    ['text', Buffer.from('not a network'), /is not an ONNX network/],
    ['nothing', Buffer.alloc(0), /is not an ONNX network/],
    ['half a file', onnxFile(greenWallNetwork()).subarray(0, 90), /is not an ONNX network/],
    [
      'two inputs',
      changed(({ operators, inputs, outputs }) => ({
        operators: [...operators, { type: 'Mul', inputs: ['alpha', 'other'], outputs: ['product'] }],
        inputs: [...inputs, { name: 'other', shape: [1, 1, 96, 128] }],
        outputs: outputs.map((output) => ({ ...output, name: 'product' })),
      })),
      /has 2 inputs; expected is one input, float32, 1×3×H×W or 1×H×W×3/,
    ],
    [
      'bytes',
      {
        ...oneStep('Identity'),
        inputs: [{ name: 'picture', shape: [1, 3, 96, 96], type: UINT8 }],
        outputs: [{ name: 'mask', shape: [1, 3, 96, 96], type: UINT8 }],
      },
      /takes uint8 1×3×96×96; expected is one input, float32/,
    ],
    ['grey pictures', oneStep('Sigmoid', [1, 1, 96, 96]), /takes float32 1×1×96×96; expected is/],
    ['no batch', oneStep('Sigmoid', [3, 96, 96]), /takes float32 3×96×96; expected is/],
    ['eight pictures at once', oneStep('Sigmoid', [8, 3, 96, 96]), /takes float32 8×3×96×96; expected is/],
    ['tiny pictures', greenWallNetwork([32, 32]), /takes pictures of 32 × 32 pixels; expected are 64 to 2048/],
    [
      'three channels out',
      oneStep('Sigmoid'),
      /answers with float32 1×3×96×96; expected as its first output is float32 1×1×96×96/,
    ],
    ['a smaller mask', halfSize, /answers with float32 1×1×48×64; expected as its first output is float32 1×1×96×128/],
    [
      'logits that nobody declared',
      unfinished,
      /answers with values from -6\.00 to 6\.00; expected are probabilities.*STUDIO_MATTE_OUTPUT=logits/,
    ],
    [
      'what is no number',
      changed(({ operators }) => ({
        operators: [...operators, { type: 'Log', inputs: ['alpha'], outputs: ['log'] }],
        outputs: [{ name: 'log', shape: [1, 1, 96, 128] }],
      })),
      /answers with values that are no numbers/,
    ],
    ['one that fails as it runs', failing, /fails at a test picture of 512 × 96 pixels/],
  ])('%s', async (_, network, words) => {
    const model = fileOf(network);
    const loading = loadMattingNetwork(optionsOf(model));
    await expect(loading).rejects.toThrow(UnfitNetwork);
    await expect(loading).rejects.toThrow(words);
    await expect(loading).rejects.toThrow(model);
  });

  it('a file that is not there, one that is a folder, and a runtime that is not installed', async () => {
    const missing = join(folder, 'missing.onnx');
    await expect(loadMattingNetwork(optionsOf(missing))).rejects.toThrow(`there is no file ${missing}`);
    await expect(loadMattingNetwork(optionsOf(folder))).rejects.toThrow(/cannot be read: EISDIR/);
    const model = fileOf(greenWallNetwork());
    await expect(loadMattingNetwork(optionsOf(model, { runtime: 'no-such-runtime' }))).rejects.toThrow(
      /the runtime no-such-runtime cannot be loaded/,
    );
  });

  it('by the engine and by the photo check at their start', async () => {
    const matting = optionsOf(fileOf(Buffer.from('not a network')));
    const engine = createStudioEngine({ matting });
    const inspector = createPhotoInspector({ processes: 1, matting });
    for (const part of [engine, inspector]) {
      const start = part.ready();
      await expect(start).rejects.toThrow(UnfitNetwork);
      await expect(start).rejects.toThrow(`${matting.model} is not an ONNX network`);
      await part.close();
    }
  });
});

/** Face height of cutouts in pixels. */
const FACE = 200;

const WALL = '#00c040';
/** Brown eyes: a green one would be a hole. */
const PERSON = { width: 640, height: 800, background: WALL, iris: '#3a2a1c', jacket: '#27364d' };

/** A board behind the shoulder, which is no part of the person and not green either. */
const BOARD = '<rect x="0" y="427" width="173" height="373" fill="#d01818"/>';

/** A drawn person before a green wall. With all of its colours: where a JPEG keeps a quarter of them, the wall's green runs into the hair. */
function beforeGreen(part: object, behind = ''): Promise<Buffer> {
  const person = drawingSvg({ ...PERSON, ...part }, false);
  const wall = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800"><rect width="640" height="800" fill="${WALL}"/>${behind}</svg>`;
  return sharp(Buffer.from(wall))
    .composite([{ input: Buffer.from(person) }])
    .jpeg({ quality: 96, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function decoded(photo: Buffer): Promise<Rgb> {
  const picture = await decodePhoto(photo);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

/** A photo's cutout in straight RGBA, and the face it was cut out around. */
async function cutOut(
  personMask: PersonMask,
  photo: Rgb,
  analysed: AnalysedPhoto,
): Promise<{ rgba: Uint8Array; face: Face }> {
  const room = await findPortraitRoom(sharpPictures, personMask, photo, analysed, 'check');
  if (typeof room === 'string') throw new Error(room);
  const prepared = await prepareCutout(sharpPictures, photo, analysed, room, analysed.tone, {
    artifact: 'a',
    before: 'b',
    faceHeight: FACE,
    dimness: 0,
  });
  if (!prepared) throw new Error('no cutout');
  return { rgba: prepared.picture.data, face: analysed.face };
}

async function analysisOf(photo: Rgb): Promise<AnalysedPhoto> {
  const analysed = await analysePhoto(sharpPictures, await faceModels(), photo, 0);
  if (!analysed) throw new Error('no face');
  return analysed;
}

/** Mean error of a cutout's alpha, 0 to 1, where the drawing's own is known. */
async function errorWith(personMask: PersonMask, photo: Rgb, analysed: AnalysedPhoto, truth: Rgb): Promise<number> {
  const { rgba, face } = await cutOut(personMask, photo, analysed);
  const { rgb, valid } = await sampleCutout(sharpPictures, truth, frameFor(face, FACE));
  let [sum, count] = [0, 0];
  for (let i = 0; i < valid.length; i++) {
    if (valid[i]! < 0.5) continue;
    sum += Math.abs(rgba[i * 4 + 3]! / 255 - rgb[0][i]!);
    count++;
  }
  return sum / count;
}

/** How many pixels of the board are within a cutout. */
function redIn(rgba: Uint8Array): number {
  let red = 0;
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i]! > 170 && rgba[i + 1]! < 70 && rgba[i + 3]! > 230) red++;
  return red;
}

describe('with a network', () => {
  let matting: MattingOptions;
  beforeAll(() => {
    matting = optionsOf(fileOf(greenWallNetwork()));
  });

  it.each(wholeOr([0, 8], [0]))('that knows the outline a cutout is about as exact: drawing %i', async (number) => {
    const part = { ...NINE_DRAWINGS[number], ...PERSON };
    const photo = await decoded(await beforeGreen(part));
    const { data, width, height } = await drawnCutout(part);
    const truth = { data: new Uint8Array(width * height * 3), width, height };
    for (let i = 0; i < width * height; i++) truth.data.fill(data[i * 4 + 3]!, i * 3, i * 3 + 3);
    const analysed = await analysisOf(photo);
    const builtIn = await errorWith((await faceModels()).personMask, photo, analysed, truth);
    const own = await errorWith(await loadMattingNetwork(matting), photo, analysed, truth);
    // By the parts that the built-in mask tells, a bite out of the drawn clothes is taken back; a network tells none.
    expect(own).toBeLessThan(1.1 * builtIn);
  });

  it('the cutout of a preview shows what the network says, also what the built-in mask would not', async () => {
    const [photo] = await inspected([await beforeGreen(PERSON, BOARD)], 'green');
    const engine = createStudioEngine({ renderThreads: 1, matting });
    const red: number[] = [];
    const onPreview = async ({ jpeg }: { jpeg: Uint8Array }): Promise<void> => {
      red.push(redIn(await sharp(jpeg).ensureAlpha().raw().toBuffer()));
    };
    await engine.previewPhoto({ photo: photo!, scenes: ['linkedin'], width: 384, onPreview });
    await engine.close();
    expect(red).toHaveLength(1);
    expect(red[0]).toBeGreaterThan(1000);
  });

  it.runIf(isWhole)('the training cuts out what the network says, also what the built-in mask would not', async () => {
    const photos = await Promise.all([0, 3].map((i) => beforeGreen({ ...NINE_DRAWINGS[i], ...PERSON }, BOARD)));
    const pair = await inspected(photos, 'green');
    const training = [1, 2, 3, 4].flatMap((round) => pair.map((photo) => ({ ...photo, id: `${photo.id}-${round}` })));
    const engine = createStudioEngine({ renderThreads: 1, cutoutFaceHeight: FACE, matting });
    const { descriptor, artifacts } = await engine.train({ photos: training, onProgress: () => {} });
    await engine.close();
    for (const { artifact } of readDescriptor(descriptor).cutouts) {
      const { bytes } = artifacts.find(({ name }) => name === artifact)!;
      expect(redIn(await sharp(bytes).raw().toBuffer())).toBeGreaterThan(2000);
    }
    const photo = await decoded(photos[0]!);
    const builtIn = await cutOut((await faceModels()).personMask, photo, await analysisOf(photo));
    expect(redIn(builtIn.rgba)).toBeLessThan(200);
  });

  it('the photo check sees what the network says', async () => {
    // Half a person everywhere: nothing is known of any outline.
    const unsure = fileOf(
      changed((network) => ({
        operators: [
          ...network.operators,
          { type: 'Mul', inputs: ['alpha', 'zero'], outputs: ['none'] },
          { type: 'Add', inputs: ['none', 'half'], outputs: ['unsure'] },
        ],
        outputs: [{ name: 'unsure', shape: [1, 1, 96, 128] }],
        weights: [...network.weights!, { name: 'half', shape: [], data: [0.5] }],
      })),
    );
    const photo = await beforeGreen({});
    const doubtWith = async (own: MattingOptions): Promise<unknown> => {
      const inspector = createPhotoInspector({ processes: 1, matting: own });
      await inspector.ready();
      const inspection = await inspector.inspect(photo);
      await inspector.close();
      return inspection.ok ? inspection.analysis.doubt : inspection.reason;
    };
    const known = { ...(await faceModels()), personMask: await loadMattingNetwork(matting) };
    expect(await inspectPhoto(known, photo)).toMatchObject({ ok: true, analysis: { doubt: null } });
    expect(await doubtWith(optionsOf(unsure))).toBe('outline_unclear');
  });
});
