import { BildnisError } from '~/lib/api';
import { useText } from '~/lib/i18n';
import type { ErrorComponentProps } from '~/lib/navigation';
import { BrokenScreen } from './states';
import styles from './states.module.css';

/** What stands there when not even the frame of the signed-in screens could be loaded; it brings nothing that would have to be loaded first. */
export function BrokenPage(props: ErrorComponentProps) {
  const t = useText();
  // All that is asked of the server before the frame is whose account it is.
  const title = props.error instanceof BildnisError ? t('shell.broken.account') : undefined;
  return (
    <main id="content" tabIndex={-1} className={styles.alone}>
      <BrokenScreen {...props} title={title} />
    </main>
  );
}
