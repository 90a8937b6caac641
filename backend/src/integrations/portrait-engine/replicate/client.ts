import { z } from 'zod';
import { ReplicateRefused, ReplicateUnavailable } from './errors.js';
import { hasInput, readPrediction, readTraining, type Prediction, type Run, type Training } from './runs.js';
import { Transport, type TransportOptions } from './transport.js';

export interface Trainer {
  owner: string;
  name: string;
  version: string;
}

/** A model of ours at the provider. */
export interface Model {
  owner: string;
  name: string;
}

interface Known {
  /** Since when a run with this input may have been begun by an attempt that did not live to learn of it. */
  since: Date;
  /** The input that no other run has: by it a run is found again. */
  known: { name: string; value: string | number };
  signal?: AbortSignal;
}

interface Begin extends Known {
  input: Record<string, unknown>;
  /** Where the provider tells of the run; null where it cannot reach us. */
  webhook: string | null;
}

const page = z.object({ results: z.array(z.unknown()), next: z.string().nullish() });
/** Of a run in a list: it may be anybody's who shares the account, of any model, with any output. */
const listed = z.object({ created_at: z.string() });
/** A list that is longer leads in a circle. */
const MOST_PAGES = 300;
/** The provider's clock and ours may differ by so much, milliseconds. */
const CLOCKS_APART_MS = 5 * 60_000;
const EVENTS = ['start', 'completed'];

/**
 * What we ask of Replicate. It takes no idempotency keys: a run is recognised by an input that only it has, and looked for before
 * one is begun again.
 */
export class ReplicateClient {
  private readonly transport: Transport;

  constructor(options: TransportOptions) {
    this.transport = new Transport(options);
  }

  /** Makes sure that our private model exists. */
  async ensureModel({ owner, name }: Model, hardware: string): Promise<void> {
    try {
      await this.transport.call({
        method: 'POST',
        path: '/v1/models',
        body: { owner, name, visibility: 'private', hardware },
        repeatable: true,
      });
    } catch (error) {
      // It exists already.
      if (!(error instanceof ReplicateRefused) || error.status !== 409) throw error;
    }
  }

  /** Begins a training, once. @throws ReplicateUnavailable, ReplicateRefused */
  train(trainer: Trainer, destination: Model, begin: Begin): Promise<Training> {
    const path = `/v1/models/${trainer.owner}/${trainer.name}/versions/${trainer.version}/trainings`;
    return this.once('/v1/trainings', readTraining, begin, {
      path,
      body: { destination: `${destination.owner}/${destination.name}`, input: begin.input },
    });
  }

  /** Begins a prediction, once; it is called off when it has not ended after so many seconds. @throws ReplicateUnavailable, ReplicateRefused */
  predict(version: string, cancelAfterSeconds: number, begin: Begin): Promise<Prediction> {
    return this.once('/v1/predictions', readPrediction, begin, {
      path: '/v1/predictions',
      body: { version, input: begin.input },
      headers: { 'cancel-after': `${cancelAfterSeconds}s` },
    });
  }

  /** A run that was begun and not heard of. */
  find(kind: 'training' | 'prediction', known: Known): Promise<Run | null> {
    return kind === 'training'
      ? this.search('/v1/trainings', readTraining, known)
      : this.search('/v1/predictions', readPrediction, known);
  }

  async readTraining(id: string, signal?: AbortSignal): Promise<Training> {
    return readTraining(await this.get(`/v1/trainings/${encodeURIComponent(id)}`, signal));
  }

  async readPrediction(id: string, signal?: AbortSignal): Promise<Prediction> {
    return readPrediction(await this.get(`/v1/predictions/${encodeURIComponent(id)}`, signal));
  }

  /** Calls a run off. One that has ended, or is unknown, is no error. */
  async cancel(kind: 'trainings' | 'predictions', id: string): Promise<void> {
    await this.unlessGone(() =>
      this.transport.call({ method: 'POST', path: `/v1/${kind}/${encodeURIComponent(id)}/cancel`, repeatable: true }),
    );
  }

  /** Removes a trained version with everything made of it. One that is gone is no error. */
  async deleteVersion({ owner, name }: Model, version: string): Promise<void> {
    await this.unlessGone(() =>
      this.transport.call({
        method: 'DELETE',
        path: `/v1/models/${owner}/${name}/versions/${encodeURIComponent(version)}`,
        repeatable: true,
      }),
    );
  }

  /** What webhooks are signed with. */
  async webhookSecret(): Promise<string> {
    return z.object({ key: z.string() }).parse(await this.get('/v1/webhooks/default/secret')).key;
  }

  private get(path: string, signal?: AbortSignal): Promise<unknown> {
    return this.transport.call({ method: 'GET', path, repeatable: true, ...(signal ? { signal } : {}) });
  }

  private async once<R extends Run>(
    list: string,
    read: (body: unknown) => R,
    begin: Begin,
    call: { path: string; body: object; headers?: Record<string, string> },
  ): Promise<R> {
    const earlier = await this.search(list, read, begin);
    if (earlier) return earlier;
    const webhook = begin.webhook ? { webhook: begin.webhook, webhook_events_filter: EVENTS } : {};
    try {
      return read(
        await this.transport.call({
          method: 'POST',
          ...call,
          body: { ...call.body, ...webhook },
          repeatable: false,
          ...(begin.signal ? { signal: begin.signal } : {}),
        }),
      );
    } catch (error) {
      if (!(error instanceof ReplicateUnavailable)) throw error;
      // It may have begun all the same.
      const begun = await this.search(list, read, begin);
      if (begun) return begun;
      throw error;
    }
  }

  private async search<R extends Run>(
    list: string,
    read: (body: unknown) => R,
    { since, known, signal }: Known,
  ): Promise<R | null> {
    const after = new Date(since.getTime() - CLOCKS_APART_MS);
    let path = list;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const { results, next } = page.parse(await this.get(path, signal));
      const found = results.find((run) => hasInput(run, known));
      if (found) return read(found);
      // Newest first: what follows is older still.
      if (!next || results.some((run) => new Date(listed.safeParse(run).data?.created_at ?? NaN) < after)) return null;
      path = next;
    }
    throw new ReplicateUnavailable(`${list} does not end`);
  }

  private async unlessGone(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof ReplicateRefused) || error.status !== 404) throw error;
    }
  }
}
