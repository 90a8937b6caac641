import { useState } from 'react';
import { formatDate, formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import type { Me } from '~/lib/session';
import { Column, Explained, PageHeader, Terms, VisuallyHidden } from '~/ui';
import { ConfirmReport } from './confirm-report';
import { MisuseForm } from './misuse-form';
import { misuseNotes } from './misuse-notes';
import styles from './misuse.module.css';
import { reportToken } from './report-token';
import { useMisuseReport } from './use-misuse-report';

/** Where misuse of a picture is reported, signed in or not; the link of the mail leads here as well. */
export function MisuseScreen({ me }: { me: Me | null }) {
  const [token, setToken] = useState(() => reportToken());
  return token ? <ConfirmReport token={token} onReport={() => setToken(null)} /> : <Reporting me={me} />;
}

function Reporting({ me }: { me: Me | null }) {
  const t = useText();
  const report = useMisuseReport(me);
  const { receipt } = report;
  return (
    <>
      {receipt ? (
        <Received number={receipt.number} receivedAt={receipt.receivedAt} email={report.input.email.trim()} />
      ) : (
        <>
          <PageHeader title={t('misuse.title')} lead={t('misuse.lead')} isPublic />
          <Explained title={t('misuse.about')} notes={misuseNotes(t)}>
            <MisuseForm report={report} />
          </Explained>
        </>
      )}
      {/* There from the beginning: only what changes in it is read out. */}
      <span role="status">
        {receipt ? <VisuallyHidden>{t('misuse.done.announced', { number: receipt.number })}</VisuallyHidden> : null}
      </span>
    </>
  );
}

/** Nothing is looked at before the address is confirmed: that is what this says first. */
function Received({ number, receivedAt, email }: { number: string; receivedAt: string; email: string }) {
  const t = useText();
  return (
    <Column>
      <PageHeader title={t('misuse.done.title')} lead={t('misuse.done.lead')} />
      <Terms
        rows={[
          [t('misuse.done.number'), number],
          [
            t('misuse.done.at'),
            t('misuse.done.atValue', { date: formatDate(receivedAt), time: formatTime(receivedAt) }),
          ],
          [t('misuse.done.email'), email],
        ]}
      />
      <div className={styles.after}>
        <p>{t('misuse.done.once')}</p>
        <div>
          <AppLinkButton to="/">{t('misuse.done.home')}</AppLinkButton>
        </div>
      </div>
    </Column>
  );
}
