import { elementOf } from '../core/element-of.js';
import { neverFalling } from '../core/never-falling.js';
import {
  TooFewUsablePhotos,
  type GenerateRequest,
  type ModelPreviewRequest,
  type PhotoPreviewRequest,
  type PortraitEngine,
  type PortraitSource,
  type PreviewEngine,
  type RenderedPortrait,
  type TrainRequest,
  type TrainedModel,
} from '../core/port.js';
import type { RefiningEngine } from '../core/refining.js';
import { readDescriptor, type StudioDescriptor } from '../core/descriptor.js';
import { extraTimeMs, requireFast, UnfitNetwork, type MattingOptions } from './models/matting-options.js';
import type { AnalysisEvent, AnalysisTask } from './processes/analysis-thread.js';
import { entryFile } from './processes/entry-file.js';
import type { RenderTask } from './processes/render-thread.js';
import { JobFailed, ThreadPool } from './processes/thread-pool.js';
import type { Crop } from '../core/rendering/framing.js';
import type { Examination } from '../core/rendering/likeness.js';
import { orderOf, placeFace } from './rendering/portrait-order.js';
import { PortraitRefiner } from './portrait-refiner.js';
import { planRun } from '../core/rendering/plan-refined.js';
import type { Variant } from '../core/rendering/variants.js';

/** Settings of the studio engine; all have sensible defaults. */
export interface StudioEngineOptions {
  /** Portraits rendered at once. Default 2; about 150 MB each. */
  renderThreads?: number;
  /** Width of portraits in pixels when a request names none; the height follows as 5:4. Default 1024. */
  width?: number;
  /** Height of the face in prepared cutouts in pixels. Default 520, right for portraits of 1024 px. */
  cutoutFaceHeight?: number;
  /** Time limits in milliseconds: one portrait (default 60 000), one training (default 300 000). */
  portraitTimeLimitMs?: number;
  trainingTimeLimitMs?: number;
  /** Idle time after which a thread's memory is freed. Default 60 000 ms. */
  idleMs?: number;
  /** A network in place of the built-in person mask. Default null. */
  matting?: MattingOptions | null;
}

type RenderRequest = Omit<GenerateRequest, 'task' | 'prompt'>;

/** What one portrait of a run is made with. */
interface OnePortrait {
  descriptor: StudioDescriptor;
  variant: Variant;
  read: (name: string) => Promise<Uint8Array>;
  signal: AbortSignal;
  /** A portrait takes two of them. */
  step: () => void;
  pool: ThreadPool;
}

const JOBS_PER_THREAD = 200;
/** Height of the face in the cutout that previews are made of, in pixels: as much as a picture of 384 × 480 shows. */
const PREVIEW_FACE_HEIGHT = 240;
/** Of the threads that make previews: they get what the machine has left. */
const PREVIEW_NICENESS = 5;
/** The same photo gives the same previews. */
const PREVIEW_SEED = 1;

/** Portraits by honest image processing of the person's own photos, on this machine's processors. */
export class StudioEngine implements PortraitEngine, PreviewEngine {
  readonly name = 'studio' as const;
  private readonly options: Required<StudioEngineOptions>;
  private readonly analysis: ThreadPool;
  private readonly rendering: ThreadPool;
  /** Threads of their own: a preview holds up neither paid work nor the check of a photo. */
  private readonly previews: { analysis: ThreadPool; rendering: ThreadPool };
  /** In the threads of previews: it costs nothing, so that what is paid for goes first. */
  readonly refining: RefiningEngine;
  private lookMs: Promise<number> | null = null;

  constructor(options: StudioEngineOptions = {}) {
    this.options = {
      renderThreads: options.renderThreads ?? 2,
      width: options.width ?? 1024,
      cutoutFaceHeight: options.cutoutFaceHeight ?? 520,
      portraitTimeLimitMs: options.portraitTimeLimitMs ?? 60_000,
      trainingTimeLimitMs: options.trainingTimeLimitMs ?? 300_000,
      idleMs: options.idleMs ?? 60_000,
      matting: options.matting ?? null,
    };
    const { matting, renderThreads, idleMs } = this.options;
    const shared = { jobsPerThread: JOBS_PER_THREAD, idleMs };
    const analysis = { ...shared, entry: entryFile('analysis-thread'), data: { matting }, threads: 1 };
    const rendering = { ...shared, entry: entryFile('render-thread'), threads: Math.max(1, renderThreads) };
    this.analysis = new ThreadPool(analysis);
    this.rendering = new ThreadPool(rendering);
    this.previews = {
      analysis: new ThreadPool({ ...analysis, niceness: PREVIEW_NICENESS }),
      rendering: new ThreadPool({ ...rendering, threads: 1, niceness: PREVIEW_NICENESS }),
    };
    this.refining = new PortraitRefiner(this.previews.rendering, {
      width: this.options.width,
      timeLimitMs: this.options.portraitTimeLimitMs,
    });
  }

