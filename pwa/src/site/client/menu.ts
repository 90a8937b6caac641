/** The menu of small screens closes with Escape, with a click beside it, and when the focus leaves it. */
export function startMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]');
  if (!menu) return;
  const close = () => (menu.open = false);
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
  addEventListener('click', ({ target }) => {
    if (!menu.contains(target as Node) || (target as Element).closest('a')) close();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) close();
  });
}
