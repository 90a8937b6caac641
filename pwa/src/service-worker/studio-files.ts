/** What judges and shows photos on this device: fetched when it is first asked for, and then there without a network. */
const STUDIO = 'bildnis-studio';
const OF_STUDIO =
  /^\/assets\/(?:device-studio-[\w-]+\.js|(?:blazeface|facemesh)-[\w-]+\.(?:json|bin)|[\w-]+\.(?:tflite|wasm|webp))$/;

export const isStudioFile = ({ url }: Request): boolean => OF_STUDIO.test(new URL(url).pathname);

/** The kept file, or the server's, which is kept as it arrives. Asking anew means that the kept one was found damaged. */
export async function studioFile({ request, waitUntil }: Pick<FetchEvent, 'request' | 'waitUntil'>): Promise<Response> {
  const cache = await caches.open(STUDIO);
  const kept = request.cache === 'reload' ? undefined : await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // A device without space keeps nothing; the file is as good as any.
  if (response.ok) waitUntil(cache.put(request.url, response.clone()).catch(() => undefined));
  return response;
}

/** Those of an earlier version go: each is named by its content, and nobody asks for them any more. */
export const dropStudioFiles = (): Promise<boolean> => caches.delete(STUDIO);
