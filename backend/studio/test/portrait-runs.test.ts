import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  TooFewUsablePhotos,
  type EngineProgress,
  type RenderedPortrait,
  type Retouch,
  type TrainedModel,
} from '../core/port.js';
import { readDescriptor } from '../core/descriptor.js';
import { composeFigure, createStudioEngine, renderScene, SCENE_KEYS, UnknownScene } from '../node/index.js';
import { drawnCutout, drawnPhoto } from '../../test/support/drawn-faces.js';
import { longTest } from '../../test/support/long-test.js';
import { artifactsOf, drawnModel, SMALL } from './drawn-model.js';
import { differenceOf } from './picture-difference.js';
import { wholeOr } from './whole.js';
import { inspected } from './photo-sets.js';

const engine = createStudioEngine({ ...SMALL, renderThreads: 2 });
afterAll(() => engine.close());

let model: TrainedModel;
const artifact = (name: string): Promise<Uint8Array> => artifactsOf(model)(name);
type Request = Parameters<typeof engine.generate>[0];
const request = (part: Partial<Request> = {}): Request => ({
  descriptor: model.descriptor,
  readArtifact: artifact,
  scene: 'linkedin',
  seed: 11,
  count: 8,
  onProgress: () => {},
  ...part,
});
const prints = (of: readonly RenderedPortrait[]): string[] =>
  of.map((p) => createHash('sha1').update(p.jpeg).digest('hex'));

/** Nobody is compared with anybody: that takes longer than painting, and changes no picture. */
const unknown = (): object => ({ ...(model.descriptor as object), references: [] });

/** What most tests look at: eight portraits, and what was told while they were made. */
let portraits: RenderedPortrait[];
const seen: number[] = [];
const progress: EngineProgress[] = [];

/** Runs on drawings wherever it is: the orchestration does not depend on real photos. */
beforeAll(async () => {
  console.info('portrait runs use drawings at 256 × 320');
  model = await drawnModel();
  portraits = await engine.generate(
    request({ onPortrait: (p) => void seen.push(p.index), onProgress: (p) => progress.push(p) }),
  );
});

