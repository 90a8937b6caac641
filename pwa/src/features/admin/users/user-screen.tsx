import { useState } from 'react';
import { PartError } from '~/features/shell';
import { errorCode, type Loaded, type Schemas } from '~/lib/api';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { AppLink, useRouter } from '~/lib/navigation';
import { EmptyState, Button, Notice, PageHeader, Section, Tabs, Terms } from '~/ui';
import { useUserActs } from './use-user-acts';
import { RECORDS, UserRecords, type RecordKind } from './user-records';
import { UserStatus } from './user-row';
import styles from './users.module.css';

type Detail = Schemas['AdminUserDetail'];

function planOf({ plan }: Detail, t: Text): string {
  if (!plan) return t('admin.user.noPlan');
  const date = formatDate(plan.currentPeriodEnd);
  return t(plan.cancelAtPeriodEnd || plan.status === 'canceled' ? 'admin.user.planEnds' : 'admin.user.planRenews', {
    name: plan.name,
    credits: formatNumber(plan.creditsPerPeriod),
    date,
  });
}

function Back() {
  const t = useText();
  return <AppLink to="/admin/users">{t('admin.user.back')}</AppLink>;
}

function Details({ user }: { user: Detail }) {
  const t = useText();
  const router = useRouter();
  const [tab, setTab] = useState<RecordKind>('profiles');
  const { actsOn, dialog } = useUserActs(() => router.invalidate());
  return (
    <>
      <PageHeader
        above={
          <>
            <Back />
            <UserStatus user={user} />
          </>
        }
        title={user.email}
        lead={user.displayName}
        actions={actsOn(user).map(({ id, label, onAction }) => (
          <Button key={id} variant="secondary" onPress={onAction}>
            {label}
          </Button>
        ))}
      />
      {user.isBlocked ? (
        <Notice tone="caution" title={t('admin.user.blockedBecause')}>
          {user.blockedReason}
        </Notice>
      ) : null}
      <Terms
        rows={[
          [t('admin.user.credits'), formatNumber(user.credits)],
          ...(user.owedCredits > 0 ? [[t('admin.user.owed'), formatNumber(user.owedCredits)] as const] : []),
          [t('admin.user.plan'), planOf(user, t)],
          [t('admin.user.paid'), formatChf(user.paidRappen)],
          [t('admin.user.role'), t(`admin.users.role.${user.role}`)],
          [t('admin.user.email'), t(user.emailConfirmed ? 'admin.user.confirmed' : 'admin.user.unconfirmed')],
          [t('admin.user.since'), formatDate(user.createdAt)],
          ...(user.purchasesBlocked ? [[t('admin.user.purchases'), t('admin.user.purchasesBlocked')] as const] : []),
        ]}
      />
      <Section title={t('admin.user.records')}>
        <p className={styles.note}>{t('admin.user.noPictures')}</p>
        <Tabs
          label={t('admin.user.records')}
          selected={tab}
          onChange={setTab}
          items={(Object.keys(RECORDS) as RecordKind[]).map((kind) => ({
            id: kind,
            label: t(`admin.user.tab.${kind}`),
            content: (
              <UserRecords
                key={`${kind} ${user.credits} ${user.isBlocked} ${user.role}`}
                kind={kind}
                userId={user.id}
              />
            ),
          }))}
        />
      </Section>
      {dialog}
    </>
  );
}

/** One user: plan, credits, what was done to them, and everything they hold, without a single picture. */
export function UserScreen({ user }: { user: Loaded<Detail> }) {
  const t = useText();
  if (user.ok) return <Details user={user.value} />;
  if (errorCode(user.error) === 'not_found')
    return <EmptyState isScreen title={t('admin.user.missing')} action={<Back />} />;
  return <PartError isScreen title={t('admin.user.failed')} error={user.error} />;
}
