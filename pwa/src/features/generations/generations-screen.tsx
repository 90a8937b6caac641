import { LoadedPart } from '~/features/shell';
import { api, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { LoadMore } from '~/lib/pages';
import { EmptyState, Rows } from '~/ui';
import { GenerationRow } from './generation-row';
import { GenerationsHeader } from './generations-header';
import type { GenerationPage } from './generations-data';
import { useGenerationsRefresh } from './live-generation';
import { useOlder } from './use-older';

function List({ first }: { first: GenerationPage }) {
  const t = useText();
  const { items, ...next } = useOlder(first, (cursor) => api.listGenerations({ query: { cursor } }));
  useGenerationsRefresh(items);
  if (items.length === 0)
    return (
      <EmptyState
        title={t('generations.all.empty')}
        action={
          <AppLinkButton to="/app/styles" variant="primary">
            {t('generations.all.toStyles')}
          </AppLinkButton>
        }
      >
        {t('generations.all.emptyText')}
      </EmptyState>
    );
  return (
    <>
      <Rows label={t('generations.all.title')}>
        {items.map((generation) => (
          <GenerationRow key={generation.id} generation={generation} />
        ))}
      </Rows>
      <LoadMore {...next} />
    </>
  );
}

/** Every run, newest first. */
export function GenerationsScreen({ list }: { list: Loaded<GenerationPage> }) {
  const t = useText();
  return (
    <>
      <GenerationsHeader />
      <LoadedPart of={list} failed={t('generations.all.failed')}>
        {(value) => <List first={value} />}
      </LoadedPart>
    </>
  );
}
