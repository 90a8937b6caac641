import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';
import type { Environment } from './environment.js';

const milliseconds = z.coerce.number().int().positive();

export const replicateVariables = {
  REPLICATE_API_TOKEN: z.string().min(1).optional(),
  /** From `GET /v1/webhooks/default/secret`. */
  REPLICATE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Our private model, `owner/name`; it is made when it is missing. */
  REPLICATE_MODEL: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'owner/name')
    .optional(),
  /** What trains it, `owner/name:version`. */
  REPLICATE_TRAINER: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+:\w+$/, 'owner/name:version')
    .optional(),
  REPLICATE_HARDWARE: z.string().min(1).default('gpu-h100'),
  /** Price of a second of that machine; what runs cost is reckoned by it. */
  REPLICATE_USD_PER_SECOND: z.coerce.number().min(0).default(0.001525),
  /** Another service in Replicate's place; empty means Replicate. */
  REPLICATE_API_URL: z.url().optional(),
  REPLICATE_POLL_MS: milliseconds.default(2_000),
  /** How long beginning a run is tried while Replicate is away. */
  REPLICATE_PATIENCE_MS: milliseconds.default(300_000),
};

export interface ReplicateConfig {
  apiUrl: string;
  /** Another service is in Replicate's place, and its samples are delivered as such; never in production. */
  acceptsSamples: boolean;
  token: string;
  webhookSecret: string;
  webhookUrl: string;
  model: { owner: string; name: string };
  trainer: { owner: string; name: string; version: string };
  hardware: string;
  usdPerSecond: number;
  pollMs: number;
  patienceMs: number;
}

const REPLICATE_API = 'https://api.replicate.com';

export function readReplicate(value: Environment): ReplicateConfig | null {
  const {
    REPLICATE_API_TOKEN: token,
    REPLICATE_WEBHOOK_SECRET: webhookSecret,
    REPLICATE_MODEL: model,
    REPLICATE_TRAINER: trainer,
  } = value;
  if (value.ENGINE === 'studio' && !token) return null;
  if (!token || !webhookSecret || !model || !trainer)
    throw new ConfigurationError([
      'REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET, REPLICATE_MODEL and REPLICATE_TRAINER are needed together',
    ]);
  const [owner, name] = model.split('/') as [string, string];
  const [trainerOwner, trainerName, version] = trainer.split(/[/:]/) as [string, string, string];
  return {
    apiUrl: value.REPLICATE_API_URL ?? REPLICATE_API,
    acceptsSamples: value.MODE !== 'production' && value.MODE !== 'rehearsal' && value.REPLICATE_API_URL !== undefined,
    token,
    webhookSecret,
    webhookUrl: `${value.PUBLIC_ORIGIN.replace(/\/$/, '')}/api/v1/webhooks/replicate`,
    model: { owner, name },
    trainer: { owner: trainerOwner, name: trainerName, version },
    hardware: value.REPLICATE_HARDWARE,
    usdPerSecond: value.REPLICATE_USD_PER_SECOND,
    pollMs: value.REPLICATE_POLL_MS,
    patienceMs: value.REPLICATE_PATIENCE_MS,
  };
}
