import { errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';
import styles from '../settings.module.css';
import type { usePages } from './use-pages';

/** The way to the older entries of a list. */
export function LoadMore({ hasMore, isPending, failure, loadMore }: Pick<ReturnType<typeof usePages>, 'hasMore' | 'isPending' | 'failure' | 'loadMore'>) {
  const t = useText();
  return (
    <>
      {failure ? <Notice tone="bad">{errorText(failure)}</Notice> : null}
      {hasMore ? (
        <div className={styles.below}>
          <Button isPending={isPending} onPress={() => void loadMore()}>
            {isPending ? t('shell.loading') : t('settings.billing.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
