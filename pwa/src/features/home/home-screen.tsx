import { facts } from '~/lib/facts';
import { PlanRows } from '~/features/billing';
import { PartError } from '~/features/shell';
import { StyleGrid, StylePreview, type Style } from '~/features/styles';
import type { Loaded, Schemas } from '~/lib/api';
import { formatChf } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { useSession } from '~/lib/session';
import { Section } from '~/ui';
import styles from './home-screen.module.css';

/** The three styles that stand for all. */
const TEASERS = ['corporate', 'linkedin', 'black-bg'];

export interface HomeData {
  styles: Loaded<Style[]>;
  plans: Loaded<Schemas['Plan'][]>;
}

function Hero({ figure }: { figure: Style | undefined }) {
  const t = useText();
  const me = useSession();
  const cheapest = Math.min(...facts.plans.map(({ priceRappen }) => priceRappen));
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline}>{t('home.headline')}</h1>
        <p className={styles.lead}>{t('home.lead')}</p>
        <div className={styles.start}>
          <AppLinkButton to={me ? '/app' : '/auth'} search={me ? {} : { mode: 'register' }} look="primary">
            {t('home.start')}
          </AppLinkButton>
          <p className={styles.from}>{t('home.from', { price: formatChf(cheapest) })}</p>
        </div>
      </div>
      {figure ? (
        <figure className={styles.figure}>
          <StylePreview style={figure} sizes="(min-width: 900px) 40vw, 100vw" eager />
          <figcaption className={styles.caption}>{t('home.figure', { name: figure.displayName })}</figcaption>
        </figure>
      ) : null}
    </div>
  );
}

/** The start page. */
export function HomeScreen({ styles: list, plans }: HomeData) {
  const t = useText();
  const teasers = list.ok ? TEASERS.flatMap((slug) => list.value.find((style) => style.slug === slug) ?? []) : [];
  return (
    <>
      <Hero figure={teasers[0]} />
      <Section
        title={t('styles.title')}
        aside={
          <AppLink to="/styles" look="strong">
            {t('home.allStyles')}
          </AppLink>
        }
      >
        {list.ok ? <StyleGrid items={teasers} columns="three" /> : <PartError title={t('styles.failed')} error={list.error} />}
      </Section>
      <Section
        title={t('billing.pricing.title')}
        aside={
          <AppLink to="/pricing" look="strong">
            {t('home.allPrices')}
          </AppLink>
        }
      >
        {plans.ok ? <PlanRows heading="h3" plans={plans.value} /> : <PartError title={t('billing.pricing.failed')} error={plans.error} />}
      </Section>
    </>
  );
}
