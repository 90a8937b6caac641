import type { Client } from './client.js';
import { adminTable } from './generated/admin-operations.js';
import { buildOperations, TRANSPORT, type Call, type IdsOf, type Transport } from './operations.js';
import type { Schemas } from './schemas.js';
import { sendFile, type FileUpload } from './uploads.js';

export type AdminOperationId = IdsOf<typeof adminTable>;

/** One method per operation of the admin area, named by its operationId. They need the session of an admin; keys do not reach them. */
export type Admin = { [I in Exclude<AdminOperationId, 'uploadExamplePicture'>]: Call<I> } & {
  uploads: {
    /** Adds a picture to an example that is prepared. */
    examplePicture(
      upload: FileUpload & { exampleId: string; kind: 'before' | 'portrait' },
    ): Promise<Schemas['ExampleUpload']>;
  };
};

/**
 * What admins can do, by the session of a client.
 *
 * @throws TypeError for what `createClient` did not make
 *
 * @example
 * const admin = createAdmin(createClient({ baseUrl, token }));
 * const { items } = await admin.listUsers();
 */
export function createAdmin(client: Client): Admin {
  const transport = (client as unknown as Record<symbol, Transport | undefined>)[TRANSPORT];
  if (!transport) throw new TypeError('createAdmin needs a client of createClient');
  return {
    ...buildOperations<Omit<Admin, 'uploads'>>(transport, adminTable, ['uploadExamplePicture']),
    uploads: {
      examplePicture: (upload) =>
        sendFile(
          transport,
          'uploadExamplePicture',
          ['/api/v1/admin/examples/{id}/uploads/{kind}', { id: upload.exampleId, kind: upload.kind }],
          upload,
        ),
    },
  };
}
