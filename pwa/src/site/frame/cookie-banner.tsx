import { useText } from '~/lib/i18n';
import { PlainButton } from '~/ui/plain-button';
import { TextLink } from '~/ui/text-link';
import { detailOf, namesOf, servicesOf } from '../content/measuring';
import type { SiteData } from '../site-data';
import styles from './cookie-banner.module.css';

/**
 * The question about cookies at the foot of the window. It is part of every document and hidden by the boot script where it has been
 * answered; without scripts it is never shown, for then nothing that needs a consent can be loaded either.
 */
export function CookieBanner({ measurement }: Pick<SiteData, 'measurement'>) {
  const t = useText();
  return (
    <section className={styles.banner} aria-label={t('site.cookies.title')} data-cookie-banner data-screen-only>
      <div className={styles.words}>
        <p className={styles.title}>{t('site.cookies.title')}</p>
        <p>{t('measuring.text', { services: namesOf(measurement) })}</p>
        <details className={styles.details}>
          <summary>{t('site.cookies.more')}</summary>
          <ul>
            <li>{t('site.cookies.details.necessary')}</li>
            {servicesOf(measurement).map(({ kind, service }) => (
              <li key={kind}>{detailOf(kind, service)}</li>
            ))}
          </ul>
          <TextLink href="/legal/cookies" variant="strong">
            {t('site.cookies.details.link')}
          </TextLink>
        </details>
      </div>
      <div className={styles.actions}>
        <PlainButton data-cookie-choice="none">{t('site.cookies.onlyNecessary')}</PlainButton>
        <PlainButton data-cookie-choice="none">{t('site.cookies.rejectAll')}</PlainButton>
        <PlainButton data-cookie-choice="all">{t('site.cookies.acceptAll')}</PlainButton>
      </div>
    </section>
  );
}
