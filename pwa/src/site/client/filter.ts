/**
 * Offers the purposes that styles on the page serve, as they are now, and chooses what the address asks for. Where no style serves that, all
 * of them are shown, and it is said.
 */
export function offerServed(): void {
  const asked = new URLSearchParams(location.search).get('purpose');
  const note = document.querySelector<HTMLElement>('[data-unserved]');
  const all = document.querySelector<HTMLInputElement>("input[name=purpose][value='all']");
  let unserved: string | undefined;
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=purpose]')) {
    if (choice === all) continue;
    const isServed = document.querySelector(`[data-style][data-purposes~='${choice.value}']`) !== null;
    const label = choice.closest('label');
    if (label) label.hidden = !isServed;
    if (isServed && choice.value === asked) choice.checked = true;
    if (isServed || !all) continue;
    if (choice.checked) all.checked = true;
    if (choice.value === asked) {
      all.checked = true;
      unserved = label?.textContent.trim();
    }
  }
  if (!note) return;
  note.hidden = unserved === undefined;
  note.textContent = unserved === undefined ? '' : note.dataset.unserved!.replace('{purpose}', unserved);
}

/** Keeps the chosen purpose in the address and says how many styles serve it; hiding the others is the stylesheet's. */
export function startFilter(): void {
  const status = document.querySelector<HTMLElement>('[data-style-count]');
  if (!status) return;
  offerServed();
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'purpose') return;
    const isAll = target.value === 'all';
    const address = new URL(location.href);
    if (isAll) address.searchParams.delete('purpose');
    else address.searchParams.set('purpose', target.value);
    history.replaceState(history.state, '', address);
    offerServed();
    const count = document.querySelectorAll(
      isAll ? '[data-style]' : `[data-style][data-purposes~='${target.value}']`,
    ).length;
    status.textContent =
      count === 1 ? status.dataset.styleCountOne! : status.dataset.styleCount!.replace('0', String(count));
  });
}
