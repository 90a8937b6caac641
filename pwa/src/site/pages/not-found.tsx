import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import { Actions, PageHead } from './parts';

/** What stands where no page is. */
export function NotFoundPage() {
  const t = useText();
  return (
    <PageHead
      title={t('site.notFound.title')}
      lead={t('site.notFound.text')}
      below={
        <Actions>
          <LinkButton href="/" variant="primary">
            {t('site.notFound.home')}
          </LinkButton>
        </Actions>
      }
    />
  );
}
