import { expect } from 'vitest';
import { AccountDataRegistry } from '../../src/identity/index.js';
import type { Caller } from './caller.js';
import type { Product } from './product.js';
import { until } from './until.js';
import { unzip } from './unzip.js';

export interface Export {
  id: string;
  status: string;
  expiresAt: string | null;
  bytes: number | null;
  url: string | null;
}

export const exportsOf = async (caller: Caller) => (await caller.get<{ items: Export[] }>('/me/exports')).body.items;

export const settled = (caller: Caller, id: string): Promise<Export> =>
  until(
    'the export',
    async () => {
      const found = (await exportsOf(caller)).find((one) => one.id === id)!;
      return found.status === 'queued' ? null : found;
    },
    60_000,
  );

/** Asks for an export, waits for it and opens it. */
export async function exported(caller: Caller): Promise<{ found: Export; files: Map<string, Buffer> }> {
  const asked = await caller.post<Export>('/me/exports');
  expect(asked).toMatchObject({ status: 202, body: { status: 'queued', url: null, bytes: null } });
  const found = await settled(caller, asked.body.id);
  expect(found.status).toBe('ready');
  const file = await caller.download(found.url!);
  expect(file.status).toBe(200);
  expect(file.bytes.length).toBe(found.bytes);
  return { found, files: await unzip(file.bytes) };
}

/** Lets a test break or hold the export of somebody: one more owner of data, in the worker. */
export class ExportInTheWay {
  private readonly broken = new Set<string>();
  private readonly held = new Map<string, { reached: () => void; go: Promise<void> }>();

  constructor(product: Product) {
    const { broken, held } = this;
    product.worker!.get(AccountDataRegistry).register({
      name: 'test',
      explains: [],
      async *export(userId) {
        if (broken.has(userId)) throw new Error('cannot be read');
        held.get(userId)?.reached();
        await held.get(userId)?.go;
        yield* []; // nothing to add
      },
    });
  }

  break(userId: string): void {
    this.broken.add(userId);
  }

  /** Holds the export of a user that begins next, until `release`; those after it go through once `letOthersPass` was called. */
  hold(userId: string): { atWork: Promise<void>; letOthersPass: () => void; release: () => void } {
    let reached = () => {};
    let release = () => {};
    const atWork = new Promise<void>((resolve) => (reached = resolve));
    this.held.set(userId, { reached, go: new Promise<void>((resolve) => (release = resolve)) });
    return { atWork, letOthersPass: () => void this.held.delete(userId), release };
  }
}
