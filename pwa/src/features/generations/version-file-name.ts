import type { Schemas } from '~/lib/api';

/** As what a version is saved: a PNG where nothing is behind the person. @param portrait its number on the screen */
export const versionFileName = (
  portrait: number,
  { number, format, background }: Pick<Schemas['PortraitVersion'], 'number' | 'format' | 'background'>,
): string => `portrait-${portrait}-${format}-v${number}.${background?.kind === 'none' ? 'png' : 'jpg'}`;
