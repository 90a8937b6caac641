import type { PreviewPicture } from './preview-set.entity.js';

/** Where the pictures of a profile lie. */
export const previewPrefix = (profileId: string) => `previews/${profileId}/`;
export const previewKey = (profileId: string, { version, styleId }: Pick<PreviewPicture, 'version' | 'styleId'>) =>
  `${previewPrefix(profileId)}${version}-${styleId}.webp`;
