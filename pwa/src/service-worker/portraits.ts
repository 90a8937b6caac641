import { portraitCache, portraitKey } from '~/lib/device/names';
import { keepingOwner } from '~/lib/device/owner';

export const isPortrait = ({ method, url }: Request): boolean => method === 'GET' && portraitKey(url) !== null;

/** A portrait never changes: what the device has is what the server would send. */
export async function portrait(request: Request): Promise<Response> {
  const owner = await keepingOwner();
  const key = portraitKey(request.url);
  const name = owner && portraitCache(owner);
  if (name && key && (await caches.has(name))) {
    const kept = await (await caches.open(name)).match(key);
    if (kept) return kept;
  }
  return fetch(request);
}
