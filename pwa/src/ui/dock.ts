import { useCallback } from 'react';

/** How much of the window a fixed bar takes at its foot, and a column at its side; pixels, read by what floats (banner, messages) and by the page's end. */
const EDGES = { bottom: '--edge-bottom', start: '--edge-start' } as const;

/** A fixed element is a bar at the foot of the window, a sticky one a column at its side; anything else moves with the page. */
function measure(element: HTMLElement): { bottom: number; start: number } {
  const { position } = getComputedStyle(element);
  return { bottom: position === 'fixed' ? element.offsetHeight : 0, start: position === 'sticky' ? element.offsetWidth : 0 };
}

/**
 * For the element that holds the navigation: the room it takes is known to the layout for as long as it is there.
 * @returns the element's ref
 */
export function useDock<T extends HTMLElement>(): (element: T) => () => void {
  return useCallback((element: T) => {
    const { style } = document.documentElement;
    const tell = () => {
      const room = measure(element);
      style.setProperty(EDGES.bottom, `${room.bottom}px`);
      style.setProperty(EDGES.start, `${room.start}px`);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty(EDGES.bottom);
      style.removeProperty(EDGES.start);
    };
  }, []);
}
