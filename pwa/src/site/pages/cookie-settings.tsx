import { useText } from '~/lib/i18n';
import { PlainButton } from '~/ui/plain-button';
import { isMeasured, servicesOf } from '../content/measuring';
import type { SiteData } from '../site-data';
import styles from './legal.module.css';

/** A switch for each kind that is measured here. Without scripts what the others stand for stays off: they and their buttons give way to a sentence that says so. */
export function CookieSettings({ measurement }: Pick<SiteData, 'measurement'>) {
  const t = useText();
  if (!isMeasured(measurement))
    return (
      <section className={styles.settings}>
        <h2>{t('site.cookies.settings.title')}</h2>
        <p>{t('measuring.none')}</p>
      </section>
    );
  const kinds = [
    ['necessary', t('site.cookies.settings.necessary'), t('site.cookies.settings.necessaryText')] as const,
    ...servicesOf(measurement).map(
      ({ kind, service: { name, recipient, country } }) =>
        [
          kind,
          t(`site.cookies.settings.${kind}`),
          `${t(`site.cookies.settings.${kind}Text`)} ${name}, ${recipient} (${country}).`,
        ] as const,
    ),
  ];
  return (
    <form
      className={styles.settings}
      data-cookie-settings
      data-saved={t('site.cookies.settings.saved')}
      data-canceled={t('site.cookies.settings.canceled')}
      data-unkept={t('site.cookies.settings.unkept')}
    >
      <h2>{t('site.cookies.settings.title')}</h2>
      {kinds.map(([kind, name, text]) => (
        <label key={kind} className={styles.switch}>
          <strong>{name}</strong>
          <span className={styles.switchText}>{text}</span>
          <input
            type="checkbox"
            // oxlint-disable-next-line role-has-required-aria-props -- a checkbox says by itself whether it is on
            role="switch"
            name={kind}
            className={styles.input}
            defaultChecked={kind === 'necessary'}
            disabled={kind === 'necessary'}
          />
        </label>
      ))}
      <noscript>
        <p className={styles.noScript}>{t('site.cookies.settings.noScript')}</p>
      </noscript>
      <div className={styles.actions}>
        <PlainButton type="submit" variant="primary">
          {t('site.cookies.settings.save')}
        </PlainButton>
        <PlainButton type="reset" variant="secondary">
          {t('site.cookies.settings.cancel')}
        </PlainButton>
        <p className={styles.said} role="status" />
      </div>
    </form>
  );
}
