import type { Schemas } from '~/lib/api';
import { TAB_DECLARATIONS } from '~/lib/device/names';
import { isEmail } from '~/lib/email';
import { formatChf, formatDate } from '~/lib/formats';
import { api } from '../api';
import { startForm, type Input } from './form';
import { followMember, writeOwn } from './member';
import { copyOf, written } from '../template';

/** What every declaration needs. */
const checkDeclarer = ({ name, email }: Input) => ({
  name: !name && ('missing' as const),
  email: !isEmail(email ?? '') && ('missing' as const),
});

export function startCancellation(page: HTMLElement): void {
  const form = page.querySelector('form')!;
  startForm(page, {
    keptAs: TAB_DECLARATIONS.cancel,
    check: (input) => ({
      ...checkDeclarer(input),
      reason: input.manner === 'extraordinary' && !input.reason && 'missing',
    }),
    send: ({ name = '', email = '', orderNumber, manner, reason = '' }) => {
      const common = { name, email, ...(orderNumber ? { orderNumber } : {}) };
      return api.declareCancellation({
        body: manner === 'extraordinary' ? { manner, ...common, reason } : { manner: 'ordinary', ...common },
      });
    },
    onChange: ({ manner }) => {
      form.querySelector<HTMLElement>("[data-field='reason']")!.hidden = manner !== 'extraordinary';
    },
  });
  followMember(form);
}

export function startWithdrawal(page: HTMLElement): void {
  const form = page.querySelector('form')!;
  startForm(page, {
    keptAs: TAB_DECLARATIONS.withdraw,
    check: (input) => ({ ...checkDeclarer(input), orderNumber: !input.orderNumber && 'missing' }),
    send: ({ name = '', email = '', orderNumber = '', statement }) =>
      api.declareWithdrawal({ body: { name, email, orderNumber, ...(statement ? { statement } : {}) } }),
    onChange: ({ orderNumber }) => chooseOrder(form, orderNumber ?? ''),
  });
  const select = ownOrders(form).querySelector('select')!;
  const orderNumber = form.elements.namedItem('orderNumber') as HTMLInputElement;
  select.addEventListener('input', (event) => {
    event.stopPropagation();
    if (!select.value) return;
    writeOwn(orderNumber, select.value);
    orderNumber.dispatchEvent(new Event('input', { bubbles: true }));
  });
  followMember(form, { welcome: (isOver) => void offerOrders(form, isOver), forget: () => hideOrders(form) });
}

const ownOrders = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-own-orders]')!;

/** What is typed below is chosen above, where it is one of the own orders. */
function chooseOrder(form: HTMLFormElement, number: string): void {
  const select = ownOrders(form).querySelector('select')!;
  select.value = [...select.options].some(({ value }) => value === number) ? number : '';
}

/** The own orders that can still be withdrawn from: within days of ordering, so they stand on the newest page. */
async function offerOrders(form: HTMLFormElement, isOver: () => boolean): Promise<void> {
  const select = ownOrders(form).querySelector('select')!;
  try {
    const { items } = await api.listOrders({ query: { limit: 50 } });
    if (isOver()) return;
    const open = items.filter(({ withdrawableUntil }) => withdrawableUntil !== null);
    select.append(...open.map((order) => new Option(nameOf(select, order), order.number)));
    chooseOrder(form, (form.elements.namedItem('orderNumber') as HTMLInputElement).value.trim());
    ownOrders(form).hidden = open.length === 0;
  } catch {
    if (!isOver()) form.querySelector('[data-orders-note]')!.replaceChildren(copyOf(form, '[data-orders-failed]'));
  }
}

function hideOrders(form: HTMLFormElement): void {
  const place = ownOrders(form);
  place.hidden = true;
  for (const option of place.querySelectorAll("option:not([value=''])")) option.remove();
  form.querySelector('[data-orders-note]')!.replaceChildren();
}

const nameOf = (select: HTMLElement, { number, itemName, amountRappen, withdrawableUntil }: Schemas['Order']): string =>
  written(select.dataset.option, {
    item: itemName,
    price: formatChf(amountRappen),
    number,
    date: formatDate(withdrawableUntil ?? ''),
  });
