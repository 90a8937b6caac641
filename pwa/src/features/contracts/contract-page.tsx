import type { ReactNode } from 'react';
import { formatDate, formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { Column, Explained, PageHeader, Terms, VisuallyHidden } from '~/ui';
import { contractNotes } from './contract-notes';
import type { Receipt } from './contracts-data';
import styles from './contracts.module.css';

interface ContractPageProps {
  act: 'cancel' | 'withdraw';
  /** What stands there until the declaration was received. */
  children: ReactNode;
  receipt: Receipt | null;
  email: string;
}

/** First what is declared, beside what comes of it; then its receipt, which is announced as well. */
export function ContractPage({ act, children, receipt, email }: ContractPageProps) {
  const t = useText();
  return (
    <>
      {receipt ? (
        <Received act={act} receipt={receipt} email={email} />
      ) : (
        <>
          <PageHeader title={t(`contracts.${act}.title`)} lead={t(`contracts.${act}.lead`)} isPublic />
          <Explained title={t('contracts.next')} notes={contractNotes(act, t)}>
            {children}
          </Explained>
        </>
      )}
      {/* There from the beginning: only what changes in it is read out. */}
      <span role="status">
        {receipt ? (
          <VisuallyHidden>
            {t('contracts.done.announced', { title: t(`contracts.${act}.doneTitle`), number: receipt.number })}
          </VisuallyHidden>
        ) : null}
      </span>
    </>
  );
}

/** The proof on screen: number and time of receipt, where the mail goes, and what comes next. */
function Received({ act, receipt, email }: Omit<ContractPageProps, 'children'> & { receipt: Receipt }) {
  const t = useText();
  return (
    <Column>
      <PageHeader title={t(`contracts.${act}.doneTitle`)} />
      <Terms
        rows={[
          [t('contracts.done.number'), receipt.number],
          [
            t('contracts.done.at'),
            t('contracts.done.atValue', { date: formatDate(receipt.receivedAt), time: formatTime(receipt.receivedAt) }),
          ],
          [t('contracts.done.email'), email],
        ]}
      />
      <div className={styles.after}>
        <p>{t('contracts.done.keep')}</p>
        <p>{t(`contracts.${act}.doneNext`)}</p>
        <div>
          <AppLinkButton to="/">{t('contracts.done.home')}</AppLinkButton>
        </div>
      </div>
    </Column>
  );
}
