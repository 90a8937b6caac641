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

/**
 * For routes whose page is a document of its own, rendered ahead: going there within the app leaves the app. The address has been
 * taken over by then; looking ahead (the pointer is near the link) loads nothing.
 */
export async function openDocument({
  preload,
  location,
}: {
  preload: boolean;
  location: { href: string };
}): Promise<void> {
  if (preload) return;
  window.location.replace(location.href);
  await new Promise(() => undefined); // the page is going away
}
