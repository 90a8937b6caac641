import { useAction, useConfirm } from '~/features/acts';
import { ConsentFailure, giveConsent, type CurrentConsents } from '~/features/ai-profiles';
import { api, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink, useRouter } from '~/lib/navigation';
import { refreshSession, useMe } from '~/lib/session';
import { EmptyState, Button, RadioGroup, Row, Rows, Status, type StatusTone } from '~/ui';
import styles from '../settings.module.css';
import { moment } from '../when';

export type Consent = Schemas['Consent'];
type Kind = Consent['kind'];
/** What becomes of profiles and drafts. */
type Profiles = 'keep' | 'delete';

const STATEMENT = {
  facial_images: 'aiProfiles.wizard.consent.facial',
  self_and_adult: 'aiProfiles.wizard.consent.self',
} as const;
const TONE: Record<'valid' | 'outdated' | 'ended', StatusTone> = {
  valid: 'good',
  outdated: 'neutral',
  ended: 'neutral',
};

/** Whether a consent holds: withdrawn, given to words that have changed since, or valid. */
export function standing({ kind, version, revokedAt }: Consent, current: CurrentConsents): keyof typeof TONE {
  if (revokedAt) return 'ended';
  return version === current[kind].version ? 'valid' : 'outdated';
}

/** The consents to be given again: of each kind that does not hold, the newest record. */
export function lapsed(consents: readonly Consent[], current: CurrentConsents): Set<string> {
  const open = (Object.keys(current) as Kind[]).filter(
    (kind) => !consents.some((consent) => consent.kind === kind && standing(consent, current) === 'valid'),
  );
  return new Set(open.flatMap((kind) => consents.find((consent) => consent.kind === kind)?.id ?? []));
}

function useGive(kind: Kind, current: CurrentConsents) {
  const t = useText();
  const router = useRouter();
  const { isPending, error, run } = useAction();
  const give = () =>
    run(
      () => giveConsent(kind, current),
      () => {
        notify({ title: t('settings.consents.givenDone'), tone: 'good' });
        return router.invalidate();
      },
    );
  return { isPending, error, give };
}

function ConsentRow({
  consent,
  current,
  isLapsed,
  onWithdraw,
}: {
  consent: Consent;
  current: CurrentConsents;
  isLapsed: boolean;
  onWithdraw(): void;
}) {
  const t = useText();
  const { kind, version, givenAt, revokedAt } = consent;
  const { isPending, error, give } = useGive(kind, current);
  const state = standing(consent, current);
  const statement = t(STATEMENT[kind]);
  const detail = [
    t('settings.consents.version', { version }),
    t('settings.consents.given', { when: moment(givenAt) }),
    revokedAt ? t('settings.consents.withdrawn', { when: moment(revokedAt) }) : null,
  ];
  const button = (label: string, onPress: () => unknown) => (
    <Button variant="quiet" isPending={isPending} onPress={() => void onPress()} aria-label={`${label}: ${statement}`}>
      {label}
    </Button>
  );
  return (
    <Row
      title={statement}
      detail={detail.filter(Boolean).join(' · ')}
      below={error ? <ConsentFailure failure={error} title={t('aiProfiles.wizard.consent.failed')} /> : undefined}
      status={<Status tone={TONE[state]}>{t(`settings.consents.${state}`)}</Status>}
      action={
        isLapsed && kind === 'facial_images' ? (
          // The wizard says all of it first: nobody agrees to what has not been said.
          <AppLink
            to="/app/profile-wizard"
            variant="strong"
            aria-label={`${t('settings.consents.again')}: ${statement}`}
          >
            {t('settings.consents.again')}
          </AppLink>
        ) : isLapsed ? (
          button(t('settings.consents.again'), give)
        ) : state === 'ended' ? undefined : (
          button(t('settings.consents.withdraw'), onWithdraw)
        )
      }
    />
  );
}

/** One act of the server. Photos that wait on this device go with it: without a consent none may. */
async function withdrawConsent(id: string, profiles: Profiles, userId: string): Promise<void> {
  await api.withdrawConsent({ path: { id }, query: { profiles } });
  await import('~/lib/device/photo-queue')
    .then(({ forgetPhotosOfUser }) => forgetPhotosOfUser(userId))
    .catch(() => undefined);
}

/** What follows, and with the consent to facial images whether profiles and drafts go as well. */
function WithdrawalText({
  kind,
  profiles,
  onChange,
}: {
  kind: Kind;
  profiles: Profiles;
  onChange(profiles: Profiles): void;
}) {
  const t = useText();
  const isAsked = kind === 'facial_images';
  return (
    <div className={styles.stack}>
      <p>{t('settings.consents.withdrawText')}</p>
      {isAsked ? (
        <RadioGroup<Profiles>
          label={t('settings.consents.profiles.label')}
          value={profiles}
          onChange={onChange}
          options={[
            {
              value: 'keep',
              label: t('settings.consents.profiles.keep'),
              detail: t('settings.consents.profiles.keepDetail'),
            },
            {
              value: 'delete',
              label: t('settings.consents.profiles.delete'),
              detail: t('settings.consents.profiles.deleteDetail'),
            },
          ]}
        />
      ) : null}
      <p>
        {t('settings.consents.withdrawEndsReleases')}{' '}
        {t(isAsked ? 'settings.consents.withdrawStays' : 'settings.consents.withdrawKeep')}
      </p>
    </div>
  );
}

/** Every consent with its words and times, to be withdrawn and given again. */
export function Consents({ consents, current }: { consents: readonly Consent[]; current: CurrentConsents }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const { id: userId } = useMe();
  const again = lapsed(consents, current);
  const withdraw = (consent: Consent, profiles: Profiles = 'keep') =>
    ask({
      title: t('settings.consents.withdrawTitle'),
      text: <WithdrawalText kind={consent.kind} profiles={profiles} onChange={(choice) => withdraw(consent, choice)} />,
      confirmLabel: t(profiles === 'delete' ? 'settings.consents.withdrawAndDelete' : 'settings.consents.withdraw'),
      act: () => withdrawConsent(consent.id, profiles, userId),
      done: () => {
        notify({
          title: t('settings.consents.withdrawDone'),
          text: profiles === 'delete' ? t('settings.consents.withdrawDeleted') : undefined,
          tone: 'good',
        });
        // A training that never ended gives its credits back.
        return Promise.all([router.invalidate(), refreshSession().catch(() => null)]);
      },
    });
  if (consents.length === 0)
    return <EmptyState title={t('settings.consents.empty')}>{t('settings.consents.emptyText')}</EmptyState>;
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Rows label={t('settings.consents.title')}>
        {consents.map((consent) => (
          <ConsentRow
            key={consent.id}
            consent={consent}
            current={current}
            isLapsed={again.has(consent.id)}
            onWithdraw={() => withdraw(consent)}
          />
        ))}
      </Rows>
      {dialog}
    </div>
  );
}
