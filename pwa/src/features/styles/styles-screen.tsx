import { PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { EmptyState, PageHeader } from '~/ui';
import { StyleGrid } from './style-grid';
import type { Style } from './styles-data';

/** All styles. */
export function StylesScreen({ list }: { list: Loaded<Style[]> }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('styles.title')} lead={t('styles.lead')} />
      {!list.ok ? (
        <PartError title={t('styles.failed')} error={list.error} />
      ) : list.value.length === 0 ? (
        <EmptyState title={t('styles.empty')}>{t('styles.emptyText')}</EmptyState>
      ) : (
        <StyleGrid items={list.value} />
      )}
    </>
  );
}
