import type { z } from 'zod';

/** Bull queues; one per kind of work that needs its own limit (Bull sums the concurrency of one queue's processors). */
export const QUEUES = ['training', 'generation', 'upkeep', 'billing', 'mail'] as const;
export type QueueName = (typeof QUEUES)[number];

export interface Topic<T = unknown> {
  name: string;
  queue: QueueName;
  schema: z.ZodType<T>;
  maxAttempts: number;
}

export function defineTopic<T extends Record<string, unknown>>(topic: Topic<T>): Topic<T> {
  return topic;
}
