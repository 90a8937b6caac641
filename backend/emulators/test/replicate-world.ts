import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, expect } from 'vitest';
import yazl from 'yazl';
import {
  startReplicateEmulator,
  type ReplicateEmulator,
  type ReplicateEmulatorOptions,
  type WirePrediction,
  type WireTraining,
} from '../src/replicate/index.js';
import { referencePhotos } from '../../test/support/photos.js';
import { contractObserver } from './replicate-contract.js';

export const token = 'r8_standin';
export const webhookSecret = `whsec_${Buffer.from('a key of the test').toString('base64')}`;
export const quick = { training: { starting: 10, processing: 60 }, prediction: { starting: 10, processing: 60 } };

/** A webhook message as it arrived. */
export interface Message {
  id: string;
  /** Whether the signature is right. */
  genuine: boolean;
  /** Seconds between its timestamp and now. */
  age: number;
  run: WirePrediction & WireTraining;
}

/** Receives webhooks, and offers files for download, on a free port. */
export interface Neighbour {
  webhook: string;
  messages: Message[];
  payloads: string[];
  /** Ids of all tries, refused ones included. */
  attempts: string[];
  /** Status answered to webhooks from now on. */
  answerWith(status: number): void;
  /** Address under which these bytes can be fetched. */
  offer(name: string, bytes: Buffer): string;
  /** Takes an offer back: 403 from now on, like a link that ran out. */
  withdraw(name: string): void;
  stop(): Promise<void>;
}

/** Starts the other side: who hears of runs, and where photos come from. */
export async function startNeighbour(): Promise<Neighbour> {
  const messages: Message[] = [];
  const payloads: string[] = [];
  const attempts: string[] = [];
  const offers = new Map<string, Buffer>();
  let status = 200;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
      if (request.method === 'POST') {
        attempts.push(String(request.headers['webhook-id']));
        if (status < 300) {
          messages.push(readMessage(request.headers, body));
          payloads.push(body);
        }
        response.writeHead(status).end();
        return;
      }
      const bytes = offers.get((request.url ?? '').split('?')[0] ?? '');
      response.writeHead(bytes ? 200 : 403, { 'content-type': 'application/zip' }).end(bytes);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    webhook: `${url}/webhook`,
    messages,
    payloads,
    attempts,
    answerWith: (next) => (status = next),
    offer: (name, bytes) => {
      offers.set(`/${name}`, bytes);
      return `${url}/${name}?signature=secret`;
    },
    withdraw: (name) => void offers.delete(`/${name}`),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Verifies as the documentation of webhooks says, apart from the emulator's own code. */
function readMessage(headers: IncomingHttpHeaders, body: string): Message {
  const id = String(headers['webhook-id']);
  const at = String(headers['webhook-timestamp']);
  const expected = createHmac('sha256', Buffer.from(webhookSecret.slice(6), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest();
  const given = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'));
  const genuine = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  return { id, genuine, age: Date.now() / 1000 - Number(at), run: JSON.parse(body) as Message['run'] };
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Studio {
  emulator: ReplicateEmulator;
  neighbour: Neighbour;
  /** Calls the API; a body goes as JSON. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** What the contract objects to in anything said so far. */
  objections: string[];
  stop(): Promise<void>;
}

/** An emulator with a private model `bildnis/portraits`, somebody who listens, and the contract listening to both. */
export async function openStudio(
  options: Partial<ReplicateEmulatorOptions> = {},
  neighbour?: Neighbour,
): Promise<Studio> {
  const other = neighbour ?? (await startNeighbour());
  const contract = contractObserver();
  const emulator = await startReplicateEmulator({
    token,
    webhookSecret,
    pace: quick,
    ...(contract && { observe: contract.observe }),
    ...options,
  });
  const studio: Studio = {
    emulator,
    neighbour: other,
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(path.startsWith('http') ? path : emulator.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as never };
    },
    objections: contract?.objections ?? [],
    stop: async () => {
      await emulator.stop();
      for (const payload of other.payloads) contract?.checkWebhook(payload);
      if (!neighbour) await other.stop();
    },
  };
  await studio.call('POST', '/v1/models', {
    owner: 'bildnis',
    name: 'portraits',
    visibility: 'private',
    hardware: 'gpu-t4',
  });
  return studio;
}

/** A studio for each test of a file, held against the contract at its end. */
export function startReplicateWorld(): Studio {
  const world = {} as Studio;
  beforeEach(async () => void Object.assign(world, await openStudio()));
  afterEach(async () => {
    await world.stop();
    expect(world.objections, 'objections of the contract').toEqual([]);
  });
  return world;
}

/** Packs files into a ZIP. */
export async function zipOf(files: Record<string, Uint8Array>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

let packed: Promise<Buffer> | null = null;

/** Six small photos of one person, packed. */
export function photoZip(): Promise<Buffer> {
  packed ??= (async () => {
    const photos = (await referencePhotos()).slice(0, 6);
    const small = await Promise.all(photos.map((photo) => sharp(photo).autoOrient().resize(500).jpeg().toBuffer()));
    return zipOf(Object.fromEntries(small.map((photo, at) => [`photo-${at}.jpg`, photo])));
  })();
  return packed;
}

/** Begins a training on the given ZIP, or on the usual photos. */
export async function beginTraining(
  studio: Studio,
  more: Record<string, unknown> = {},
  zip?: Buffer,
): Promise<Answer<WireTraining>> {
  const { owner, name, version } = studio.emulator.trainer;
  const { input, ...rest } = more;
  return studio.call('POST', `/v1/models/${owner}/${name}/versions/${version}/trainings`, {
    destination: 'bildnis/portraits',
    input: {
      input_images: studio.neighbour.offer('photos.zip', zip ?? (await photoZip())),
      trigger_word: 'PRTXabc',
      autocaption: true,
      steps: 1000,
      lora_rank: 16,
      ...(input as object),
    },
    ...rest,
  });
}

/** Reads a run until it ended. */
export async function ended<T extends WireTraining | WirePrediction>(studio: Studio, run: T): Promise<T> {
  for (;;) {
    const { body } = await studio.call<T>('GET', run.urls.get);
    if (!['starting', 'processing'].includes(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A version of the usual photos. */
export async function trainedVersion(studio: Studio): Promise<string> {
  const training = await ended(studio, (await beginTraining(studio)).body);
  if (!training.output) throw new Error(`The training ended with ${training.error}`);
  return training.output.version;
}

/** Begins a prediction of small pictures. */
export function beginPrediction(
  studio: Studio,
  version: string,
  input: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<WirePrediction>> {
  const all = {
    prompt: 'PRTXabc, a portrait',
    aspect_ratio: 'custom',
    width: 256,
    height: 320,
    num_outputs: 2,
    output_format: 'jpg',
    seed: 7,
    ...input,
  };
  return studio.call('POST', '/v1/predictions', { version, input: all, ...more }, headers);
}

/** The bytes behind the addresses in an output. */
export function download(addresses: string[]): Promise<Buffer[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
}
