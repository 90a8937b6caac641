import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';

// Backups are files of age (age-encryption.org): its own program opens them as well, where nothing of us is left.

function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}

function decrypterWith(identity: string): Decrypter {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter;
}

const asWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
const asNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream);

/** @throws Error where it is no public key */
export const requireRecipient = (recipient: string): void => void encrypterFor(recipient);

/** Encrypts a file, streaming. */
export async function sealFile(recipient: string, from: string, to: string): Promise<void> {
  const sealed = await encrypterFor(recipient).encrypt(asWeb(createReadStream(from)));
  await pipeline(asNode(sealed), createWriteStream(to, { mode: 0o600 }));
}

export const seal = (recipient: string, bytes: Uint8Array): Promise<Uint8Array> =>
  encrypterFor(recipient).encrypt(bytes);

/** Decrypts into a file, streaming. @throws Error for another identity, or a file that was changed */
export async function openIntoFile(identity: string, from: Readable, to: string): Promise<void> {
  const opened = await decrypterWith(identity).decrypt(asWeb(from));
  await pipeline(asNode(opened), createWriteStream(to, { mode: 0o600 }));
}

/** @throws Error for another identity, or bytes that were changed */
export const open = (identity: string, bytes: Uint8Array): Promise<Uint8Array> =>
  decrypterWith(identity).decrypt(bytes);
