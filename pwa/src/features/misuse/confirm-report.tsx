import { useEffect, useState } from 'react';
import { api, errorCode, errorText, type Schemas } from '~/lib/api';
import { formatDate, formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Button, Column, Notice, PageHeader, ProgressBar } from '~/ui';
import styles from './misuse.module.css';
import { forgetReportToken } from './report-token';

type Confirmed = Schemas['MisuseConfirmation']['items'];

/** Confirms what was reported under the address of the link. Opened again, it confirms what came since. */
export function ConfirmReport({ token, onReport }: { token: string; onReport(): void }) {
  const t = useText();
  const [items, setItems] = useState<Confirmed | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    api.confirmMisuseReport({ body: { token } }).then(
      (confirmed) => isCurrent && setItems(confirmed.items),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
    // Another attempt is what starts over.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [token, attempt]);

  const report = () => {
    forgetReportToken();
    onReport();
  };
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  const isInvalid = failure !== null && errorCode(failure) === 'token_invalid';
  return (
    <Column>
      <div role="status">
        <PageHeader
          title={t(items ? 'misuse.confirm.done' : isInvalid ? 'misuse.confirm.invalid' : 'misuse.confirm.title')}
          lead={items ? t('misuse.confirm.doneText') : isInvalid ? t('misuse.confirm.invalidText') : undefined}
        />
        {items ? (
          <ul className={styles.numbers}>
            {items.map(({ number, receivedAt }) => (
              <li key={number}>
                {t('misuse.confirm.item', { number, date: formatDate(receivedAt), time: formatTime(receivedAt) })}
              </li>
            ))}
          </ul>
        ) : null}
        {!items && !failure ? <ProgressBar label={t('misuse.confirm.title')} /> : null}
        {failure && !isInvalid ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      </div>
      <div className={styles.after}>
        <div>
          {failure && !isInvalid ? (
            <Button variant="primary" onPress={retry}>
              {t('shell.retry')}
            </Button>
          ) : null}
          {items || isInvalid ? <Button onPress={report}>{t('misuse.confirm.another')}</Button> : null}
        </div>
      </div>
    </Column>
  );
}
