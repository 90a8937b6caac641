import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Request } from 'express';
import { UploadTooSlow } from '../../src/platform/http/read-upload.js';
import { receiveFile, type Upload } from '../../src/platform/http/upload.js';

const BEGUN = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';

/** Begins a form that never ends, and has it received. */
async function begun<T>(length: string, use: (upload: Upload) => Promise<T>): Promise<T> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
  );
  socket.write(length.startsWith('transfer') ? `${BEGUN.length.toString(16)}\r\n${BEGUN}\r\n` : BEGUN);
  try {
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return await receiveFile(request as Request, use);
  } finally {
    socket.destroy();
    server.close();
  }
}

const given = new UploadTooSlow();

test('an upload that is given up is answered although its form never ends', async () => {
  await expect(begun('content-length: 5000', () => Promise.reject(given))).rejects.toBe(given);
});

test.each([
  ['content-length: 5000', 5000],
  ['transfer-encoding: chunked', null],
])('with %s a file has at most %s bytes', async (length, declared) => {
  let heard: number | null | undefined;
  await begun(length, ({ declaredBytes }) => {
    heard = declaredBytes;
    return Promise.reject(given);
  }).catch(() => undefined);
  expect(heard).toBe(declared);
});
