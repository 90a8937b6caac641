import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import type { DeviceJudgement } from '~/lib/device-studio/face-judge';
import { clearDeviceDatabase } from '~/lib/device/database';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { beginSession } from '~/lib/session';
import type { Entry } from '~/features/ai-profiles/wizard/entries';
import type { QueueNeeds } from '~/features/ai-profiles/wizard/queue-state';
import { createUploadQueue, type UploadQueue } from '~/features/ai-profiles/wizard/upload-queue';
import { studioConsents } from './consents';
import type { Sent } from './server';

type Verdict = Schemas['PhotoVerdict'];

export const photo = (id: string) => ({ id, url: `/media/${id}`, setAside: null }) as Schemas['Photo'];
export const verdict = (part: Partial<Verdict>) => ({
  status: 201,
  body: {
    accepted: true,
    photo: photo('p1'),
    reason: null,
    duplicateOf: null,
    advice: [],
    count: 1,
    setAdvice: [],
    ...part,
  },
});
export const picture = (name: string, content = name) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), `${content} and enough bytes to tell`], name, {
    type: 'image/jpeg',
  });
export const network = (isOn: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOn);
  dispatchEvent(new Event(isOn ? 'online' : 'offline'));
};
export const UPLOAD = 'POST /ai-profiles/d1/photos';
export const waiting = (key: string, part: { userId?: string; profileId?: string | null; queuedAt?: number } = {}) =>
  keepPhoto({
    key,
    userId: 'anna',
    profileId: 'd1',
    name: `${key}.jpg`,
    type: 'image/jpeg',
    bytes: new ArrayBuffer(1),
    queuedAt: 1,
    ...part,
  });
export const uploads = (sent: readonly Sent[]) => sent.filter(({ path }) => path.endsWith('/photos')).length;
export const stored = async () => (await waitingPhotos('anna')).map(({ name, profileId }) => [name, profileId]);

/** What this device says of photos by their names; nothing of the others. */
export const judged: Record<string, DeviceJudgement> = {};
/** What a photo's look by this device waits for, by its name. */
export const slowly: Record<string, Promise<void>> = {};
const judge: QueueNeeds['judge'] = {
  start: () => Promise.resolve(true),
  judge: async (file) => {
    await slowly[(file as File).name];
    return judged[(file as File).name] ?? null;
  },
  advise: (photos) => Promise.resolve(photos.length >= 3 ? ['angles'] : []),
};

/** What the customer has agreed to, of which one consent may be withdrawn. */
export const consents = (version: string, isWithdrawn = false) => ({
  body: {
    items: (['facial_images', 'self_and_adult'] as const).map((kind, index) => ({
      id: kind,
      kind,
      version,
      givenAt: '2026-11-22T09:00:00Z',
      revokedAt: isWithdrawn && index === 0 ? '2026-11-23T09:00:00Z' : null,
    })),
    terms: null,
    current: studioConsents,
  },
});

export const said = {
  tellSorted: vi.fn(),
  tellDropped: vi.fn(),
  tellAside: vi.fn(),
  tellValidated: vi.fn(),
  tellNotRemoved: vi.fn(),
  tellConsentOutdated: vi.fn(),
};
const queues: UploadQueue[] = [];
/** The draft as the page knows it. */
export const draft: { id: string | null } = { id: 'd1' };

export function open(needs: Partial<QueueNeeds['draft']> = {}, entries: readonly Entry[] = []): UploadQueue {
  const whole = {
    id: () => Promise.resolve((draft.id ??= 'd1')),
    known: () => draft.id,
    adopt: () => Promise.resolve(draft.id),
    takesOrphans: true,
    ...needs,
  };
  const queue = createUploadQueue(
    { entries, advice: [] },
    { userId: 'anna', draft: whole, judge, nameOf: (number) => `Foto ${number}`, ...said },
  );
  queues.push(queue);
  queue.start();
  return queue;
}

export const states = (queue: UploadQueue) => queue.state().entries.map(({ name, state }) => [name, state]);
export const settled = (queue: UploadQueue, expected: [string, string][]) =>
  vi.waitFor(() => expect(states(queue)).toEqual(expected), { timeout: 20_000 });

/** A queue that one photo is added to, and what becomes of it at first. */
export async function openWith(state: string): Promise<UploadQueue> {
  const queue = open();
  void queue.add([picture('a.jpg')]);
  await settled(queue, [['a.jpg', state]]);
  return queue;
}

/** Gives each test a fresh device, a session and a draft, and stops its queues afterwards. */
export function setUpUploadQueues(): void {
  beforeEach(() => {
    vi.clearAllMocks();
    draft.id = 'd1';
    beginSession({ id: 'anna' } as Schemas['Me']);
    URL.createObjectURL = () => 'blob:preview';
    URL.revokeObjectURL = () => undefined;
    vi.stubGlobal('XMLHttpRequest', undefined);
  });

  afterEach(async () => {
    for (const queue of queues.splice(0)) queue.stop();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const names of [judged, slowly]) for (const name of Object.keys(names)) delete names[name];
    await clearDeviceDatabase();
  });
}
