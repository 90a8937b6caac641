import { z } from 'zod';

/** What a training and a prediction have in common, as the provider tells it; fields that do not exist yet are absent or null. */
const base = z.object({
  id: z.string(),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  input: z.record(z.string(), z.unknown()).nullish(),
  error: z.string().nullish(),
  logs: z.string().nullish(),
  created_at: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'a moment'),
  metrics: z.object({ predict_time: z.number().nullish() }).nullish(),
});
const training = base.extend({ output: z.object({ version: z.string() }).nullish() });
const prediction = base.extend({ output: z.array(z.string()).nullish() });

export interface Run {
  id: string;
  status: z.infer<typeof base>['status'];
  input: Record<string, unknown>;
  error: string | null;
  logs: string;
  createdAt: Date;
  /** Seconds of machine time, once it has ended; what is paid for. */
  seconds: number | null;
}
export interface Training extends Run {
  /** `owner/name:version` or the bare id of the version that was trained. */
  version: string | null;
}
export interface Prediction extends Run {
  /** Addresses of the pictures. */
  images: string[];
}

const ENDED = new Set<Run['status']>(['succeeded', 'failed', 'canceled', 'aborted']);
export const hasEnded = ({ status }: Run): boolean => ENDED.has(status);

const withInput = z.object({ input: z.record(z.string(), z.unknown()) });

/** Whether something in a list is a run with this input. */
export const hasInput = (run: unknown, { name, value }: { name: string; value: string | number }): boolean =>
  withInput.safeParse(run).data?.input[name] === value;

/** @throws ZodError for anything else */
export function readTraining(body: unknown): Training {
  const wire = training.parse(body);
  return { ...readRun(wire), version: wire.output?.version ?? null };
}

/** @throws ZodError for anything else */
export function readPrediction(body: unknown): Prediction {
  const wire = prediction.parse(body);
  return { ...readRun(wire), images: wire.output ?? [] };
}

function readRun(wire: z.infer<typeof base>): Run {
  const { id, status, input, error, logs, created_at: createdAt, metrics } = wire;
  return {
    id,
    status,
    input: input ?? {},
    error: error ?? null,
    logs: logs ?? '',
    createdAt: new Date(createdAt),
    seconds: metrics?.predict_time ?? null,
  };
}
