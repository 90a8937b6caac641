import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { Button } from 'react-aria-components/Button';
import { Icon } from './icons';
import styles from './toast.module.css';
import type { ToastMessage, ToastQueue } from './toast-queue';

/**
 * Shows the messages of a queue. Their time stands still under the pointer and under the focus. They are announced politely: nobody
 * is interrupted, which is why the content's role is not the library's `alert`.
 */
export function ToastArea({
  queue,
  label,
  closeLabel,
}: {
  queue: ToastQueue<ToastMessage>;
  label: string;
  closeLabel: string;
}) {
  return (
    <ToastRegion queue={queue} aria-label={label} className={styles.region} data-screen-only>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast} data-tone={toast.content.tone}>
          <ToastContent role="status" className={styles.content}>
            <Text slot="title" className={styles.title}>
              {toast.content.title}
            </Text>
            {toast.content.text ? (
              <Text slot="description" className={styles.text}>
                {toast.content.text}
              </Text>
            ) : null}
          </ToastContent>
          <Button slot="close" aria-label={closeLabel} className={styles.close}>
            <Icon name="close" size="small" />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
