import { useText } from '~/lib/i18n';
import styles from './colours.module.css';
import { contrast, parseColour } from './contrast';
import { COLOURS, PAIRS } from './token-names';
import { useMeasured } from './use-measured';

/** Every colour in both themes at once, whichever the page itself is shown in. */
export function Colours() {
  return (
    <div className={styles.themes}>
      <Theme name="light" />
      <Theme name="dark" />
    </div>
  );
}

function Theme({ name }: { name: 'light' | 'dark' }) {
  const t = useText();
  const title = t(`design.theme.${name}`);
  return (
    <div className={styles.theme} data-name={name}>
      <h3>{title}</h3>
      <ul className={styles.swatches} aria-label={t('design.colours.list', { theme: title })}>
        {COLOURS.map((colour) => (
          <Swatch key={colour} colour={colour} />
        ))}
      </ul>
      <h4 className={styles.subtitle}>{t('design.colours.contrast')}</h4>
      <ul className={styles.pairs} aria-label={t('design.colours.pairs', { theme: title })}>
        {PAIRS.map(([front, back, least]) => (
          <Pair key={`${front} ${back}`} front={front} back={back} least={least} />
        ))}
      </ul>
    </div>
  );
}

const hexOf = (element: HTMLElement): string => {
  const colour = parseColour(getComputedStyle(element).backgroundColor);
  return colour ? `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}` : '';
};

function Swatch({ colour }: { colour: string }) {
  const { ref, value } = useMeasured(hexOf);
  return (
    <li className={styles.swatch}>
      <span ref={ref} className={styles.field} style={{ background: `var(--${colour})` }} />
      <span className={styles.name}>{colour}</span>
      <span className={styles.value}>{value}</span>
    </li>
  );
}

const ratioOf = (element: HTMLElement): number | null => {
  const { color, backgroundColor } = getComputedStyle(element);
  const [front, back] = [parseColour(color), parseColour(backgroundColor)];
  return front && back ? contrast(front, back) : null;
};

function Pair({ front, back, least }: { front: string; back: string; least: number }) {
  const t = useText();
  const { ref, value } = useMeasured(ratioOf);
  return (
    <li className={styles.pair}>
      <span
        ref={ref}
        aria-hidden="true"
        className={styles.sample}
        style={{ color: `var(--${front})`, background: `var(--${back})` }}
      >
        {least === 3 ? '—' : 'Aa'}
      </span>
      <span className={styles.name}>{t('design.colours.pair', { front, back })}</span>
      <span className={styles.value}>
        {value ? t('design.colours.ratio', { ratio: (Math.floor(value * 10) / 10).toFixed(1), least }) : null}
      </span>
    </li>
  );
}
