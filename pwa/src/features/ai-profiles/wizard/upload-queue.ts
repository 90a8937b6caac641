import pLimit from 'p-limit';
import { api, errorCode, newKey, type BildnisError, type Schemas } from '~/lib/api';
import { forgetPhoto, forgetPhotosOfUser, keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { hasSession } from '~/lib/session';
import { hasWithdrawn } from '../consents-data';
import { uploadPhoto } from './upload-photo';
import { createConnection } from './connection';
import { goodCount, pendingCount, reduceEntries, type Entry, type EntryAction, type PhotoReason } from './entries';
import { inspectFile } from './inspection';
import { openOtherTabs, type OtherTabs, type PhotoNews } from './other-tabs';
import type { Outcome, QueueNeeds, QueueState } from './queue-state';
import { createPreviews } from './previews';
import { createRemovals } from './removals';
import { takeFiles } from './take-files';

/** A refusal that will not change: the photo need not wait on the device any longer. */
function isFinal(error: unknown): boolean {
  const { status = 0 } = error as Partial<BildnisError>;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** A consent, or what is attested of somebody else, is missing in the version of today. */
const asksForConsent = (error: unknown): boolean =>
  ['consent_required', 'attestation_required'].includes(errorCode(error));

/** Where a photo is on its way: one that has stopped there is sent anew. */
const ON_ITS_WAY = ['waiting', 'stalled', 'uploading', 'checking'];

/** Photos are looked at one after the other: each is read whole. */
const inspections = pLimit(1);
export type UploadQueue = ReturnType<typeof createUploadQueue>;

/**
 * The photos of a draft on their way from the device to the server: looked at, kept on the device, sent three at once, judged. What
 * has no connection waits, also beyond the end of the page. It lives outside React: a photo's way is longer than a rendering.
 */
export function createUploadQueue(first: QueueState, needs: QueueNeeds) {
  const { userId, draft } = needs;
  const connection = createConnection();
  const uploads = new Map<string, { abort: AbortController; way: Promise<Outcome> }>();
  /** Photos that wait for a newer consent. */
  const held = new Set<string>();
  /** How the server has asked for it; null while nothing waits for it. */
  let consentRefusal: unknown = null;
  const previews = createPreviews();
  const listeners = new Set<() => void>();
  let state = first;
  let isRunning = false;
  /** Whether the server is known to see the photos differently. */
  let isOutdated = false;
  /** What the server has is being asked for. */
  let syncing: Promise<void> = Promise.resolve();
  /** Counts how often advice was asked for: only the newest counts. */
  let advised = 0;
  const isNew = draft.known() === null;
  let tabs: OtherTabs | null = null;

  function change(next: Partial<QueueState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const act = (what: EntryAction) => change({ entries: reduceEntries(state.entries, what) });
  const entryOf = (key: string) => state.entries.find((entry) => entry.key === key);

  function toEntry(file: File, part: Partial<Entry> = {}): Entry {
    const preview = previews.of(file);
    return { key: newKey(), name: file.name, preview, state: 'inspecting', fraction: 0, file, original: file, ...part };
  }

  /** Takes over what the server has: who is set aside may change with every photo, and other tabs bring some. */
  function sync(): Promise<void> {
    syncing = takeOver();
    return syncing;
  }

  async function takeOver(): Promise<void> {
    if (pendingCount(state.entries) > 0) return;
    isOutdated = false;
    const id = draft.known() ?? (await draft.adopt().catch(() => null));
    if (!id) return;
    const before = state.entries;
    const profile = await api.getAiProfile({ path: { id } }).catch(() => null);
    if (!profile) return;
    if (state.entries !== before) return takeOver();
    change({
      entries: reduceEntries(before, { type: 'synced', photos: profile.photos, name: needs.nameOf }),
      advice: profile.setAdvice,
    });
  }

  /** Tells the other tabs that the photos have changed. */
  function tellTabs() {
    const profileId = draft.known();
    if (profileId) tabs?.tell({ userId, profileId, isNew });
  }

  /** Another tab has changed the photos: of this draft, or of the one that this still empty wizard would have begun, too. */
  function onNews(news: PhotoNews) {
    const isOurs =
      news.profileId === draft.known() || (news.isNew && isNew && draft.known() === null && state.entries.length === 0);
    if (news.userId !== userId || !isOurs) return;
    isOutdated = true;
    void sync();
  }

  /** Writes a photo to the device, unless nobody is signed in any more or it has been taken out meanwhile. */
  async function keep(key: string, { name, type }: File, bytes: ArrayBuffer) {
    if (!hasSession()) return;
    const isKept = await keepPhoto({ key, userId, profileId: draft.known(), name, type, bytes, queuedAt: Date.now() });
    if (entryOf(key)) act({ type: 'kept', key, isKept });
    else await forgetPhoto(key);
  }

  /** Checks one photo on the device and keeps it there; gives its name when it is refused. */
  const inspect = (entry: Entry): Promise<string | null> => inspections(() => inspectNow(entry));

  async function inspectNow({ key, file }: Entry): Promise<string | null> {
    if (!file || !entryOf(key)) return null;
    const { sent, bytes, reason, hash, isSmall } = await inspectFile(file);
    const isRepeated =
      hash !== null &&
      state.entries.some((other) => other.key !== key && other.hash === hash && other.state !== 'rejected');
    const plain = reason ?? (isRepeated ? 'duplicate' : null);
    if (plain) return refuse(key, file.name, plain);
    // Safe first: judging takes its time, and a phone may end the page meanwhile.
    await keep(key, sent, bytes);
    const judgement = isRunning && hasSession() ? await needs.judge.judge(sent) : null;
    if (!entryOf(key)) return null;
    if (judgement?.refusal) {
      await forgetPhoto(key);
      return refuse(key, file.name, judgement.refusal);
    }
    act({ type: 'inspected', key, file: sent, hash, isSmall, measured: judgement?.measured ?? undefined });
    void adviseAhead();
    return null;
  }

  function refuse(key: string, name: string, reason: PhotoReason): string {
    act({ type: 'refused', key, reason });
    return name;
  }

  /** Says what would make the photos of this visit better while they are still on their way. */
  async function adviseAhead(): Promise<void> {
    const own = (advised += 1);
    const measured = state.entries.flatMap((entry) =>
      entry.measured && entry.state !== 'rejected' ? [entry.measured] : [],
    );
    const ahead = await needs.judge.advise(measured);
    if (ahead && own === advised) change({ ahead });
  }

  /** What the server said of a photo. One that was taken out meanwhile goes there, too. */
  async function judge(key: string, verdict: Schemas['PhotoVerdict']): Promise<Outcome> {
    if (removals.wasTakenOut(key)) {
      isOutdated = true;
      if (verdict.photo) await api.deletePhoto({ path: { id: await draft.id(), photoId: verdict.photo.id } });
      return null;
    }
    act({ type: 'judged', key, verdict });
    tellTabs();
    change({ advice: verdict.setAdvice });
    const hasAside = state.entries.some((entry) => entry.state === 'aside');
    isOutdated ||= pendingCount(state.entries) === 0 && (hasAside || verdict.count !== goodCount(state.entries));
    const judged = entryOf(key);
    return judged?.state === 'rejected' ? { rejected: judged.name } : { kept: key };
  }

  /** Without a consent nothing of this customer may wait on the device. */
  async function empty() {
    await forgetPhotosOfUser(userId);
    for (const { key } of state.entries) act({ type: 'kept', key, isKept: false });
  }

  /** Shows the photo with what the server asks for, until it goes up with the next start or by hand. */
  function holdBack(key: string) {
    held.add(key);
    act({ type: 'failed', key, error: consentRefusal, isKept: entryOf(key)?.isKept });
  }

  /** None needs to be refused for itself: all wait until the newer version is agreed to. */
  function hold(error: unknown) {
    consentRefusal = error;
    const waiting = [...uploads].filter(([key]) => entryOf(key));
    for (const [key, { abort }] of waiting) {
      abort.abort();
      holdBack(key);
    }
    needs.tellConsentOutdated();
  }

  async function fail(key: string, error: unknown, signal: AbortSignal) {
    if (asksForConsent(error)) {
      const isWithdrawn = await hasWithdrawn();
      if (signal.aborted) return;
      if (!isWithdrawn) return hold(error);
      await empty();
    } else if (isFinal(error)) await forgetPhoto(key);
    act({ type: 'failed', key, error, isKept: !isFinal(error) && entryOf(key)?.isKept });
  }

  /** Brings one photo up. */
  async function upload(key: string): Promise<Outcome> {
    const entry = entryOf(key);
    if (!isRunning || !entry?.file || uploads.has(key)) return null;
    if (consentRefusal !== null) {
      holdBack(key);
      return null;
    }
    const abort = new AbortController();
    const way = bringUp(entry, abort.signal).finally(() => {
      uploads.delete(key);
      if (isOutdated) void sync();
    });
    uploads.set(key, { abort, way });
    return way;
  }

  async function bringUp(entry: Entry, signal: AbortSignal): Promise<Outcome> {
    const { key } = entry;
    try {
      const result = await uploadPhoto({ connection, act, draftId: draft.id }, entry, signal);
      if (result !== 'gone') return await judge(key, result);
      removals.wasTakenOut(key);
      isOutdated = true;
      act({ type: 'removed', key });
      return null;
    } catch (error) {
      if (!signal.aborted) await fail(key, error, signal);
      return null;
    }
  }

  async function tellOutcomes(ways: readonly Promise<Outcome>[]) {
    const outcomes = (await Promise.all(ways)).filter((outcome) => outcome !== null);
    const rejected = outcomes.flatMap((outcome) => ('rejected' in outcome ? [outcome.rejected] : []));
    // Each photo may have changed which of the others count.
    await syncing;
    const kept = outcomes.flatMap((outcome) => ('kept' in outcome ? (entryOf(outcome.kept) ?? []) : []));
    const count = goodCount(kept);
    const aside = kept.filter((entry) => entry.state === 'aside');
    if (aside.length > 0) needs.tellAside(aside.map(({ name }) => name));
    if (rejected.length > 0) needs.tellDropped(rejected);
    else if (count > 0) needs.tellValidated(count);
  }

  const removals = createRemovals({
    entries: () => state.entries,
    act,
    offer: (removed) => change({ removed }),
    stopUpload: (key) => uploads.get(key)?.abort.abort(),
    draftId: () => draft.id(),
    async onDeleted() {
      tellTabs();
      isOutdated = true;
      await sync();
    },
    onFewer: () => void adviseAhead(),
    tellNotRemoved: needs.tellNotRemoved,
  });

  function add(files: readonly File[]): Promise<void> {
    change({ removed: null });
    consentRefusal = null;
    // What it needs arrives while the files are read.
    void needs.judge.start();
    const entries = () => state.entries;
    return takeFiles({ entries, act, toEntry, inspect, upload, rest: () => syncing, tellOutcomes, needs }, files);
  }

  /** Goes on with what an earlier stop has left where it was, or what waited for a consent. */
  async function goOn() {
    change({ entries: previews.renew(state.entries) });
    await Promise.all([...uploads.values()].map(({ way }) => way));
    consentRefusal = null;
    const left = state.entries.filter(
      ({ key, file, state: at }) => file && !uploads.has(key) && (held.has(key) || ON_ITS_WAY.includes(at)),
    );
    held.clear();
    for (const { key } of left) act({ type: 'restarted', key });
    const ways = left.map(({ key }) => upload(key));
    await Promise.all([tellOutcomes(ways), restore()]);
  }

  /** Goes on with what waited on the device when the page was closed. */
  async function restore() {
    // What an earlier visit is still reading goes to the device first.
    await inspections(() => undefined);
    const photos = await waitingPhotos(userId);
    const mine = photos.filter(
      ({ key, profileId }) => !entryOf(key) && (profileId === null ? draft.takesOrphans : profileId === draft.known()),
    );
    const entries = mine.map(({ key, name, type, bytes }) =>
      toEntry(new File([bytes], name, { type }), { key, state: 'waiting', isKept: true }),
    );
    if (entries.length === 0) return;
    act({ type: 'added', entries });
    await tellOutcomes(entries.map(({ key }) => upload(key)));
  }

  async function retry(key: string) {
    const file = entryOf(key)?.file;
    consentRefusal = null;
    act({ type: 'restarted', key });
    if (file && !entryOf(key)?.isKept) await keep(key, file, await file.arrayBuffer().catch(() => new ArrayBuffer()));
    await tellOutcomes([upload(key)]);
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add,
    retry,
    remove: removals.remove,
    removeRejected: removals.removeRejected,
    /** Puts back what was taken out last. */
    async undo() {
      const { removed } = state;
      await removals.settled();
      if (removed) await add([removed.file]);
    },
    tryNow: connection.tryNow,
    start() {
      isRunning = true;
      connection.start();
      tabs = openOtherTabs(onNews);
      void goOn();
    },
    stop() {
      isRunning = false;
      // First what waits for the connection, which forgets it with its own end.
      for (const { abort } of uploads.values()) abort.abort();
      connection.stop();
      tabs?.close();
      previews.revoke();
    },
  };
}
