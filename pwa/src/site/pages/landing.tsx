import type { ReactNode } from 'react';
import { PlanList } from '~/features/billing/plan-list';
import { StylePreview, StyleTiles } from '~/features/styles/style-tiles';
import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import type { Article } from '../content/articles';
import { questionsOf, type Copy, type CopySection, type LandingCopy } from '../content/copy';
import { keepTogether, toHtml, toInlineHtml } from '../content/markdown';
import type { SiteData, Style } from '../site-data';
import { ArticleList } from './article-list';
import { Examples, type ExamplePlace } from './examples';
import { JudgementSummary } from './judgements';
import styles from './landing.module.css';
import { Formats } from './formats';
import { Closing, Faq, Inline, More, Part, Prose, TextPart } from './parts';
import { ProofPart } from './proof';
import { TryOut, TryOutButton } from './try-out';

/** How wide the picture of the first screen is. */
export const HERO_SIZES = '(min-width: 1024px) 28rem, (min-width: 768px) 40vw, calc(100vw - 2.5rem)';

export interface LandingProps {
  copy: LandingCopy;
  all: Copy;
  data: SiteData;
  articles: readonly Article[];
  /** Which released portraits it may show. */
  examples: ExamplePlace;
  /** Offers to try the styles with a photo of one's own. */
  canTryOut?: boolean;
}

/** The style beside the headline; the first on sale where that is not. */
export const heroStyle = ({ hero }: LandingCopy, all: readonly Style[]): Style | undefined =>
  all.find(({ slug }) => slug === hero.style) ?? all[0];

function Hero({
  hero,
  styles: all,
  canTryOut,
}: {
  hero: LandingCopy['hero'];
  styles: readonly Style[];
  canTryOut: boolean;
}) {
  const t = useText();
  const index = Math.max(
    all.findIndex(({ slug }) => slug === hero.style),
    0,
  );
  const figure = all[index];
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline}>{hero.headline}</h1>
        <p className={styles.lead}>{hero.lead}</p>
        <div className={styles.start}>
          <LinkButton href="/auth?mode=register" variant="primary">
            {hero.start}
          </LinkButton>
          {canTryOut ? <TryOutButton /> : null}
          <p className={styles.note}>{hero.note}</p>
        </div>
      </div>
      {figure ? (
        <figure className={styles.figure} data-style-picture={figure.slug}>
          <StylePreview style={figure} sizes={HERO_SIZES} eager />
          <figcaption className={styles.caption}>
            <span>{t('site.home.figure', { name: figure.displayName })}</span>
            <span>{t('site.home.figureCount', { number: index + 1, count: all.length })}</span>
          </figcaption>
        </figure>
      ) : null}
    </div>
  );
}

function Trust({ items }: { items: LandingCopy['trust'] }) {
  const t = useText();
  return (
    <section aria-label={t('site.trust')} className={styles.trust}>
      <ul>
        {items.map(({ value, text }) => (
          <li key={value}>
            <p className={styles.trustValue}>{value}</p>
            <p className={styles.trustText}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The choice beside each plan, for visitors without one; `/bestellen` asks to sign in and comes back. */
export function PlanChoices({ plans, heading }: { plans: SiteData['plans']; heading: 'h2' | 'h3' }) {
  const t = useText();
  return (
    <PlanList
      heading={heading}
      plans={plans}
      renderChoice={(plan) => (
        <LinkButton
          href={`/bestellen?plan=${plan.id}`}
          variant={plan.recommended ? 'primary' : 'secondary'}
          aria-label={t('billing.pricing.chooseLabel', { plan: plan.name })}
        >
          {t('billing.pricing.choose')}
        </LinkButton>
      )}
    />
  );
}

/** A tile that leads to the public page of its style. */
export const publicStyleLink = ({ slug }: Style, tile: { className: string; children: ReactNode }) => (
  <a href={`/styles/${slug}`} {...tile} />
);

/** A tile that leads to where its style can be started. */
const appStyleLink = ({ slug }: Style, tile: { className: string; children: ReactNode }) => (
  <a href={`/app/styles/${slug}`} {...tile} />
);

function Section({ section, ...props }: { section: CopySection } & LandingProps) {
  const { all, data, articles } = props;
  switch (section.kind) {
    case 'styles':
      return (
        <Part title={section.title} aside={<More href="/styles">{section.all}</More>}>
          <StyleTiles
            items={section.slugs.flatMap((slug) => data.styles.find((style) => style.slug === slug) ?? [])}
            columns="three"
            renderLink={section.isInApp ? appStyleLink : publicStyleLink}
            eager={0}
          />
        </Part>
      );
    case 'formats': {
      const figure = heroStyle(props.copy, data.styles);
      return figure ? (
        <Part title={section.title} lead={section.lead}>
          <Formats style={figure} items={all.style.formats.items} sizes={HERO_SIZES} />
        </Part>
      ) : null;
    }
    case 'proof':
      return <ProofPart section={section} isHosted={data.hostedEngine} />;
    case 'steps':
      return (
        <Part title={section.title}>
          <ol className={styles.steps}>
            {section.steps.map(({ title, text }, index) => (
              <li key={title}>
                <span className={styles.number} aria-hidden>
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <Inline text={text} className={styles.soft} />
              </li>
            ))}
          </ol>
        </Part>
      );
    case 'points':
      return (
        <Part title={section.title} lead={section.lead}>
          <dl className={styles.points}>
            {section.points.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd dangerouslySetInnerHTML={{ __html: keepTogether(toInlineHtml(text)) }} />
              </div>
            ))}
          </dl>
        </Part>
      );
    case 'prose':
      return <TextPart title={section.title} html={toHtml(section.body)} />;
    case 'contact':
      return <TextPart title={section.title} html={toHtml(section.body)} id="kontakt" />;
    case 'table':
      return (
        <Part title={section.title} lead={section.lead}>
          <Prose html={toHtml(tableOf(section.columns, section.rows))} className={styles.table} />
        </Part>
      );
    case 'plans':
      return (
        <Part title={section.title} aside={<More href="/pricing">{section.all}</More>}>
          <PlanChoices plans={data.plans} heading="h3" />
        </Part>
      );
    case 'faq':
      return (
        <Part title={section.title} id="faq">
          <Faq questions={questionsOf(all.faq, section.ids)} />
        </Part>
      );
    case 'articles':
      return (
        <Part title={section.title}>
          <ArticleList articles={section.slugs.map((slug) => articleAt(articles, slug))} heading="h3" />
        </Part>
      );
  }
}

/** The table in Markdown: there it gets its region and its headings. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function articleAt(articles: readonly Article[], place: string): Article {
  const found = articles.find(({ category, slug }) => `${category}/${slug}` === place);
  if (!found) throw new Error(`No article stands at ${place}.`);
  return found;
}

/** A page that wins somebody: the start page, and those for applications, LinkedIn and companies. */
export function LandingPage(props: LandingProps) {
  const { copy, data, examples, canTryOut = false } = props;
  return (
    <>
      <Hero hero={copy.hero} styles={data.styles} canTryOut={canTryOut} />
      {canTryOut ? <TryOut all={data.styles} first={heroStyle(copy, data.styles)} /> : null}
      <Trust items={copy.trust} />
      <Examples place={examples} />
      {copy.sections.map((section) => (
        <Section key={section.title} section={section} {...props} />
      ))}
      <JudgementSummary />
      <Closing {...copy.closing} />
    </>
  );
}
