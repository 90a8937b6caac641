import { vi } from 'vitest';

const base64url = (bytes: Uint8Array<ArrayBuffer>) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export interface FakeSubscription {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  toJSON(): object;
  unsubscribe(): Promise<boolean>;
}

/** A subscription as a browser gives it. `onEnd` runs when it is given up. */
export function fakeSubscription(endpoint: string, key: string, onEnd: () => void = () => undefined): FakeSubscription {
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(key).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } }),
    unsubscribe: async () => {
      onEnd();
      return true;
    },
  };
}

/** What stands in for a browser with push. */
export interface PushBrowser {
  /** What it answers when it asks the customer; `default` means that the question was closed. */
  answer: NotificationPermission;
  permission: NotificationPermission;
  /** How often it has asked. */
  questions: number;
  subscription: FakeSubscription | null;
  /** The keys that were subscribed with, in their order. */
  keys: string[];
  /** The push service is away. */
  isAway: boolean;
  shown: { close(): void }[];
}

/** Gives jsdom what it lacks for push; `vi.unstubAllGlobals()` and the returned function take it away. */
export function withPush(): { browser: PushBrowser; remove(): void } {
  const browser: PushBrowser = {
    answer: 'granted',
    permission: 'default',
    questions: 0,
    subscription: null,
    keys: [],
    isAway: false,
    shown: [],
  };
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.isAway) throw new DOMException('push service not available', 'AbortError');
      browser.keys.push(applicationServerKey);
      browser.subscription = fakeSubscription(
        `https://fcm.googleapis.com/fcm/send/${browser.keys.length}`,
        applicationServerKey,
        () => (browser.subscription = null),
      );
      return browser.subscription;
    },
  };
  const registration = { pushManager, getNotifications: async () => browser.shown };
  class FakeNotification {
    static get permission() {
      return browser.permission;
    }
    static async requestPermission() {
      browser.questions += 1;
      browser.permission = browser.answer;
      return browser.permission;
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return {
    browser,
    remove: () => {
      vi.unstubAllGlobals();
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
}

/** A key as an installation has it. */
export const PUSH_KEY = base64url(Uint8Array.from({ length: 65 }, (_, index) => (index === 0 ? 4 : 250 - index)));
export const OTHER_KEY = base64url(Uint8Array.from({ length: 65 }, (_, index) => (index === 0 ? 4 : index)));
