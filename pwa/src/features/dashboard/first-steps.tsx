import type { ReactNode } from 'react';
import { shopFor } from '~/lib/credits';
import { keepWayBack } from '~/lib/device/way-back';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { Icon, Section, VisuallyHidden } from '~/ui';
import { FromPlan } from './from-plan';
import styles from './first-steps.module.css';
import type { FirstSteps as Steps, StepState } from './first-steps-data';

interface StepProps {
  number: number;
  name: 'photos' | 'plan' | 'style';
  state: StepState;
  /** How it stands, in a few words. */
  standing: string;
  /** What it is about, while it is the one to do. */
  children: ReactNode;
}

function Step({ number, name, state, standing, children }: StepProps) {
  const t = useText();
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div className={styles.content}>
        <h3 className={styles.name}>{t(`dashboard.steps.${name}.title`)}</h3>
        <p className={styles.standing}>
          {state === 'done' ? <VisuallyHidden>{t('dashboard.steps.done')} </VisuallyHidden> : null}
          {standing}
        </p>
        {state === 'current' ? <div className={styles.act}>{children}</div> : null}
      </div>
    </li>
  );
}

function Photos({ photos, profileId }: Steps) {
  const t = useText();
  const isBegun = profileId !== null;
  return (
    <Step
      number={1}
      name="photos"
      state={photos.state}
      standing={
        photos.state === 'done' || photos.isComplete
          ? t('dashboard.steps.photos.done')
          : t(isBegun ? 'dashboard.steps.photos.begun' : 'dashboard.steps.photos.none', { count: photos.accepted })
      }
    >
      <p>
        {t(
          photos.isComplete
            ? 'dashboard.steps.photos.completeText'
            : isBegun
              ? 'dashboard.steps.photos.begunText'
              : 'dashboard.call.noneText',
        )}
      </p>
      <AppLinkButton to="/app/profile-wizard" search={profileId ? { profile: profileId } : {}} variant="primary">
        {t(isBegun ? 'dashboard.call.draft' : 'dashboard.call.none')}
      </AppLinkButton>
    </Step>
  );
}

function Plan({ plan, profileId }: Steps) {
  const t = useText();
  const me = useMe();
  return (
    <Step
      number={2}
      name="plan"
      state={plan.state}
      standing={t(
        plan.state === 'done'
          ? 'dashboard.steps.plan.done'
          : plan.isTrained
            ? 'dashboard.steps.plan.openTrained'
            : 'dashboard.steps.plan.open',
      )}
    >
      <p>{t('dashboard.steps.plan.text')}</p>
      <AppLinkButton
        {...shopFor(me)}
        variant="primary"
        // The payment leads back to the photos, where the training is started.
        onClick={() => profileId && keepWayBack(me.id, profileId)}
      >
        {t(me.hasActiveSubscription ? 'dashboard.steps.plan.credits' : 'dashboard.steps.plan.act')}
      </AppLinkButton>
    </Step>
  );
}

function Style({ style, profileId }: Steps) {
  const t = useText();
  const standing = style.run ? 'running' : style.isTraining ? 'training' : 'open';
  return (
    <FromPlan training={style.isTraining && profileId ? { id: profileId } : null}>
      {(next) => (
        <Step
          number={3}
          name="style"
          state={style.state}
          standing={t(`dashboard.steps.style.${next ? 'planned' : standing}`)}
        >
          {next ? (
            <p>{next}</p>
          ) : (
            <>
              <p>{t(style.isTraining ? 'dashboard.call.waitingText' : 'dashboard.call.readyText')}</p>
              <AppLinkButton to="/app/styles" variant="primary">
                {t(style.isTraining ? 'dashboard.call.waiting' : 'dashboard.call.ready')}
              </AppLinkButton>
            </>
          )}
        </Step>
      )}
    </FromPlan>
  );
}

/** What has to be done until the first portraits are there, how it stands, and the one act that is next. */
export function FirstSteps(steps: Steps) {
  const t = useText();
  return (
    <Section title={t('dashboard.steps.title')}>
      <ol className={styles.steps}>
        <Photos {...steps} />
        <Plan {...steps} />
        <Style {...steps} />
      </ol>
    </Section>
  );
}
