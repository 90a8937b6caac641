import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { classNames } from '~/ui/class-names';
import type { LegalText } from '../content/legal';
import type { SiteData } from '../site-data';
import { Contents } from './contents';
import { CookieSettings } from './cookie-settings';
import blog from './blog.module.css';
import styles from './legal.module.css';
import { PageHead, Prose } from './parts';

/** A legal text with its table of contents; the one about cookies begins with the choice itself. */
export function LegalPage({ text, measurement }: { text: LegalText } & Pick<SiteData, 'measurement'>) {
  const t = useText();
  return (
    <>
      <PageHead
        title={text.title}
        lead={text.description}
        below={
          <p className={styles.standing}>
            <span>{t('site.legal.updated', { date: formatDate(text.updated) })}</span>
            <span>{t('site.legal.version', { version: text.version })}</span>
          </p>
        }
      />
      {text.path === '/legal/cookies' ? <CookieSettings measurement={measurement} /> : null}
      <div className={blog.body}>
        <Contents headings={text.headings} />
        <Prose html={text.html} className={classNames(blog.text, styles.law)} />
      </div>
    </>
  );
}
