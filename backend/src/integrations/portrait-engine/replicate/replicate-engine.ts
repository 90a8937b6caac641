import {
  neverFalling,
  type GenerateRequest,
  type PortraitEngine,
  type RenderedPortrait,
  type TrainedModel,
  type TrainRequest,
} from '@bildnis/studio/core';
import { ReplicateClient, type Model, type Trainer } from './client.js';
import { forgetRuns } from './forget-runs.js';
import { generatePortraits, type GenerateTools } from './generate.js';
import type { RemoteRunBook, RunNews, TrainingInputs } from './needs.js';
import { trainVersion } from './train.js';

export interface ReplicateSettings {
  apiUrl: string;
  token: string;
  /** Our private model: one for all, a version for each profile (at most 1000 models per account). */
  model: Model;
  trainer: Trainer;
  /** Where trained versions run. */
  hardware: string;
  usdPerSecond: number;
  /** Where the provider tells of runs; null where it cannot reach us. */
  webhookUrl: string | null;
  /** First pause between two looks at a run, milliseconds. */
  pollMs: number;
  /** How long beginning a run is tried while the provider is away, milliseconds. */
  patienceMs: number;
  /** Whether an emulator may take the provider's place, whose pictures are samples. */
  acceptsSamples: boolean;
  /** Width of portraits in pixels. */
  width: number;
}

export interface ReplicateNeeds {
  book: RemoteRunBook;
  inputs: TrainingInputs;
  news: RunNews;
  examine: GenerateTools['examine'];
  warn: GenerateTools['warn'];
}

const MINUTE_MS = 60_000;
const TRAINING_DEADLINE_MS = 60 * MINUTE_MS;
const PREDICTION_DEADLINE_MS = 5 * MINUTE_MS;
const LONGEST_POLL_MS = 20_000;

/** Portraits by a model that is trained for each person at Replicate. */
export class ReplicateEngine implements PortraitEngine {
  readonly name = 'replicate' as const;
  private readonly tools: GenerateTools & Parameters<typeof trainVersion>[0];

  constructor(settings: ReplicateSettings, needs: ReplicateNeeds) {
    const { apiUrl, token, pollMs } = settings;
    this.tools = {
      ...settings,
      ...needs,
      client: new ReplicateClient({ apiUrl, token }),
      fetching: { apiUrl, token },
      longestPollMs: Math.max(pollMs, LONGEST_POLL_MS),
      trainingDeadlineMs: TRAINING_DEADLINE_MS,
      predictionDeadlineMs: PREDICTION_DEADLINE_MS,
    };
  }

  train(request: TrainRequest): Promise<TrainedModel> {
    return trainVersion(this.tools, request, neverFalling(request.onProgress));
  }

  generate(request: GenerateRequest): Promise<RenderedPortrait[]> {
    return generatePortraits(this.tools, request, neverFalling(request.onProgress));
  }

  async forget({ tasks, subjectIds }: Parameters<PortraitEngine['forget']>[0]): Promise<void> {
    const { book } = this.tools;
    await forgetRuns(this.tools, [...(await book.ofTasks(tasks)), ...(await book.ofSubjects(subjectIds))]);
  }

  /** What is under way at the provider goes on: the next worker takes it over. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
