import { randomUUID } from 'node:crypto';
import { createStorage, hasStorage, type ObjectStorage } from '../../integrations/storage/index.js';
import { MODE_KEY } from '../installation.places.js';
import { good, todo, wordsOf, type Found, type Installation } from './finding.js';

const ANSWER_MS = 10_000;

/** Writes, reads, links and deletes an object. */
export async function checkStorage({ config, mode }: Installation): Promise<Found[]> {
  const { storage: place } = config;
  if (place.kind === 's3' && !(await hasStorage(config)))
    return [
      todo(`Der Bucket ${place.bucket} ist nicht da, oder der Schlüssel darf ihn nicht sehen`, {
        text: `Bucket ${place.bucket} anlegen`,
        run: async () => {
          await createStorage(config);
          return [];
        },
      }),
    ];
  const storage = await createStorage(config);
  const key = `installation/check-${randomUUID()}`;
  const bytes = Buffer.from(randomUUID());
  await storage.put(key, bytes, 'text/plain');
  try {
    if (!(await storage.read(key)).equals(bytes)) return [todo('Was gelesen wird, ist nicht, was geschrieben wurde')];
    return [
      good(`${place.kind === 's3' ? `Bucket ${place.bucket}` : place.dir}: schreiben, lesen und löschen geht`),
      ...(await tryLink(storage, key, config.publicOrigin)),
      ...(await checkMode(storage, mode)),
    ];
  } finally {
    await storage.delete([key]);
  }
}

/** Where clients reach the store themselves, their browsers have to be let. */
async function tryLink(storage: ObjectStorage, key: string, origin: string): Promise<Found[]> {
  const stored = await storage.open(key);
  if (!stored) return [todo('Ein Objekt ist nach dem Schreiben nicht da')];
  stored.stream.on('error', () => undefined).destroy();
  if (!stored.link) return [];
  const link = await stored.link({ type: 'text/plain' });
  try {
    const answer = await fetch(link, { headers: { Origin: origin }, signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    if (!answer.ok) return [todo(`Ein Link nach S3_PUBLIC_ENDPOINT antwortet ${answer.status}`)];
    const allowed = answer.headers.get('access-control-allow-origin');
    return allowed === '*' || allowed === origin
      ? [good('Links zum Speicher gehen, auch aus dem Browser')]
      : [todo(`Der Bucket lässt ${origin} nicht lesen: erlauben Sie es in seinen CORS-Regeln (GET)`)];
  } catch (error) {
    return [todo(`Ein Link nach S3_PUBLIC_ENDPOINT antwortet nicht: ${wordsOf(error)}`)];
  }
}

async function checkMode(storage: ObjectStorage, mode: string): Promise<Found[]> {
  if (!(await storage.has(MODE_KEY))) return [];
  const first = (await storage.read(MODE_KEY)).toString();
  return first === mode
    ? []
    : [todo(`Der Speicher gehört zu einer Installation mit MODE=${first}: nehmen Sie für ${mode} einen anderen`)];
}