  /** Threads alive now, for monitoring. */
  get threads(): number {
    return this.pools.reduce((sum, { size }) => sum + size, 0);
  }

  private get pools(): ThreadPool[] {
    return [this.analysis, this.rendering, this.previews.analysis, this.previews.rendering];
  }

  /** Tries the network that cuts people out, where there is one of the operator's own. @throws UnfitNetwork */
  async ready(): Promise<void> {
    const { matting } = this.options;
    if (matting) requireFast(matting, await this.lookTime());
  }

  /** How long one look of the operator's network takes, in milliseconds; 0 without one. */
  private lookTime(): Promise<number> {
    if (!this.options.matting) return Promise.resolve(0);
    const task: AnalysisTask = { kind: 'try-matting' };
    return (this.lookMs ??= this.analysis
      .run<number>({ task, timeLimitMs: this.options.portraitTimeLimitMs, endsThread: true })
      .catch(asPortError));
  }

  train(request: Omit<TrainRequest, 'task' | 'subject'>): Promise<TrainedModel> {
    return this.prepare(request, { pool: this.analysis, cutoutFaceHeight: this.options.cutoutFaceHeight });
  }

  async warmUp(): Promise<void> {
    const { analysis, rendering } = this.previews;
    const timeLimitMs = this.options.portraitTimeLimitMs;
    const models: AnalysisTask = { kind: 'warm-up' };
    const scene: RenderTask = { warmUp: { scene: 'city-daylight', width: 384, height: 480 } };
    await Promise.all([analysis.run({ task: models, timeLimitMs }), rendering.run({ task: scene, timeLimitMs })]);
  }

  async previewPhoto({ photo, ...request }: PhotoPreviewRequest): Promise<void> {
    const { descriptor, artifacts } = await this.prepare(
      { photos: [photo], onProgress: () => {}, ...(request.signal ? { signal: request.signal } : {}) },
      { pool: this.previews.analysis, cutoutFaceHeight: PREVIEW_FACE_HEIGHT, neededPhotos: 1 },
    );
    const readArtifact = (name: string): Promise<Uint8Array> => {
      const found = artifacts.find((artifact) => artifact.name === name);
      return found ? Promise.resolve(found.bytes) : Promise.reject(new Error(`no artifact ${name}`));
    };
    await this.previewModel({ ...request, descriptor, readArtifact });
  }

