import { useText } from '~/lib/i18n';
import styles from './measures.module.css';
import { SPACE, TYPE } from './token-names';
import { useMeasured } from './use-measured';

const sizeOf = (element: HTMLElement): { size: number; line: number } => {
  const { fontSize, lineHeight } = getComputedStyle(element);
  return { size: Number.parseFloat(fontSize), line: Number.parseFloat(lineHeight) };
};

/** The type scale, each step in a word of its own size. */
export function TypeScale() {
  const t = useText();
  return (
    <ul className={styles.list} aria-label={t('design.section.type')}>
      {TYPE.map((step) => (
        <TypeStep key={step} step={step} />
      ))}
    </ul>
  );
}

function TypeStep({ step }: { step: (typeof TYPE)[number] }) {
  const t = useText();
  const { ref, value } = useMeasured(sizeOf);
  return (
    <li className={styles.type}>
      <span className={styles.name}>{`text-${step}`}</span>
      <span className={styles.value}>{value ? t('design.type.size', value) : null}</span>
      <span ref={ref} className={styles.sample} style={{ font: `var(--text-${step})` }}>
        {t('design.type.sample')}
      </span>
    </li>
  );
}

const widthOf = (element: HTMLElement): number => Math.round(element.getBoundingClientRect().width);

/** The steps of space as bars. */
export function SpaceScale() {
  const t = useText();
  return (
    <ul className={styles.list} aria-label={t('design.section.space')}>
      {SPACE.map((step) => (
        <SpaceStep key={step} step={step} />
      ))}
    </ul>
  );
}

function SpaceStep({ step }: { step: number }) {
  const t = useText();
  const { ref, value } = useMeasured(widthOf);
  return (
    <li className={styles.space}>
      <span className={styles.name}>{`space-${step}`}</span>
      <span className={styles.value}>{value === null ? null : t('design.pixels', { pixels: value })}</span>
      <span ref={ref} className={styles.bar} style={{ width: `var(--space-${step})` }} />
    </li>
  );
}
