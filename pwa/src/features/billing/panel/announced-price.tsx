import { formatChf, formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Notice } from '~/ui';
import { isRunning, type Subscription } from '../billing-data';
import { CancelSubscription } from './cancel-subscription';

/** Another price was announced to this customer: from when, and the way out of it. Nothing where none is to come. */
export function AnnouncedPrice({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const { announcedPrices, cancelAtPeriodEnd, planName } = subscription;
  if (announcedPrices.length === 0 || cancelAtPeriodEnd || !isRunning(subscription)) return null;
  const prices = announcedPrices.map(({ priceRappen, from }) =>
    t('billing.panel.newPriceValue', { date: formatDate(from), amount: formatChf(priceRappen) }),
  );
  return (
    <Notice
      tone="caution"
      title={t('billing.panel.newPriceTitle', { plan: planName })}
      action={<CancelSubscription subscription={subscription} />}
    >
      {t('billing.panel.newPriceText', { prices: prices.join(', '), present: formatChf(subscription.priceRappen) })}
    </Notice>
  );
}
