import { z } from 'zod';
import { webhookEvents } from '../api/parameters.js';

const milliseconds = z.number().int().min(0).max(86_400_000);

/** What can go wrong with an answer. */
const calls = [
  /** 429 with `retry-after` (whole seconds, 1 unless given). */
  z.strictObject({ kind: z.literal('rate-limit'), retryAfter: z.number().int().min(0).max(3600).default(1) }),
  /** 5xx; nothing was done. */
  z.strictObject({ kind: z.literal('server-error'), status: z.number().int().min(500).max(599).default(500) }),
  /** Everything is done, then the connection ends without an answer. */
  z.strictObject({ kind: z.literal('lose-answer') }),
  /** Everything is done at once, and answered so much later (real time). */
  z.strictObject({ kind: z.literal('late-answer'), milliseconds }),
] as const;

/** What can go wrong with a run of either kind. */
const runs = [
  /** Each stage, waiting and working, takes this long. */
  z.strictObject({ kind: z.literal('slow'), milliseconds }),
  /** The run never ends. */
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({
    kind: z.literal('fail'),
    message: z.string().min(1).max(2000).default('CUDA out of memory. Tried to allocate 2.00 GiB.'),
  }),
] as const;

/** What can go wrong with the pictures of a prediction. */
const pictures = [
  /** The safety checker rejects every picture: the prediction fails. */
  z.strictObject({ kind: z.literal('nsfw') }),
  /** So many pictures are missing although the prediction succeeds. */
  z.strictObject({ kind: z.literal('fewer-images'), missing: z.number().int().min(1).max(4).default(1) }),
  /** Bytes no decoder reads, under the type of a picture. */
  z.strictObject({ kind: z.literal('corrupt-image') }),
  /** A plain grey picture: nobody is on it. */
  z.strictObject({ kind: z.literal('grey-image') }),
  /** The addresses in `output` lie on this origin. */
  z.strictObject({ kind: z.literal('foreign-host'), origin: z.url().default('https://delivery.invalid') }),
] as const;

/** What can go wrong with a webhook message. */
const messages = [
  z.strictObject({ kind: z.literal('webhook-lost') }),
  z.strictObject({ kind: z.literal('webhook-twice') }),
  z.strictObject({ kind: z.literal('webhook-late'), milliseconds }),
] as const;

export const misbehaviour = z.discriminatedUnion('kind', [...calls, ...runs, ...pictures, ...messages]);

/** How often and where; once, anywhere it can happen, unless given. */
export const scope = z.strictObject({
  times: z.union([z.number().int().min(1), z.literal('always')]).default(1),
  /** For answers: only calls whose `METHOD path` begins so, for example `POST /v1/predictions`. */
  call: z.string().max(200).optional(),
  /** For runs and their messages: only these. */
  runs: z.enum(['training', 'prediction']).optional(),
  /** For messages: only this event. */
  event: z.enum(webhookEvents).optional(),
});

export type Misbehaviour = z.input<typeof misbehaviour>;
export type Scope = z.input<typeof scope>;
export type Planned = z.output<typeof misbehaviour>;
export type PlannedScope = z.output<typeof scope>;

type Kinds<T extends readonly z.ZodType[]> = z.output<T[number]>;
export type CallMisbehaviour = Kinds<typeof calls>;
export type RunMisbehaviour = Kinds<typeof runs> | Kinds<typeof pictures>;
export type MessageMisbehaviour = Kinds<typeof messages>;

const kindsOf = (schemas: readonly { shape: { kind: { value: string } } }[]): ReadonlySet<string> =>
  new Set(schemas.map((one) => one.shape.kind.value));
const callKinds = kindsOf(calls);
const messageKinds = kindsOf(messages);
const pictureKinds = kindsOf(pictures);

export const isForCall = (one: Planned): one is CallMisbehaviour => callKinds.has(one.kind);
export const isForMessage = (one: Planned): one is MessageMisbehaviour => messageKinds.has(one.kind);
export const isForRun = (one: Planned): one is RunMisbehaviour => !isForCall(one) && !isForMessage(one);
export const isForPictures = (one: Planned): boolean => pictureKinds.has(one.kind);
