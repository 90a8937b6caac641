import { SubscriptionPanel } from '~/features/billing';
import { MessageLog, PartError, useSignOut } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { Button, PageHeader, Section, Terms } from '~/ui';
import styles from './settings-screen.module.css';
import { CreditHistory, type CreditPage } from './credit-history';

export interface SettingsData {
  subscription: Loaded<Schemas['Subscription'] | null>;
  entries: Loaded<CreditPage>;
}

/** The account: who it belongs to, its subscription, and every movement of its credits. */
export function SettingsScreen({ subscription, entries }: SettingsData) {
  const t = useText();
  const me = useMe();
  const signOut = useSignOut();
  return (
    <>
      <PageHeader
        title={t('accounts.settings.title')}
        lead={t('accounts.settings.lead')}
        actions={
          <>
            <MessageLog />
            <Button onPress={() => void signOut()}>{t('accounts.settings.signOut')}</Button>
          </>
        }
      />
      <Section title={t('accounts.settings.details')}>
        <Terms
          rows={[
            [t('accounts.settings.name'), me.displayName ?? me.email],
            [t('accounts.settings.email'), me.email],
            [t('accounts.settings.since'), formatDate(me.createdAt)],
          ]}
        />
        <p className={styles.hint}>{t('accounts.settings.emailFixed')}</p>
      </Section>
      <SubscriptionPanel subscription={subscription} />
      <Section title={t('accounts.settings.history')}>
        {entries.ok ? <CreditHistory key={entries.value.items[0]?.id} first={entries.value} /> : <PartError title={t('accounts.settings.historyFailed')} error={entries.error} />}
      </Section>
    </>
  );
}
