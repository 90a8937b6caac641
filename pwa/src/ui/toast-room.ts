import { useCallback } from 'react';

/** Tells the room of the messages, and keeps the page where it is when they go, as far as it can be scrolled. */
function tellToastRoom(pixels: number): void {
  const { documentElement } = document;
  const room = () => parseFloat(getComputedStyle(documentElement).getPropertyValue('--top-room')) || 0;
  const before = room();
  documentElement.style.setProperty('--toast-room', `${pixels}px`);
  const given = before - room();
  if (given > 0 && scrollY >= given) scrollBy({ top: -given, behavior: 'instant' });
}

/** @returns the ref of the messages, which stand above the page on a phone */
export const useToastRoom = <T extends HTMLElement>(): ((element: T) => () => void) =>
  useCallback((element: T) => {
    const observer = new ResizeObserver(() => tellToastRoom(element.offsetHeight));
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      tellToastRoom(0);
    };
  }, []);
