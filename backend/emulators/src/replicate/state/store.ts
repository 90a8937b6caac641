import type { Keeping } from '../../state/index.js';
import type { WebhookEvent } from '../api/parameters.js';
import type { RunMisbehaviour } from '../misbehaviour/kinds.js';
import type { RunStatus } from '../objects/wire.js';

/** Moments are milliseconds of the emulator's clock throughout. */
export interface Model {
  owner: string;
  name: string;
  visibility: 'public' | 'private';
  description: string | null;
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

/** An uploaded file. */
export interface StoredFile {
  id: string;
  blob: string;
  contentType: string;
  size: number;
  sha256: string;
  metadata: Record<string, unknown>;
  createdAt: number;
  expiresAt: number;
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
export interface Delivery {
  id: string;
  run: string;
  event: WebhookEvent;
  url: string;
  /** The run as it was when the event happened. */
  body: string;
  attempts: number;
  /** Real time before which it is not sent. */
  notBefore: number;
  times: 1 | 2;
  sign: 'right' | 'forged' | 'stale';
  /** Lets later messages of the same run pass first. */
  steppingBack: boolean;
}

/** Everything that outlives a restart, in order of creation. */
export interface State {
  models: Map<string, Model>;
  versions: Map<string, Version>;
  runs: Map<string, Run>;
  files: Map<string, StoredFile>;
  delivered: Map<string, DeliveredFile>;
  deliveries: Map<string, Delivery>;
  /** How many milliseconds the clock is ahead of the one underneath. */
  clock: { ahead: number };
}

const mapNames = ['models', 'versions', 'runs', 'files', 'delivered', 'deliveries'] as const satisfies (keyof State)[];

/** An emulator nobody has used yet. */
export function emptyState(): State {
  return {
    models: new Map(),
    versions: new Map(),
    runs: new Map(),
    files: new Map(),
    delivered: new Map(),
    deliveries: new Map(),
    clock: { ahead: 0 },
  };
}

/** How it is kept in a file. */
export const keeping: Keeping<State> = { name: 'Replicate', empty: emptyState, maps: mapNames };
