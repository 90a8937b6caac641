import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button';
import styles from './lightbox.module.css';

export interface Slide {
  id: string;
  src: string;
  alt: string;
}

export interface LightboxProps {
  slides: readonly Slide[];
  /** Which slide is open; null when none is. */
  open: string | null;
  onClose(): void;
  labels: { dialog: string; close: string; previous: string; next: string };
  /** What stands at the bottom, for the slide in view: its position, its actions. */
  children: (slide: Slide, index: number) => ReactNode;
}

/** Pictures over the whole window, one at a time: swiped, stepped through with the arrow keys or the buttons, closed with Escape. */
export function Lightbox({ open, onClose, labels, ...content }: LightboxProps) {
  return (
    <ModalOverlay isOpen={open !== null} onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog aria-label={labels.dialog} className={styles.dialog}>
          <Reel {...content} labels={labels} first={open} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type ReelProps = Omit<LightboxProps, 'open'> & { first: string | null };

function Reel({ slides, first, onClose, labels, children }: ReelProps) {
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(() => Math.max(0, slides.findIndex(({ id }) => id === first)));
  const slide = slides[index];

  // The track opens at the picture that was pressed; afterwards its own scroll position is the truth.
  useEffect(() => {
    if (track.current) track.current.scrollLeft = index * track.current.clientWidth;
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  }, []);

  function go(to: number) {
    if (to < 0 || to >= slides.length) return;
    setIndex(to);
    track.current?.scrollTo({ left: to * track.current.clientWidth });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') go(index + 1);
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(slides.length - 1);
    else return;
    event.preventDefault();
  }

  return (
    // Arrow keys work wherever the focus is inside the viewer; the dialog around it has the role.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.reel} onKeyDown={onKeyDown}>
      <div
        ref={track}
        className={styles.track}
        onScroll={({ currentTarget }) => setIndex(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))}
      >
        {slides.map((each, number) => (
          <div key={each.id} className={styles.slide} aria-hidden={number !== index}>
            <img src={each.src} alt={each.alt} className={styles.image} loading={Math.abs(number - index) <= 1 ? 'eager' : 'lazy'} decoding="async" />
          </div>
        ))}
      </div>
      <div className={styles.bar}>
        <Button look="quiet" onPress={() => go(index - 1)} isDisabled={index === 0} aria-label={labels.previous}>
          <Arrow path="M10 3L5 8l5 5" />
        </Button>
        {slide ? children(slide, index) : null}
        <Button look="quiet" onPress={() => go(index + 1)} isDisabled={index === slides.length - 1} aria-label={labels.next}>
          <Arrow path="M6 3l5 5-5 5" />
        </Button>
      </div>
      <div className={styles.close}>
        <Button autoFocus look="quiet" onPress={onClose}>
          {labels.close}
        </Button>
      </div>
    </div>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={styles.arrow}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
