import { z } from 'zod';

/** Bull queues; one per kind of work that needs its own limit (Bull sums the concurrency of one queue's processors). */
export const QUEUES = ['training', 'generation', 'upkeep', 'billing', 'mail', 'push', 'webhooks', 'previews'] as const;
export type QueueName = (typeof QUEUES)[number];

/** How a queue is shared among its owners, who are customers or their endpoints; queues without a rule serve whatever is due. */
export interface QueueRule {
  queue: QueueName;
  /** Jobs of one owner that may be under way at a time. The owner with the fewest under way is next. */
  perOwner: number;
  /** Work of these queues goes first. */
  yieldsTo?: readonly Yield[];
}

/** What goes first. */
export interface Yield {
  queue: QueueName;
  /** Whether also work that a worker is at goes first, or only what waits for one. */
  to: 'unfinished' | 'waiting';
  /** For so long at most, milliseconds; null for as long as there is any. */
  atMostMs: number | null;
}

/**
 * A run takes seconds and somebody looks at the page; a training takes minutes. Previews cost nothing: they are made of what paid work leaves.
 */
export const QUEUE_RULES: readonly QueueRule[] = [
  { queue: 'generation', perOwner: 2 },
  // Of an endpoint: one that is slow to answer holds up neither those of others nor its owner's other ones.
  { queue: 'webhooks', perOwner: 2 },
  { queue: 'training', perOwner: 2, yieldsTo: [{ queue: 'generation', to: 'unfinished', atMostMs: 60_000 }] },
  {
    queue: 'previews',
    perOwner: 1,
    yieldsTo: [
      { queue: 'generation', to: 'waiting', atMostMs: null },
      { queue: 'training', to: 'waiting', atMostMs: null },
      // Where there is one worker it also lets it end what it is at, if that is soon.
      { queue: 'generation', to: 'unfinished', atMostMs: 20_000 },
    ],
  },
];

export interface Topic<T = unknown> {
  name: string;
  queue: QueueName;
  schema: z.ZodType<T>;
  maxAttempts: number;
}

export function defineTopic<T extends Record<string, unknown>>(topic: Topic<T>): Topic<T> {
  return topic;
}

/** For a payload of which a field was called otherwise when jobs under way were noted. */
export const renamedField = <T extends z.ZodType>(before: string, now: string, schema: T) =>
  z.preprocess((payload) => {
    if (typeof payload !== 'object' || payload === null || !(before in payload)) return payload;
    return { [now]: (payload as Record<string, unknown>)[before], ...payload };
  }, schema);
