import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ClosesByBack } from './closes-by-back';
import { IconButton } from './icon-button';
import { LightboxSlide, type Slide } from './lightbox-slide';
import { WHOLE, MOST } from './lightbox-view';
import { useZoom } from './lightbox-zoom';
import styles from './lightbox.module.css';
import { Slider } from './slider';
import { useSwipeDown } from './swipe-down';

export type { Slide } from './lightbox-slide';

export interface LightboxLabels {
  dialog: string;
  close: string;
  previous: string;
  next: string;
  /** Said whenever another picture comes into view. */
  position(number: number, total: number): string;
  larger: string;
  smaller: string;
  /** How much larger than whole the picture is seen, for instance «250 %». */
  scale(scale: number): string;
  /** What lies over a picture that is compared. */
  overlay?: string;
  /** Stands where a picture cannot be loaded. */
  missing: string;
}

export interface LightboxProps {
  slides: readonly Slide[];
  /** Which slide is open; null when none is. */
  open: string | null;
  onClose(): void;
  labels: LightboxLabels;
  /** Whether pictures that can be compared are seen beside what lies over them. */
  isComparing?: boolean;
  /** A picture could not be loaded. */
  onMissing?(): void;
  /** The actions at the bottom, for the slide in view. */
  children: (slide: Slide, index: number) => ReactNode;
}

/**
 * Pictures over the whole window, one at a time: swiped, stepped through with the arrow keys or the buttons, closed with Escape or pulled down, and looked
 * at closely with two taps, two fingers, the wheel, the keys + − 0 or the buttons.
 */
export function Lightbox({ open, onClose, labels, ...content }: LightboxProps) {
  return (
    <ModalOverlay isOpen={open !== null} onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.overlay}>
      <Modal className={styles.modal}>
        <ClosesByBack />
        <Dialog aria-label={labels.dialog} className={styles.dialog}>
          <Reel {...content} labels={labels} first={open} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type ReelProps = Omit<LightboxProps, 'open'> & { first: string | null };

/** Where the arrow keys lead while a picture is seen closer: towards what lies there. */
const STRIDES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Reel({ slides, first, onClose, labels, isComparing = false, onMissing, children }: ReelProps) {
  const track = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      slides.findIndex(({ id }) => id === first),
    ),
  );
  // Where the last of them has gone, the one before it is in view.
  const index = Math.max(0, Math.min(at, slides.length - 1));
  const [shown, setShown] = useState(0.5);
  // Where a button or key is leading; what passes by on the way there is not in view.
  const heading = useRef<number | null>(null);
  const slide = slides[index];
  const zoom = useZoom(track, slide?.id);
  useSwipeDown(track, onClose, !zoom.isZoomed);
  const canCompare = isComparing && Boolean(slide?.compare);

  // The track opens at the picture that was pressed, not by way of those before it; afterwards its own scroll position is the truth.
  useEffect(() => {
    if (track.current) track.current.scrollTo({ left: index * track.current.clientWidth, behavior: 'instant' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  }, []);

  // At once: react-aria would wait for every transition of the page to end, and give the focus to the dialog if that takes half a second.
  useEffect(() => close.current?.focus({ preventScroll: true }), []);

  /** Another picture is in view: it is seen whole. */
  function settle(next: number) {
    if (next === index) return;
    setAt(next);
    zoom.reset();
  }

  function go(to: number) {
    if (to < 0 || to >= slides.length) return;
    settle(to);
    heading.current = to;
    track.current?.scrollTo({ left: to * track.current.clientWidth });
  }

  function onScroll({ scrollLeft, clientWidth }: HTMLElement) {
    const next = Math.round(scrollLeft / Math.max(1, clientWidth));
    if (heading.current === null) settle(next);
    else if (heading.current === next) heading.current = null;
  }

  /** Wherever a way that was cut short has ended, that picture is in view. */
  function onScrollEnd(at: HTMLElement) {
    heading.current = null;
    onScroll(at);
  }

  function onKeyDown(event: KeyboardEvent) {
    // A menu that is open lies elsewhere in the page, and a slider has keys of its own.
    if (
      !event.currentTarget.contains(event.target as Node) ||
      event.target instanceof HTMLInputElement ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const stride = zoom.isZoomed ? STRIDES[event.key] : undefined;
    if (stride) zoom.stride(...stride);
    else if (event.key === 'ArrowRight') go(index + 1);
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(slides.length - 1);
    else if (event.key === '+' || event.key === '=') zoom.step(1);
    else if (event.key === '-') zoom.step(-1);
    else if (event.key === '0') zoom.reset();
    else return;
    event.preventDefault();
  }

  return (
    // The keys work wherever the focus is inside the viewer; the dialog around it has the role.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.reel} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <span className={styles.previous}>
          <IconButton icon="arrow-left" label={labels.previous} onPress={() => go(index - 1)} isAtEnd={index === 0} />
        </span>
        <span role="status" className={styles.position}>
          {labels.position(index + 1, slides.length)}
        </span>
        <span className={styles.next}>
          <IconButton
            icon="arrow-right"
            label={labels.next}
            onPress={() => go(index + 1)}
            isAtEnd={index === slides.length - 1}
          />
        </span>
        <span className={styles.zoom}>
          <IconButton icon="minus" label={labels.smaller} onPress={() => zoom.step(-1)} isAtEnd={!zoom.isZoomed} />
          <output className={styles.scale}>{labels.scale(zoom.view.scale)}</output>
          <IconButton
            icon="plus"
            label={labels.larger}
            onPress={() => zoom.step(1)}
            isAtEnd={zoom.view.scale >= MOST}
          />
        </span>
        <IconButton ref={close} icon="close" label={labels.close} onPress={onClose} />
      </div>
      <div
        ref={track}
        role="group"
        aria-label={labels.dialog}
        // What scrolls takes the focus: nothing in it would.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.track}
        data-zoomed={zoom.isZoomed || undefined}
        onPointerDown={() => (heading.current = null)}
        onScroll={({ currentTarget }) => onScroll(currentTarget)}
        onScrollEnd={({ currentTarget }) => onScrollEnd(currentTarget)}
      >
        {slides.map((each, number) => (
          <LightboxSlide
            key={each.id}
            slide={each}
            isCurrent={number === index}
            isNear={Math.abs(number - index) <= 1}
            view={number === index ? zoom.view : WHOLE}
            isMoving={zoom.isMoving}
            shown={isComparing ? shown : null}
            onShownChange={setShown}
            placeholder={labels.missing}
            onMissing={() => onMissing?.()}
          />
        ))}
      </div>
      <div className={styles.foot}>
        {canCompare ? (
          <div className={styles.compare}>
            <Slider
              label={labels.overlay}
              value={shown}
              onChange={setShown}
              min={0}
              max={1}
              step={0.01}
              format={{ style: 'percent' }}
            />
          </div>
        ) : null}
        <div className={styles.actions}>{slide ? children(slide, index) : null}</div>
      </div>
    </div>
  );
}
