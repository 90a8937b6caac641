import { worker as texts } from '~/locales/de-CH/push.json';
import { LANGUAGE } from '~/lib/language';

declare const self: ServiceWorkerGlobalScope;

const START = '/app';

/** What is shown of a message. */
interface Shown {
  title: string;
  body: string;
  lang: string;
  tag: string | undefined;
  /** Where a click leads: a path of ours. */
  path: string;
}

/** Where nothing can be read a message is shown all the same: a browser takes push away from a site that shows none. */
const UNREADABLE: Shown = { title: texts.title, body: texts.body, lang: LANGUAGE, tag: undefined, path: START };

/** The declarative form, which Safari shows by itself. */
interface Declared {
  web_push?: unknown;
  notification?: Partial<Record<'title' | 'body' | 'lang' | 'tag' | 'navigate', unknown>>;
}

function read(data: PushMessageData | null): Shown {
  if (!data) return UNREADABLE;
  try {
    const { web_push: form, notification } = data.json() as Declared;
    const { title, body, lang, tag, navigate } = notification ?? {};
    if (form !== 8030 || typeof title !== 'string' || !title) return UNREADABLE;
    return {
      title,
      body: typeof body === 'string' ? body : '',
      lang: typeof lang === 'string' ? lang : UNREADABLE.lang,
      tag: typeof tag === 'string' && tag ? tag : undefined,
      path: pathOf(navigate),
    };
  } catch {
    return UNREADABLE;
  }
}

/** Only paths of ours are opened; whatever else is said leads to the start of the app. */
function pathOf(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address, self.location.origin)) return START;
  const { origin, pathname, search } = new URL(address, self.location.origin);
  return origin === self.location.origin ? pathname + search : START;
}

/** Shows what has come, and marks the icon of the installed app. */
export function showPush(event: PushEvent): void {
  const { title, body, lang, tag, path } = read(event.data);
  // One of the same subject takes the place of the one before, and is news all the same.
  const replacing = tag ? { tag, renotify: true } : {};
  const options: NotificationOptions & { renotify?: boolean } = {
    body,
    lang,
    dir: 'ltr',
    icon: '/icons/icon-192.png',
    data: { path },
    ...replacing,
  };
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, options),
      self.navigator.setAppBadge?.().catch(() => undefined),
    ]),
  );
}

/** In these windows something is being uploaded or paid for: they are left alone. */
const BUSY = /^\/(?:app\/profile-wizard|bestellen)(?:\/|$)/;

/** Opens what a message is about: in a window of ours that is there, or in a new one. */
export function openFromNotification(event: NotificationEvent): void {
  event.notification.close();
  const path = pathOf((event.notification.data as { path?: unknown } | null)?.path);
  event.waitUntil(Promise.all([open(path), self.navigator.clearAppBadge?.().catch(() => undefined)]));
}

async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const at = ({ url }: WindowClient) => new URL(url);
  const there = windows.find((client) => at(client).pathname + at(client).search === path);
  if (there) return void (await there.focus());
  const free = windows.filter((client) => !BUSY.test(at(client).pathname));
  const chosen =
    free.find(({ focused }) => focused) ?? free.find(({ visibilityState }) => visibilityState === 'visible') ?? free[0];
  try {
    // A browser may refuse either, for one that this worker does not control.
    if (chosen) return void (await (await chosen.focus()).navigate(path));
  } catch {
    // a new one, then
  }
  await self.clients.openWindow(path);
}

/** The browser has another address for us, or wants one: the server is told. What does not succeed is made up for at the next start of the app. */
export function renewSubscription(event: PushSubscriptionChangeEvent): void {
  event.waitUntil(renew(event).catch(() => undefined));
}

const ours = (path: string): URL => new URL(`/api/v1/push${path}`, self.location.origin);

async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const subscription = newSubscription ?? (await subscribeAgain(oldSubscription));
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!subscription || !endpoint) return;
  const answer = await fetch(ours('/subscriptions'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  // Nobody is signed in here any more.
  if (answer.status === 401) await subscription.unsubscribe();
}

async function subscribeAgain(old: PushSubscription | null): Promise<PushSubscription | null> {
  const applicationServerKey = old?.options.applicationServerKey ?? (await publicKey());
  return applicationServerKey
    ? self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    : null;
}

async function publicKey(): Promise<string | null> {
  const answer = await fetch(ours('/key'));
  return answer.ok ? ((await answer.json()) as { publicKey: string | null }).publicKey : null;
}
