import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { later } from '~/lib/later';
import { notify } from '~/lib/messages';
import type { Me } from '~/lib/session';
import { Initials, VisuallyHidden } from '~/ui';
import { nameOf } from './account-name';
import styles from './app-frame.module.css';

const load = () => import('./account-menu');
const AccountMenu = later(load, ({ me }) => <MenuButton me={me} />);

interface MenuButtonProps {
  me: Me;
  onNear?: () => void;
  onPress?: () => void;
}

/** What the menu looks like while it is closed. */
function MenuButton({ me, onNear, onPress }: MenuButtonProps) {
  const t = useText();
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={styles.menuButton}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onPress}
    >
      <Initials name={nameOf(me)} />
      <VisuallyHidden>{t('shell.nav.menu', { name: nameOf(me) })}</VisuallyHidden>
    </button>
  );
}

/**
 * The account menu, which brings half of react-aria along: until it is pressed a plain button stands in its place. It is fetched as
 * soon as somebody comes near, but never takes the button's place under a finger.
 */
export function LaterAccountMenu({ me }: { me: Me }) {
  const t = useText();
  const [isPressed, setPressed] = useState(false);
  function open() {
    setPressed(true);
    // It would open by itself once there is a network again, when nobody waits for it any more.
    load().catch(() => {
      setPressed(false);
      notify({ title: t('errors.title'), text: t('errors.network'), tone: 'bad' });
    });
  }
  if (isPressed) return <AccountMenu me={me} />;
  return <MenuButton me={me} onNear={() => void load().catch(() => undefined)} onPress={open} />;
}
