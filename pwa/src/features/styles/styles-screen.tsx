import { useState } from 'react';
import { useChosenProfile, type Previews, useOwnPreviews } from '~/features/previews';
import { PartError } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { EmptyState, PageHeader, Select } from '~/ui';
import { OwnPhoto } from './own-photo';
import { profileOptions } from './profile-choice';
import { servedChoice } from './served-choice';
import { StyleFilter } from './style-filter';
import { StyleGrid } from './style-grid';
import type { Style } from './styles-data';
import type { Choice, Purpose } from './styles-search';
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

interface TilesProps {
  items: readonly Style[];
  own: Previews | null;
  favourites: FavouriteStyles | null;
}

/**
 * The favourites. What becomes one elsewhere joins them at the end; what is one no more stays, with an empty heart, until another choice:
 * nothing moves or vanishes from under the hand.
 */
function FavouriteTiles({ items, own, favourites }: TilesProps) {
  const t = useText();
  const likedNow = items.filter((style) => favourites?.isFavourite(style)).map(({ id }) => id);
  const [kept, setKept] = useState(likedNow);
  const ids = [...new Set([...kept, ...likedNow])];
  if (ids.length > kept.length) setKept(ids);
  const shown = ids.flatMap((id) => items.find((style) => style.id === id) ?? []);
  if (shown.length === 0)
    return <EmptyState title={t('styles.favourite.none')}>{t('styles.favourite.noneText')}</EmptyState>;
  return <StyleGrid items={shown} own={own} favourites={favourites} />;
}

/** The styles for a purpose, or all, favourites first as they were when it was chosen. */
function PurposeTiles({ items, purpose, own, favourites }: TilesProps & { purpose: Purpose | null }) {
  const likedNow = () => new Set(items.filter((style) => favourites?.isFavourite(style)).map(({ id }) => id));
  const [begun, setBegun] = useState(() => ({ purpose, liked: likedNow() }));
  // Instead of a `key` on this component: with one the tiles that stay would lose their pictures.
  if (begun.purpose !== purpose) setBegun({ purpose, liked: likedNow() });
  const shown = items
    .filter(({ purposes }) => !purpose || purposes.includes(purpose))
    .toSorted((a, b) => Number(begun.liked.has(b.id)) - Number(begun.liked.has(a.id)));
  return <StyleGrid items={shown} own={own} favourites={favourites} />;
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
  const chosen = servedChoice(items, choice);
  const tiles = { items, own, favourites: hearts };
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
      {chosen !== 'favourites' ? (
        <PurposeTiles purpose={chosen} {...tiles} />
      ) : favourites.ok ? (
        <FavouriteTiles {...tiles} />
      ) : (
        <PartError title={t('styles.favourite.notLoaded')} error={favourites.error} />
      )}
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
