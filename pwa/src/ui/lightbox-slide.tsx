import { useState, type CSSProperties, type PointerEvent } from 'react';
import styles from './lightbox.module.css';
import type { View } from './lightbox-view';

/** Another picture that lies over a slide, and the part of it that covers the slide, as shares of its width and height. */
export interface Overlay {
  src: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Slide {
  id: string;
  /** What is seen first, in several widths where there are more. */
  src: string;
  srcSet?: string;
  /** The picture as it is: for zooming in, and for large screens that show every pixel of it. */
  original?: string;
  alt: string;
  /** Width to height; portraits are 4:5. */
  ratio?: number;
  compare?: Overlay | null;
}

/** How wide a 4:5 picture becomes in the window, less the bars above and below it. */
const SIZES = 'min(100vw, 76vh)';
/** Where the original is worth its weight at once. */
const LARGE_AND_DENSE = '(min-width: 64rem) and (min-resolution: 1.5dppx)';

const percent = (share: number): string => `${share * 100}%`;

interface StageProps {
  slide: Slide;
  isCurrent: boolean;
  isNear: boolean;
  /** How it is seen, for the one in view. */
  view: View;
  isMoving: boolean;
  /** Share of the overlay that is shown, from the left; null for none. */
  shown: number | null;
  onShownChange(shown: number): void;
  placeholder: string;
  onMissing(): void;
}

/** One picture: seen whole or closer, by itself or beside what lies over it. */
export function LightboxSlide({
  slide,
  isCurrent,
  isNear,
  view,
  isMoving,
  shown,
  onShownChange,
  placeholder,
  onMissing,
}: StageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isCloser = isCurrent && view.scale > 1;
  const original = slide.original;
  const style = {
    '--ratio': slide.ratio ?? 0.8,
    '--scale': view.scale,
    transform: isCloser ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : undefined,
  } as CSSProperties;

  function onError() {
    setFailed(slide.src);
    onMissing();
  }

  return (
    <div className={styles.slide} data-current={isCurrent || undefined} aria-hidden={!isCurrent}>
      <div data-stage="" className={styles.stage} data-moving={isMoving || undefined} style={style}>
        {failed === slide.src ? (
          <p className={styles.missing}>{placeholder}</p>
        ) : (
          <picture>
            {original && !isCloser ? <source media={LARGE_AND_DENSE} srcSet={original} /> : null}
            <img
              src={isCloser && original ? original : slide.src}
              srcSet={isCloser ? undefined : slide.srcSet}
              sizes={slide.srcSet && !isCloser ? SIZES : undefined}
              alt={slide.alt}
              className={styles.image}
              loading={isNear ? 'eager' : 'lazy'}
              decoding="async"
              draggable={false}
              onError={onError}
            />
          </picture>
        )}
        {isCurrent && slide.compare && shown !== null ? (
          <Covering overlay={slide.compare} shown={shown} onShownChange={onShownChange} />
        ) : null}
      </div>
    </div>
  );
}

/** The overlay up to a line, which can be dragged; the slider below says and does the same. */
function Covering({
  overlay,
  shown,
  onShownChange,
}: {
  overlay: Overlay;
  shown: number;
  onShownChange(shown: number): void;
}) {
  const place = {
    left: percent(-overlay.left / overlay.width),
    top: percent(-overlay.top / overlay.height),
    width: percent(1 / overlay.width),
    height: percent(1 / overlay.height),
  };

  function follow(event: PointerEvent<HTMLElement>) {
    const stage = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!stage || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onShownChange(Math.min(1, Math.max(0, (event.clientX - stage.left) / stage.width)));
  }

  return (
    <>
      <div className={styles.cover} style={{ clipPath: `inset(0 ${percent(1 - shown)} 0 0)` }}>
        <img src={overlay.src} alt="" className={styles.overlaid} style={place} draggable={false} />
      </div>
      <div
        data-own-gestures=""
        aria-hidden="true"
        className={styles.line}
        style={{ left: percent(shown) }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={follow}
      />
    </>
  );
}
