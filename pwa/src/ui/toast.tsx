import { useState, useSyncExternalStore, type ReactNode } from 'react';
import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
  type QueuedToast,
} from 'react-aria-components/Toast';
import { Button } from 'react-aria-components/Button';
import { Icon } from './icons';
import { listeners, standsSince } from './inline-errors';
import { useToastRoom } from './toast-room';
import styles from './toast.module.css';
import type { ToastMessage, ToastQueue } from './toast-queue';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type ShownToast = QueuedToast<ToastMessage>;

/** One message. What comes to stand on the page as an error keeps it away on a phone, for as long as it stands there. */
function Message({ toast, children }: { toast: ShownToast; children: ReactNode }) {
  const { title, text, tone } = toast.content;
  const [shownAt] = useState(() => Date.now());
  const standsInline = useSyncExternalStore(subscribe, () => standsSince(text ?? title, shownAt));
  return (
    <AriaToast toast={toast} className={styles.toast} data-tone={tone} data-repeated={standsInline || undefined}>
      {children}
    </AriaToast>
  );
}

/**
 * Shows the messages of a queue. On a phone they stand above the page, which makes room for them. Their time stands still under the
 * pointer and under the focus. They are announced politely: nobody is interrupted, which is why the content's role is not the library's
 * `alert`.
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
  const room = useToastRoom<HTMLDivElement>();
  return (
    <ToastRegion ref={room} queue={queue} aria-label={label} className={styles.region} data-screen-only>
      {({ toast }) => (
        <Message toast={toast}>
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
        </Message>
      )}
    </ToastRegion>
  );
}
