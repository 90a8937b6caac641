import { SHARE_FIELD, SHARE_PATH, SHARED_PAGE } from '~/lib/shared-photos/names';

/** How long photos wait for the page that opens with them, in milliseconds. */
const PATIENCE = 60_000;

/** Photos that no page has taken yet, and what ends their waiting. They are nowhere but in this memory. */
const waiting = new Map<File[], () => void>();

export const isShare = ({ method, url }: Request): boolean => method === 'POST' && new URL(url).pathname === SHARE_PATH;

/** Takes the photos off the form, so that they never go to the server, and opens the wizard. */
export async function takeShare(event: FetchEvent): Promise<Response> {
  const form = await event.request.formData().catch(() => null);
  const photos = (form?.getAll(SHARE_FIELD) ?? []).filter((part) => part instanceof File);
  if (photos.length > 0) event.waitUntil(hold(photos));
  return Response.redirect(new URL(SHARED_PAGE, self.location.origin), 303);
}

/** Lasts until a page has the photos: a worker that seems idle is ended, and its memory with it. */
const hold = (photos: File[]): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      waiting.delete(photos);
      resolve();
    };
    waiting.set(photos, end);
    setTimeout(end, PATIENCE);
  });

/** Gives the page that asks all that waits, once. */
export function handOver(page: MessagePort | undefined): void {
  page?.postMessage([...waiting.keys()].flat());
  for (const end of waiting.values()) end();
}
