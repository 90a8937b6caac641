import { facts } from '~/lib/facts';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import field from '~/ui/field.module.css';
import { Notice } from '~/ui/notice';
import { Terms } from '~/ui/page';
import { TextLink } from '~/ui/text-link';
import type { SiteData } from '../../site-data';
import { Segments } from './choices';
import styles from './forms.module.css';
import { Field, FormPage, ReceiptStage, Submit } from './parts';

/** As long as an order's number may be, also with what people write around it. */
const ORDER_NUMBER_MAX = 40;

interface Props {
  operator: SiteData['operator'];
}

/** Who declares: a name, and the address of the account. */
function Declarer() {
  const t = useText();
  return (
    <>
      <Field
        name="name"
        label={t('contracts.name')}
        autoComplete="name"
        maxLength={facts.account.displayNameMax}
        missing="contracts.error.name"
        wrong="contracts.error.name"
        isRequired
      />
      <Field
        name="email"
        label={t('contracts.email')}
        description={t('contracts.emailHint')}
        type="email"
        autoComplete="email"
        missing="contracts.error.email"
        wrong="contracts.error.email"
        isRequired
      />
    </>
  );
}

function Receipt({ act }: { act: 'cancel' | 'withdraw' }) {
  const t = useText();
  const title = t(`contracts.${act}.doneTitle`);
  return (
    <ReceiptStage
      title={title}
      announced={t('contracts.done.announced', { title, number: '{number}' })}
      next={[t('contracts.done.keep'), t(`contracts.${act}.doneNext`)]}
    />
  );
}

/** Where customers cancel their contracts, signed in or not. */
export function CancellationPage({ operator }: Props) {
  const t = useText();
  return (
    <FormPage
      kind="cancel"
      title={t('contracts.cancel.title')}
      lead={t('contracts.cancel.lead')}
      about={t('contracts.next')}
      notes={[
        t('contracts.cancel.doneNext'),
        t('contracts.cancel.until'),
        <>
          {t('contracts.cancel.rather')}
          <TextLink href="/vertrag-widerrufen" variant="strong">
            {t('contracts.withdraw.title')}
          </TextLink>
        </>,
      ]}
      instead="site.withoutScript.cancel"
      operator={operator}
      stages={<Receipt act="cancel" />}
    >
      <form noValidate className={styles.form}>
        <Declarer />
        <Field
          name="orderNumber"
          label={t('contracts.cancel.orderNumber')}
          autoComplete="off"
          maxLength={ORDER_NUMBER_MAX}
          wrong="contracts.error.orderNumberWrong"
        />
        <Segments
          name="manner"
          label={t('contracts.cancel.manner')}
          options={(['ordinary', 'extraordinary'] as const).map((value) => ({
            value,
            label: t(`contracts.cancel.${value}`),
          }))}
        />
        <Field
          name="reason"
          label={t('contracts.cancel.reason')}
          description={t('contracts.cancel.reasonHint', { max: formatNumber(facts.declarations.statementMax) })}
          maxLength={facts.declarations.statementMax}
          missing="contracts.error.reason"
          wrong="contracts.error.words"
          isRequired
          isLong
          isHidden
        />
        <Terms rows={[[t('contracts.cancel.when'), t('contracts.cancel.whenValue')]]} />
        <Submit label={t('contracts.cancel.submit')} sending={t('contracts.sending')} long={t('contracts.long')} />
      </form>
    </FormPage>
  );
}

/** The own orders of somebody who is signed in, to be chosen instead of typed. */
function OwnOrders() {
  const t = useText();
  return (
    <>
      <div className={field.field} data-own-orders hidden>
        <label htmlFor="own" className={field.label}>
          {t('contracts.withdraw.own')}
        </label>
        <div className={field.line}>
          <select
            id="own"
            className={field.input}
            data-option={`{item} · {price} (${t('contracts.withdraw.ownDetail', { number: '{number}', date: '{date}' })})`}
          >
            <option value="">{t('contracts.withdraw.ownPlaceholder')}</option>
          </select>
        </div>
      </div>
      <div data-orders-note />
      <template data-orders-failed>
        <Notice>{t('contracts.withdraw.ownFailed')}</Notice>
      </template>
    </>
  );
}

/** Where somebody who knows an order's number withdraws from it, signed in or not. */
export function WithdrawalPage({ operator }: Props) {
  const t = useText();
  return (
    <FormPage
      kind="withdraw"
      title={t('contracts.withdraw.title')}
      lead={t('contracts.withdraw.lead')}
      about={t('contracts.next')}
      notes={[
        t('contracts.withdraw.doneNext'),
        t('contracts.withdraw.ends'),
        <>
          {t('contracts.withdraw.rules')}
          <TextLink href="/legal/refund" variant="strong">
            {t('contracts.withdraw.rulesLink')}
          </TextLink>
        </>,
      ]}
      instead="site.withoutScript.withdraw"
      operator={operator}
      stages={<Receipt act="withdraw" />}
    >
      <form noValidate className={styles.form}>
        <Declarer />
        <OwnOrders />
        <Field
          name="orderNumber"
          label={t('contracts.withdraw.orderNumber')}
          description={t('contracts.withdraw.orderNumberHint')}
          autoComplete="off"
          maxLength={ORDER_NUMBER_MAX}
          missing="contracts.error.orderNumber"
          wrong="contracts.error.orderNumberWrong"
          isRequired
        />
        <Field
          name="statement"
          label={t('contracts.withdraw.statement')}
          description={t('contracts.withdraw.statementHint', { max: formatNumber(facts.declarations.statementMax) })}
          maxLength={facts.declarations.statementMax}
          wrong="contracts.error.words"
          isLong
        />
        <p className={styles.note}>{t('contracts.withdraw.refund')}</p>
        <Submit label={t('contracts.withdraw.submit')} sending={t('contracts.sending')} long={t('contracts.long')} />
      </form>
    </FormPage>
  );
}
