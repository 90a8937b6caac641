import type { Keeping } from '../../state/index.js';
import type { Message } from '../../webhooks/sender.js';
import type { WebhookEvent } from '../api/parameters.js';
import type { RunMisbehaviour } from '../misbehaviour/kinds.js';
import type { RunStatus } from '../objects/wire.js';

/** Moments are milliseconds of the emulator's clock throughout. */
export interface Model {
  owner: string;
  name: string;
  visibility: 'public' | 'private';
  createdAt: number;
}

export interface Version {
  id: string;
  /** `owner/name` */
  model: string;
  createdAt: number;
  /** What it can do: train others, or make pictures of the person it was trained on. */
  does: 'trains' | 'draws';
  triggerWord: string | null;
  /** Blobs with working copies of the person's photos. */
  photos: string[];
  /** The training that made it. */
  training: string | null;
}

/** A training or a prediction. */
export interface Run {
  id: string;
  kind: 'training' | 'prediction';
  /** `owner/name` of the version it runs on. */
  model: string;
  version: string;
  /** `owner/name` a training makes a version of. */
  destination: string | null;
  input: Record<string, unknown>;
  status: RunStatus;
  output: string[] | { version: string; weights: string } | null;
  error: string | null;
  logs: string;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  /** When it is ended at the latest. */
  deadline: number | null;
  dataRemoved: boolean;
  webhook: { url: string; events: WebhookEvent[] } | null;
  /** When an `output` or `logs` event was last sent, for the limit of one per 500 ms. */
  lastChatter: number | null;
  /** The seed in use, chosen where the input names none; null for trainings. */
  seed: number | null;
  /** Blobs with the photos a training has gathered so far; its version takes them over. */
  photos: string[];
  misbehaviours: RunMisbehaviour[];
}

/** A file under /delivery. */
export interface DeliveredFile {
  /** Path below /delivery/. */
  id: string;
  blob: string;
  contentType: string;
  /** The prediction it goes with, or the training whose weights it holds. */
  run: string;
}

/** A webhook message on its way; gone once a 2xx came back or all tries were made. */
export interface Delivery extends Message {
  id: string;
  run: string;
  url: string;
  /** The run as it was when the event happened. */
  body: string;
  times: 1 | 2;
}

/** Everything that outlives a restart, in order of creation. */
export interface State {
  models: Map<string, Model>;
  versions: Map<string, Version>;
  runs: Map<string, Run>;
  delivered: Map<string, DeliveredFile>;
  deliveries: Map<string, Delivery>;
  /** How many milliseconds the clock is ahead of the one underneath. */
  clock: { ahead: number };
}

/** How it is kept in a file. */
export const keeping: Keeping<State> = {
  name: 'Replicate',
  maps: ['models', 'versions', 'runs', 'delivered', 'deliveries'],
};
