/** What the operator writes in by hand. */
const BLANK = '……';

/** `none`, as the configuration says that there is none. */
const NOTHING = 'entfällt';

/** `Rechenhaus AG=Schweiz; …` as «Rechenhaus AG (Schweiz), …»; anything else as it is. */
const written = (value = '') =>
  value
    .trim()
    .replace(/^none$/i, NOTHING)
    .replace(/([^;=]+)=([^;]+)/g, '$1 ($2)')
    .replaceAll(/;\s*/g, ', ');

/**
 * Fills a template: `{{retention.backupDays}}` from the facts, `{{hours links.lifetimeSeconds}}` in hours, `{{OPERATOR_NAME}}` from the
 * environment or left blank, `{{today}}`.
 * @throws Error for a placeholder that names no fact
 */
export function fillRecord(text, facts, environment, now) {
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner) => {
    const [path, format] = inner.trim().split(' ').reverse();
    if (path === 'today') return now.toLocaleDateString('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
    if (/^[A-Z_]+$/.test(path)) return written(environment[path]) || BLANK;
    const value = path.split('.').reduce((parent, name) => parent?.[name], facts);
    if (typeof value !== 'number' && typeof value !== 'string') throw new Error(`${whole} names no fact.`);
    if (format !== 'hours') return String(value);
    return value === 3600 ? '1 Stunde' : `${value / 3600} Stunden`;
  });
}