  async previewModel({ scenes, onPreview, ...request }: ModelPreviewRequest): Promise<void> {
    // Nothing is compared with the person's photos: previews are neither ordered nor chosen by likeness.
    const descriptor = { ...readDescriptor(request.descriptor), references: [] };
    const run = { ...request, descriptor, seed: PREVIEW_SEED, count: 1, onProgress: () => {} };
    const previews = scenes.map((scene) =>
      this.render({ ...run, scene, onPortrait: ({ jpeg }) => onPreview({ scene, jpeg }) }, this.previews.rendering),
    );
    // Not before the last one has ended: a caller that hears of a failure must not be shown another picture.
    const failed = (await Promise.allSettled(previews)).find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Judges photos and cuts the person out of the best of them, in the thread that has the models. */
  private async prepare(
    request: Pick<TrainRequest, 'photos' | 'onProgress' | 'signal'>,
    { pool, cutoutFaceHeight, neededPhotos }: { pool: ThreadPool; cutoutFaceHeight: number; neededPhotos?: number },
  ): Promise<TrainedModel> {
    const task: AnalysisTask = {
      kind: 'train',
      photos: request.photos.map(({ id, analysis }) => ({
        id,
        embedding: analysis.embedding,
        perceptualHash: analysis.perceptualHash,
      })),
      cutoutFaceHeight,
      ...(neededPhotos ? { neededPhotos } : {}),
    };
    const progress = neverFalling(request.onProgress);
    const extraMs = extraTimeMs(await this.lookTime(), request.photos.length);
    return pool
      .run<TrainedModel>({
        task,
        timeLimitMs: this.options.trainingTimeLimitMs + extraMs,
        signal: request.signal,
        // Many photos leave much memory behind; one does not, and the next preview finds the models loaded.
        endsThread: !neededPhotos,
        onEvent: (event, answer) => {
          const e = event as AnalysisEvent;
          if ('progress' in e) progress(e.progress);
          else
            elementOf(request.photos, e.photo)
              .read()
              .then(
                (bytes) => answer({ answerTo: e.id, value: bytes }),
                (error: unknown) =>
                  answer({ answerTo: e.id, error: error instanceof Error ? error.message : String(error) }),
              );
        },
      })
      .catch(asPortError);
  }

  generate(request: RenderRequest): Promise<RenderedPortrait[]> {
    return this.render(request, this.rendering);
  }

  private async render(request: RenderRequest, pool: ThreadPool): Promise<RenderedPortrait[]> {
    const descriptor = readDescriptor(request.descriptor);
    const { cutouts, variants: planned } = planRun(request, descriptor);
    const variants = planned.filter(({ index }) => !request.done?.has(index));
    const stop = new AbortController();
    const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
    const artifacts = new Map<string, Promise<Uint8Array>>();
    const read = (name: string): Promise<Uint8Array> => {
      let bytes = artifacts.get(name);
      if (!bytes) artifacts.set(name, (bytes = request.readArtifact(name)));
      return bytes;
    };
    const progress = neverFalling(request.onProgress);
    let steps = (request.count - variants.length) * 2;
    const step = (): void => progress({ stage: 'rendering', fraction: ++steps / (request.count * 2) });
    progress({ stage: 'rendering', fraction: steps / (request.count * 2) });
    const runs = variants.map((variant) =>
      this.portrait(request, {
        descriptor: { ...descriptor, cutouts: [...cutouts] },
        variant,
        read,
        signal,
        step,
        pool,
      }),
    );
    try {
      const portraits = await Promise.all(runs);
      progress({ stage: 'finishing', fraction: 1 });
      return portraits;
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(runs);
      throw error;
    }
  }

  /** One portrait: rendered without models, then compared with the person's photos in the thread that has them. */
  private async portrait(
    request: RenderRequest,
    { descriptor, variant, read, signal, step, pool }: OnePortrait,
  ): Promise<RenderedPortrait> {
    const cutout = elementOf(descriptor.cutouts, variant.source);
    const order = await orderOf({ ...request, readArtifact: read }, cutout, variant, this.options.width);
    const { width, height } = order;
    const timeLimitMs = this.options.portraitTimeLimitMs;
    const jpeg = Buffer.from(await pool.run<Uint8Array>({ task: order, timeLimitMs, signal }));
    step();
    const [likeness] = await Promise.all([
      this.likeness(jpeg, descriptor.references, signal),
      request.onRendered?.({ index: variant.index, jpeg }),
    ]);
    const rank = likeness ?? cutout.quality - cutout.uncertainty;
    const portrait: RenderedPortrait = {
      index: variant.index,
      jpeg,
      width,
      height,
      likeness,
      rank,
      face: placeFace(cutout, variant.crop, width),
      source: sourceOf(cutout, variant.crop),
      isSample: false,
    };
    await request.onPortrait?.(portrait);
    step();
    return portrait;
  }

  /** @returns null without anything to compare with */
  private async likeness(jpeg: Uint8Array, references: string[], signal: AbortSignal): Promise<number | null> {
    if (references.length === 0) return null;
    const task: AnalysisTask = { kind: 'likeness', jpeg, references };
    return this.analysis.run<number>({ task, timeLimitMs: this.options.portraitTimeLimitMs, signal });
  }

  /** Nothing of it lies elsewhere. */
  forget(): Promise<void> {
    return Promise.resolve();
  }

  /** Looks at a finished picture: how many faces, where the face is, how like the person. */
  examine(jpeg: Uint8Array, references: string[], signal?: AbortSignal): Promise<Examination> {
    const task: AnalysisTask = { kind: 'examine', jpeg, references };
    return this.analysis.run<Examination>({
      task,
      timeLimitMs: this.options.portraitTimeLimitMs,
      ...(signal ? { signal } : {}),
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.close()));
  }
}

/** What a portrait that shows this crop of a cutout is to be compared with. */
function sourceOf({ before, width, height }: StudioDescriptor['cutouts'][number], crop: Crop): PortraitSource | null {
  if (!before) return null;
  return {
    artifact: before,
    left: crop.x / width,
    top: crop.y / height,
    width: crop.width / width,
    height: crop.height / height,
  };
}

/** Failures cross the thread's border as data; those that callers know become their classes again. */
function asPortError(error: unknown): never {
  if (error instanceof JobFailed && error.cause === 'TooFewUsablePhotos') {
    const { usable, needed, setAside } = error.facts as Pick<TooFewUsablePhotos, 'usable' | 'needed' | 'setAside'>;
    throw new TooFewUsablePhotos(usable, needed, setAside);
  }
  if (error instanceof JobFailed && error.cause === 'UnfitNetwork') throw new UnfitNetwork(error.message);
  throw error;
}
