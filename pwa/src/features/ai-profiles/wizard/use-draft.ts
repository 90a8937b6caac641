import { useRef, useState } from 'react';
import { api, errorText, isUnreached } from '~/lib/api';
import { forgetWayBack } from '~/lib/device/way-back';
import { withLock } from '~/lib/device/with-lock';
import { formatMonth } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useMe } from '~/lib/session';
import type { AiProfile } from '../profiles-data';
import { forgetAnswers, keepAnswers, keptAnswers, type Answers } from './answers';

/** What waits on this device; asked for with the first photo only. */
const photoQueue = () => import('~/lib/device/photo-queue');

/** A draft of these answers without a photo: the one whose creation was not heard of. */
async function findDraft({ name, gender }: Answers): Promise<AiProfile | undefined> {
  const { items } = await api.listAiProfiles();
  return items.find(
    (profile) =>
      profile.status === 'created' && profile.photos.length === 0 && profile.name === name && profile.gender === gender,
  );
}

/**
 * The draft behind the wizard. It is created with the first photo and keeps name and gender as they are changed, so that any device
 * can go on with it. What is answered before it exists stays in this tab.
 */
export function useDraft(draft: AiProfile | null) {
  const t = useText();
  const { id: userId } = useMe();
  const [begun] = useState(() => draft ?? keptAnswers(userId));
  const [suggested] = useState(() =>
    t('aiProfiles.wizard.suggestedName', { month: formatMonth(new Date().toISOString()) }),
  );
  const [name, setName] = useState(begun ? (begun.name ?? '') : suggested);
  const [gender, setGender] = useState(begun?.gender ?? 'male');
  // Photos that wait ask for the draft long after the rendering they came from.
  const answers = useRef({ name, gender });
  const known = useRef(draft?.id ?? null);
  const creating = useRef<Promise<string> | null>(draft ? Promise.resolve(draft.id) : null);
  const saved = useRef(draft?.name ?? '');
  const saving = useRef(Promise.resolve());
  /** What was asked for when no answer came: it may have been created all the same. */
  const unheard = useRef<Answers | null>(null);

  async function create(): Promise<AiProfile> {
    const asked = { name: answers.current.name.trim() || null, gender: answers.current.gender };
    const made = unheard.current ? await findDraft(unheard.current) : undefined;
    unheard.current = made ? null : asked;
    const profile = made ?? (await api.createAiProfile({ body: asked }));
    unheard.current = null;
    if (made && made.gender !== asked.gender)
      await api.updateAiProfile({ path: { id: made.id }, body: { gender: asked.gender } });
    return profile;
  }

  /** One draft for all tabs: a photo that waited with those of another tab may have been given one there. */
  const begin = (key?: string) =>
    withLock(`bildnis.draft.${userId}`, async () => {
      const given = key ? (await (await photoQueue()).waitingPhoto(key))?.profileId : null;
      if (given) return given;
      const profile = await create();
      // A payment leads to the draft that is worked on.
      forgetWayBack();
      saved.current = profile.name ?? '';
      await (await photoQueue()).assignPhotos(userId, profile.id);
      return profile.id;
    });

  /** The draft's id; the first caller creates it, and a failure lets the next one try again. `key` names the photo that asks. */
  function id(key?: string): Promise<string> {
    creating.current ??= begin(key)
      .then((made) => {
        forgetAnswers();
        return (known.current = made);
      })
      .catch((error: unknown) => {
        creating.current = null;
        // Without a network the photos wait, and say so.
        if (!isUnreached(error))
          notify({ title: t('aiProfiles.wizard.draftFailed'), text: errorText(error), tone: 'bad' });
        throw error;
      });
    return creating.current;
  }

  /** Takes over the draft that another tab has created for the photos they share; null where there is none. */
  async function adopt(): Promise<string | null> {
    if (creating.current) return existing();
    const { items } = await api.listAiProfiles();
    const made = items.find(({ status }) => status === 'created');
    if (!made || creating.current) return existing();
    forgetAnswers();
    known.current = made.id;
    creating.current = Promise.resolve(made.id);
    saved.current = made.name ?? '';
    // A name that only was suggested gives way to the one that somebody chose.
    if (!answers.current.name || (answers.current.name === suggested && saved.current)) changeName(saved.current);
    changeGender(made.gender);
    return made.id;
  }

  /** The draft if there is one, or one is just coming into being; a later one takes the answers with it. */
  const existing = async (): Promise<string | null> => (await creating.current?.catch(() => null)) ?? null;

  /** Saves after each other: leaving the field by pressing the start button asks twice, and the second finds nothing to do. */
  function saveName(): Promise<void> {
    saving.current = saving.current.catch(() => undefined).then(writeName);
    return saving.current;
  }

  /** Writes the name if the draft exists and does not have it yet. */
  async function writeName(): Promise<void> {
    const trimmed = answers.current.name.trim();
    const made = await existing();
    if (!made || !trimmed || trimmed === saved.current) return;
    await api.updateAiProfile({ path: { id: made }, body: { name: trimmed } });
    saved.current = trimmed;
  }

  function remember() {
    if (!known.current) keepAnswers(userId, answers.current);
  }

  function changeName(next: string) {
    answers.current.name = next;
    remember();
    setName(next);
  }

  function changeGender(next: AiProfile['gender']) {
    answers.current.gender = next;
    remember();
    setGender(next);
  }

  async function chooseGender(next: AiProfile['gender']): Promise<void> {
    changeGender(next);
    const made = await existing();
    if (!made) return;
    try {
      await api.updateAiProfile({ path: { id: made }, body: { gender: next } });
    } catch (error) {
      changeGender(gender);
      notify({ title: t('aiProfiles.wizard.saveFailed'), text: errorText(error), tone: 'bad' });
    }
  }

  return {
    id,
    known: () => known.current,
    adopt,
    // A failed profile that is to be trained anew is not the draft that was still to come.
    takesOrphans: draft?.status !== 'failed',
    name,
    setName: changeName,
    saveName,
    gender,
    chooseGender,
  };
}
