import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

export interface SheetProps extends Omit<ModalOverlayProps, 'className' | 'style' | 'children'> {
  title: ReactNode;
  role?: 'alertdialog';
  children: ReactNode;
}

/** What every dialog stands on: below on a phone, else in the middle. */
export function Sheet({ title, role, children, ...overlay }: SheetProps) {
  return (
    <ModalOverlay {...overlay} className={styles.scrim}>
      <Modal className={styles.sheet}>
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
