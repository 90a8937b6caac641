import { api, errorCode, keptAnswers, settle, type Loaded, type Schemas } from '~/lib/api';
import { cheapestWayIn } from '~/lib/credits';
import { forgetWayBack, keptWayBack } from '~/lib/device/way-back';
import { ensureSession } from '~/lib/session';
import { afterFirstScreen } from '~/lib/time';
import { askedConsents, hasWithdrawn, shownVersions, type ConsentKind, type CurrentConsents } from './consents-data';
import { noteStatuses } from './status-news';
import { PhotoPart } from './wizard/later-photo-part';

export type AiProfile = Schemas['AiProfile'];
export type Plan = Schemas['Plan'];
export type CreditPack = Schemas['CreditPack'];
export type TrainedPhoto = Schemas['TrainedPhoto'];

/** The customer's profiles, newest first. A profile that has become ready or has failed since it was last read is announced. */
export async function listProfiles(): Promise<AiProfile[]> {
  const { items } = await api.listAiProfiles();
  noteStatuses(items);
  // Previews that the device keeps go with their profile, wherever that was deleted.
  void afterFirstScreen()
    .then(() => import('~/lib/device/kept-previews'))
    .then(({ keepPreviewsOnlyOf }) => keepPreviewsOnlyOf(items.map(({ id }) => id)))
    .catch(() => null);
  return items;
}

/** The same, with an error as a value. */
export const loadProfiles = (): Promise<Loaded<AiProfile[]>> => settle(listProfiles());

/** Done once however often it is asked for; again where it has failed. */
function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    (running ??= act().catch((error: unknown) => {
      running = null;
      throw error;
    }));
}

/** Removes what may no longer wait on this device, as the last visit of the wizard has found it. */
let tidy = once(() => Promise.resolve());

/** Records a consent to the text in the version that was shown. What waited without it goes before anything new may come. */
export async function giveConsent(kind: ConsentKind, { facial_images: faces }: CurrentConsents): Promise<void> {
  await tidy();
  await api.giveConsent({ body: { kind, version: shownVersions(faces)[kind] } });
}

const isEditable = ({ status }: AiProfile): boolean => status === 'created' || status === 'failed';

/**
 * Photos that wait on this device for a draft that is gone, or after a consent was withdrawn, are removed.
 * @param profiles null where only the device has said which there are: it may not know of the newest
 */
async function tidyQueue(profiles: readonly AiProfile[] | null, withdrawn: boolean): Promise<void> {
  const [me, { forgetPhotosOfUser, keepOnlyPhotosOf, waitingPhotos }] = await Promise.all([
    ensureSession(),
    import('~/lib/device/photo-queue'),
  ]);
  if (!me) return;
  if (withdrawn) {
    const photos = await waitingPhotos(me.id);
    // It may have been given meanwhile, and these come after it.
    if (photos.length > 0 && (await hasWithdrawn())) await forgetPhotosOfUser(me.id);
  } else if (profiles)
    await keepOnlyPhotosOf(
      me.id,
      profiles.filter(isEditable).map(({ id }) => id),
    );
}

/** The plan to begin with; the wizard does without where it cannot be asked for. */
const loadEntryPlan = () =>
  api.listPlans().then(
    ({ items }) => cheapestWayIn(items),
    () => null,
  );

/** The packs that are sold without a plan; none where that cannot be asked for. */
const loadPacksForEverybody = () =>
  api.listCreditPacks().then(
    ({ items }) => items.filter(({ needsSubscription }) => !needsSubscription),
    () => [],
  );

/** What the wizard begins with: the draft that was asked for, or else the newest one, and which consents are still missing. */
export async function loadWizard({ profile: id, fresh }: { profile?: string; fresh?: boolean }) {
  const before = keptAnswers();
  const [profiles, { current, missing, withdrawn }, plan, packs] = await Promise.all([
    listProfiles(),
    askedConsents(),
    loadEntryPlan(),
    loadPacksForEverybody(),
  ]);
  const draft = profiles.find((profile) => (id ? profile.id === id : profile.status === 'created' && !fresh));
  const known = keptAnswers() === before ? profiles : null;
  tidy = once(() => tidyQueue(known, withdrawn));
  if (missing.length === 0) await Promise.all([tidy(), PhotoPart.load().catch(() => undefined)]);
  else {
    // Nobody waits for the photo step, or for what is on the device, before the consents stand.
    void afterFirstScreen()
      .then(() => Promise.all([tidy(), PhotoPart.load()]))
      .catch(() => undefined);
  }
  return { draft: draft && isEditable(draft) ? draft : null, missing, current, plan, packs };
}

/** Whether the draft can still be trained; null while nobody can tell. */
async function isDraftThere(id: string): Promise<boolean | null> {
  try {
    return isEditable(await api.getAiProfile({ path: { id } }));
  } catch (error) {
    return errorCode(error) === 'not_found' ? false : null;
  }
}

/** The draft that its customer has left to get credits, as long as it can still be trained. */
export async function findWayBack(): Promise<string | null> {
  const me = await ensureSession().catch(() => null);
  const id = me && keptWayBack(me.id);
  if (!id) return null;
  const isThere = await isDraftThere(id);
  if (isThere === false) forgetWayBack(id);
  return isThere ? id : null;
}
