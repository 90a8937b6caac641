/** Says how many styles a category has; hiding the others is the stylesheet's. */
export function startFilter(): void {
  const status = document.querySelector<HTMLElement>('[data-style-count]');
  if (!status) return;
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'category') return;
    const count = document.querySelectorAll(
      target.value === 'all' ? '[data-style]' : `[data-style][data-category='${target.value}']`,
    ).length;
    status.textContent =
      count === 1 ? status.dataset.styleCountOne! : status.dataset.styleCount!.replace('0', String(count));
  });
}
