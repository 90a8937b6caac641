import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import styles from './style-filter.module.css';

export type Category = Schemas['Style']['category'];

export interface StyleFilterProps {
  items: readonly Pick<Schemas['Style'], 'category'>[];
  /** The chosen one, where a script minds it; null for all. */
  value?: Category | null;
  onChange?(category: Category | null): void;
}

/** Which categories of styles are shown: radio buttons, which a stylesheet can read as well. */
export function StyleFilter({ items, value, onChange }: StyleFilterProps) {
  const t = useText();
  const categories = [...new Set(items.map(({ category }) => category))];
  const stateOf = (category: Category | null) =>
    onChange
      ? { checked: category === value, onChange: () => onChange(category) }
      : { defaultChecked: category === null };
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>{t('styles.filter')}</legend>
      {[null, ...categories].map((category) => (
        <label key={category ?? 'all'} className={styles.choice}>
          <input type="radio" name="category" value={category ?? 'all'} {...stateOf(category)} />
          <span>{category ? t(`styles.category.${category}`) : t('styles.all')}</span>
        </label>
      ))}
    </fieldset>
  );
}
