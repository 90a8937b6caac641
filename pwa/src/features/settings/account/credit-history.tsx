import { useState } from 'react';
import { api, errorText, type Schemas } from '~/lib/api';
import { formatDate, formatNumber, formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Blank, Button, Notice, Row, Rows } from '~/ui';
import styles from '../settings.module.css';

export interface CreditPage {
  items: Schemas['CreditEntry'][];
  nextCursor: string | null;
}

const signed = (delta: number) => (delta > 0 ? `+${formatNumber(delta)}` : `−${formatNumber(-delta)}`);

/** What is loaded of the history so far, and how to load more of it. */
function usePages(first: CreditPage) {
  const [page, setPage] = useState(first);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function loadMore(cursor: string) {
    setPending(true);
    setFailure(null);
    try {
      const next = await api.listCreditEntries({ query: { cursor } });
      setPage({ items: [...page.items, ...next.items], nextCursor: next.nextCursor });
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  return { page, isPending, failure, loadMore };
}

/** Every movement of the credits, newest first, with the balance after it. */
export function CreditHistory({ first }: { first: CreditPage }) {
  const t = useText();
  const { page, isPending, failure, loadMore } = usePages(first);
  if (page.items.length === 0) return <Blank>{t('settings.account.historyEmpty')}</Blank>;
  return (
    <>
      <Rows label={t('settings.account.history')}>
        {page.items.map((entry) => (
          <Row
            key={entry.id}
            title={t(`settings.reason.${entry.reason}`)}
            detail={`${formatDate(entry.createdAt)}, ${t('shell.messages.at', { time: formatTime(entry.createdAt) })}`}
            status={<span className={styles.quiet}>{t('settings.account.balance', { balance: formatNumber(entry.balanceAfter) })}</span>}
            action={<span className={styles.delta}>{signed(entry.delta)}</span>}
          />
        ))}
      </Rows>
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      {page.nextCursor ? (
        <div className={styles.below}>
          <Button isPending={isPending} onPress={() => void loadMore(page.nextCursor ?? '')}>
            {t('settings.account.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
