import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Judgement } from '../core/photo/judge.js';
import { InspectionTooSlow, PROHIBITIVE_DOUBTS, type PhotoAnalysis, type PhotoInspection } from '../core/port.js';
import { showAnotherPerson } from '../core/same-person.js';
import { createPhotoInspector, InspectorClosed } from '../node/index.js';
import { decodePhoto, encodeNormalised } from '../node/photo/decode.js';
import { judgeUpload } from '../node/photo/inspect.js';
import { badDrawings, drawnPerson, drawnPhoto } from '../../test/support/drawn-faces.js';
import { longTest } from '../../test/support/long-test.js';
import { faceModels } from './face-models.js';
import { differenceOf } from './picture-difference.js';
import { isWhole, wholeOr } from './whole.js';
import { hasPhotos, photoFolder } from './photo-sets.js';

type Inspector = ReturnType<typeof createPhotoInspector>;

let inspector: Inspector;

beforeAll(() => {
  inspector = createPhotoInspector({ processes: isWhole ? 2 : 1 });
});
afterAll(() => inspector.close());

const verdict = (inspection: Judgement | PhotoInspection): string => (inspection.ok ? 'ok' : inspection.reason);

let judging: Promise<unknown> = Promise.resolve();
/** The verdict and what it rests on: in `npm test` without a process and without the doubts, which change no verdict. One after the other. */
function judge(photo: Buffer): Promise<Judgement | PhotoInspection> {
  if (isWhole) return inspector.inspect(photo);
  const judgement = judging.then(async () => judgeUpload(await faceModels(), photo));
  judging = judgement;
  return judgement;
}

/** Of a good photo. */
async function analysisOf(photo: Buffer): Promise<PhotoAnalysis> {
  const judgement = await judge(photo);
  if (!judgement.ok) throw new Error(judgement.reason);
  return judgement.analysis;
}

/** As large as a good face needs to be. */
const SMALL = { width: 640, height: 800 };

/** Refused by its face: seen by the models, and checked in a fifth of the time that a good one takes. */
const farAway = () => drawnPhoto({ size: 0.075, y: 0.45 });

/** Expected verdict of each shared photo, by its name. */
function expectedOf(folder: string, file: string): string {
  if (folder === 'person-a' || folder === 'person-b') return 'ok';
  if (folder === 'person-c') return file.startsWith('c01') ? 'ok' : 'too_small';
  const rules: [RegExp, string][] = [
    [/^ok_/, 'ok'],
    [/^no_face/, 'no_face'],
    [/_faces/, 'many_faces'],
    [/^too_small|^small_/, 'too_small'],
    [/^blurred/, 'blurred'],
    [/^too_dark/, 'too_dark'],
    [/^too_bright/, 'too_bright'],
    [/^partial/, 'face_cut'],
    // The camera's rotation mark is missing; the inspector turns such photos upright.
    [/^sideways/, 'ok'],
    [/^sunglasses/, 'sunglasses'],
    [/^not_an_image/, 'unsupported_format'],
    [/^truncated/, 'damaged'],
    [/^huge/, 'too_many_pixels'],
  ];
  const rule = rules.find(([pattern]) => pattern.test(file));
  if (!rule) throw new Error(`no expectation for ${file}`);
  return rule[1];
}

/** Three photos of each person; of the bad ones all that are good for all that, and the first for each refusal. */
function sampleOf(folder: string, files: readonly string[]): string[] {
  if (folder !== 'bad') return files.slice(0, 3);
  const verdicts = files.map((file) => expectedOf(folder, file));
  return files.filter((_, i) => verdicts[i] === 'ok' || verdicts.indexOf(verdicts[i]!) === i);
}

