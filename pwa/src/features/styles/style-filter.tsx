import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { servedChoice } from './served-choice';
import styles from './style-filter.module.css';
import { PURPOSES, type Choice } from './styles-search';

export interface StyleFilterProps {
  items: readonly Pick<Schemas['Style'], 'purposes'>[];
  /** Whether there are favourites to choose. */
  hasFavourites?: boolean;
  /** What is asked for, where a script minds it; null for all. */
  value?: Choice | null;
  onChange?(choice: Choice | null): void;
}

/**
 * For which purpose styles are shown, or the favourites: radio buttons, which a stylesheet can read as well. What no style serves is not
 * offered; where it is asked for all the same, that is said.
 */
export function StyleFilter({ items, hasFavourites = false, value = null, onChange }: StyleFilterProps) {
  const t = useText();
  const choices: readonly (Choice | null)[] = [null, ...(hasFavourites ? ['favourites' as const] : []), ...PURPOSES];
  const isServed = (choice: Choice | null) => servedChoice(items, choice) === choice;
  const chosen = servedChoice(items, value);
  const stateOf = (choice: Choice | null) =>
    onChange ? { checked: choice === chosen, onChange: () => onChange(choice) } : { defaultChecked: choice === null };
  const labelOf = (choice: Choice) => t(choice === 'favourites' ? 'styles.favourites' : `styles.purpose.${choice}`);
  return (
    <>
      <fieldset className={styles.filter}>
        <legend className={styles.legend}>{t('styles.filter')}</legend>
        {choices.map((choice) => (
          <label key={choice ?? 'all'} className={styles.choice} hidden={!isServed(choice)}>
            <input type="radio" name="purpose" value={choice ?? 'all'} {...stateOf(choice)} />
            <span>{choice ? labelOf(choice) : t('styles.all')}</span>
          </label>
        ))}
      </fieldset>
      <p
        role="status"
        className={styles.unserved}
        data-unserved={t('styles.unserved', { purpose: '{purpose}' })}
        hidden={chosen === value}
      >
        {value && chosen !== value ? t('styles.unserved', { purpose: labelOf(value) }) : null}
      </p>
    </>
  );
}
