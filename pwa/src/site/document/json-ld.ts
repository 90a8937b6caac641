import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import type { Article } from '../content/articles';
import type { Question } from '../content/copy';
import { toHtml } from '../content/markdown';
import type { SiteData } from '../site-data';

/** A description for search engines in the words of schema.org. */
export type JsonLd = Record<string, unknown>;

const context = { '@context': 'https://schema.org' };
const organisationId = ({ origin }: SiteData): string => `${origin}/#organisation`;

export const organisation = (data: SiteData): JsonLd => ({
  ...context,
  '@type': 'Organization',
  '@id': organisationId(data),
  name: facts.brand,
  legalName: data.operator.name,
  url: `${data.origin}/`,
  logo: `${data.origin}/icons/icon-512.png`,
  email: data.operator.email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: data.operator.street,
    addressLocality: data.operator.city,
    addressCountry: data.operator.country,
  },
  ...(data.operator.phone ? { telephone: data.operator.phone } : {}),
  ...(data.operator.vat ? { vatID: data.operator.vat } : {}),
});

export const website = (data: SiteData): JsonLd => ({
  ...context,
  '@type': 'WebSite',
  '@id': `${data.origin}/#website`,
  url: `${data.origin}/`,
  name: facts.brand,
  inLanguage: LANGUAGE,
  publisher: { '@id': organisationId(data) },
});

/** What is bought once, as offers. */
const packOffers = (data: SiteData, packs: SiteData['packs']): JsonLd[] =>
  packs.map((pack) => ({
    '@type': 'Offer',
    name: text('billing.pricing.once.pack', { name: pack.name }),
    price: (pack.priceRappen / 100).toFixed(2),
    priceCurrency: 'CHF',
    url: `${data.origin}/pricing`,
    availability: 'https://schema.org/InStock',
  }));

/** The plans as offers of one product, and the packs where a page shows them. */
export const product = (data: SiteData, name: string, description: string, packs: SiteData['packs'] = []): JsonLd => ({
  ...context,
  '@type': 'Product',
  name,
  description,
  image: `${data.origin}/og/home.jpg`,
  brand: { '@type': 'Brand', name: facts.brand },
  offers: [
    ...data.plans.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      price: (plan.priceRappen / 100).toFixed(2),
      priceCurrency: 'CHF',
      url: `${data.origin}/pricing`,
      availability: 'https://schema.org/InStock',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: (plan.priceRappen / 100).toFixed(2),
        priceCurrency: 'CHF',
        unitText: 'Monat',
        billingDuration: 'P1M',
      },
    })),
    ...packOffers(data, packs),
  ],
});

export const questions = (data: SiteData, asked: readonly Question[]): JsonLd => ({
  ...context,
  '@type': 'FAQPage',
  mainEntity: asked.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: toHtml(answer).replaceAll('href="/', `href="${data.origin}/`) },
  })),
});

export const articleLd = (data: SiteData, article: Article, image: string): JsonLd => ({
  ...context,
  '@type': 'Article',
  headline: article.title,
  description: article.metaDescription,
  datePublished: article.date,
  dateModified: article.date,
  inLanguage: LANGUAGE,
  image: `${data.origin}${image}`,
  mainEntityOfPage: `${data.origin}${article.path}`,
  author: { '@id': organisationId(data), '@type': 'Organization', name: facts.brand },
  publisher: { '@id': organisationId(data), '@type': 'Organization', name: facts.brand },
  keywords: article.keywords,
});

/** The picture a page is about. */
export const imageLd = (data: SiteData, path: string, name: string, description: string): JsonLd => ({
  ...context,
  '@type': 'ImageObject',
  contentUrl: `${data.origin}${path}`,
  name,
  description,
  creator: { '@id': organisationId(data) },
});

/** The way from the start page to here. */
export const breadcrumbs = (data: SiteData, way: readonly (readonly [name: string, path: string])[]): JsonLd => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: way.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${data.origin}${path}`,
  })),
});
