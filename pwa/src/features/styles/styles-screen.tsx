import { useChosenProfile, useOwnPreviews } from '~/features/previews';
import { PartError } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { EmptyState, PageHeader, Select } from '~/ui';
import { OwnPhoto } from './own-photo';
import { profileOptions } from './profile-choice';
import { StyleFilter } from './style-filter';
import { StyleGrid } from './style-grid';
import type { Style } from './styles-data';
import type { Purpose } from './styles-search';
import styles from './styles-screen.module.css';

type Profile = Schemas['AiProfile'];

export interface StylesData {
  list: Loaded<Style[]>;
  profiles: Loaded<Profile[]>;
}

/** Which of them are shown stands in the address. */
interface Chosen {
  purpose: Purpose | null;
  onPurpose(purpose: Purpose | null): void;
}

/** The styles by the face of one profile, and whose, where there are several. */
function OwnStyles({
  items,
  profiles,
  purpose,
  onPurpose,
}: { items: readonly Style[]; profiles: readonly Profile[] } & Chosen) {
  const t = useText();
  const [profileId, choose] = useChosenProfile(profiles);
  const own = useOwnPreviews(profileId);
  const ready = profiles.filter(({ status }) => status === 'ready');
  const profile = ready.find(({ id }) => id === profileId);
  return (
    <>
      {profile && own && own.pictures.length > 0 ? (
        <div className={styles.own}>
          {ready.length > 1 ? (
            <Select
              label={t('styles.profile')}
              placeholder={t('styles.choose')}
              options={profileOptions(ready, t)}
              value={profileId}
              onChange={choose}
            />
          ) : null}
          <OwnPhoto profile={profile} own={own} />
        </div>
      ) : null}
      <StyleFilter items={items} value={purpose} onChange={onPurpose} />
      <StyleGrid items={items.filter(({ purposes }) => !purpose || purposes.includes(purpose))} own={own} />
    </>
  );
}

/** All styles. */
export function StylesScreen({ list, profiles, ...chosen }: StylesData & Chosen) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('styles.title')} lead={t('styles.lead')} />
      {!list.ok ? (
        <PartError title={t('styles.failed')} error={list.error} />
      ) : list.value.length === 0 ? (
        <EmptyState title={t('styles.empty')}>{t('styles.emptyText')}</EmptyState>
      ) : (
        // Without the profiles the styles are there all the same.
        <OwnStyles items={list.value} profiles={profiles.ok ? profiles.value : []} {...chosen} />
      )}
    </>
  );
}
