import { previewCache, previewKey } from '~/lib/device/names';
import { keepingOwner } from '~/lib/device/owner';

export const isPreview = ({ method, url }: Request): boolean => method === 'GET' && previewKey(url) !== null;

/** Each version has an address of its own: what the device has is what the server would send. */
export async function preview(request: Request): Promise<Response> {
  const owner = await keepingOwner();
  const key = previewKey(request.url);
  const name = owner && previewCache(owner);
  if (name && key && (await caches.has(name))) {
    const kept = await (await caches.open(name)).match(key);
    if (kept) return kept;
  }
  return fetch(request);
}
