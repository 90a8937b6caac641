import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import styles from './style-filter.module.css';
import { PURPOSES, type Purpose } from './styles-search';

export interface StyleFilterProps {
  items: readonly Pick<Schemas['Style'], 'purposes'>[];
  /** The chosen one, where a script minds it; null for all. */
  value?: Purpose | null;
  onChange?(purpose: Purpose | null): void;
}

/** For which purpose styles are shown: radio buttons, which a stylesheet can read as well. */
export function StyleFilter({ items, value, onChange }: StyleFilterProps) {
  const t = useText();
  const served = PURPOSES.filter((purpose) => items.some(({ purposes }) => purposes.includes(purpose)));
  const stateOf = (purpose: Purpose | null) =>
    onChange ? { checked: purpose === value, onChange: () => onChange(purpose) } : { defaultChecked: purpose === null };
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>{t('styles.filter')}</legend>
      {[null, ...served].map((purpose) => (
        <label key={purpose ?? 'all'} className={styles.choice}>
          <input type="radio" name="purpose" value={purpose ?? 'all'} {...stateOf(purpose)} />
          <span>{purpose ? t(`styles.purpose.${purpose}`) : t('styles.all')}</span>
        </label>
      ))}
    </fieldset>
  );
}
