import { useEffect, useState } from 'react';
import { useText } from '~/lib/i18n';
import { useNavigate } from '~/lib/navigation';
import type { Me } from '~/lib/session';
import { Initials, Menu } from '~/ui';
import { nameOf } from './account-name';
import { useSignOut } from './sign-out';

/** The menu behind the initials: settings, and out. Comes when its button was pressed, and opens at once. */
export default function AccountMenu({ me }: { me: Me }) {
  const t = useText();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [isOpen, setOpen] = useState(false);
  // Once the button has the focus, so that it comes back there.
  useEffect(() => {
    const opening = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(opening);
  }, []);
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setOpen}
      autoFocus
      label={t('shell.nav.menu', { name: nameOf(me) })}
      trigger={<Initials name={nameOf(me)} />}
      items={[
        { id: 'settings', label: t('shell.nav.settings'), onAction: () => void navigate({ to: '/app/settings' }) },
        ...(me.role === 'admin'
          ? [{ id: 'admin', label: t('shell.admin.open'), onAction: () => void navigate({ to: '/admin' }) }]
          : []),
        { id: 'sign-out', label: t('shell.nav.signOut'), onAction: () => void signOut() },
      ]}
    />
  );
}
