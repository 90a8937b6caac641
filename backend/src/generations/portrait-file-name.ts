import type { Portrait } from './portrait.entity.js';

/** `portrait-{timestamp}.jpg`; the position keeps the eight of one run apart. */
export function portraitFileName(portrait: Portrait): string {
  return `portrait-${portrait.createdAt.getTime() + portrait.position}.jpg`;
}
