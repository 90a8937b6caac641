import { useCallback } from 'react';

/**
 * The room that a frame's own bars take at the edges of the window, in pixels, as variables of the root element. What floats stands
 * beside it (question about cookies, messages), and the page ends before it.
 */
type Edges = Partial<Record<'--edge-top' | '--edge-bottom' | '--edge-start' | '--act-room', number>>;

/** A fixed element is a bar at the foot of the window, a sticky one a column at its side; anything else moves with the page. */
function dockEdges(element: HTMLElement): Edges {
  const { position } = getComputedStyle(element);
  return {
    '--edge-bottom': position === 'fixed' ? element.offsetHeight : 0,
    '--edge-start': position === 'sticky' ? element.offsetWidth : 0,
  };
}

const actRoom = (element: HTMLElement): Edges => ({
  '--act-room': getComputedStyle(element).position === 'fixed' ? element.offsetHeight : 0,
});

const topEdges = (element: HTMLElement): Edges => ({ '--edge-top': element.offsetHeight });

/** Says how much room an element takes for as long as it is there, however its size changes. */
function keepTold(element: HTMLElement, edgesOf: (element: HTMLElement) => Edges): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    for (const [edge, pixels] of Object.entries(edgesOf(element))) style.setProperty(edge, `${pixels}px`);
  });
  observer.observe(element, { box: 'border-box' });
  return () => {
    observer.disconnect();
    for (const edge of Object.keys(edgesOf(element))) style.removeProperty(edge);
  };
}

/** @returns the ref of the element that holds the navigation: a bar or a column */
export const useDock = <T extends HTMLElement>(): ((element: T) => () => void) =>
  useCallback((element: T) => keepTold(element, dockEdges), []);

/** @returns the ref of the bar at the top of the page */
export const useTopEdge = <T extends HTMLElement>(): ((element: T) => () => void) =>
  useCallback((element: T) => keepTold(element, topEdges), []);

/** @returns the ref of the acts that lie at the foot of the window on a phone */
export const useActRoom = <T extends HTMLElement>(): ((element: T) => () => void) =>
  useCallback((element: T) => keepTold(element, actRoom), []);
