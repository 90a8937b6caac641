import { useState } from 'react';
import { RichText, useText } from '~/lib/i18n';
import { Button, Checkbox, Form, Notice, TextLink } from '~/ui';
import { vatOf, type Item, type Seller } from './order-data';
import styles from './order-screen.module.css';
import { OrderSummary } from './order-summary';
import { useFreshQuote } from './use-fresh-quote';
import { useOrder } from './use-order';

/** Where the order leads to, while the browser is on its way. */
function Leaving({ state }: { state: 'leaving' | 'preparing' }) {
  const t = useText();
  return <p role="status">{t(state === 'preparing' ? 'billing.order.preparingText' : 'billing.order.redirecting')}</p>;
}

/** The two consents; both are needed, and each says so at its box. */
function useConsents() {
  const [earlyStart, setEarlyStart] = useState(false);
  const [withdrawal, setWithdrawal] = useState(false);
  const [isTried, setTried] = useState(false);
  return {
    earlyStart,
    setEarlyStart,
    withdrawal,
    setWithdrawal,
    isTried,
    setTried,
    areGiven: earlyStart && withdrawal,
  };
}

const addressOf = ({ name, street, city, country, contact }: Seller) => ({ name, street, city, country, contact });

/** What is agreed to, and with whom: to be read beside the order, of which nothing is lost. */
function ToRead({ seller }: { seller: Seller | null }) {
  const t = useText();
  const beside = (href: string) => <TextLink href={href} target="_blank" rel="noopener" />;
  return (
    <div className={styles.toRead}>
      {seller ? <p>{t('billing.order.seller', addressOf(seller))}</p> : null}
      <p>
        <RichText
          text="billing.order.toRead"
          parts={{
            terms: beside('/legal/terms'),
            withdrawal: beside('/legal/refund'),
            privacy: beside('/legal/privacy'),
            imprint: beside('/legal/imprint'),
          }}
        />
      </p>
    </div>
  );
}

/** What is ordered, the two consents, and directly below them the button. */
export function OrderForm({
  item,
  seller,
  vatPercent,
}: {
  item: Item;
  seller: Seller | null;
  vatPercent: number | null;
}) {
  const t = useText();
  const { isRenewed, renew } = useFreshQuote(item);
  const [isForCompany, setForCompany] = useState(false);
  const { state, failure, title, place } = useOrder(item, isForCompany, renew);
  const consents = useConsents();
  const missing = (isGiven: boolean) => (consents.isTried && !isGiven ? t('billing.order.boxNeeded') : undefined);
  const isPending = state !== 'idle';
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        consents.setTried(true);
        if (consents.areGiven) void place();
      }}
    >
      <div role="status">
        {isRenewed ? (
          <div className={styles.notice}>
            <Notice tone="caution" title={t('billing.order.renewedTitle')}>
              {t('billing.order.renewed')}
            </Notice>
          </div>
        ) : null}
      </div>
      <OrderSummary item={item} vat={vatOf(item, vatPercent)} />
      <div className={styles.boxes}>
        {item.kind === 'upgrade' ? null : (
          <Checkbox isSelected={isForCompany} onChange={setForCompany}>
            {t('billing.order.forCompany')}
          </Checkbox>
        )}
        <Checkbox
          isSelected={consents.earlyStart}
          onChange={consents.setEarlyStart}
          error={missing(consents.earlyStart)}
        >
          {t('billing.order.earlyStart')}
        </Checkbox>
        <Checkbox
          isSelected={consents.withdrawal}
          onChange={consents.setWithdrawal}
          error={missing(consents.withdrawal)}
        >
          {t('billing.order.withdrawal')}
        </Checkbox>
        <ToRead seller={seller} />
        <Button type="submit" variant="primary" wide isPending={isPending}>
          {isPending ? t('shell.loading') : t('billing.order.submit')}
        </Button>
        {state === 'leaving' || state === 'preparing' ? <Leaving state={state} /> : null}
        {failure ? (
          <Notice tone="bad" title={title}>
            {failure}
          </Notice>
        ) : null}
      </div>
    </Form>
  );
}
