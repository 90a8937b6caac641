import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { movedBy, scaledTo, WHOLE, type Bounds, type Point, type View } from './lightbox-view';

/** How large a picture becomes by two taps. */
const CLOSE_UP = 2.5;
/** A step of the buttons and keys, and how far the arrow keys move, as a share of the window. */
const STEP = 1.5;
const STRIDE = 0.15;
/** Two taps within this time and distance are one gesture; a finger that moved further was none. */
const TAP_MS = 300;
const TAP_REACH = 24;
/** What fingers leave hardly larger than whole was meant to be whole. */
const ALMOST_WHOLE = 1.05;
/** What moves on its own and takes no part in these gestures. */
const OWN = '[data-own-gestures]';

interface Pinch {
  kind: 'pinch';
  view: View;
  distance: number;
  middle: Point;
}

interface Drag {
  kind: 'drag';
  from: Point;
}

export interface Zoom {
  view: View;
  /** Fingers or a pointer are at it: nothing is to be smoothed. */
  isMoving: boolean;
  isZoomed: boolean;
  /** Makes the picture larger (+1) or smaller (-1), from its middle. */
  step(direction: 1 | -1): void;
  /** Moves the picture by shares of the window, towards what lies to the right (+x) and below (+y). */
  stride(x: number, y: number): void;
  reset(): void;
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY });
const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Looks closer at the picture in view: by two taps or a double click, with two fingers, with the wheel while Ctrl is held, and by what the
 * buttons and keys ask for. Another picture in view is seen whole, also where it has taken the place of one that is gone.
 * @param area what the gestures are made on; the picture in view is the stage of its current slide
 * @param id which picture is in view
 */
