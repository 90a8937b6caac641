import { facts } from '~/lib/facts';
import type {
  Article as ArticleThing,
  BreadcrumbList,
  FAQPage,
  ImageObject,
  MerchantReturnPolicy,
  Offer,
  Organization,
  Product,
  Thing,
  WebSite,
  WithContext,
} from 'schema-dts';
import { text } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import type { Article } from '../content/articles';
import type { Question } from '../content/copy';
import { toHtml } from '../content/markdown';
import type { SiteData } from '../site-data';

/** A description for search engines; its types know the words of schema.org. */
export type JsonLd = Described<Thing>;
/** Schema.org lets a thing be a mere name; ours say more. */
type Described<Kind extends Thing> = WithContext<Exclude<Kind, string>>;

const context = { '@context': 'https://schema.org' } as const;
const organisationId = ({ origin }: SiteData): string => `${origin}/#organisation`;

/** Countries an operator may sit in and orders come from, by the codes that search engines ask for. */
const COUNTRIES = ['CH', 'LI', 'DE', 'AT'];
const countryNames = new Intl.DisplayNames([LANGUAGE], { type: 'region' });
const countryCode = (name: string): string => COUNTRIES.find((code) => countryNames.of(code) === name) ?? name;

/** «8000 Zürich» in its two parts. */
function placeOf(city: string): { postalCode?: string; addressLocality: string } {
  const [, postalCode, addressLocality] = /^(\d{4,5})\s+(.+)$/.exec(city) ?? [];
  return postalCode && addressLocality ? { postalCode, addressLocality } : { addressLocality: city };
}

export const organisation = (data: SiteData): Described<Organization> => ({
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
    ...placeOf(data.operator.city),
    addressCountry: countryCode(data.operator.country),
  },
  ...(data.operator.phone ? { telephone: data.operator.phone } : {}),
  ...(data.operator.vat ? { vatID: data.operator.vat } : {}),
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    email: data.operator.email,
    availableLanguage: LANGUAGE,
  },
  ...(data.operator.social.length > 0 ? { sameAs: data.operator.social.map(({ url }) => url) } : {}),
});

export const website = (data: SiteData): Described<WebSite> => ({
  ...context,
  '@type': 'WebSite',
  '@id': `${data.origin}/#website`,
  url: `${data.origin}/`,
  name: facts.brand,
  inLanguage: LANGUAGE,
  publisher: { '@id': organisationId(data) },
});

/** The withdrawal that everybody has: no goods go back, and the money by what is unused. */
const returnPolicy = (data: SiteData): MerchantReturnPolicy => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: COUNTRIES,
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: facts.withdrawal.days,
  merchantReturnLink: `${data.origin}/legal/refund`,
  returnFees: 'https://schema.org/FreeReturn',
});

/** What is bought once, as offers. */
const packOffers = (data: SiteData, packs: SiteData['packs']): Offer[] =>
  packs.map((pack) => ({
    '@type': 'Offer',
    name: text('billing.pricing.once.pack', { name: pack.name }),
    price: (pack.priceRappen / 100).toFixed(2),
    priceCurrency: 'CHF',
    url: `${data.origin}/pricing`,
    availability: 'https://schema.org/InStock',
    hasMerchantReturnPolicy: returnPolicy(data),
  }));

/** The plans as offers of one product, and the packs where a page shows them. */
export const product = (
  data: SiteData,
  name: string,
  description: string,
  packs: SiteData['packs'] = [],
): Described<Product> => ({
  ...context,
  '@type': 'Product',
  '@id': `${data.origin}/#product`,
  name,
  description,
  image: `${data.origin}/og/home.jpg`,
  brand: { '@type': 'Brand', name: facts.brand },
  hasMerchantReturnPolicy: returnPolicy(data),
  offers: [
    ...data.plans.map((plan): Offer => ({
      '@type': 'Offer',
      hasMerchantReturnPolicy: returnPolicy(data),
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

export const questions = (data: SiteData, asked: readonly Question[]): Described<FAQPage> => ({
  ...context,
  '@type': 'FAQPage',
  mainEntity: asked.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: toHtml(answer).replaceAll('href="/', `href="${data.origin}/`) },
  })),
});

export const articleLd = (data: SiteData, article: Article, image: string): Described<ArticleThing> => ({
  ...context,
  '@type': 'Article',
  headline: article.title,
  description: article.metaDescription,
  datePublished: article.date,
  dateModified: article.updated,
  inLanguage: LANGUAGE,
  image: `${data.origin}${image}`,
  mainEntityOfPage: `${data.origin}${article.path}`,
  author: { '@id': organisationId(data), '@type': 'Organization', name: facts.brand, url: `${data.origin}/` },
  publisher: { '@id': organisationId(data), '@type': 'Organization', name: facts.brand },
  keywords: article.keywords,
});

/** The picture a page is about. */
export const imageLd = (data: SiteData, path: string, name: string, description: string): Described<ImageObject> => ({
  ...context,
  '@type': 'ImageObject',
  contentUrl: `${data.origin}${path}`,
  name,
  description,
  creator: { '@id': organisationId(data) },
});

/** The way from the start page to here. */
export const breadcrumbs = (
  data: SiteData,
  way: readonly (readonly [name: string, path: string])[],
): Described<BreadcrumbList> => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: way.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${data.origin}${path}`,
  })),
});
