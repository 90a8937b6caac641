import { useEffect, useEffectEvent } from 'react';

/** Takes pictures that are pasted anywhere on the page. Text goes where it always goes, also where a picture of it comes along. */
export function usePastedFiles(isAllowed: boolean, onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    if (!isAllowed) return;
    const onPaste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isAllowed]);
}
