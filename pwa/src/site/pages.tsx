import type { ReactNode } from 'react';
import { previewSets } from '~/features/styles/preview-sets';
import { TILE_SIZES } from '~/features/styles/style-tiles';
import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { BLOG_CATEGORIES, readArticles } from './content/articles';
import { pricingQuestions, questionsOf, readCopy, type Copy, type LandingCopy } from './content/copy';
import { operatorTexts } from './content/operator';
import { readLegalTexts } from './content/legal';
import { siteValues } from './content/values';
import type { DocumentHead } from './document/document';
import {
  articleLd,
  breadcrumbs,
  imageLd,
  organisation,
  product,
  questions,
  website,
  type JsonLd,
} from './document/json-ld';
import { ArticlePage, BlogPage, CategoryPage } from './pages/blog';
import { CancellationPage, WithdrawalPage } from './pages/forms/declarations';
import { ImageCheckPage } from './pages/forms/image-check';
import { MisusePage } from './pages/forms/misuse';
import { JudgementsPage } from './pages/judgements';
import { HERO_SIZES, heroStyle, LandingPage } from './pages/landing';
import { LegalPage } from './pages/legal';
import { NotFoundPage } from './pages/not-found';
import { OfflinePage } from './pages/offline';
import { PricingPage } from './pages/pricing';
import { STYLE_SIZES, StylePage } from './pages/style';
import { StylesPage } from './pages/styles';
import type { SiteData, Style } from './site-data';

/** A public page: its head and its content. */
export interface SitePage {
  head: DocumentHead;
  content: ReactNode;
  /** Becomes part of the app where somebody is signed in. */
  isAppForMembers?: boolean;
  /** Has a form that its script sends. */
  isForm?: boolean;
}

const titled = (title: string): string => `${title} | ${facts.brand}`;

/** The picture of a style as the first that is fetched. */
const heroOf = (style: Style | undefined, sizes: string): DocumentHead['hero'] =>
  style?.previewUrl ? { avifSet: previewSets(style.previewUrl).avifSet, sizes } : undefined;

/** The questions a landing page shows. */
const askedOn = (copy: LandingCopy): string[] =>
  copy.sections.flatMap((section) => (section.kind === 'faq' ? section.ids : []));

/** Further articles: those of the same category first. */
function others<Article extends { path: string; category: string }>(all: readonly Article[], of: Article): Article[] {
  const rest = all.filter(({ path }) => path !== of.path);
  return [
    ...rest.filter(({ category }) => category === of.category),
    ...rest.filter(({ category }) => category !== of.category),
  ].slice(0, 3);
}

