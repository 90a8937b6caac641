import { facts } from '~/lib/facts';
import { useState } from 'react';
import { api, errorCode, isUncertain, useActKey } from '~/lib/api';
import { forgetWayBack, keepWayBack } from '~/lib/device/way-back';
import { cheapestWayIn, shopFor, type Shop } from '~/lib/credits';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { refreshSession, useMe, type Me } from '~/lib/session';
import { takeWishedStyle } from '~/lib/wished-style';
import { openAttestation, type OpenAttestation } from '../attestation';
import type { CreditPack } from '../profiles-data';
import { startFailure } from '../start-failure';

/** Time to read why before the page with what can be bought opens, in milliseconds. */
const READING_TIME = 2_000;

interface Draft {
  id(): Promise<string>;
  name: string;
  saveName(): Promise<void>;
}

/** What comes next for the customer, and where credits are to be had. */
export interface Next {
  /** For the training: to start it, or first to choose a plan or get more credits. */
  act: 'start' | 'plan' | 'credits';
  /** The pack to begin with, where one that needs no plan gives a profile and portraits. */
  pack: CreditPack | null;
  /** Packs and upgrades of a plan are on the dashboard. */
  shop: Shop;
  /** What is told of there: only what is sold to this customer. */
  lacking: 'plans' | 'plansAndPacks' | 'besidePlan';
}

function nextOf({ credits, hasActiveSubscription }: Me, packs: readonly CreditPack[]): Next {
  const pack = hasActiveSubscription ? null : cheapestWayIn(packs, credits);
  return {
    act: credits >= facts.training.credits ? 'start' : hasActiveSubscription || pack ? 'credits' : 'plan',
    pack,
    shop: shopFor({ hasActiveSubscription }),
    lacking: hasActiveSubscription ? 'besidePlan' : packs.length > 0 ? 'plansAndPacks' : 'plans',
  };
}

/** Starts the training of the draft: the checks, the one command that also takes the credits, and where each outcome leads. */
export function useStartTraining(draft: Draft, photoCount: number, packs: readonly CreditPack[]) {
  const t = useText();
  const me = useMe();
  const navigate = useNavigate();
  const router = useRouter();
  const key = useActKey();
  const { isPending, failure, run } = useOnce(fail);
  const [lacksCredits, setLacksCredits] = useState(false);
  /** What the server wants to know of the draft. */
  const [unattested, setUnattested] = useState<OpenAttestation | null>(null);
  const next = nextOf(me, packs);

  /** Says that credits are missing, and leads to them; the payment leads back to this draft. */
  async function leadToCredits(): Promise<null> {
    keepWayBack(me.id, await draft.id());
    setLacksCredits(true);
    notify({
      title: t('aiProfiles.wizard.creditsTitle'),
      text: t(`aiProfiles.wizard.lacking.${next.lacking}`),
      tone: 'bad',
    });
    await new Promise((resolve) => setTimeout(resolve, READING_TIME));
    await navigate(next.shop);
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
    const { forgetPhotosOfProfile } = await import('~/lib/device/photo-queue');
    await forgetPhotosOfProfile(me.id, id);
    notify({ title: t('aiProfiles.wizard.startedTitle'), text: t('aiProfiles.wizard.started'), tone: 'good' });
    void refreshSession().catch(() => null);
    // Who came for a style has it run with one tap as soon as the training ends.
    const slug = takeWishedStyle(me.id);
    await (slug ? navigate({ to: '/app/styles/$slug', params: { slug } }) : navigate({ to: '/app' }));
  }

  /** Does what comes next. */
  async function press() {
    if (next.act === 'start' && !check()) return;
    setUnattested(null);
    await run(async () => {
      await draft.saveName();
      await (next.act === 'start' ? train() : leadToCredits());
    });
  }

  async function askToAttest(error: unknown): Promise<unknown> {
    try {
      setUnattested(await openAttestation(await draft.id(), error));
      return null;
    } catch {
      return error;
    }
  }

  async function fail(error: unknown): Promise<unknown> {
    if (!isUncertain(error)) key.renew();
    if (errorCode(error) === 'insufficient_credits') return leadToCredits();
    if (errorCode(error) === 'attestation_required') return askToAttest(error);
    notify({
      title: t(errorCode(error) === 'unauthenticated' ? 'errors.notSignedIn' : 'aiProfiles.wizard.startFailedTitle'),
      text: startFailure(error, t),
      tone: 'bad',
    });
    // The wizard asks for it where the photos are.
    if (errorCode(error) === 'consent_required') void router.invalidate();
    return error;
  }

  return {
    next,
    isPending,
    failure,
    lacksCredits,
    press,
    unattested,
    leaveUnattested: () => setUnattested(null),
  };
}
