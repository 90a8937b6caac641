import { useState } from 'react';
import { LoadedPart } from '~/features/shell';
import { type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { useText } from '~/lib/i18n';
import { useNavigate, useRouter, useRouterState } from '~/lib/navigation';
import { LoadMore, usePages, type Page } from '~/lib/pages';
import { EmptyState, PageHeader, Rows, SearchField, Segmented } from '~/ui';
import type { UserSearch } from '../user-search';
import { useUserActs } from './use-user-acts';
import { UserRow } from './user-row';
import styles from './users.module.css';

type User = Schemas['AdminUser'];
const FILTERS = ['all', 'subscribers', 'blocked', 'admins'] as const;

function List({
  first,
  search,
  actsOn,
}: {
  first: Page<User>;
  search: UserSearch;
  actsOn: ReturnType<typeof useUserActs>['actsOn'];
}) {
  const t = useText();
  const { items, ...more } = usePages(first, (cursor) => adminApi.listUsers({ query: { ...search, cursor } }));
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title={t('admin.users.none')}>{t('admin.users.noneText')}</EmptyState>
      ) : (
        <Rows label={t('admin.users.title')}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} actsOn={actsOn} />
          ))}
        </Rows>
      )}
      <LoadMore {...more} />
    </>
  );
}

/** All users, newest first: searched by a part of address or name, narrowed by what they are. */
export function UsersScreen({ users, search }: { users: Loaded<Page<User>>; search: UserSearch }) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  // Outside the list, which is drawn anew with what an act has changed.
  const { actsOn, dialog } = useUserActs(() => router.invalidate());
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [typed, setTyped] = useState(search.q ?? '');
  // The way back and forth changes what is searched for, too.
  const [searched, setSearched] = useState(search.q);
  if (searched !== search.q) {
    setSearched(search.q);
    setTyped(search.q ?? '');
  }
  const go = (next: UserSearch) => void navigate({ to: '/admin/users', search: next });
  return (
    <>
      <PageHeader title={t('admin.users.title')} lead={t('admin.users.lead')} />
      <div className={styles.filters}>
        <SearchField
          label={t('admin.users.search')}
          clearLabel={t('admin.users.searchClear')}
          maxLength={100}
          value={typed}
          onChange={setTyped}
          onSubmit={(q) => go({ ...search, q: q.trim() || undefined })}
          onClear={() => go({ ...search, q: undefined })}
        />
        <Segmented
          label={t('admin.users.only')}
          value={search.only ?? 'all'}
          onChange={(only) => go({ ...search, only: only === 'all' ? undefined : only })}
          options={FILTERS.map((value) => ({ value, label: t(`admin.users.filter.${value}`) }))}
        />
      </div>
      <div aria-busy={isLoading} className={styles.found}>
        <LoadedPart of={users} failed={t('admin.users.failed')}>
          {(value) => <List key={JSON.stringify(search)} first={value} search={search} actsOn={actsOn} />}
        </LoadedPart>
      </div>
      {dialog}
    </>
  );
}
