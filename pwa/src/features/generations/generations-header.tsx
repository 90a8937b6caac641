import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { PageHeader } from '~/ui';

/** What stands above all runs, also while they are loading. */
export function GenerationsHeader() {
  const t = useText();
  return (
    <PageHeader
      above={
        <AppLink to="/app" variant="strong">
          {t('generations.all.back')}
        </AppLink>
      }
      title={t('generations.all.title')}
      lead={t('generations.all.lead')}
      actions={<AppLinkButton to="/app/favourites">{t('generations.favourites.title')}</AppLinkButton>}
    />
  );
}
