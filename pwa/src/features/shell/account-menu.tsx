import { useText } from '~/lib/i18n';
import { useNavigate } from '~/lib/navigation';
import type { Me } from '~/lib/session';
import { Initials, Menu } from '~/ui';
import { nameOf } from './account-name';
import { useSignOut } from './sign-out';

/** The menu behind the initials: settings, and out. */
export default function AccountMenu({ me }: { me: Me }) {
  const t = useText();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu
      label={t('shell.nav.menu', { name: nameOf(me) })}
      trigger={<Initials name={nameOf(me)} />}
      items={[
        { id: 'settings', label: t('shell.nav.settings'), onAction: () => void navigate({ to: '/app/settings' }) },
        { id: 'sign-out', label: t('shell.nav.signOut'), onAction: () => void signOut() },
      ]}
    />
  );
}
