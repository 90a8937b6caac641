import type { ReactNode } from 'react';
import { errorText } from '~/lib/api';
import { Notice, PageHeader } from '~/ui';
import styles from './auth-screen.module.css';

/** What stands in the place of a screen that came to nothing: why, and what can be done. */
export function Broken({ title, error, actions }: { title: string; error: unknown; actions: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.text}>
        <Notice tone="bad">{errorText(error)}</Notice>
        <div className={styles.actions}>{actions}</div>
      </div>
    </>
  );
}
