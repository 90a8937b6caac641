import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { C2paCredentials } from '../../src/integrations/content-credentials/c2pa.js';
import { subscriber } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { generated } from '../support/hosted-engine.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-credentials-'));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyFile = file('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const certificateFile = file('chain.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());

/** A library of the real one's shape: puts a manifest and an ES256 signature over picture and manifest behind the picture. */
const library = file(
  'library.mjs',
  `import { sign } from 'node:crypto';
  export const LocalSigner = { newSigner: (certificate, key, algorithm) => ({ certificate, key, algorithm }) };
  export const Builder = { withJson: (manifest) => ({ sign(signer, source, destination) {
    const text = JSON.stringify({ manifest, mimeType: source.mimeType, algorithm: signer.algorithm, certificate: signer.certificate.toString() });
    const signed = Buffer.concat([source.buffer, Buffer.from('\\nMANIFEST' + text)]);
    destination.buffer = Buffer.concat([signed, Buffer.from('\\nSIGNATURE'), sign('sha256', signed, signer.key)]);
    return destination.buffer;
  } }) };`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withPortraits<T>(
  env: Record<string, string>,
  look: (product: Product, files: Buffer[]) => T,
): Promise<T> {
  const product = await startProduct({ env: { LOG_LEVEL: 'silent', ...env } });
  try {
    await hurry(product.worker!);
    const caller = await subscriber(product);
    const run = await generated(caller, await profileWithModel(product, caller));
    expect(run.status).toBe('completed');
    const { body } = await caller.get<{ portraits: { downloadUrl: string; formats: { downloadUrl: string }[] }[] }>(
      `/generations/${run.id}`,
    );
    const links = body.portraits.flatMap(({ downloadUrl, formats }) => [
      downloadUrl,
      ...formats.map((format) => format.downloadUrl),
    ]);
    return look(product, await Promise.all(links.map(async (link) => (await caller.download(link)).bytes)));
  } finally {
    await product.stop();
  }
}

describe('content credentials', () => {
  test('are signed last under every file, portraits and cuts, and name what the picture is', async () => {
    await withPortraits(
      { C2PA_CERTIFICATE_FILE: certificateFile, C2PA_KEY_FILE: keyFile, C2PA_LIBRARY: library },
      (_product, files) => {
        expect(files).toHaveLength(8 * 5);
        for (const bytes of files) {
          const [at, from] = [bytes.lastIndexOf('\nMANIFEST'), bytes.lastIndexOf('\nSIGNATURE')];
          expect(
            verify(
              'sha256',
              bytes.subarray(0, from),
              createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
              bytes.subarray(from + 10),
            ),
          ).toBe(true);
          const { manifest, mimeType, algorithm } = JSON.parse(bytes.subarray(at + 9, from).toString()) as {
            manifest: { assertions: { label: string; data: { actions: object[] } }[] };
            mimeType: string;
            algorithm: string;
          };
          expect({ mimeType, algorithm }).toEqual({ mimeType: 'image/jpeg', algorithm: 'es256' });
          expect(manifest.assertions).toMatchObject([
            {
              label: 'c2pa.actions.v2',
              data: {
                actions: [
                  {
                    action: 'c2pa.created',
                    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic',
                  },
                ],
              },
            },
          ]);
        }
      },
    );
  });

  test('without the library portraits come all the same', async () => {
    await withPortraits(
      { C2PA_CERTIFICATE_FILE: certificateFile, C2PA_KEY_FILE: keyFile, C2PA_LIBRARY: 'a-library-that-is-not-there' },
      (_product, files) => {
        for (const bytes of files) expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
      },
    );
  });

  test('a key that cannot be read keeps the worker from starting: nobody believes to sign who does not', async () => {
    await expect(
      C2paCredentials.load({
        certificateFile,
        keyFile: join(folder, 'missing.pem'),
        algorithm: 'es256',
        timestampUrl: null,
        library,
      }),
    ).rejects.toThrow('ENOENT');
  });
});
