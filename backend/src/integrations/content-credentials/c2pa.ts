import { readFile } from 'node:fs/promises';
import type { CredentialsConfig } from '../../config/index.js';
import type { SourceType } from '../portrait-engine/index.js';
import { ContentCredentials, type SignedType } from './port.js';

/** As much of `@contentauth/c2pa-node` as is used; it is not among our dependencies (docs/provenance.md says why). */
interface Library {
  LocalSigner: { newSigner(certificate: Buffer, key: Buffer, algorithm: string, timestampUrl?: string): unknown };
  Builder: {
    withJson(
      manifest: object,
      settings?: object,
    ): {
      sign(
        signer: unknown,
        source: { buffer: Buffer; mimeType: string },
        destination: { buffer: Buffer | null },
      ): Buffer;
    };
  };
}

/** Half of a manifest would be a thumbnail; the picture is small enough. */
const SETTINGS = { builder: { thumbnail: { enabled: false } } };

/** Signs with a key of this machine. */
export class C2paCredentials extends ContentCredentials {
  private constructor(
    private readonly library: Library,
    private readonly signer: unknown,
  ) {
    super();
  }

  /**
   * @returns null where the library is not installed
   * @throws Error for a certificate or key that cannot be read or does not fit
   */
  static async load({
    library: name,
    certificateFile,
    keyFile,
    algorithm,
    timestampUrl,
  }: CredentialsConfig): Promise<C2paCredentials | null> {
    let library: Library;
    try {
      library = (await import(name)) as Library;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
      throw error;
    }
    const signer = library.LocalSigner.newSigner(
      await readFile(certificateFile),
      await readFile(keyFile),
      algorithm,
      timestampUrl ?? undefined,
    );
    return new C2paCredentials(library, signer);
  }

  sign(picture: Uint8Array, sourceType: SourceType, type: SignedType = 'image/jpeg'): Promise<Uint8Array> {
    const created = {
      action: 'c2pa.created',
      digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}`,
      softwareAgent: { name: 'Bildnis' },
    };
    const manifest = {
      claim_generator_info: [{ name: 'Bildnis', version: '1' }],
      format: type,
      title: 'Portrait',
      assertions: [{ label: 'c2pa.actions.v2', data: { actions: [created] } }],
    };
    const signed: { buffer: Buffer | null } = { buffer: null };
    this.library.Builder.withJson(manifest, SETTINGS).sign(
      this.signer,
      { buffer: Buffer.from(picture), mimeType: type },
      signed,
    );
    if (!signed.buffer) throw new Error('the signed picture is empty');
    return Promise.resolve(signed.buffer);
  }
}
