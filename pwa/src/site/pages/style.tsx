import { StylePreview, StyleTiles } from '~/features/styles/style-tiles';
import { useText } from '~/lib/i18n';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { LinkButton } from '~/ui/link-button';
import { TextLink } from '~/ui/text-link';
import type { Copy } from '../content/copy';
import { sceneOf, startAt } from '../scene-of';
import type { SiteData, Style } from '../site-data';
import { Examples } from './examples';
import { Formats } from './formats';
import { JudgementSummary } from './judgements';
import { publicStyleLink } from './landing';
import { More, Part } from './parts';
import styles from './style.module.css';
import { TryOut, TryOutButton } from './try-out';

/** How wide the picture of a style is on its own page. */
export const STYLE_SIZES = '(min-width: 768px) 40vw, calc(100vw - 2.5rem)';

/** The styles that follow in their order, from the beginning again after the last. */
function following(all: readonly Style[], style: Style): Style[] {
  const at = all.findIndex(({ slug }) => slug === style.slug);
  return [...all.slice(at + 1), ...all.slice(0, at)].slice(0, 3);
}

/** One style for visitors: its light and background, who it suits, how it is cut, and the way in. */
export function StylePage({ style, copy, data }: { style: Style; copy: Copy['style']; data: SiteData }) {
  const t = useText();
  const words = copy.scenes[sceneOf(style)];
  const others = following(data.styles, style);
  return (
    <>
      <div className={styles.top}>
        <div className={styles.picture} data-style-picture={style.slug}>
          <StylePreview style={style} sizes={STYLE_SIZES} eager />
        </div>
        <header className={styles.head} data-style-page={style.slug}>
          <Breadcrumbs
            label={t('site.way.label')}
            links={[
              { id: 'home', link: <TextLink href="/">{t('site.way.home')}</TextLink> },
              { id: 'styles', link: <TextLink href="/styles">{t('styles.title')}</TextLink> },
            ]}
            current={style.displayName}
          />
          <h1 data-field="name">{style.displayName}</h1>
          <p className={styles.lead} data-field="description">
            {style.description}
          </p>
          <p className={styles.costs}>{copy.costs}</p>
          <div className={styles.start}>
            <LinkButton href={startAt(style.slug)} variant="primary">
              {copy.start}
            </LinkButton>
            <TryOutButton />
            <p className={styles.note} data-for="visitor">
              {copy.note}
            </p>
          </div>
        </header>
      </div>
      <TryOut all={data.styles} first={style} />
      {words ? (
        <Part title={copy.about}>
          <dl className={styles.about}>
            {(['light', 'background', 'suits', 'avoid'] as const).map((each) => (
              <div key={each}>
                <dt>{copy.labels[each]}</dt>
                <dd>{words[each]}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      <Part title={copy.formats.title}>
        <Formats style={style} items={copy.formats.items} sizes={STYLE_SIZES} />
      </Part>
      <Examples place="styles" style={style.slug} />
      <JudgementSummary slug={style.slug} />
      {others.length > 0 ? (
        <Part title={copy.neighbours} aside={<More href="/styles">{copy.all}</More>}>
          <StyleTiles items={others} columns="three" renderLink={publicStyleLink} eager={0} />
        </Part>
      ) : null}
    </>
  );
}
