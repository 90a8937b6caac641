import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import styles from './style-filter.module.css';
import { PURPOSES, type Choice } from './styles-search';

export interface StyleFilterProps {
  items: readonly Pick<Schemas['Style'], 'purposes'>[];
  /** Whether there are favourites to choose. */
  hasFavourites?: boolean;
  /** The chosen one, where a script minds it; null for all. */
  value?: Choice | null;
  onChange?(choice: Choice | null): void;
}

/** For which purpose styles are shown, or the favourites: radio buttons, which a stylesheet can read as well. */
export function StyleFilter({ items, hasFavourites = false, value, onChange }: StyleFilterProps) {
  const t = useText();
  const served = PURPOSES.filter((purpose) => items.some(({ purposes }) => purposes.includes(purpose)));
  const choices: readonly (Choice | null)[] = [null, ...(hasFavourites ? ['favourites' as const] : []), ...served];
  const stateOf = (choice: Choice | null) =>
    onChange ? { checked: choice === value, onChange: () => onChange(choice) } : { defaultChecked: choice === null };
  const labelOf = (choice: Choice) => t(choice === 'favourites' ? 'styles.favourites' : `styles.purpose.${choice}`);
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>{t('styles.filter')}</legend>
      {choices.map((choice) => (
        <label key={choice ?? 'all'} className={styles.choice}>
          <input type="radio" name="purpose" value={choice ?? 'all'} {...stateOf(choice)} />
          <span>{choice ? labelOf(choice) : t('styles.all')}</span>
        </label>
      ))}
    </fieldset>
  );
}
