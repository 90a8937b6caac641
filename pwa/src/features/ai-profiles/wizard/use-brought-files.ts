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

/**
 * Takes pictures that are dropped anywhere on the page, beside its place for them, too. Where none may be taken they are not taken; the
 * browser would otherwise show the file in place of the page.
 */
export function useDroppedFiles(isAllowed: boolean, onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isAllowed && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => take(event);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
