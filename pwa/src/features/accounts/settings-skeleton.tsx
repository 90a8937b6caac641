import { useText } from '~/lib/i18n';
import { PageHeader, Section, Skeleton } from '~/ui';

/** The account while it is loading. */
export function SettingsSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.settings.title')} lead={t('accounts.settings.lead')} />
      <Section title={t('accounts.settings.details')} isBusy>
        <Skeleton shape="line" width="long" />
        <Skeleton shape="line" width="half" />
        <Skeleton shape="line" width="half" />
      </Section>
    </>
  );
}
