import { errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';
import styles from './load-more.module.css';
import type { useNext } from './use-next';

/** The way to the older entries of a list. */
export function LoadMore({ hasMore, isPending, failure, loadMore }: ReturnType<typeof useNext>) {
  const t = useText();
  return (
    <>
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      {hasMore ? (
        <div className={styles.more}>
          <Button isPending={isPending} onPress={() => void loadMore()}>
            {isPending ? t('shell.loading') : t('shell.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
