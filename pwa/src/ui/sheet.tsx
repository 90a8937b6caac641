import { use, useRef, type ReactNode, type RefObject } from 'react';
import { Dialog, OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import { ClosesByBack } from './closes-by-back';
import styles from './dialog.module.css';
import { useSwipeDown } from './swipe-down';

export interface SheetProps extends Omit<ModalOverlayProps, 'className' | 'style' | 'children' | 'ref'> {
  title: ReactNode;
  role?: 'alertdialog';
  /** Something is filled in: a pull would lose it. */
  isForm?: boolean;
  /** Shows pictures: as wide as they can be. */
  isWide?: boolean;
  children: ReactNode;
}

/** What every dialog stands on: below on a phone, where it can be pulled down and away, else in the middle. */
export function Sheet({ title, role, isForm = false, isWide = false, children, ...overlay }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <ModalOverlay {...overlay} className={styles.scrim}>
      <Modal ref={sheet} className={styles.sheet} data-wide={isWide || undefined}>
        <Leaving sheet={sheet} isHeld={overlay.isKeyboardDismissDisabled ?? false} isPulled={!isForm} />
        <Dialog role={role} className={styles.dialog}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface LeavingProps {
  sheet: RefObject<HTMLDivElement | null>;
  isHeld: boolean;
  isPulled: boolean;
}

/** Back and a pull downwards close the sheet, as Escape does. */
function Leaving({ sheet, isHeld, isPulled }: LeavingProps) {
  const trigger = use(OverlayTriggerStateContext);
  useSwipeDown(sheet, () => trigger?.close(), isPulled && !isHeld);
  return <ClosesByBack isHeld={isHeld} />;
}
