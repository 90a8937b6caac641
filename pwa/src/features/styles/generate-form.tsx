import { useState } from 'react';
import { PlanForm } from '~/features/planned-run';
import { useChosenProfile } from '~/features/previews';
import { errorText, type Schemas } from '~/lib/api';
import { keepRetouch, keptRetouch, RETOUCHES } from '~/lib/device/retouch';
import { shopFor } from '~/lib/credits';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { ActBar, Button, Notice, Segmented, Select } from '~/ui';
import { keepWishedStyle } from '~/lib/wished-style';
import { profileOptions } from './profile-choice';
import styles from './style-screen.module.css';
import type { Style } from './styles-data';
import { useGenerate } from './use-generate';

type Profile = Schemas['AiProfile'];

/** Said before the button is pressed: it leads to the same page. */
function LacksCredits() {
  const t = useText();
  const me = useMe();
  return (
    <Notice
      tone="caution"
      title={t('styles.error.creditsTitle')}
      action={
        <AppLink {...shopFor(me)} variant="strong">
          {t(me.hasActiveSubscription ? 'styles.error.getCredits' : 'styles.error.buy')}
        </AppLink>
      }
    >
      {t('styles.error.creditsLeft', { count: me.credits })}
    </Notice>
  );
}

/** Why the button is off, and what to do about it. */
function Hint({
  profiles,
  profileId,
  onLeave,
}: {
  profiles: readonly Profile[];
  profileId: string | null;
  /** Before the way to the photos is gone. */
  onLeave(): void;
}) {
  const t = useText();
  if (profileId) return null;
  if (profiles.length === 0)
    return (
      <p className={styles.hint}>
        <AppLink to="/app/profile-wizard" onClick={onLeave}>
          {t('styles.needProfile')}
        </AppLink>
      </p>
    );
  const only = profiles.length === 1 ? profiles[0] : undefined;
  if (only)
    return (
      <Notice
        title={t('styles.error.notReadyTitle')}
        action={
          <AppLink to="/app/profile-wizard" search={{ profile: only.id }} variant="strong" onClick={onLeave}>
            {t('aiProfiles.action.continue')}
          </AppLink>
        }
      >
        {t('styles.error.notTrained')}
      </Notice>
    );
  return <p className={styles.hint}>{t('styles.needChoice')}</p>;
}

/** Which profile, how much retouch, and the button that starts the run. */
export function GenerateForm({ style, profiles }: { style: Style; profiles: readonly Profile[] }) {
  const t = useText();
  const [profileId, choose] = useChosenProfile(profiles);
  const me = useMe();
  const [retouch, setRetouch] = useState(() => keptRetouch(me.id));
  const inTraining = profiles.filter(({ status }) => status === 'training');
  const plans = inTraining.map((profile) => (
    <PlanForm
      key={profile.id}
      style={style}
      profile={profile}
      retouch={retouch}
      isAside={profileId !== null || inTraining.length > 1}
    />
  ));
  const { isPending, failure, generate } = useGenerate(style, profiles, { profileId, retouch });
  const isLacking = !isPending && profileId !== null && me.credits < facts.generation.credits;
  if (!profileId && plans.length > 0) return <div className={styles.form}>{plans}</div>;
  return (
    <div className={styles.form}>
      {profiles.length > 1 ? (
        <Select
          label={t('styles.profile')}
          placeholder={t('styles.choose')}
          options={profileOptions(profiles, t)}
          value={profileId}
          onChange={choose}
          isDisabled={isPending}
        />
      ) : null}
      {profiles.find(({ id }) => id === profileId)?.offersRetouch ? (
        <Segmented
          label={t('styles.retouch.label')}
          value={retouch}
          onChange={(chosen) => {
            setRetouch(chosen);
            keepRetouch(me.id, chosen);
          }}
          options={RETOUCHES.map((value) => ({ value, label: t(`styles.retouch.${value}`) }))}
          description={t('styles.retouch.text')}
          isDisabled={isPending}
        />
      ) : null}
      <Hint profiles={profiles} profileId={profileId} onLeave={() => keepWishedStyle(me.id, style.slug)} />
      {isLacking ? <LacksCredits /> : null}
      <ActBar standing={isLacking ? t('styles.error.creditsTitle') : null}>
        <Button
          variant={isLacking ? 'secondary' : 'primary'}
          wide
          isDisabled={!profileId}
          isPending={isPending}
          onPress={() => void generate()}
        >
          {isPending ? t('styles.generating') : t('styles.generate')}
        </Button>
      </ActBar>
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      {plans}
    </div>
  );
}
