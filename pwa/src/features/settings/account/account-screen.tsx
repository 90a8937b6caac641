import { MessageLog, useSignOut } from '~/features/shell';
import { useText } from '~/lib/i18n';
import { Button, PageHeader, Section } from '~/ui';
import { DetailsForm } from './details-form';
import { NotificationSwitch } from './notification-switch';

/** The account: who it belongs to, and what is told by mail. */
export function AccountScreen() {
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
    </>
  );
}
