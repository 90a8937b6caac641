import { useState, type ComponentProps } from 'react';
import { ProfileRow, TrainingRow, useProfilePolling, type AiProfile } from '~/features/ai-profiles';
import { CheckoutReturn, SubscriptionPanel } from '~/features/billing';
import { LaterInstallOffer } from '~/features/device';
import { GenerationRow, useGenerationsRefresh, type Generation } from '~/features/generations';
import { NextRun } from '~/features/planned-run';
import { PreviewStrip, useChosenProfile } from '~/features/previews';
import { PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { POLL_INTERVAL, useIsLive } from '~/lib/live';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { useIsPast } from '~/lib/time';
import { PageHeader, Rows, Section } from '~/ui';
import { nextStep, soleTraining, type DashboardData } from './dashboard-data';
import styles from './dashboard-screen.module.css';
import { FirstSteps } from './first-steps';
import { firstSteps } from './first-steps-data';
import { FromPlan } from './from-plan';
import { Folded, hasNoPlan, isEmpty, PARTS, type FoldedPart } from './folded';
import { Tiles } from './tiles';
import { useGreeting } from './use-greeting';

/** Where the next step leads. */
function NextStep({ profiles, variant }: { profiles: readonly AiProfile[]; variant: 'primary' | 'secondary' }) {
  const t = useText();
  const step = nextStep(profiles);
  const label = t(`dashboard.call.${step}`);
  if (step === 'ready' || step === 'waiting')
    return (
      <AppLinkButton to="/app/styles" variant={variant}>
        {label}
      </AppLinkButton>
    );
  return (
    <AppLinkButton to="/app/profile-wizard" variant={variant}>
      {label}
    </AppLinkButton>
  );
}

/** A live connection is on its way when the screen appears: this long nothing is said of it, in milliseconds. */
const CONNECTING = 10_000;

/** Where nothing comes by itself, how often it is asked for. */
function AskedEvery() {
  const t = useText();
  const [since] = useState(Date.now);
  const isLate = useIsPast(since + CONNECTING);
  return useIsLive() || !isLate ? null : (
    <p className={styles.note}>{t('dashboard.training.askedEvery', { seconds: POLL_INTERVAL / 1000 })}</p>
  );
}

function Trainings({ profiles }: { profiles: readonly AiProfile[] }) {
  const t = useText();
  const running = profiles.filter(({ status }) => status === 'training');
  useProfilePolling(profiles);
  if (running.length === 0) return null;
  return (
    <Section title={t('dashboard.training.title')}>
      <Rows>
        {running.map((profile) => (
          <TrainingRow key={profile.id} profile={profile} />
        ))}
      </Rows>
      <AskedEvery />
    </Section>
  );
}

function Recent({ generations }: { generations: Loaded<Generation[]> }) {
  const t = useText();
  useGenerationsRefresh(generations.ok ? generations.value : []);
  if (!generations.ok) return <PartError title={t('dashboard.recent.failed')} error={generations.error} />;
  return (
    <Rows>
      {generations.value.map((generation) => (
        <GenerationRow key={generation.id} generation={generation} />
      ))}
    </Rows>
  );
}

function Profiles({ profiles }: { profiles: Loaded<AiProfile[]> }) {
  const t = useText();
  if (!profiles.ok) return <PartError title={t('dashboard.profiles.failed')} error={profiles.error} />;
  return (
    <Rows>
      {profiles.value.map((profile) => (
        <ProfileRow key={profile.id} profile={profile} isProgressElsewhere />
      ))}
    </Rows>
  );
}

/** The customer's own face in some styles: what there is to make next. */
function OwnStyles({ profiles }: { profiles: readonly AiProfile[] }) {
  const [profileId] = useChosenProfile(profiles);
  return profileId ? <PreviewStrip profileId={profileId} count={6} /> : null;
}

function Closing({ profiles }: { profiles: readonly AiProfile[] }) {
  const t = useText();
  const step = nextStep(profiles);
  const training = soleTraining(profiles);
  return (
    <section className={styles.closing}>
      <FromPlan training={training}>
        {(_next, wasPlanned) => (
          <>
            <div>
              <h2>{t(`dashboard.call.${step}Title`)}</h2>
              {training && wasPlanned ? (
                <NextRun profileId={training.id} />
              ) : (
                <p className={styles.closingText}>{t(`dashboard.call.${step}Text`)}</p>
              )}
            </div>
            {wasPlanned ? null : <NextStep profiles={profiles} variant="secondary" />}
          </>
        )}
      </FromPlan>
    </section>
  );
}

/** The first screen after signing in: what runs, what is there, and what to do next. */
export function DashboardScreen({
  profiles,
  generations,
  billing,
  cameFrom,
}: DashboardData & { cameFrom: ComponentProps<typeof CheckoutReturn> }) {
  const t = useText();
  const title = useGreeting();
  const { credits } = useMe();
  const list = profiles.ok ? profiles.value : [];
  const steps = profiles.ok && generations.ok ? firstSteps(list, generations.value, credits) : null;
  const isFolded: Record<FoldedPart, boolean> = {
    recent: isEmpty(generations),
    profiles: isEmpty(profiles),
    plan: steps !== null && credits === 0 && billing.ok && hasNoPlan(billing.value),
  };
  return (
    <>
      <CheckoutReturn {...cameFrom} />
      <PageHeader
        title={title}
        lead={t('dashboard.kept')}
        actions={
          profiles.ok && !steps ? (
            <FromPlan training={soleTraining(list)}>
              {(next) => (next ? null : <NextStep profiles={list} variant="primary" />)}
            </FromPlan>
          ) : null
        }
      />
      {steps ? <FirstSteps {...steps} /> : null}
      <Trainings profiles={list} />
      {isFolded.recent ? null : (
        <Section
          title={t('dashboard.recent.title')}
          aside={
            generations.ok ? (
              <AppLink to="/app/generations" variant="strong">
                {t('generations.all.title')}
              </AppLink>
            ) : null
          }
        >
          <Recent generations={generations} />
          {/* Once somebody has portraits to come back to. */}
          {generations.ok && generations.value.some(({ status }) => status === 'completed') ? (
            <div className={styles.offer}>
              <LaterInstallOffer />
            </div>
          ) : null}
        </Section>
      )}
      {isFolded.profiles ? null : (
        <Section
          title={t('dashboard.profiles.title')}
          aside={
            <AppLink to="/app/profiles" variant="strong">
              {t('dashboard.tiles.profiles')}
            </AppLink>
          }
        >
          <Profiles profiles={profiles} />
          <OwnStyles profiles={list} />
        </Section>
      )}
      {isFolded.plan ? null : <SubscriptionPanel billing={billing} />}
      <Folded parts={PARTS.filter((part) => isFolded[part])} billing={billing} />
      <Tiles />
      {profiles.ok ? <Closing profiles={list} /> : null}
    </>
  );
}
