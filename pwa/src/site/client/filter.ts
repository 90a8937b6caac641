/** Keeps the chosen purpose in the address and says how many styles serve it; hiding the others is the stylesheet's. */
export function startFilter(): void {
  const status = document.querySelector<HTMLElement>('[data-style-count]');
  if (!status) return;
  const asked = new URLSearchParams(location.search).get('purpose');
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=purpose]'))
    if (choice.value === asked) choice.checked = true;
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'purpose') return;
    const isAll = target.value === 'all';
    const address = new URL(location.href);
    if (isAll) address.searchParams.delete('purpose');
    else address.searchParams.set('purpose', target.value);
    history.replaceState(history.state, '', address);
    const count = document.querySelectorAll(
      isAll ? '[data-style]' : `[data-style][data-purposes~='${target.value}']`,
    ).length;
    status.textContent =
      count === 1 ? status.dataset.styleCountOne! : status.dataset.styleCount!.replace('0', String(count));
  });
}
