import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { PublicUploadIntake } from '../platform/http/index.js';
import type { PhotoInspector } from '../integrations/portrait-engine/index.js';
import { ImageCheckService } from './image-check.service.js';

test('nine pictures of strangers are taken in, one of them compared; the tenth is asked to come again', async () => {
  const compared = new EventEmitter();
  const trace = () =>
    new Promise((answer) => compared.once('done', () => answer({ ok: false, reason: 'unsupported_format' })));
  // What has arrived whole is handed on at once.
  const intake = {
    take: (_upload: unknown, _sender: unknown, use: (bytes: Buffer) => unknown) => use(Buffer.alloc(1)),
  };
  const service = new ImageCheckService(
    null as never,
    intake as unknown as PublicUploadIntake,
    { trace } as unknown as PhotoInspector,
  );
  const ask = () => service.check(null as never, { address: '198.51.100.7', signal: new AbortController().signal });
  const taken = Array.from({ length: 9 }, ask);
  await new Promise(setImmediate);
  await expect((async () => ask())()).rejects.toMatchObject({ code: 'unavailable' });
  for (const _ of taken) {
    compared.emit('done');
    await new Promise(setImmediate);
  }
  expect((await Promise.all(taken)).map(({ result }) => result)).toEqual(taken.map(() => 'unreadable'));
});
