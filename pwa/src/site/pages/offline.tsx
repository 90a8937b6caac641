import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import { Actions, PageHead } from './parts';

/** What an installed app shows in the place of a page that needs the network. */
export function OfflinePage() {
  const t = useText();
  return (
    <PageHead
      title={t('site.offline.title')}
      lead={
        <>
          {t('site.offline.text')} <span data-for="member">{t('site.offline.kept')}</span>
        </>
      }
      below={
        <Actions>
          {/* The page stands in the place of the one that was asked for: an empty address asks again. */}
          <LinkButton href="" variant="primary">
            {t('shell.retry')}
          </LinkButton>
          <LinkButton href="/app" data-for="member">
            {t('site.offline.app')}
          </LinkButton>
        </Actions>
      }
    />
  );
}
