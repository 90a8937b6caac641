import { putKept } from './kept-runs';
import { previewCache, previewKey, profileIdOfPreview } from './names';
import { keepingOwner } from './owner';

/** The cache of the customer who keeps things here, if there is one. */
async function ownCache(): Promise<{ userId: string; cache: Cache } | null> {
  if (!('caches' in globalThis)) return null;
  const userId = await keepingOwner();
  return userId ? { userId, cache: await caches.open(previewCache(userId)) } : null;
}

async function dropWhere(cache: Cache, isDropped: (key: string) => boolean): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.filter(({ url }) => isDropped(new URL(url).pathname)).map((key) => cache.delete(key)));
}

/**
 * Keeps the present previews of a trained profile on the device, as far as its owner has agreed; earlier ones of the profile go.
 * @param urls their links
 * @param fetchFile fetches a link of ours; throws where that fails
 */
export async function keepPreviews(
  profileId: string,
  urls: readonly string[],
  fetchFile: (url: string) => Promise<Response>,
): Promise<void> {
  const own = await ownCache();
  if (!own) return;
  const { userId, cache } = own;
  const present = new Map(urls.flatMap((url) => (previewKey(url) ? [[previewKey(url)!, url]] : [])));
  await dropWhere(cache, (key) => profileIdOfPreview(key) === profileId && !present.has(key));
  for (const [key, url] of present) if (!(await cache.match(key))) await putKept(cache, key, await fetchFile(url));
  // The device may have changed hands meanwhile.
  if ((await keepingOwner()) !== userId) await caches.delete(previewCache(userId));
}

/** Profiles that are gone take their previews along. */
export async function keepPreviewsOnlyOf(profileIds: readonly string[]): Promise<void> {
  const own = await ownCache();
  if (own) await dropWhere(own.cache, (key) => !profileIds.includes(profileIdOfPreview(key) ?? ''));
}