describe('verdicts', () => {
  it.runIf(hasPhotos)(
    'judges every shared photo as its licence file says, and tells two sets of one person from those of two',
    async () => {
      const results: [string, string, string][] = [];
      const vectors: Record<string, string[]> = {};
      for (const folder of ['bad', 'person-a', 'person-b', 'person-c']) {
        const files = readdirSync(join(photoFolder, folder)).toSorted();
        const inspections = wholeOr(files, sampleOf(folder, files)).map(async (file) => {
          const inspection = await judge(readFileSync(join(photoFolder, folder, file)));
          results.push([`${folder}/${file}`, verdict(inspection), expectedOf(folder, file)]);
          if (inspection.ok) (vectors[folder] ??= []).push(inspection.analysis.embedding);
        });
        await Promise.all(inspections);
      }
      expect(results.length).toBeGreaterThanOrEqual(isWhole ? 40 : 25);
      expect(results.filter(([, got, wanted]) => got !== wanted)).toEqual([]);
      const [a, b, c] = ['person-a', 'person-b', 'person-c'].map((folder) => vectors[folder]!) as [
        string[],
        string[],
        string[],
      ];
      for (const [these, those] of [
        [a, b],
        [a, c],
        [b, c],
      ] as const)
        expect(showAnotherPerson(these, those)).toBe(true);
      for (const one of [a, b])
        for (let first = 0; first < one.length; first += 1)
          expect(
            showAnotherPerson(
              [one[first]!],
              one.filter((_, index) => index !== first),
            ),
          ).toBe(false);
      expect([showAnotherPerson([], b), showAnotherPerson([''], b)]).toEqual([false, false]);
    },
  );

  it.runIf(hasPhotos)('says of photos it accepts what the training would not use', { tags: 'drill' }, async () => {
    const inspected = (path: string) => inspector.inspect(readFileSync(join(photoFolder, path)));
    const doubtOf = async (path: string): Promise<string | null> => {
      const inspection = await inspected(path);
      return inspection.ok ? (inspection.analysis.doubt ?? null) : inspection.reason;
    };
    // In a dark suit before a dark flag, in the middle of a word; and close up, cut at the collar.
    expect(await doubtOf('person-a/a02.jpg')).not.toBeNull();
    // That no portrait can be made of it says more than that its eyes are shut.
    expect(await doubtOf('person-a/a08.jpg')).toBe('too_close');
    expect(await doubtOf('person-a/a01.jpg')).toBeNull();
    if (!isWhole) return;
    const files = readdirSync(join(photoFolder, 'people')).filter((file) => file.endsWith('.jpg'));
    // Refused, or of no use at all; what is only used last is used where there is nothing better.
    const isOfNoUse = async (path: string): Promise<boolean> => {
      const inspection = await inspected(path);
      const doubt = inspection.ok && inspection.analysis.doubt;
      return !inspection.ok || (!!doubt && PROHIBITIVE_DOUBTS.includes(doubt));
    };
    const found = await Promise.all(
      files.map(async (file) => [file.slice(0, 2), await isOfNoUse(`people/${file}`)] as const),
    );
    const ofNoUse = found.filter(([, isOne]) => isOne).map(([number]) => number);
    expect(ofNoUse).toEqual(expect.arrayContaining(['07', '13', '14', '15']));
    expect(ofNoUse.length).toBeLessThanOrEqual(8);
  });

  // That good drawings are accepted is seen wherever one is trained with.
  it.runIf(isWhole || !hasPhotos)('refuses bad drawings with their reasons, and accepts nine of a person', async () => {
    const good = await Promise.all((await drawnPerson(9)).map(judge));
    expect(good.map(verdict)).toEqual(Array.from({ length: 9 }, () => 'ok'));
    for (const { name, bytes, reason } of await badDrawings()) {
      expect([name, verdict(await judge(bytes))]).toEqual([name, reason]);
    }
  });
});

describe('normalised photos', () => {
  it('are upright sRGB JPEGs of at most 2400 px without metadata', async () => {
    const large = await sharp(await drawnPhoto({ width: 500, height: 1250 }))
      .resize(1000, 2500)
      .png({ compressionLevel: 0 })
      .toBuffer();
    const source = await sharp(large)
      .rotate(90)
      .withExif({ IFD0: { Artist: 'Somebody', Orientation: '8' } })
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const inspection = await inspector.inspect(source);
    if (!inspection.ok) throw new Error(inspection.reason);
    const facts = await sharp(inspection.jpeg).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', space: 'srgb', width: 960, height: 2400, channels: 3 });
    expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(inspection).toMatchObject({ width: 960, height: 2400 });
  });

  it('apply the mirror mark of a camera', async () => {
    // A lost rotation is found by the face; a lost mirroring is not, so only the mark can tell.
    const plain = await drawnPhoto({ x: 0.42, ...SMALL });
    const source = await sharp(plain).withMetadata({ orientation: 2 }).jpeg({ quality: 93 }).toBuffer();
    const decoded = await decodePhoto(source);
    if (typeof decoded === 'string') throw new Error(decoded);
    const jpeg = await encodeNormalised(decoded);
    expect(await differenceOf(jpeg, await sharp(plain).flop().jpeg().toBuffer())).toBeLessThan(0.01);
    expect(await differenceOf(jpeg, plain)).toBeGreaterThan(0.03);
  });

  it('carry an analysis that tells persons apart and shots alike', async () => {
    const a = await analysisOf(await drawnPhoto(SMALL));
    const b = await analysisOf(await drawnPhoto({ width: 600, height: 750 }));
    expect(a.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    expect(Buffer.from(a.embedding, 'base64').length).toBe(4096);
    expect(a.quality).toBeGreaterThan(0.5);
    expect(a.quality).toBeLessThanOrEqual(1);
    expect(b.faceHeight / a.faceHeight).toBeCloseTo(600 / 640, 1);
  });

  it('turns a photo that lies on its side without a rotation mark', async () => {
    const lying = await sharp(await drawnPhoto(SMALL))
      .rotate(90)
      .jpeg({ quality: 93 })
      .toBuffer();
    const judgement = await judgeUpload(await faceModels(), lying);
    if (!judgement.ok) throw new Error(judgement.reason);
    expect(judgement.photo).toMatchObject(SMALL);
    expect(Math.abs(judgement.analysis.roll)).toBeLessThan(0.2);
  });
});

describe('hostile files and broken processes', () => {
  it('refuses formats by their bytes, whatever the decoder could read', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="100%" height="100%"/></svg>',
    );
    const tiff = await sharp(await drawnPhoto(SMALL))
      .tiff()
      .toBuffer();
    const avifBrand = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif\0\0\0\0avifmif1miaf')]);
    for (const bytes of [svg, tiff, avifBrand, Buffer.alloc(0)])
      expect(verdict(await inspector.inspect(bytes))).toBe('unsupported_format');
    const heicBrand = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1')]);
    expect(verdict(await inspector.inspect(heicBrand))).toBe('damaged');
  });

  longTest('ends a process that needs too much memory, and only that photo suffers', async () => {
    const one = createPhotoInspector({ processes: 1, memoryLimitMb: 380 });
    try {
      // A progressive JPEG cannot be read in strips: 49 megapixels of coefficients must be held at once.
      const heavy = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#3a5' } })
        .jpeg({ progressive: true, quality: 50, chromaSubsampling: '4:4:4' })
        .toBuffer();
      expect(verdict(await inspector.inspect(heavy))).toBe('no_face');
      expect(verdict(await one.inspect(heavy))).toBe('damaged');
      expect(one.processIds).toEqual([]);
      expect(verdict(await one.inspect(await farAway()))).toBe('too_small');
    } finally {
      await one.close();
    }
  });

  it('says of a check that ran out of time twice that it was too slow, and goes on with the next', async () => {
    const limit = 100;
    const one = createPhotoInspector({ processes: 1, timeLimitMs: limit });
    try {
      const photo = await drawnPhoto();
      expect(verdict(await one.inspect(Buffer.alloc(0)))).toBe('unsupported_format');
      const before = performance.now();
      await expect(one.inspect(photo)).rejects.toThrow(InspectionTooSlow);
      expect(performance.now() - before).toBeGreaterThanOrEqual(2 * limit);
      expect(one.processIds).toEqual([]);
      await expect(one.trace(photo)).rejects.toThrow(InspectionTooSlow);
      expect(verdict(await one.inspect(Buffer.alloc(0)))).toBe('unsupported_format');
    } finally {
      await one.close();
    }
  });
});

