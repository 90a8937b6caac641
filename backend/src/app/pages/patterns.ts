/**
 * Whether a path fits a pattern, in which `*` is one segment and `**` the rest or nothing.
 * @returns the segments that `*` stood for; null where it does not fit
 */
export function matchPattern(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/').slice(1);
  const given = path.split('/').slice(1);
  if (given.includes('')) return null;
  const found: string[] = [];
  for (const [index, part] of wanted.entries()) {
    if (part === '**') return found;
    const segment = given[index];
    if (segment === undefined || (part !== '*' && part !== segment)) return null;
    if (part === '*') found.push(segment);
  }
  return wanted.length === given.length ? found : null;
}

/** Puts the segments found into the place of each `*`. */
export function fillPattern(pattern: string, segments: string[]): string {
  const rest = [...segments];
  return pattern.replaceAll('*', () => rest.shift() ?? '');
}
