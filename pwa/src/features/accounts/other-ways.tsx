import { useText } from '~/lib/i18n';
import { Button } from '~/ui';
import { Failure } from './failure';
import { GoogleMark } from './google-mark';
import styles from './other-ways.module.css';
import { knowsPasskeys } from './passkeys';
import { useOtherWays } from './use-other-ways';

function PasskeyMark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <circle cx="8" cy="12" r="4.25" />
      <path d="M12.25 12h9.25M17.5 12v3.5M21 12v2.5" />
    </svg>
  );
}

/** Signing in without a password: with Google where it is offered, with a passkey where the browser knows them. */
export function OtherWays({
  google,
  target,
  acceptsTerms,
}: {
  google: boolean;
  target: string | undefined;
  acceptsTerms: boolean;
}) {
  const t = useText();
  const { busy, failure, begin } = useOtherWays(target, acceptsTerms);
  const passkeys = knowsPasskeys();
  if (!google && !passkeys) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{t('accounts.other.or')}</p>
      {google ? (
        <Button wide isPending={busy === 'google'} onPress={() => void begin('google')}>
          <span className={styles.way}>
            <GoogleMark />
            {t('accounts.other.google')}
          </span>
        </Button>
      ) : null}
      {passkeys ? (
        <Button wide isPending={busy === 'passkey'} onPress={() => void begin('passkey')}>
          <span className={styles.way}>
            <PasskeyMark />
            {t('accounts.other.passkey')}
          </span>
        </Button>
      ) : null}
      <Failure error={failure} />
    </div>
  );
}
