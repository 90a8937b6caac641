/**
 * Takes files that are chosen, taken or dropped within a part of the page, one at a time.
 * @param zone selects where they are dropped; it gets the attribute `data-drop-target` while one is held over it
 */
export function onChosenFile(part: HTMLElement, zone: string, take: (file: File) => void): void {
  part.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const file = target.files?.[0];
    // The same file again is a choice again.
    target.value = '';
    if (file) take(file);
  });
  const zoneOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(zone);
  part.addEventListener('dragover', (event) => {
    const over = zoneOf(event);
    if (!over) return;
    event.preventDefault();
    over.dataset.dropTarget = '';
  });
  part.addEventListener('dragleave', (event) => delete zoneOf(event)?.dataset.dropTarget);
  part.addEventListener('drop', (event) => {
    const over = zoneOf(event);
    if (!over) return;
    event.preventDefault();
    delete over.dataset.dropTarget;
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

/** Whether its bytes can be had: folders cannot be read, nor files that a cloud keeps elsewhere. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
