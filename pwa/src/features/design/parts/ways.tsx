import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Breadcrumbs, Pagination, Tabs } from '~/ui';
import { Specimen, State } from '../specimen';

const PAGES = 3;

/** What leads from one place to another. */
export function Ways() {
  return (
    <>
      <TabRows />
      <Trails />
      <Pages />
    </>
  );
}

function TabRows() {
  const t = useText();
  const [tab, setTab] = useState<'photos' | 'kept' | 'off'>('photos');
  return (
    <Specimen name="Tabs" text="design.part.tabs">
      <State name="selected" isWide>
        <Tabs
          label={t('design.sample.questions')}
          selected={tab}
          onChange={setTab}
          items={[
            { id: 'photos', label: t('design.sample.photos'), content: t('design.sample.answer.photos') },
            { id: 'kept', label: t('design.sample.kept'), content: t('design.sample.answer.kept') },
            { id: 'off', label: t('design.state.disabled'), content: null, isDisabled: true },
          ]}
        />
      </State>
    </Specimen>
  );
}

function Trails() {
  const t = useText();
  return (
    <Specimen name="Breadcrumbs" text="design.part.breadcrumbs">
      <State name="rest" isWide>
        <Breadcrumbs
          label={t('design.sample.trail')}
          links={[
            { id: 'home', link: <AppLink to="/">{t('shell.brand')}</AppLink> },
            { id: 'styles', link: <AppLink to="/styles">{t('shell.nav.styles')}</AppLink> },
          ]}
          current={t('design.title')}
        />
      </State>
    </Specimen>
  );
}

function Pages() {
  const t = useText();
  const [page, setPage] = useState(1);
  return (
    <Specimen name="Pagination" text="design.part.pagination">
      <State name={page === PAGES ? 'last' : 'rest'}>
        <Pagination
          label={t('design.sample.pages')}
          position={t('design.sample.page', { page, pages: PAGES })}
          previousLabel={t('design.sample.previous')}
          nextLabel={t('design.sample.next')}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={page < PAGES ? () => setPage(page + 1) : undefined}
        />
      </State>
    </Specimen>
  );
}
