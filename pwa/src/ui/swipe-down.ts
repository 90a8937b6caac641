import { useEffect, useEffectEvent, type RefObject } from 'react';

/** How far a finger pulls before what it pulls closes, and how fast a shorter pull, at least so long, has to be. In pixels, and pixels per millisecond. */
const FAR = 110;
const FAST = 0.6;
const LEAST = 40;
/** What moved less has no direction yet. */
const SLACK = 10;
/** What has gestures of its own, or takes text. */
const OTHERS = '[data-own-gestures], input, textarea, select, [role="slider"], [contenteditable]';

interface Pull {
  x: number;
  y: number;
  at: number;
  isTaken: boolean;
}

/** Whether what is under the finger, up to the element, still scrolls upwards by that pull. */
function scrollsUp(target: Element, until: Element): boolean {
  for (let each: Element | null = target; each; each = each === until ? null : each.parentElement)
    if (each.scrollTop > 0) return true;
  return false;
}

/** One finger pulls an element down and away, as phones do with what lies over a page. It follows the finger and comes back when let go early. */
export function useSwipeDown(area: RefObject<HTMLElement | null>, onSwipe: () => void, isEnabled: boolean): void {
  const swipe = useEffectEvent(onSwipe);

  useEffect(() => {
    const element = area.current;
    if (!element || !isEnabled) return;
    let pull: Pull | null = null;

    function place(offset: number): void {
      if (!element) return;
      element.style.translate = offset > 0 ? `0 ${offset}px` : '';
    }

    function onStart(event: TouchEvent): void {
      const [touch, second] = event.touches;
      const target = event.target as Element;
      if (pull?.isTaken) place(0);
      pull =
        touch && !second && !target.closest(OTHERS) && element && !scrollsUp(target, element)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp, isTaken: false }
          : null;
    }

    function onMove(event: TouchEvent): void {
      const [touch] = event.touches;
      if (!pull || !touch) return;
      const across = Math.abs(touch.clientX - pull.x);
      const down = touch.clientY - pull.y;
      if (!pull.isTaken) {
        if (Math.max(across, Math.abs(down)) < SLACK) return;
        if (down < 2 * across) {
          pull = null;
          return;
        }
        pull.isTaken = true;
      }
      event.preventDefault();
      place(down);
    }

    function onEnd(event: TouchEvent): void {
      const touch = event.changedTouches[0];
      const ended = pull;
      pull = null;
      if (!ended?.isTaken) return;
      const down = touch ? touch.clientY - ended.y : 0;
      const isSwipe =
        event.type === 'touchend' && (down > FAR || (down > LEAST && down / (event.timeStamp - ended.at) > FAST));
      if (isSwipe) swipe();
      place(0);
    }

    const stop = new AbortController();
    const options = { passive: false, signal: stop.signal };
    element.addEventListener('touchstart', onStart, options);
    element.addEventListener('touchmove', onMove, options);
    element.addEventListener('touchend', onEnd, options);
    element.addEventListener('touchcancel', onEnd, options);
    return () => {
      stop.abort();
      place(0);
    };
  }, [area, isEnabled]);
}
