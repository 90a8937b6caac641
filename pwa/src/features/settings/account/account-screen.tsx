import { SubscriptionPanel } from '~/features/billing';
import { MessageLog, PartError, useSignOut } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, PageHeader, Section } from '~/ui';
import { CreditHistory, type CreditPage } from './credit-history';
import { DetailsForm } from './details-form';
import { NotificationSwitch } from './notification-switch';

export interface AccountData {
  subscription: Loaded<Schemas['Subscription'] | null>;
  entries: Loaded<CreditPage>;
}

/** The account: who it belongs to, what is told by mail, its subscription, and every movement of its credits. */
export function AccountScreen({ subscription, entries }: AccountData) {
  const t = useText();
  const signOut = useSignOut();
  return (
    <>
      <PageHeader
        title={t('settings.account.title')}
        lead={t('settings.account.lead')}
        actions={
          <>
            <MessageLog />
            <Button onPress={() => void signOut()}>{t('settings.account.signOut')}</Button>
          </>
        }
      />
      <Section title={t('settings.account.details')}>
        <DetailsForm />
      </Section>
      <Section title={t('settings.account.notifications')}>
        <NotificationSwitch />
      </Section>
      <SubscriptionPanel subscription={subscription} />
      <Section title={t('settings.account.history')}>
        {entries.ok ? <CreditHistory key={entries.value.items[0]?.id} first={entries.value} /> : <PartError title={t('settings.account.historyFailed')} error={entries.error} />}
      </Section>
    </>
  );
}
