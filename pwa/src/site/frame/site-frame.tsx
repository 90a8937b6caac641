import type { ReactNode } from 'react';
import { SiteFooter, type SocialLink } from '~/features/shell/site-footer';
import shell from '~/features/shell/site-frame.module.css';
import { SiteHeader } from '~/features/shell/site-header';
import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import { PlainButton } from '~/ui/plain-button';
import { TextLink } from '~/ui/text-link';
import styles from './site-frame.module.css';

/** Both ends of the bar; the mark of the boot script decides which of them is seen. */
function Session() {
  const t = useText();
  return (
    <>
      <TextLink href="/auth" variant="plain" data-for="visitor">
        {t('shell.nav.signIn')}
      </TextLink>
      <LinkButton href="/auth?mode=register" variant="primary" data-for="visitor" data-keep>
        {t('shell.nav.start')}
      </LinkButton>
      <LinkButton href="/app" data-for="member" data-keep>
        {t('shell.nav.dashboard')}
      </LinkButton>
      <PlainButton variant="quiet" data-for="member" data-sign-out>
        {t('shell.nav.signOut')}
      </PlainButton>
    </>
  );
}

function MenuSession() {
  const t = useText();
  return (
    <>
      <TextLink href="/auth" variant="plain" data-for="visitor">
        {t('shell.nav.signIn')}
      </TextLink>
      <PlainButton variant="quiet" data-for="member" data-sign-out>
        {t('shell.nav.signOut')}
      </PlainButton>
    </>
  );
}

/** What stands around the content of every public page. */
export function SiteFrame({
  path,
  social,
  children,
}: {
  path?: string;
  social?: readonly SocialLink[];
  children: ReactNode;
}) {
  const t = useText();
  return (
    <>
      <div className={shell.frame}>
        <SiteHeader path={path} session={<Session />} menuSession={<MenuSession />} />
        <main id="content" tabIndex={-1} className={shell.main}>
          <div role="status">
            <div
              className={styles.message}
              data-screen-only
              data-message
              data-sign-out-failed={t('shell.signOutFailed')}
              data-sign-out-text={t('site.message.stillSignedIn')}
              hidden
            >
              <PlainButton variant="quiet">{t('site.message.close')}</PlainButton>
            </div>
          </div>
          {children}
        </main>
        <SiteFooter path={path} social={social} />
      </div>
    </>
  );
}
