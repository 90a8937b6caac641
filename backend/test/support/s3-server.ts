import type { AddressInfo } from 'node:net';
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: Server;
}
const require = createRequire(import.meta.url);
const S3rverClass = require('@20minutes/s3rver') as new (options: object) => S3rver;

/**
 * The server hides where the next page of a list begins with DES, which Node's OpenSSL no longer has. Triple DES with the same key three
 * times is the same.
 */
function bringBackDes(): void {
  type Make = (name: string, key: Buffer, ...rest: unknown[]) => unknown;
  const crypto = require('node:crypto') as Record<'createCipheriv' | 'createDecipheriv', Make>;
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const make = crypto[name];
    crypto[name] = (cipher, key, ...rest) =>
      cipher === 'des' ? make('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest) : make(cipher, key, ...rest);
  }
}
bringBackDes();

export interface TestS3 {
  env: Record<string, string>;
  stop(): Promise<void>;
}

const BUCKET = 'bildnis-test';

/** S3 may list fewer than the thousand it allows: so few that a handful of objects needs several pages. */
const KEYS_IN_A_PAGE = 7;

/**
 * A server that speaks S3, on a free loopback port, with its objects in a folder. A strict one refuses wrong signatures; it also refuses
 * right ones for what concerns a bucket as a whole, so it brings its bucket along. One that is not strict lists in small pages.
 */
export async function startS3(folder: string, { strict = false, port: wanted = 0 } = {}): Promise<TestS3> {
  const server = new S3rverClass({
    port: wanted,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    allowMismatchedSignatures: !strict,
    ...(strict ? { configureBuckets: [{ name: BUCKET }] } : {}),
  });
  const { port } = await server.run();
  if (!strict) server.httpServer.prependListener('request', listInSmallPages);
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'eu-central-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  };
}

function listInSmallPages(request: IncomingMessage): void {
  if (request.url?.includes('list-type=2')) request.url += `&max-keys=${KEYS_IN_A_PAGE}`;
}
