import { deviceDatabase, type DeviceDatabase, type QueuedPhoto } from './database';

/** Where the browser keeps nothing there is no queue: what was asked for is answered as if it were empty. */
async function withDatabase<T>(act: (database: DeviceDatabase) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await act(await deviceDatabase());
  } catch {
    return otherwise;
  }
}

/** Keeps a photo on the device until the server has taken it. False where that is not possible: no database, no space. */
export const keepPhoto = (photo: QueuedPhoto): Promise<boolean> =>
  withDatabase((database) => database.put('photos', photo).then(() => true), false);

/** A user's photos that wait on this device, the oldest first. */
export async function waitingPhotos(userId: string): Promise<QueuedPhoto[]> {
  const photos = await withDatabase((database) => database.getAllFromIndex('photos', 'byUser', userId), []);
  return photos.toSorted((one, other) => one.queuedAt - other.queuedAt);
}

/** A photo that waits; undefined when it does not (any more). */
export const waitingPhoto = (key: string): Promise<QueuedPhoto | undefined> =>
  withDatabase((database) => database.get('photos', key), undefined);

/** Whether a photo still waits; where the device cannot tell, it does: sending it twice is harmless, losing it is not. */
export const isPhotoWaiting = (key: string): Promise<boolean> =>
  withDatabase((database) => database.count('photos', key).then((count) => count > 0), true);

/** Removes a photo from the device. */
export const forgetPhoto = (key: string): Promise<void> =>
  withDatabase((database) => database.delete('photos', key), undefined);

/** Changes each photo of a user, or removes it where `next` gives null, in one transaction. */
function changePhotos(userId: string, next: (photo: QueuedPhoto) => QueuedPhoto | null): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('photos', 'readwrite');
    for (
      let cursor = await transaction.store.index('byUser').openCursor(userId);
      cursor;
      cursor = await cursor.continue()
    ) {
      const changed = next(cursor.value);
      if (!changed) await cursor.delete();
      else if (changed !== cursor.value) await cursor.update(changed);
    }
    await transaction.done;
  }, undefined);
}

/** Gives the photos that wait for a draft the one that has just come into being. */
export const assignPhotos = (userId: string, profileId: string): Promise<void> =>
  changePhotos(userId, (photo) => (photo.profileId === null ? { ...photo, profileId } : photo));

/** Removes the photos of a draft that is gone, or can no longer be changed. */
export const forgetPhotosOfProfile = (userId: string, profileId: string): Promise<void> =>
  changePhotos(userId, (photo) => (photo.profileId === profileId ? null : photo));

/** Removes what no draft of the list wants any more; photos whose draft is still to come stay. */
export const keepOnlyPhotosOf = (userId: string, profileIds: readonly string[]): Promise<void> =>
  changePhotos(userId, (photo) => (photo.profileId === null || profileIds.includes(photo.profileId) ? photo : null));

/** Removes all photos of a user: without a consent none may wait here. */
export const forgetPhotosOfUser = (userId: string): Promise<void> => changePhotos(userId, () => null);
