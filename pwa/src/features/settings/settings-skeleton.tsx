import { useText, type TextKey } from '~/lib/i18n';
import { PageHeader, Row, Rows, Section, Skeleton } from '~/ui';

const rows = (
  <Rows>
    <Row title={<Skeleton shape="line" width="half" />} detail={<Skeleton shape="line" width="long" />} />
  </Rows>
);

/** A page of the account while it is loading: its title, and a row under the heading of each of its parts. */
function PageSkeleton({
  page,
  parts,
}: {
  page: 'account' | 'billing' | 'security' | 'data' | 'keys' | 'webhooks';
  parts: TextKey[];
}) {
  const t = useText();
  return (
    <div aria-busy="true">
      <PageHeader title={t(`settings.${page}.title`)} lead={t(`settings.${page}.lead`)} />
      {parts.map((title) => (
        <Section key={title} title={t(title)}>
          {rows}
        </Section>
      ))}
      {parts.length === 0 ? rows : null}
    </div>
  );
}

export const AccountSkeleton = () => (
  <PageSkeleton page="account" parts={['settings.account.details', 'settings.account.notifications']} />
);
export const SecuritySkeleton = () => (
  <PageSkeleton
    page="security"
    parts={[
      'settings.password.title',
      'settings.passkeys.title',
      'settings.authenticator.title',
      'settings.google.title',
      'settings.sessions.title',
    ]}
  />
);
export const BillingSkeleton = () => (
  <PageSkeleton
    page="billing"
    parts={[
      'settings.billing.plan',
      'settings.billing.invoices',
      'settings.billing.orders',
      'settings.billing.history',
    ]}
  />
);
export const DataSkeleton = () => (
  <PageSkeleton
    page="data"
    parts={['settings.consents.title', 'settings.exports.title', 'settings.receipts.title', 'settings.deletion.title']}
  />
);
export const KeysSkeleton = () => <PageSkeleton page="keys" parts={[]} />;
export const WebhooksSkeleton = () => <PageSkeleton page="webhooks" parts={[]} />;

/** Whatever page of the account it will be, while not even its words are here. */
export const SettingsSkeleton = () => (
  <div aria-busy="true">
    <PageHeader title={<Skeleton shape="heading" />} lead={<Skeleton shape="line" width="half" />} />
    {rows}
    {rows}
    {rows}
  </div>
);