export function useZoom(area: RefObject<HTMLElement | null>, id: string | undefined): Zoom {
  const [seen, setSeen] = useState({ id, view: WHOLE });
  const viewOf = (kept: typeof seen): View => (kept.id === id ? kept.view : WHOLE);
  const view = viewOf(seen);
  const [isMoving, setMoving] = useState(false);
  const gesture = useRef<Pinch | Drag | null>(null);
  const lastTap = useRef<{ at: number; point: Point } | null>(null);
  const isZoomed = view.scale > 1;

  const setView = (change: (before: View) => View) => setSeen((kept) => ({ id, view: change(viewOf(kept)) }));

  function bounds(): Bounds | null {
    const stage = area.current?.querySelector<HTMLElement>('[data-current] > [data-stage]');
    const window = stage?.parentElement?.getBoundingClientRect();
    if (!stage || !window) return null;
    return {
      x: window.x + window.width / 2,
      y: window.y + window.height / 2,
      window,
      picture: { width: stage.offsetWidth, height: stage.offsetHeight },
    };
  }

  /** @param at the place that stays where it is; the middle unless given */
  function scale(to: number, at?: Point): void {
    const around = bounds();
    if (around) setView((before) => scaledTo(before, to, at ?? around, around));
  }

  function move(by: Point): void {
    const around = bounds();
    if (around) setView((before) => movedBy(before, by, around));
  }

  const toggle = (at: Point) => scale(isZoomed ? 1 : CLOSE_UP, at);

  function end(): void {
    gesture.current = null;
    setMoving(false);
  }

  const onTouchStart = useEffectEvent((event: TouchEvent) => {
    const [first, second] = event.touches;
    if (!first || (event.target as Element).closest(OWN)) return;
    if (second) {
      event.preventDefault();
      lastTap.current = null;
      gesture.current = {
        kind: 'pinch',
        view,
        distance: distanceOf(pointOf(first), pointOf(second)),
        middle: middleOf(pointOf(first), pointOf(second)),
      };
      setMoving(true);
    } else if (isZoomed) {
      gesture.current = { kind: 'drag', from: pointOf(first) };
      setMoving(true);
    }
  });

  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    const [first, second] = event.touches;
    const current = gesture.current;
    if (!first || !current) return;
    event.preventDefault();
    if (current.kind === 'drag') {
      const point = pointOf(first);
      move({ x: point.x - current.from.x, y: point.y - current.from.y });
      gesture.current = { kind: 'drag', from: point };
      return;
    }
    const around = bounds();
    if (!second || !around) return;
    const middle = middleOf(pointOf(first), pointOf(second));
    const scaled = scaledTo(
      current.view,
      (current.view.scale * distanceOf(pointOf(first), pointOf(second))) / current.distance,
      current.middle,
      around,
    );
    setView(() => movedBy(scaled, { x: middle.x - current.middle.x, y: middle.y - current.middle.y }, around));
  });

  const onTouchEnd = useEffectEvent((event: TouchEvent) => {
    const wasPinch = gesture.current?.kind === 'pinch';
    const [left] = event.touches;
    if (left) {
      // One of two fingers was lifted: the other goes on moving the picture.
      if (wasPinch) gesture.current = { kind: 'drag', from: pointOf(left) };
      return;
    }
    end();
    if (wasPinch && view.scale < ALMOST_WHOLE) setView(() => WHOLE);
    if (!wasPinch) tap(event);
  });

  const onTouchCancel = useEffectEvent(() => end());

  function tap(event: TouchEvent): void {
    const touch = event.changedTouches[0];
    if (!touch || (event.target as Element).closest(OWN)) return;
    const now = { at: event.timeStamp, point: pointOf(touch) };
    const last = lastTap.current;
    lastTap.current = now;
    if (!last || now.at - last.at > TAP_MS || distanceOf(now.point, last.point) > TAP_REACH) return;
    lastTap.current = null;
    // Or the browser makes a double click of it as well.
    event.preventDefault();
    toggle(now.point);
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey) {
      event.preventDefault();
      scale(view.scale * Math.exp(-event.deltaY / 100), pointOf(event));
    } else if (isZoomed) {
      event.preventDefault();
      move({ x: -event.deltaX, y: -event.deltaY });
    }
  });

  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0 || !isZoomed || (event.target as Element).closest(OWN))
      return;
    area.current?.setPointerCapture(event.pointerId);
    gesture.current = { kind: 'drag', from: pointOf(event) };
    setMoving(true);
  });

  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const current = gesture.current;
    if (event.pointerType === 'touch' || current?.kind !== 'drag') return;
    const point = pointOf(event);
    move({ x: point.x - current.from.x, y: point.y - current.from.y });
    gesture.current = { kind: 'drag', from: point };
  });

  const onPointerEnd = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== 'touch') end();
  });

  const onDoubleClick = useEffectEvent((event: MouseEvent) => {
    if (!(event.target as Element).closest(OWN)) toggle(pointOf(event));
  });

  // Not React's: those of touch and wheel could not keep the browser from scrolling or enlarging the page.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const stop = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      handler: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, handler, { passive: false, signal: stop.signal });
    listen('touchstart', (event) => onTouchStart(event));
    listen('touchmove', (event) => onTouchMove(event));
    listen('touchend', (event) => onTouchEnd(event));
    listen('touchcancel', () => onTouchCancel());
    listen('wheel', (event) => onWheel(event));
    listen('pointerdown', (event) => onPointerDown(event));
    listen('pointermove', (event) => onPointerMove(event));
    listen('pointerup', (event) => onPointerEnd(event));
    listen('pointercancel', (event) => onPointerEnd(event));
    listen('dblclick', (event) => onDoubleClick(event));
    return () => stop.abort();
  }, [area]);

  return {
    view,
    isMoving,
    isZoomed,
    step: (direction) => scale(direction > 0 ? view.scale * STEP : view.scale / STEP),
    stride: (x, y) => {
      const around = bounds();
      if (around) move({ x: -x * STRIDE * around.window.width, y: -y * STRIDE * around.window.height });
    },
    reset: () => setView(() => WHOLE),
  };
}
