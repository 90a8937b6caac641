import { useId, type ReactNode } from 'react';
import { useText, type TextKey } from '~/lib/i18n';
import styles from './specimen.module.css';

export interface SpecimenProps {
  /** As it is imported. */
  name: string;
  /** What it is for, and what pointer and keyboard do to it. */
  text: TextKey;
  children: ReactNode;
}

/** One component: its name, what it is for, and its states side by side. */
export function Specimen({ name, text, children }: SpecimenProps) {
  const t = useText();
  const id = useId();
  return (
    <article className={styles.specimen} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 id={id}>{name}</h3>
        <p className={styles.text}>{t(text)}</p>
      </div>
      <div className={styles.states}>{children}</div>
    </article>
  );
}

export type StateName =
  | 'rest'
  | 'disabled'
  | 'pending'
  | 'invalid'
  | 'empty'
  | 'loading'
  | 'selected'
  | 'filled'
  | 'readOnly'
  | 'failed'
  | 'unknown'
  | 'caution'
  | 'bad'
  | 'sorted'
  | 'open'
  | 'last'
  | 'camera';

export interface StateProps {
  name?: StateName;
  /** The value of the prop that makes it so, as it is written. */
  code?: string;
  /** Takes the whole row. */
  isWide?: boolean;
  children: ReactNode;
}

/** One state of it. */
export function State({ name, code, isWide = false, children }: StateProps) {
  const t = useText();
  return (
    <div className={styles.state} data-wide={isWide || undefined}>
      <p className={styles.name}>{[code, name && t(`design.state.${name}`)].filter(Boolean).join(', ')}</p>
      {children}
    </div>
  );
}
