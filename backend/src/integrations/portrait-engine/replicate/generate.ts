import type { Examination } from '@bildnis/studio';
import {
  EngineExhausted,
  type EngineProgress,
  type GenerateRequest,
  type RenderedPortrait,
} from '@bildnis/studio/core';
import { readDescriptor, type ReplicateDescriptor } from './descriptor.js';
import { harmlessWords, ReplicateRefused } from './errors.js';
import { fetchImage, type FetchOptions } from './fetch-image.js';
import { finishPortrait } from './finish-portrait.js';
import { followRun, type FollowTools } from './follow-run.js';
import type { RemoteRun } from './needs.js';
import { progressOf } from './progress.js';
import { promptFor } from './prompt.js';
import { knownInput, seedOf } from './recognition.js';
import type { Prediction } from './runs.js';

export interface GenerateTools extends FollowTools {
  fetching: FetchOptions;
  webhookUrl: string | null;
  width: number;
  /** Whether pictures of the provider's emulator are delivered; never from the provider itself. */
  acceptsSamples: boolean;
  predictionDeadlineMs: number;
  examine(jpeg: Buffer, references: string[], signal?: AbortSignal): Promise<Examination>;
  warn(message: string): void;
}

/** Pictures one prediction makes at most. */
const GROUP = 4;
/** Predictions that are paid for one generation: two make the portraits, the others replace what was of no use. */
const MOST_PREDICTIONS = 6;
/** Likeness below which a picture shows a stranger: other people reach .63, the person's own photos .85 and more. */
const STRANGER = 0.7;
const CLOSED_EYES = 0.12;
const GRACE_MS = 30_000;
/** What the provider makes best, and the least it takes. Sides are multiples of 16, and the height is five fourths of the width. */
const WIDTHS = { most: 1024, least: 256, step: 64 };
const OPEN = new Set(['noted', 'starting', 'processing', 'succeeded']);

/** One run of portraits, as far as it has come in this attempt. */
interface Work {
  tools: GenerateTools;
  request: GenerateRequest;
  model: ReplicateDescriptor;
  missing: Set<number>;
  delivered: RenderedPortrait[];
  /** Share done of each prediction under way. */
  shares: Map<string, number>;
  progress(progress: EngineProgress): void;
}

/** Makes the missing portraits, a group at a time, until none is missing. @throws EngineExhausted, ReplicateUnavailable, ReplicateRefused */
export async function generatePortraits(
  tools: GenerateTools,
  request: GenerateRequest,
  progress: (progress: EngineProgress) => void,
): Promise<RenderedPortrait[]> {
  const positions = Array.from({ length: request.count }, (_, index) => index).filter(
    (index) => !request.done?.has(index),
  );
  const work: Work = {
    tools,
    request,
    model: readDescriptor(request.descriptor),
    missing: new Set(positions),
    delivered: [],
    shares: new Map(),
    progress,
  };
  const noted = await tools.book.ofTasks([request.task]);
  await harvestAll(
    work,
    noted.filter(({ isHarvested, status }) => !isHarvested && OPEN.has(status)),
  );
  for (let begun = noted.length; work.missing.size > 0;) {
    if (begun >= MOST_PREDICTIONS)
      throw new EngineExhausted(`${work.missing.size} portraits are missing after ${begun} predictions`);
    const groups = inGroups([...work.missing]).slice(0, MOST_PREDICTIONS - begun);
    const runs = [];
    for (const group of groups)
      runs.push(
        await tools.book.note({
          kind: 'prediction',
          task: request.task,
          ordinal: begun++,
          subjectId: request.task,
          positions: group,
        }),
      );
    await harvestAll(work, runs);
  }
  progress({ stage: 'finishing', fraction: 1 });
  return work.delivered;
}

const inGroups = (positions: number[]): number[][] =>
  Array.from({ length: Math.ceil(positions.length / GROUP) }, (_, index) =>
    positions.slice(index * GROUP, (index + 1) * GROUP),
  );

/** All of them, also when one fails: what the others bring is kept. */
async function harvestAll(work: Work, runs: RemoteRun[]): Promise<void> {
  const failed = (await Promise.allSettled(runs.map((run) => harvest(work, run)))).find(
    (result) => result.status === 'rejected',
  );
  if (failed) throw failed.reason;
}

