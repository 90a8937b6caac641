import { facts } from '~/lib/facts';
import { useState } from 'react';
import { api, errorCode, isUncertain, useActKey } from '~/lib/api';
import { forgetPhotosOfProfile } from '~/lib/device/photo-queue';
import { forgetWayBack, keepWayBack } from '~/lib/device/way-back';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { refreshSession, useMe, type Me } from '~/lib/session';
import { startFailure } from '../start-failure';

/** Time to read why before the page with what can be bought opens, in milliseconds. */
const READING_TIME = 2_000;

interface Draft {
  id(): Promise<string>;
  name: string;
  saveName(): Promise<void>;
}

/** What the customer has to do for the training: start it, or first choose a plan or get more credits. */
export type NextAct = 'start' | 'plan' | 'credits';

function nextActOf({ credits, hasActiveSubscription }: Me): NextAct {
  if (credits >= facts.training.credits) return 'start';
  return hasActiveSubscription ? 'credits' : 'plan';
}

/** Where credits are to be had: packs and upgrades of a plan are on the dashboard. */
const SHOP = { plan: { to: '/pricing' }, credits: { to: '/app', hash: 'abo' } } as const;

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
  const nextAct = nextActOf(me);
  const shop = SHOP[me.hasActiveSubscription ? 'credits' : 'plan'];

  /** Says that credits are missing, and leads to them; the payment leads back to this draft. */
  async function leadToCredits(): Promise<null> {
    keepWayBack(me.id, await draft.id());
    setLacksCredits(true);
    notify({ title: t('aiProfiles.wizard.creditsTitle'), text: t('aiProfiles.wizard.credits'), tone: 'bad' });
    await new Promise((resolve) => setTimeout(resolve, READING_TIME));
    await navigate(shop);
    return null;
  }

  function check(): boolean {
    const bad = (title: string, text: string) => notify({ title, text, tone: 'bad', duration: 'normal' });
    if (!draft.name.trim()) bad(t('aiProfiles.wizard.nameMissingTitle'), t('aiProfiles.wizard.nameMissing'));
    else if (photoCount < facts.photos.min) bad(t('aiProfiles.wizard.tooFewTitle'), t('errors.too_few_photos'));
    else return true;
    return false;
  }

  async function train() {
    const id = await draft.id();
    await api.startTraining({ path: { id }, idempotencyKey: key.for(id) });
    forgetWayBack(id);
    // What failed to go up is no longer wanted.
    await forgetPhotosOfProfile(me.id, id);
    notify({ title: t('aiProfiles.wizard.startedTitle'), text: t('aiProfiles.wizard.started'), tone: 'good' });
    void refreshSession().catch(() => null);
    await navigate({ to: '/app' });
  }

  /** Does what comes next. */
  async function press() {
    if (nextAct === 'start' && !check()) return;
    setUnattested(null);
    await run(async () => {
      await draft.saveName();
      await (nextAct === 'start' ? train() : leadToCredits());
    });
  }

  async function fail(error: unknown): Promise<unknown> {
    if (!isUncertain(error)) key.renew();
    if (errorCode(error) === 'insufficient_credits') return leadToCredits();
    if (errorCode(error) === 'attestation_required') return setUnattested(await draft.id());
    notify({
      title: t(errorCode(error) === 'unauthenticated' ? 'errors.notSignedIn' : 'aiProfiles.wizard.startFailedTitle'),
      text: startFailure(error, t),
      tone: 'bad',
    });
    return error;
  }

  return {
    nextAct,
    shop,
    isPending,
    failure,
    lacksCredits,
    press,
    unattested,
    leaveUnattested: () => setUnattested(null),
  };
}
