import type { ReactNode } from 'react';
import auth from '~/features/accounts/auth-page.module.css';
import wizard from '~/features/ai-profiles/wizard/wizard-screen.module.css';
import order from '~/features/billing/order/order-screen.module.css';
import frame from '~/features/shell/app-frame.module.css';
import vote from '~/features/votes/vote-screen.module.css';
import { useText } from '~/lib/i18n';
import { Column, PageHeader } from '~/ui/page';
import { Picture } from '~/ui/picture';
import { RowsSkeleton, Skeleton } from '~/ui/skeleton';
import { TextLink } from '~/ui/text-link';
import { VisuallyHidden } from '~/ui/visually-hidden';
import styles from './waiting.module.css';

/*
 * What documents of the app show in the shape of the screen to come, until its scripts are there. Parts of `ui` are taken one by one:
 * all of them would bring react-aria into the command that renders this.
 */

function Loading() {
  const t = useText();
  return (
    <VisuallyHidden>
      <span role="status">{t('shell.loading')}</span>
    </VisuallyHidden>
  );
}

/** A title and its quiet line, of which nobody knows the words yet. */
const Head = () => (
  <div className={styles.head}>
    <Skeleton shape="heading" width="half" />
    <Skeleton shape="line" width="half" />
  </div>
);

const Field = () => (
  <div className={styles.field}>
    <Skeleton shape="line" width="short" />
    <Skeleton shape="control" />
  </div>
);

/** Signing in: a heading, two fields, the button. */
export const WaitingForm = () => (
  <div className={auth.page} aria-busy="true">
    <Column>
      <Loading />
      <Head />
      <div className={styles.form}>
        <Field />
        <Field />
        <Field />
      </div>
    </Column>
    <div className={auth.figure} aria-hidden="true">
      <Picture src={null} alt="" />
    </div>
  </div>
);

/** The order page: what is ordered line by line, what is agreed to, the button. */
export const WaitingOrder = () => (
  <div className={order.screen} aria-busy="true">
    <Loading />
    <Head />
    <div className={order.lines}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
        <Skeleton key={line} shape="line" width={line % 2 === 0 ? 'half' : 'long'} />
      ))}
    </div>
    <div className={order.boxes}>
      <Skeleton shape="control" />
    </div>
  </div>
);

/** A vote: what is asked, and portraits side by side. */
export const WaitingVote = () => (
  <div className={vote.page} aria-busy="true">
    <Loading />
    <Head />
    <ul className={vote.choices}>
      {[1, 2].map((choice) => (
        <li key={choice}>
          <Skeleton shape="portrait" />
          <Skeleton shape="control" />
        </li>
      ))}
    </ul>
  </div>
);

const PLACES = [
  ['/app', 'shell.nav.overview'],
  ['/app/profiles', 'shell.nav.profiles'],
  ['/app/styles', 'shell.nav.styles'],
  ['/app/settings', 'shell.nav.account'],
] as const;

/** The frame of the signed-in app, whose places can be gone to already. */
function WaitingFrame({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div className={frame.frame}>
      <header className={frame.top} data-screen-only>
        <TextLink href="/app" variant="plain" className={frame.brand}>
          {t('shell.brand')}
        </TextLink>
      </header>
      <div className={frame.side} data-screen-only>
        <nav aria-label={t('shell.nav.main')} className={frame.places}>
          {PLACES.map(([href, label]) => (
            <TextLink key={href} href={href} variant="plain" className={frame.place}>
              {t(label)}
            </TextLink>
          ))}
        </nav>
      </div>
      <main id="content" tabIndex={-1} className={frame.main} aria-busy="true">
        <Loading />
        {children}
      </main>
    </div>
  );
}

const WaitingRows = ({ count }: { count: number }) => (
  <div className={styles.section}>
    <Skeleton shape="heading" width="short" />
    <RowsSkeleton count={count} />
  </div>
);

/** The dashboard: a greeting, the next act, rows. */
export const WaitingDashboard = () => (
  <WaitingFrame>
    <Head />
    <WaitingRows count={3} />
    <WaitingRows count={2} />
  </WaitingFrame>
);

/** The wizard: its title, the drawn tips, what is agreed to. */
export function WaitingWizard() {
  const t = useText();
  return (
    <WaitingFrame>
      <PageHeader
        above={
          <TextLink href="/app" variant="strong">
            {t('shell.back')}
          </TextLink>
        }
        title={t('aiProfiles.wizard.title')}
        // As high as the line to come.
        lead={'\u00a0'}
      />
      <div className={wizard.columns}>
        <div className={wizard.main}>
          <div className={styles.tips}>
            {[1, 2, 3, 4].map((tip) => (
              <div key={tip} className={styles.tip}>
                <Skeleton shape="thumb" />
                <Skeleton shape="line" width="long" />
              </div>
            ))}
          </div>
          <WaitingRows count={2} />
        </div>
        <div className={wizard.side}>
          <Field />
          <Field />
        </div>
      </div>
    </WaitingFrame>
  );
}
