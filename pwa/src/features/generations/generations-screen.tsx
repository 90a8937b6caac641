import { PartError } from '~/features/shell';
import { api, errorText, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Blank, Button, Notice, PageHeader, Rows } from '~/ui';
import { GenerationRow } from './generation-row';
import type { GenerationPage } from './generations-data';
import styles from './generations-screen.module.css';
import { useGenerationsRefresh } from './live-generation';
import { useOlder } from './use-older';

function List({ first }: { first: GenerationPage }) {
  const t = useText();
  const { items, hasMore, isPending, failure, loadMore } = useOlder(first, (cursor) => api.listGenerations({ query: { cursor } }));
  useGenerationsRefresh(items);
  if (items.length === 0)
    return (
      <Blank
        title={t('generations.all.empty')}
        action={
          <AppLinkButton to="/app/styles" look="primary">
            {t('generations.all.toStyles')}
          </AppLinkButton>
        }
      >
        {t('generations.all.emptyText')}
      </Blank>
    );
  return (
    <>
      <Rows label={t('generations.all.title')}>
        {items.map((generation) => (
          <GenerationRow key={generation.id} generation={generation} />
        ))}
      </Rows>
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      {hasMore ? (
        <div className={styles.more}>
          <Button isPending={isPending} onPress={() => void loadMore()}>
            {isPending ? t('shell.loading') : t('generations.all.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Every run, newest first. */
export function GenerationsScreen({ list }: { list: Loaded<GenerationPage> }) {
  const t = useText();
  return (
    <>
      <PageHeader
        above={
          <AppLink to="/app" look="strong">
            {t('generations.all.back')}
          </AppLink>
        }
        title={t('generations.all.title')}
        lead={t('generations.all.lead')}
      />
      {list.ok ? <List first={list.value} /> : <PartError title={t('generations.all.failed')} error={list.error} />}
    </>
  );
}
