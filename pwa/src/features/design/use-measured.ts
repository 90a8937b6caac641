import { useEffect, useRef, useState } from 'react';

/**
 * What the browser has made of an element's tokens: measured once it is there, and anew when the window changes (the type grows with
 * it). `read` must not change between drawings.
 */
export function useMeasured<Value>(read: (element: HTMLElement) => Value) {
  const ref = useRef<HTMLElement>(null);
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const measure = () => {
      if (ref.current) setValue(read(ref.current));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [read]);
  return { ref, value };
}
