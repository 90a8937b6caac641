import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer?: Server;
}
const S3rverClass = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

export interface TestS3 {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** A server that speaks S3, on a free loopback port, with its objects in a folder. */
export async function startS3(folder: string): Promise<TestS3> {
  const server = new S3rverClass({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
  const { port } = await server.run();
  return {
    env: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_REGION: 'eu-central-1', S3_BUCKET: 'bildnis-test', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    stop: () => server.close(),
  };
}
