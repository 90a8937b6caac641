import { useRef, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import type { AiProfile } from '../profiles-data';

/**
 * The draft behind the wizard. It is created with the first photo and keeps name and gender as they are changed, so that any device
 * can go on with it.
 */
export function useDraft(draft: AiProfile | null) {
  const t = useText();
  const [name, setName] = useState(draft?.name ?? '');
  const [gender, setGender] = useState(draft?.gender ?? 'male');
  const creating = useRef<Promise<string> | null>(draft ? Promise.resolve(draft.id) : null);
  const saved = useRef(draft?.name ?? '');
  const saving = useRef(Promise.resolve());

  /** The draft's id; the first caller creates it, and a failure lets the next one try again. */
  function id(): Promise<string> {
    creating.current ??= api
      .createAiProfile({ body: { name: name.trim() || null, gender } })
      .then((profile) => {
        saved.current = profile.name ?? '';
        return profile.id;
      })
      .catch((error: unknown) => {
        creating.current = null;
        notify({ title: t('aiProfiles.wizard.draftFailed'), text: errorText(error), tone: 'bad' });
        throw error;
      });
    return creating.current;
  }

  /** Saves after each other: leaving the field by pressing the start button asks twice, and the second finds nothing to do. */
  function saveName(): Promise<void> {
    saving.current = saving.current.catch(() => undefined).then(writeName);
    return saving.current;
  }

  /** Writes the name if the draft exists and does not have it yet. */
  async function writeName(): Promise<void> {
    const trimmed = name.trim();
    if (!creating.current || !trimmed || trimmed === saved.current) return;
    await api.updateAiProfile({ path: { id: await creating.current }, body: { name: trimmed } });
    saved.current = trimmed;
  }

  async function chooseGender(next: AiProfile['gender']): Promise<void> {
    setGender(next);
    if (!creating.current) return;
    try {
      await api.updateAiProfile({ path: { id: await creating.current }, body: { gender: next } });
    } catch (error) {
      setGender(gender);
      notify({ title: t('aiProfiles.wizard.saveFailed'), text: errorText(error), tone: 'bad' });
    }
  }

  return { id, name, setName, saveName, gender, chooseGender };
}
