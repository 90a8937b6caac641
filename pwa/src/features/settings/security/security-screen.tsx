import { LoadedPart } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { PageHeader, Section } from '~/ui';
import { Authenticator } from './authenticator';
import { GoogleAccount } from './google-account';
import { Passkeys } from './passkeys';
import { PasswordForm } from './password-form';
import { deviceName, Sessions } from './sessions';

export interface SecurityData {
  security: Loaded<Schemas['Security']>;
  sessions: Loaded<Schemas['Session'][]>;
  /** Whether Google can be linked at all; what is linked is shown either way. */
  offersGoogle: boolean;
}

function WaysIn({
  security,
  here,
  offersGoogle,
}: {
  security: Schemas['Security'];
  here: Schemas['Session'] | undefined;
  offersGoogle: boolean;
}) {
  const t = useText();
  return (
    <>
      <Section title={t('settings.password.title')}>
        <PasswordForm hasPassword={security.hasPassword} />
      </Section>
      <Passkeys
        passkeys={security.passkeys}
        suggestion={here ? deviceName(here, t) : t('settings.passkeys.suggestion')}
      />
      <Section title={t('settings.authenticator.title')}>
        <Authenticator authenticator={security.authenticator} />
      </Section>
      {security.google || offersGoogle ? (
        <Section title={t('settings.google.title')}>
          <GoogleAccount google={security.google} />
        </Section>
      ) : null}
    </>
  );
}

/** The ways into the account, and the devices that are in. */
export function SecurityScreen({ security, sessions, offersGoogle }: SecurityData) {
  const t = useText();
  const here = sessions.ok ? sessions.value.find(({ current }) => current) : undefined;
  return (
    <>
      <PageHeader title={t('settings.security.title')} lead={t('settings.security.lead')} />
      <LoadedPart of={security} failed={t('settings.security.failed')}>
        {(value) => <WaysIn security={value} here={here} offersGoogle={offersGoogle} />}
      </LoadedPart>
      <Sessions sessions={sessions} />
    </>
  );
}
