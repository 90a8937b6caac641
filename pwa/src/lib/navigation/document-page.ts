import { leaveAtRest } from '~/ui/leave-at-rest';

/** A part of a public page by its id, as HTML of our own; null where it cannot be had. */
export async function documentPart(path: string, id: string): Promise<string | null> {
  try {
    const answer = await fetch(path);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return answer.ok ? (page.getElementById(id)?.outerHTML ?? null) : null;
  } catch {
    return null; // no network: the page goes without
  }
}

/** A page that is still there after this time has not been left. */
const LEAVING_MS = 5_000;

/** Leaves the app for another document: a page that is rendered ahead, or one of another site. Resolves if this one stays. */
export async function leaveFor(address: string): Promise<void> {
  await leaveAtRest(() => location.assign(address));
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, LEAVING_MS);
    // It comes back from the browser's memory.
    addEventListener('pageshow', resolve, { once: true });
  });
}

/**
 * For routes whose page is a document of its own, rendered ahead: going there within the app leaves the app. The address has been
 * taken over by then; looking ahead (the pointer is near the link) loads nothing.
 */
export async function openDocument({
  preload,
  location,
  abortController,
}: {
  preload: boolean;
  location: { href: string };
  abortController: AbortController;
}): Promise<void> {
  if (preload) return;
  await leaveAtRest(() => {
    if (!abortController.signal.aborted) window.location.replace(location.href);
  });
  await new Promise(() => undefined); // the page is going away
}
