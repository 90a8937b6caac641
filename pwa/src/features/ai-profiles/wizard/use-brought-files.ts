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
  const hold = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    if (!isAllowed && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  useEffect(() => {
    // A picture of the page itself that is dragged is no file from elsewhere, though browsers say it is one.
    let isOfPage = false;
    const onDragStart = () => (isOfPage = true);
    const onDragEnd = () => (isOfPage = false);
    const onDragOver = (event: DragEvent) => {
      if (!isOfPage && hasFiles(event)) hold(event);
    };
    const onDrop = (event: DragEvent) => {
      if (!isOfPage) take(event);
    };
    document.addEventListener('dragstart', onDragStart);
    document.addEventListener('dragend', onDragEnd);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragstart', onDragStart);
      document.removeEventListener('dragend', onDragEnd);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
