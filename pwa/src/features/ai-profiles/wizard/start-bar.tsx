import { lazy, Suspense } from 'react';
import { useIsOnline } from '~/lib/api';
import { portraitsAfterTraining } from '~/lib/credits';
import { facts } from '~/lib/facts';
import { formatChf, formatDay, formatNumber } from '~/lib/formats';
import { loadTexts, useText, type Text } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { useMe, type Me } from '~/lib/session';
import { ActBar, Button, Notice } from '~/ui';
import type { CreditPack, Plan } from '../profiles-data';
import { startFailure } from '../start-failure';
import type { useDraft } from './use-draft';
import { useStartTraining, type Next } from './use-start-training';
import styles from './wizard-screen.module.css';

const WhoseFaceDialog = lazy(
  async () => (await Promise.all([import('../whose-face-dialog'), loadTexts('aiProfiles.wizard')]))[0],
);

export interface StartBarProps {
  draft: ReturnType<typeof useDraft>;
  /** Photos that count. */
  count: number;
  /** How many of them are but a reserve. */
  reserve: number;
  isUploading: boolean;
  /** The plan to begin with, where it is known. */
  plan: Plan | null;
  /** The packs that are sold without one. */
  packs: readonly CreditPack[];
}

type Progress = Pick<StartBarProps, 'count' | 'isUploading'> & { hasName: boolean };

/** Paying first takes one good photo; the training itself takes everything. */
function isReady({ act }: Next, { count, isUploading, hasName }: Progress): boolean {
  if (isUploading) return false;
  return act === 'start' ? count >= facts.photos.min && hasName : count > 0;
}

/** What is missing for the training; null when nothing is. */
function missingText({ count, isUploading, hasName }: Progress, t: Text): string | null {
  const photos =
    count < facts.photos.min ? t('aiProfiles.wizard.missing.photos', { count: facts.photos.min - count }) : null;
  if (photos && !hasName) return t('aiProfiles.wizard.missing.photosAndName', { photos });
  if (photos) return photos;
  if (!hasName) return t('aiProfiles.wizard.missing.name');
  return isUploading ? t('aiProfiles.wizard.missing.upload') : null;
}

function withPlan({ name, credits, priceRappen }: Plan, t: Text): string {
  return t('aiProfiles.wizard.gives.plan', {
    plan: name,
    portraits: formatNumber(portraitsAfterTraining(credits)),
    amount: formatChf(priceRappen),
  });
}

function withMoreCredits({ credits, nextGrant }: Me, t: Text): string {
  const lacking = t('aiProfiles.wizard.gives.lacking', { count: facts.training.credits - credits });
  if (!nextGrant) return lacking;
  return t('aiProfiles.wizard.gives.lackingUntil', {
    lacking,
    credits: formatNumber(nextGrant.credits),
    date: formatDay(nextGrant.at),
  });
}

function withPack({ credits, priceRappen }: CreditPack, me: Me, t: Text): string {
  return t(me.credits > 0 ? 'aiProfiles.wizard.gives.packWithOwn' : 'aiProfiles.wizard.gives.pack', {
    portraits: formatNumber(portraitsAfterTraining(me.credits + credits)),
    amount: formatChf(priceRappen),
  });
}

/** What the credits give, in portraits, or what there is to get. */
function givesTexts({ act, pack }: Next, me: Me, plan: Plan | null, t: Text): string[] {
  if (act === 'start') {
    const portraits = portraitsAfterTraining(me.credits);
    return [
      portraits > 0
        ? t('aiProfiles.wizard.gives.rest', { portraits: formatNumber(portraits) })
        : t('aiProfiles.wizard.gives.nothing'),
    ];
  }
  if (me.hasActiveSubscription) return [withMoreCredits(me, t)];
  return [...(plan ? [withPlan(plan, t)] : []), ...(pack ? [withPack(pack, me, t)] : [])];
}

function LacksCredits({ next: { shop, lacking } }: { next: Next }) {
  const t = useText();
  return (
    <Notice
      tone="bad"
      title={t('aiProfiles.wizard.creditsTitle')}
      action={
        <AppLink {...shop} variant="strong">
          {t(shop.to === '/pricing' ? 'aiProfiles.wizard.toPricing' : 'aiProfiles.wizard.toSubscription')}
        </AppLink>
      }
    >
      {t(`aiProfiles.wizard.lacking.${lacking}`)}
    </Notice>
  );
}

/** What is missing; below the fewest photos a warning with their number, as specified. */
function Missing({ text, count }: { text: string; count: number }) {
  const t = useText();
  if (count >= facts.photos.min) return <p className={styles.missing}>{text}</p>;
  return (
    <Notice tone="caution" title={t('aiProfiles.wizard.missing.count', { count })}>
      {text}
    </Notice>
  );
}

function standingText(count: number, reserve: number, t: Text): string {
  const standing = t(count < facts.photos.min ? 'aiProfiles.wizard.standing' : 'aiProfiles.wizard.standingEnough', {
    count,
  });
  return reserve > 0 ? t('aiProfiles.wizard.standingReserve', { standing, reserve }) : standing;
}

/** Starts the training, or leads to the credits it takes; says what is missing, what it costs and what comes of it. */
export function StartBar({ draft, count, reserve, isUploading, plan, packs }: StartBarProps) {
  const t = useText();
  const me = useMe();
  const { next, isPending, failure, lacksCredits, press, unattested, leaveUnattested } = useStartTraining(
    draft,
    count,
    packs,
  );
  const isOnline = useIsOnline();
  const progress = { count, isUploading, hasName: Boolean(draft.name.trim()) };
  const missing = missingText(progress, t);
  const gives = givesTexts(next, me, plan, t);
  return (
    <div className={styles.start}>
      {missing ? <Missing text={missing} count={count} /> : null}
      <ActBar standing={standingText(count, reserve, t)}>
        <Button
          variant="primary"
          wide
          isDisabled={!isReady(next, progress) || !isOnline}
          isPending={isPending}
          onPress={() => void press()}
        >
          {isPending ? t('shell.loading') : t(`aiProfiles.wizard.act.${next.act}`)}
        </Button>
      </ActBar>
      <div className={styles.cost}>
        <p>{t(isOnline ? 'aiProfiles.wizard.cost' : 'aiProfiles.wizard.trainingOffline')}</p>
        {gives.map((line) => (
          <p key={line} className={styles.gives}>
            {line}
          </p>
        ))}
      </div>
      {failure ? (
        <Notice tone="bad" title={t('aiProfiles.wizard.startFailedTitle')}>
          {startFailure(failure, t)}
        </Notice>
      ) : null}
      {lacksCredits ? <LacksCredits next={next} /> : null}
      <Suspense>
        {unattested ? (
          <WhoseFaceDialog open={unattested} onAttested={() => void press()} onClose={leaveUnattested} />
        ) : null}
      </Suspense>
    </div>
  );
}
