import type { ReactNode } from 'react';
import frame from '~/features/shell/root-frame.module.css';
import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import { taxOfPrices } from '../content/fill';
import { isMeasured } from '../content/measuring';
import { CookieBanner } from '../frame/cookie-banner';
import type { SiteData } from '../site-data';
import { BOOT_SCRIPT } from './boot-script';
import type { JsonLd } from './json-ld';

export interface DocumentHead {
  path: string;
  title: string;
  /** What an article is called by itself. */
  headline?: string;
  description: string;
  /** Path of the picture that is shown where the page is shared; 1200 × 630. */
  image: string;
  /** Day it was published, for articles. */
  published?: string;
  /** Day its content last changed, where that is known. */
  modified?: string;
  keywords?: string;
  jsonLd?: readonly JsonLd[];
  /** Pages that are nobody's business but the visitor's are not offered to search engines. */
  isIndexed: boolean;
  /** The largest picture of the first screen, fetched before the page is read. */
  hero?: { avifSet: string; sizes: string };
}

export interface DocumentProps {
  head: DocumentHead;
  data: SiteData;
  fonts: readonly string[];
  /** Fonts that come after the scripts: text is read in a font of the device until then. */
  lateFonts?: readonly string[];
  styles: readonly string[];
  /** Styles within the document: it is seen as soon as it is there, and no connection is taken for them. */
  ownStyles?: string | null;
  /** Modules fetched ahead. */
  preload?: readonly string[];
  /** Answers of the API fetched ahead. */
  answers?: readonly string[];
  script: readonly string[];
  /** Modules that nobody waits for. */
  lateScript?: readonly string[];
  /** What the page's script must know, as attributes of the root element. */
  marks?: Record<`data-${string}`, string>;
  children?: ReactNode;
}

/** `<` must not end the element it stands in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function Meta({ head, data }: { head: DocumentHead; data: SiteData }) {
  const url = `${data.origin}${head.path}`;
  const isIndexed = head.isIndexed && !data.isRehearsal;
  return (
    <>
      <title>{head.title}</title>
      <meta name="operator-contact" content={data.operator.contact} />
      <meta name="operator-tax" content={taxOfPrices(data.operator)} />
      <meta name="description" content={head.description} />
      {head.keywords ? <meta name="keywords" content={head.keywords} /> : null}
      {isIndexed ? (
        <>
          <meta name="robots" content="max-image-preview:large" />
          <link rel="canonical" href={url} />
          <link rel="alternate" hrefLang={LANGUAGE} href={url} />
          <link rel="alternate" hrefLang="x-default" href={url} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:site_name" content={facts.brand} />
      <meta property="og:type" content={head.published ? 'article' : 'website'} />
      <meta property="og:locale" content={LANGUAGE.replace('-', '_')} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      {isIndexed ? <meta property="og:url" content={url} /> : null}
      <meta property="og:image" content={`${data.origin}${head.image}`} />
      <meta property="og:image:alt" content={head.headline ?? head.title} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      {head.published ? <meta property="article:published_time" content={head.published} /> : null}
      {head.published && head.modified ? <meta property="article:modified_time" content={head.modified} /> : null}
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="alternate" type="application/rss+xml" href="/blog/feed.xml" title={facts.brand} />
      {head.jsonLd?.map((each, index) => (
        <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(each) }} />
      ))}
    </>
  );
}

/** A whole HTML document: of a public page, or of the app's own screens, which fill `#root` themselves. */
export function Document({
  head,
  data,
  fonts,
  styles,
  ownStyles,
  preload = [],
  answers = [],
  script,
  lateScript = [],
  lateFonts = [],
  marks,
  children,
}: DocumentProps) {
  return (
    <html lang={LANGUAGE} {...marks}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16130f" media="(prefers-color-scheme: dark)" />
        <script dangerouslySetInnerHTML={{ __html: BOOT_SCRIPT }} />
        {fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {head.hero ? (
          <link
            rel="preload"
            as="image"
            type="image/avif"
            imageSrcSet={head.hero.avifSet}
            imageSizes={head.hero.sizes}
            fetchPriority="high"
          />
        ) : null}
        {ownStyles ? <style dangerouslySetInnerHTML={{ __html: ownStyles }} /> : null}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {preload.map((href) => (
          <link key={href} rel="modulepreload" href={href} crossOrigin="" />
        ))}
        {/* Behind the scripts: a browser has six connections, and an answer that takes one keeps it for a whole round trip. */}
        {answers.map((href) => (
          <link key={href} rel="preload" as="fetch" href={href} crossOrigin="anonymous" fetchPriority="high" />
        ))}
        {script.map((src) => (
          <script key={src} type="module" src={src} crossOrigin="" />
        ))}
        {lateFonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {lateScript.map((src) => (
          <script key={src} type="module" src={src} crossOrigin="" fetchPriority="low" />
        ))}
        <Meta head={head} data={data} />
        {/* react-aria looks for this id before it adds an inline style element; the rule itself is in base.css, as our CSP demands. */}
        <meta id="react-aria-pressable-style" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
      </head>
      <body>
        <a href="#content" className={frame.skip} data-screen-only>
          {text('shell.skip')}
        </a>
        {/* Early, so that a keyboard comes to it first; it stands at the foot of the window. */}
        {isMeasured(data.measurement) ? <CookieBanner measurement={data.measurement} /> : null}
        {data.isRehearsal ? (
          <aside className={frame.rehearsal} aria-label={text('site.rehearsalLabel')}>
            {text('site.rehearsal')}
          </aside>
        ) : null}
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
