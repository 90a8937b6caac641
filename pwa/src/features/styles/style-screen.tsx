import type { ReactNode } from 'react';
import { useChosenProfile, useOwnPreviews } from '~/features/previews';
import { LoadedPart, PartError } from '~/features/shell';
import { errorCode, type Loaded, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { IconToggle, PageHeader, Picture, Terms } from '~/ui';
import { formatNumber } from '~/lib/formats';
import { facts } from '~/lib/facts';
import { GenerateForm } from './generate-form';
import { OwnPhoto } from './own-photo';
import { StylePreview } from './style-tiles';
import styles from './style-screen.module.css';
import type { Style } from './styles-data';
import { useFavouriteStyles } from './use-favourite-styles';

export interface StyleData {
  style: Loaded<Style>;
  favourites: Loaded<readonly Style[]>;
  profiles: Loaded<Schemas['AiProfile'][]>;
}

/** The way back, what kind of style it is, and its heart. */
function Above({ category, heart }: { category: string; heart: ReactNode }) {
  const t = useText();
  return (
    <div className={styles.above}>
      <AppLink to="/styles" variant="strong">
        {t('styles.back')}
      </AppLink>
      <span className={styles.category}>{category}</span>
      {heart}
    </div>
  );
}

function Details() {
  const t = useText();
  return (
    <section aria-label={t('styles.details.title')}>
      <Terms
        rows={[
          [t('styles.details.variants'), facts.generation.portraits],
          [t('styles.details.cost'), t('styles.details.costValue')],
          [t('styles.details.duration'), t('styles.details.durationValue')],
          [t('styles.details.kept'), t('styles.details.keptValue')],
        ]}
      />
    </section>
  );
}

/** The style by the customer's own face where that is known, small as it is; else its example. */
function Shown({ style, profiles }: { style: Style; profiles: readonly Schemas['AiProfile'][] }) {
  const t = useText();
  const [profileId] = useChosenProfile(profiles);
  const own = useOwnPreviews(profileId);
  const profile = profiles.find(({ id }) => id === profileId);
  const picture = own?.pictures.find((one) => one.style.id === style.id);
  if (!profile || !own || !picture) return <StylePreview style={style} sizes="(min-width: 768px) 50vw, 100vw" eager />;
  return (
    <>
      <div className={styles.own}>
        <Picture src={picture.url} alt={t('styles.own.picture', { name: style.displayName })} eager />
      </div>
      <OwnPhoto profile={profile} own={own} />
    </>
  );
}

/** Whether it is a favourite; nothing where nobody knows. */
function Heart({ style, favourites }: { style: Style; favourites: Loaded<readonly Style[]> }) {
  const t = useText();
  const hearts = useFavouriteStyles(favourites);
  if (!hearts) return null;
  return (
    <IconToggle
      icon="heart"
      selectedIcon="heart-filled"
      label={t('styles.favourite.of', { name: style.displayName })}
      isSelected={hearts.isFavourite(style)}
      onChange={(favourite) => hearts.set(style, favourite)}
    />
  );
}

/** One style: how it looks, what it costs, and the button that starts a run. */
export function StyleScreen({ style, favourites, profiles }: StyleData) {
  const t = useText();
  const me = useMe();
  if (!style.ok) {
    if (errorCode(style.error) !== 'not_found')
      return <PartError isScreen title={t('styles.failed')} error={style.error} />;
    return (
      <PageHeader
        title={t('styles.notFound')}
        lead={t('styles.notFoundText')}
        actions={<AppLinkButton to="/styles">{t('styles.back')}</AppLinkButton>}
      />
    );
  }
  return (
    <div className={styles.screen}>
      <div className={styles.preview}>
        <Shown style={style.value} profiles={profiles.ok ? profiles.value : []} />
      </div>
      <div className={styles.side}>
        <PageHeader
          above={
            <Above
              category={t(`styles.category.${style.value.category}`)}
              heart={<Heart style={style.value} favourites={favourites} />}
            />
          }
          title={style.value.displayName}
          lead={style.value.description}
        />
        <Details />
        <LoadedPart of={profiles} failed={t('aiProfiles.failed')}>
          {(value) => <GenerateForm style={style.value} profiles={value} />}
        </LoadedPart>
        <p className={styles.balance}>
          {t('styles.balance', { count: me.credits, formatted: formatNumber(me.credits) })}
        </p>
      </div>
    </div>
  );
}
