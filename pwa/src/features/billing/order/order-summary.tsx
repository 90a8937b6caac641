import { formatChf, formatDate, formatNumber, formatTime } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { Terms } from '~/ui';
import { worthText } from '../worth-text';
import { monthLater } from './month-later';
import type { Item, Vat } from './order-data';
import styles from './order-screen.module.css';

type Line = readonly [term: string, value: string];

/** What credits make, told in portraits. */
function worthLine(credits: number, t: Text): Line[] {
  const worth = worthText(credits, t);
  return worth ? [[t('billing.order.worth'), worth]] : [];
}

/** What is charged once, and when. */
function charge(rappen: number, t: Text): Line {
  const value = { amount: formatChf(rappen), date: formatDate(new Date().toISOString()) };
  return [t('billing.order.charge'), t('billing.order.firstValue', value)];
}

/** When a plan is charged first and next. */
function charges(rappen: number, t: Text): Line[] {
  const [today, amount] = [new Date(), formatChf(rappen)];
  return [
    [t('billing.order.first'), t('billing.order.firstValue', { amount, date: formatDate(today.toISOString()) })],
    [
      t('billing.order.next'),
      t('billing.order.nextValue', { amount, date: formatDate(monthLater(today).toISOString()) }),
    ],
  ];
}

function linesOf(item: Item, t: Text): Line[] {
  const monthly: Line[] = [
    [t('billing.order.period'), t('billing.order.periodValue')],
    [t('billing.order.notice'), t('billing.order.noticeValue')],
  ];
  if (item.kind === 'plan')
    return [
      [t('billing.order.plan'), item.plan.name],
      [t('billing.order.perMonth'), formatNumber(item.plan.credits)],
      ...worthLine(item.plan.credits, t),
      ...charges(item.plan.priceRappen, t),
      ...monthly,
      [t('billing.order.payment'), t('billing.order.paymentValue')],
    ];
  if (item.kind === 'pack') {
    const { name, credits, needsSubscription } = item.pack;
    return [
      [t('billing.order.pack'), name],
      [t('billing.order.credits'), formatNumber(credits)],
      ...worthLine(credits, t),
      charge(item.pack.priceRappen, t),
      [t('billing.order.period'), t(needsSubscription ? 'billing.order.oncePeriod' : 'billing.order.noPlanPeriod')],
      [t('billing.order.notice'), t('billing.order.noNotice')],
      [t('billing.order.payment'), t('billing.order.paymentValue')],
    ];
  }
  const { quote, plan, replaces } = item;
  return [
    [t('billing.order.newPlan'), quote.planName],
    ...(replaces ? [[t('billing.order.oldPlan'), replaces] as const] : []),
    [t('billing.order.creditsNow'), `+${formatNumber(quote.credits)}`],
    ...worthLine(quote.credits, t),
    ...(plan ? [[t('billing.order.perMonth'), formatNumber(plan.credits)] as const] : []),
    charge(quote.amountRappen, t),
    [
      t('billing.order.next'),
      t('billing.order.nextValue', {
        amount: formatChf(quote.nextAmountRappen),
        date: formatDate(quote.currentPeriodEnd),
      }),
    ],
    ...monthly,
    [t('billing.order.payment'), t('billing.order.storedValue')],
    [t('billing.order.validUntil'), t('shell.messages.at', { time: formatTime(quote.validUntil) })],
  ];
}

function totalOf(item: Item, t: Text): { rappen: number; detail: string } {
  if (item.kind === 'plan') return { rappen: item.plan.priceRappen, detail: t('billing.order.monthly') };
  if (item.kind === 'pack') return { rappen: item.pack.priceRappen, detail: t('billing.order.once') };
  return { rappen: item.quote.amountRappen, detail: t('billing.order.dueNow') };
}

const vatText = ({ percent, rappen }: NonNullable<Vat>, t: Text): string =>
  percent === null
    ? t('billing.order.vatOfAddress', { amount: formatChf(rappen) })
    : t('billing.order.vat', { percent: formatNumber(percent), amount: formatChf(rappen) });

/** What is ordered, how long it binds, and what it costs in all. */
export function OrderSummary({ item, vat }: { item: Item; vat: Vat }) {
  const t = useText();
  const { rappen, detail } = totalOf(item, t);
  return (
    <>
      <Terms rows={linesOf(item, t)} />
      <p className={styles.total}>
        <span>{t('billing.order.total')}</span>
        <span className={styles.amount}>
          {formatChf(rappen)}
          <span className={styles.per}>{detail}</span>
        </span>
        {vat ? <span className={styles.vat}>{vatText(vat, t)}</span> : null}
      </p>
    </>
  );
}
