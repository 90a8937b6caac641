import {
  NEEDED_PHOTOS,
  foreignPhotos,
  EngineExhausted,
  TooFewUsablePhotos,
  type EngineProgress,
  type TrainedModel,
  type TrainRequest,
} from '@bildnis/studio/core';
import type { Trainer } from './client.js';
import type { ReplicateDescriptor } from './descriptor.js';
import { harmlessWords } from './errors.js';
import { followRun, type FollowTools } from './follow-run.js';
import type { RemoteRun, TrainingInputs } from './needs.js';
import { zipPhotos } from './photo-zip.js';
import { progressOf } from './progress.js';
import { knownInput, triggerWordOf } from './recognition.js';
import type { Training } from './runs.js';
import { readVersion, writeVersion } from './version.js';

export interface TrainTools extends FollowTools {
  inputs: TrainingInputs;
  trainer: Trainer;
  hardware: string;
  webhookUrl: string | null;
  trainingDeadlineMs: number;
}

/** Trainings that are paid for one start: the second is for what the first met by chance. */
const MOST_TRAININGS = 2;
/** What is done before the provider has begun, as a share of the whole. */
const BEFORE = 0.06;

/** Trains a version of our private model on the photos. @throws TooFewUsablePhotos, EngineExhausted, ReplicateUnavailable, ReplicateRefused */
export async function trainVersion(
  tools: TrainTools,
  request: TrainRequest,
  progress: (progress: EngineProgress) => void,
): Promise<TrainedModel> {
  const foreign = new Set(foreignPhotos(request.photos.map(({ analysis }) => analysis)));
  const setAside = [...foreign].map((index) => ({
    photoId: request.photos[index]!.id,
    reason: 'other_person' as const,
  }));
  const own = request.photos.filter((_, index) => !foreign.has(index));
  if (own.length < NEEDED_PHOTOS) throw new TooFewUsablePhotos(own.length, NEEDED_PHOTOS, setAside);
  progress({ stage: 'analysing', fraction: BEFORE / 2 });
  const noun = request.subject.gender === 'female' ? 'woman' : 'man';
  const run = await openRun(tools, request);
  const end = await followRun<Training>(tools, {
    run,
    begin: () => begin(tools, run, own, noun, request.signal),
    read: (id) => tools.client.readTraining(id, request.signal),
    deadlineMs: tools.trainingDeadlineMs,
    onNews: (now) => progress({ stage: 'learning', fraction: BEFORE + (0.98 - BEFORE) * progressOf(now) }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
  await tools.inputs.withdraw(request.task);
  const trained = end?.status === 'succeeded' && end.version ? readVersion(end.version, tools.model) : null;
  if (!trained)
    throw new Error(
      `the training ended as ${end?.status ?? 'overdue'}: ${harmlessWords(end?.error ?? 'no reason given')}`,
    );
  await tools.book.amend(run, { version: writeVersion(trained) });
  progress({ stage: 'finishing', fraction: 1 });
  const references = own.map(({ analysis }) => analysis.embedding).filter((vector) => vector !== '');
  const descriptor: ReplicateDescriptor = {
    engine: 'replicate',
    version: 1,
    model: trained.model,
    trained: trained.id,
    triggerWord: triggerWordOf(run),
    noun,
    references,
  };
  return { descriptor, artifacts: [], crops: 0, offersRetouch: false, photos: null };
}

/** The run of an earlier attempt that may still end well, else a new one. */
async function openRun({ book }: TrainTools, { task, subject }: TrainRequest): Promise<RemoteRun> {
  const earlier = await book.ofTasks([task]);
  const open = earlier.find(({ status }) => ['noted', 'starting', 'processing', 'succeeded'].includes(status));
  if (open) return open;
  if (earlier.length >= MOST_TRAININGS) throw new EngineExhausted(`${earlier.length} trainings ended badly`);
  return book.note({ kind: 'training', task, ordinal: earlier.length, subjectId: subject.id, positions: [] });
}

async function begin(
  tools: TrainTools,
  run: RemoteRun,
  photos: TrainRequest['photos'],
  noun: string,
  signal: AbortSignal | undefined,
): Promise<Training> {
  await tools.client.ensureModel(tools.model, tools.hardware);
  const address = await tools.inputs.offer(run.task, await zipPhotos(photos));
  const triggerWord = triggerWordOf(run);
  return tools.client.train(tools.trainer, tools.model, {
    // No hf_repo_id, ever: it would publish what was learnt.
    input: {
      input_images: address,
      trigger_word: triggerWord,
      autocaption: true,
      autocaption_prefix: `a photo of ${triggerWord} ${noun}, `,
      steps: 1000,
      lora_rank: 16,
    },
    webhook: tools.webhookUrl,
    since: run.createdAt,
    known: knownInput(run),
    ...(signal ? { signal } : {}),
  });
}
