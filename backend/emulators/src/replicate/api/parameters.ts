import { z } from 'zod';
import { invalidInput } from './refusal.js';

export const webhookEvents = ['start', 'output', 'logs', 'completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What both kinds of run take: their input and whom to tell. */
export const runParameters = {
  input: z.record(z.string(), z.unknown()),
  webhook: z.string().max(5000).refine(isWebhookAddress, { message: "Does not match format 'uri'" }).optional(),
  webhook_events_filter: z.array(z.enum(webhookEvents)).optional(),
};

/** Checks the body of a call. @throws ReplicateRefusal 422 that names every field at fault */
export function parseBody<T extends z.ZodType>(schema: T, json: unknown): z.output<T> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw invalidInput(
    result.error.issues.map((issue) => ({
      type: issue.code,
      field: issue.path.map(String).join('.') || '(root)',
      description: issue.message,
    })),
  );
}

/** Replicate calls HTTPS only; on this machine alone plain HTTP will do. */
function isWebhookAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}
