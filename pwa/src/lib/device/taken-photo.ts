import { facts } from '~/lib/facts';
import { deviceDatabase, type DeviceFacts } from './database';

const LIFETIME_MS = facts.tryOut.keptHours * 3_600_000;

type TakenPhoto = DeviceFacts['takenPhoto'];

/** Keeps a photo on this device until there is an account for it. @throws where the browser keeps nothing */
export async function keepTakenPhoto(photo: Blob): Promise<void> {
  const taken: TakenPhoto = { bytes: await photo.arrayBuffer(), type: photo.type, takenAt: Date.now() };
  await (await deviceDatabase()).put('facts', taken, 'takenPhoto');
}

/** The photo that was taken along; null where there is none, and once its time is over: then it is removed. */
export async function takenPhoto(): Promise<File | null> {
  try {
    const taken = (await (await deviceDatabase()).get('facts', 'takenPhoto')) as TakenPhoto | undefined;
    if (!taken) return null;
    const age = Date.now() - taken.takenAt;
    if (age >= 0 && age < LIFETIME_MS) return new File([taken.bytes], 'foto', { type: taken.type });
    await forgetTakenPhoto();
    return null;
  } catch {
    return null;
  }
}

export async function forgetTakenPhoto(): Promise<void> {
  await deviceDatabase()
    .then((database) => database.delete('facts', 'takenPhoto'))
    .catch(() => undefined); // nothing is kept there
}
