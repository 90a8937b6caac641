/** The colour tokens of a stylesheet for one theme, by name without the dashes. */
export function colours(css: string, theme: 'light' | 'dark'): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const pair = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value);
    const colour = pair ? pair[theme === 'light' ? 1 : 2] : /^#[\da-f]{6}$/.test(value) ? value : undefined;
    if (colour) found.set(name, colour);
  }
  return found;
}
