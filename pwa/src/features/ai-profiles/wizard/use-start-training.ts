import { facts } from '~/lib/facts';
import { useState } from 'react';
import { api, errorCode, isUncertain, useActKey } from '~/lib/api';
import { forgetPhotosOfProfile } from '~/lib/device/photo-queue';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { refreshSession, useMe } from '~/lib/session';
import { startFailure } from '../start-failure';

/** Time to read why before the pricing page opens, in milliseconds. */
const READING_TIME = 2_000;

interface Draft {
  id(): Promise<string>;
  name: string;
  saveName(): Promise<void>;
}

/** Starts the training of the draft: the checks, the one command that also takes the credits, and where each outcome leads. */
export function useStartTraining(draft: Draft, photoCount: number) {
  const t = useText();
  const me = useMe();
  const navigate = useNavigate();
  const key = useActKey();
  const { isPending, failure, run } = useOnce(fail);
  const [lacksCredits, setLacksCredits] = useState(false);
  /** The draft of which the server wants to know whom it shows. */
  const [unattested, setUnattested] = useState<string | null>(null);

  function explainCredits(): null {
    setLacksCredits(true);
    notify({ title: t('aiProfiles.wizard.creditsTitle'), text: t('aiProfiles.wizard.credits'), tone: 'bad' });
    setTimeout(() => void navigate({ to: '/pricing' }), READING_TIME);
    return null;
  }

  function check(): boolean {
    const bad = (title: string, text: string) => notify({ title, text, tone: 'bad', duration: 'normal' });
    if (!draft.name.trim()) bad(t('aiProfiles.wizard.nameMissingTitle'), t('aiProfiles.wizard.nameMissing'));
    else if (photoCount < facts.photos.min) bad(t('aiProfiles.wizard.tooFewTitle'), t('errors.too_few_photos'));
    else if (me.credits < facts.training.credits) explainCredits();
    else return true;
    return false;
  }

  async function start() {
    if (!check()) return;
    setUnattested(null);
    await run(async () => {
      await draft.saveName();
      const id = await draft.id();
      await api.startTraining({ path: { id }, idempotencyKey: key.for(id) });
      // What failed to go up is no longer wanted.
      await forgetPhotosOfProfile(me.id, id);
      notify({ title: t('aiProfiles.wizard.startedTitle'), text: t('aiProfiles.wizard.started'), tone: 'good' });
      void refreshSession().catch(() => null);
      await navigate({ to: '/app' });
    });
  }

  async function fail(error: unknown): Promise<unknown> {
    if (!isUncertain(error)) key.renew();
    if (errorCode(error) === 'insufficient_credits') return explainCredits();
    if (errorCode(error) === 'attestation_required') return setUnattested(await draft.id());
    notify({
      title: t(errorCode(error) === 'unauthenticated' ? 'errors.notSignedIn' : 'aiProfiles.wizard.startFailedTitle'),
      text: startFailure(error, t),
      tone: 'bad',
    });
    return error;
  }

  return { isPending, failure, lacksCredits, start, unattested, leaveUnattested: () => setUnattested(null) };
}
