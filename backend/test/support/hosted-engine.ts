import sharp from 'sharp';
import { PortraitEngines } from '../../src/integrations/portrait-engine/index.js';
import type { ReplicateNeeds } from '../../src/integrations/portrait-engine/replicate/replicate-engine.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import type { Caller } from './caller.js';
import { anyStyle, draftMarkedComplete, draftWithPhotos } from './customers.js';
import type { Product } from './product.js';
import { until } from './until.js';

export interface HostedRun {
  id: string;
  status: string;
  sourceType: string | null;
  portraits: {
    index: number;
    width: number;
    height: number;
    likeness: number;
    downloadUrl: string;
    previewUrl: string;
    url: string;
    formats: { downloadUrl: string }[];
  }[];
}

/** A training that has been asked for; it need not have begun. */
export async function trainingAsked(caller: Caller, photos?: number): Promise<string> {
  const profileId = await draftWithPhotos(caller, photos);
  const answer = await caller.post(`/ai-profiles/${profileId}/training`);
  if (answer.status !== 202) throw new Error(`training answered ${answer.status}`);
  return profileId;
}

export const smallPhoto = () =>
  sharp({ create: { width: 160, height: 200, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();

/** The same on small photos of nobody: for tests in which nobody looks for a face. */
export async function smallTrainingAsked(product: Product, caller: Caller): Promise<string> {
  const id = await draftMarkedComplete(product, caller);
  const [storage, photo] = [product.api.get(ObjectStorage), await smallPhoto()];
  const keys = await product
    .em()
    .execute<{ storage_key: string }[]>('select storage_key from reference_photo where profile_id = ?', [id]);
  for (const { storage_key: key } of keys) await storage.put(key, photo, 'image/jpeg');
  const answer = await caller.post(`/ai-profiles/${id}/training`);
  if (answer.status !== 202) throw new Error(`training answered ${answer.status}`);
  return id;
}

/** Until a training has begun and got somewhere. */
export const trainingUnderWay = (caller: Caller, profileId: string) =>
  until(
    'the training to be under way',
    async () =>
      (await caller.get<{ progress: { fraction: number } | null }>(`/ai-profiles/${profileId}`)).body.progress?.fraction
        ? true
        : null,
    60_000,
  );

/** How a training ended. */
export const trainingEnd = (caller: Caller, profileId: string) =>
  until(
    'the end of the training',
    async () => {
      const { body } = await caller.get<{ status: string; failure: { reason: string; attemptsLeft: number } | null }>(
        `/ai-profiles/${profileId}`,
      );
      return body.status === 'training' ? null : body;
    },
    60_000,
  );

/** A profile trained on nine photos. */
export async function trained(caller: Caller): Promise<string> {
  const profileId = await trainingAsked(caller, 9);
  const { status } = await trainingEnd(caller, profileId);
  if (status !== 'ready') throw new Error(`the training ended as ${status}`);
  return profileId;
}

export const runEnd = (caller: Caller, id: string): Promise<HostedRun> =>
  until(
    'the end of the run',
    async () => {
      const { body } = await caller.get<HostedRun>(`/generations/${id}`);
      return body.status === 'completed' || body.status === 'failed' ? body : null;
    },
    60_000,
  );

/** A run in some style, once it has ended. */
export async function generated(caller: Caller, profileId: string): Promise<HostedRun> {
  const run = await caller.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(caller) });
  if (run.status !== 202) throw new Error(`generation answered ${run.status}`);
  return runEnd(caller, run.body.id);
}

/** A look that finds the person in every picture. */
export const everyFace: ReplicateNeeds['examine'] = () =>
  Promise.resolve({ faces: 1, face: { x: 128, y: 120, height: 90 }, likeness: 0.9, eyes: 0.3 });

/** Has the worker's engine look at its pictures so: the true look takes seconds for each run. */
export function takeEveryFace(product: Product): void {
  const engine = product.worker!.get(PortraitEngines, { strict: false }).current as unknown as {
    tools: ReplicateNeeds;
  };
  engine.tools.examine = everyFace;
}

/** The runs noted for a profile or a generation. */
export const engineRunsOf = (product: Product, subjectId: string) =>
  product
    .em()
    .execute<
      { kind: string; status: string; usd_micros: number | null; provider_id: string | null; is_forgotten: boolean }[]
    >('select * from engine_run where subject_id = ? order by created_at, ordinal', [subjectId]);

/** Names of all bytes the provider still holds. */
export const leftAtProvider = (product: Product): Promise<string[]> => product.replicate!.keptBytes();

/** Until nothing of anybody is at the provider. */
export const providerForgets = (product: Product) =>
  until('the provider to hold nothing', async () =>
    product.replicate!.runningCount() === 0 && (await leftAtProvider(product)).length === 0 ? true : null,
  );