/** The tests build on each other: the process that one leaves is the one the next begins with. */
describe('one process', () => {
  const one = createPhotoInspector({ processes: 1, timeLimitMs: 6000 });
  let photo: Buffer;
  beforeAll(async () => {
    photo = await farAway();
  });
  afterAll(() => one.close());

  it('gives every photo its own verdict, also after empty ones', async () => {
    const empty = Buffer.alloc(0);
    const text = Buffer.from('a text of more than sixteen letters');
    const good = await drawnPhoto(SMALL);
    const verdicts = await Promise.all(
      [empty, good, empty, text, Buffer.concat([photo, Buffer.alloc(10_000_000, 7)]), empty].map(async (bytes) =>
        verdict(await one.inspect(bytes)),
      ),
    );
    expect(verdicts).toEqual([
      'unsupported_format',
      'ok',
      'unsupported_format',
      'unsupported_format',
      'too_small',
      'unsupported_format',
    ]);
  });

  it('lets go of who is cancelled, waiting or in work, and goes on with the next', async () => {
    const [working, waiting] = [new AbortController(), new AbortController()];
    const settled: string[] = [];
    const first = one.inspect(photo, { signal: working.signal }).catch((error: Error) => settled.push(error.message));
    const second = one.inspect(photo, { signal: waiting.signal }).catch((error: Error) => settled.push(error.message));
    const third = one.inspect(photo).then((inspection) => settled.push(verdict(inspection)));
    waiting.abort(new Error('left the queue'));
    setTimeout(() => working.abort(new Error('left the check')), 20);
    await Promise.all([first, second, third]);
    expect(settled).toEqual(['left the queue', 'left the check', 'too_small']);
    await expect(one.inspect(photo, { signal: working.signal })).rejects.toThrow('left the check');
  });

  it('that is killed while it works is followed by another, which checks the same photo', async () => {
    const [pid] = one.processIds;
    const running = one.inspect(photo);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(pid!, 'SIGKILL');
    expect(verdict(await running)).toBe('too_small');
    expect(one.processIds).toHaveLength(1);
    expect(one.processIds).not.toContain(pid);
  });

  longTest('that hangs is given up, and another checks the same photo', async () => {
    const [pid] = one.processIds;
    process.kill(pid!, 'SIGSTOP');
    // More than the pipe takes: the process hangs before it has the photo.
    expect(verdict(await one.inspect(Buffer.concat([photo, Buffer.alloc(10_000_000)])))).toBe('too_small');
    expect(one.processIds).not.toContain(pid);
  });

  it('refuses everything once it is closed, also what waits and works', async () => {
    const pids = one.processIds;
    expect(pids).toHaveLength(1);
    const under = [one.inspect(photo), one.inspect(photo)].map((inspection) =>
      expect(inspection).rejects.toThrow(InspectorClosed),
    );
    await one.close();
    await Promise.all(under);
    await expect(one.inspect(photo)).rejects.toThrow(InspectorClosed);
    expect(() => process.kill(pids[0]!, 0)).toThrow();
  });
});
