import type { Schemas } from '~/lib/api';
import { formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Initials, Menu, Row, Status } from '~/ui';
import type { useUserActs } from './use-user-acts';
import styles from './users.module.css';

type User = Schemas['AdminUser'];

/** Whether somebody is shut out, is an admin, has a plan. */
export function UserStatus({ user }: { user: User }) {
  const t = useText();
  if (user.isBlocked) return <Status tone="bad">{t('admin.users.isBlocked')}</Status>;
  return (
    <Status tone={user.hasActiveSubscription ? 'good' : 'neutral'}>
      {t(user.hasActiveSubscription ? 'admin.users.hasPlan' : 'admin.users.hasNone')}
    </Status>
  );
}

/** One user of the list: who, since when, with how many credits, and what can be done. */
export function UserRow({ user, actsOn }: { user: User; actsOn: ReturnType<typeof useUserActs>['actsOn'] }) {
  const t = useText();
  const name = user.displayName ?? user.email;
  return (
    <Row
      picture={<Initials name={name} />}
      title={
        <AppLink to="/admin/users/$id" params={{ id: user.id }}>
          <span className={styles.email}>{user.email}</span>
        </AppLink>
      }
      detail={[
        user.displayName,
        t('admin.users.balance', { count: user.credits, credits: formatNumber(user.credits) }),
        t(`admin.users.role.${user.role}`),
        t('admin.users.since', { date: formatDate(user.createdAt) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      status={<UserStatus user={user} />}
      action={
        <Menu
          variant="quiet"
          label={t('admin.users.actsOn', { name: user.email })}
          trigger={t('admin.users.acts')}
          items={actsOn(user)}
        />
      }
    />
  );
}
