import { useText } from '~/lib/i18n';
import { PlainButton } from '~/ui/plain-button';
import styles from './legal.module.css';

/** The three switches. Without scripts what the other two stand for stays off: they and their buttons give way to a sentence that says so. */
export function CookieSettings() {
  const t = useText();
  const kinds = [
    ['necessary', t('site.cookies.settings.necessary'), t('site.cookies.settings.necessaryText')],
    ['analytics', t('site.cookies.settings.analytics'), t('site.cookies.settings.analyticsText')],
    ['marketing', t('site.cookies.settings.marketing'), t('site.cookies.settings.marketingText')],
  ] as const;
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
