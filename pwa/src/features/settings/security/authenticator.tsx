import { useState } from 'react';
import { useAction, useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Notice, Row, Rows } from '~/ui';
import styles from '../settings.module.css';
import { AuthenticatorSetup } from './authenticator-setup';
import { RecoveryCodes } from './recovery-codes';

type Enabled = NonNullable<Schemas['Security']['authenticator']>;
type Setup = Schemas['AuthenticatorSetup'];

/** From here on it is time for new codes. */
const FEW_CODES = 3;

function Off({ onBegun }: { onBegun(setup: Setup): void }) {
  const t = useText();
  const { isPending, errorText, run } = useAction();
  return (
    <Rows>
      <Row
        title={t('settings.authenticator.off')}
        detail={t('settings.authenticator.offText')}
        below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
        action={
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => void run(() => api.beginAuthenticatorSetup(), onBegun)}
          >
            {t('settings.authenticator.setUp')}
          </Button>
        }
      />
    </Rows>
  );
}

/** The two acts on an app that is switched on, each asked for first. */
function useActsOn(onCodes: (codes: string[]) => void, ask: ReturnType<typeof useConfirm>['ask']) {
  const t = useText();
  const router = useRouter();
  const renew = () => {
    let codes: string[] = [];
    ask({
      title: t('settings.authenticator.renewTitle'),
      text: t('settings.authenticator.renewText'),
      confirmLabel: t('settings.authenticator.renew'),
      act: async () => ({ codes } = await api.renewRecoveryCodes()),
      done: () => onCodes(codes),
    });
  };
  const remove = () =>
    ask({
      title: t('settings.authenticator.removeTitle'),
      text: t('settings.authenticator.removeText'),
      confirmLabel: t('settings.authenticator.remove'),
      act: () => api.removeAuthenticator(),
      done: () => {
        notify({ title: t('settings.authenticator.removed'), tone: 'good' });
        return router.invalidate();
      },
    });
  return { renew, remove };
}

function On({
  enabled,
  onCodes,
  ask,
}: {
  enabled: Enabled;
  onCodes(codes: string[]): void;
  ask: ReturnType<typeof useConfirm>['ask'];
}) {
  const t = useText();
  const { renew, remove } = useActsOn(onCodes, ask);
  return (
    <Rows>
      <Row
        title={t('settings.authenticator.on', { date: formatDate(enabled.enabledAt) })}
        detail={t('settings.authenticator.codesLeft', { count: enabled.recoveryCodesLeft })}
        below={
          enabled.recoveryCodesLeft <= FEW_CODES ? (
            <Notice tone="caution">{t('settings.authenticator.codesLow')}</Notice>
          ) : undefined
        }
        hasManyActions
        action={
          <>
            <Button variant="quiet" onPress={renew}>
              {t('settings.authenticator.renew')}
            </Button>
            <Button variant="quiet" onPress={remove}>
              {t('settings.authenticator.remove')}
            </Button>
          </>
        }
      />
    </Rows>
  );
}

/** The app that gives a second factor: set up, renew its recovery codes, switch off. */
export function Authenticator({ authenticator }: { authenticator: Enabled | null }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const showCodes = (fresh: readonly string[]) => {
    setSetup(null);
    setCodes(fresh);
    void router.invalidate();
  };
  const keep = () => {
    setCodes(null);
    notify({ title: t('settings.recovery.kept'), tone: 'good' });
    // Whatever opened the codes is gone by now.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {authenticator ? <On enabled={authenticator} onCodes={showCodes} ask={ask} /> : <Off onBegun={setSetup} />}
      {dialog}
      {setup ? <AuthenticatorSetup setup={setup} onEnabled={showCodes} onClose={() => setSetup(null)} /> : null}
      {codes ? <RecoveryCodes codes={codes} onClose={keep} /> : null}
    </div>
  );
}
