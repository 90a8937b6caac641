import { shown, type FigureKind } from './figures.js';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Any words as they may stand in a page: names of files come from outside. */
export const text = (words: string): string => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** A path beside the page as an address, or the name of a place in it. */
export const address = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** A bound in words that stay on one line: «≤ 4.00», «28.0 % – 57.0 %», «±6.0 %»; a dash for none. */
export function boundOf(kind: FigureKind): string {
  const { least, most } = kind;
  if (least !== undefined && most !== undefined) {
    if (least === most) return shown(most, kind);
    return least === -most ? `±${shown(most, kind)}` : `${shown(least, kind)} – ${shown(most, kind)}`;
  }
  if (most !== undefined) return `≤\u00a0${shown(most, kind)}`;
  return least === undefined ? '–' : `≥\u00a0${shown(least, kind)}`;
}
