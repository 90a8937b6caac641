import { useState } from 'react';
import { useChosenProfile, type Previews, useOwnPreviews } from '~/features/previews';
import { PartError } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { EmptyState, PageHeader, Select } from '~/ui';
import { OwnPhoto } from './own-photo';
import { profileOptions } from './profile-choice';
import { StyleFilter } from './style-filter';
import { StyleGrid } from './style-grid';
import type { Style } from './styles-data';
import type { Choice } from './styles-search';
import { useFavouriteStyles, type FavouriteStyles } from './use-favourite-styles';
import styles from './styles-screen.module.css';

type Profile = Schemas['AiProfile'];

export interface StylesData {
  list: Loaded<Style[]>;
  favourites: Loaded<Style[]>;
  profiles: Loaded<Profile[]>;
}

/** Which of them are shown stands in the address. */
interface Chosen {
  choice: Choice | null;
  onChoice(choice: Choice | null): void;
}

/** The chosen styles, favourites first. Nothing moves or vanishes from under the hand: a heart counts from the next choice on. */
function ChosenStyles({
  items,
  own,
  favourites,
  choice,
  error,
}: {
  items: readonly Style[];
  own: Previews | null;
  favourites: FavouriteStyles | null;
  choice: Choice | null;
  /** Why it is not known which are favourites. */
  error: unknown;
}) {
  const t = useText();
  const [liked] = useState(() => new Set(items.filter((style) => favourites?.isFavourite(style)).map(({ id }) => id)));
  const isLiked = ({ id }: Style) => liked.has(id);
  const chosen =
    choice === 'favourites'
      ? items.filter(isLiked)
      : items.filter(({ purposes }) => !choice || purposes.includes(choice));
  if (choice === 'favourites' && error !== null)
    return <PartError title={t('styles.favourite.notLoaded')} error={error} />;
  if (choice === 'favourites' && chosen.length === 0)
    return <EmptyState title={t('styles.favourite.none')}>{t('styles.favourite.noneText')}</EmptyState>;
  const ordered = chosen.toSorted((a, b) => Number(isLiked(b)) - Number(isLiked(a)));
  return <StyleGrid items={ordered} own={own} favourites={favourites} />;
}

/** The styles by the face of one profile, and whose, where there are several. */
function OwnStyles({
  items,
  favourites,
  profiles,
  choice,
  onChoice,
}: { items: readonly Style[]; favourites: Loaded<Style[]>; profiles: readonly Profile[] } & Chosen) {
  const t = useText();
  const [profileId, choose] = useChosenProfile(profiles);
  const own = useOwnPreviews(profileId);
  const hearts = useFavouriteStyles(favourites);
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
      <StyleFilter
        items={items}
        hasFavourites={choice === 'favourites' || items.some((style) => hearts?.isFavourite(style))}
        value={choice}
        onChange={onChoice}
      />
      <ChosenStyles
        key={choice ?? 'all'}
        items={items}
        own={own}
        favourites={hearts}
        choice={choice}
        error={favourites.ok ? null : favourites.error}
      />
    </>
  );
}

/** All styles. */
export function StylesScreen({ list, favourites, profiles, ...chosen }: StylesData & Chosen) {
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
        <OwnStyles
          items={list.value}
          favourites={favourites}
          profiles={profiles.ok ? profiles.value : []}
          {...chosen}
        />
      )}
    </>
  );
}
