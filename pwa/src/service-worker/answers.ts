import { answerCache } from '~/lib/device/names';
import { putKept } from '~/lib/device/kept-runs';
import { keepingOwner } from '~/lib/device/owner';

/** What the screens need to open without a network. Whatever is about proving, paying or ending something is always asked of the server. */
const KEPT = [
  /^\/api\/v1\/me(?:\/favourite-styles)?$/,
  /^\/api\/v1\/(?:generations|ai-profiles|styles)(?:\/[^/]+)?$/,
  /^\/api\/v1\/ai-profiles\/[^/]+\/previews$/,
  /^\/api\/v1\/(?:plans|credit-packs|subscription|consents|service)$/,
  /^\/api\/v1\/credits\/entries$/,
];

/** How long a network that gives no answer is waited for where the device has one, in milliseconds. */
const PATIENCE = 6_000;

export const isKeptAnswer = ({ method, url }: Request): boolean =>
  method === 'GET' && KEPT.some((path) => path.test(new URL(url).pathname));

/** Gone or forbidden for good: what the device has of it goes as well. */
const GONE = [403, 404, 410];
/** Answers of something before the server, which says nothing about the question. */
const AWAY = [502, 503, 504];

/** The server's answer; where the server cannot be reached, the last one it gave. */
export async function answer(request: Request): Promise<Response> {
  const owner = await keepingOwner();
  if (!owner) return fetch(request);
  const url = new URL(request.url);
  const key = url.pathname + url.search;
  const kept = async () => (await caches.open(answerCache(owner))).match(key);
  const asked = fetch(request).then(async (response) => {
    const copy = response.clone();
    // A device without space keeps nothing new; the answer is as good as any.
    await note(owner, key, copy).catch(() => undefined);
    return response;
  });
  try {
    const response = await patient(asked, kept);
    return AWAY.includes(response.status) ? ((await kept()) ?? response) : response;
  } catch (error) {
    const last = await kept();
    if (last) return last;
    throw error;
  }
}

/** The answer, or the kept one where the network takes too long to give it. */
async function patient(asked: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => void kept().then((last) => last && resolve(last)), PATIENCE);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => undefined);
  }
}

async function note(owner: string, key: string, response: Response): Promise<void> {
  if (!response.ok && !GONE.includes(response.status)) return;
  const cache = await caches.open(answerCache(owner));
  if (response.ok) await putKept(cache, key, response);
  else await cache.delete(key);
  // Signed out meanwhile: nothing may be left.
  if ((await keepingOwner()) !== owner) await caches.delete(answerCache(owner));
}
