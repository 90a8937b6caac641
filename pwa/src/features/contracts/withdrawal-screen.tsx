import { isEmail, present } from '~/features/accounts';
import { api, type Loaded } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import type { Me } from '~/lib/session';
import { Notice, Select, TextArea, TextField } from '~/ui';
import { ContractPage } from './contract-page';
import { declarer, ORDER_NUMBER_MAX, type WithdrawableOrder } from './contracts-data';
import styles from './contracts.module.css';
import { DeclarationForm, EmailField, NameField } from './declaration-form';
import { useDeclaration } from './use-declaration';

interface WithdrawalInput {
  name: string;
  email: string;
  orderNumber: string;
  statement: string;
}

function bodyOf({ name, email, orderNumber, statement }: WithdrawalInput) {
  return {
    name: name.trim(),
    email: email.trim(),
    orderNumber: orderNumber.trim(),
    ...(statement.trim() ? { statement: statement.trim() } : {}),
  };
}

const useWithdrawal = (me: Me | null) =>
  useDeclaration<WithdrawalInput>({
    kind: 'withdraw',
    initial: { ...declarer(me), orderNumber: '', statement: '' },
    check: (input) =>
      present({
        name: input.name.trim() ? undefined : 'contracts.error.name',
        email: isEmail(input.email) ? undefined : 'contracts.error.email',
        orderNumber: input.orderNumber.trim() ? undefined : 'contracts.error.orderNumber',
      }),
    declare: (input) => api.declareWithdrawal({ body: bodyOf(input) }),
    refused: {
      name: ['name', 'contracts.error.name'],
      email: ['email', 'contracts.error.email'],
      orderNumber: ['orderNumber', 'contracts.error.orderNumberWrong'],
      statement: ['statement', 'contracts.error.words'],
    },
  });

/** The own orders, to be chosen instead of typed; what is chosen stands in the field below. */
function OwnOrders({
  orders,
  value,
  onChange,
}: {
  orders: Loaded<WithdrawableOrder[]>;
  value: string;
  onChange(number: string): void;
}) {
  const t = useText();
  if (!orders.ok) return <Notice>{t('contracts.withdraw.ownFailed')}</Notice>;
  if (orders.value.length === 0) return null;
  return (
    <Select
      label={t('contracts.withdraw.own')}
      placeholder={t('contracts.withdraw.ownPlaceholder')}
      value={orders.value.find(({ number }) => number === value)?.number ?? null}
      onChange={onChange}
      options={orders.value.map(({ number, itemName, amountRappen, withdrawableUntil }) => ({
        id: number,
        label: `${itemName} · ${formatChf(amountRappen)}`,
        detail: t('contracts.withdraw.ownDetail', { number, date: formatDate(withdrawableUntil) }),
      }))}
    />
  );
}

/** Where somebody who knows an order's number withdraws from it, signed in or not. */
export function WithdrawalScreen({ me, orders }: { me: Me | null; orders: Loaded<WithdrawableOrder[]> | null }) {
  const t = useText();
  const { input, errors, failure, isPending, change, field, submit, receipt } = useWithdrawal(me);
  const choose = (orderNumber: string) => change({ orderNumber });
  return (
    <ContractPage act="withdraw" receipt={receipt} email={input.email.trim()}>
      <DeclarationForm
        submitLabel={t('contracts.withdraw.submit')}
        isPending={isPending}
        failure={failure}
        onSubmit={submit}
      >
        <NameField {...field('name')} />
        <EmailField {...field('email')} />
        {orders ? <OwnOrders orders={orders} value={input.orderNumber} onChange={choose} /> : null}
        <TextField
          label={t('contracts.withdraw.orderNumber')}
          description={t('contracts.withdraw.orderNumberHint')}
          name="orderNumber"
          autoComplete="off"
          maxLength={ORDER_NUMBER_MAX}
          value={input.orderNumber}
          onChange={choose}
          error={errors.orderNumber}
          isRequired
        />
        <TextArea
          label={t('contracts.withdraw.statement')}
          description={t('contracts.withdraw.statementHint', { max: formatNumber(facts.declarations.statementMax) })}
          name="statement"
          maxLength={facts.declarations.statementMax}
          {...field('statement')}
        />
        <p className={styles.note}>{t('contracts.withdraw.refund')}</p>
      </DeclarationForm>
    </ContractPage>
  );
}
