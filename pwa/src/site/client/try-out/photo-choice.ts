/** Takes photos that are chosen, taken or dropped within a section. */
export function onPhoto(section: HTMLElement, take: (photo: File) => void): void {
  section.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const photo = target.files?.[0];
    // The same photo again is a choice again.
    target.value = '';
    if (photo) take(photo);
  });
  const zoneOf = ({ target }: Event) => (target as Element).closest<HTMLElement>('[data-drop]');
  section.addEventListener('dragover', (event) => {
    const zone = zoneOf(event);
    if (!zone) return;
    event.preventDefault();
    zone.dataset.over = '';
  });
  section.addEventListener('dragleave', (event) => delete zoneOf(event)?.dataset.over);
  section.addEventListener('drop', (event) => {
    const zone = zoneOf(event);
    if (!zone) return;
    event.preventDefault();
    delete zone.dataset.over;
    const photo = event.dataTransfer?.files[0];
    if (photo) take(photo);
  });
}
