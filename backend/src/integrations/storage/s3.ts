import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ListObjectsV2Output,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../../config/index.js';
import {
  requireSafeKey,
  ObjectMissing,
  ObjectStorage,
  type ListedObject,
  type ServedAs,
  type StoredObject,
} from './port.js';

/** How long a link leads to an object (docs/product-rules.md#portraits-and-links). */
export const S3_LINK_SECONDS = 60;

/** How long a connection to the store may take, and how long it may then say nothing while it is waited for, in milliseconds. */
const CONNECT_MS = 3_000;
const SILENCE_MS = 30_000;

/** A bucket that another process is creating may refuse to be created before it can be seen. */
const LOOKS_FOR_BUCKET = 6;

/** Objects in an S3-compatible bucket, private throughout. */
export class S3Storage extends ObjectStorage {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** Signs for the address that clients know; sends nothing itself. */
  private readonly outside: S3Client | null;

  /** @param silenceMs how long the store may say nothing, in milliseconds */
  constructor(
    options: S3Config,
    private readonly silenceMs = SILENCE_MS,
  ) {
    super();
    this.bucket = options.bucket;
    const settings: S3ClientConfig = {
      region: options.region,
      forcePathStyle: true,
      // Else a streamed body is sent in chunks with a trailing checksum, which not every compatible store understands.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // A store that says nothing is no longer waited for; the caller asks again.
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    };
    this.client = new S3Client({ ...settings, endpoint: options.endpoint });
    this.outside = options.publicEndpoint ? new S3Client({ ...settings, endpoint: options.publicEndpoint }) : null;
  }

  /** Creates the bucket where it is missing; another process that starts at the same time may be the one that does. */
  async prepare(): Promise<void> {
    if (await this.exists()) return;
    try {
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      const isConflict = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 409;
      for (let looks = isConflict ? LOOKS_FOR_BUCKET : 0; looks > 0; looks -= 1) {
        if (await this.exists()) return;
        await pause(500);
      }
      throw error;
    }
  }

  /** Whether the bucket is there, and lets us look. */
  exists(): Promise<boolean> {
    return this.client.send(new HeadBucketCommand({ Bucket: this.bucket })).then(
      () => true,
      () => false,
    );
  }

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    requireSafeKey(key);
    await this.client.send(
      new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ContentType: contentType }),
    );
  }

  async putFile(key: string, path: string, contentType: string): Promise<void> {
    requireSafeKey(key);
    const { size } = await stat(path);
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: createReadStream(path),
        ContentLength: size,
        ContentType: contentType,
      }),
    );
  }

  async open(key: string): Promise<StoredObject | null> {
    const { outside } = this;
    if (!outside) return this.get(key);
    const size = await this.sizeOf(key);
    if (size === null) return null;
    const contents = async function* (this: S3Storage): AsyncIterable<Buffer> {
      const found = await this.get(key);
      if (!found) throw new ObjectMissing(key);
      yield* found.stream as AsyncIterable<Buffer>;
    };
    return {
      size,
      stream: Readable.from(contents.call(this), { objectMode: false }),
      link: (as) => this.link(outside, key, as),
    };
  }

  async read(key: string): Promise<Buffer> {
    const found = await this.get(key);
    if (!found) throw new ObjectMissing(key);
    const body = found.stream as IncomingMessage;
    body.setTimeout(this.silenceMs, () => body.destroy(new Error('timed out: the store has stopped amid an object')));
    return Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>));
  }

  async has(key: string): Promise<boolean> {
    return (await this.sizeOf(key)) !== null;
  }

  async delete(keys: string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += 1000) {
      const batch = keys.slice(start, start + 1000);
      batch.forEach(requireSafeKey);
      const answer = await this.client.send(
        new DeleteObjectsCommand({
          Bucket: this.bucket,
          Delete: { Objects: batch.map((Key) => ({ Key })), Quiet: true },
        }),
      );
      if (answer.Errors?.length) throw new Error(`could not delete ${answer.Errors.length} objects`);
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    await this.delete(await Array.fromAsync(this.list(prefix.endsWith('/') ? prefix : `${prefix}/`)));
  }

  async *list(prefix: string): AsyncIterable<string> {
    for await (const { key } of this.page(prefix)) yield key;
  }

  listAll(): AsyncIterable<ListedObject> {
    return this.page('');
  }

  /** An upload in one piece is there or it is not. */
  clearUnfinished(): Promise<number> {
    return Promise.resolve(0);
  }

  private async *page(prefix: string): AsyncIterable<ListedObject> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2Output = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: token }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, size: Size ?? 0, changedAt: LastModified ?? new Date() };
      token = page.NextContinuationToken;
    } while (token);
  }

  private async get(key: string): Promise<StoredObject | null> {
    requireSafeKey(key);
    try {
      const found = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      const body = found.Body as IncomingMessage;
      // From here on it may be the reader who makes a pause, such as a phone without reception.
      body.setTimeout(0);
      return { stream: body, size: found.ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  private async sizeOf(key: string): Promise<number | null> {
    requireSafeKey(key);
    try {
      const found = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return found.ContentLength ?? 0;
    } catch (error) {
      // An answer to HEAD has no body that could name the error.
      if (error instanceof NotFound || error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  private async link(outside: S3Client, key: string, { type, disposition }: ServedAs): Promise<string> {
    const wanted = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(outside, wanted, { expiresIn: S3_LINK_SECONDS });
  }
}
