import { versionKey } from '../generation-keys.js';
import { isClear } from './portrait-background.js';
import type { PortraitVersion } from './portrait-version.entity.js';

/** A PNG where nothing is behind the person, else a JPEG. */
export const extensionOf = ({ background }: Pick<PortraitVersion, 'background'>): 'png' | 'jpg' =>
  isClear(background) ? 'png' : 'jpg';

/** Where the file of a version lies. */
export const fileOf = (
  version: Pick<PortraitVersion, 'id' | 'generationId' | 'background'>,
  position: number,
): string => versionKey(version.generationId, position, version.id, extensionOf(version));
