import { useEffect, useState } from 'react';
import { useText } from '~/lib/i18n';
import { Segmented } from '~/ui';
import styles from './design-screen.module.css';

const THEMES = ['system', 'light', 'dark'] as const;

/** Shows the whole page in one theme, as long as it is open. */
export function ThemeChoice() {
  const t = useText();
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('system');
  useEffect(() => {
    const root = document.documentElement;
    if (theme !== 'system') root.dataset.theme = theme;
    return () => void delete root.dataset.theme;
  }, [theme]);
  return (
    <div className={styles.theme}>
      <Segmented
        label={t('design.theme.label')}
        value={theme}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: t(`design.theme.${value}`) }))}
      />
    </div>
  );
}
