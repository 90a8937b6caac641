import { useAction } from '~/features/acts';
import type { Schemas } from '~/lib/api';
import { download } from '~/lib/downloads';
import { formatChf, formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { EmptyState, Button, LinkButton, Notice, Row, Rows, Status, type StatusTone } from '~/ui';
import styles from '../settings.module.css';

type Invoice = Schemas['Invoice'];

const TONE: Record<Invoice['status'], StatusTone> = {
  open: 'active',
  paid: 'good',
  void: 'neutral',
  uncollectible: 'bad',
};

function Pdf({ url, number, act }: { url: string; number: string; act: ReturnType<typeof useAction> }) {
  const t = useText();
  return (
    <Button
      variant="quiet"
      isPending={act.isPending}
      aria-label={t('settings.billing.pdfLabel', { number })}
      onPress={() => void act.run(() => download(url, t('settings.billing.pdfFile')))}
    >
      {t('settings.billing.pdf')}
    </Button>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const act = useAction();
  const { status, pdfUrl, payUrl } = invoice;
  const number = invoice.number ?? '';
  return (
    <Row
      title={
        <span className={styles.pair}>
          {number ? t('settings.billing.invoice', { number }) : t('settings.billing.draft')}
          <span className={styles.delta}>{formatChf(invoice.totalRappen)}</span>
        </span>
      }
      detail={t('settings.billing.invoiceDetail', { date: formatDate(invoice.createdAt), text: invoice.description })}
      below={act.errorText ? <Notice tone="bad">{act.errorText}</Notice> : undefined}
      status={<Status tone={TONE[status]}>{t(`settings.billing.invoiceStatus.${status}`)}</Status>}
      action={
        <>
          {status === 'open' && payUrl ? (
            <LinkButton href={payUrl} variant="quiet" aria-label={t('settings.billing.payLabel', { number })}>
              {t('settings.billing.pay')}
            </LinkButton>
          ) : null}
          {pdfUrl ? <Pdf url={pdfUrl} number={number} act={act} /> : null}
        </>
      }
    />
  );
}

/** Every invoice, newest first, with its PDF; open ones lead to where they are paid. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useText();
  if (invoices.length === 0) return <EmptyState>{t('settings.billing.invoicesEmpty')}</EmptyState>;
  return (
    <Rows label={t('settings.billing.invoices')}>
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </Rows>
  );
}
