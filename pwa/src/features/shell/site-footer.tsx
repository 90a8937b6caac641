import type { ReactNode } from 'react';
import { facts } from '~/lib/facts';
import { useText, type TextKey } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import styles from './site-frame.module.css';

type Entry = readonly [label: TextKey, href: string];

const PRODUCT: Entry[] = [
  ['shell.nav.styles', '/styles'],
  ['shell.nav.pricing', '/pricing'],
  ['site.footer.applications', '/bewerbungsfoto'],
  ['site.footer.linkedin', '/linkedin'],
  ['site.footer.companies', '/unternehmen'],
  ['site.footer.judgements', '/bewertungen'],
  ['shell.footer.imageCheck', '/bild-pruefen'],
];

const COMPANY: Entry[] = [
  ['site.footer.imprint', '/legal/imprint'],
  ['site.footer.privacy', '/legal/privacy'],
  ['site.footer.cookies', '/legal/cookies'],
  ['site.footer.accessibility', '/barrierefreiheit'],
  ['shell.footer.misuse', '/missbrauch-melden'],
];

const CONTRACTS: Entry[] = [
  ['site.footer.terms', '/legal/terms'],
  ['site.footer.cancel', '/kuendigen'],
  ['site.footer.withdraw', '/vertrag-widerrufen'],
  ['site.footer.refund', '/legal/refund'],
];

const FOLLOW: Entry[] = [
  ['site.footer.blog', '/blog'],
  ['site.footer.feed', '/blog/feed.xml'],
];

function Column({
  heading,
  entries,
  path,
  children,
}: {
  heading: TextKey;
  entries: readonly Entry[];
  path: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <nav aria-label={t(heading)} className={styles.column}>
      <p className={styles.columnTitle} aria-hidden>
        {t(heading)}
      </p>
      <ul>
        {entries.map(([label, href]) => (
          <li key={href}>
            <TextLink href={href} variant="plain" aria-current={href === path ? 'page' : undefined}>
              {t(label)}
            </TextLink>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}

/** Where the product can be followed: the name of the network and the address. */
export interface SocialLink {
  network: string;
  url: string;
}

/** The foot of the public pages; `path` is the page's own, which is marked. */
export function SiteFooter({ path, social = [] }: { path?: string; social?: readonly SocialLink[] }) {
  const t = useText();
  return (
    <footer className={styles.footer} data-screen-only>
      <div className={styles.columns}>
        <Column heading="site.footer.product" entries={PRODUCT} path={path} />
        <Column heading="site.footer.company" entries={COMPANY} path={path} />
        <Column heading="site.footer.contracts" entries={CONTRACTS} path={path} />
        <Column heading="site.footer.social" entries={FOLLOW} path={path}>
          {social.map(({ network, url }) => (
            <li key={url}>
              <TextLink
                href={url}
                variant="plain"
                rel="noopener me"
                aria-label={t('site.footer.network', { brand: facts.brand, network })}
              >
                {network}
              </TextLink>
            </li>
          ))}
        </Column>
      </div>
      <p className={styles.note}>
        {t('shell.brand')} · {t('site.footer.note')}
      </p>
    </footer>
  );
}