/** Every public page of an installation, in the order of the sitemap. Needs the texts of `site`, `home` and `billing.pricing`. */
export function sitePages(data: SiteData): { pages: SitePage[]; notFound: SitePage; offline: SitePage } {
  const values = siteValues(data);
  const copy = readCopy(values);
  const articles = readArticles(values);
  // As in emails and PDFs: the example of a refund is none of a present price.
  const legal = readLegalTexts({ ...values, plans: facts.plans, operator: operatorTexts(data.operator) });
  const home = text('site.way.home');
  const way = (...steps: (readonly [string, string])[]): JsonLd => breadcrumbs(data, [[home, '/'], ...steps]);

  const landing = (path: keyof Copy['landings'], image: string, jsonLd: readonly JsonLd[]): SitePage => {
    const own = copy.landings[path];
    const figure = heroStyle(own, data.styles);
    return {
      head: {
        path,
        title: titled(own.meta.title),
        description: own.meta.description,
        image,
        isIndexed: true,
        hero: heroOf(figure, HERO_SIZES),
        jsonLd: [...jsonLd, questions(data, questionsOf(copy.faq, askedOn(own)))],
      },
      content: (
        <LandingPage
          copy={own}
          all={copy}
          data={data}
          articles={articles}
          examples={path === '/' ? 'home' : 'guides'}
          canTryOut={path === '/'}
        />
      ),
    };
  };

  const pages: SitePage[] = [
    landing('/', '/og/home.jpg', [
      organisation(data),
      website(data),
      product(data, text('site.product'), copy.landings['/'].meta.description),
    ]),
    {
      head: {
        path: '/pricing',
        title: titled(copy.pricing.meta.title),
        description: copy.pricing.meta.description,
        image: '/og/pricing.jpg',
        isIndexed: true,
        jsonLd: [
          product(data, text('site.product'), copy.landings['/'].meta.description, data.packs),
          questions(data, pricingQuestions(copy, data.packs)),
          way([text('billing.pricing.title'), '/pricing']),
        ],
      },
      content: <PricingPage copy={copy.pricing} all={copy} data={data} />,
      isAppForMembers: true,
    },
    {
      head: {
        path: '/styles',
        title: titled(copy.styles.meta.title),
        description: copy.styles.meta.description,
        image: '/og/styles.jpg',
        isIndexed: true,
        hero: heroOf(data.styles[0], TILE_SIZES),
        jsonLd: [way([text('styles.title'), '/styles'])],
      },
      content: <StylesPage copy={copy.styles} closing={copy.landings['/'].closing} data={data} />,
    },
    ...data.styles.map((style): SitePage => {
      const path = `/styles/${style.slug}`;
      const named = (words: string) =>
        words.replace('{name}', () => style.displayName).replace('{description}', () => style.description);
      const title = named(copy.style.meta.title);
      const description = named(copy.style.meta.description);
      return {
        head: {
          path,
          title: titled(title),
          description,
          image: '/og/styles.jpg',
          isIndexed: true,
          hero: heroOf(style, STYLE_SIZES),
          jsonLd: [
            ...(style.previewUrl ? [imageLd(data, style.previewUrl, title, description)] : []),
            way([text('styles.title'), '/styles'], [style.displayName, path]),
          ],
        },
        content: <StylePage style={style} copy={copy.style} data={data} />,
      };
    }),
    {
      head: {
        path: '/bewertungen',
        title: titled(copy.judgements.meta.title),
        description: copy.judgements.meta.description,
        image: '/og/home.jpg',
        isIndexed: true,
        jsonLd: [way([copy.judgements.title, '/bewertungen'])],
      },
      content: <JudgementsPage copy={copy.judgements} />,
    },
    ...(['/bewerbungsfoto', '/linkedin', '/unternehmen'] as const).map((path) =>
      landing(path, `/og${path}.jpg`, [way([copy.landings[path].meta.title, path])]),
    ),
    {
      head: {
        path: '/blog',
        title: titled(copy.blog.meta.title),
        description: copy.blog.meta.description,
        image: '/og/blog.jpg',
        isIndexed: true,
        jsonLd: [way([text('site.way.blog'), '/blog'])],
      },
      content: <BlogPage copy={copy.blog} articles={articles} />,
    },
    ...BLOG_CATEGORIES.map((category): SitePage => {
      const { title, pageTitle, metaDescription } = copy.blog.categories[category]!;
      const path = `/blog/${category}`;
      return {
        head: {
          path,
          title: titled(pageTitle ?? text('site.blog.pageTitle', { title })),
          description: metaDescription,
          image: `/og/blog-${category}.jpg`,
          isIndexed: true,
          jsonLd: [way([text('site.way.blog'), '/blog'], [title, path])],
        },
        content: <CategoryPage category={category} copy={copy.blog} articles={articles} />,
      };
    }),
    ...articles.map((article): SitePage => {
      const image = `/og/${article.slug}.jpg`;
      const category = copy.blog.categories[article.category]!.title;
      return {
        head: {
          path: article.path,
          title: titled(article.metaTitle),
          headline: article.title,
          description: article.metaDescription,
          image,
          keywords: article.keywords,
          published: article.date,
          modified: article.updated,
          isIndexed: true,
          jsonLd: [
            articleLd(data, article, image),
            way(
              [text('site.way.blog'), '/blog'],
              [category, `/blog/${article.category}`],
              [article.title, article.path],
            ),
          ],
        },
        content: <ArticlePage article={article} others={others(articles, article)} copy={copy.blog} />,
      };
    }),
    ...legal.map((each): SitePage => ({
      head: {
        path: each.path,
        title: titled(each.title),
        description: each.description,
        image: '/og/legal.jpg',
        modified: each.updated,
        isIndexed: true,
        jsonLd: [way([each.title, each.path])],
      },
      content: <LegalPage text={each} measurement={data.measurement} />,
    })),
    ...formPages(data.operator),
  ];
  const notFound: SitePage = {
    head: {
      path: '/404',
      title: titled(text('site.notFound.title')),
      description: text('site.notFound.text'),
      image: '/og/home.jpg',
      isIndexed: false,
    },
    content: <NotFoundPage />,
  };
  const offline: SitePage = {
    head: {
      path: '/offline',
      title: titled(text('site.offline.title')),
      description: text('site.offline.text'),
      image: '/og/home.jpg',
      isIndexed: false,
    },
    content: <OfflinePage />,
  };
  return { pages, notFound, offline };
}

/** The forms that anybody may send, signed in or not. */
function formPages(operator: SiteData['operator']): SitePage[] {
  const form = (
    path: string,
    about: 'imageCheck' | 'misuse' | 'cancellation' | 'withdrawal',
    content: ReactNode,
    image = '/og/home.jpg',
  ): SitePage => ({
    head: {
      path,
      title: titled(text(`site.forms.${about}.title`)),
      description: text(`site.forms.${about}.description`),
      image,
      isIndexed: true,
    },
    content,
    isForm: true,
  });
  return [
    form('/bild-pruefen', 'imageCheck', <ImageCheckPage operator={operator} />, '/og/bild-pruefen.jpg'),
    form('/missbrauch-melden', 'misuse', <MisusePage operator={operator} />),
    form('/kuendigen', 'cancellation', <CancellationPage operator={operator} />),
    form('/vertrag-widerrufen', 'withdrawal', <WithdrawalPage operator={operator} />),
  ];
}