describe('a run', () => {
  it('delivers eight different portraits of the right size, in order, each reported once', async () => {
    expect(portraits.map((p) => p.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const { jpeg, width, height } of portraits) {
      expect(await sharp(jpeg).metadata()).toMatchObject({
        format: 'jpeg',
        width: 256,
        height: 320,
        chromaSubsampling: '4:4:4',
      });
      expect([width, height]).toEqual([256, 320]);
    }
    for (let i = 0; i < 8; i++)
      for (let j = i + 1; j < 8; j++)
        expect(await differenceOf(portraits[i]!.jpeg, portraits[j]!.jpeg)).toBeGreaterThanOrEqual(0.04);
    const fractions = progress.map((p) => p.fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
  });

  it('is smaller, and says so, where a photo would have to be enlarged too much', async () => {
    const descriptor = readDescriptor(model.descriptor);
    const cutouts = descriptor.cutouts.map((cutout) => ({ ...cutout, scale: 0.2 }));
    const [small] = await engine.generate(request({ descriptor: { ...descriptor, cutouts }, count: 1 }));
    expect(small!.width).toBeLessThan(256);
    expect(await sharp(small!.jpeg).metadata()).toMatchObject({ width: small!.width, height: small!.width * 1.25 });
    expect(small!.height).toBe(small!.width * 1.25);
    expect(small!.face.height / small!.height).toBeCloseTo(portraits[0]!.face.height / portraits[0]!.height, 1);
  });

  it('says which photo each portrait was made of, and which part of it is seen', () => {
    const { cutouts } = model.descriptor as {
      cutouts: { before: string; width: number; height: number; eye: [number, number] }[];
    };
    expect(cutouts).toHaveLength(5);
    for (const { source, face, width, height } of portraits) {
      const cutout = cutouts.find(({ before }) => before === source?.artifact)!;
      expect(model.artifacts.map(({ name }) => name)).toContain(cutout.before);
      // The eyes of the photo lie where the portrait has them.
      expect((cutout.eye[0] / cutout.width - source!.left) / source!.width).toBeCloseTo(face.x / width, 5);
      expect((cutout.eye[1] / cutout.height - source!.top) / source!.height).toBeCloseTo(face.y / height, 5);
    }
    expect(new Set(portraits.map(({ source }) => source?.artifact)).size).toBeGreaterThan(1);
  });

  it('is made of no excluded cutout, and most of all of the preferred one; of none at all it is not made', async () => {
    const names = (model.descriptor as { cutouts: { artifact: string; before: string }[] }).cutouts;
    const [first, second, , , last] = names;
    const read: string[] = [];
    const chosen = await engine.generate(
      request({
        descriptor: unknown(),
        width: 64,
        count: 8,
        choice: { excluded: [first!.artifact, second!.artifact], preferred: [last!.artifact] },
        readArtifact: (name) => {
          read.push(name);
          return artifact(name);
        },
      }),
    );
    const times = (before: string) => chosen.filter(({ source }) => source?.artifact === before).length;
    expect(names.map(({ before }) => times(before)).slice(0, 2)).toEqual([0, 0]);
    expect(times(last!.before)).toBeGreaterThan(2);
    expect(read).not.toContain(first!.artifact);
    const none = { excluded: names.map(({ artifact }) => artifact), preferred: [] };
    await expect(engine.generate(request({ choice: none }))).rejects.toThrow('all cutouts are excluded');
  });

  it('that repeats one whose expression was not liked is made of other photos', async () => {
    const [first] = (model.descriptor as { cutouts: { before: string }[] }).cutouts;
    const ofFirst = (made: readonly RenderedPortrait[]) =>
      made.filter(({ source }) => source?.artifact === first!.before).length;
    const answer = await engine.generate(request({ descriptor: unknown(), width: 64, complaint: 'expression' }));
    expect([answer.length, ofFirst(portraits) > 1, ofFirst(answer)]).toEqual([8, true, 0]);
  });

  it('without vectors is ordered by what it is made of; of a profile from before photos were kept nothing is to compare with', async () => {
    const { cutouts, ...rest } = model.descriptor as {
      cutouts: { quality: number; uncertainty: number; before?: string }[];
    };
    const descriptor = {
      ...rest,
      references: [],
      cutouts: cutouts.map((cutout) => ({ ...cutout, before: undefined })),
    };
    const worths = cutouts.map(({ quality, uncertainty }) => quality - uncertainty);
    for (const { likeness, rank, source } of await engine.generate(request({ descriptor, count: 2 }))) {
      expect(likeness).toBeNull();
      expect(worths).toContain(rank);
      expect(source).toBeNull();
    }
  });

  it('knows the drawn person again', () => {
    for (const { likeness } of portraits) expect(likeness).toBeGreaterThan(0.85);
  });

  it('gives the same bytes for the same seed, whatever the number of threads, and others for another seed', async () => {
    const lone = createStudioEngine({ ...SMALL, renderThreads: 1 });
    try {
      const [again, beside] = await Promise.all([
        lone.generate(request({ descriptor: unknown(), done: new Set(wholeOr([], [1, 2, 3, 4, 5, 6])) })),
        lone.generate(request({ descriptor: unknown(), scene: 'black-bg', count: 2 })),
      ]);
      expect(prints(again)).toEqual(prints(again.map(({ index }) => portraits[index]!)));
      expect(again.map(({ index }) => index)).toEqual(wholeOr([0, 1, 2, 3, 4, 5, 6, 7], [0, 7]));
      expect(beside).toHaveLength(2);
    } finally {
      await lone.close();
    }
    const other = prints(await engine.generate(request({ descriptor: unknown(), seed: 12, count: 2 })));
    expect(other.filter((p) => prints(portraits).includes(p))).toEqual([]);
  });

  it('is retouched as the run chose; without a choice subtly', async () => {
    const first = async (retouch?: Retouch): Promise<string> => {
      const [portrait] = await engine.generate(
        request({ descriptor: unknown(), done: new Set([1, 2, 3, 4, 5, 6, 7]), ...(retouch ? { retouch } : {}) }),
      );
      return prints([portrait!])[0]!;
    };
    const [usual] = prints(portraits.filter(({ index }) => index === 0));
    expect([await first(), await first('subtle')]).toEqual([usual, usual]);
    expect(new Set([usual, await first('none'), await first('more')]).size).toBe(3);
  });

  it('marks every portrait as an edited composite and writes nothing else', async () => {
    for (const { jpeg } of portraits) {
      const facts = await sharp(jpeg).metadata();
      expect(facts.xmpAsString).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic');
      expect([facts.exif, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('renders any scene', async () => {
    for (const scene of wholeOr(SCENE_KEYS, ['office', 'golden-lake'])) {
      const portraits = await engine.generate(request({ scene, descriptor: unknown(), count: 1, width: 128 }));
      expect(portraits).toHaveLength(1);
    }
  });
});

describe('what goes wrong', () => {
  it('is said clearly', async () => {
    await expect(engine.generate(request({ scene: 'moon' }))).rejects.toThrow(UnknownScene);
    await expect(engine.generate(request({ descriptor: { engine: 'replicate' } }))).rejects.toThrow();
    await expect(
      engine.generate(request({ readArtifact: () => Promise.reject(new Error('storage is away')) })),
    ).rejects.toThrow('storage is away');
    await expect(
      engine.generate(request({ readArtifact: () => Promise.resolve(Buffer.from('not a picture')) })),
    ).rejects.toMatchObject({ name: 'JobFailed' });
  });

  longTest('ends a run that is cancelled, one whose listener fails, and everything on close', async () => {
    const cancel = new AbortController();
    const run = engine.generate(
      request({
        descriptor: unknown(),
        width: 64,
        signal: cancel.signal,
        onPortrait: () => cancel.abort(new Error('account blocked')),
      }),
    );
    await expect(run).rejects.toThrow('account blocked');
    const onPortrait = () => Promise.reject(new Error('storage is full'));
    await expect(engine.generate(request({ descriptor: unknown(), width: 64, count: 3, onPortrait }))).rejects.toThrow(
      'storage is full',
    );
    expect(await engine.generate(request({ descriptor: unknown(), width: 64, count: 2 }))).toHaveLength(2);
    const short = createStudioEngine({ ...SMALL, renderThreads: 1 });
    const cut = short.generate(request());
    const outcome = expect(cut).rejects.toMatchObject({ name: 'ThreadLost' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await short.close();
    await outcome;
    expect(short.threads).toBe(0);
  });

  it('is a time limit, too', async () => {
    const hasty = createStudioEngine({ ...SMALL, renderThreads: 1, portraitTimeLimitMs: 5 });
    try {
      const progress: number[] = [];
      const late = hasty.generate(request({ count: 1, onProgress: (p) => progress.push(p.fraction) }));
      await expect(late).rejects.toThrow(/no result within 5 ms/);
      // It was the portrait that was late, not the comparison after it.
      expect(progress).toEqual([0]);
    } finally {
      await hasty.close();
    }
  });
});

describe('scenes without a person', () => {
  it('are repeatable, change with the seed, and are as bright as their names say', () => {
    const mean = (pixels: Uint8Array): number => pixels.reduce((a, b) => a + b, 0) / pixels.length / 255;
    for (const scene of wholeOr(SCENE_KEYS, ['black-bg', 'linkedin'])) {
      const one = renderScene(scene, 5, 160, 200);
      expect(one).toHaveLength(160 * 200 * 3);
      expect(Buffer.from(renderScene(scene, 5, 160, 200)).equals(Buffer.from(one))).toBe(true);
      expect(Buffer.from(renderScene(scene, 6, 160, 200)).equals(Buffer.from(one))).toBe(false);
      if (scene === 'black-bg') expect(mean(one)).toBeLessThan(0.16);
      if (scene === 'linkedin') expect(mean(one)).toBeGreaterThan(0.8);
    }
  });

  it('take any cut-out figure', async () => {
    const { data, width, height } = await drawnCutout({ width: 160, height: 200 });
    const jpeg = await composeFigure('studio-grey', 3, data, width, height);
    const bare = await sharp(renderScene('studio-grey', 3, width, height), { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 160, height: 200 });
    expect(await differenceOf(jpeg, bare)).toBeGreaterThan(0.04);
    expect(() => composeFigure('studio-grey', 3, data.subarray(4), width, height)).toThrow(RangeError);
  });
});

describe('previews', () => {
  /** As large as a face needs to be. */
  const SMALL_DRAWING = { width: 560, height: 700 };
  const read = (previews: Map<string, Uint8Array>) =>
    Promise.all([...previews].map(async ([scene, jpeg]) => [scene, (await sharp(jpeg).metadata()).height]));
  const collect = (previews: Map<string, Uint8Array>) => ({
    width: 128,
    scenes: ['linkedin', 'black-bg'],
    onPreview: ({ scene, jpeg }: { scene: string; jpeg: Uint8Array }) => void previews.set(scene, jpeg),
  });

  /** Threads of this process that let others go first, where the system tells. */
  const niceThreads = (): number => {
    const threads = '/proc/self/task';
    if (!existsSync(threads)) return 0;
    const stats = readdirSync(threads).map((id) => readFileSync(`${threads}/${id}/stat`, 'utf8'));
    // The fields after the name, which may hold spaces: the niceness is the nineteenth of all.
    return stats.filter((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '5').length;
  };

  longTest('have two threads of their own, which can be got ready, and let everything else go first', async () => {
    const [before, threads] = [niceThreads(), engine.threads];
    await engine.warmUp();
    expect(engine.threads - threads).toBe(2);
    if (process.platform === 'linux') expect(niceThreads() - before).toBe(2);
  });

  longTest('show one photo, or what a profile keeps, once in each scene and as small as asked', async () => {
    const [ofPhoto, ofModel] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
    const [photo] = await inspected([await drawnPhoto(SMALL_DRAWING)]);
    await engine.previewPhoto({ photo: photo!, ...collect(ofPhoto) });
    await engine.previewModel({ descriptor: model.descriptor, readArtifact: artifact, ...collect(ofModel) });
    for (const made of [ofPhoto, ofModel])
      expect((await read(made)).toSorted()).toEqual([
        ['black-bg', 160],
        ['linkedin', 160],
      ]);
  });

  it('are not made of a photo without a face', async () => {
    const wall = await sharp({ create: { width: 600, height: 700, channels: 3, background: '#8a9096' } })
      .jpeg()
      .toBuffer();
    const [photo] = await inspected([await drawnPhoto(SMALL_DRAWING)]);
    const faceless = { ...photo!, read: () => Promise.resolve(new Uint8Array(wall)) };
    await expect(engine.previewPhoto({ photo: faceless, ...collect(new Map()) })).rejects.toThrow(TooFewUsablePhotos);
  });
});
