import { useAct, useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Blank, Button, Notice, Row, Rows, Status, type StatusTone } from '~/ui';
import styles from '../settings.module.css';
import { moment } from '../when';

export type Consent = Schemas['Consent'];
type Kind = Consent['kind'];

const CURRENT: Record<Kind, string> = { facial_images: facts.consents.facialImages, self_and_adult: facts.consents.selfAndAdult };
const STATEMENT = { facial_images: 'aiProfiles.wizard.consent.facial', self_and_adult: 'aiProfiles.wizard.consent.self' } as const;
const TONE: Record<'valid' | 'outdated' | 'ended', StatusTone> = { valid: 'good', outdated: 'neutral', ended: 'neutral' };

/** Whether a consent holds: withdrawn, given to words that have changed since, or valid. */
export function standing({ kind, version, revokedAt }: Consent): keyof typeof TONE {
  if (revokedAt) return 'ended';
  return version === CURRENT[kind] ? 'valid' : 'outdated';
}

/** The consents to be given again: of each kind that does not hold, the newest record. */
export function lapsed(consents: readonly Consent[]): Set<string> {
  const open = (Object.keys(CURRENT) as Kind[]).filter((kind) => !consents.some((consent) => consent.kind === kind && standing(consent) === 'valid'));
  return new Set(open.flatMap((kind) => consents.find((consent) => consent.kind === kind)?.id ?? []));
}

function useGive(kind: Kind) {
  const t = useText();
  const router = useRouter();
  const { isPending, errorText, run } = useAct();
  const give = () =>
    run(
      () => api.giveConsent({ body: { kind, version: CURRENT[kind] } }),
      () => {
        notify({ title: t('settings.consents.givenDone'), tone: 'good' });
        return router.invalidate();
      },
    );
  return { isPending, errorText, give };
}

function ConsentRow({ consent, isLapsed, onWithdraw }: { consent: Consent; isLapsed: boolean; onWithdraw(): void }) {
  const t = useText();
  const { kind, version, givenAt, revokedAt } = consent;
  const { isPending, errorText, give } = useGive(kind);
  const state = standing(consent);
  const statement = t(STATEMENT[kind]);
  const detail = [t('settings.consents.version', { version }), t('settings.consents.given', { when: moment(givenAt) }), revokedAt ? t('settings.consents.withdrawn', { when: moment(revokedAt) }) : null];
  const button = (label: string, onPress: () => unknown) => (
    <Button look="quiet" isPending={isPending} onPress={() => void onPress()} aria-label={`${label}: ${statement}`}>
      {label}
    </Button>
  );
  return (
    <Row
      title={statement}
      detail={detail.filter(Boolean).join(' · ')}
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      status={<Status tone={TONE[state]}>{t(`settings.consents.${state}`)}</Status>}
      action={isLapsed ? button(t('settings.consents.again'), give) : state === 'ended' ? undefined : button(t('settings.consents.withdraw'), onWithdraw)}
    />
  );
}

/** Every consent with its words and times, to be withdrawn and given again. */
export function Consents({ consents }: { consents: readonly Consent[] }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const again = lapsed(consents);
  const withdraw = ({ id }: Consent) =>
    ask({
      title: t('settings.consents.withdrawTitle'),
      text: (
        <div className={styles.stack}>
          <p>{t('settings.consents.withdrawText')}</p>
          <p>{t('settings.consents.withdrawKeep')}</p>
        </div>
      ),
      confirmLabel: t('settings.consents.withdraw'),
      act: () => api.withdrawConsent({ path: { id } }),
      done: () => {
        notify({ title: t('settings.consents.withdrawDone'), tone: 'good' });
        return router.invalidate();
      },
    });
  if (consents.length === 0) return <Blank title={t('settings.consents.empty')}>{t('settings.consents.emptyText')}</Blank>;
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Rows label={t('settings.consents.title')}>
        {consents.map((consent) => (
          <ConsentRow key={consent.id} consent={consent} isLapsed={again.has(consent.id)} onWithdraw={() => withdraw(consent)} />
        ))}
      </Rows>
      {dialog}
    </div>
  );
}
