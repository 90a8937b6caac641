import type { Portrait } from './portrait.entity.js';
import type { PortraitVersion } from './versions/portrait-version.entity.js';
import { extensionOf } from './versions/version-file.js';

/** `portrait-{timestamp}.jpg`; the position keeps the eight of one run apart. A format is named at the end. */
export function portraitFileName(portrait: Portrait, format?: string): string {
  return `portrait-${portrait.createdAt.getTime() + portrait.position}${format ? `-${format}` : ''}.jpg`;
}

/** `portrait-{timestamp}-{format}-v{number}.jpg`, or `.png` */
export const versionFileName = (
  portrait: Pick<Portrait, 'createdAt' | 'position'>,
  version: Pick<PortraitVersion, 'format' | 'number' | 'background'>,
): string =>
  `portrait-${portrait.createdAt.getTime() + portrait.position}-${version.format}-v${version.number}.${extensionOf(version)}`;
