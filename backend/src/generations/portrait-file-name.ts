import type { Portrait } from './portrait.entity.js';

/** `portrait-{timestamp}.jpg`; the position keeps the eight of one run apart. A format is named at the end. */
export function portraitFileName(portrait: Portrait, format?: string): string {
  return `portrait-${portrait.createdAt.getTime() + portrait.position}${format ? `-${format}` : ''}.jpg`;
}

/** `portrait-{timestamp}-{format}-v{number}.jpg` */
export const versionFileName = (
  portrait: Pick<Portrait, 'createdAt' | 'position'>,
  { format, number }: { format: string; number: number },
): string => `portrait-${portrait.createdAt.getTime() + portrait.position}-${format}-v${number}.jpg`;