async function harvest(work: Work, run: RemoteRun): Promise<void> {
  const { tools, request } = work;
  const end = await followRun<Prediction>(tools, {
    run,
    begin: () => begin(work, run),
    read: (id) => tools.client.readPrediction(id, request.signal),
    // The provider ends it first.
    deadlineMs: tools.predictionDeadlineMs + GRACE_MS,
    onNews: (now) => {
      work.shares.set(run.id, progressOf(now) * 0.7 * run.positions.length);
      tell(work);
    },
    ...(request.signal ? { signal: request.signal } : {}),
  });
  if (end?.status === 'succeeded') await useImages(work, run, end.images);
  else
    tools.warn(`a prediction ended as ${end?.status ?? 'overdue'}: ${harmlessWords(end?.error ?? 'no reason given')}`);
  work.shares.delete(run.id);
  await tools.book.amend(run, { isHarvested: true });
}

function begin({ tools, request, model }: Work, run: RemoteRun): Promise<Prediction> {
  return tools.client.predict(model.trained, Math.round(tools.predictionDeadlineMs / 1000), {
    input: {
      prompt: promptFor(model, request.prompt, run.ordinal, request.complaint),
      aspect_ratio: 'custom',
      ...sizeFor(request.width ?? tools.width),
      num_outputs: run.positions.length,
      num_inference_steps: 28,
      guidance_scale: 2.5,
      lora_scale: 1,
      output_format: 'jpg',
      output_quality: 95,
      seed: seedOf(run),
      disable_safety_checker: false,
    },
    webhook: tools.webhookUrl,
    since: run.createdAt,
    known: knownInput(run),
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

/** No more pixels than are kept of them, as far as the provider makes so few. */
function sizeFor(width: number): { width: number; height: number } {
  const asked = Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.ceil(width / WIDTHS.step) * WIDTHS.step));
  return { width: asked, height: asked * 1.25 };
}

/** Takes over what can be used: each picture has its place, so that a second look at the same run brings nothing twice. */
async function useImages(work: Work, run: RemoteRun, images: readonly string[]): Promise<void> {
  for (const [place, position] of run.positions.entries()) {
    const address = images[place];
    if (!work.missing.has(position)) continue;
    const portrait = address ? await takeOver(work, position, address) : null;
    if (!portrait) continue;
    await work.request.onPortrait?.(portrait);
    work.missing.delete(position);
    work.delivered.push(portrait);
    work.shares.set(run.id, Math.max(0, (work.shares.get(run.id) ?? 0) - 0.7));
    tell(work);
  }
}

/** @returns null for a picture that must not be delivered */
async function takeOver(
  { tools, request, model }: Work,
  index: number,
  address: string,
): Promise<RenderedPortrait | null> {
  const refuse = (why: string): null => {
    tools.warn(`a picture is of no use: ${why}`);
    return null;
  };
  let finished: Awaited<ReturnType<typeof finishPortrait>> | null;
  const width = request.width ?? tools.width;
  try {
    const bytes = await fetchImage(address, tools.fetching, request.signal);
    finished = await finishPortrait(bytes, width).catch(() => null);
  } catch (error) {
    if (error instanceof ReplicateRefused) return refuse(error.message);
    throw error;
  }
  if (!finished) return refuse('nothing decodes it');
  const { jpeg, isSample } = finished;
  if (isSample && !tools.acceptsSamples) return refuse('it is a sample');
  const { faces, face, likeness, eyes } = await tools.examine(jpeg, model.references, request.signal);
  if (!face) return refuse(`it shows ${faces} faces`);
  if (eyes < CLOSED_EYES) return refuse('closed eyes');
  if (likeness !== null && likeness < STRANGER) return refuse(`likeness ${likeness.toFixed(2)}`);
  return {
    index,
    jpeg,
    width,
    height: Math.round(width * 1.25),
    likeness,
    rank: likeness ?? eyes,
    face,
    source: null,
    isSample,
  };
}

function tell({ request, missing, shares, progress }: Work): void {
  const done = request.count - missing.size;
  const underWay = [...shares.values()].reduce((sum, share) => sum + share, 0);
  progress({ stage: 'rendering', fraction: Math.min(0.99, (done + underWay) / request.count) });
}
