import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A photo that waits on the device for its upload. */
export interface QueuedPhoto {
  /** Drawn on the device; names the photo until the server has taken it. */
  key: string;
  userId: string;
  /** The draft it belongs to; null while the draft could not be created yet. */
  profileId: string | null;
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Milliseconds since 1970; photos go up in this order. */
  queuedAt: number;
}

/** A deletion that was asked for without a network. */
export interface QueuedDeletion {
  /** What is to be deleted, by its id. */
  id: string;
  userId: string;
  kind: 'generation' | 'portrait' | 'profile';
  queuedAt: number;
}

/** A run whose portraits are kept on the device. */
export interface KeptRun {
  id: string;
  userId: string;
  /** After this moment nothing of it is left on the device; milliseconds since 1970. */
  expiresAt: number | null;
  portraitIds: string[];
}

/** Facts about this device, each under one name. */
export interface DeviceFacts {
  /** The user whose data may be on the device. */
  owner: string;
  /** What the owner answered when asked whether portraits are kept here. */
  keep: boolean;
  /** A photo from trying the styles without an account, which waits for one. */
  takenPhoto: { bytes: ArrayBuffer; type: string; takenAt: number };
}

interface DeviceSchema extends DBSchema {
  facts: { key: keyof DeviceFacts; value: DeviceFacts[keyof DeviceFacts] };
  photos: { key: string; value: QueuedPhoto; indexes: { byUser: string } };
  deletions: { key: string; value: QueuedDeletion; indexes: { byUser: string } };
  runs: { key: string; value: KeptRun; indexes: { byUser: string } };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const NAME = 'bildnis';
const VERSION = 1;

let opening: Promise<DeviceDatabase> | null = null;

/**
 * What the app keeps on this device, in IndexedDB. Pages and the service worker share it.
 * @throws where the browser keeps nothing (some private windows): callers do without.
 */
export async function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('facts');
      for (const store of ['photos', 'deletions', 'runs'] as const)
        database
          .createObjectStore(store, { keyPath: store === 'photos' ? 'key' : 'id' })
          .createIndex('byUser', 'userId');
    },
    // Another tab or worker wants to change or remove it: let go, and open it again when it is needed.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opening = null;
    },
    terminated() {
      opening = null;
    },
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Empties everything the app keeps in IndexedDB, all of it or nothing. */
export async function clearDeviceDatabase(): Promise<void> {
  const database = await deviceDatabase();
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, 'readwrite');
  await Promise.all(names.map((name) => transaction.objectStore(name).clear()));
  await transaction.done;
}
