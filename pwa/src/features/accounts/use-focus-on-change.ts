import { useEffect, useRef } from 'react';

/** When a screen becomes another one without a new path, the focus starts at the top of it, so that keyboards and screen readers follow. */
export function useFocusOnChange(screen: string): void {
  const previous = useRef(screen);
  useEffect(() => {
    if (previous.current === screen) return;
    previous.current = screen;
    const content = document.getElementById('content');
    // A field that has taken the focus itself keeps it.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [screen]);
}
