import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { CONFIG } from '../../src/config/index.js';
import { C2paCredentials } from '../../src/integrations/content-credentials/c2pa.js';
import { ContentCredentials, ContentCredentialsModule } from '../../src/integrations/content-credentials/index.js';
import { customer, grantCredits } from '../support/customers.js';
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

const credentials = { certificateFile, keyFile, algorithm: 'es256', timestampUrl: null, library } as const;

describe('content credentials', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({
      env: {
        LOG_LEVEL: 'silent',
        C2PA_CERTIFICATE_FILE: certificateFile,
        C2PA_KEY_FILE: keyFile,
        C2PA_LIBRARY: library,
      },
    });
    await hurry(product.worker!);
  });
  afterAll(() => product.stop());

  test('are signed last under every file, portraits and cuts, and name what the picture is', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, 10);
    const run = await generated(caller, await profileWithModel(product, caller));
    expect(run.status).toBe('completed');
    const links = run.portraits.flatMap(({ downloadUrl, formats }) => [
      downloadUrl,
      ...formats.map((format) => format.downloadUrl),
    ]);
    expect(links).toHaveLength(8 * (1 + facts.portraitFormats.length));
    for (const link of links) {
      const { bytes } = await caller.download(link);
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
  });

  test('without the library portraits come all the same', async () => {
    const settings = { credentials: { ...credentials, library: 'a-library-that-is-not-there' } };
    const app = await NestFactory.createApplicationContext(
      {
        module: class Alone {},
        imports: [
          {
            module: class Settings {},
            global: true,
            providers: [{ provide: CONFIG, useValue: settings }],
            exports: [CONFIG],
          },
          ContentCredentialsModule,
        ],
      },
      { logger: false },
    );
    const picture = Buffer.from('a picture');
    expect(await app.get(ContentCredentials).sign(picture, 'compositeSynthetic')).toBe(picture);
    await app.close();
  });

  test('a key that cannot be read keeps the worker from starting: nobody believes to sign who does not', async () => {
    await expect(C2paCredentials.load({ ...credentials, keyFile: join(folder, 'missing.pem') })).rejects.toThrow(
      'ENOENT',
    );
  });
});
