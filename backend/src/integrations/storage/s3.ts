import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CreateBucketCommand, DeleteObjectsCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { demandSafeKey, ObjectMissing, ObjectStorage, type StoredObject } from './port.js';

export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Objects in an S3-compatible bucket, private throughout. */
export class S3Storage extends ObjectStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(options: S3Options) {
    super();
    this.bucket = options.bucket;
    this.client = new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      // Else a streamed body is sent in chunks with a trailing checksum, which not every compatible store understands.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    });
  }

  /** Creates the bucket where it is missing. */
  async prepare(): Promise<void> {
    const exists = await this.client.send(new HeadBucketCommand({ Bucket: this.bucket })).then(() => true, () => false);
    if (!exists) await this.client.send(new CreateBucketCommand({ Bucket: this.bucket }));
  }

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    demandSafeKey(key);
    await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ContentType: contentType }));
  }

  async putFile(key: string, path: string, contentType: string): Promise<void> {
    demandSafeKey(key);
    const { size } = await stat(path);
    await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: createReadStream(path), ContentLength: size, ContentType: contentType }));
  }

  async open(key: string): Promise<StoredObject | null> {
    demandSafeKey(key);
    try {
      const found = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return { stream: found.Body as Readable, size: found.ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async read(key: string): Promise<Buffer> {
    const found = await this.open(key);
    if (!found) throw new ObjectMissing(key);
    return Buffer.concat(await Array.fromAsync(found.stream as AsyncIterable<Buffer>));
  }

  async delete(keys: string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += 1000) {
      const batch = keys.slice(start, start + 1000);
      batch.forEach(demandSafeKey);
      const answer = await this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects: batch.map((Key) => ({ Key })), Quiet: true } }));
      if (answer.Errors?.length) throw new Error(`could not delete ${answer.Errors.length} objects`);
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    await this.delete(await Array.fromAsync(this.list(prefix.endsWith('/') ? prefix : `${prefix}/`)));
  }

  async *list(prefix: string): AsyncIterable<string> {
    let token: string | undefined;
    do {
      const page = await this.client.send(new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: token }));
      for (const object of page.Contents ?? []) if (object.Key) yield object.Key;
      token = page.NextContinuationToken;
    } while (token);
  }
}
