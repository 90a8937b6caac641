import { vi } from 'vitest';
import type { LaunchQueue } from '~/lib/shared-photos';

/** A photo of so many bytes; they are not there, only said to be. */
export function photoOf(name: string, bytes = 1_000): File {
  const photo = new File(['photo'], name, { type: 'image/jpeg' });
  Object.defineProperty(photo, 'size', { value: bytes });
  return photo;
}

/** A service worker that controls the page and answers with these photos, or never. */
export function withWorker(photos: File[] | null): void {
  const postMessage = (_asked: unknown, [port]: MessagePort[]) => {
    if (photos) queueMicrotask(() => deliver(port, photos));
  };
  // What a real one delivers is a copy, which has not the size that is only said.
  vi.stubGlobal('MessageChannel', Channel);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: { postMessage } } });
}

class Channel {
  port1: { onmessage?: (event: { data: File[] }) => void } = {};
  port2 = this.port1;
}
const deliver = (port: unknown, data: File[]) => (port as Channel['port1']).onmessage?.({ data });

/** The browser's queue of opened files. */
export function withLaunchQueue(): (...photos: File[]) => void {
  let consumer: Parameters<LaunchQueue['setConsumer']>[0] = () => undefined;
  vi.stubGlobal('launchQueue', { setConsumer: (given: typeof consumer) => (consumer = given) });
  return (...photos) => consumer({ files: photos.map((photo) => ({ getFile: () => Promise.resolve(photo) })) });
}

/** The page as it was before. */
export function withoutShares(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
