import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
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
type Queue = ToastQueue<ToastMessage>;

/** How often a message looks whether its time goes on, in milliseconds. */
const TICK_MS = 250;
/** How long the pointer holds messages in all: one that came up under a pointer at rest goes as well. */
const LONGEST_HOLD_MS = 20_000;

/**
 * Closes a message when its time is over. The library's own timers stay for good where the clock has jumped, and as long as a tap has left
 * the focus here or the pointer lies still; so none is given to it.
 */
function useOwnTime(
  element: RefObject<HTMLElement | null>,
  { key, content: { stays } }: ShownToast,
  queue: Queue,
): void {
  useEffect(() => {
    if (!stays) return undefined;
    let left = stays;
    let hold = LONGEST_HOLD_MS;
    const timer = setInterval(() => {
      const region = element.current?.closest('[role="region"]');
      // Only the keyboard's focus is shown.
      if (region?.querySelector('[data-focus-visible]')) return;
      if (hold > 0 && region?.matches('[data-hovered]')) hold -= TICK_MS;
      else left -= TICK_MS;
      if (left <= 0) queue.close(key);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [element, key, stays, queue]);
}

/** One message. What comes to stand on the page as an error keeps it away on a phone, for as long as it stands there. */
function Message({ toast, queue, children }: { toast: ShownToast; queue: Queue; children: ReactNode }) {
  const { title, text, tone } = toast.content;
  const element = useRef<HTMLDivElement>(null);
  useOwnTime(element, toast, queue);
  const [shownAt] = useState(() => Date.now());
  const standsInline = useSyncExternalStore(subscribe, () => standsSince(text ?? title, shownAt));
  return (
    <AriaToast
      ref={element}
      toast={toast}
      className={styles.toast}
      data-tone={tone}
      data-repeated={standsInline || undefined}
    >
      {children}
    </AriaToast>
  );
}

/**
 * Shows the messages of a queue. On a phone they stand above the page, which makes room for them. Their time stands still under the
 * keyboard's focus, and for a while under the pointer. They are announced politely: nobody is interrupted, which is why the content's role is not the library's
 * `alert`.
 */
export function ToastArea({ queue, label, closeLabel }: { queue: Queue; label: string; closeLabel: string }) {
  const room = useToastRoom<HTMLDivElement>();
  return (
    <ToastRegion ref={room} queue={queue} aria-label={label} className={styles.region} data-screen-only>
      {({ toast }) => (
        <Message toast={toast} queue={queue}>
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
